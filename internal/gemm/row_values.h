// The accumulators' initial values: where zero points, sign flips and biases
// go, so that they cost nothing in the kernels' loops.
//
// With a and b the values of A and B as the kernel reads them, and p, q what
// has to be added to them, modulo 2^32:
//
//   sum (a + p)(b + q) = sum a b + p (sum b + k q) + q sum a
//
// What is the same for a whole row goes into row_add; what is the same for a
// whole column follows from the task (GemmTask). p that varies along rows, or q
// that varies along columns, leaves a product of a row's factor and a column's,
// which RegisterFamily::finish adds.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_ROW_VALUES_H_
#define LOWP_INTERNAL_GEMM_ROW_VALUES_H_

#include <cstdint>

#include "../contract/gemm.h"
#include "../epilogue/prepare_epilogue.h"
#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What the sums of products need where offsets vary; null: they do not.
struct VaryingOffsets {
  int first_row;          // of the result, which the values of rows begin with
  const std::int32_t* a;  // p of each row
  const std::int32_t* b;  // the caller's q of each column
  const std::int32_t* row_sums;  // what q is multiplied with
};

// One int32 for each row in up to three places of the workspace.
class RowValues {
 public:
  RowValues(const PreparedProduct& p, const GemmProblem& problem,
            const PreparedEpilogue& prepared, int first_row,
            std::uint8_t* workspace)
      : p_(p),
        prepared_(prepared),
        first_row_(first_row),
        offsets_of_a_(p.swapped ? problem.rhs_offset : problem.lhs_offset),
        offsets_of_b_(p.swapped ? problem.lhs_offset : problem.rhs_offset),
        memory_(workspace + p.layout.row_values),
        a_offset_(CommonOffset(offsets_of_a_, p.a)),
        b_offset_(CommonOffset(offsets_of_b_, p.b)) {}

  // What has to be added to every value that the kernel reads: the caller's
  // offset, unless it varies, minus PreparedSide::shift.
  static std::int32_t CommonOffset(const Int32Parameter& offset,
                                   const PreparedSide& side) {
    return Unshifted(side.varies ? 0 : offset.value, side);
  }
  static std::int32_t Unshifted(std::int32_t offset, const PreparedSide& side) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(offset) -
                                     static_cast<std::uint32_t>(side.shift));
  }

  // What is added to every value of A and of B, if that is the same.
  std::int32_t a_offset() const { return p_.a.varies ? 0 : a_offset_; }
  std::int32_t b_offset() const { return b_offset_; }
  bool needs_sums() const { return p_.b.varies || b_offset_ != 0; }
  // Whether there is anything to prepare for rows.
  bool any() const {
    return needs_sums() || prepared_.has_row_bias || p_.a.varies;
  }

  // Sets where the sums of the rows from `first` on go, and how they are
  // adjusted, if the kernel's values are the summed ones plus `shift`.
  void SetSums(int first, int shift, RowTask* task) const {
    const std::uint32_t factor =
        p_.b.varies ? 1u : static_cast<std::uint32_t>(b_offset_);
    task->sums = (p_.b.varies ? Sums() : Add()) + first;
    task->sum_factor = static_cast<std::int32_t>(factor);
    task->sum_add =
        static_cast<std::int32_t>(factor * static_cast<std::uint32_t>(shift) *
                                  static_cast<std::uint32_t>(p_.k));
  }

  // Completes rows [first, first + count), whose sums are there.
  void Complete(int first, int count) const {
    if (p_.a.varies) SetOffsets(*this, first, count);
    if (prepared_.has_row_bias) AddBiases(*this, first, count);
  }

  // GemmTask::row_add of the rows from `first` on; null: zero.
  const std::int32_t* add(int first) const {
    return prepared_.has_row_bias || (!p_.b.varies && b_offset_ != 0)
               ? Add() + first
               : nullptr;
  }

  VaryingOffsets varying() const {
    return {first_row_, p_.a.varies ? Offsets() : nullptr,
            p_.b.varies ? offsets_of_b_.data : nullptr, Sums()};
  }

 private:
  std::int32_t* At(std::size_t i) const {
    return reinterpret_cast<std::int32_t*>(memory_ +
                                           i * p_.layout.row_value_bytes);
  }
  std::int32_t* Add() const { return At(0); }
  std::int32_t* Sums() const { return At(1); }
  std::int32_t* Offsets() const { return At(2); }

  // Of a copy, so that the object itself need not be in memory.
  static void SetOffsets(RowValues values, int first, int count);
  static void AddBiases(RowValues values, int first, int count);

  const PreparedProduct& p_;
  const PreparedEpilogue& prepared_;
  const int first_row_;  // of the result
  const Int32Parameter& offsets_of_a_;
  const Int32Parameter& offsets_of_b_;
  std::uint8_t* const memory_;
  const std::int32_t a_offset_, b_offset_;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_ROW_VALUES_H_
