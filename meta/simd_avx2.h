// The register policy of AVX2: eight int32 lanes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_AVX2_H_
#define LOWP_META_SIMD_AVX2_H_

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "../fixedpoint/fixedpoint_avx.h"
#include "../internal/compiler.h"
#include "../internal/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct SimdAvx2 {
  using I32 = __m256i;
  static constexpr int kLanes = 8;

  static LOWP_INLINE I32 Load(const std::int32_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  // The first n lanes, 0 < n < kLanes; the others are zero and not read.
  static LOWP_INLINE I32 LoadPartial(const std::int32_t* p, int n) {
    return _mm256_maskload_epi32(p, LaneMask(n));
  }
  static LOWP_INLINE void Store(std::int32_t* p, I32 x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
  }
  static LOWP_INLINE I32 Set1(std::int32_t x) { return _mm256_set1_epi32(x); }
  static LOWP_INLINE I32 Add(I32 a, I32 b) { return _mm256_add_epi32(a, b); }
  static LOWP_INLINE I32 Min(I32 a, I32 b) { return _mm256_min_epi32(a, b); }
  static LOWP_INLINE I32 Max(I32 a, I32 b) { return _mm256_max_epi32(a, b); }
  static LOWP_INLINE I32 ShiftRight(I32 x, I32 n) {
    return _mm256_srav_epi32(x, n);
  }

  // See simd_avx512.h; here constants are loaded from memory anyway.
  struct FixedPointConstants {};

  // Each odd lane moved down to the even one before it, as the next function
  // wants the multiplier too.
  static LOWP_INLINE I32 OddLanes(I32 x) { return _mm256_srli_epi64(x, 32); }

  // SaturatingRoundingDoublingHighMul(x, m) = floor((x * m + 2^30) / 2^31), but
  // for its one saturating case: INT32_MIN * INT32_MIN gives INT32_MIN here.
  // RoundingShiftRight turns that into what INT32_MAX would have become.
  static LOWP_INLINE I32 RoundingDoublingHighMul(I32 x, I32 m, I32 odd_m,
                                                 const FixedPointConstants&) {
    const I32 half = _mm256_set1_epi64x(std::int64_t{1} << 30);
    const I32 even = _mm256_add_epi64(_mm256_mul_epi32(x, m), half);
    const I32 odd = _mm256_add_epi64(
        _mm256_mul_epi32(_mm256_srli_epi64(x, 32), odd_m), half);
    return _mm256_blend_epi32(_mm256_srli_epi64(even, 31),
                              _mm256_add_epi64(odd, odd), 0xAA);
  }

  // RoundingDivideByPOT(x, n) for 0 <= n <= 31, with INT32_MIN as INT32_MAX;
  // see simd_avx512.h.
  static LOWP_INLINE I32 RoundingShiftRight(I32 x, I32 n, I32 n_less_one,
                                            const FixedPointConstants&) {
    const I32 moved = _mm256_add_epi32(x, _mm256_srai_epi32(x, 31));
    const I32 half = _mm256_srav_epi32(moved, n_less_one);
    return _mm256_add_epi32(_mm256_srav_epi32(moved, n),
                            _mm256_and_si256(half, _mm256_set1_epi32(1)));
  }

  // Stores min(max(x, low), high) of the first `columns` lanes of the vectors
  // as that scalar; low and high lie within its range, or are INT32_MIN and
  // INT32_MAX when the values do.
  template <int kVectors>
  static LOWP_INLINE void StoreClamped(Scalar scalar, std::int32_t low,
                                       std::int32_t high,
                                       const I32 (&x)[kVectors], void* out,
                                       int columns) {
    static_assert(kVectors <= 2, "a row of a tile is at most 16 columns");
    I32 clamped[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      clamped[v] = Min(Max(x[v], Set1(low)), Set1(high));
    }
    if (scalar == Scalar::kInt32) {
      return StoreInt32<kVectors>(clamped, out, columns);
    }
    const __m256i words = _mm256_permute4x64_epi64(
        _mm256_packs_epi32(clamped[0], clamped[kVectors - 1]),
        _MM_SHUFFLE(3, 1, 2, 0));
    if (scalar == Scalar::kInt16) {
      return StoreFirst<kVectors * 16>(words, out, columns * 2);
    }
    const __m128i lower = _mm256_castsi256_si128(words);
    const __m128i upper = _mm256_extracti128_si256(words, 1);
    const __m128i bytes = scalar == Scalar::kUint8
                              ? _mm_packus_epi16(lower, upper)
                              : _mm_packs_epi16(lower, upper);
    StoreFirst<kVectors * 8>(_mm256_castsi128_si256(bytes), out, columns);
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
        _mm256_maskstore_epi32(p + v * kLanes, LaneMask(left), x[v]);
      }
    }
  }

 private:
  static LOWP_INLINE __m256i LaneMask(int n) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(n),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  }

  // Stores the first min(kBytes, bytes) bytes.
  template <int kBytes>
  static LOWP_INLINE void StoreFirst(__m256i x, void* out, int bytes) {
    if (bytes >= kBytes) {
      if constexpr (kBytes == 32) {
        _mm256_storeu_si256(static_cast<__m256i*>(out), x);
      } else if constexpr (kBytes == 16) {
        _mm_storeu_si128(static_cast<__m128i*>(out), _mm256_castsi256_si128(x));
      } else {
        _mm_storel_epi64(static_cast<__m128i*>(out), _mm256_castsi256_si128(x));
      }
      return;
    }
    alignas(32) std::uint8_t buffer[32];
    _mm256_store_si256(reinterpret_cast<__m256i*>(buffer), x);
    std::memcpy(out, buffer, static_cast<std::size_t>(bytes));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_AVX2_H_
