// Plans a product.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "plan.h"

#include <algorithm>
#include <limits>

#include "../contract/engine_state.h"
#include "../runtime/cpu_features.h"
#include "../runtime/shares.h"
#include "choose_backend.h"
#include "lay_out.h"
#include "multiply_direct.h"
#include "multiply_narrow.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Waking a thread costs the caller some 10 microseconds, and it comes 20 later:
// that pays for twice as much work as the help of one that is awake.
constexpr double kWorkPerWokenThread = 2 * kWorkPerThread;
// Where kSharesPerThread makes shares long there are more, down to some 75
// microseconds on the fastest backend. Beyond kMostSharesPerThread more shares
// stop helping: a helper must repack the panel, and blocks of few rows do
// little but read their panels.
constexpr int kMostSharesPerThread = 16;
constexpr double kWorkPerShare = 1.5e7;
// More threads than any machine has, so that a multiple of them is an int.
constexpr int kMaxThreads = 1 << 16;
constexpr int kTilesPerBlock = 8;
// Fewer rows at a time would make panels come from further away too often.
constexpr int kLeastRowsOfAPass = 64;
// Bytes of rows that any second-level cache holds.
constexpr std::size_t kCertainlyCached = std::size_t{1} << 18;
// A thread that has fewer bytes of each of the result's rows for itself waits
// for cache lines that others write to.
constexpr int kRowBytesPerThread = 256;

void ChooseOrientation(const GemmProblem& problem, GemmPlan* plan) {
  const bool along_row = ContiguousAlongRow(problem.result);
  plan->panel_side = along_row ? Side::kRhs : Side::kLhs;
  plan->orientation_reason = "the result is contiguous along this side";
  if (problem.lhs.is_packed != problem.rhs.is_packed) {
    const Side packed = problem.lhs.is_packed ? Side::kLhs : Side::kRhs;
    plan->transposed_store = packed != plan->panel_side;
    plan->panel_side = packed;
    if (plan->transposed_store) {
      plan->orientation_reason =
          "this side is packed; blocks of the result are turned around";
    }
  }
}

// A side of the product as rows of numbers: the lhs's rows, the rhs's columns.
void Orient(const Operand& operand, Side side, const Int32Parameter& offset,
            Along along, OrientedSide* oriented) {
  const MatrixRef& matrix = operand.matrix;
  const bool is_lhs = side == Side::kLhs;
  const bool depth_contiguous = matrix.row_major == is_lhs;
  oriented->data = static_cast<const std::uint8_t*>(matrix.data);
  oriented->count = is_lhs ? matrix.rows : matrix.cols;
  oriented->stride = depth_contiguous ? matrix.stride : 1;
  oriented->depth_stride = depth_contiguous ? 1 : matrix.stride;
  oriented->scalar = matrix.scalar;
  oriented->packed = operand.packed;
  oriented->offset = offset;
  if (offset.along != Along::kAll) oriented->offset.along = along;
}

void OrientProblem(const GemmProblem& problem, const GemmPlan& plan,
                   OrientedProblem* oriented) {
  const bool transposed = plan.panel_side == Side::kLhs;
  Orient(problem.lhs, Side::kLhs, problem.lhs_offset,
         transposed ? Along::kCols : Along::kRows,
         transposed ? &oriented->panels : &oriented->rows);
  Orient(problem.rhs, Side::kRhs, problem.rhs_offset,
         transposed ? Along::kRows : Along::kCols,
         transposed ? &oriented->rows : &oriented->panels);
  oriented->depth = problem.lhs.matrix.cols;
  const MatrixRef& result = problem.result;
  oriented->result = const_cast<void*>(result.data);
  const std::ptrdiff_t row_stride = result.row_major ? result.stride : 1;
  const std::ptrdiff_t col_stride = result.row_major ? 1 : result.stride;
  oriented->result_row_stride = transposed ? col_stride : row_stride;
  oriented->result_column_stride = transposed ? row_stride : col_stride;
  PrepareEpilogue(problem.ops, problem.op_count, result.scalar, transposed,
                  &oriented->prepared);
}

// Whether few enough rows meet columns that can be read where they lie.
bool ReadsPanelsInPlace(const OrientedProblem& problem,
                        const Backend& backend) {
  const OrientedSide& rows = problem.rows;
  const OrientedSide& panels = problem.panels;
  const bool deep =
      problem.depth >=
          std::max<std::int64_t>(kMinDotDepth,
                                 std::int64_t{kDotDepthPerRow} * rows.count) ||
      OneRowReadsInPlace(rows.count, panels.count, problem.depth);
  return backend.dot != nullptr && rows.count <= backend.dot_rows && deep &&
         rows.packed == nullptr && panels.packed == nullptr &&
         rows.depth_stride == 1 && panels.depth_stride == 1;
}

// Memory ahead is asked for where that pays: loops over few rows wait for it.
// Columns in place are several streams, which hardware follows by itself up to
// a third of the last cache, what a thread can hope for, and for a single row
// beyond, where the backend keeps up. On Zen 4, with one row of 8 MB asking
// took 1.05 times as long, of 64 MB 1.15; with three rows of 36 MB 0.7.
Prefetching ChoosePrefetch(const OrientedProblem& problem,
                           const Backend& backend, bool in_place) {
  const int rows = problem.rows.count;
  if (rows > kMaxDotRows) return Prefetching::kNothing;
  const double bytes =
      static_cast<double>(problem.panels.count) * problem.depth;
  const CacheSizes caches = DetectedCacheSizes();
  const double l2 = static_cast<double>(caches.l2);
  if (!in_place) {
    return bytes <= 4 * l2                 ? Prefetching::kNothing
           : GroupsAreLines(backend.panel) ? Prefetching::kLines
                                           : Prefetching::kPages;
  }
  const bool far = bytes > std::max(8 * l2, static_cast<double>(caches.l3) / 3);
  const bool keeps_up = rows == 1 && backend.dot_keeps_up;
  return far && !keeps_up ? Prefetching::kLines : Prefetching::kNothing;
}

void ChooseSources(const OrientedProblem& problem, GemmPlan* plan) {
  const Backend& backend = *plan->backend;
  plan->tile_rows = backend.tile_rows;
  plan->tile_cols = backend.panel.width;
  plan->panel_rows = problem.rows.count;
  plan->panel_cols = problem.panels.count;
  plan->panels = PanelCount(backend.panel, problem.panels.count);
  if (problem.rows.packed != nullptr) {
    plan->row_source = RowSource::kPrepacked;
    plan->row_reason = "a packed operand";
  } else if (ReadsPanelsInPlace(problem, backend)) {
    plan->row_source = RowSource::kInPlace;
    plan->panel_source = PanelSource::kInPlace;
    plan->row_reason = "few rows, both sides contiguous in depth";
  } else if (problem.rows.depth_stride == 1 &&
             ReadsNarrowRowsInPlace(backend, problem.rows.count,
                                    problem.panels.count, problem.depth)) {
    plan->row_source = RowSource::kInPlace;
    plan->row_reason = "few columns, and the row side contiguous in depth";
  } else if (!backend.rows_in_place) {
    plan->row_source = RowSource::kCopied;
    plan->row_reason = "the backend reads rows in a form of its own";
  } else if (problem.rows.depth_stride != 1) {
    plan->row_source = RowSource::kCopied;
    plan->row_reason = "the row side is not contiguous in depth";
  } else if (problem.panels.count > backend.most_columns_in_place) {
    plan->row_source = RowSource::kCopied;
    plan->row_reason = "the copy pays, for so many columns";
  } else {
    plan->row_source = RowSource::kInPlace;
    plan->row_reason = "the row side is contiguous in depth";
  }
  plan->prefetch = ChoosePrefetch(problem, backend,
                                  plan->panel_source == PanelSource::kInPlace);
  plan->narrow = plan->panel_source != PanelSource::kInPlace &&
                 IsNarrow(backend, problem.rows.count, problem.panels.count);
  switch (problem.prepared.epilogue.form) {
    case EpilogueForm::kStore:
      plan->epilogue = EpiloguePath::kStored;
      break;
    case EpilogueForm::kFixedPoint:
    case EpilogueForm::kFloat:
      plan->epilogue = EpiloguePath::kInRegisters;
      break;
    case EpilogueForm::kList:
      plan->epilogue = EpiloguePath::kInterpreted;
      break;
  }
}

double Work(const OrientedProblem& problem, const Backend& backend) {
  const double rows = problem.rows.count;
  const double columns = problem.panels.count;
  const double lanes =
      RoundUpToPower(backend.panel.granule, std::int64_t{problem.panels.count});
  return std::max(rows * (lanes * problem.depth + columns * kWorkPerEntry),
                  columns * problem.depth * kWorkPerByte);
}

void ChooseThreads(const OrientedProblem& problem,
                   const GemmResources& resources, GemmPlan* plan) {
  plan->threads = 1;
  if (resources.executor_of == nullptr) {
    plan->threads_reason = "the context allows one";
    return;
  }
  const double work = Work(problem, *plan->backend);
  const double worthwhile = work / kWorkPerThread;
  if (worthwhile < 2) {
    plan->threads_reason = "the product is too small for more";
    return;
  }
  if (resources.MakeExecutor().parallel_for == nullptr) {
    plan->threads_reason = "the context has no more";
    return;
  }
  plan->threads = std::min(resources.max_threads, kMaxThreads);
  plan->threads_reason = "all that the context allows";
  if (worthwhile < plan->threads) {
    plan->threads = static_cast<int>(worthwhile);
    plan->threads_reason = "as many as the product is large enough for";
  }
  const double woken = work / kWorkPerWokenThread;
  plan->threads_to_wake = woken < plan->threads
                              ? std::max(0, static_cast<int>(woken) - 1)
                              : plan->threads - 1;
}

// Blocks of rows, so that they and the panels make enough shares; as many for
// each thread.
int RowBlocks(const OrientedProblem& problem, const GemmPlan& plan) {
  double wanted = Work(problem, *plan.backend) / kWorkPerShare;
  if (plan.panel_source == PanelSource::kJustInTime) {
    wanted = std::min<double>(wanted, plan.threads * kMostSharesPerThread);
  }
  const double most = problem.rows.count / (kTilesPerBlock * plan.tile_rows);
  const int fine = static_cast<int>(std::min(wanted / plan.panels, most));
  const int least = (plan.threads * kSharesPerThread - 1) / plan.panels + 1;
  int blocks = std::max(fine, least);
  const std::int64_t row_bytes = std::int64_t{problem.panels.count} *
                                 SizeOf(problem.prepared.epilogue.result);
  if (row_bytes < std::int64_t{plan.threads} * kRowBytesPerThread) {
    blocks = std::max(blocks, 2);
  }
  return blocks == 1 ? 1 : RoundUpTo(plan.threads, blocks);
}

// In how many passes over the panels the rows are taken: in one, or where they
// are more than twice a share of the last cache, so many at a time as fit it.
// They would come from further away for every panel. A pass has its price: it
// reads each panel again, and widens it again. On Zen 4, half of the second
// cache at a time took up to 1.01 times as long at 2048^3, and 1.0 to 1.08
// where panels are widened; all of 16 MB at once took 1.04 and 1.15.
int RowPasses(const OrientedProblem& problem, const GemmPlan& plan) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(problem.rows.count) *
                              problem.depth * plan.backend->row_element_size;
  // Small products need not ask for the size.
  if (plan.panels == 1 || bytes <= kCertainlyCached) return 1;
  const CacheSizes caches = DetectedCacheSizes();
  const std::uint64_t share = std::max(caches.l2 / 2, caches.l3 / 8);
  if (bytes / 2 <= share) return 1;
  const std::uint64_t most =
      static_cast<std::uint64_t>(problem.rows.count / kLeastRowsOfAPass);
  const std::uint64_t passes = (bytes - 1) / share + 1;
  return static_cast<int>(std::max(std::min(passes, most), std::uint64_t{1}));
}

// Whether threads have as much work as each other if each of them takes panels
// of its own, or where there are many, nearly so.
bool PanelsShareOut(const OrientedProblem& problem, const GemmPlan& plan) {
  return plan.panels == 1 || plan.panels >= plan.threads * kSharesPerThread ||
         (plan.panels % plan.threads == 0 &&
          problem.panels.count % plan.tile_cols == 0);
}

// Cuts the rows into blocks: so that every thread gets several shares, and the
// cache holds one. Where blocks need every panel again, they are packed before,
// once. Threads that take panels of their own pack them for themselves: none
// waits for another, and a panel is in the nearest cache. Where two threads
// meet in one it is packed twice.
void ChooseBlocks(const OrientedProblem& problem, GemmPlan* plan) {
  const int rows = problem.rows.count;
  plan->row_block = rows;
  if (plan->panel_source == PanelSource::kInPlace) return;
  plan->panel_source = problem.panels.packed != nullptr
                           ? PanelSource::kPrepacked
                           : PanelSource::kJustInTime;
  // A panel that was just packed is near, and no other lies behind it.
  if (problem.panels.packed == nullptr) plan->prefetch = Prefetching::kNothing;
  const int passes = RowPasses(problem, *plan);
  // The number of shares is an int.
  const int blocks = std::min(
      std::max(plan->threads == 1 ? 1 : RowBlocks(problem, *plan), passes),
      std::numeric_limits<int>::max() / 2 / plan->panels);
  if (blocks <= 1) return;
  const std::int64_t per_block = std::max(1, rows / blocks);
  plan->row_block = static_cast<int>(
      std::min<std::int64_t>(rows, RoundUpTo(plan->tile_rows, per_block)));
  if (plan->panel_source == PanelSource::kJustInTime &&
      (passes > 1 || !PanelsShareOut(problem, *plan))) {
    plan->panel_source = PanelSource::kUpFront;
  }
}

// Whether enough rows meet a panel each time that it is widened: a block, or
// all of them where a thread stays with its panel.
void ChooseWidening(GemmPlan* plan) {
  const Backend& backend = *plan->backend;
  if (backend.widen == nullptr || plan->panel_source == PanelSource::kInPlace) {
    return;
  }
  const bool stays =
      plan->panels == 1 || plan->panel_source == PanelSource::kJustInTime;
  plan->widened =
      (stays ? plan->panel_rows : plan->row_block) >= backend.rows_to_widen;
}

// A thread without a share of the work would only want memory.
void LimitThreadsToShares(GemmPlan* plan) {
  if (plan->threads == 1) return;
  const std::int64_t blocks = (plan->panel_rows - 1) / plan->row_block + 1;
  const std::int64_t shares = plan->panels * blocks;
  if (shares < plan->threads) {
    plan->threads = static_cast<int>(shares);
    plan->threads_reason = "one for each share of the work";
    plan->threads_to_wake = std::min(plan->threads_to_wake, plan->threads - 1);
  }
}

}  // namespace

Status MakePlan(const GemmProblem& problem, const GemmResources& resources,
                OrientedProblem* oriented, WorkspaceLayout* layout,
                GemmPlan* plan) {
  const Status status = ChooseBackend(problem, *resources.state, plan);
  if (!status.ok()) return status;
  plan->has_work = problem.result.rows > 0 && problem.result.cols > 0 &&
                   problem.lhs.matrix.cols > 0;
  if (!plan->has_work) return Status();
  ChooseOrientation(problem, plan);
  AdaptToPanels(problem, plan);
  OrientProblem(problem, *plan, oriented);
  ChooseSources(*oriented, plan);
  ChooseThreads(*oriented, resources, plan);
  ChooseBlocks(*oriented, plan);
  ChooseWidening(plan);
  LimitThreadsToShares(plan);
  plan->direct = IsDirect(*oriented, *plan);
  plan->narrow &= !plan->direct;
  LayOut(*oriented, *plan, layout);
  if (layout->total > kMaxBytes) {
    return Status(StatusCode::kResourceExhausted, "workspace",
                  static_cast<std::int64_t>(layout->total),
                  "bytes are more than this machine addresses");
  }
  plan->workspace_bytes = static_cast<std::size_t>(layout->total);
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
