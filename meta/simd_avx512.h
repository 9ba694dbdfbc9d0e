// The register policy of AVX-512: sixteen int32 lanes. Needs F, BW, VL and DQ.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_AVX512_H_
#define LOWP_META_SIMD_AVX512_H_

#include <immintrin.h>

#include <cstdint>

#include "../fixedpoint/fixedpoint_avx512.h"
#include "../internal/compiler.h"
#include "../internal/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct SimdAvx512 {
  using I32 = __m512i;
  static constexpr int kLanes = 16;

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

  // The constants of the next two functions, made once for a tile. Behind the
  // empty assembly GCC cannot see that they are constants: it would make them
  // anew for every register, from general-purpose ones.
  struct FixedPointConstants {
    I32 half = _mm512_set1_epi64(std::int64_t{1} << 30);
    I32 one = _mm512_set1_epi32(1);
    __mmask16 odd = 0xAAAA;
    LOWP_INLINE FixedPointConstants() {
      __asm__("" : "+v"(half), "+v"(one), "+Yk"(odd));
    }
  };

  // Each odd lane moved down to the even one before it, as the next function
  // wants the multiplier too.
  static LOWP_INLINE I32 OddLanes(I32 x) { return _mm512_srli_epi64(x, 32); }

  // SaturatingRoundingDoublingHighMul(x, m) = floor((x * m + 2^30) / 2^31), but
  // for its one saturating case: INT32_MIN * INT32_MIN gives INT32_MIN here.
  // RoundingShiftRight turns that into what INT32_MAX would have become.
  static LOWP_INLINE I32 RoundingDoublingHighMul(I32 x, I32 m, I32 odd_m,
                                                 const FixedPointConstants& k) {
    const I32 even = _mm512_add_epi64(_mm512_mul_epi32(x, m), k.half);
    const I32 odd = _mm512_add_epi64(
        _mm512_mul_epi32(_mm512_srli_epi64(x, 32), odd_m), k.half);
    return _mm512_mask_blend_epi32(k.odd, _mm512_srli_epi64(even, 31),
                                   _mm512_add_epi64(odd, odd));
  }

  // RoundingDivideByPOT(x, n) for x > INT32_MIN and 0 <= n <= 31; for
  // INT32_MIN, which moves on to INT32_MAX, the same as for INT32_MAX. Ties go
  // away from zero because a negative x moves down by one before ties go up. A
  // shift by n - 1 = -1 leaves the sign, which undoes that move when n == 0.
  static LOWP_INLINE I32 RoundingShiftRight(I32 x, I32 n, I32 n_less_one,
                                            const FixedPointConstants& k) {
    const I32 moved = _mm512_add_epi32(x, _mm512_srai_epi32(x, 31));
    const I32 half = _mm512_srav_epi32(moved, n_less_one);
    return _mm512_add_epi32(_mm512_srav_epi32(moved, n),
                            _mm512_and_si512(half, k.one));
  }

  // Stores min(max(x, low), high) of the first `columns` lanes of the vectors
  // as that scalar; low and high lie within its range, or are INT32_MIN and
  // INT32_MAX when the values do.
  template <int kVectors>
  static LOWP_INLINE void StoreClamped(Scalar scalar, std::int32_t low,
                                       std::int32_t high,
                                       const I32 (&x)[kVectors], void* out,
                                       int columns) {
    switch (scalar) {
      case Scalar::kUint8:
        return StoreBytes<kVectors>(
            Clamp8(
                PackUint8(PackPairs<kVectors>(x, 0), PackPairs<kVectors>(x, 2)),
                _mm512_set1_epi8(static_cast<char>(low < 0 ? 0 : low)),
                _mm512_set1_epi8(static_cast<char>(high > 255 ? 255 : high))),
            out, columns);
      case Scalar::kInt8:
        return StoreBytes<kVectors>(
            ClampS8(
                PackInt8(PackPairs<kVectors>(x, 0), PackPairs<kVectors>(x, 2)),
                _mm512_set1_epi8(static_cast<char>(low < -128 ? -128 : low)),
                _mm512_set1_epi8(static_cast<char>(high > 127 ? 127 : high))),
            out, columns);
      case Scalar::kInt16:
        return StoreInt16<kVectors>(x, low, high, out, columns);
      case Scalar::kInt32: {
        I32 clamped[kVectors];
        LOWP_UNROLL
        for (int v = 0; v < kVectors; ++v) {
          clamped[v] = Min(Max(x[v], Set1(low)), Set1(high));
        }
        return StoreInt32<kVectors>(clamped, out, columns);
      }
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

 private:
  static LOWP_INLINE __mmask16 LaneMask(int n) {
    return static_cast<__mmask16>((1u << n) - 1);
  }

  // Vectors i and i + 1 saturated to int16, interleaved in runs of four.
  // Vectors that the tile does not have count as zero.
  template <int kVectors>
  static LOWP_INLINE __m512i PackPairs(const I32 (&x)[kVectors], int i) {
    const I32 zero = _mm512_setzero_si512();
    return _mm512_packs_epi32(
        i < kVectors ? x[i < kVectors ? i : 0] : zero,
        i + 1 < kVectors ? x[i + 1 < kVectors ? i + 1 : 0] : zero);
  }

  // Undoes the order in which two rounds of packing leave runs of four bytes.
  static LOWP_INLINE __m512i InOrder(__m512i packed) {
    const __m512i order =
        _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return _mm512_permutexvar_epi32(order, packed);
  }
  static LOWP_INLINE __m512i PackUint8(__m512i a, __m512i b) {
    return InOrder(_mm512_packus_epi16(a, b));
  }
  static LOWP_INLINE __m512i PackInt8(__m512i a, __m512i b) {
    return InOrder(_mm512_packs_epi16(a, b));
  }
  static LOWP_INLINE __m512i Clamp8(__m512i x, __m512i low, __m512i high) {
    return _mm512_min_epu8(_mm512_max_epu8(x, low), high);
  }
  static LOWP_INLINE __m512i ClampS8(__m512i x, __m512i low, __m512i high) {
    return _mm512_min_epi8(_mm512_max_epi8(x, low), high);
  }

  template <int kVectors>
  static LOWP_INLINE void StoreBytes(__m512i bytes, void* out, int columns) {
    if (columns >= kVectors * kLanes) {
      if constexpr (kVectors == 4) return _mm512_storeu_si512(out, bytes);
      if constexpr (kVectors == 2) {
        return _mm256_storeu_si256(static_cast<__m256i*>(out),
                                   _mm512_castsi512_si256(bytes));
      }
      if constexpr (kVectors == 1) {
        return _mm_storeu_si128(static_cast<__m128i*>(out),
                                _mm512_castsi512_si128(bytes));
      }
      columns = kVectors * kLanes;
    }
    _mm512_mask_storeu_epi8(out, (std::uint64_t{1} << columns) - 1, bytes);
  }

  template <int kVectors>
  static LOWP_INLINE void StoreInt16(const I32 (&x)[kVectors], std::int32_t low,
                                     std::int32_t high, void* out,
                                     int columns) {
    const __m512i low16 = _mm512_set1_epi16(
        static_cast<short>(low < INT16_MIN ? INT16_MIN : low));
    const __m512i high16 = _mm512_set1_epi16(
        static_cast<short>(high > INT16_MAX ? INT16_MAX : high));
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    LOWP_UNROLL
    for (int i = 0; i < kVectors; i += 2) {
      const __m512i packed =
          _mm512_permutexvar_epi64(order, PackPairs<kVectors>(x, i));
      const __m512i clamped =
          _mm512_min_epi16(_mm512_max_epi16(packed, low16), high16);
      const int left = columns - i * kLanes;
      const int room = i + 1 < kVectors ? 32 : 16;
      const int count = left < room ? left : room;
      if (count > 0) {
        _mm512_mask_storeu_epi16(
            static_cast<std::int16_t*>(out) + i * kLanes,
            static_cast<__mmask32>((std::uint64_t{1} << count) - 1), clamped);
      }
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_AVX512_H_
