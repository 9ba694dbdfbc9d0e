// Few columns (skinny_n-inl.h) on 256-bit registers, for a backend whose other
// kernels have 512-bit ones.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_SKINNY_AVX2_INL_H_
#define LOWP_META_KERNELS_SKINNY_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../gemm/skinny_n-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// `Kernel` as in kernel_policy-inl.h; kGroupBytes is that of skinny_n-inl.h.
template <class Kernel>
struct SkinnyAvx2 {
  using Sums = __m256i;
  using Values = __m256i;
  static constexpr int kRows = 8;
  static constexpr int kParts = Kernel::kParts;
  static constexpr int kPartBytes = Kernel::kPartBytes;
  static constexpr bool kReadsTails = Kernel::kReadsTails;
  static constexpr int kKr = Kernel::kKr;
  static constexpr int kGroupBytes = Kernel::kGroupBytes;

  static LOWP_INLINE auto Flip(std::uint8_t flip) { return Kernel::Flip(flip); }
  template <int kPart>
  static LOWP_INLINE Values LoadB(const std::uint8_t* p) {
    return Kernel::template LoadB<kPart>(p);
  }
  template <typename Flip>
  static LOWP_INLINE void MultiplyRow(Sums* sums, const std::uint8_t* row,
                                      const Flip& flip, Values values) {
    Sums row_sums[1] = {*sums};
    const Values row_values[1] = {values};
    Kernel::MultiplyRow(row_sums, row, flip, row_values);
    *sums = row_sums[0];
  }
  static LOWP_INLINE Sums LoadSums(const std::int32_t* p) {
    return Kernel::Simd::Load(p);
  }
  static LOWP_INLINE void StoreSums(std::int32_t* p, Sums sums) {
    Kernel::Simd::Store(p, sums);
  }
  static LOWP_INLINE Sums AddToAll(Sums sums, std::int32_t value) {
    return Kernel::Simd::Add(sums, Kernel::Simd::Set1(value));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_SKINNY_AVX2_INL_H_
