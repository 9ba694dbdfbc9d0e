// Computes the accumulators' initial values.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "initial_values.h"

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

std::int32_t At(const Int32Parameter& parameter, int index) {
  return parameter.along == Along::kAll ? parameter.value
                                        : parameter.data[index];
}

// The sum of the leading biases that vary along `along` at that index.
std::int32_t BiasAt(const PreparedEpilogue& prepared, Along along, int index) {
  std::int32_t sum = 0;
  for (int i = 0; i < prepared.bias_count; ++i) {
    const Int32Parameter& bias = prepared.biases[i].first;
    if (bias.along == along) sum = Plus(sum, At(bias, index));
  }
  return sum;
}

bool HasRowBias(const PreparedEpilogue& prepared) {
  for (int i = 0; i < prepared.bias_count; ++i) {
    if (prepared.biases[i].first.along == Along::kRows) return true;
  }
  return false;
}

std::size_t AlignedCount(int rows) {
  const std::size_t per_line = kPackedAlignment / sizeof(std::int32_t);
  return (static_cast<std::size_t>(rows) + per_line - 1) / per_line * per_line;
}

}  // namespace

InitialValues::InitialValues(const OrientedProblem& problem,
                             const Backend& backend, std::int32_t* row_values)
    : problem_(problem),
      row_shift_(DomainShift(backend.row_domain, problem.rows.scalar)),
      column_shift_(DomainShift(backend.panel.domain, problem.panels.scalar)),
      rows_vary_(problem.rows.offset.along != Along::kAll),
      columns_vary_(problem.panels.offset.along != Along::kAll),
      add_(row_values),
      sums_(row_values + AlignedCount(problem.rows.count)),
      offsets_(sums_ + AlignedCount(problem.rows.count)) {
  needs_row_sums_ = columns_vary_ || ColumnOffset(0) != 0;
  has_row_add_ =
      (needs_row_sums_ && !columns_vary_) || HasRowBias(problem.prepared);
  factor_count_ = (rows_vary_ ? 1 : 0) + (columns_vary_ ? 1 : 0);
}

std::int32_t InitialValues::RowOffset(int row) const {
  return Plus(At(problem_.rows.offset, row), -row_shift_);
}

std::int32_t InitialValues::ColumnOffset(int column) const {
  return Plus(At(problem_.panels.offset, column), -column_shift_);
}

void InitialValues::FinishRows(int first, int count) {
  const bool varying_bias = HasRowBias(problem_.prepared);
  for (int r = first; r < first + count; ++r) {
    if (rows_vary_) offsets_[r] = RowOffset(r);
    if (!has_row_add_) continue;
    const std::int32_t zero_point = columns_vary_ || !needs_row_sums_
                                        ? 0
                                        : Times(ColumnOffset(0), sums_[r]);
    add_[r] = varying_bias
                  ? Plus(zero_point, BiasAt(problem_.prepared, Along::kRows, r))
                  : zero_point;
  }
}

void InitialValues::FillColumns(const std::int32_t* sums, int first,
                                int columns, int padded,
                                ColumnValues* values) const {
  std::int32_t* const add = values->add;
  std::int32_t* const sum_factor = values->factor[0];
  std::int32_t* const offset_factor = values->factor[rows_vary_ ? 1 : 0];
  // sum b + depth q for each column; what lies beyond the last one is never
  // stored, but has to be some number.
  if (columns_vary_) {
    for (int c = 0; c < columns; ++c) {
      offset_factor[c] = ColumnOffset(first + c);
      add[c] = Plus(sums[c], Times(problem_.depth, offset_factor[c]));
    }
  } else {
    const std::int32_t shared = Times(problem_.depth, ColumnOffset(0));
    for (int c = 0; c < columns; ++c) add[c] = Plus(sums[c], shared);
  }
  for (int c = columns; c < padded; ++c) {
    add[c] = values->factor[0][c] = values->factor[1][c] = 0;
  }
  if (rows_vary_) {
    for (int c = 0; c < columns; ++c) sum_factor[c] = add[c];
  }
  const std::int32_t row_offset = rows_vary_ ? 0 : RowOffset(0);
  const std::int32_t common_bias = BiasAt(problem_.prepared, Along::kAll, 0);
  for (int c = 0; c < columns; ++c) {
    add[c] = Plus(common_bias, Times(row_offset, add[c]));
  }
  for (int i = 0; i < problem_.prepared.bias_count; ++i) {
    const Int32Parameter& bias = problem_.prepared.biases[i].first;
    if (bias.along != Along::kCols) continue;
    for (int c = 0; c < columns; ++c) {
      add[c] = Plus(add[c], bias.data[first + c]);
    }
  }
}

void InitialValues::Attach(int first, const ColumnValues& columns,
                           PanelTask* task) const {
  task->row_add = has_row_add_ ? add_ + first : nullptr;
  task->column_add = columns.add;
  task->factor_count = factor_count_;
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
