// Applies a table of 256 bytes to bytes by permutations of bytes, which all
// processors with VNNI have except the first generation. kAvx512Vbmi of
// cpu_feature.h says whether this processor has them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_TABLE_AVX512_INL_H_
#define LOWP_META_SIMD_TABLE_AVX512_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The lower seven bits select in both halves of the table; the highest bit
// chooses between the halves.
__attribute__((target("avx512vbmi"))) void ApplyTableByPermutation(
    const std::uint8_t* entries, const std::uint8_t* input, std::size_t count,
    std::uint8_t* output) {
  const __m512i first = _mm512_loadu_si512(entries);
  const __m512i second = _mm512_loadu_si512(entries + 64);
  const __m512i third = _mm512_loadu_si512(entries + 128);
  const __m512i fourth = _mm512_loadu_si512(entries + 192);
  for (std::size_t at = 0; at < count; at += 64) {
    const std::size_t left = count - at;
    const __mmask64 mask = left < 64 ? (std::uint64_t{1} << left) - 1 : ~0ull;
    const __m512i x = _mm512_maskz_loadu_epi8(mask, input + at);
    const __m512i low = _mm512_permutex2var_epi8(first, x, second);
    const __m512i high = _mm512_permutex2var_epi8(third, x, fourth);
    _mm512_mask_storeu_epi8(
        output + at, mask,
        _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(x), high));
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_TABLE_AVX512_INL_H_
