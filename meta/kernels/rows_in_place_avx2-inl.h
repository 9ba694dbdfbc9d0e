// Lines of B in place (rows_in_place-inl.h) in AVX2, exact: two values of k as
// int16, side by side.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_ROWS_IN_PLACE_AVX2_INL_H_
#define LOWP_META_KERNELS_ROWS_IN_PLACE_AVX2_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/gemm_tasks.h"
#include "../gemm/rows_in_place-inl.h"
#include "../pack/int16_rows_avx2-inl.h"
#include "gemv_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Rows of A are copies, whose pairs are values 0 and 2, 1 and 3 of each group
// (InRowOrder).
template <bool kBSigned>
struct RowsAvx2 {
  using Sums = __m256i;
  using Values = __m256i;
  using Group = __m256i;
  static constexpr int kColumns = 32;
  static constexpr int kRows = 1;
  static constexpr int kStripsOfARow = 2;
  static constexpr int kSteps = 2;
  static constexpr int kElementSize = 2;
  static constexpr bool kPaddedRows = true;
  static constexpr bool kMasksColumns = false;
  static constexpr bool kSumsApart = true;
  static constexpr std::int16_t kOnes[4] = {1, 1, 1, 1};

  explicit LOWP_INLINE RowsAvx2(const StripTask& task)
      : offset(_mm256_set1_epi16(static_cast<short>(task.a_offset))) {}

  static LOWP_INLINE bool CanAdd(std::int32_t a_offset) {
    return GemvAvx2<false, kBSigned>::CanAdd(a_offset);
  }

  static LOWP_INLINE __m256i Zero() { return _mm256_setzero_si256(); }
  static LOWP_INLINE void Load(const GroupOfLines& group, int step,
                               std::ptrdiff_t from, __m256i (&out)[4]) {
    const std::uint8_t* const first = group.line(step) + from;
    const std::uint8_t* const second = group.line(step + 2) + from;
    LOWP_UNROLL
    for (int half = 0; half < 2; ++half) {
      const __m256i low = Words(first + 16 * half);
      const __m256i high = Words(second + 16 * half);
      out[2 * half] = _mm256_unpacklo_epi16(low, high);
      out[2 * half + 1] = _mm256_unpackhi_epi16(low, high);
    }
  }
  // In assembly, as MultiplyAdd is: Clang copies registers around intrinsics.
  LOWP_INLINE __m256i LoadGroup(const std::uint8_t* row, int step) const {
    using Pair = std::uint8_t[4];
    __m256i group;
    __asm__ volatile(
        "vpbroadcastd %[pair], %[group]\n\t"
        "vpaddw %[offset], %[group], %[group]"
        : [group] "=&x"(group)
        : [pair] "m"(*reinterpret_cast<const Pair*>(row + 4 * step)),
          [offset] "x"(offset));
    return group;
  }
  static LOWP_INLINE void MultiplyAdd(__m256i* sums, __m256i group,
                                      __m256i values) {
    __m256i product;
    __asm__ volatile(
        "vpmaddwd %[group], %[values], %[product]\n\t"
        "vpaddd %[product], %[sums], %[sums]"
        : [sums] "+x"(*sums), [product] "=&x"(product)
        : [group] "x"(group), [values] "x"(values));
  }
  static LOWP_INLINE void Store(const __m256i (&sums)[4], std::int32_t* out) {
    LOWP_UNROLL
    for (int half = 0; half < 2; ++half) {
      const __m256i low = sums[2 * half], high = sums[2 * half + 1];
      auto* const to = reinterpret_cast<__m256i*>(out + 16 * half);
      _mm256_storeu_si256(to, _mm256_permute2x128_si256(low, high, 0x20));
      _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(low, high, 0x31));
    }
  }

 private:
  static LOWP_INLINE __m256i Words(const std::uint8_t* p) {
    return Unpack<kBSigned>(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }

  __m256i offset;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_ROWS_IN_PLACE_AVX2_INL_H_
