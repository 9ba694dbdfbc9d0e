// Depthwise sums with AVX-512: pairs of taps as int16, vpmaddwd.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_AVX512_H_
#define LOWP_META_CONV_DEPTHWISE_AVX512_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct DepthwiseAvx512 {
  using Weight = std::int16_t;
  static constexpr bool kReadsUnsigned = false;
  static constexpr int kChannels = 32;
  static constexpr int kTaps = 2;
  static constexpr int kPixels = 4;
  // Unpacking works within 128 bits: the first register has channels 0..7 and
  // 16..23 of the block, the second one the others.
  struct Pair {
    __m512i a, b;
  };
  using Sums = Pair;
  using Weights = Pair;
  using Values = Pair;

  static LOWP_INLINE Pair Swap(__m512i x, __m512i y) {
    return {_mm512_permutex2var_epi64(
                x, _mm512_setr_epi64(0, 1, 2, 3, 8, 9, 10, 11), y),
            _mm512_permutex2var_epi64(
                x, _mm512_setr_epi64(4, 5, 6, 7, 12, 13, 14, 15), y)};
  }
  static LOWP_INLINE Sums Load(const std::int32_t* p) {
    return Swap(_mm512_loadu_si512(p), _mm512_loadu_si512(p + 16));
  }
  static LOWP_INLINE void Store(const Sums& sums, std::int32_t* p) {
    const Pair pair = Swap(sums.a, sums.b);
    _mm512_storeu_si512(p, pair.a);
    _mm512_storeu_si512(p + 16, pair.b);
  }
  static LOWP_INLINE Weights LoadWeights(const std::int16_t* p) {
    return Swap(_mm512_load_si512(p), _mm512_load_si512(p + 32));
  }
  template <bool kSigned>
  static LOWP_INLINE __m512i Widen(__m256i bytes) {
    return kSigned ? _mm512_cvtepi8_epi16(bytes) : _mm512_cvtepu8_epi16(bytes);
  }
  template <bool kSigned>
  static LOWP_INLINE Values LoadValues(const std::uint8_t* const (&taps)[2]) {
    const __m256i x =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(taps[0]));
    const __m256i y =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(taps[1]));
    return {Widen<kSigned>(_mm256_unpacklo_epi8(x, y)),
            Widen<kSigned>(_mm256_unpackhi_epi8(x, y))};
  }
  static LOWP_INLINE Sums MultiplyAdd(const Sums& sums, const Values& values,
                                      const Weights& weights) {
    return {_mm512_add_epi32(sums.a, _mm512_madd_epi16(values.a, weights.a)),
            _mm512_add_epi32(sums.b, _mm512_madd_epi16(values.b, weights.b))};
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_AVX512_H_
