// Few columns (skinny_n-inl.h) in AVX-512 VNNI, on registers of 4 and 8
// lanes: with more columns tiles are as fast. A is the unsigned side, B the
// signed one.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_SKINNY_AVX512_INL_H_
#define LOWP_META_KERNELS_SKINNY_AVX512_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/contract/gemm_tasks.h"
#include "../gemm/skinny_n-inl.h"
#include "multiply_add_avx512-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Registers of 4 and 8 lanes.
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
                                      __m128i flip, __m128i b) {
    __m128i bytes;
    __asm__ volatile(
        "vpxord %[row]%{1to4%}, %[flip], %[bytes]\n\t"
        "vpdpbusd %[b], %[bytes], %[sums]"
        : [sums] "+v"(*sums), [bytes] "=&v"(bytes)
        : [row] "m"(*reinterpret_cast<const RowGroup*>(row)), [flip] "v"(flip),
          [b] "v"(b));
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
                                      __m256i flip, __m256i b) {
    __m256i bytes;
    __asm__ volatile(
        "vpxord %[row]%{1to8%}, %[flip], %[bytes]\n\t"
        "vpdpbusd %[b], %[bytes], %[sums]"
        : [sums] "+v"(*sums), [bytes] "=&v"(bytes)
        : [row] "m"(*reinterpret_cast<const RowGroup*>(row)), [flip] "v"(flip),
          [b] "v"(b));
  }
  static LOWP_INLINE __m256i ShiftLeft(__m256i x, __m128i bits) {
    return _mm256_sll_epi32(x, bits);
  }
};
// One register of sums for each row.
template <class Lanes>
struct Avx512VnniSkinny {
  using Sums = typename Lanes::Register;
  using Values = typename Lanes::Register;
  static constexpr int kRows = 8;
  static constexpr int kKr = 4;
  static constexpr int kGroupBytes = 4;
  static constexpr int kParts = 1;
  static constexpr int kPartBytes = 0;
  static constexpr bool kReadsTails = true;

  static LOWP_INLINE Sums Flip(std::uint8_t flip) {
    return Lanes::Set1(static_cast<int>(flip * 0x01010101u));
  }
  template <int>
  static LOWP_INLINE Values LoadB(const std::uint8_t* p) {
    return Lanes::Load(p);
  }
  static LOWP_INLINE Values ShiftB(Values values, int count) {
    return Lanes::ShiftLeft(values, _mm_cvtsi32_si128(8 * count));
  }
  static LOWP_INLINE void MultiplyRow(Sums* sums, const std::uint8_t* row,
                                      Sums flip, Values values) {
    Lanes::MultiplyAdd(sums, row, flip, values);
  }
  static LOWP_INLINE std::uint32_t LoadTail(const std::uint8_t* row, int tail) {
    return LoadPartOfGroup(row, tail);
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

// GemmKernel::sum.
void SumSkinnyBytes(const GemmTask& task, const SumTarget& target) {
  if (task.n <= 4) {
    SumSkinny<Avx512VnniSkinny<Lanes4>>(task, target);
  } else {
    SumSkinny<Avx512VnniSkinny<Lanes8>>(task, target);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_SKINNY_AVX512_INL_H_
