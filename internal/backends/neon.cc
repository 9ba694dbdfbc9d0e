// The neon backend, for every 64-bit Arm: SMULL multiplies eight signed bytes
// by eight into int16, and SADALP adds pairs of the products to int32s at once.
// No two products meet in an int16, so that none overflows, -128 * -128
// included.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "../../meta/dot_neon-inl.h"
#include "../../meta/float_neon.h"
#include "../../meta/initial_values-inl.h"
#include "../../meta/multiply_add_neon-inl.h"
#include "../../meta/pack_neon-inl.h"
#include "../../meta/panel_loop-inl.h"
#include "../../meta/simd_neon.h"
#include "../../meta/transform-inl.h"
#include "../backend.h"
#include "../cpu_features.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = {16, 4, 16, 1, Domain::kSigned};

// Multiplies sixteen bytes by sixteen for the dot form (dot_neon-inl.h).
template <bool kSigned>
struct WideningMultiply {
  static LOWP_INLINE void Add(int32x4_t* sums, int8x16_t a, int8x16_t b) {
    if constexpr (kSigned) {
      AddPairs(sums, MultiplyFirst(a, b));
      AddPairs(sums, MultiplySecond(a, b));
    } else {
      AddUnsignedPairs(sums, MultiplyFirstUnsigned(a, b));
      AddUnsignedPairs(sums, MultiplySecondUnsigned(a, b));
    }
  }
  static LOWP_INLINE void AddUp(int32x4_t* sums, int8x16_t a) {
    if constexpr (kSigned) {
      AddPairs(sums, vpaddlq_s8(a));
    } else {
      AddUnsignedPairs(sums, vpaddlq_u8(vreinterpretq_u8_s8(a)));
    }
  }
};

struct NeonKernel {
  using Simd = SimdNeon;
  static constexpr int kTileRows = 4;
  static constexpr int kWidth = kFormat.width;
  static constexpr int kMaxVectors = kFormat.width / Simd::kLanes;

  // Blocks of four columns, one after another: sixteen registers of sums with
  // lanes along the depth, four of rows, and one of the panel at a time.
  template <int kRows, int kVectors>
  static LOWP_INLINE void MultiplyGroups(const PanelTask& task, int row,
                                         int32x4_t (&sums)[kRows][kVectors]) {
    const std::uint8_t* panel = static_cast<const std::uint8_t*>(task.panel);
    alignas(16) std::int32_t products[kVectors][kRows][4];
    for (int v = 0; v < kVectors; ++v) {
      MultiplyColumns<kRows>(task, row, panel + v * 4 * kFormat.group,
                             kVectors * 4 * kFormat.group, products[v]);
    }
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        sums[r][v] = Simd::Add(sums[r][v], Simd::Load(products[v][r]));
      }
    }
  }

 private:
  // Eight products are under way before the first is needed, so that cores that
  // execute in order do not wait either.
  template <int kRows>
  static LOWP_INLINE void MultiplyColumn(int8x16_t column,
                                         const int8x16_t (&numbers)[kRows],
                                         int c, int32x4_t (&sums)[kRows][4]) {
    int16x8_t first[kRows];
    int16x8_t second[kRows];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r)
      first[r] = MultiplyFirst(numbers[r], column);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      second[r] = MultiplySecond(numbers[r], column);
    }
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) AddPairs(&sums[r][c], first[r]);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) AddPairs(&sums[r][c], second[r]);
  }

  template <int kRows>
  static LOWP_INLINE void MultiplyColumns(const PanelTask& task, int row,
                                          const std::uint8_t* panel,
                                          std::ptrdiff_t panel_step,
                                          std::int32_t (&products)[kRows][4]) {
    int32x4_t sums[kRows][4];
    const std::uint8_t* rows[kRows];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      rows[r] = task.rows_data + (row + r) * task.row_stride;
      LOWP_UNROLL
      for (int c = 0; c < 4; ++c) sums[r][c] = vdupq_n_s32(0);
    }
    std::ptrdiff_t at = 0;
    for (int g = task.groups; g > 0; --g) {
      int8x16_t numbers[kRows];
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        numbers[r] = LoadInOrder(rows[r] + at);
      }
      LOWP_UNROLL
      for (int c = 0; c < 4; ++c) {
        MultiplyColumn(LoadInOrder(panel + c * kFormat.group), numbers, c,
                       sums);
      }
      at += task.group_stride;
      panel += panel_step;
    }
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Simd::Store(products[r], vpaddq_s32(vpaddq_s32(sums[r][0], sums[r][1]),
                                          vpaddq_s32(sums[r][2], sums[r][3])));
    }
  }
};

template <>
constexpr bool kHasOwnLoop<NeonKernel> = true;

}  // namespace

extern const Backend neon_backend;
const Backend neon_backend = {
    /*name=*/"neon",
    /*required_features=*/kNeon,
    /*panel=*/kFormat,
    /*tile_rows=*/NeonKernel::kTileRows,
    /*rows_in_place=*/false,
    /*row_interleave=*/1,
    /*row_domain=*/Domain::kSigned,
    /*pack=*/&PackGroups<kFormat.group>,
    /*read_rows=*/&ReadRowBlocks<kFormat.group, 1>,
    /*prepare_columns=*/&PrepareColumns<SimdNeon>,
    /*multiply=*/&MultiplyPanel<NeonKernel>,
    /*dot=*/&DotBytesNeon<WideningMultiply>,
    /*dot_rows=*/8,
    /*multiply_narrow=*/nullptr,
    /*finish=*/nullptr,
    /*transform=*/&Transform<FloatNeon>,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
