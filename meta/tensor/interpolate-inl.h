// Bilinear interpolation. The loops have no intrinsics: every backend's
// compiler makes vector code of them.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_INTERPOLATE_INL_H_
#define LOWP_META_TENSOR_INTERPOLATE_INL_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/contract/operator_tasks.h"
#include "../simd/vectorized_loop.h"
#include "pool_windows-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Two positions on each of two rows.
template <typename T>
struct Corners {
  const T *x00, *x01, *x10, *x11;  // x01 is right of x00, x10 below
};

// Sums of 2^20 values of 16 bits need 64 bits. They are divided by 2^20, with
// ties away from zero.
template <typename T>
LOWP_VECTORIZED void InterpolateIntegers(const Corners<T>& x, std::int32_t v,
                                         std::int32_t u, int channels,
                                         T* __restrict result) {
  using Sum = std::conditional_t<(sizeof(T) > 1), std::int64_t, std::int32_t>;
  constexpr Sum kHalf = 1 << 19;
  const T *const x00 = x.x00, *const x01 = x.x01;
  const T *const x10 = x.x10, *const x11 = x.x11;
  const std::int32_t w00 = (1024 - v) * (1024 - u), w01 = (1024 - v) * u;
  const std::int32_t w10 = v * (1024 - u), w11 = v * u;
  for (int c = 0; c < channels; ++c) {
    const Sum sum = Sum{x00[c]} * w00 + Sum{x10[c]} * w10 + Sum{x01[c]} * w01 +
                    Sum{x11[c]} * w11;
    result[c] = static_cast<T>((sum + kHalf - (sum < 0 ? 1 : 0)) >> 20);
  }
}

// Bounds are no constants, or compilers make branches of the clamp.
template <typename T>
LOWP_VECTORIZED void InterpolateReals(const Corners<T>& x,
                                      const InterpolateTask& task, float u,
                                      T* __restrict result) {
  // In images of more positions than a float counts, weights are inexact, and
  // sums may exceed the type.
  const float low = static_cast<float>(task.low);
  const float high = static_cast<float>(task.high);
  const float v = task.distance.real;
  const int channels = task.channels;
  const T *const x00 = x.x00, *const x01 = x.x01;
  const T *const x10 = x.x10, *const x11 = x.x11;
  const float v0 = 1 - v, u0 = 1 - u;
  for (int c = 0; c < channels; ++c) {
    const float sum = static_cast<float>(x00[c]) * v0 * u0 +
                      static_cast<float>(x10[c]) * v * u0 +
                      static_cast<float>(x01[c]) * v0 * u +
                      static_cast<float>(x11[c]) * v * u;
    const float moved = sum + 0.5f;
    const float raised = moved < low ? low : moved;
    const float clamped = raised > high ? high : raised;
    // Compilers make no vector code of a floor.
    const std::int32_t whole = static_cast<std::int32_t>(clamped);
    const bool is_above = static_cast<float>(whole) > clamped;
    result[c] = static_cast<T>(whole - (is_above ? 1 : 0));
  }
}

// RegisterFamily::interpolate.
void Interpolate(const InterpolateTask& task) {
  WithElement(task.scalar, [&](auto zero) LOWP_INLINE_LAMBDA {
    using T = decltype(zero);
    const T* const upper = static_cast<const T*>(task.upper);
    const T* const lower = static_cast<const T*>(task.lower);
    T* result = static_cast<T*>(task.result);
    for (int i = 0; i < task.count; ++i) {
      const PlaceBetween& place = task.places[i];
      const Corners<T> corners = {upper + place.left, upper + place.right,
                                  lower + place.left, lower + place.right};
      if (task.is_real) {
        InterpolateReals(corners, task, place.distance.real, result);
      } else {
        InterpolateIntegers(corners, task.distance.units, place.distance.units,
                            task.channels, result);
      }
      result += task.channels;
    }
  });
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_INTERPOLATE_INL_H_
