// Integers of a tensor to integers on another scale, by a product in float or
// in double. Over a policy as transform-inl.h has it, with
//   LoadDoubles(p)   as many as a register has lanes
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_REQUANTIZE_FLOAT_INL_H_
#define LOWP_META_REQUANTIZE_FLOAT_INL_H_

#include <cstddef>
#include <cstdint>

#include "../internal/compiler.h"
#include "../internal/transform.h"
#include "requantize-inl.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// How a policy does it in float.
template <class Simd>
struct InFloat {
  using Number = float;
  using Real = typename Simd::F32;
  static LOWP_INLINE Real Load(const float* p) { return Simd::Load(p); }
  static LOWP_INLINE Real Of(typename Simd::I32 x) { return Simd::ToF32(x); }
  // What lies in int32.
  static constexpr float kLow = -2147483648.0f;
  static constexpr float kHigh = 2147483520.0f;
};

// And in double.
template <class Simd>
struct InDouble {
  using Number = double;
  using Real = typename Simd::F64;
  static LOWP_INLINE Real Load(const double* p) { return Simd::LoadDoubles(p); }
  static LOWP_INLINE Real Of(typename Simd::I32 x) { return Simd::ToF64(x); }
  static constexpr double kLow = -2147483648.0;
  static constexpr double kHigh = 2147483647.0;
};

template <class Simd, class In>
LOWP_INLINE typename In::Real Rounded(typename In::Real x,
                                      FloatRounding rounding) {
  switch (rounding) {
    case FloatRounding::kEven:
      return Simd::RoundEven(x);
    case FloatRounding::kAway:
      return Simd::RoundAway(x);
    case FloatRounding::kUpward:
      return Simd::Floor(Simd::Add(x, Simd::Set1(typename In::Number{0.5f})));
    default:
      return Simd::Trunc(x);
  }
}

template <class Simd, class In>
LOWP_INLINE typename Simd::I32 RequantizeReal(typename Simd::I32 distance,
                                              typename In::Real scale,
                                              typename Simd::I32 zero_point,
                                              const RealParameters& p) {
  const typename In::Real low = Simd::Set1(In::kLow);
  const typename In::Real high = Simd::Set1(In::kHigh);
  typename In::Real real = Simd::Mul(In::Of(distance), scale);
  if (p.order == ZeroPointOrder::kBeforeRounding) {
    real = Rounded<Simd, In>(Simd::Add(real, In::Of(zero_point)), p.rounding);
    return Simd::ToInt32(Simd::Min(Simd::Max(real, low), high));
  }
  real = Rounded<Simd, In>(real, p.rounding);
  // The bounds of the results, which the zero point does not leave.
  const typename Simd::I32 least = Simd::Set1(p.low);
  const typename Simd::I32 most = Simd::Set1(p.high);
  const typename In::Real floor =
      Simd::Max(In::Of(Sub(least, zero_point)), low);
  const typename In::Real ceiling =
      Simd::Min(In::Of(Sub(most, zero_point)), high);
  return Simd::Add(Simd::ToInt32(Simd::Min(Simd::Max(real, floor), ceiling)),
                   zero_point);
}

// kRequantizeFloat, to 8 or 16 bits.
template <class Simd, class In, bool kVaries>
void RequantizeRealRun(const TransformTask& task) {
  constexpr int kVectors = Simd::kBlockVectors;
  constexpr int kLanes = Simd::kLanes;
  constexpr std::size_t kBlock = kVectors * kLanes;
  using Number = typename In::Number;
  const RealParameters& p = *task.real;
  const Number* const scales = static_cast<const Number*>(p.scales);
  const std::size_t in_size =
      static_cast<std::size_t>(SizeOf(task.input_scalar));
  const std::size_t out_size = static_cast<std::size_t>(SizeOf(task.scalar));
  const typename Simd::Bounds bounds(task.scalar, task.low, task.high);
  for (std::size_t at = 0; at < task.count; at += kBlock) {
    const std::size_t left = task.count - at;
    const std::size_t n = left < kBlock ? left : kBlock;
    const std::size_t channel = task.channel + (kVaries ? at : 0);
    typename In::Real scale[kVectors];
    Number buffer[kBlock];
    const Number* of_block =
        kVaries ? WholeBlock<kBlock>(scales + channel, n, Number{1}, buffer)
                : nullptr;
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      scale[v] = kVaries ? In::Load(of_block + v * kLanes)
                         : Simd::Set1(scales[channel]);
    }
    typename Simd::I32 in_zero[kVectors], out_zero[kVectors];
    LoadZeroPoints<Simd, kVectors, kVaries>(
        p.input_zero_points, p.input_zero_points_vary, channel, n, in_zero);
    LoadZeroPoints<Simd, kVectors, kVaries>(
        p.output_zero_points, p.output_zero_points_vary, channel, n, out_zero);
    for (std::size_t run = 0; run < task.runs; ++run) {
      const std::size_t first = run * task.run_stride + at;
      typename Simd::I32 x[kVectors];
      LoadBlock<Simd, kVectors>(
          task.input_scalar,
          static_cast<const std::uint8_t*>(task.input) + first * in_size, n, x);
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        x[v] = RequantizeReal<Simd, In>(Simd::Sub(x[v], in_zero[v]), scale[v],
                                        out_zero[v], p);
      }
      Simd::template StoreClamped<kVectors>(
          bounds, x, static_cast<std::uint8_t*>(task.output) + first * out_size,
          static_cast<int>(n));
    }
  }
}

template <class Simd>
void RequantizeFloatRun(const TransformTask& task) {
  if (task.real->in_double) {
    return task.varies ? RequantizeRealRun<Simd, InDouble<Simd>, true>(task)
                       : RequantizeRealRun<Simd, InDouble<Simd>, false>(task);
  }
  return task.varies ? RequantizeRealRun<Simd, InFloat<Simd>, true>(task)
                     : RequantizeRealRun<Simd, InFloat<Simd>, false>(task);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_REQUANTIZE_FLOAT_INL_H_
