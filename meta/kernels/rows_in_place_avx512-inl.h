// Lines of B in place (rows_in_place-inl.h) in AVX-512 VNNI.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_ROWS_IN_PLACE_AVX512_INL_H_
#define LOWP_META_KERNELS_ROWS_IN_PLACE_AVX512_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/contract/gemm_tasks.h"
#include "../gemm/rows_in_place-inl.h"
#include "../pack/pack_vnni_avx512-inl.h"
#include "multiply_add_avx512-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <bool kBSigned>
struct RowsAvx512Vnni {
  using Sums = __m512i;
  using Values = __m512i;
  using Group = __m512i;
  static constexpr int kColumns = 64;
  static constexpr int kRows = 4;
  static constexpr int kStripsOfARow = 2;
  static constexpr int kSteps = 1;
  static constexpr int kElementSize = 1;
  static constexpr bool kPaddedRows = false;
  static constexpr bool kMasksColumns = true;
  static constexpr bool kSumsApart = false;

  explicit LOWP_INLINE RowsAvx512Vnni(const StripTask& task)
      : flip(task.a_flip * 0x01010101u),
        bytes(LowBits(task.columns)),
        ones(_mm512_set1_epi8(1)) {}

  static LOWP_INLINE __m512i Zero() { return _mm512_setzero_si512(); }
  LOWP_INLINE void Load(const GroupOfLines& group, int, std::ptrdiff_t from,
                        __m512i (&out)[4]) const {
    __m512i lines[4];
    LOWP_UNROLL
    for (int i = 0; i < 4; ++i) {
      lines[i] = _mm512_maskz_loadu_epi8(bytes, group.line(i) + from);
    }
    const __m512i low01 = _mm512_unpacklo_epi8(lines[0], lines[1]);
    const __m512i low23 = _mm512_unpacklo_epi8(lines[2], lines[3]);
    const __m512i high01 = _mm512_unpackhi_epi8(lines[0], lines[1]);
    const __m512i high23 = _mm512_unpackhi_epi8(lines[2], lines[3]);
    out[0] = _mm512_unpacklo_epi16(low01, low23);
    out[1] = _mm512_unpackhi_epi16(low01, low23);
    out[2] = _mm512_unpacklo_epi16(high01, high23);
    out[3] = _mm512_unpackhi_epi16(high01, high23);
  }
  LOWP_INLINE __m512i LoadGroup(const std::uint8_t* row, int) const {
    std::uint32_t group;
    std::memcpy(&group, row, sizeof(group));
    return _mm512_set1_epi32(static_cast<int>(group ^ flip));
  }
  static LOWP_INLINE void MultiplyAdd(__m512i* sums, __m512i group,
                                      __m512i values) {
    const __m512i right[1] = {kBSigned ? values : group};
    MultiplyAddRow(*reinterpret_cast<__m512i(*)[1]>(sums),
                   kBSigned ? group : values, right);
  }
  LOWP_INLINE void AddUp(__m512i* sums, __m512i values) const {
    MultiplyAdd(sums, ones, values);
  }
  static LOWP_INLINE void Store(const __m512i (&sums)[4], std::int32_t* out) {
    LOWP_UNROLL
    for (int j = 0; j < 4; ++j) {
      StoreLane<0>(sums[j], out + 4 * j);
      StoreLane<1>(sums[j], out + 4 * j + 16);
      StoreLane<2>(sums[j], out + 4 * j + 32);
      StoreLane<3>(sums[j], out + 4 * j + 48);
    }
  }

 private:
  // With a mask that takes everything: see GemvAvx512Vnni.
  template <int kLane>
  static LOWP_INLINE void StoreLane(__m512i sums, std::int32_t* out) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm512_maskz_extracti32x4_epi32(0xF, sums, kLane));
  }

  std::uint32_t flip;
  __mmask64 bytes;
  __m512i ones;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_ROWS_IN_PLACE_AVX512_INL_H_
