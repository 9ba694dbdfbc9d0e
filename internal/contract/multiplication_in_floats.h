// Products of two 8-bit tensors in floats, and a task of them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_MULTIPLICATION_IN_FLOATS_H_
#define LOWP_INTERNAL_CONTRACT_MULTIPLICATION_IN_FLOATS_H_

#include <cstddef>
#include <cstdint>

#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// For x and y of 8 bits and v = float((x - x_zero) * (y - y_zero)) * factor,
//   clamp(trunc(v + (v > 0 ? above : below)) + zero_point, low, high)
// where product and sum are rounded to float, and the integers exact.
struct MultiplicationInFloats {
  std::int32_t x_zero_point, y_zero_point;
  float factor, above, below;
  std::int32_t zero_point;
  std::int32_t low, high;
};

struct MultiplyTask {
  const MultiplicationInFloats* form;
  Scalar scalar;  // kInt8 or kUint8
  const std::uint8_t* x;
  const std::uint8_t* y;
  std::uint8_t* result;  // may be x or y
  std::size_t count;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_MULTIPLICATION_IN_FLOATS_H_
