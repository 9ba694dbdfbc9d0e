// The sum of two quantized tensors of 8 bits, prepared once: TryAdd's bytes in
// a fraction of its time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_PREPARED_ADDITION_H_
#define LOWP_PUBLIC_OPERATORS_PREPARED_ADDITION_H_

#include "elementwise.h"
#include "prepared_binary.h"

namespace gemmlowp {
inline namespace lowp {

// Prepare(context, addition, range, &prepared), then
// prepared.Run(context, x, x_count, y, y_count, result), which is
// TryAdd(context, x, x_count, y, y_count, addition, result, range).
//
// Preparing computes the sums of all 65536 pairs of elements, and looks for a
// linear form, clamp((x * P + y * Q + R) >> s), that gives every one of them.
// For most parameters there is one, and runs compute that. Otherwise they are
// calls of TryAdd. The bytes are the same.
template <typename T>
class PreparedAddition
    : public internal::PreparedBinary<
          T, ResidualAdditionNumbers, &internal::BinaryProblem::addition,
          internal::LinearAddition, &internal::BinaryProblem::linear,
          &internal::PrepareAddition> {
 public:
  // Whether runs compute the linear form.
  bool is_linear() const { return this->has_form(); }
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_PREPARED_ADDITION_H_
