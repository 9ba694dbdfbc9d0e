// The fixed-point scalings that kernels apply to sums in registers: for the
// epilogues that internal/contract/kernel.h: FinishesInRegisters says.
// Included by backends and register families only, each of which compiles its
// own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_REGISTER_SCALING_INL_H_
#define LOWP_META_EPILOGUE_REGISTER_SCALING_INL_H_

#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "epilogue_fixed_point-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A scaling by integers that is not special.
template <class Simd, FixedPointPath kPath>
struct UsualFixedPoint : FixedPointOnPath<Simd, kPath, false> {
  UsualFixedPoint() = default;
  explicit LOWP_INLINE UsualFixedPoint(const FixedPointEpilogue& fused)
      : FixedPointOnPath<Simd, kPath, false>{{&fused}} {}
  template <class Int32>
  LOWP_INLINE typename Simd::FixedPointLanes MakeLanes(Int32 multiplier,
                                                       Int32 exponent) const {
    return Simd::MakeUsualFixedPointLanes(*this->fused, multiplier, exponent);
  }
};

// The one that takes all of them, and the one that is faster for most.
template <class Simd>
using AnyScaling = UsualFixedPoint<Simd, FixedPointPath::kDoubleAway>;
template <class Simd>
using FastScaling =
    std::conditional_t<kScalesInFloat<Simd>, typename Simd::FixedPointInFloat,
                       UsualFixedPoint<Simd, FixedPointPath::kUpward>>;

template <class Simd>
LOWP_INLINE bool TakesFastScaling(const FixedPointEpilogue& fused) {
  return kScalesInFloat<Simd> ? fused.suits_floats : TiesGoUpward(fused.path);
}

// Calls function(scaling) with one or the other.
template <class Simd, class Function>
LOWP_INLINE void OnRegisterScaling(const FixedPointEpilogue& fused,
                                   const Function& function) {
  if (TakesFastScaling<Simd>(fused)) return function(FastScaling<Simd>(fused));
  function(AnyScaling<Simd>(fused));
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_REGISTER_SCALING_INL_H_
