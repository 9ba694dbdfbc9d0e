// The product of two quantized tensors of 8 bits, prepared once: TryMultiply's
// bytes in a fraction of its time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_PREPARED_MULTIPLICATION_H_
#define LOWP_PUBLIC_OPERATORS_PREPARED_MULTIPLICATION_H_

#include "elementwise.h"
#include "prepared_binary.h"

namespace gemmlowp {
inline namespace lowp {

// Prepare(context, multiplication, range, &prepared), then
// prepared.Run(context, x, x_count, y, y_count, result), which is
// TryMultiply(context, x, x_count, y, y_count, multiplication, result, range).
//
// Preparing computes the results of all products of two differences, at most
// 130051, and looks for floats that give every one of them: v = (x -
// x_zero_point) * (y - y_zero_point) * factor, then trunc(v + c), with one c
// where v is positive and another where it is not. For most parameters there
// are such floats, and runs on AVX2 and AVX-512 compute with them. Others are
// calls of TryMultiply. The bytes are the same.
template <typename T>
class PreparedMultiplication
    : public internal::PreparedBinary<
          T, Multiplication, &internal::BinaryProblem::multiplication,
          internal::MultiplicationInFloats,
          &internal::BinaryProblem::product_in_floats,
          &internal::PrepareMultiplication> {
 public:
  // Whether there are floats that give the same bytes.
  bool is_in_floats() const { return this->has_form(); }
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_PREPARED_MULTIPLICATION_H_
