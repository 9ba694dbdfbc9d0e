// Pairs of words in AVX-512, for sums of two tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_ADDITION_REGISTERS_AVX512_H_
#define LOWP_META_TENSOR_ADDITION_REGISTERS_AVX512_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct AdditionRegistersAvx512 {
  using Bytes = __m256i;
  using Words = __m512i;
  static constexpr int kElements = 32;

  static LOWP_INLINE Words Set1(std::int32_t x) { return _mm512_set1_epi32(x); }
  static LOWP_INLINE Words Set1(std::int32_t even, std::int32_t odd) {
    return Set1(
        static_cast<std::int32_t>((static_cast<std::uint32_t>(even) & 0xffff) |
                                  static_cast<std::uint32_t>(odd) << 16));
  }
  static LOWP_INLINE Bytes LoadBytes(const std::uint8_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static LOWP_INLINE Bytes LoadBytes(const std::uint8_t* p, std::size_t n) {
    return _mm256_maskz_loadu_epi8(First(n), p);
  }
  static LOWP_INLINE void StoreBytes(std::uint8_t* p, Bytes bytes) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), bytes);
  }
  static LOWP_INLINE void StoreBytes(std::uint8_t* p, Bytes bytes,
                                     std::size_t n) {
    _mm256_mask_storeu_epi8(p, First(n), bytes);
  }
  static LOWP_INLINE void Pair(Bytes x, Bytes y, int flip, Words* first,
                               Words* second) {
    const Words a = WordsOf(x, flip), b = WordsOf(y, flip);
    *first = _mm512_unpacklo_epi16(a, b);
    *second = _mm512_unpackhi_epi16(a, b);
  }
  static LOWP_INLINE Words MultiplyAdd(Words a, Words b) {
    return _mm512_madd_epi16(a, b);
  }
  static LOWP_INLINE Words Add(Words a, Words b) {
    return _mm512_add_epi32(a, b);
  }
  static LOWP_INLINE Words ShiftRight(Words a, int n) {
    return _mm512_sra_epi32(a, _mm_cvtsi32_si128(n));
  }
  static LOWP_INLINE Bytes Narrow(Words first, Words second, int low, int high,
                                  int flip) {
    const Bytes bytes =
        _mm512_cvtsepi16_epi8(_mm512_packs_epi32(first, second));
    const Bytes clamped = _mm256_min_epi8(
        _mm256_max_epi8(bytes, _mm256_set1_epi8(static_cast<char>(low))),
        _mm256_set1_epi8(static_cast<char>(high)));
    return _mm256_xor_si256(clamped, _mm256_set1_epi8(static_cast<char>(flip)));
  }

 private:
  // n < 32
  static LOWP_INLINE __mmask32 First(std::size_t n) {
    return (std::uint32_t{1} << n) - 1;
  }
  static LOWP_INLINE Words WordsOf(Bytes bytes, int flip) {
    return _mm512_cvtepi8_epi16(
        _mm256_xor_si256(bytes, _mm256_set1_epi8(static_cast<char>(flip))));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_ADDITION_REGISTERS_AVX512_H_
