// Looks up int32 entries for bytes by permutations of bytes, which processors
// with kAvx512Vbmi have (table_avx512-inl.h): a byte of the entries at a time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_WIDE_ENTRIES_AVX512_INL_H_
#define LOWP_META_SIMD_WIDE_ENTRIES_AVX512_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

class WideEntriesAvx512 {
 public:
  // Of 256 entries.
  void Read(const std::int32_t* entries) {
    for (int i = 0; i < 256; i += 16) {
      const __m512i x = _mm512_loadu_si512(entries + i);
      for (int byte = 0; byte < 4; ++byte) {
        _mm_store_si128(reinterpret_cast<__m128i*>(bytes_[byte] + i),
                        _mm512_cvtepi32_epi8(
                            _mm512_srl_epi32(x, _mm_cvtsi32_si128(8 * byte))));
      }
    }
  }

  // values[i] = entries[largest - input[i] modulo 256], of all `count`, and any
  // entries up to the next multiple of 16. The first `readable` bytes may be
  // read.
  __attribute__((target("avx512vbmi"))) void LookUpDistances(
      const std::uint8_t* input, std::size_t count, std::size_t readable,
      std::uint8_t largest, std::int32_t* values) const {
    const __m512i maximum = _mm512_set1_epi8(static_cast<char>(largest));
    // Groups of four bytes, so that unpacked ones are in order.
    const __m512i order =
        _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    for (std::size_t at = 0; at < count; at += 64) {
      const std::size_t left = readable - at;
      const __mmask64 mask = left < 64 ? (std::uint64_t{1} << left) - 1 : ~0ull;
      const __m512i index = _mm512_permutexvar_epi32(
          order,
          _mm512_sub_epi8(maximum, _mm512_maskz_loadu_epi8(mask, input + at)));
      const __m512i low[] = {LookUp(0, index), LookUp(1, index)};
      const __m512i high[] = {LookUp(2, index), LookUp(3, index)};
      const __m512i words[] = {_mm512_unpacklo_epi8(low[0], low[1]),
                               _mm512_unpackhi_epi8(low[0], low[1]),
                               _mm512_unpacklo_epi8(high[0], high[1]),
                               _mm512_unpackhi_epi8(high[0], high[1])};
      const __m512i found[] = {_mm512_unpacklo_epi16(words[0], words[2]),
                               _mm512_unpackhi_epi16(words[0], words[2]),
                               _mm512_unpacklo_epi16(words[1], words[3]),
                               _mm512_unpackhi_epi16(words[1], words[3])};
      LOWP_UNROLL
      for (std::size_t i = 0; i < 4; ++i) {
        if (at + 16 * i >= count) break;
        _mm512_storeu_si512(values + at + 16 * i, found[i]);
      }
    }
  }

 private:
  // That byte of the entries.
  __attribute__((target("avx512vbmi"))) __m512i LookUp(int byte,
                                                       __m512i index) const {
    const std::uint8_t* const p = bytes_[byte];
    const __m512i low = _mm512_permutex2var_epi8(_mm512_load_si512(p), index,
                                                 _mm512_load_si512(p + 64));
    const __m512i high = _mm512_permutex2var_epi8(
        _mm512_load_si512(p + 128), index, _mm512_load_si512(p + 192));
    return _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(index), high);
  }

  alignas(64) std::uint8_t bytes_[4][256];
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_WIDE_ENTRIES_AVX512_INL_H_
