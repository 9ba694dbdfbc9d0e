// The dot form (dot-inl.h) on 64-bit Arm: sixteen bytes of a row times as many
// of a column, both signed or both unsigned as the columns are, by a policy
// `Multiply<kSigned>`: Add(sums, row, column) adds the products to the lanes,
// in whatever places, and AddUp(sums, column) the bytes.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_DOT_NEON_INL_H_
#define LOWP_META_KERNELS_DOT_NEON_INL_H_

#include <arm_neon.h>

#include <cstdint>

#include "../../internal/contract/backend.h"
#include "../gemm/dot-inl.h"
#include "../pack/pack_neon-inl.h"
#include "multiply_add_neon-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Multiply>
struct NeonDot {
  using Sums = int32x4_t;
  using Numbers = int8x16_t;
  static constexpr int kChunk = 16;
  static constexpr int kRows = 4;
  static constexpr int kColumns = 4;
  static constexpr bool kSumsApart = false;

  explicit LOWP_INLINE NeonDot(const DotBlockTask& task)
      : row_flip(task.row_flip) {}

  static LOWP_INLINE Sums Zero() { return vdupq_n_s32(0); }
  LOWP_INLINE Numbers LoadRow(const std::uint8_t* p) const {
    return veorq_s8(LoadInOrder(p), vreinterpretq_s8_u8(vdupq_n_u8(row_flip)));
  }
  static LOWP_INLINE Numbers LoadColumn(const std::uint8_t* p) {
    return LoadInOrder(p);
  }
  LOWP_INLINE Numbers LoadRowPart(const std::uint8_t* p, int n) const {
    return vreinterpretq_s8_u8(LoadFlipped(p, n, row_flip));
  }
  static LOWP_INLINE Numbers LoadColumnPart(const std::uint8_t* p, int n) {
    return vreinterpretq_s8_u8(LoadFlipped(p, n, 0));
  }
  static LOWP_INLINE void MultiplyAdd(Sums* sums, Numbers row,
                                      const Numbers* columns) {
    LOWP_UNROLL
    for (int c = 0; c < kColumns; ++c) {
      Multiply::Add(sums + c, row, columns[c]);
    }
  }
  static LOWP_INLINE void AddUp(Sums* sums, const Numbers* columns) {
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

  std::uint8_t row_flip;
};

// Backend::dot.
template <template <bool> class Multiply>
void DotBytesNeon(const DotTask& task) {
  if (task.column_scalar == Scalar::kInt8) {
    DotPanel<NeonDot<Multiply<true>>>(task);
  } else {
    DotPanel<NeonDot<Multiply<false>>>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_DOT_NEON_INL_H_
