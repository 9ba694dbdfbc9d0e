// Divides a product into tasks.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "divide_work.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "../contract/core_costs.h"
#include "../contract/thread_costs.h"
#include "../contract/threads_for.h"
#include "../runtime/cpu_features.h"
#include "../runtime/shares.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Where kSharesPerThread would make shares long, there are more of them, down
// to kWorkPerShare. Beyond kMaxSharesPerThread more shares do not help: a
// helper must repack the panel, and blocks of few rows do little but read their
// panels.
constexpr int kMaxSharesPerThread = 16;
// Bytes of rows that any L2 holds: a product of no more need not ask for its
// size.
constexpr std::size_t kCertainlyCached = std::size_t{1} << 18;

int SizeOfResult(const PreparedProduct& p) { return SizeOf(p.result_scalar); }

void TakeThreads(const ThreadChoice& choice, PreparedProduct* p) {
  p->threads = choice.count;
  p->threads_to_wake = choice.to_wake;
  p->threads_reason = choice.reason;
  p->threads_depend_on_executor = choice.depends_on_executor;
}

// Whether threads may copy rows of A block by block: each block meets all
// panels, as they lie.
bool MayCopyByBlock(const PreparedProduct& p) {
  return p.threads > 1 && p.copies_a && !p.a.is_packed &&
         p.b_source != BSource::kJustInTime && p.kernel->unpack == nullptr;
}

// The number of blocks of rows: blocks times panels give every thread enough
// shares, and equally many.
int RowBlocks(const PreparedProduct& p) {
  double wanted = WorkOf(p) / kWorkPerShare;
  if (p.b_source == BSource::kJustInTime) {
    wanted = std::min<double>(wanted, p.threads * kMaxSharesPerThread);
  }
  const double max_blocks =
      p.a.count / MemoryHere(*p.backend).min_rows_per_block;
  const int fine = static_cast<int>(std::min(wanted / p.panels, max_blocks));
  const int min_shares = p.threads * SharesPerThread(p.threads_to_wake);
  const int min_blocks = (min_shares - 1) / p.panels + 1;
  int blocks = std::max(fine, min_blocks);
  const std::int64_t row_bytes = std::int64_t{p.b.count} * SizeOfResult(p);
  if (row_bytes < std::int64_t{p.threads} * kRowBytesPerThread) {
    blocks = std::max(blocks, 2);
  }
  if (MayCopyByBlock(p)) {
    const int shares = p.threads * kSharesPerThread;
    blocks = std::max(blocks,
                      static_cast<int>(std::min<double>(shares, max_blocks)));
  }
  return blocks;
}

// Whether the panels take no more than `bytes`.
bool PanelsFit(const PreparedProduct& p, std::size_t bytes) {
  return AllPanelsBytes(p.backend->panel, p.b.count, p.k) <= bytes;
}

// The number of passes that take `share` bytes each, if one would take more
// than twice as many.
std::uint64_t PassesOf(std::uint64_t share, std::uint64_t bytes) {
  return bytes / 2 <= share ? 1 : (bytes - 1) / share + 1;
}

// The number of passes over the panels. Rows that are more than twice a
// thread's share of the caches are taken in passes that fit it, because
// otherwise they would be read from further away for every panel. So are rows
// and results that do not fit L2 together, if the panels do
// (MemoryCosts::result_of_pass). A pass has its price: it reads and unpacks
// each panel again.
int RowPasses(const PreparedProduct& p) {
  if (p.panels == 1) return 1;
  const auto rows = static_cast<std::uint64_t>(p.a.count);
  const std::uint64_t bytes = rows * p.k * p.backend->copied_rows.element_size;
  const std::uint64_t with_result = bytes + rows * p.b.count * SizeOfResult(p);
  if (with_result <= kCertainlyCached) return 1;
  const MemoryCosts& costs = MemoryHere(*p.backend);
  const CacheSizes caches = DetectedCacheSizes();
  const bool leaves_l2 = costs.last_cache_is_far && !PanelsFit(p, caches.l2);
  const std::size_t of_last = leaves_l2 ? 0 : caches.l3 / costs.rows_in_l3;
  std::uint64_t passes =
      PassesOf(std::max(caches.l2 / costs.rows_in_l2, of_last), bytes);
  if (costs.last_cache_is_far && !leaves_l2 && with_result > caches.l2 &&
      !p.transposed_store) {
    passes = std::max(passes, (with_result - 1) / costs.result_of_pass + 1);
  }
  const std::uint64_t max_passes = rows / costs.min_rows_of_a_pass;
  return static_cast<int>(
      std::max(std::min(passes, max_passes), std::uint64_t{1}));
}

// Whether threads have equal work, or nearly equal if there are many panels,
// when each of them takes panels of its own.
bool PanelsShareOut(const PreparedProduct& p) {
  return p.panels == 1 || p.panels >= p.threads * kSharesPerThread ||
         (p.panels % p.threads == 0 && p.b.count % p.backend->panel.nr == 0);
}

// Cuts the rows into blocks: so that every thread gets several shares, and the
// cache holds one. Where blocks need every panel again, they are packed before,
// once. Threads that take panels of their own pack them for themselves: none
// waits for another, and a panel is in the nearest cache. Where two threads
// meet in one it is packed twice.
void ChooseBlocks(PreparedProduct* p) {
  const int rows = p->a.count;
  p->row_block = rows;
  p->row_blocks = 1;
  if (p->b_source == BSource::kInPlace) return;
  const int passes = RowPasses(*p);
  const int wanted = std::max(p->threads == 1 ? 1 : RowBlocks(*p), passes);
  if (wanted == 1) return;
  // The number of shares is an int.
  const int blocks = std::min(RoundUpTo(p->threads, wanted),
                              std::numeric_limits<int>::max() / 2 / p->panels);
  if (blocks <= 1) return;
  const std::int64_t per_block = std::max(p->kernel->m.min, rows / blocks);
  p->row_block = static_cast<int>(
      std::min<std::int64_t>(rows, RoundUpTo(p->kernel->mr, per_block)));
  // The last block has enough rows for the kernel, too.
  p->row_blocks = (rows - p->kernel->m.min) / p->row_block + 1;
  if (p->b_source == BSource::kJustInTime &&
      (passes > 1 || !PanelsShareOut(*p))) {
    p->b_source = BSource::kUpFront;
  }
}

// A thread without a share of the work would only take memory.
void LimitThreadsToShares(PreparedProduct* p) {
  if (p->threads == 1) return;
  const std::int64_t shares = std::int64_t{p->panels} * p->row_blocks;
  if (shares < p->threads) {
    p->threads = static_cast<int>(shares);
    p->threads_reason = "one for each share of the work";
    p->threads_to_wake = std::min(p->threads_to_wake, p->threads - 1);
  }
}

// Whether tiles of many rows prefetch the panel behind theirs: it is in no
// nearer cache than the last one, and that is far. Panels one line wide are not
// prefetched in this way.
bool PrefetchesNextPanel(const PreparedProduct& p) {
  const bool lies_behind =
      p.b_source == BSource::kPacked || p.b_source == BSource::kUpFront;
  return MemoryHere(*p.backend).last_cache_is_far && lies_behind &&
         !GroupsAreLines(p.backend->panel) &&
         !PanelsFit(p, DetectedCacheSizes().l2);
}

// Memory is prefetched where that pays: loops over few rows wait for it. A
// panel that was just packed is near, and no other lies behind it.
Prefetching ChoosePrefetch(const PreparedProduct& p) {
  if (!p.kernel->prefetches || p.run > 0) return Prefetching::kNothing;
  if (p.a.count > kMaxRowsInPlace) {
    return PrefetchesNextPanel(p) ? Prefetching::kPanels
                                  : Prefetching::kNothing;
  }
  const MemoryCosts& costs = MemoryHere(*p.backend);
  const double bytes = static_cast<double>(p.b.count) * p.k;
  const CacheSizes caches = DetectedCacheSizes();
  const double l2 = static_cast<double>(caches.l2);
  const double l3 = static_cast<double>(caches.l3);
  if (p.b_source == BSource::kPacked) {
    if (bytes <= costs.near_packed_l2s * l2) return Prefetching::kNothing;
    return GroupsAreLines(p.backend->panel) ? Prefetching::kLines
                                            : Prefetching::kPanels;
  }
  if (p.b_source != BSource::kInPlace) return Prefetching::kNothing;
  const bool far = bytes > std::max(costs.near_in_place_l2s * l2,
                                    costs.near_in_place_l3s * l3);
  const bool keeps_up = p.a.count == 1 && costs.one_row_keeps_up;
  return far && !keeps_up ? Prefetching::kLines : Prefetching::kNothing;
}

}  // namespace

double WorkOf(const PreparedProduct& p) {
  const double rows = p.a.count;
  const double columns = p.b.count;
  const double lanes =
      RoundUpToPower(p.backend->panel.nr_step, std::int64_t{p.b.count});
  return std::max(rows * (lanes * p.k + columns * kWorkPerElement),
                  columns * p.k * kWorkPerByte);
}

void DivideWork(const GemmResources& resources, PreparedProduct* p) {
  p->panels = PanelCount(p->backend->panel, p->b.count);
  p->b_source = IsInPlace(p->kernel->b_form) ? BSource::kInPlace
                : p->b.is_packed             ? BSource::kPacked
                                             : BSource::kJustInTime;
  TakeThreads(ChooseThreads(resources, WorkOf(*p)), p);
  ChooseBlocks(p);
  LimitThreadsToShares(p);
  p->copies_by_block = MayCopyByBlock(*p) && p->row_blocks >= p->threads;
  p->panels_per_task = 1;
  if (p->in_registers && p->kernel->takes_panels &&
      p->b_source == BSource::kPacked && !p->transposed_store) {
    p->panels_per_task = PanelsPerShare(p->panels, p->threads);
  }
  p->prefetch = ChoosePrefetch(*p);
}

int ColumnsPerTask(const PreparedProduct& p) {
  const int nr = p.backend->panel.nr;
  const int fit =
      std::min(kMaxColumnsInPlace, kMaxRowsInPlace * kMaxNr / p.a.count) / nr;
  // A kernel for lines reads at least its minimum number of columns.
  const int min_panels = (p.kernel->n.min - 1) / nr + 1;
  return nr * std::max(min_panels,
                       std::min(fit, PanelsPerShare(p.panels, p.threads)));
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
