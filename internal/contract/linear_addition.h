// Sums of two 8-bit tensors as a linear form, and a task of them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_LINEAR_ADDITION_H_
#define LOWP_INTERNAL_CONTRACT_LINEAR_ADDITION_H_

#include <cstddef>
#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// For x and y of int8,
//   clamp((x * P + y * Q + R) >> (15 + shift), low, high)
// where P, Q and R of 46 bits are given as their upper bits and their lower 15:
//   (x * x_high + y * y_high + high + ((x * x_low + y * y_low + low) >> 15))
//       >> shift
// is the same number, in which nothing exceeds int32. Both parts of P and Q fit
// int16.
struct LinearAddition {
  std::int32_t x_high, x_low, y_high, y_low;
  std::int32_t sum_high, sum_low;
  std::int32_t shift;
  std::int32_t low, high;
};

struct LinearAdditionTask {
  const LinearAddition* form;
  const std::uint8_t* x;
  const std::uint8_t* y;
  std::uint8_t* result;  // may be x or y
  std::size_t count;
  // Turns the bytes of an element into those of an int8 and back: 0x80 for
  // uint8, of which 128 is subtracted.
  std::uint8_t flip;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_LINEAR_ADDITION_H_
