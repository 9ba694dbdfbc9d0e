// Columns in place (gemv-inl.h) in AVX-512 VNNI.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_GEMV_AVX512_INL_H_
#define LOWP_META_KERNELS_GEMV_AVX512_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/contract/gemm_tasks.h"
#include "../gemm/gemv-inl.h"
#include "../pack/pack_vnni_avx512-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Sixty-four bytes of a row times as many of a column, one side unsigned and
// the other signed: columns are read as they are stored, and rows are flipped
// where they have the same signedness.
template <bool kBSigned>
struct GemvAvx512Vnni {
  using Sums = __m512i;
  using Values = __m512i;
  static constexpr int kChunk = 64;
  static constexpr int kRows = 4;
  static constexpr int kColumns = 4;
  static constexpr bool kSumsApart = false;

  explicit LOWP_INLINE GemvAvx512Vnni(const GemvBlock& block)
      : flip(_mm512_set1_epi8(static_cast<char>(block.a_flip))),
        ones(_mm512_set1_epi8(1)) {}

  static LOWP_INLINE __m512i Zero() { return _mm512_setzero_si512(); }
  LOWP_INLINE __m512i LoadRow(const std::uint8_t* p) const {
    return _mm512_xor_si512(_mm512_loadu_si512(p), flip);
  }
  // Behind the empty assembly GCC cannot see that it could load again.
  static LOWP_INLINE __m512i LoadColumn(const std::uint8_t* p) {
    __m512i column = _mm512_loadu_si512(p);
    __asm__ volatile("" : "+v"(column));
    return column;
  }
  // Bytes beyond the end, zero or flipped, meet zeros of the column.
  LOWP_INLINE __m512i LoadRowPart(const std::uint8_t* p, int n) const {
    return _mm512_xor_si512(_mm512_maskz_loadu_epi8(LowBits(n), p), flip);
  }
  static LOWP_INLINE __m512i LoadColumnPart(const std::uint8_t* p, int n) {
    return _mm512_maskz_loadu_epi8(LowBits(n), p);
  }
  // One block of assembly: around four blocks, GCC would copy accumulators.
  static LOWP_INLINE void MultiplyAdd(__m512i* sums, __m512i row,
                                      const __m512i* columns) {
    if (kBSigned) {
      __asm__ volatile(
          "vpdpbusd %[c0], %[row], %[sum0]\n\t"
          "vpdpbusd %[c1], %[row], %[sum1]\n\t"
          "vpdpbusd %[c2], %[row], %[sum2]\n\t"
          "vpdpbusd %[c3], %[row], %[sum3]"
          : [sum0] "+&v"(sums[0]), [sum1] "+&v"(sums[1]), [sum2] "+&v"(sums[2]),
            [sum3] "+v"(sums[3])
          : [row] "v"(row), [c0] "v"(columns[0]), [c1] "v"(columns[1]),
            [c2] "v"(columns[2]), [c3] "v"(columns[3]));
    } else {
      __asm__ volatile(
          "vpdpbusd %[row], %[c0], %[sum0]\n\t"
          "vpdpbusd %[row], %[c1], %[sum1]\n\t"
          "vpdpbusd %[row], %[c2], %[sum2]\n\t"
          "vpdpbusd %[row], %[c3], %[sum3]"
          : [sum0] "+&v"(sums[0]), [sum1] "+&v"(sums[1]), [sum2] "+&v"(sums[2]),
            [sum3] "+v"(sums[3])
          : [row] "v"(row), [c0] "v"(columns[0]), [c1] "v"(columns[1]),
            [c2] "v"(columns[2]), [c3] "v"(columns[3]));
    }
  }
  LOWP_INLINE void AddUp(__m512i* sums, const __m512i* columns) const {
    MultiplyAdd(sums, ones, columns);
  }
  static LOWP_INLINE void AddProduct(__m512i* sums, std::int32_t factor,
                                     __m512i more) {
    *sums = _mm512_add_epi32(
        *sums, _mm512_mullo_epi32(_mm512_set1_epi32(factor), more));
  }
  static LOWP_INLINE void Store4(__m512i w, __m512i x, __m512i y, __m512i z,
                                 std::int32_t* out) {
    const __m512i a = AddPairs(w, x);
    const __m512i b = AddPairs(y, z);
    const __m512i lanes =
        _mm512_add_epi32(_mm512_maskz_unpacklo_epi64(0xFF, a, b),
                         _mm512_maskz_unpackhi_epi64(0xFF, a, b));
    const __m256i halves =
        _mm256_add_epi32(_mm512_maskz_extracti64x4_epi64(0xF, lanes, 0),
                         _mm512_maskz_extracti64x4_epi64(0xF, lanes, 1));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_add_epi32(_mm256_castsi256_si128(halves),
                                   _mm256_extracti128_si256(halves, 1)));
  }

 private:
  // With masks that take everything, since GCC 12 warns that the other forms
  // use something uninitialized (GCC bug 105593).
  static LOWP_INLINE __m512i AddPairs(__m512i x, __m512i y) {
    return _mm512_add_epi32(_mm512_maskz_unpacklo_epi32(0xFFFF, x, y),
                            _mm512_maskz_unpackhi_epi32(0xFFFF, x, y));
  }

  __m512i flip;
  __m512i ones;
};

// GemmKernel::sum.
void SumBytesInPlace(const GemmTask& task, const SumTarget& target) {
  if (task.b_scalar == Scalar::kInt8) {
    SumInPlace<GemvAvx512Vnni<true>>(task, target);
  } else {
    SumInPlace<GemvAvx512Vnni<false>>(task, target);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_GEMV_AVX512_INL_H_
