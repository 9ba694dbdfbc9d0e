// The accumulators' initial values: where zero points, sign flips and biases
// go, so that they cost nothing in the kernels' loops.
//
// With a the numbers of a row, b those of a column, as the kernel reads them,
// and p, q what has to be added to them, modulo 2^32:
//
//   sum (a + p)(b + q) = sum a b + p (sum b + depth q) + q sum a
//
// What is the same for a whole row goes into row_add, what is the same for a
// whole column into column_add. p that varies along rows, or q that varies
// along columns, leaves a product of a row's factor and a column's.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_INITIAL_VALUES_H_
#define LOWP_INTERNAL_GEMM_INITIAL_VALUES_H_

#include <cstdint>

#include "plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The widest panel of any backend.
constexpr int kMaxPanelWidth = 64;

// The initial values' part that one panel's columns decide.
struct ColumnValues {
  alignas(64) std::int32_t add[kMaxPanelWidth];
  alignas(64) std::int32_t factor[2][kMaxPanelWidth];
};

// The part of the offset that all elements share, as the kernel adds it.
// `shift` = kernel's value - caller's value of an element.
inline std::int32_t CommonOffset(const Int32Parameter& offset,
                                 std::int32_t shift) {
  const std::uint32_t value = offset.along == Along::kAll
                                  ? static_cast<std::uint32_t>(offset.value)
                                  : 0;
  return static_cast<std::int32_t>(value - static_cast<std::uint32_t>(shift));
}

// What varies along rows among the biases that are initial values.
inline bool HasRowBias(const PreparedEpilogue& prepared) {
  for (int i = 0; i < prepared.bias_count; ++i) {
    if (prepared.biases[i].first.along == Along::kRows) return true;
  }
  return false;
}

// add[r] = column_offset * sums[r] + the biases of row r, modulo 2^32, for rows
// [first, first + count), and what was there if it is a term. Without sums they
// count as zero.
void FillRows(const PreparedEpilogue& prepared, std::int32_t column_offset,
              const std::int32_t* sums, bool has_terms, int first, int count,
              std::int32_t* add);

// Makes sums of `depth` numbers each those of numbers that are larger by
// `shift`.
void MoveSums(int shift, int depth, int count, std::int32_t* sums);

class InitialValues {
 public:
  // The domains are those in which kernels read rows and panels. With
  // `row_terms` the rows have those of RowTask. `row_values` has room for three
  // times the number of rows, each third aligned to kPackedAlignment.
  InitialValues(const OrientedProblem& problem, const Backend& backend,
                Domain rows, Domain panels, bool row_terms,
                std::int32_t* row_values);

  // Whether the row side must be summed.
  bool needs_row_sums() const { return needs_row_sums_; }
  // Whether the columns' sums matter.
  bool needs_column_sums() const { return rows_vary_ || row_offset_ != 0; }
  // What has to be added to every number of the row side, if it is the same.
  bool rows_vary() const { return rows_vary_; }
  std::int32_t row_offset() const { return row_offset_; }
  // Likewise of the panel side.
  std::int32_t column_offset() const { return column_offset_; }
  // The initial values of rows from `first` on; null: zero.
  const std::int32_t* row_add(int first) const {
    return has_row_add_ ? add_ + first : nullptr;
  }
  // Whether there is anything to prepare for rows.
  bool has_row_values() const {
    return needs_row_sums_ || has_row_add_ || rows_vary_;
  }
  // Where the sums of the rows' numbers go before FinishRows.
  std::int32_t* row_sums() { return sums_; }

  // Where the terms of rows from `first` on go before FinishRows; null: they
  // have none.
  std::int32_t* row_terms(int first) {
    return has_row_terms_ ? add_ + first : nullptr;
  }

  // Turns the sums and terms of rows [first, first + count) into their initial
  // values.
  void FinishRows(int first, int count);

  // The values of the columns [first, first + columns) of a panel with those
  // sums; up to `padded` they are zero.
  void FillColumns(const std::int32_t* sums, int first, int columns, int padded,
                   ColumnValues* values) const;

  // Points the task, which starts at row `first`, at the values.
  void Attach(int first, const ColumnValues& columns, PanelTask* task) const;

 private:
  const OrientedProblem& problem_;
  const Backend& backend_;
  // What has to be added to every number: the caller's offset, unless it
  // varies, minus what the kernel's number has more than the caller's.
  std::int32_t row_offset_;
  std::int32_t column_offset_;
  bool rows_vary_;
  bool columns_vary_;
  bool needs_row_sums_;
  bool has_row_terms_;
  bool has_row_add_;
  std::int32_t* add_;
  std::int32_t* sums_;     // the factor of column offsets, and scratch
  std::int32_t* offsets_;  // the factor of column sums
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_INITIAL_VALUES_H_
