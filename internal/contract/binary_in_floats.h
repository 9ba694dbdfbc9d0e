// Products and squared differences of two 8-bit tensors in floats, and tasks of
// them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_BINARY_IN_FLOATS_H_
#define LOWP_INTERNAL_CONTRACT_BINARY_IN_FLOATS_H_

#include <cstddef>
#include <cstdint>

#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// An integer x of at most 32 bits becomes trunc(v + (v > 0 ? above : below)),
// where v = float(x) * factor. Each operation is rounded to float.
struct ScalingInFloats {
  float factor, above, below;
};

// clamp(scaled((x - x_zero_point) * (y - y_zero_point)) + zero_point)
struct MultiplicationInFloats {
  std::int32_t x_zero_point, y_zero_point;
  ScalingInFloats scaling;
  std::int32_t zero_point;
  std::int32_t low, high;
};

// clamp(scaled(d * d) + zero_point), where
//   d = x_scaled(x - x_zero_point) - y_scaled(y - y_zero_point)
// The float of d * d is the rounded square; d is exact.
struct SquaredDifferenceInFloats {
  std::int32_t x_zero_point, y_zero_point;
  ScalingInFloats x_scaling, y_scaling, scaling;
  std::int32_t zero_point;
  std::int32_t low, high;
};

// Elements of two tensors and of the result.
template <typename Form>
struct BinaryInFloatsTask {
  const Form* form;
  Scalar scalar;  // kInt8 or kUint8
  const std::uint8_t* x;
  const std::uint8_t* y;
  std::uint8_t* result;  // may be x or y
  std::size_t count;
};
using MultiplyTask = BinaryInFloatsTask<MultiplicationInFloats>;
using SquareDifferenceTask = BinaryInFloatsTask<SquaredDifferenceInFloats>;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_BINARY_IN_FLOATS_H_
