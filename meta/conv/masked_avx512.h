// Registers of which some bytes are read and written, with AVX-512.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_MASKED_AVX512_H_
#define LOWP_META_CONV_MASKED_AVX512_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <int kBytes>
struct MaskedBytes {
  static LOWP_INLINE __m512i Splat(std::uint8_t value) {
    return _mm512_set1_epi8(static_cast<char>(value));
  }
  static LOWP_INLINE __m512i Load(__m512i others, std::uint64_t where,
                                  const std::uint8_t* from) {
    return _mm512_mask_loadu_epi8(others, where, from);
  }
  static LOWP_INLINE __m512i Flip(__m512i bytes, __m512i flip) {
    return _mm512_xor_si512(bytes, flip);
  }
  static LOWP_INLINE void Store(std::uint8_t* to, std::uint64_t where,
                                __m512i bytes) {
    _mm512_mask_storeu_epi8(to, where, bytes);
  }
};
template <>
struct MaskedBytes<32> {
  static LOWP_INLINE __m256i Splat(std::uint8_t value) {
    return _mm256_set1_epi8(static_cast<char>(value));
  }
  static LOWP_INLINE __m256i Load(__m256i others, std::uint64_t where,
                                  const std::uint8_t* from) {
    return _mm256_mask_loadu_epi8(others, static_cast<__mmask32>(where), from);
  }
  static LOWP_INLINE __m256i Flip(__m256i bytes, __m256i flip) {
    return _mm256_xor_si256(bytes, flip);
  }
  static LOWP_INLINE void Store(std::uint8_t* to, std::uint64_t where,
                                __m256i bytes) {
    _mm256_mask_storeu_epi8(to, static_cast<__mmask32>(where), bytes);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_MASKED_AVX512_H_
