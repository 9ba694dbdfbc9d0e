// The register policy of a machine without vectors: one int32 lane. With it,
// the loops of meta/ specify what the other policies compute.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_SIMD_SCALAR_H_
#define LOWP_META_SIMD_SIMD_SCALAR_H_

#include <cstdint>
#include <cstring>
#include <utility>

#include "../../fixedpoint/fixedpoint.h"
#include "../../internal/contract/epilogue.h"
#include "../../internal/contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct SimdScalar {
  using I32 = std::int32_t;
  static constexpr int kLanes = 1;
  using FinishVectors = std::integer_sequence<int, 1>;
  static constexpr bool kScalesTiles = false;
  static constexpr bool kFinishesPairs = false;
  static constexpr bool kRoundsTwice = false;
  using FixedPointInFloat = void;

  static LOWP_INLINE I32 Load(const std::int32_t* p) { return *p; }
  static LOWP_INLINE I32 LoadPartial(const std::int32_t* p, int) { return *p; }
  static LOWP_INLINE void Store(std::int32_t* p, I32 x) { *p = x; }
  static LOWP_INLINE I32 Set1(std::int32_t x) { return x; }
  static LOWP_INLINE I32 Add(I32 a, I32 b) { return lowp::Add(a, b); }
  static LOWP_INLINE I32 Min(I32 a, I32 b) { return a < b ? a : b; }
  static LOWP_INLINE I32 Max(I32 a, I32 b) { return a < b ? b : a; }
  static LOWP_INLINE I32 ShiftRight(I32 x, I32 n) { return x >> n; }
  // Of all lanes; the sum modulo 2^32.
  static LOWP_INLINE std::int32_t LargestLane(I32 x) { return x; }
  static LOWP_INLINE std::int32_t SumOfLanes(I32 x) { return x; }

  // x * m / 2^n to nearest, 0 <= n <= 62; ties away from zero or up.
  static LOWP_INLINE I32 MultiplyAndDivideByPOT(I32 x, I32 m, I32 n,
                                                bool away) {
    const std::int64_t product = std::int64_t{x} * m;
    if (n == 0) return static_cast<I32>(product);
    const std::int64_t half = std::int64_t{1} << (n - 1);
    return static_cast<I32>((product + half - (away && product < 0 ? 1 : 0)) >>
                            n);
  }

  // The fused scaling, as FixedPointPath defines it.
  struct FixedPointLanes {
    std::int32_t multiplier;
    int shift;
    std::int64_t add;
    std::int64_t sign;
    I32 left, whole, flip;
  };
  static LOWP_INLINE FixedPointLanes MakeFixedPointLanes(
      const FixedPointEpilogue& fused, I32 multiplier, I32 exponent) {
    FixedPointLanes k;
    k.left = Max(exponent, 0);
    k.whole = 0;
    k.flip = multiplier < 0 ? -1 : 0;
    k.multiplier = multiplier < 0 ? -multiplier : multiplier;
    k.shift = 31 + Max(-exponent, 0);
    k.add = (2 * std::int64_t{fused.offset} + 1) *
            (std::int64_t{1} << (k.shift - 1));
    k.sign = 0;
    if (exponent < 0) {
      if (RoundsTwice(fused.rounding)) k.add += std::int64_t{1} << 30;
      if (fused.path == FixedPointPath::kDoubleAway) {
        k.sign = std::int64_t{1} << 31;
      } else if (fused.path == FixedPointPath::kSingleAway) {
        k.sign = 1;
      }
    }
    if (multiplier < 0) k.add = k.sign - 1 - k.add;
    return k;
  }
  static LOWP_INLINE void KeepInRegisters(FixedPointLanes*) {}
  template <FixedPointPath>
  static LOWP_INLINE I32 ScaleByFixedPoint(I32 x, const FixedPointLanes& k) {
    return static_cast<I32>(
        (std::int64_t{x} * k.multiplier + k.add - (x < 0 ? k.sign : 0)) >>
        k.shift);
  }

  // A clamp to [low, high] on the way to `scalar`.
  struct Bounds {
    Scalar scalar;
    I32 low, high;
    Bounds() = default;
    LOWP_INLINE Bounds(Scalar scalar, I32 low, I32 high)
        : scalar(scalar), low(low), high(high) {}
  };

  template <int kVectors>
  static LOWP_INLINE void StoreInt32(const I32 (&x)[kVectors], void* out,
                                     int columns) {
    StoreClamped<kVectors>(Bounds(Scalar::kInt32, INT32_MIN, INT32_MAX), x, out,
                           columns);
  }

  template <int kVectors>
  static LOWP_INLINE void StoreClamped(const Bounds& bounds,
                                       const I32 (&x)[kVectors], void* out,
                                       int columns) {
    const int count = columns < kVectors ? columns : kVectors;
    for (int i = 0; i < count; ++i) {
      const std::int32_t value = Min(Max(x[i], bounds.low), bounds.high);
      switch (bounds.scalar) {
        case Scalar::kUint8:
          static_cast<std::uint8_t*>(out)[i] = static_cast<std::uint8_t>(value);
          break;
        case Scalar::kInt8:
          static_cast<std::int8_t*>(out)[i] = static_cast<std::int8_t>(value);
          break;
        case Scalar::kInt16:
          static_cast<std::int16_t*>(out)[i] = static_cast<std::int16_t>(value);
          break;
        case Scalar::kInt32:
          static_cast<std::int32_t*>(out)[i] = value;
          break;
        case Scalar::kFloat32:
          std::memcpy(static_cast<float*>(out) + i, &value, sizeof(value));
          break;
      }
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_SIMD_SCALAR_H_
