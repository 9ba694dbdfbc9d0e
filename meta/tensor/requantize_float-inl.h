// Rescales the integers of a tensor by a product in float or in double. Needs a
// policy as in transform-inl.h, with
//   LoadDoubles(p)   as many as a register has lanes
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_REQUANTIZE_FLOAT_INL_H_
#define LOWP_META_TENSOR_REQUANTIZE_FLOAT_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/transform.h"
#include "../epilogue/epilogue_float-inl.h"
#include "requantize-inl.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The policy's operations in float.
template <class Simd>
struct InFloat {
  using Number = float;
  using Real = typename Simd::F32;
  static LOWP_INLINE Real Load(const float* p) { return Simd::Load(p); }
  static LOWP_INLINE Real Of(typename Simd::I32 x) { return Simd::ToF32(x); }
};

// The policy's operations in double.
template <class Simd>
struct InDouble {
  using Number = double;
  using Real = typename Simd::F64;
  static LOWP_INLINE Real Load(const double* p) { return Simd::LoadDoubles(p); }
  static LOWP_INLINE Real Of(typename Simd::I32 x) { return Simd::ToF64(x); }
};

// A rounding that is known when this is compiled.
template <FloatRounding kRounding>
struct OneRounding {
  explicit LOWP_INLINE OneRounding(FloatRounding) {}
  template <class Simd, class In>
  LOWP_INLINE typename In::Real Apply(typename In::Real x) const {
    return Round<Simd, kRounding>(x, Simd::Set1(typename In::Number{0.5f}));
  }
};

// Any rounding. Tensors with a scale for each channel choose it for each
// register, for less code.
class AnyRounding {
 public:
  explicit LOWP_INLINE AnyRounding(FloatRounding rounding)
      : rounding_(rounding) {}
  template <class Simd, class In>
  LOWP_INLINE typename In::Real Apply(typename In::Real x) const {
    switch (rounding_) {
      case FloatRounding::kEven:
        return As<Simd, In, FloatRounding::kEven>(x);
      case FloatRounding::kAway:
        return As<Simd, In, FloatRounding::kAway>(x);
      case FloatRounding::kUpward:
        return As<Simd, In, FloatRounding::kUpward>(x);
      case FloatRounding::kTruncate:
        return As<Simd, In, FloatRounding::kTruncate>(x);
      case FloatRounding::kAwayBySum:
        break;
    }
    return As<Simd, In, FloatRounding::kAwayBySum>(x);
  }

 private:
  template <class Simd, class In, FloatRounding kRounding>
  static LOWP_INLINE typename In::Real As(typename In::Real x) {
    return OneRounding<kRounding>(kRounding).template Apply<Simd, In>(x);
  }

  const FloatRounding rounding_;
};

// The parameters of a block: for the n elements from `channel` on, or the first
// for all.
template <class Simd, class In, class Rounding, bool kVaries>
class RealRescale {
 public:
  LOWP_INLINE RealRescale(const TransformTask& task, std::size_t channel,
                          std::size_t n)
      : rounding_(task.real->rounding) {
    using Number = typename In::Number;
    constexpr int kBlock = kVectors * Simd::kLanes;
    const RealParameters& p = *task.real;
    const Number* scales = static_cast<const Number*>(p.scales) + channel;
    Number buffer[kBlock];
    if constexpr (kVaries) {
      scales = WholeBlock<kBlock>(scales, n, Number{1}, buffer);
    }
    typename Simd::I32 in_zero[kCount], out_zero[kCount];
    LoadZeroPoints<Simd, kCount, kVaries>(
        p.input_zero_points, p.input_zero_points_vary, channel, n, in_zero);
    LoadZeroPoints<Simd, kCount, kVaries>(
        p.output_zero_points, p.output_zero_points_vary, channel, n, out_zero);
    const bool before = p.order == ZeroPointOrder::kBeforeRounding;
    const typename Simd::I32 zero = Simd::Set1(0);
    LOWP_UNROLL
    for (int v = 0; v < kCount; ++v) {
      scale_[v] =
          kVaries ? In::Load(scales + v * Simd::kLanes) : Simd::Set1(scales[0]);
      minus_in_zero_[v] =
          Simd::Mul(In::Of(in_zero[v]), Simd::Set1(typename In::Number{-1}));
      before_[v] = In::Of(before ? out_zero[v] : zero);
      after_[v] = before ? zero : out_zero[v];
      // The bounds of the results, minus the zero point that is added after.
      low_[v] = In::Of(Sub(Simd::Set1(p.low), after_[v]));
      high_[v] = In::Of(Sub(Simd::Set1(p.high), after_[v]));
    }
  }
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int v) const {
    const int i = kVaries ? v : 0;
    const typename In::Real real =
        Simd::Add(Simd::Mul(Simd::Add(In::Of(x), minus_in_zero_[i]), scale_[i]),
                  before_[i]);
    const typename In::Real rounded = rounding_.template Apply<Simd, In>(real);
    return Simd::Add(
        Simd::ToInt32(Simd::Min(Simd::Max(rounded, low_[i]), high_[i])),
        after_[i]);
  }

 private:
  static constexpr int kVectors = Simd::kBlockVectors;
  static constexpr int kCount = kVaries ? kVectors : 1;
  const Rounding rounding_;
  typename In::Real scale_[kCount], minus_in_zero_[kCount], before_[kCount],
      low_[kCount], high_[kCount];
  typename Simd::I32 after_[kCount];
};

template <class Simd, class In, FloatRounding kRounding>
void RequantizeRealRunBy(const TransformTask& task) {
  MapIntegers<Simd, RealRescale<Simd, In, OneRounding<kRounding>, false>,
              false>(task);
}

template <class Simd, class In>
void RequantizeRealRun(const TransformTask& task) {
  if (task.varies) {
    return MapIntegers<Simd, RealRescale<Simd, In, AnyRounding, true>, true>(
        task);
  }
  switch (task.real->rounding) {
    case FloatRounding::kEven:
      return RequantizeRealRunBy<Simd, In, FloatRounding::kEven>(task);
    case FloatRounding::kAway:
      return RequantizeRealRunBy<Simd, In, FloatRounding::kAway>(task);
    case FloatRounding::kUpward:
      return RequantizeRealRunBy<Simd, In, FloatRounding::kUpward>(task);
    case FloatRounding::kTruncate:
      return RequantizeRealRunBy<Simd, In, FloatRounding::kTruncate>(task);
    case FloatRounding::kAwayBySum:
      return RequantizeRealRunBy<Simd, In, FloatRounding::kAwayBySum>(task);
  }
}

// kRequantizeFloat, to 8 or 16 bits.
template <class Simd>
void RequantizeFloatRun(const TransformTask& task) {
  if (task.real->in_double) {
    RequantizeRealRun<Simd, InDouble<Simd>>(task);
  } else {
    RequantizeRealRun<Simd, InFloat<Simd>>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_REQUANTIZE_FLOAT_INL_H_
