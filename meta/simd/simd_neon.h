// The register policy of 64-bit Arm's NEON: four int32 lanes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_SIMD_NEON_H_
#define LOWP_META_SIMD_SIMD_NEON_H_

#include <arm_neon.h>

#include <cstdint>
#include <cstring>
#include <utility>

#include "../../fixedpoint/fixedpoint_neon.h"
#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "../../internal/contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct SimdNeon {
  using I32 = int32x4_t;
  static constexpr int kLanes = 4;
  using FinishVectors = std::integer_sequence<int, 4, 3, 1>;
  static constexpr bool kScalesTiles = false;
  static constexpr bool kFinishesPairs = true;
  static constexpr bool kRoundsTwice = true;
  using FixedPointInFloat = void;

  static LOWP_INLINE I32 Load(const std::int32_t* p) { return vld1q_s32(p); }
  // The first n lanes, 0 < n < kLanes; the others are zero and not read.
  static LOWP_INLINE I32 LoadPartial(const std::int32_t* p, int n) {
    I32 x = vsetq_lane_s32(p[0], vdupq_n_s32(0), 0);
    if (n > 1) x = vld1q_lane_s32(p + 1, x, 1);
    if (n > 2) x = vld1q_lane_s32(p + 2, x, 2);
    return x;
  }
  static LOWP_INLINE void Store(std::int32_t* p, I32 x) { vst1q_s32(p, x); }
  static LOWP_INLINE I32 Set1(std::int32_t x) { return vdupq_n_s32(x); }
  static LOWP_INLINE I32 Add(I32 a, I32 b) { return vaddq_s32(a, b); }
  static LOWP_INLINE I32 Min(I32 a, I32 b) { return vminq_s32(a, b); }
  static LOWP_INLINE I32 Max(I32 a, I32 b) { return vmaxq_s32(a, b); }
  static LOWP_INLINE I32 ShiftRight(I32 x, I32 n) {
    return vshlq_s32(x, vnegq_s32(n));
  }
  static LOWP_INLINE std::int32_t LargestLane(I32 x) { return vmaxvq_s32(x); }
  static LOWP_INLINE std::int32_t SumOfLanes(I32 x) { return vaddvq_s32(x); }

  // The low 32 bits of x * m / 2^n to nearest, 0 <= n <= 62; ties away from
  // zero or up.
  static LOWP_INLINE I32 MultiplyAndDivideByPOT(I32 x, I32 m, I32 n,
                                                bool away) {
    return Low32(
        DivideByPOT(vmull_s32(vget_low_s32(x), vget_low_s32(m)), Low(n), away),
        DivideByPOT(vmull_high_s32(x, m), High(n), away));
  }

  // The fused scaling, as FixedPointPath defines it, for two times two lanes.
  // Two roundings with ties upward are SQRDMULH and SRSHL; for ties away from
  // zero, negative values are decremented before SRSHL. This path takes any
  // multiplier as it is, and uses `half` in place of the 64-bit constants.
  struct FixedPointLanes {
    I32 multiplier;
    int64x2_t add[2];
    int64x2_t sign[2];
    int64x2_t minus_shift[2];
    struct {
      I32 minus_shift, offset;
    } half;
    I32 left, whole, flip;
  };
  static LOWP_INLINE FixedPointLanes
  MakeFixedPointLanes(const FixedPointEpilogue& fused, I32 m, I32 exponent) {
    const I32 zero = vdupq_n_s32(0);
    if (RoundsTwice(fused.rounding)) {
      FixedPointLanes k = {};
      k.multiplier = m;
      k.half = {vminq_s32(exponent, zero), vdupq_n_s32(fused.offset)};
      k.left = vmaxq_s32(exponent, zero);
      return k;
    }
    const I32 shifted = vshrq_n_s32(exponent, 31);
    const I32 shift =
        vaddq_s32(vdupq_n_s32(31), vmaxq_s32(vnegq_s32(exponent), zero));
    const std::int64_t sign = fused.path == FixedPointPath::kSingleAway ? 1 : 0;
    FixedPointLanes k;
    k.left = vmaxq_s32(exponent, zero);
    k.whole = zero;
    k.flip = vshrq_n_s32(m, 31);
    k.multiplier = vabsq_s32(m);
    MakeHalf(fused, Low(shift), Low(shifted), Low(k.flip), sign, 0, &k);
    MakeHalf(fused, High(shift), High(shifted), High(k.flip), sign, 1, &k);
    return k;
  }
  static LOWP_INLINE FixedPointLanes MakeFixedPointLanes(
      const FixedPointEpilogue& fused, std::int32_t m, std::int32_t exponent) {
    return MakeFixedPointLanes(fused, Set1(m), Set1(exponent));
  }
  static LOWP_INLINE void KeepInRegisters(FixedPointLanes*) {}
  template <FixedPointPath kPath>
  static LOWP_INLINE I32 ScaleByFixedPoint(I32 x, const FixedPointLanes& k) {
    if constexpr (kPath == FixedPointPath::kDoubleUpward ||
                  kPath == FixedPointPath::kDoubleAway) {
      I32 high = vqrdmulhq_s32(x, k.multiplier);
      if constexpr (kPath == FixedPointPath::kDoubleAway) {
        high = vqaddq_s32(high,
                          vshrq_n_s32(vandq_s32(high, k.half.minus_shift), 31));
      }
      return vaddq_s32(vrshlq_s32(high, k.half.minus_shift), k.half.offset);
    }
    int64x2_t low =
        vmlal_s32(k.add[0], vget_low_s32(x), vget_low_s32(k.multiplier));
    int64x2_t high = vmlal_high_s32(k.add[1], x, k.multiplier);
    if constexpr (kPath == FixedPointPath::kSingleAway) {
      const I32 negative = vshrq_n_s32(x, 31);
      low = vsubq_s64(low, vandq_s64(k.sign[0], Low(negative)));
      high = vsubq_s64(high, vandq_s64(k.sign[1], High(negative)));
    }
    return Low32(vshlq_s64(low, k.minus_shift[0]),
                 vshlq_s64(high, k.minus_shift[1]));
  }

  // A clamp to [low, high] on the way to `scalar`.
  struct Bounds {
    Scalar scalar;
    I32 low, high;
    Bounds() = default;
    LOWP_INLINE Bounds(Scalar scalar, std::int32_t low, std::int32_t high)
        : scalar(scalar), low(vdupq_n_s32(low)), high(vdupq_n_s32(high)) {}
  };

  // Stores the first `columns` lanes of the vectors, clamped.
  template <int kVectors>
  static LOWP_INLINE void StoreClamped(const Bounds& bounds,
                                       const I32 (&x)[kVectors], void* out,
                                       int columns) {
    static_assert(kVectors <= 4, "a row of a tile is at most 16 columns");
    I32 clamped[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      clamped[v] = Min(Max(x[v], bounds.low), bounds.high);
    }
    if (SizeOf(bounds.scalar) == 4) {
      return StoreInt32<kVectors>(clamped, out, columns);
    }
    const int16x8_t first = Narrow<kVectors>(clamped, 0);
    const int16x8_t second = Narrow<kVectors>(clamped, 2);
    if (bounds.scalar == Scalar::kInt16) {
      std::uint8_t* const bytes = static_cast<std::uint8_t*>(out);
      StoreFirst<(kVectors < 2 ? kVectors : 2) * 8>(vreinterpretq_u8_s16(first),
                                                    bytes, columns * 2);
      if constexpr (kVectors > 2) {
        if (columns > 8) {
          StoreFirst<(kVectors - 2) * 8>(vreinterpretq_u8_s16(second),
                                         bytes + 16, (columns - 8) * 2);
        }
      }
      return;
    }
    const uint8x16_t bytes =
        bounds.scalar == Scalar::kUint8
            ? vqmovun_high_s16(vqmovun_s16(first), second)
            : vreinterpretq_u8_s8(vqmovn_high_s16(vqmovn_s16(first), second));
    StoreFirst<kVectors * 4>(bytes, static_cast<std::uint8_t*>(out), columns);
  }

  // Stores the first `columns` lanes of the vectors as they are.
  template <int kVectors>
  static LOWP_INLINE void StoreInt32(const I32 (&x)[kVectors], void* out,
                                     int columns) {
    std::int32_t* p = static_cast<std::int32_t*>(out);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const int left = columns - v * kLanes;
      if (left >= kLanes) {
        Store(p + v * kLanes, x[v]);
      } else if (left > 0) {
        StorePart(p + v * kLanes, x[v], left);
      }
    }
  }

 private:
  // The first and the last two lanes as 64-bit values, and back.
  static LOWP_INLINE int64x2_t Low(I32 x) { return vmovl_s32(vget_low_s32(x)); }
  static LOWP_INLINE int64x2_t High(I32 x) { return vmovl_high_s32(x); }
  static LOWP_INLINE I32 Low32(int64x2_t low, int64x2_t high) {
    return vmovn_high_s64(vmovn_s64(low), high);
  }

  static LOWP_INLINE int64x2_t DivideByPOT(int64x2_t x, int64x2_t n,
                                           bool away) {
    const int64x2_t half =
        vreinterpretq_s64_u64(vshrq_n_u64(vshlq_u64(vdupq_n_u64(1), n), 1));
    int64x2_t sum = vaddq_s64(x, half);
    if (away) {
      sum = vaddq_s64(sum, vandq_s64(vshrq_n_s64(x, 63),
                                     vreinterpretq_s64_u64(vcgtzq_s64(half))));
    }
    return vshlq_s64(sum, vnegq_s64(n));
  }

  // Sets the constants of two lanes; `shifted` and `flipped` are masks.
  static LOWP_INLINE void MakeHalf(const FixedPointEpilogue& fused,
                                   int64x2_t shift, int64x2_t shifted,
                                   int64x2_t flipped, std::int64_t sign,
                                   int half, FixedPointLanes* k) {
    const int64x2_t one = vdupq_n_s64(1);
    const int64x2_t halves = vdupq_n_s64(2 * std::int64_t{fused.offset} + 1);
    const int64x2_t add = vshlq_s64(halves, vsubq_s64(shift, one));
    k->sign[half] = vandq_s64(shifted, vdupq_n_s64(sign));
    k->add[half] =
        vbslq_s64(vreinterpretq_u64_s64(flipped),
                  vsubq_s64(vsubq_s64(k->sign[half], one), add), add);
    k->minus_shift[half] = vnegq_s64(shift);
  }

  static LOWP_INLINE void StorePart(std::int32_t* p, I32 x, int n) {
    vst1q_lane_s32(p, x, 0);
    if (n > 1) vst1q_lane_s32(p + 1, x, 1);
    if (n > 2) vst1q_lane_s32(p + 2, x, 2);
  }

  // Vectors i and i + 1 saturated to int16. Vectors beyond the tile count as
  // zero.
  template <int kVectors>
  static LOWP_INLINE int16x8_t Narrow(const I32 (&x)[kVectors], int i) {
    const I32 zero = vdupq_n_s32(0);
    return vqmovn_high_s32(
        vqmovn_s32(i < kVectors ? x[i < kVectors ? i : 0] : zero),
        i + 1 < kVectors ? x[i + 1 < kVectors ? i + 1 : 0] : zero);
  }

  // Stores the first `bytes` bytes, at most 15. Not inlined, because it is
  // called for every row of every tile.
  static GEMMLOWP_NOINLINE void StorePart(uint8x16_t x, std::uint8_t* out,
                                          int bytes) {
    if ((bytes & 8) != 0) {
      vst1_u8(out, vget_low_u8(x));
      x = vextq_u8(x, x, 8);
      out += 8;
    }
    if ((bytes & 4) != 0) {
      const std::uint32_t four = vgetq_lane_u32(vreinterpretq_u32_u8(x), 0);
      std::memcpy(out, &four, sizeof(four));
      x = vextq_u8(x, x, 4);
      out += 4;
    }
    if ((bytes & 2) != 0) {
      const std::uint16_t two = vgetq_lane_u16(vreinterpretq_u16_u8(x), 0);
      std::memcpy(out, &two, sizeof(two));
      x = vextq_u8(x, x, 2);
      out += 2;
    }
    if ((bytes & 1) != 0) vst1q_lane_u8(out, x, 0);
  }

  // Stores the first min(kBytes, bytes) bytes; kBytes is 4, 8, 12 or 16.
  template <int kBytes>
  static LOWP_INLINE void StoreFirst(uint8x16_t x, std::uint8_t* out,
                                     int bytes) {
    if (bytes >= kBytes) {
      if constexpr (kBytes == 16) vst1q_u8(out, x);
      if constexpr (kBytes == 8 || kBytes == 12) vst1_u8(out, vget_low_u8(x));
      if constexpr (kBytes == 4 || kBytes == 12) {
        const std::uint32_t last =
            vgetq_lane_u32(vreinterpretq_u32_u8(x), kBytes / 4 - 1);
        std::memcpy(out + kBytes - 4, &last, sizeof(last));
      }
      return;
    }
    StorePart(x, out, bytes);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_SIMD_NEON_H_
