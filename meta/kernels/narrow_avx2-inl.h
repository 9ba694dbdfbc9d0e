// Narrow panels (narrow-inl.h) on the 256-bit registers of the kernels of AVX2
// and AVX-VNNI: one of eight columns, or two.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_NARROW_AVX2_INL_H_
#define LOWP_META_KERNELS_NARROW_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../gemm/narrow-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// `Kernel` as in panel_loop-inl.h.
template <class Kernel, int kVectors>
struct NarrowAvx2 {
  struct Sums {
    __m256i vectors[kVectors];
  };
  using Numbers = Sums;
  static constexpr int kRows = 8 / kVectors;
  static constexpr int kParts = Kernel::kParts;
  static constexpr int kPartBytes = Kernel::kPartBytes;
  static constexpr bool kReadsTails = Kernel::kReadsTails;
  static constexpr int kGroup = 4;
  static constexpr int kGroupBytes = Kernel::kGroupBytes;

  static LOWP_INLINE auto Flip(std::uint8_t flip) { return Kernel::Flip(flip); }
  template <int kPart>
  static LOWP_INLINE Numbers LoadPanel(const std::uint8_t* p) {
    Numbers numbers;
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      numbers.vectors[v] =
          Kernel::template LoadPanel<kPart>(p + v * Kernel::kBytesPerVector);
    }
    return numbers;
  }
  static LOWP_INLINE Numbers ShiftPanel(Numbers numbers, int depths) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      numbers.vectors[v] =
          _mm256_sll_epi32(numbers.vectors[v], _mm_cvtsi32_si128(8 * depths));
    }
    return numbers;
  }
  template <typename Flip>
  static LOWP_INLINE void MultiplyRow(Sums* sums, const std::uint8_t* row,
                                      const Flip& flip,
                                      const Numbers& numbers) {
    Kernel::MultiplyRow(sums->vectors, row, flip, numbers.vectors);
  }
  static LOWP_INLINE auto LoadTail(const std::uint8_t* row, int tail) {
    return Kernel::LoadTail(row, tail);
  }
  static LOWP_INLINE Sums LoadSums(const std::int32_t* p) {
    Sums sums;
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sums.vectors[v] = Kernel::Simd::Load(p + v * 8);
    }
    return sums;
  }
  static LOWP_INLINE void StoreSums(std::int32_t* p, const Sums& sums) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      Kernel::Simd::Store(p + v * 8, sums.vectors[v]);
    }
  }
  static LOWP_INLINE Sums AddToAll(Sums sums, std::int32_t number) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      sums.vectors[v] =
          Kernel::Simd::Add(sums.vectors[v], Kernel::Simd::Set1(number));
    }
    return sums;
  }
};

// Backend::multiply_narrow.
template <class Kernel>
void MultiplyNarrowAvx2(const PanelTask& task, const NarrowRows& rows) {
  if (task.columns <= 8) {
    MultiplyNarrow<NarrowAvx2<Kernel, 1>>(task, rows);
  } else {
    MultiplyNarrow<NarrowAvx2<Kernel, 2>>(task, rows);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_NARROW_AVX2_INL_H_
