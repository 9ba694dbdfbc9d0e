// Narrow panels (narrow-inl.h) in AVX-512 VNNI, on registers of 4, 8 and 16
// lanes. Rows are the unsigned side, panels the signed one.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_NARROW_AVX512_INL_H_
#define LOWP_META_KERNELS_NARROW_AVX512_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/backend.h"
#include "../gemm/narrow-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

using Group __attribute__((may_alias)) = std::int32_t;

// Registers of 4, 8 and 16 lanes for narrow panels.
struct Lanes4 {
  using Register = __m128i;
  static LOWP_INLINE __m128i Load(const void* p) {
    return _mm_loadu_si128(static_cast<const __m128i*>(p));
  }
  static LOWP_INLINE void Store(void* p, __m128i x) {
    _mm_storeu_si128(static_cast<__m128i*>(p), x);
  }
  static LOWP_INLINE __m128i Set1(int x) { return _mm_set1_epi32(x); }
  static LOWP_INLINE __m128i Add(__m128i x, __m128i y) {
    return _mm_add_epi32(x, y);
  }
  static LOWP_INLINE void MultiplyAdd(__m128i* sums, const std::uint8_t* row,
                                      __m128i flip, __m128i panel) {
    __m128i bytes;
    __asm__ volatile(
        "vpxord %[row]%{1to4%}, %[flip], %[bytes]\n\t"
        "vpdpbusd %[panel], %[bytes], %[sums]"
        : [sums] "+v"(*sums), [bytes] "=&v"(bytes)
        : [row] "m"(*reinterpret_cast<const Group*>(row)), [flip] "v"(flip),
          [panel] "v"(panel));
  }
  static LOWP_INLINE __m128i ShiftLeft(__m128i x, __m128i bits) {
    return _mm_sll_epi32(x, bits);
  }
};
struct Lanes8 {
  using Register = __m256i;
  static LOWP_INLINE __m256i Load(const void* p) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(p));
  }
  static LOWP_INLINE void Store(void* p, __m256i x) {
    _mm256_storeu_si256(static_cast<__m256i*>(p), x);
  }
  static LOWP_INLINE __m256i Set1(int x) { return _mm256_set1_epi32(x); }
  static LOWP_INLINE __m256i Add(__m256i x, __m256i y) {
    return _mm256_add_epi32(x, y);
  }
  static LOWP_INLINE void MultiplyAdd(__m256i* sums, const std::uint8_t* row,
                                      __m256i flip, __m256i panel) {
    __m256i bytes;
    __asm__ volatile(
        "vpxord %[row]%{1to8%}, %[flip], %[bytes]\n\t"
        "vpdpbusd %[panel], %[bytes], %[sums]"
        : [sums] "+v"(*sums), [bytes] "=&v"(bytes)
        : [row] "m"(*reinterpret_cast<const Group*>(row)), [flip] "v"(flip),
          [panel] "v"(panel));
  }
  static LOWP_INLINE __m256i ShiftLeft(__m256i x, __m128i bits) {
    return _mm256_sll_epi32(x, bits);
  }
};
struct Lanes16 {
  using Register = __m512i;
  static LOWP_INLINE __m512i Load(const void* p) {
    return _mm512_loadu_si512(p);
  }
  static LOWP_INLINE void Store(void* p, __m512i x) {
    _mm512_storeu_si512(p, x);
  }
  static LOWP_INLINE __m512i Set1(int x) { return _mm512_set1_epi32(x); }
  static LOWP_INLINE __m512i Add(__m512i x, __m512i y) {
    return _mm512_add_epi32(x, y);
  }
  static LOWP_INLINE void MultiplyAdd(__m512i* sums, const std::uint8_t* row,
                                      __m512i flip, __m512i panel) {
    __m512i bytes;
    __asm__ volatile(
        "vpxord %[row]%{1to16%}, %[flip], %[bytes]\n\t"
        "vpdpbusd %[panel], %[bytes], %[sums]"
        : [sums] "+v"(*sums), [bytes] "=&v"(bytes)
        : [row] "m"(*reinterpret_cast<const Group*>(row)), [flip] "v"(flip),
          [panel] "v"(panel));
  }
  static LOWP_INLINE __m512i ShiftLeft(__m512i x, __m128i bits) {
    return _mm512_sll_epi32(x, bits);
  }
};

// The same where there is nothing to flip: long registers notice.
struct Lanes16Unflipped : Lanes16 {
  static LOWP_INLINE void MultiplyAdd(__m512i* sums, const std::uint8_t* row,
                                      __m512i, __m512i panel) {
    __m512i bytes;
    __asm__ volatile(
        "vpbroadcastd %[row], %[bytes]\n\t"
        "vpdpbusd %[panel], %[bytes], %[sums]"
        : [sums] "+v"(*sums), [bytes] "=&v"(bytes)
        : [row] "m"(*reinterpret_cast<const Group*>(row)), [panel] "v"(panel));
  }
};

// One register of sums for each row.
template <class Lanes>
struct Avx512VnniNarrow {
  using Sums = typename Lanes::Register;
  using Numbers = typename Lanes::Register;
  static constexpr int kRows = 8;
  static constexpr int kGroup = 4;
  static constexpr int kGroupBytes = 4;
  static constexpr int kParts = 1;
  static constexpr int kPartBytes = 0;
  static constexpr bool kReadsTails = true;

  static LOWP_INLINE Sums Flip(std::uint8_t flip) {
    return Lanes::Set1(static_cast<int>(flip * 0x01010101u));
  }
  template <int>
  static LOWP_INLINE Numbers LoadPanel(const std::uint8_t* p) {
    return Lanes::Load(p);
  }
  static LOWP_INLINE Numbers ShiftPanel(Numbers panel, int depths) {
    return Lanes::ShiftLeft(panel, _mm_cvtsi32_si128(8 * depths));
  }
  static LOWP_INLINE void MultiplyRow(Sums* sums, const std::uint8_t* row,
                                      Sums flip, Numbers numbers) {
    Lanes::MultiplyAdd(sums, row, flip, numbers);
  }
  static LOWP_INLINE std::uint32_t LoadTail(const std::uint8_t* row, int tail) {
    std::uint32_t group = row[0];
    if (tail > 1) group |= static_cast<std::uint32_t>(row[1]) << 8;
    if (tail > 2) group |= static_cast<std::uint32_t>(row[2]) << 16;
    return group;
  }
  static LOWP_INLINE Sums LoadSums(const std::int32_t* p) {
    return Lanes::Load(p);
  }
  static LOWP_INLINE void StoreSums(std::int32_t* p, Sums x) {
    Lanes::Store(p, x);
  }
  static LOWP_INLINE Sums AddToAll(Sums x, std::int32_t y) {
    return Lanes::Add(x, Lanes::Set1(y));
  }
};

// Backend::multiply_narrow.
void MultiplyNarrowBytes(const PanelTask& task, const NarrowRows& rows) {
  if (task.columns <= 4) {
    MultiplyNarrow<Avx512VnniNarrow<Lanes4>>(task, rows);
  } else if (task.columns <= 8) {
    MultiplyNarrow<Avx512VnniNarrow<Lanes8>>(task, rows);
  } else if (task.row_flip != 0) {
    MultiplyNarrow<Avx512VnniNarrow<Lanes16>>(task, rows);
  } else {
    MultiplyNarrow<Avx512VnniNarrow<Lanes16Unflipped>>(task, rows);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_NARROW_AVX512_INL_H_
