// Averages of sums: a quotient, rounded to nearest, by a multiplication in
// floating point. The loop has no intrinsics: every backend's compiler makes
// vector code of it.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_DIVIDE_SUMS_INL_H_
#define LOWP_META_TENSOR_DIVIDE_SUMS_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/pool_windows.h"
#include "../simd/vectorized_loop.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// For integers a >= 0 and n > 0, floor(a / n) is (a + 0.5) * r truncated, where
// r is 1 / n rounded. (a + 0.5) / n is at least 0.5 / n away from any integer.
// Rounding r and the product changes it by less than (a + 0.5) / n * 2^-23 in
// float, which is less than that for a + 0.5 < 2^22, and by less than 2^-52 of
// it in double, which is enough for any a < 2^51. Here a is |x| + n / 2.
template <typename T, typename Real>
LOWP_VECTORIZED void DivideSumsInReal(const DivideSumsTask& task) {
  const std::int32_t* const sums = task.sums;
  const std::size_t count = task.count;
  const std::int32_t offset = task.offset;
  const std::int32_t add = task.add;
  const std::int32_t low = task.low - add;
  const std::int32_t high = task.high - add;
  const Real half = static_cast<Real>(task.n / 2) + Real{0.5};
  const Real reciprocal = Real{1} / static_cast<Real>(task.n);
  T* const result = static_cast<T*>(task.result);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t x = sums[i] + offset;
    const Real moved = static_cast<Real>(x) + (x > 0 ? half : -half);
    std::int32_t value = static_cast<std::int32_t>(moved * reciprocal);
    value = value < low ? low : value;
    value = value > high ? high : value;
    result[i] = static_cast<T>(value + add);
  }
}

template <typename T>
void DivideSumsAs(const DivideSumsTask& task) {
  if (task.is_small) {
    DivideSumsInReal<T, float>(task);
  } else {
    DivideSumsInReal<T, double>(task);
  }
}

// RegisterFamily::divide_sums. Signed and unsigned elements of a size have the
// same bytes.
void DivideSums(const DivideSumsTask& task) {
  if (SizeOf(task.scalar) == 1) {
    DivideSumsAs<std::uint8_t>(task);
  } else {
    DivideSumsAs<std::int16_t>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_DIVIDE_SUMS_INL_H_
