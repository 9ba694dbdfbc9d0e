// Lines of B in place (rows_in_place-inl.h) by vpdpbusd on 256-bit registers.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_ROWS_IN_PLACE_VNNI_AVX2_INL_H_
#define LOWP_META_KERNELS_ROWS_IN_PLACE_VNNI_AVX2_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/contract/gemm_tasks.h"
#include "../gemm/rows_in_place-inl.h"
#include "vpdpbusd_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A single row: its sums, those of columns and four lines fill the registers.
template <bool kBSigned>
struct RowsVnniAvx2 {
  using Sums = __m256i;
  using Values = __m256i;
  using Group = __m256i;
  static constexpr int kColumns = 32;
  static constexpr int kRows = 1;
  static constexpr int kStripsOfARow = 1;
  static constexpr int kSteps = 1;
  static constexpr int kElementSize = 1;
  static constexpr bool kPaddedRows = false;
  static constexpr bool kMasksColumns = false;
  static constexpr bool kSumsApart = false;

  explicit LOWP_INLINE RowsVnniAvx2(const StripTask& task)
      : flip(task.a_flip * 0x01010101u) {}

  static LOWP_INLINE __m256i Zero() { return _mm256_setzero_si256(); }
  static LOWP_INLINE void Load(const GroupOfLines& group, int,
                               std::ptrdiff_t from, __m256i (&out)[4]) {
    __m256i lines[4];
    LOWP_UNROLL
    for (int i = 0; i < 4; ++i) {
      lines[i] = _mm256_loadu_si256(
          reinterpret_cast<const __m256i*>(group.line(i) + from));
    }
    const __m256i low01 = _mm256_unpacklo_epi8(lines[0], lines[1]);
    const __m256i low23 = _mm256_unpacklo_epi8(lines[2], lines[3]);
    const __m256i high01 = _mm256_unpackhi_epi8(lines[0], lines[1]);
    const __m256i high23 = _mm256_unpackhi_epi8(lines[2], lines[3]);
    out[0] = _mm256_unpacklo_epi16(low01, low23);
    out[1] = _mm256_unpackhi_epi16(low01, low23);
    out[2] = _mm256_unpacklo_epi16(high01, high23);
    out[3] = _mm256_unpackhi_epi16(high01, high23);
  }
  LOWP_INLINE __m256i LoadGroup(const std::uint8_t* row, int) const {
    std::uint32_t group;
    std::memcpy(&group, row, sizeof(group));
    return _mm256_set1_epi32(static_cast<int>(group ^ flip));
  }
  static LOWP_INLINE void MultiplyAdd(__m256i* sums, __m256i group,
                                      __m256i values) {
    MultiplyAddBytes(sums, kBSigned ? group : values,
                     kBSigned ? values : group);
  }
  static LOWP_INLINE void AddUp(__m256i* sums, __m256i values) {
    MultiplyAdd(sums, _mm256_set1_epi8(1), values);
  }
  static LOWP_INLINE void Store(const __m256i (&sums)[4], std::int32_t* out) {
    LOWP_UNROLL
    for (int half = 0; half < 2; ++half) {
      const __m256i low = sums[2 * half], high = sums[2 * half + 1];
      auto* const to = reinterpret_cast<__m256i*>(out + 8 * half);
      _mm256_storeu_si256(to, _mm256_permute2x128_si256(low, high, 0x20));
      _mm256_storeu_si256(to + 2, _mm256_permute2x128_si256(low, high, 0x31));
    }
  }

 private:
  std::uint32_t flip;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_ROWS_IN_PLACE_VNNI_AVX2_INL_H_
