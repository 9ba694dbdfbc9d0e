// The squared difference of two quantized tensors of 8 bits, prepared once:
// TrySquareDifference's bytes in a fraction of its time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_PREPARED_SQUARED_DIFFERENCE_H_
#define LOWP_PUBLIC_OPERATORS_PREPARED_SQUARED_DIFFERENCE_H_

#include "elementwise.h"
#include "prepared_binary.h"

namespace gemmlowp {
inline namespace lowp {

// Prepare(context, difference, range, &prepared), then
// prepared.Run(context, x, x_count, y, y_count, result), which is
// TrySquareDifference(context, x, x_count, y, y_count, difference, result,
// range).
//
// Preparing looks for floats that scale as fixed point does: all values of
// either operand, then the squares of all of their differences. For most
// parameters there are such floats, and runs on AVX2 and AVX-512 compute with
// them. Others are calls of TrySquareDifference. The bytes are the same.
template <typename T>
class PreparedSquaredDifference
    : public internal::PreparedBinary<
          T, ResidualAdditionNumbers, &internal::BinaryProblem::difference,
          internal::SquaredDifferenceInFloats,
          &internal::BinaryProblem::difference_in_floats,
          &internal::PrepareSquaredDifference> {
 public:
  // Whether there are floats that give the same bytes.
  bool is_in_floats() const { return this->has_form(); }
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_PREPARED_SQUARED_DIFFERENCE_H_
