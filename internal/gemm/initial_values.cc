// Computes the accumulators' initial values.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "initial_values.h"

#include <algorithm>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Arithmetic modulo 2^32.
std::int32_t Plus(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) +
                                   static_cast<std::uint32_t>(b));
}
std::int32_t Times(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) *
                                   static_cast<std::uint32_t>(b));
}

std::size_t AlignedCount(int rows) {
  const std::size_t per_line = kPackedAlignment / sizeof(std::int32_t);
  return (static_cast<std::size_t>(rows) + per_line - 1) / per_line * per_line;
}

}  // namespace

void FillRows(const PreparedEpilogue& prepared, std::int32_t column_offset,
              const std::int32_t* sums, bool has_terms, int first, int count,
              std::int32_t* add) {
  if (!has_terms) std::fill_n(add + first, count, 0);
  for (int r = first; sums != nullptr && r < first + count; ++r) {
    add[r] = Plus(add[r], Times(column_offset, sums[r]));
  }
  for (int i = 0; i < prepared.bias_count; ++i) {
    const Int32Parameter& bias = prepared.biases[i].first;
    if (bias.along != Along::kRows) continue;
    for (int r = first; r < first + count; ++r) {
      add[r] = Plus(add[r], bias.data[r]);
    }
  }
}

void MoveSums(int shift, int depth, int count, std::int32_t* sums) {
  if (shift == 0) return;
  for (int r = 0; r < count; ++r) sums[r] = Plus(sums[r], Times(shift, depth));
}

InitialValues::InitialValues(const OrientedProblem& problem,
                             const Backend& backend, Domain rows, Domain panels,
                             bool row_terms, std::int32_t* row_values)
    : problem_(problem),
      backend_(backend),
      row_offset_(CommonOffset(problem.rows.offset,
                               DomainShift(rows, problem.rows.scalar))),
      column_offset_(CommonOffset(problem.panels.offset,
                                  DomainShift(panels, problem.panels.scalar))),
      rows_vary_(problem.rows.offset.along != Along::kAll),
      columns_vary_(problem.panels.offset.along != Along::kAll),
      needs_row_sums_(columns_vary_ || column_offset_ != 0),
      has_row_terms_(row_terms),
      has_row_add_(row_terms || (needs_row_sums_ && !columns_vary_) ||
                   HasRowBias(problem.prepared)),
      add_(row_values),
      sums_(row_values + AlignedCount(problem.rows.count)),
      offsets_(sums_ + AlignedCount(problem.rows.count)) {}

void InitialValues::FinishRows(int first, int count) {
  if (rows_vary_) {
    const std::int32_t* offsets = problem_.rows.offset.data;
    for (int r = first; r < first + count; ++r) {
      offsets_[r] = Plus(offsets[r], row_offset_);
    }
  }
  if (!has_row_add_) return;
  FillRows(problem_.prepared, column_offset_,
           needs_row_sums_ && !columns_vary_ ? sums_ : nullptr, has_row_terms_,
           first, count, add_);
}

void InitialValues::FillColumns(const std::int32_t* sums, int first,
                                int columns, int padded,
                                ColumnValues* values) const {
  ColumnTask task;
  task.sums = sums;
  task.offsets = columns_vary_ ? problem_.panels.offset.data + first : nullptr;
  task.offset = column_offset_;
  task.row_offset = rows_vary_ ? 0 : row_offset_;
  task.depth = problem_.depth;
  task.columns = columns;
  task.padded_columns = padded;
  task.biases = problem_.prepared.biases;
  task.bias_count = problem_.prepared.bias_count;
  task.first_column = first;
  task.add = values->add;
  task.sum_factor = rows_vary_ ? values->factor[0] : nullptr;
  task.offset_factor =
      columns_vary_ ? values->factor[rows_vary_ ? 1 : 0] : nullptr;
  backend_.prepare_columns(task);
}

void InitialValues::Attach(int first, const ColumnValues& columns,
                           PanelTask* task) const {
  task->row_add = row_add(first);
  task->column_add = columns.add;
  task->factor_count = (rows_vary_ ? 1 : 0) + (columns_vary_ ? 1 : 0);
  if (task->factor_count == 0) return;
  const std::int32_t* const by_offset = offsets_ + first;
  const std::int32_t* const by_sum = sums_ + first;
  task->row_factor[0] = rows_vary_ ? by_offset : by_sum;
  task->row_factor[1] = by_sum;
  task->column_factor[0] = columns.factor[0];
  task->column_factor[1] = columns.factor[1];
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
