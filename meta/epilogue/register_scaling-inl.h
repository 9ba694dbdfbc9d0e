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
  using Mode = AnyMode;
  UsualFixedPoint() = default;
  explicit LOWP_INLINE UsualFixedPoint(const FixedPointEpilogue& fused)
      : FixedPointOnPath<Simd, kPath, false>{{&fused}} {}
  template <class Int32>
  LOWP_INLINE typename Simd::FixedPointLanes MakeLanes(Int32 multiplier,
                                                       Int32 exponent) const {
    return Simd::MakeUsualFixedPointLanes(*this->fused, multiplier, exponent);
  }
};

// Two scalings: one that takes all of them, and one that is faster for most, by
// floats unless InFloat is void.
template <class Simd, class InFloat>
struct RegisterScalings {
  static constexpr bool kInFloat = !std::is_void_v<InFloat>;
  using Any = UsualFixedPoint<Simd, FixedPointPath::kDoubleAway>;
  using Fast =
      std::conditional_t<kInFloat, InFloat,
                         UsualFixedPoint<Simd, FixedPointPath::kUpward>>;

  static LOWP_INLINE bool TakesFast(const FixedPointEpilogue& fused) {
    return kInFloat ? fused.suits_floats : TiesGoUpward(fused.path);
  }
  // Calls function(scaling) with one or the other.
  template <class Function>
  static LOWP_INLINE void OnOne(const FixedPointEpilogue& fused,
                                const Function& function) {
    if (TakesFast(fused)) return function(Fast(fused));
    function(Any(fused));
  }
};

// Those of lines of depthwise convolutions. A change of mode takes as long as
// it saves for some 150 results. Lines have more, and nothing else to multiply
// while they are scaled: on AVX2 floats save them 10% where ties go upward, 20%
// where they go away from zero.
template <class Simd>
using LineScalings = RegisterScalings<Simd, typename Simd::FixedPointInFloat>;

// Those of tiles of products. Floats that need a mode of their own take panels
// of many rows alone, and no constants that are made ahead.
template <class Simd>
struct TileScalings : LineScalings<Simd> {
  using Base = LineScalings<Simd>;
  static constexpr bool kChangesMode =
      Base::kInFloat && !kWorksInAnyMode<typename Simd::FixedPointInFloat>;

  // Of a panel with so many rows.
  template <class Function>
  static LOWP_INLINE void OnOne(const FixedPointEpilogue& fused, int rows,
                                const Function& function) {
    if constexpr (Base::kInFloat) {
      if (TakesFloats<Simd>(fused, rows)) {
        const typename Base::Fast::Mode mode(true);
        return function(typename Base::Fast(fused));
      }
      function(typename Base::Any(fused));
    } else {
      Base::OnOne(fused, function);
    }
  }
  // The one that constants are made for.
  template <class Function>
  static LOWP_INLINE void OnOne(const FixedPointEpilogue& fused,
                                const Function& function) {
    OnOne(fused, 1, function);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_REGISTER_SCALING_INL_H_
