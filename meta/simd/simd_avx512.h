// The register policy of AVX-512: sixteen int32 lanes. Needs F, BW, VL and DQ.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_SIMD_AVX512_H_
#define LOWP_META_SIMD_SIMD_AVX512_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "../../fixedpoint/fixedpoint_avx512.h"
#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "../../internal/contract/matrix_ref.h"
#include "clamp_bounds-inl.h"
#include "clamped_bytes_avx512.h"
#include "fixed_point_in_float_avx512.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct SimdAvx512 {
  using I32 = __m512i;
  static constexpr int kLanes = 16;
  using FinishVectors = std::integer_sequence<int, 4, 1>;
  static constexpr bool kScalesTiles = false;
  static constexpr bool kFinishesPairs = false;
  static constexpr bool kRoundsTwice = false;
  using FixedPointInFloat = FixedPointInFloatAvx512;

  static LOWP_INLINE I32 Load(const std::int32_t* p) {
    return _mm512_loadu_si512(p);
  }
  // The first n lanes, 0 < n < kLanes; the others are zero and not read.
  static LOWP_INLINE I32 LoadPartial(const std::int32_t* p, int n) {
    return _mm512_maskz_loadu_epi32(LaneMask(n), p);
  }
  static LOWP_INLINE void Store(std::int32_t* p, I32 x) {
    _mm512_storeu_si512(p, x);
  }
  static LOWP_INLINE I32 Set1(std::int32_t x) { return _mm512_set1_epi32(x); }
  static LOWP_INLINE I32 Add(I32 a, I32 b) { return _mm512_add_epi32(a, b); }
  static LOWP_INLINE I32 Min(I32 a, I32 b) { return _mm512_min_epi32(a, b); }
  static LOWP_INLINE I32 Max(I32 a, I32 b) { return _mm512_max_epi32(a, b); }
  static LOWP_INLINE I32 ShiftRight(I32 x, I32 n) {
    return _mm512_srav_epi32(x, n);
  }
  static LOWP_INLINE std::int32_t LargestLane(I32 x) {
    return _mm512_reduce_max_epi32(x);
  }
  static LOWP_INLINE std::int32_t SumOfLanes(I32 x) {
    return _mm512_reduce_add_epi32(x);
  }

  // The low 32 bits of x * m / 2^n to nearest, 0 <= n <= 62; ties away from
  // zero or up.
  static LOWP_INLINE I32 MultiplyAndDivideByPOT(I32 x, I32 m, I32 n,
                                                bool away) {
    const I32 even = DivideByPOT(_mm512_mul_epi32(x, m), LowHalf(n), away);
    const I32 odd = DivideByPOT(_mm512_mul_epi32(HighHalf(x), HighHalf(m)),
                                HighHalf(n), away);
    return _mm512_mask_blend_epi32(0xAAAA, even, _mm512_slli_epi64(odd, 32));
  }

  // The constants of the fused scaling for sixteen columns. Even and odd lanes
  // are multiplied separately, into 64 bits each. With
  // right = max(-exponent, 1):
  struct FixedPointLanes {
    // The magnitude of the multiplier as given or, if the exponent is not
    // negative, twice that, modulo 2^32.
    I32 even_multiplier, odd_multiplier;
    I32 even_add, odd_add;  // as if the exponent were -right
    I32 even_sign;
    I32 odd_flip;  // odd_add ^ (odd_add - sign): bits 31 and up only
    I32 shift;     // right - 1, applied to the upper halves
    // Only for special scalings.
    I32 left;   // the positive part of the exponent
    I32 whole;  // all ones if doubling the multiplier lost 2^32
    I32 flip;   // all ones if the multiplier is negative
  };

  static LOWP_INLINE FixedPointLanes
  MakeFixedPointLanes(const FixedPointEpilogue& fused, I32 m, I32 exponent) {
    const I32 zero = _mm512_setzero_si512();
    const __mmask16 shifted = _mm512_movepi32_mask(exponent);
    const I32 right = Max(_mm512_sub_epi32(zero, exponent), Set1(1));
    const I32 sign = _mm512_maskz_set1_epi32(
        shifted, TiesGoUpward(fused.path) ? 0 : INT32_MIN);
    const I32 first = _mm512_maskz_set1_epi32(
        shifted, RoundsTwice(fused.rounding) ? 1 << 30 : 0);
    FixedPointLanes k;
    k.shift = _mm512_sub_epi32(right, Set1(1));
    k.even_sign = LowHalf(sign);
    k.even_add = AddOf(fused, LowHalf(first), LowHalf(right));
    k.odd_add = AddOf(fused, HighHalf(first), HighHalf(right));
    if (fused.special) {
      const __mmask16 whole = static_cast<__mmask16>(~shifted);
      k.left = Max(exponent, zero);
      k.flip = _mm512_srai_epi32(m, 31);
      m = _mm512_abs_epi32(m);
      m = _mm512_mask_add_epi32(m, whole, m, m);
      k.whole = _mm512_maskz_srai_epi32(whole, m, 31);
      const int down = fused.path == FixedPointPath::kSingleAway ? 31 : 0;
      k.even_add = FlipAdd(k.even_add, _mm512_srli_epi64(k.even_sign, down),
                           _mm512_shuffle_epi32(k.flip, _MM_PERM_CCAA));
      k.odd_add = FlipAdd(k.odd_add, _mm512_srli_epi64(HighHalf(sign), down),
                          _mm512_shuffle_epi32(k.flip, _MM_PERM_DDBB));
    }
    k.even_multiplier = m;
    k.odd_multiplier = HighHalf(m);
    k.odd_flip = _mm512_xor_si512(k.odd_add,
                                  _mm512_sub_epi64(k.odd_add, HighHalf(sign)));
    return k;
  }

  // The same for one multiplier and one exponent, for which a register of
  // constants is made in one step.
  static LOWP_INLINE FixedPointLanes MakeFixedPointLanes(
      const FixedPointEpilogue& fused, std::int32_t m, std::int32_t exponent) {
    return fused.special ? MakeFixedPointLanes(fused, Set1(m), Set1(exponent))
                         : MakeUsualFixedPointLanes(fused, m, exponent);
  }
  // For scalings that are not special.
  static LOWP_INLINE FixedPointLanes MakeUsualFixedPointLanes(
      const FixedPointEpilogue& fused, std::int32_t m, std::int32_t exponent) {
    const auto [add, sign] = AddendsOf(fused, exponent);
    FixedPointLanes k;
    k.even_multiplier = k.odd_multiplier = Set1(m);
    k.even_add = k.odd_add = Set1Wide(add);
    k.even_sign = Set1Wide(sign);
    k.odd_flip = Set1Wide(add ^ (add - sign));
    k.shift = Set1(-exponent - 1);
    return k;
  }

  // The same with a multiplier and an exponent per lane.
  static LOWP_INLINE FixedPointLanes MakeUsualFixedPointLanes(
      const FixedPointEpilogue& fused, I32 m, I32 exponent) {
    const I32 first = Set1Wide(RoundsTwice(fused.rounding) ? 1 << 30 : 0);
    const I32 sign =
        Set1Wide(TiesGoUpward(fused.path) ? 0 : std::uint64_t{1} << 31);
    const I32 right = _mm512_sub_epi32(_mm512_setzero_si512(), exponent);
    FixedPointLanes k;
    k.even_multiplier = m;
    k.odd_multiplier = HighHalf(m);
    k.even_add = AddOf(fused, first, LowHalf(right));
    k.odd_add = AddOf(fused, first, HighHalf(right));
    k.even_sign = sign;
    k.odd_flip = _mm512_xor_si512(k.odd_add, _mm512_sub_epi64(k.odd_add, sign));
    k.shift = _mm512_sub_epi32(right, Set1(1));
    return k;
  }

  // Loads the constants once for several registers: after the empty assembly
  // GCC can no longer load them again for each use.
  static LOWP_INLINE void KeepInRegisters(FixedPointLanes* k) {
    __asm__(""
            : "+v"(k->even_multiplier), "+v"(k->odd_multiplier),
              "+v"(k->even_add), "+v"(k->odd_add), "+v"(k->even_sign),
              "+v"(k->odd_flip), "+v"(k->shift));
  }

  // Computes x here: compilers would otherwise delay it until it is used.
  static LOWP_INLINE void MakeHere(I32* x) { __asm__ volatile("" : "+v"(*x)); }

  // (x * multiplier + add - [x < 0] * sign) >> (31 + right), see
  // FixedPointPath. Only the upper halves of the 64-bit sums are needed: a
  // 32-bit shift of them does the rest.
  template <FixedPointPath kPath>
  static LOWP_INLINE I32 ScaleByFixedPoint(I32 x, const FixedPointLanes& k) {
    __asm__("" : "+v"(x));
    I32 even =
        _mm512_add_epi64(_mm512_mul_epi32(x, k.even_multiplier), k.even_add);
    const I32 x_odd = _mm512_srai_epi64(x, 32);
    I32 odd = _mm512_mul_epi32(x_odd, k.odd_multiplier);
    I32 odd_add = k.odd_add;
    if constexpr (kPath == FixedPointPath::kDoubleAway) {
      even = _mm512_sub_epi64(even, _mm512_and_si512(x, k.even_sign));
      // 0x6a is the truth table of (a & b) ^ c. The bits in which the two
      // addends differ, 31 and up, are all copies of the sign in `x_odd`. Its
      // register can take the result, which saves copying a constant.
      odd_add = _mm512_ternarylogic_epi64(x_odd, k.odd_flip, odd_add, 0x6a);
    } else if constexpr (kPath == FixedPointPath::kSingleAway) {
      even = _mm512_sub_epi64(
          even, _mm512_srli_epi64(_mm512_and_si512(x, k.even_sign), 31));
      odd_add = _mm512_sub_epi64(odd_add, _mm512_srli_epi64(x, 63));
    }
    odd = _mm512_add_epi64(odd, odd_add);
    const I32 upper = _mm512_castps_si512(_mm512_mask_movehdup_ps(
        _mm512_castsi512_ps(odd), 0x5555, _mm512_castsi512_ps(even)));
    return _mm512_srav_epi32(upper, k.shift);
  }

  // Copies `x` to every 8- or 16-bit lane.
  static LOWP_INLINE I32 Dup8(std::int32_t x) {
    return _mm512_set1_epi8(static_cast<char>(x));
  }
  static LOWP_INLINE I32 Dup16(std::int32_t x) {
    return _mm512_set1_epi16(static_cast<short>(x));
  }

  using Bounds = ClampBounds<SimdAvx512>;

  // Stores the first `columns` lanes of the vectors, clamped.
  template <int kVectors>
  static LOWP_INLINE void StoreClamped(const Bounds& bounds,
                                       const I32 (&x)[kVectors], void* out,
                                       int columns) {
    switch (bounds.scalar) {
      case Scalar::kUint8:
      case Scalar::kInt8:
        return StoreClampedBytesAvx512<kVectors>(
            {bounds.scalar == Scalar::kUint8, bounds.low, bounds.high}, x, out,
            columns);
      case Scalar::kInt16:
        return StoreClampedInt16<kVectors>(bounds, x, out, columns);
      case Scalar::kInt32:
      case Scalar::kFloat32: {
        I32 clamped[kVectors];
        LOWP_UNROLL
        for (int v = 0; v < kVectors; ++v) {
          clamped[v] = Min(Max(x[v], bounds.low), bounds.high);
        }
        return StoreInt32<kVectors>(clamped, out, columns);
      }
    }
  }

  // The same for several rows, `stride` bytes apart.
  template <int kRows, int kVectors>
  static LOWP_INLINE void StoreClampedRows(const Bounds& bounds,
                                           const I32 (&x)[kRows][kVectors],
                                           std::uint8_t* out,
                                           std::ptrdiff_t stride, int columns) {
    if (bounds.scalar <= Scalar::kInt8) {
      return StoreClampedByteRows<kRows, kVectors>(bounds, x, out, stride,
                                                   columns);
    }
    I32 rows[kRows][kVectors];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) rows[r][v] = x[r][v];
    }
    StoreClampedOneByOne<kVectors>(bounds, rows, kRows, out, stride, columns);
  }

  // What is stored less often than bytes shares its code among all tiles.
  template <int kVectors>
  static LOWP_NOINLINE void StoreClampedOneByOne(const Bounds& bounds,
                                                 const I32 (*rows)[kVectors],
                                                 int count, std::uint8_t* out,
                                                 std::ptrdiff_t stride,
                                                 int columns) {
    for (int r = 0; r < count; ++r) {
      StoreClamped<kVectors>(bounds, rows[r], out + r * stride, columns);
    }
  }

  // The same for results stored as bytes. The bytes of several short rows are
  // made in one register.
  template <int kRows, int kVectors>
  static LOWP_INLINE void StoreClampedByteRows(const Bounds& bounds,
                                               const I32 (&x)[kRows][kVectors],
                                               std::uint8_t* out,
                                               std::ptrdiff_t stride,
                                               int columns) {
    constexpr int kStep = kRows % 4 == 0 && kVectors <= 2 ? 4 : 1;
    const ByteBoundsAvx512 bytes = {bounds.scalar == Scalar::kUint8, bounds.low,
                                    bounds.high};
    LOWP_UNROLL
    for (int r = 0; r < kRows; r += kStep) {
      if constexpr (kStep == 4) {
        StoreClampedRowsAvx512<kVectors>(bytes, &x[r], out, stride, columns);
      } else {
        StoreClampedBytesAvx512<kVectors>(bytes, x[r], out, columns);
      }
      out += kStep * stride;
    }
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
        _mm512_mask_storeu_epi32(p + v * kLanes, LaneMask(left), x[v]);
      }
    }
  }

  // The same for several rows, `stride` bytes apart.
  template <int kRows, int kVectors>
  static LOWP_INLINE void StoreInt32Rows(const I32 (&x)[kRows][kVectors],
                                         std::uint8_t* out,
                                         std::ptrdiff_t stride, int columns) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      StoreInt32<kVectors>(x[r], out, columns);
      out += stride;
    }
  }

 private:
  static LOWP_INLINE __mmask16 LaneMask(int n) {
    return static_cast<__mmask16>((1u << n) - 1);
  }

  static LOWP_INLINE I32 Set1Wide(std::uint64_t x) {
    return _mm512_set1_epi64(static_cast<std::int64_t>(x));
  }

  // The even and the odd lanes of x, as unsigned 64-bit values.
  static LOWP_INLINE I32 LowHalf(I32 x) {
    return _mm512_and_si512(x, _mm512_set1_epi64(0xFFFFFFFF));
  }
  static LOWP_INLINE I32 HighHalf(I32 x) { return _mm512_srli_epi64(x, 32); }

  // x / 2^n for 64-bit values.
  static LOWP_INLINE I32 DivideByPOT(I32 x, I32 n, bool away) {
    const I32 one = _mm512_set1_epi64(1);
    const I32 half = _mm512_srli_epi64(_mm512_sllv_epi64(one, n), 1);
    I32 sum = _mm512_add_epi64(x, half);
    if (away) {
      const __mmask8 down =
          _mm512_mask_test_epi64_mask(_mm512_movepi64_mask(x), half, half);
      sum = _mm512_mask_sub_epi64(sum, down, sum, one);
    }
    return _mm512_srav_epi64(sum, n);
  }

  // 2^(30 + right) + offset * 2^(31 + right) + first, in 64 bits.
  static LOWP_INLINE I32 AddOf(const FixedPointEpilogue& fused, I32 first,
                               I32 right) {
    const I32 halves = _mm512_set1_epi64(2 * std::int64_t{fused.offset} + 1);
    const I32 up = _mm512_add_epi64(right, _mm512_set1_epi64(30));
    return _mm512_add_epi64(first, _mm512_sllv_epi64(halves, up));
  }
  // sign - 1 - add where `flip` is all ones, else add.
  static LOWP_INLINE I32 FlipAdd(I32 add, I32 sign, I32 flip) {
    return _mm512_add_epi64(_mm512_xor_si512(add, flip),
                            _mm512_and_si512(sign, flip));
  }

  template <int kVectors>
  static LOWP_INLINE void StoreClampedInt16(const Bounds& bounds,
                                            const I32 (&x)[kVectors], void* out,
                                            int columns) {
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    LOWP_UNROLL
    for (int i = 0; i < kVectors; i += 2) {
      const __m512i packed =
          _mm512_permutexvar_epi64(order, PackPairsAvx512<kVectors>(x, i));
      const __m512i clamped =
          _mm512_min_epi16(_mm512_max_epi16(packed, bounds.low), bounds.high);
      const int left = columns - i * kLanes;
      const int room = i + 1 < kVectors ? 32 : 16;
      const int count = left < room ? left : room;
      std::int16_t* to = static_cast<std::int16_t*>(out) + i * kLanes;
      if (count == 32) {
        _mm512_storeu_si512(to, clamped);
      } else if (count > 0) {
        _mm512_mask_storeu_epi16(
            to, static_cast<__mmask32>((std::uint64_t{1} << count) - 1),
            clamped);
      }
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_SIMD_AVX512_H_
