// The register policy of AVX2: eight int32 lanes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_SIMD_AVX2_H_
#define LOWP_META_SIMD_SIMD_AVX2_H_

#include <immintrin.h>

#include <cstdint>
#include <cstring>
#include <utility>

#include "../../fixedpoint/fixedpoint_avx.h"
#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "../../internal/contract/matrix_ref.h"
#include "clamp_bounds-inl.h"
#include "fixed_point_in_float_avx2.h"
#include "store_avx2.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct SimdAvx2 : StoreAvx2 {
  using FinishVectors = std::integer_sequence<int, 2, 1>;
  static constexpr bool kScalesTiles = true;
  static constexpr bool kFinishesPairs = false;
  static constexpr bool kRoundsTwice = false;
  using FixedPointInFloat = FixedPointInFloatAvx2;

  static LOWP_INLINE I32 Load(const std::int32_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  // The first n lanes, 0 < n < kLanes; the others are zero and not read.
  static LOWP_INLINE I32 LoadPartial(const std::int32_t* p, int n) {
    return _mm256_maskload_epi32(p, LaneMask(n));
  }
  static LOWP_INLINE I32 Set1(std::int32_t x) { return _mm256_set1_epi32(x); }
  static LOWP_INLINE I32 Add(I32 a, I32 b) { return _mm256_add_epi32(a, b); }
  static LOWP_INLINE I32 Min(I32 a, I32 b) { return _mm256_min_epi32(a, b); }
  static LOWP_INLINE I32 Max(I32 a, I32 b) { return _mm256_max_epi32(a, b); }
  static LOWP_INLINE I32 ShiftRight(I32 x, I32 n) {
    return _mm256_srav_epi32(x, n);
  }
  static LOWP_INLINE std::int32_t LargestLane(I32 x) {
    __m128i max = _mm_max_epi32(_mm256_castsi256_si128(x),
                                _mm256_extracti128_si256(x, 1));
    max = _mm_max_epi32(max, _mm_shuffle_epi32(max, 0x4E));
    return _mm_cvtsi128_si32(_mm_max_epi32(max, _mm_shuffle_epi32(max, 0xB1)));
  }
  static LOWP_INLINE std::int32_t SumOfLanes(I32 x) {
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(x),
                                _mm256_extracti128_si256(x, 1));
    sum = _mm_add_epi32(sum, _mm_unpackhi_epi64(sum, sum));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x55)));
  }

  // The low 32 bits of x * m / 2^n to nearest, 0 <= n <= 62; ties away from
  // zero or up.
  static LOWP_INLINE I32 MultiplyAndDivideByPOT(I32 x, I32 m, I32 n,
                                                bool away) {
    const I32 even = DivideByPOT(_mm256_mul_epi32(x, m), LowHalf(n), away);
    const I32 odd = DivideByPOT(_mm256_mul_epi32(HighHalf(x), HighHalf(m)),
                                HighHalf(n), away);
    return _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA);
  }

  // See simd_avx512.h. Here the sign is subtracted in both the even and the odd
  // lanes.
  struct FixedPointLanes {
    I32 even_multiplier, odd_multiplier;
    I32 even_add, odd_add;
    I32 even_sign, odd_sign;
    I32 shift;
    I32 left;
    I32 whole;
    I32 flip;
  };

  static LOWP_INLINE FixedPointLanes
  MakeFixedPointLanes(const FixedPointEpilogue& fused, I32 m, I32 exponent) {
    const I32 zero = _mm256_setzero_si256();
    const I32 shifted = _mm256_srai_epi32(exponent, 31);
    const I32 right = Max(_mm256_sub_epi32(zero, exponent), Set1(1));
    const I32 sign = _mm256_and_si256(
        shifted, Set1(TiesGoUpward(fused.path) ? 0 : INT32_MIN));
    const I32 first = _mm256_and_si256(
        shifted, Set1(RoundsTwice(fused.rounding) ? 1 << 30 : 0));
    FixedPointLanes k;
    k.shift = _mm256_sub_epi32(right, Set1(1));
    k.even_sign = LowHalf(sign);
    k.odd_sign = HighHalf(sign);
    k.even_add = AddOf(fused, LowHalf(first), LowHalf(right));
    k.odd_add = AddOf(fused, HighHalf(first), HighHalf(right));
    if (fused.special) {
      k.left = Max(exponent, zero);
      k.flip = _mm256_srai_epi32(m, 31);
      m = _mm256_abs_epi32(m);
      m = _mm256_add_epi32(m, _mm256_andnot_si256(shifted, m));
      k.whole = _mm256_andnot_si256(shifted, _mm256_srai_epi32(m, 31));
      const int down = fused.path == FixedPointPath::kSingleAway ? 31 : 0;
      k.even_add =
          FlipAdd(k.even_add, _mm256_srli_epi64(k.even_sign, down),
                  _mm256_shuffle_epi32(k.flip, _MM_SHUFFLE(2, 2, 0, 0)));
      k.odd_add =
          FlipAdd(k.odd_add, _mm256_srli_epi64(k.odd_sign, down),
                  _mm256_shuffle_epi32(k.flip, _MM_SHUFFLE(3, 3, 1, 1)));
    }
    k.even_multiplier = m;
    k.odd_multiplier = HighHalf(m);
    return k;
  }

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
    k.even_sign = k.odd_sign = Set1Wide(sign);
    k.shift = Set1(-exponent - 1);
    return k;
  }
  static LOWP_INLINE FixedPointLanes MakeUsualFixedPointLanes(
      const FixedPointEpilogue& fused, I32 m, I32 exponent) {
    const I32 first = Set1Wide(RoundsTwice(fused.rounding) ? 1 << 30 : 0);
    const I32 right = _mm256_sub_epi32(_mm256_setzero_si256(), exponent);
    FixedPointLanes k;
    k.even_multiplier = m;
    k.odd_multiplier = HighHalf(m);
    k.even_add = AddOf(fused, first, LowHalf(right));
    k.odd_add = AddOf(fused, first, HighHalf(right));
    k.even_sign = k.odd_sign =
        Set1Wide(TiesGoUpward(fused.path) ? 0 : std::uint64_t{1} << 31);
    k.shift = _mm256_sub_epi32(right, Set1(1));
    return k;
  }
  // Sixteen registers are too few to keep them in.
  static LOWP_INLINE void KeepInRegisters(FixedPointLanes*) {}

  template <FixedPointPath kPath>
  static LOWP_INLINE I32 ScaleByFixedPoint(I32 x, const FixedPointLanes& k) {
    const I32 x_odd = _mm256_srli_epi64(x, 32);
    I32 even =
        _mm256_add_epi64(_mm256_mul_epi32(x, k.even_multiplier), k.even_add);
    I32 odd =
        _mm256_add_epi64(_mm256_mul_epi32(x_odd, k.odd_multiplier), k.odd_add);
    if constexpr (kPath == FixedPointPath::kDoubleAway) {
      even = _mm256_sub_epi64(even, _mm256_and_si256(x, k.even_sign));
      odd = _mm256_sub_epi64(odd, _mm256_and_si256(x_odd, k.odd_sign));
    } else if constexpr (kPath == FixedPointPath::kSingleAway) {
      even = _mm256_sub_epi64(
          even, _mm256_srli_epi64(_mm256_and_si256(x, k.even_sign), 31));
      odd = _mm256_sub_epi64(odd, _mm256_srli_epi64(x, 63));
    }
    const I32 upper = _mm256_blend_epi32(
        _mm256_shuffle_epi32(even, _MM_SHUFFLE(3, 3, 1, 1)), odd, 0xAA);
    return _mm256_srav_epi32(upper, k.shift);
  }

  // Copies `x` to every 8- or 16-bit lane.
  static LOWP_INLINE I32 Dup8(std::int32_t x) {
    return _mm256_set1_epi8(static_cast<char>(x));
  }
  static LOWP_INLINE I32 Dup16(std::int32_t x) {
    return _mm256_set1_epi16(static_cast<short>(x));
  }

  using Bounds = ClampBounds<SimdAvx2>;

  // Stores the first `columns` lanes of the vectors, clamped.
  template <int kVectors>
  static LOWP_INLINE void StoreClamped(const Bounds& bounds,
                                       const I32 (&x)[kVectors], void* out,
                                       int columns) {
    static_assert(kVectors <= 2, "a row of a tile is at most 16 columns");
    if (SizeOf(bounds.scalar) == 4) {
      I32 clamped[kVectors];
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        clamped[v] = Min(Max(x[v], bounds.low), bounds.high);
      }
      return StoreInt32<kVectors>(clamped, out, columns);
    }
    const __m256i words = Words(x);
    if (bounds.scalar == Scalar::kInt16) {
      return StoreFirst<kVectors * 16>(
          _mm256_min_epi16(_mm256_max_epi16(words, bounds.low), bounds.high),
          out, columns * 2);
    }
    StoreBytes<kVectors>(bounds, words, out, columns);
  }

  // The same for several rows, `stride` bytes apart. Bytes of several rows are
  // made at once; but not for two partial rows, for which GCC would copy
  // registers in the loop that computes the sums.
  template <int kRows, int kVectors>
  static LOWP_INLINE void StoreClampedRows(const Bounds& bounds,
                                           const I32 (&x)[kRows][kVectors],
                                           std::uint8_t* out,
                                           std::ptrdiff_t stride, int columns) {
    if (bounds.scalar <= Scalar::kInt8) {
      if constexpr (kRows * kVectors % 4 == 0) {
        if (kRows > 2 || columns == kVectors * kLanes) {
          return StoreClampedByteRows<kRows, kVectors>(bounds, x, out, stride,
                                                       columns);
        }
      }
      if constexpr (kRows <= 2) {
        LOWP_UNROLL
        for (int r = 0; r < kRows; ++r) {
          StoreBytes<kVectors>(bounds, Words(x[r]), out + r * stride, columns);
        }
        return;
      }
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

 protected:
  static LOWP_INLINE __m256i LaneMask(int n) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(n),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  }

 private:
  // A row of at most two registers, narrowed to 16 bits.
  template <int kVectors>
  static LOWP_INLINE __m256i Words(const I32 (&x)[kVectors]) {
    return _mm256_permute4x64_epi64(_mm256_packs_epi32(x[0], x[kVectors - 1]),
                                    _MM_SHUFFLE(3, 1, 2, 0));
  }
  // Narrows them to bytes, clamps and stores the first `columns`.
  template <int kVectors>
  static LOWP_INLINE void StoreBytes(const Bounds& bounds, __m256i words,
                                     void* out, int columns) {
    const __m128i lower = _mm256_castsi256_si128(words);
    const __m128i upper = _mm256_extracti128_si256(words, 1);
    const __m128i low = _mm256_castsi256_si128(bounds.low);
    const __m128i high = _mm256_castsi256_si128(bounds.high);
    const __m128i bytes =
        bounds.scalar == Scalar::kUint8
            ? _mm_min_epu8(_mm_max_epu8(_mm_packus_epi16(lower, upper), low),
                           high)
            : _mm_min_epi8(_mm_max_epi8(_mm_packs_epi16(lower, upper), low),
                           high);
    StoreFirst<kVectors * 8>(_mm256_castsi128_si256(bytes), out, columns);
  }

  static LOWP_INLINE I32 Set1Wide(std::uint64_t x) {
    return _mm256_set1_epi64x(static_cast<std::int64_t>(x));
  }

  // The even and the odd lanes of x, as unsigned 64-bit values.
  static LOWP_INLINE I32 LowHalf(I32 x) {
    return _mm256_and_si256(x, _mm256_set1_epi64x(0xFFFFFFFF));
  }
  static LOWP_INLINE I32 HighHalf(I32 x) { return _mm256_srli_epi64(x, 32); }

  // x / 2^n for 64-bit values. There is no arithmetic 64-bit shift, so 2^63 is
  // added before a logical one, and its shifted value subtracted afterwards.
  static LOWP_INLINE I32 DivideByPOT(I32 x, I32 n, bool away) {
    const I32 zero = _mm256_setzero_si256();
    const I32 top = _mm256_set1_epi64x(INT64_MIN);
    const I32 half =
        _mm256_srli_epi64(_mm256_sllv_epi64(_mm256_set1_epi64x(1), n), 1);
    I32 sum = _mm256_add_epi64(x, half);
    if (away) {
      sum = _mm256_add_epi64(sum,
                             _mm256_and_si256(_mm256_cmpgt_epi64(zero, x),
                                              _mm256_cmpgt_epi64(half, zero)));
    }
    return _mm256_sub_epi64(_mm256_srlv_epi64(_mm256_xor_si256(sum, top), n),
                            _mm256_srlv_epi64(top, n));
  }

  // 2^(30 + right) + offset * 2^(31 + right) + first, in 64 bits.
  static LOWP_INLINE I32 AddOf(const FixedPointEpilogue& fused, I32 first,
                               I32 right) {
    const I32 halves = _mm256_set1_epi64x(2 * std::int64_t{fused.offset} + 1);
    const I32 up = _mm256_add_epi64(right, _mm256_set1_epi64x(30));
    return _mm256_add_epi64(first, _mm256_sllv_epi64(halves, up));
  }
  // sign - 1 - add where `flip` is all ones, else add.
  static LOWP_INLINE I32 FlipAdd(I32 add, I32 sign, I32 flip) {
    return _mm256_add_epi64(_mm256_xor_si256(add, flip),
                            _mm256_and_si256(sign, flip));
  }

  // The same for results stored as bytes. One register of bytes is made at a
  // time, of two or four rows.
  template <int kRows, int kVectors>
  static LOWP_INLINE void StoreClampedByteRows(const Bounds& bounds,
                                               const I32 (&x)[kRows][kVectors],
                                               std::uint8_t* out,
                                               std::ptrdiff_t stride,
                                               int columns) {
    constexpr int kWidth = kVectors * kLanes;
    constexpr int kStep = 4 / kVectors;
    alignas(32) std::uint8_t rows[kRows * kWidth];
    LOWP_UNROLL
    for (int r = 0; r < kRows; r += kStep) {
      const __m256i bytes = ClampedBytes(
          bounds, x[r][0], x[r + 1 / kVectors][1 % kVectors],
          x[r + 2 / kVectors][0], x[r + 3 / kVectors][3 % kVectors]);
      if (columns == kWidth) {
        StoreRows<kWidth>(bytes, out + r * stride, stride);
      } else {
        _mm256_store_si256(reinterpret_cast<__m256i*>(rows + r * kWidth),
                           bytes);
      }
    }
    if (columns == kWidth) return;
    for (int r = 0; r < kRows; ++r) {
      CopyPowers<kWidth / 2>(rows + r * kWidth, out + r * stride, columns);
    }
  }

  // The bytes of four registers, one after another.
  static LOWP_INLINE __m256i ClampedBytes(const Bounds& bounds, I32 x0, I32 x1,
                                          I32 x2, I32 x3) {
    const __m256i lower = _mm256_packs_epi32(x0, x1);
    const __m256i upper = _mm256_packs_epi32(x2, x3);
    const __m256i bytes =
        bounds.scalar == Scalar::kUint8
            ? _mm256_min_epu8(_mm256_max_epu8(_mm256_packus_epi16(lower, upper),
                                              bounds.low),
                              bounds.high)
            : _mm256_min_epi8(
                  _mm256_max_epi8(_mm256_packs_epi16(lower, upper), bounds.low),
                  bounds.high);
    // Packing works within each 128-bit half.
    return _mm256_permutevar8x32_epi32(
        bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_SIMD_AVX2_H_
