// Runs of bytes with AVX-512: whole registers, and one with a mask.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_RUNS_AVX512_H_
#define LOWP_META_CONV_RUNS_AVX512_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct RunsAvx512 {
  struct Length {
    std::ptrdiff_t whole;  // bytes
    __mmask64 tail;        // of 1 to 64 more
  };
  static LOWP_INLINE Length MakeLength(std::ptrdiff_t bytes) {
    const std::ptrdiff_t whole = (bytes - 1) / 64 * 64;
    return {whole, ~__mmask64{0} >> (64 - (bytes - whole))};
  }
  static LOWP_INLINE void Copy(std::uint8_t* to, const std::uint8_t* from,
                               const Length& length) {
    for (std::ptrdiff_t i = 0; i < length.whole; i += 64) {
      _mm512_storeu_si512(to + i, _mm512_loadu_si512(from + i));
    }
    _mm512_mask_storeu_epi8(
        to + length.whole, length.tail,
        _mm512_maskz_loadu_epi8(length.tail, from + length.whole));
  }
  static LOWP_INLINE void Fill(std::uint8_t* to, std::uint8_t value,
                               const Length& length) {
    const __m512i values = _mm512_set1_epi8(static_cast<char>(value));
    for (std::ptrdiff_t i = 0; i < length.whole; i += 64) {
      _mm512_storeu_si512(to + i, values);
    }
    _mm512_mask_storeu_epi8(to + length.whole, length.tail, values);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_RUNS_AVX512_H_
