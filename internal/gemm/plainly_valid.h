// The check at the door, in short. Most products are right and made of the
// usual parts; a few dozen instructions say so. Whatever they do not recognise
// is for validate.h to look through, and to find the fault if there is one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PLAINLY_VALID_H_
#define LOWP_INTERNAL_GEMM_PLAINLY_VALID_H_

#include <cstddef>
#include <cstdint>
#include <limits>

#include "../contract/gemm.h"
#include "../contract/packed_format.h"
#include "../epilogue/common_bits.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What has to be said of a matrix in memory so that it needs no closer look,
// gathered over several matrices.
class PlainMatrices {
 public:
  // Of a product of those sizes.
  PlainMatrices(std::int64_t rows, std::int64_t cols, std::int64_t depth)
      : signs_((rows - 1) | (cols - 1) | (depth - 1)) {}

  // Adds a matrix of numbers of that size; returns where it begins and ends.
  struct Bytes {
    std::uintptr_t begin, end;
  };
  Bytes Add(const MatrixRef& matrix, int size) {
    const std::int64_t outer = matrix.row_major ? matrix.rows : matrix.cols;
    const std::int64_t inner = matrix.row_major ? matrix.cols : matrix.rows;
    const std::int64_t elements = (outer - 1) * matrix.stride + inner;
    const std::intptr_t begin = reinterpret_cast<std::intptr_t>(matrix.data);
    signs_ |= (matrix.stride - inner) | (begin - 1);
    elements_ |= elements;
    const std::uintptr_t first = static_cast<std::uintptr_t>(begin);
    return {first, first + static_cast<std::uintptr_t>(elements) * size};
  }

  // Whether all of them have elements, a large enough stride and memory in the
  // lower half of the address space.
  bool ok() const { return signs_ >= 0 && elements_ <= kPlainElements; }

 private:
  // All the bits of numbers whose bytes do not wrap around.
  static constexpr std::int64_t kPlainElements =
      std::numeric_limits<std::ptrdiff_t>::max() >> 15;
  std::int64_t signs_;  // negative if one of the numbers was
  std::int64_t elements_ = 0;
};

// Whether an operand has what a PackedMatrix for that side has.
inline bool IsPackedFor(const Operand& operand, Side side) {
  return operand.packed != nullptr &&
         operand.packed->side == static_cast<int>(side);
}

// Whether no byte of a result, nor of the gaps behind its rows, is one of
// these.
inline bool IsApart(const MatrixRef& result, const void* data,
                    std::size_t bytes) {
  // In 64 bits, since a single line has any stride.
  const std::uint64_t lines =
      static_cast<std::uint64_t>(result.row_major ? result.rows : result.cols);
  const std::uint64_t stride = static_cast<std::uint64_t>(result.stride);
  const std::uint64_t extent =
      lines * stride * static_cast<std::uint64_t>(SizeOf(result.scalar));
  // Modulo the address space: far ahead of what lies before it.
  const std::uintptr_t ahead = reinterpret_cast<std::uintptr_t>(data) -
                               reinterpret_cast<std::uintptr_t>(result.data);
  return ahead >= extent && 0 - ahead >= bytes;
}

// Whether a parameter is one value, or has one for each row or column, apart
// from the result.
template <typename Parameter>
bool IsPlainlyValid(const Parameter& parameter, const MatrixRef& result) {
  if (parameter.along == Along::kAll) return true;
  return parameter.size ==
             (parameter.along == Along::kRows ? result.rows : result.cols) &&
         parameter.data != nullptr &&
         IsApart(result, parameter.data,
                 static_cast<std::size_t>(parameter.size) *
                     sizeof(*parameter.data));
}

inline bool IsScalingPlainlyValid(const EpilogueOp& op,
                                  const MatrixRef& result) {
  return op.rounding <= FixedPointRounding::kSingleUpward15Bits &&
         op.overflow <= FixedPointOverflow::kSaturate &&
         IsPlainlyValid(op.first, result) &&
         IsPlainlyValid(op.second, result) &&
         BitsOf(op.second).AreWithin(op.second_is_right_shift ? 0 : -31, 31);
}

inline bool IsFloatScalingPlainlyValid(const EpilogueOp& op,
                                       const MatrixRef& result) {
  return op.float_rounding <= FloatRounding::kAwayBySum &&
         op.order <= ZeroPointOrder::kBeforeRounding &&
         IsPlainlyValid(op.factor, result) &&
         BitsOf(op.factor).AreMagnitudesWithin(
             std::numeric_limits<float>::max());
}

// Whether nothing is wrong with stages, if they are of the usual kinds.
inline bool AreOpsPlainlyValid(const EpilogueOp* ops, int count,
                               const MatrixRef& result) {
  for (const EpilogueOp *op = ops, *end = ops + count; op != end; ++op) {
    if (op->kind == EpilogueKind::kClamp) continue;
    if (op->kind == EpilogueKind::kBias) {
      if (!IsPlainlyValid(op->first, result)) return false;
    } else if (op->kind == EpilogueKind::kFixedPoint) {
      if (!IsScalingPlainlyValid(*op, result)) return false;
    } else if (op->kind == EpilogueKind::kQuantizeDown) {
      if (!IsPlainlyValid(op->first, result) ||
          !IsPlainlyValid(op->second, result) || op->offset < 0 ||
          op->offset > 31) {
        return false;
      }
    } else if (op->kind == EpilogueKind::kScaleFloat) {
      if (!IsFloatScalingPlainlyValid(*op, result)) return false;
    } else {
      return false;
    }
  }
  return true;
}

// Whether nothing is wrong with a product but for its stages; false says
// nothing. A plain product has one offset for each side, and elements.
inline bool AreMatricesPlainlyValid(const GemmProblem& problem) {
  const MatrixRef& lhs = problem.lhs.matrix;
  const MatrixRef& rhs = problem.rhs.matrix;
  const MatrixRef& result = problem.result;
  if (((lhs.cols ^ rhs.rows) | (result.rows ^ lhs.rows) |
       (result.cols ^ rhs.cols)) != 0 ||
      problem.lhs_offset.along != Along::kAll ||
      problem.rhs_offset.along != Along::kAll) {
    return false;
  }
  PlainMatrices matrices(result.rows, result.cols, lhs.cols);
  const auto [begin, end] = matrices.Add(result, SizeOf(result.scalar));
  if (problem.lhs.is_packed) {
    if (!IsPackedFor(problem.lhs, Side::kLhs)) return false;
  } else {
    const auto [lhs_begin, lhs_end] = matrices.Add(lhs, 1);
    if (lhs_begin < end && begin < lhs_end) return false;
  }
  if (problem.rhs.is_packed) {
    if (!IsPackedFor(problem.rhs, Side::kRhs)) return false;
  } else {
    const auto [rhs_begin, rhs_end] = matrices.Add(rhs, 1);
    if (rhs_begin < end && begin < rhs_end) return false;
  }
  return matrices.ok();
}

// The same with its stages.
inline bool IsPlainlyValid(const GemmProblem& problem) {
  return AreMatricesPlainlyValid(problem) &&
         AreOpsPlainlyValid(problem.ops, problem.op_count, problem.result);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PLAINLY_VALID_H_
