// The fast inner product (fast_inner_product-inl.h) on 512-bit registers.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_FIP_AVX512_INL_H_
#define LOWP_META_KERNELS_FIP_AVX512_INL_H_

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "../../internal/detect_platform.h"
#include "../pack/panel_formats_x86.h"
#include "../simd/float_avx512.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct FipAvx512 {
  using Simd = FloatAvx512;
  using Register = __m512i;
  static constexpr int kNr = kSignedBytesAvx512.nr;

  static LOWP_INLINE __m512i Load(const std::uint8_t* p) {
    return _mm512_load_si512(p);
  }
  static LOWP_INLINE void Store(std::uint8_t* p, __m512i x) {
    _mm512_store_si512(p, x);
  }
  static LOWP_INLINE __m512i Broadcast(const std::uint8_t* p) {
    std::int32_t pair;
    std::memcpy(&pair, p, sizeof(pair));
    return _mm512_set1_epi32(pair);
  }
  static LOWP_INLINE __m512i Even(__m512i x) {
    return Odd(_mm512_slli_epi16(x, 8));
  }
  static LOWP_INLINE __m512i Odd(__m512i x) { return _mm512_srai_epi16(x, 8); }
  static LOWP_INLINE __m512i MultiplyPairs(__m512i x, __m512i y) {
    return _mm512_madd_epi16(x, y);
  }
  static LOWP_INLINE __m512i Subtract(__m512i x, __m512i y) {
    return _mm512_sub_epi32(x, y);
  }
  static LOWP_INLINE void MultiplyAdd(__m512i* sums, __m512i x0, __m512i x1,
                                      __m512i y0, __m512i y1) {
    *sums = _mm512_add_epi32(
        *sums,
        _mm512_madd_epi16(_mm512_add_epi16(x0, y1), _mm512_add_epi16(x1, y0)));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_FIP_AVX512_INL_H_
