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

// Registers of which some bytes are read and written.
template <int kBytes>
struct MaskedBytes {
  using Register = __m512i;
  static LOWP_INLINE Register Splat(std::uint8_t value) {
    return _mm512_set1_epi8(static_cast<char>(value));
  }
  static LOWP_INLINE Register Load(Register others, std::uint64_t where,
                                   const std::uint8_t* from) {
    return _mm512_mask_loadu_epi8(others, where, from);
  }
  static LOWP_INLINE void Store(std::uint8_t* to, std::uint64_t where,
                                Register bytes) {
    _mm512_mask_storeu_epi8(to, where, bytes);
  }
};
template <>
struct MaskedBytes<32> {
  using Register = __m256i;
  static LOWP_INLINE Register Splat(std::uint8_t value) {
    return _mm256_set1_epi8(static_cast<char>(value));
  }
  static LOWP_INLINE Register Load(Register others, std::uint64_t where,
                                   const std::uint8_t* from) {
    return _mm256_mask_loadu_epi8(others, static_cast<__mmask32>(where), from);
  }
  static LOWP_INLINE void Store(std::uint8_t* to, std::uint64_t where,
                                Register bytes) {
    _mm256_mask_storeu_epi8(to, static_cast<__mmask32>(where), bytes);
  }
};

struct RunsAvx512 {
  static constexpr int kMaxWindow = 64;
  template <int kBytes>
  using Masked = MaskedBytes<kBytes>;
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
  static constexpr int kShortRun = 64;
  template <int kBytes>
  static LOWP_INLINE void CopyShortRun(std::uint8_t* to,
                                       const std::uint8_t* from,
                                       const Length& length) {
    if constexpr (kBytes == 16) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to), Load16(from, length));
    } else if constexpr (kBytes == 32) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), Load32(from, length));
    } else {
      _mm512_storeu_si512(to, _mm512_maskz_loadu_epi8(length.tail, from));
    }
  }
  template <int kBytes>
  static LOWP_INLINE void CopyOneRun(std::uint8_t* to, const std::uint8_t* from,
                                     const Length& length) {
    if constexpr (kBytes == 16) {
      _mm_mask_storeu_epi8(to, static_cast<__mmask16>(length.tail),
                           Load16(from, length));
    } else if constexpr (kBytes == 32) {
      _mm256_mask_storeu_epi8(to, static_cast<__mmask32>(length.tail),
                              Load32(from, length));
    } else {
      _mm512_mask_storeu_epi8(to, length.tail,
                              _mm512_maskz_loadu_epi8(length.tail, from));
    }
  }
  static LOWP_INLINE void Fill(std::uint8_t* to, std::uint8_t value,
                               const Length& length) {
    const __m512i values = _mm512_set1_epi8(static_cast<char>(value));
    for (std::ptrdiff_t i = 0; i < length.whole; i += 64) {
      _mm512_storeu_si512(to + i, values);
    }
    _mm512_mask_storeu_epi8(to + length.whole, length.tail, values);
  }

 private:
  static LOWP_INLINE __m128i Load16(const std::uint8_t* from,
                                    const Length& length) {
    return _mm_maskz_loadu_epi8(static_cast<__mmask16>(length.tail), from);
  }
  static LOWP_INLINE __m256i Load32(const std::uint8_t* from,
                                    const Length& length) {
    return _mm256_maskz_loadu_epi8(static_cast<__mmask32>(length.tail), from);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_RUNS_AVX512_H_
