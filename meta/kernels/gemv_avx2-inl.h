// Columns in place (gemv-inl.h) in AVX2, exact: both sides become int16 on the
// way.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_GEMV_AVX2_INL_H_
#define LOWP_META_KERNELS_GEMV_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/contract/gemm_tasks.h"
#include "../gemm/gemv-inl.h"
#include "../pack/int16_rows_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The largest offset, up or down, with which a byte still fits int16.
constexpr int kMaxGemvOffset = INT16_MAX - UINT8_MAX;

// Sixteen bytes of a row times as many of a column, unpacked on the way.
template <bool kASigned, bool kBSigned>
struct GemvAvx2 {
  using Sums = __m256i;
  using Values = __m256i;
  static constexpr int kChunk = 16;
  static constexpr int kRows = 2;
  static constexpr int kColumns = 4;
  static constexpr bool kSumsApart = true;

  explicit LOWP_INLINE GemvAvx2(const GemvBlock& block)
      : offset(_mm256_set1_epi16(static_cast<short>(block.a_offset))) {}

  static LOWP_INLINE bool CanAdd(std::int32_t a_offset) {
    return a_offset >= -kMaxGemvOffset && a_offset <= kMaxGemvOffset;
  }

  static LOWP_INLINE __m256i Zero() { return _mm256_setzero_si256(); }
  LOWP_INLINE __m256i LoadRow(const std::uint8_t* p) const {
    return _mm256_add_epi16(Unpack<kASigned>(LoadBytes(p, kChunk)), offset);
  }
  LOWP_INLINE __m256i LoadColumn(const std::uint8_t* p) const {
    return Unpack<kBSigned>(LoadBytes(p, kChunk));
  }
  // Bytes beyond the end, the offset alone, meet zeros of the column.
  LOWP_INLINE __m256i LoadRowPart(const std::uint8_t* p, int n) const {
    return _mm256_add_epi16(Unpack<kASigned>(LoadBytes(p, n)), offset);
  }
  LOWP_INLINE __m256i LoadColumnPart(const std::uint8_t* p, int n) const {
    return Unpack<kBSigned>(LoadBytes(p, n));
  }
  // One block of assembly: compilers move the intrinsics about until they run
  // out of registers, and GCC copies accumulators around smaller blocks.
  static LOWP_INLINE void MultiplyAdd(__m256i* sums, __m256i row,
                                      const __m256i* columns) {
    __m256i product;
    __asm__ volatile(
        "vpmaddwd %[c0], %[row], %[product]\n\t"
        "vpaddd %[product], %[sum0], %[sum0]\n\t"
        "vpmaddwd %[c1], %[row], %[product]\n\t"
        "vpaddd %[product], %[sum1], %[sum1]\n\t"
        "vpmaddwd %[c2], %[row], %[product]\n\t"
        "vpaddd %[product], %[sum2], %[sum2]\n\t"
        "vpmaddwd %[c3], %[row], %[product]\n\t"
        "vpaddd %[product], %[sum3], %[sum3]"
        : [sum0] "+&x"(sums[0]), [sum1] "+&x"(sums[1]), [sum2] "+&x"(sums[2]),
          [sum3] "+x"(sums[3]), [product] "=&x"(product)
        : [row] "x"(row), [c0] "x"(columns[0]), [c1] "x"(columns[1]),
          [c2] "x"(columns[2]), [c3] "x"(columns[3]));
  }
  // In a pass of its own, so that the products have the registers to
  // themselves, and over bytes: half the instructions of summing int16. Signed
  // bytes are summed as unsigned ones that are 128 too large.
  static LOWP_INLINE std::int32_t SumColumn(const std::uint8_t* p, int k) {
    const __m256i flip =
        _mm256_set1_epi8(static_cast<char>(kBSigned ? 0x80 : 0));
    __m256i sums = _mm256_setzero_si256();
    int at = 0;
    for (; k - at >= 32; at += 32) {
      const __m256i bytes = _mm256_xor_si256(
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + at)), flip);
      sums = _mm256_add_epi64(sums,
                              _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
    }
    const __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sums),
                                       _mm256_extracti128_si256(sums, 1));
    std::uint32_t sum = static_cast<std::uint32_t>(
        _mm_cvtsi128_si32(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half))));
    if (kBSigned) sum -= 128u * static_cast<std::uint32_t>(at);
    for (; at < k; ++at) {
      sum += static_cast<std::uint32_t>(
          kBSigned ? static_cast<std::int8_t>(p[at]) : p[at]);
    }
    return static_cast<std::int32_t>(sum);
  }
  static LOWP_INLINE void Store4(__m256i w, __m256i x, __m256i y, __m256i z,
                                 std::int32_t* out) {
    const __m256i a = _mm256_hadd_epi32(w, x);
    const __m256i b = _mm256_hadd_epi32(y, z);
    const __m256i lanes = _mm256_hadd_epi32(a, b);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_add_epi32(_mm256_castsi256_si128(lanes),
                                   _mm256_extracti128_si256(lanes, 1)));
  }

  __m256i offset;
};

template <bool kASigned>
LOWP_INLINE void SumColumnsInPlace(const GemmTask& task,
                                   const SumTarget& target) {
  if (task.b_scalar == Scalar::kInt8) {
    SumInPlace<GemvAvx2<kASigned, true>>(task, target);
  } else {
    SumInPlace<GemvAvx2<kASigned, false>>(task, target);
  }
}

// GemmKernel::sum.
void SumInt16InPlace(const GemmTask& task, const SumTarget& target) {
  if (task.a_scalar == Scalar::kInt8) {
    SumColumnsInPlace<true>(task, target);
  } else {
    SumColumnsInPlace<false>(task, target);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_GEMV_AVX2_INL_H_
