// Plans products with 4-bit weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "int4_plan.h"

#include <algorithm>

#include "../contract/core_costs.h"
#include "../contract/panel_format.h"
#include "../contract/thread_costs.h"
#include "../contract/threads_for.h"
#include "../runtime/cpu_features.h"
#include "../runtime/extent.h"
#include "../runtime/shares.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

double WorkOf(const Int4Costs& costs, const Int4Format& format, int m) {
  const double weights =
      static_cast<double>(format.n) * format.k * format.halves();
  return kWorkPerInt4Cycle *
         (weights * m / static_cast<double>(costs.products_a_cycle) +
          weights / static_cast<double>(costs.weights_a_cycle));
}

// How far ahead panels are prefetched (Int4Task::ahead): by tiles of several
// rows if they come from beyond L2 even if a product has just read them; by a
// single row if they are as large as columns in place that a GEMV prefetches,
// which on some processors is any size.
std::ptrdiff_t BytesAhead(const Backend& backend, const Int4Format& format,
                          int m) {
  const Int4Costs& costs = Int4CostsHere(backend);
  const double bytes = static_cast<double>(format.panels()) *
                       static_cast<double>(format.panel_bytes(kInt4Nr));
  const CacheSizes caches = DetectedCacheSizes();
  const double l2 = static_cast<double>(caches.l2);
  if (m == 1) {
    const MemoryCosts& memory = MemoryHere(backend);
    const double near =
        std::max(memory.near_in_place_l2s * l2,
                 memory.near_in_place_l3s * static_cast<double>(caches.l3));
    return bytes > near ? costs.row_bytes_ahead : 0;
  }
  if (bytes <= static_cast<double>(costs.near_l2s) * l2) return 0;
  // Whole blocks, so that each of their bytes is prefetched once; if a block is
  // longer, a part of it.
  const std::int64_t block = format.block_bytes(kInt4Nr);
  return static_cast<std::ptrdiff_t>(
      std::max<std::int64_t>(costs.bytes_ahead / block * block,
                             std::min<std::int64_t>(costs.bytes_ahead, block)));
}

void CutRows(Int4Plan* plan) {
  plan->row_block = kInt4MaxRows;
  const auto shares = [plan] {
    return std::int64_t{plan->format.panels()} *
           ((plan->m - 1) / plan->row_block + 1);
  };
  while (plan->threads > 1 && plan->row_block > 2 * kInt4RowStep &&
         shares() < std::int64_t{kSharesPerThread} * plan->threads) {
    plan->row_block /= 2;
  }
  plan->row_blocks = (plan->m - 1) / plan->row_block + 1;
  plan->panels_per_share =
      plan->row_blocks > 1
          ? 1
          : PanelsPerShare(plan->format.panels(), plan->threads);
  plan->panel_runs = (plan->format.panels() - 1) / plan->panels_per_share + 1;
}

// Of a thread: totals, floats and unpacked weights for the largest number of
// groups at a time, and transposed totals.
void LayOutScratch(const Int4Costs& costs, int unpacked_k, Int4Plan* plan) {
  const std::size_t max_rows = static_cast<std::size_t>(
      RoundUpTo(kInt4RowStep, std::min(plan->m, kInt4MaxRows)));
  const std::size_t row_bytes = kInt4Nr * sizeof(std::int32_t);
  plan->floats = Aligned(max_rows * row_bytes);
  plan->unpacked =
      plan->floats + Aligned(static_cast<std::size_t>(costs.widened_k) /
                             kInt4Step * kInt4Nr * sizeof(float));
  plan->transposed =
      plan->unpacked + static_cast<std::size_t>(unpacked_k) * kInt4Nr;
  plan->scratch_bytes =
      Aligned(plan->transposed + (max_rows + 16) * row_bytes) + 64;
}

// Workspaces never shrink with m: they are those of the largest blocks. Some
// weights have at most `unpacked_k` values of k unpacked at a time.
void LayOut(const Int4Costs& costs, int unpacked_k, Int4Plan* plan) {
  const Int4Format& format = plan->format;
  const std::uint64_t m = static_cast<std::uint64_t>(plan->m);
  const std::uint64_t groups = static_cast<std::uint64_t>(format.groups());
  const std::size_t k = static_cast<std::size_t>(
      groups * static_cast<std::uint64_t>(format.padded_group()));
  // An odd number of cache lines keeps rows out of each other's cache sets.
  plan->copy_stride =
      plan->copies ? (Aligned(k) / kPackedAlignment | 1) * kPackedAlignment : 0;
  const Extent terms = Extent(plan->copy_stride) * m;
  const Extent scratch =
      terms + RoundUpToAlignment(m * groups * sizeof(std::int32_t));
  LayOutScratch(costs, unpacked_k, plan);
  plan->terms = static_cast<std::size_t>(terms.value());
  plan->scratch = static_cast<std::size_t>(scratch.value());
  plan->total = (scratch + Extent(plan->scratch_bytes) *
                               static_cast<std::uint64_t>(plan->threads))
                    .value();
}

}  // namespace

int ThreadsForInt4(const Int4Format& format, const Backend& backend, int m,
                   int max_threads) {
  const double work = WorkOf(Int4CostsHere(backend), format, m);
  return LimitThreads(work / kWorkPerThread, max_threads);
}

Int4Plan PlanInt4(const Int4Format& format, const Backend& backend, int m,
                  bool copies, int threads) {
  Int4Plan plan = {};
  plan.format = format;
  plan.backend = &backend;
  plan.m = m;
  plan.copies = copies;
  const Int4Costs& costs = Int4CostsHere(backend);
  plan.threads = threads;
  CutRows(&plan);
  const bool may_unpack =
      costs.unpacked_k > 0 &&
      format.group * format.halves() <= costs.max_unpacked_group;
  const bool is_many =
      std::min(m, plan.row_block) > costs.few_tiles * backend.int4->tile_rows;
  plan.unpacks = is_many && may_unpack;
  plan.widens = is_many && costs.widened_k > 0 && format.scale_bytes() == 2;
  plan.ahead = BytesAhead(backend, format, m);
  const int unpacked_group =
      backend.int4->unpacking.bytes(format.padded_group(), format.halves());
  const int depth = plan.unpacks ? costs.unpacked_k : costs.widened_k;
  plan.groups_at_a_time = plan.unpacks || plan.widens
                              ? std::max(1, depth / std::max(1, unpacked_group))
                              : format.groups();

  LayOut(costs, may_unpack ? std::max(costs.unpacked_k, unpacked_group) : 0,
         &plan);
  return plan;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
