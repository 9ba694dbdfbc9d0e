// The fast inner product (fast_inner_product-inl.h) on 256-bit registers.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_FIP_AVX2_INL_H_
#define LOWP_META_KERNELS_FIP_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "../../internal/detect_platform.h"
#include "../pack/panel_formats_x86.h"
#include "../simd/float_avx2.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct FipAvx2 {
  using Simd = FloatAvx2;
  using Register = __m256i;
  static constexpr int kNr = kSignedBytesAvx2.nr;

  static LOWP_INLINE __m256i Load(const std::uint8_t* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  static LOWP_INLINE void Store(std::uint8_t* p, __m256i x) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(p), x);
  }
  static LOWP_INLINE __m256i Broadcast(const std::uint8_t* p) {
    std::int32_t pair;
    std::memcpy(&pair, p, sizeof(pair));
    return _mm256_set1_epi32(pair);
  }
  static LOWP_INLINE __m256i Even(__m256i x) {
    return Odd(_mm256_slli_epi16(x, 8));
  }
  static LOWP_INLINE __m256i Odd(__m256i x) { return _mm256_srai_epi16(x, 8); }
  static LOWP_INLINE __m256i MultiplyPairs(__m256i x, __m256i y) {
    return _mm256_madd_epi16(x, y);
  }
  static LOWP_INLINE __m256i Subtract(__m256i x, __m256i y) {
    return _mm256_sub_epi32(x, y);
  }
  static LOWP_INLINE void MultiplyAdd(__m256i* sums, __m256i x0, __m256i x1,
                                      __m256i y0, __m256i y1) {
    *sums = _mm256_add_epi32(
        *sums,
        _mm256_madd_epi16(_mm256_add_epi16(x0, y1), _mm256_add_epi16(x1, y0)));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_FIP_AVX2_INL_H_
