// Pairs of words in AVX2, for sums of two tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_ADDITION_REGISTERS_AVX2_H_
#define LOWP_META_TENSOR_ADDITION_REGISTERS_AVX2_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/detect_platform.h"
#include "../simd/few_bytes_x86.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct AdditionRegistersAvx2 {
  using Bytes = __m128i;
  using Words = __m256i;
  static constexpr int kElements = 16;

  static LOWP_INLINE Words Set1(std::int32_t x) { return _mm256_set1_epi32(x); }
  static LOWP_INLINE Words Set1(std::int32_t even, std::int32_t odd) {
    return Set1(
        static_cast<std::int32_t>((static_cast<std::uint32_t>(even) & 0xffff) |
                                  static_cast<std::uint32_t>(odd) << 16));
  }
  static LOWP_INLINE Bytes LoadBytes(const std::uint8_t* p) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  }
  static LOWP_INLINE Bytes LoadBytes(const std::uint8_t* p, std::size_t n) {
    return FewBytes(p, n);
  }
  static LOWP_INLINE void StoreBytes(std::uint8_t* p, Bytes bytes) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), bytes);
  }
  static LOWP_INLINE void StoreBytes(std::uint8_t* p, Bytes bytes,
                                     std::size_t n) {
    std::uint8_t all[kElements];
    StoreBytes(all, bytes);
    std::memcpy(p, all, n);
  }
  static LOWP_INLINE void Pair(Bytes x, Bytes y, int flip, Words* first,
                               Words* second) {
    const Words a = WordsOf(x, flip), b = WordsOf(y, flip);
    *first = _mm256_unpacklo_epi16(a, b);
    *second = _mm256_unpackhi_epi16(a, b);
  }
  static LOWP_INLINE Words MultiplyAdd(Words a, Words b) {
    return _mm256_madd_epi16(a, b);
  }
  static LOWP_INLINE Words Add(Words a, Words b) {
    return _mm256_add_epi32(a, b);
  }
  static LOWP_INLINE Words ShiftRight(Words a, int n) {
    return _mm256_sra_epi32(a, _mm_cvtsi32_si128(n));
  }
  static LOWP_INLINE Bytes Narrow(Words first, Words second, int low, int high,
                                  int flip) {
    const Words words = _mm256_packs_epi32(first, second);
    const Bytes bytes = _mm_packs_epi16(_mm256_castsi256_si128(words),
                                        _mm256_extracti128_si256(words, 1));
    const Bytes clamped =
        _mm_min_epi8(_mm_max_epi8(bytes, _mm_set1_epi8(static_cast<char>(low))),
                     _mm_set1_epi8(static_cast<char>(high)));
    return _mm_xor_si128(clamped, _mm_set1_epi8(static_cast<char>(flip)));
  }

 private:
  static LOWP_INLINE Words WordsOf(Bytes bytes, int flip) {
    return _mm256_cvtepi8_epi16(
        _mm_xor_si128(bytes, _mm_set1_epi8(static_cast<char>(flip))));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_ADDITION_REGISTERS_AVX2_H_
