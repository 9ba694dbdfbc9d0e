// GEMV in place (gemv-inl.h) on 64-bit Arm: sixteen bytes of a row times as
// many of a column, both signed or both unsigned as the columns are, by a
// policy `Multiply<kSigned>`: Add(sums, row, column) adds the products to the
// lanes, in whatever places, and AddUp(sums, column) the bytes.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_GEMV_NEON_INL_H_
#define LOWP_META_KERNELS_GEMV_NEON_INL_H_

#include <arm_neon.h>

#include <cstdint>

#include "../../internal/contract/gemm_tasks.h"
#include "../gemm/gemv-inl.h"
#include "../pack/pack_neon-inl.h"
#include "multiply_add_neon-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Multiply>
struct NeonGemv {
  using Sums = int32x4_t;
  using Values = int8x16_t;
  static constexpr int kChunk = 16;
  static constexpr int kRows = 4;
  static constexpr int kColumns = 4;
  static constexpr bool kSumsApart = false;

  explicit LOWP_INLINE NeonGemv(const GemvBlock& block)
      : a_flip(block.a_flip) {}

  static LOWP_INLINE Sums Zero() { return vdupq_n_s32(0); }
  LOWP_INLINE Values LoadRow(const std::uint8_t* p) const {
    return veorq_s8(LoadInOrder(p), vreinterpretq_s8_u8(vdupq_n_u8(a_flip)));
  }
  static LOWP_INLINE Values LoadColumn(const std::uint8_t* p) {
    return LoadInOrder(p);
  }
  LOWP_INLINE Values LoadRowPart(const std::uint8_t* p, int n) const {
    return vreinterpretq_s8_u8(LoadFlipped(p, n, a_flip));
  }
  static LOWP_INLINE Values LoadColumnPart(const std::uint8_t* p, int n) {
    return vreinterpretq_s8_u8(LoadFlipped(p, n, 0));
  }
  static LOWP_INLINE void MultiplyAdd(Sums* sums, Values row,
                                      const Values* columns) {
    LOWP_UNROLL
    for (int c = 0; c < kColumns; ++c) {
      Multiply::Add(sums + c, row, columns[c]);
    }
  }
  static LOWP_INLINE void AddUp(Sums* sums, const Values* columns) {
    LOWP_UNROLL
    for (int c = 0; c < kColumns; ++c) Multiply::AddUp(sums + c, columns[c]);
  }
  static LOWP_INLINE void AddProduct(Sums* sums, std::int32_t factor,
                                     Sums more) {
    *sums = vmlaq_n_s32(*sums, more, factor);
  }
  static LOWP_INLINE void Store4(Sums w, Sums x, Sums y, Sums z,
                                 std::int32_t* out) {
    vst1q_s32(out, vpaddq_s32(vpaddq_s32(w, x), vpaddq_s32(y, z)));
  }

  std::uint8_t a_flip;
};

// GemmKernel::sum of columns in place.
template <template <bool> class Multiply>
void SumGemv(const GemmTask& task, const SumTarget& target) {
  if (task.b_scalar == Scalar::kInt8) {
    SumInPlace<NeonGemv<Multiply<true>>>(task, target);
  } else {
    SumInPlace<NeonGemv<Multiply<false>>>(task, target);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_GEMV_NEON_INL_H_
