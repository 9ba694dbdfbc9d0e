// Sums in memory, and what becomes of them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "sum_and_finish.h"

#include <algorithm>

#include "../contract/core_costs.h"
#include "check_task.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Sums that are made before they are finished: 8 KB, a quarter of L1.
constexpr int kSums = 2048;
// Values that kernels may overwrite past the last sum: a register.
constexpr int kSlack = 16;
// Sums of columns in place.
constexpr int kSumsInPlace = kMaxRowsInPlace * kMaxNr;

// What the columns of a task, at most kMax, add to accumulators.
template <int kMax>
struct ColumnValues {
  alignas(64) std::int32_t add[kMax];
  alignas(64) std::int32_t sum_factor[kMax];
  alignas(64) std::int32_t offset_factor[kMax];

  void Fill(const PreparedProduct& p, const VaryingOffsets& varying,
            const GemmTask& task, const std::int32_t* sums) {
    ColumnTask columns;
    columns.sums = sums;
    columns.offsets = p.b.varies ? varying.b + task.first_column : nullptr;
    columns.offset = task.b_offset;
    columns.a_offset = task.a_offset;
    columns.k = task.k;
    columns.columns = task.n;
    columns.padded_columns = task.padded_n;
    columns.biases = task.biases;
    columns.bias_count = task.bias_count;
    columns.first_column = task.first_column;
    columns.add = add;
    columns.sum_factor = p.a.varies ? sum_factor : nullptr;
    columns.offset_factor = p.b.varies ? offset_factor : nullptr;
    Check(columns);
    p.backend->family->prepare_columns(columns);
  }

  // For `finish`, whose rows begin with row `first_row` of the result.
  void Attach(const PreparedProduct& p, const VaryingOffsets& varying,
              int first_row, FinishTask* finish) const {
    const int first = first_row - varying.first_row;
    int count = 0;
    if (p.a.varies) {
      finish->row_factor[count] = varying.a + first;
      finish->column_factor[count++] = sum_factor;
    }
    if (p.b.varies) {
      finish->row_factor[count] = varying.row_sums + first;
      finish->column_factor[count++] = offset_factor;
    }
    finish->factor_count = count;
  }
};

FinishTask FinishOf(const GemmTask& task) {
  FinishTask finish;
  finish.columns = task.n;
  finish.factor_count = 0;
  finish.epilogue = task.epilogue;
  finish.result = task.result;
  finish.result_stride = task.result_stride;
  finish.first_row = task.first_row;
  finish.first_column = task.first_column;
  return finish;
}

bool VariesAlong(const Epilogue& epilogue, Along along) {
  return (epilogue.form == EpilogueForm::kFixedPoint &&
          epilogue.fixed_point.along == along) ||
         (epilogue.form == EpilogueForm::kFloat &&
          epilogue.floating.scale.along == along);
}

// Where something varies along columns, a row of kMaxNr of them needs constants
// for each. These take longer to make than whole registers save, unless rows of
// n columns would leave many lanes empty for each of them.
bool PaysToRepeat(const Backend& backend, const GemmTask& task) {
  return std::int64_t{task.m} * (task.padded_n - task.n) >=
         MemoryHere(backend).min_lanes_saved * kMaxNr;
}

// Whether the rows of the result follow one another without gaps and nothing in
// the epilogue depends on the row. Then they are as good as one row of many
// columns, which takes whole registers.
bool IsDense(const PreparedProduct& p, const GemmTask& task) {
  const Epilogue& epilogue = *task.epilogue;
  return p.kernel->sums_densely && !p.a.varies && !p.b.varies &&
         task.result_stride == task.n * SizeOf(epilogue.result) &&
         epilogue.form != EpilogueForm::kList &&
         epilogue.form != EpilogueForm::kReal &&
         !VariesAlong(epilogue, Along::kRows) &&
         (!VariesAlong(epilogue, Along::kCols) ||
          PaysToRepeat(*p.backend, task));
}

// Repeats what varies along columns up to `width`, in steps of what is there
// already.
template <typename Parameter, typename Value>
void Repeat(int first, int count, int width, Parameter* parameter,
            Value* repeated) {
  std::copy_n(parameter->data + first, count, repeated);
  for (; count < width; count *= 2) {
    std::copy_n(repeated, std::min(count, width - count), repeated + count);
  }
  parameter->data = repeated;
  parameter->size = width;
}

// Finishes sums of a dense result as rows of about a panel's width; what varies
// along columns is repeated over them.
class DenseRows {
 public:
  DenseRows(const PreparedProduct& p, const GemmTask& task)
      : family_(*p.backend->family),
        task_(FinishOf(task)),
        size_(SizeOf(task.epilogue->result)) {
    task_.first_row = task_.first_column = 0;
    const Epilogue& epilogue = *task.epilogue;
    if (!VariesAlong(epilogue, Along::kCols)) return;
    width_ -= kMaxNr % task.n;
    epilogue_ = epilogue;
    task_.epilogue = &epilogue_;
    if (epilogue.form == EpilogueForm::kFloat) {
      Repeat(task.first_column, task.n, width_, &epilogue_.floating.scale,
             scale_);
    } else {
      Repeat(task.first_column, task.n, width_,
             &epilogue_.fixed_point.multiplier, multiplier_);
      Repeat(task.first_column, task.n, width_, &epilogue_.fixed_point.exponent,
             exponent_);
    }
  }
  DenseRows(const DenseRows&) = delete;
  DenseRows& operator=(const DenseRows&) = delete;

  // Finishes the next `count` values.
  void Finish(std::int32_t* sums, int count) {
    const int rows = count / width_;
    if (rows > 0) Finish(sums, rows, width_);
    const int done = rows * width_;
    if (done < count) Finish(sums + done, 1, count - done);
  }

 private:
  void Finish(std::int32_t* sums, int rows, int columns) {
    task_.sums = sums;
    task_.stride = columns;
    task_.rows = rows;
    task_.columns = columns;
    task_.result_stride = std::ptrdiff_t{columns} * size_;
    family_.finish(task_);
    task_.result += rows * task_.result_stride;
  }

  const RegisterFamily& family_;
  FinishTask task_;
  const int size_;
  int width_ = kMaxNr;
  Epilogue epilogue_;
  std::int32_t multiplier_[kMaxNr];
  std::int32_t exponent_[kMaxNr];
  float scale_[kMaxNr];
};

// Rows whose sums are made at a time: whole tiles, so that each part begins
// with a block of interleaved rows.
constexpr int kRowStep = 8;
static_assert(kRowStep * kMaxNr <= kSums, "fewer rows than a step would fit");
int RowsAtATime(int stride) { return kSums / stride / kRowStep * kRowStep; }

void SumAndFinishDensely(const PreparedProduct& p, const GemmTask& task) {
  alignas(64) std::int32_t sums[kSums + kSlack];
  DenseRows dense(p, task);
  SumTarget part = {0, 0, sums, task.n, nullptr};
  const int max_rows =
      std::int64_t{task.m} * task.n <= kSums ? task.m : RowsAtATime(task.n);
  for (; part.first < task.m; part.first += part.count) {
    part.count = std::min(max_rows, task.m - part.first);
    CheckTaskToSum(p, task, part);
    p.kernel->sum(task, part);
    dense.Finish(sums, part.count * task.n);
  }
}

}  // namespace

void SumAndFinish(const PreparedProduct& p, const VaryingOffsets& varying,
                  GemmTask* task) {
  ColumnValues<kMaxNr> columns;
  columns.Fill(p, varying, *task, task->column_sums);
  task->column_add = columns.add;
  if (IsDense(p, *task)) return SumAndFinishDensely(p, *task);
  alignas(64) std::int32_t sums[kSums + kSlack];
  SumTarget part = {0, 0, sums, task->padded_n, nullptr};
  FinishTask finish = FinishOf(*task);
  finish.sums = sums;
  finish.stride = part.stride;
  const int max_rows = RowsAtATime(task->padded_n);
  for (; part.first < task->m; part.first += part.count) {
    part.count = std::min(max_rows, task->m - part.first);
    CheckTaskToSum(p, *task, part);
    p.kernel->sum(*task, part);
    finish.rows = part.count;
    finish.first_row = task->first_row + part.first;
    columns.Attach(p, varying, finish.first_row, &finish);
    Check(finish);
    p.backend->family->finish(finish);
    finish.result += part.count * finish.result_stride;
  }
}

void SumAndFinishInPlace(const PreparedProduct& p,
                         const VaryingOffsets& varying, GemmTask* task) {
  alignas(64) static constexpr std::int32_t kNoSums[kMaxColumnsInPlace] = {};
  ColumnValues<kMaxColumnsInPlace> columns;
  alignas(64) std::int32_t sums[kSumsInPlace + kSlack];
  alignas(64) std::int32_t column_sums[kMaxColumnsInPlace];
  columns.Fill(p, varying, *task, kNoSums);
  task->column_add = columns.add;
  const SumTarget target = {0, task->m, sums, task->padded_n,
                            p.a.varies ? column_sums : nullptr};
  CheckTaskToSum(p, *task, target);
  p.kernel->sum(*task, target);
  FinishTask finish = FinishOf(*task);
  if (p.a.varies) columns.Fill(p, varying, *task, column_sums);
  columns.Attach(p, varying, task->first_row, &finish);
  finish.sums = sums;
  finish.stride = task->padded_n;
  finish.rows = task->m;
  Check(finish);
  p.backend->family->finish(finish);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
