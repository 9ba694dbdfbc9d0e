// The loops of products with 4-bit weights: rows are read once; then each block
// of rows meets each panel, and totals become the result.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "int4_run.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "../contract/check_tasks.h"
#include "../contract/wrapped_sum.h"
#include "../runtime/parallel_for.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Which thread takes a share.
struct Int4Worker {
  int slot;
};

// Totals that wait for output stages: rows and columns as epilogues name them.
struct IntegerTile {
  std::int32_t* totals;
  int stride;
  int rows, columns;
  int first_row, first_column;
};

void AddBiases(const PreparedEpilogue& prepared, const IntegerTile& tile) {
  for (int i = 0; i < prepared.bias_count; ++i) {
    const Int32Parameter& bias = prepared.biases[i].first;
    for (int r = 0; r < tile.rows; ++r) {
      std::int32_t* const totals =
          tile.totals + std::ptrdiff_t{r} * tile.stride;
      for (int c = 0; c < tile.columns; ++c) {
        const int i = bias.along == Along::kRows ? tile.first_row + r
                                                 : tile.first_column + c;
        totals[c] = WrappedSum(totals[c], ValueAt(bias, i));
      }
    }
  }
}

class Int4Run {
 public:
  Int4Run(const Int4Plan& plan, const Int4Problem& problem,
          const PreparedEpilogue& prepared, void* workspace)
      : plan_(plan),
        problem_(problem),
        prepared_(prepared),
        workspace_(static_cast<std::uint8_t*>(workspace)),
        kernel_(*plan.backend->int4) {}

  void ReadRow(int row) const {
    const MatrixRef& rows = problem_.rows;
    const Int4Format& format = plan_.format;
    Int4RowTask task;
    task.row = static_cast<const std::uint8_t*>(rows.data) +
               std::ptrdiff_t{row} * rows.stride;
    task.flip = rows.scalar == Scalar::kUint8 ? 0x80 : 0;
    task.k = format.k;
    task.group = format.group;
    task.padded_group = format.padded_group();
    task.copy = plan_.copies ? Copy(row) : nullptr;
    task.terms = Terms(row);
    task.factor = format.has_zero_points ? -1 : -format.zero();
    kernel_.read_row(task);
  }

  void Multiply(int block, int run, int slot) const {
    const int first = run * plan_.panels_per_share;
    const int end =
        std::min(first + plan_.panels_per_share, plan_.format.panels());
    for (int panel = first; panel < end; ++panel) {
      MultiplyPanel(block * plan_.row_block, panel, Scratch(slot));
    }
  }

 private:
  std::int8_t* Copy(int row) const {
    return reinterpret_cast<std::int8_t*>(
        workspace_ + plan_.copy_stride * static_cast<std::size_t>(row));
  }
  std::int32_t* Terms(int row) const {
    return reinterpret_cast<std::int32_t*>(workspace_ + plan_.terms) +
           std::ptrdiff_t{row} * plan_.format.groups();
  }
  std::uint8_t* Scratch(int slot) const {
    return workspace_ + plan_.scratch +
           plan_.scratch_bytes * static_cast<std::size_t>(slot);
  }

  Int4End End() const {
    switch (problem_.outcome) {
      case Int4Outcome::kFloats:
        return problem_.fused ? Int4End::kFused : Int4End::kMultiplyThenAdd;
      case Int4Outcome::kPipeline:
        return plan_.format.scale_type == Int4ScaleType::kNone
                   ? Int4End::kSum
                   : Int4End::kScaledSum;
      default:
        return Int4End::kSum;
    }
  }

  // All groups of a panel for the rows of a block.
  Int4Task TaskOf(int first_row, int panel, const std::int32_t* zero_points,
                  std::uint8_t* scratch) const {
    const Int4Format& format = plan_.format;
    const int padded = Int4Format::padded(format.columns(panel));
    const std::uint8_t* const bytes =
        problem_.panels + panel * format.panel_bytes(kInt4Nr);
    Int4Task task;
    if (plan_.copies) {
      task.a = Copy(first_row);
      task.a_stride = static_cast<std::ptrdiff_t>(plan_.copy_stride);
    } else {
      task.a = static_cast<const std::int8_t*>(problem_.rows.data) +
               std::ptrdiff_t{first_row} * problem_.rows.stride;
      task.a_stride = problem_.rows.stride;
    }
    task.rows = std::min(plan_.row_block, plan_.m - first_row);
    task.b = bytes;
    task.block_stride = static_cast<std::ptrdiff_t>(format.block_bytes(padded));
    task.b_stride = task.block_stride;
    task.halves = format.halves();
    task.half_stride = static_cast<std::ptrdiff_t>(format.half_bytes(padded));
    task.strips = padded / kInt4Strip;
    task.padded_group = format.padded_group();
    task.groups = format.groups();
    task.ahead = plan_.ahead;
    task.end = End();
    task.scale_type = format.scale_type;
    task.scales = bytes + format.scales_at(padded);
    task.scales_stride = task.block_stride;
    task.zero_points = format.has_zero_points
                           ? bytes + format.zero_points_at(padded)
                           : nullptr;
    task.sums =
        zero_points == nullptr ? nullptr : bytes + format.sums_at(padded);
    task.sums_stride = std::ptrdiff_t{padded} * format.sum_bytes();
    task.wide_sums = format.sum_bytes() == 4;
    task.terms = Terms(first_row);
    task.terms_stride = format.groups();
    task.a_zero_points = zero_points;
    task.totals = reinterpret_cast<std::int32_t*>(scratch);
    return task;
  }

  // `count` groups of a task, from `group` on.
  static Int4Task Part(const Int4Task& task, int group, int count) {
    Int4Task part = task;
    const std::ptrdiff_t blocks = group * task.block_stride;
    part.a += std::ptrdiff_t{group} * task.padded_group;
    part.b += blocks;
    part.scales += group * task.scales_stride;
    if (task.zero_points != nullptr) part.zero_points += blocks;
    if (task.sums != nullptr) part.sums += group * task.sums_stride;
    part.terms += group;
    part.groups = count;
    return part;
  }

  // The zero points of a block's rows, as kernels read the rows, or null if all
  // are zero.
  const std::int32_t* ZeroPointsOf(int first_row, int rows,
                                   std::int32_t* zero_points) const {
    const int shift = problem_.rows.scalar == Scalar::kUint8 ? 128 : 0;
    bool any = false;
    for (int r = 0; r < rows; ++r) {
      const int zero = problem_.zero_point_count == 0
                           ? 0
                           : problem_.zero_points[problem_.zero_point_count == 1
                                                      ? 0
                                                      : first_row + r];
      zero_points[r] = zero - shift;
      any |= zero_points[r] != 0;
    }
    return any ? zero_points : nullptr;
  }

  void MultiplyPanel(int first_row, int panel, std::uint8_t* scratch) const {
    std::int32_t zero_points[kInt4MaxRows];
    const int rows = std::min(plan_.row_block, plan_.m - first_row);
    const Int4Task task = TaskOf(
        first_row, panel, ZeroPointsOf(first_row, rows, zero_points), scratch);
    if (problem_.outcome == Int4Outcome::kGroupSums ||
        problem_.outcome == Int4Outcome::kInt64) {
      for (int group = 0; group < task.groups; ++group) {
        ClearTotals(task);
        Multiply(Part(task, group, 1));
        KeepGroup(task, group, first_row, panel);
      }
      if (task.groups == 0) KeepGroup(task, 0, first_row, panel);
      return;
    }
    ClearTotals(task);
    for (int group = 0; group < task.groups; group += plan_.groups_at_a_time) {
      const int count = std::min(plan_.groups_at_a_time, task.groups - group);
      Int4Task part = Part(task, group, count);
      if (plan_.widens) {
        Widen(reinterpret_cast<float*>(scratch + plan_.floats), &part);
      }
      if (plan_.unpacks) {
        MultiplyUnpacked(scratch + plan_.unpacked, part);
      } else {
        Multiply(part);
      }
    }
    if (problem_.outcome == Int4Outcome::kFloats) {
      FinishFloats(task, first_row, panel);
    } else {
      FinishIntegers(
          task, first_row, panel,
          reinterpret_cast<std::int32_t*>(scratch + plan_.transposed));
    }
  }

  static void ClearTotals(const Int4Task& task) {
    std::memset(
        task.totals, 0,
        sizeof(*task.totals) * kInt4Nr *
            static_cast<std::size_t>((task.rows - 1) / kInt4RowStep + 1) *
            kInt4RowStep);
  }

  void Widen(float* floats, Int4Task* task) const {
    kernel_.widen_scales({task->scale_type, task->scales, task->scales_stride,
                          task->strips * kInt4Strip, task->groups, floats});
    task->scales = reinterpret_cast<const std::uint8_t*>(floats);
    task->scales_stride = kInt4Nr * sizeof(float);
    task->scale_type = Int4ScaleType::kFloat32;
  }

  void Multiply(const Int4Task& task) const {
    Check(task);
    kernel_.multiply(task);
  }

  void MultiplyUnpacked(std::uint8_t* unpacked, Int4Task task) const {
    Check(task);
    kernel_.unpacking.unpack(unpacked, &task);
    Check(task);
    kernel_.unpacking.multiply(task);
  }

  void FinishFloats(const Int4Task& task, int first_row, int panel) const {
    const int first_column = panel * kInt4Nr;
    const int size = problem_.type == Int4ResultType::kFloat32 ? 4 : 2;
    Int4FinishTask finish;
    finish.totals = task.totals;
    finish.rows = task.rows;
    finish.columns = plan_.format.columns(panel);
    finish.row_scales = problem_.row_scales == nullptr
                            ? nullptr
                            : problem_.row_scales + first_row;
    finish.bias =
        problem_.bias == nullptr ? nullptr : problem_.bias + first_column;
    finish.type = problem_.type;
    finish.result_stride = problem_.result_stride * size;
    finish.result = static_cast<std::uint8_t*>(problem_.result) +
                    first_row * finish.result_stride +
                    std::ptrdiff_t{first_column} * size;
    kernel_.finish(finish);
  }

  // Where epilogues run along columns of the result, totals are transposed.
  void FinishIntegers(const Int4Task& task, int first_row, int panel,
                      std::int32_t* transposed) const {
    const MatrixRef& result = problem_.matrix;
    IntegerTile tile = {task.totals, kInt4Nr,
                        task.rows,   plan_.format.columns(panel),
                        first_row,   panel * kInt4Nr};
    if (!result.row_major) {
      const int stride = (tile.rows + 15) / 16 * 16;
      for (int c = 0; c < tile.columns; ++c) {
        for (int r = 0; r < tile.rows; ++r) {
          transposed[c * stride + r] = tile.totals[r * kInt4Nr + c];
        }
      }
      tile = {transposed,        stride,        tile.columns, tile.rows,
              tile.first_column, tile.first_row};
    }
    AddBiases(prepared_, tile);
    FinishTask finish = {};
    finish.sums = tile.totals;
    finish.stride = tile.stride;
    finish.rows = tile.rows;
    finish.columns = tile.columns;
    finish.epilogue = &prepared_.epilogue;
    finish.first_row = tile.first_row;
    finish.first_column = tile.first_column;
    const std::ptrdiff_t size = SizeOf(result.scalar);
    finish.result_stride = result.stride * size;
    finish.result = static_cast<std::uint8_t*>(const_cast<void*>(result.data)) +
                    tile.first_row * finish.result_stride +
                    tile.first_column * size;
    Check(finish);
    plan_.backend->family->finish(finish);
  }

  void KeepGroup(const Int4Task& task, int group, int first_row,
                 int panel) const {
    const int columns = plan_.format.columns(panel);
    const int first_column = panel * kInt4Nr;
    const std::uint8_t* const scales = task.scales + group * task.scales_stride;
    for (int r = 0; r < task.rows; ++r) {
      const std::int32_t* const totals = task.totals + r * kInt4Nr;
      const std::ptrdiff_t row = first_row + r;
      if (problem_.outcome == Int4Outcome::kGroupSums) {
        if (task.groups == 0) return;
        std::copy_n(totals, columns,
                    static_cast<std::int32_t*>(problem_.result) +
                        (row * task.groups + group) * plan_.format.n +
                        first_column);
        continue;
      }
      std::int64_t* const out = static_cast<std::int64_t*>(problem_.result) +
                                row * problem_.result_stride + first_column;
      if (group == 0) std::fill_n(out, columns, 0);
      if (task.groups == 0) continue;
      for (int c = 0; c < columns; ++c) {
        std::int32_t scale = 1;
        if (task.scale_type == Int4ScaleType::kInt32) {
          std::memcpy(&scale, scales + 4 * c, sizeof(scale));
        }
        // Modulo 2^64, for weights whose bytes were forged.
        out[c] = static_cast<std::int64_t>(
            static_cast<std::uint64_t>(out[c]) +
            static_cast<std::uint64_t>(std::int64_t{scale} * totals[c]));
      }
    }
  }

  const Int4Plan& plan_;
  const Int4Problem& problem_;
  const PreparedEpilogue& prepared_;
  std::uint8_t* const workspace_;
  const Int4Kernel& kernel_;
};

}  // namespace

void RunInt4Shares(const Int4Plan& plan, const Int4Problem& problem,
                   const PreparedEpilogue& prepared, void* workspace,
                   const Executor& executor) {
  const Int4Run run(plan, problem, prepared, workspace);
  const Crew crew = {executor, plan.threads, kWakeAll, true};
  if (plan.threads > 1 && plan.m >= 4 * plan.threads) {
    ParallelFor(crew, plan.m, [&](int row) { run.ReadRow(row); });
  } else {
    for (int row = 0; row < plan.m; ++row) run.ReadRow(row);
  }
  ParallelFor<Int4Worker>(crew, plan.row_blocks * plan.panel_runs,
                          [&](int share, Int4Worker* worker) {
                            run.Multiply(share / plan.panel_runs,
                                         share % plan.panel_runs, worker->slot);
                          });
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
