// Depthwise sums with AVX2: pairs of taps as int16, vpmaddwd.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_AVX2_H_
#define LOWP_META_CONV_DEPTHWISE_AVX2_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct DepthwiseAvx2 {
  using Weight = std::int16_t;
  static constexpr bool kReadsUnsigned = false;
  static constexpr int kChannels = 16;
  static constexpr int kTaps = 2;
  static constexpr int kPixels = 4;
  struct Pair {
    __m256i a, b;
  };
  using Sums = Pair;
  using Weights = Pair;
  using Values = Pair;

  static LOWP_INLINE __m256i LoadVector(const void* p) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(p));
  }
  static LOWP_INLINE Sums Load(const std::int32_t* p) {
    return {LoadVector(p), LoadVector(p + 8)};
  }
  static LOWP_INLINE void Store(const Sums& sums, std::int32_t* p) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), sums.a);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p + 8), sums.b);
  }
  static LOWP_INLINE Weights LoadWeights(const std::int16_t* p) {
    return {LoadVector(p), LoadVector(p + 16)};
  }
  template <bool kSigned>
  static LOWP_INLINE __m256i Widen(__m128i bytes) {
    return kSigned ? _mm256_cvtepi8_epi16(bytes) : _mm256_cvtepu8_epi16(bytes);
  }
  template <bool kSigned>
  static LOWP_INLINE Values LoadValues(const std::uint8_t* const (&taps)[2]) {
    const __m128i x =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(taps[0]));
    const __m128i y =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(taps[1]));
    return {Widen<kSigned>(_mm_unpacklo_epi8(x, y)),
            Widen<kSigned>(_mm_unpackhi_epi8(x, y))};
  }
  static LOWP_INLINE Sums MultiplyAdd(const Sums& sums, const Values& values,
                                      const Weights& weights) {
    return {_mm256_add_epi32(sums.a, _mm256_madd_epi16(values.a, weights.a)),
            _mm256_add_epi32(sums.b, _mm256_madd_epi16(values.b, weights.b))};
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_AVX2_H_
