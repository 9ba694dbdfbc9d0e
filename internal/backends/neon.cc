// The neon backend, for every 64-bit Arm. SMULL multiplies eight signed bytes
// by eight into int16, SMLSL2 subtracts eight more products, and SADALP adds
// pairs of what comes out to int32s. A sum of two products could overflow,
// where both are -128 * -128. So the second one is subtracted, with its row
// number a complemented, ~a = -a - 1:
//   a1 * b1 - ~a2 * b2 = a1 * b1 + a2 * b2 + b2
// lies between -32640 and 32640, for any bytes. What is too much, the sum of
// half of a column's numbers, the column's initial value takes back.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "../../meta/epilogue/finish_sums-inl.h"
#include "../../meta/gemm/initial_values-inl.h"
#include "../../meta/gemm/narrow_own_loop-inl.h"
#include "../../meta/gemm/panel_loop-inl.h"
#include "../../meta/kernels/dot_neon-inl.h"
#include "../../meta/kernels/multiply_add_neon-inl.h"
#include "../../meta/kernels/whole_tile_neon-inl.h"
#include "../../meta/pack/pack_neon-inl.h"
#include "../../meta/simd/float_neon.h"
#include "../../meta/simd/simd_neon.h"
#include "../../meta/tensor/sparse_sum-inl.h"
#include "../../meta/tensor/transform-inl.h"
#include "../contract/backend.h"
#include "../cpu_feature.h"

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

// What becomes of the two halves of sixteen numbers of a row.
enum class Halves {
  kComplemented,  // the second ones, in memory, as read_rows copies them
  kComplement,    // the second ones, once they are read
  kApart,         // none: their products are added one after the other
};

// With fewer rows, SMULL and SADALP for each half take less than summing the
// columns.
constexpr int kLeastRowsToComplement = 3;

struct NeonKernel {
  using Simd = FloatNeon;
  static constexpr int kTileRows = 4;
  static constexpr int kWidth = kFormat.width;
  static constexpr int kMaxVectors = kFormat.width / Simd::kLanes;

  // Blocks of four columns, one after another: sixteen registers of sums with
  // lanes along the depth, four of rows, and one of the panel at a time.
  template <int kRows, int kVectors>
  static LOWP_INLINE void MultiplyGroups(const PanelTask& task, int row,
                                         int32x4_t (&sums)[kRows][kVectors]) {
    if constexpr (kRows < kLeastRowsToComplement) {
      if (task.rows < kLeastRowsToComplement) {
        return MultiplyPanelColumns<Halves::kApart>(task, row, sums);
      }
    }
    if (task.row_form == RowForm::kCopied) {
      MultiplyPanelColumns<Halves::kComplemented>(task, row, sums);
    } else {
      MultiplyPanelColumns<Halves::kComplement>(task, row, sums);
    }
  }

 private:
  template <Halves kHalves, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyPanelColumns(
      const PanelTask& task, int row, int32x4_t (&sums)[kRows][kVectors]) {
    alignas(16) std::int32_t products[kVectors][kRows][4];
    const std::uint8_t* panel = static_cast<const std::uint8_t*>(task.panel);
    for (int v = 0; v < kVectors; ++v) {
      MultiplyColumns<kRows, kHalves, kVectors * 4 * kFormat.group>(
          task, row, panel + v * 4 * kFormat.group, products[v]);
    }
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        sums[r][v] = Simd::Add(sums[r][v], Simd::Load(products[v][r]));
      }
    }
  }

  // A row's numbers as the kernel multiplies them, from what is in memory.
  template <Halves kHalves>
  struct RowMask {
    explicit LOWP_INLINE RowMask(const PanelTask& task) {
      uint8x16_t flips =
          vdupq_n_u8(task.row_form == RowForm::kPlain ? task.row_flip : 0);
      const bool complemented = task.row_form == RowForm::kCopied;
      if (complemented != (kHalves == Halves::kComplement)) {
        flips = veorq_u8(flips, SecondHalf());
      }
      bits = vreinterpretq_s8_u8(flips);
    }
    LOWP_INLINE int8x16_t operator()(int8x16_t x) {
      if constexpr (kHalves == Halves::kComplemented) return x;
      XorInOrder(&x, &bits);
      return x;
    }
    int8x16_t bits;
  };

  // Products are under way before the first is needed, so that cores that
  // execute in order do not wait either.
  template <int kRows, Halves kHalves>
  static LOWP_INLINE void MultiplyColumn(int8x16_t column,
                                         const int8x16_t (&numbers)[kRows],
                                         int c, int32x4_t (&sums)[kRows][4]) {
    if constexpr (kHalves == Halves::kApart) {
      int16x8_t first[kRows];
      int16x8_t second[kRows];
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        first[r] = MultiplyFirst(numbers[r], column);
        second[r] = MultiplySecond(numbers[r], column);
      }
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        AddPairs(&sums[r][c], first[r]);
        AddPairs(&sums[r][c], second[r]);
      }
    } else if constexpr (kRows == 4) {
      MultiplyAddHalvesOfFour(&sums[0][c], &sums[1][c], &sums[2][c],
                              &sums[3][c], numbers, column);
    } else if constexpr (kRows == 3) {
      MultiplyAddHalvesOfThree(&sums[0][c], &sums[1][c], &sums[2][c], numbers,
                               column);
    } else if constexpr (kRows == 2) {
      MultiplyAddHalvesOfTwo(&sums[0][c], &sums[1][c], numbers, column);
    } else {
      MultiplyAddHalves(&sums[0][c], numbers[0], column);
    }
  }

  // A group of four columns times one of the rows, which load(r) loads. Columns
  // are loaded one ahead.
  template <Halves kHalves, int kRows, class Load>
  static LOWP_INLINE void MultiplyGroup(const std::uint8_t* panel,
                                        int32x4_t (&sums)[kRows][4],
                                        const Load& load) {
    int8x16_t columns[4];
    columns[0] = LoadInOrder(panel);
    int8x16_t numbers[kRows];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) numbers[r] = load(r);
    LOWP_UNROLL
    for (int c = 0; c < 4; ++c) {
      if (c < 3) columns[c + 1] = LoadInOrder(panel + (c + 1) * kFormat.group);
      MultiplyColumn<kRows, kHalves>(columns[c], numbers, c, sums);
    }
  }

  template <int kRows, Halves kHalves, int kPanelStep>
  static LOWP_INLINE void MultiplyAllGroups(const PanelTask& task, int row,
                                            const std::uint8_t* panel,
                                            int32x4_t (&sums)[kRows][4]) {
    RowMask<kHalves> mask(task);
    const std::uint8_t* rows = task.rows_data + row * task.row_stride;
    std::ptrdiff_t offsets[kRows];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      offsets[r] = r * task.row_stride;
      KeepInRegister(&offsets[r]);
    }
    const auto load = [&](int r) LOWP_INLINE_LAMBDA {
      return mask(LoadInOrder(rows + offsets[r]));
    };
    const std::ptrdiff_t group_stride = task.group_stride;
    for (int g = task.groups; g > 0; --g) {
      MultiplyGroup<kHalves>(panel, sums, load);
      rows += group_stride;
      KeepInRegister(&rows);
      panel += kPanelStep;
    }
    if constexpr (kHalves != Halves::kComplemented) {
      if (task.tail > 0) {
        MultiplyGroup<kHalves>(panel, sums, [&](int r) LOWP_INLINE_LAMBDA {
          return mask(vreinterpretq_s8_u8(
              LoadFlippedPart(rows + offsets[r], task.tail, 0)));
        });
      }
    }
  }

  template <int kRows, Halves kHalves, int kPanelStep>
  static LOWP_INLINE void MultiplyColumns(const PanelTask& task, int row,
                                          const std::uint8_t* panel,
                                          std::int32_t (&products)[kRows][4]) {
    int32x4_t sums[kRows][4];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int c = 0; c < 4; ++c) sums[r][c] = vdupq_n_s32(0);
    }
    if constexpr (kRows == kTileRows && kHalves == Halves::kComplemented) {
      MultiplyHalvesOfWholeTile<kPanelStep>(task, row, panel, sums);
    } else {
      MultiplyAllGroups<kRows, kHalves, kPanelStep>(task, row, panel, sums);
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

// Takes the sums of the second halves of four columns' groups from their
// initial values.
LOWP_INLINE void SubtractSecondHalves(const std::uint8_t* panel,
                                      std::ptrdiff_t panel_step, int groups,
                                      const std::int32_t* add,
                                      std::int32_t* corrected) {
  // As many numbers as an int16 holds the sum of.
  constexpr int kMost = 256;
  int32x4_t sums[4];
  LOWP_UNROLL
  for (int c = 0; c < 4; ++c) sums[c] = vdupq_n_s32(0);
  while (groups > 0) {
    const int count = groups < kMost ? groups : kMost;
    groups -= count;
    int16x8_t some[4];
    LOWP_UNROLL
    for (int c = 0; c < 4; ++c) some[c] = vdupq_n_s16(0);
    for (int g = count; g > 0; --g) {
      LOWP_UNROLL
      for (int c = 0; c < 4; ++c) {
        some[c] =
            vaddw_high_s8(some[c], LoadInOrder(panel + c * kFormat.group));
      }
      panel += panel_step;
    }
    LOWP_UNROLL
    for (int c = 0; c < 4; ++c) sums[c] = vpadalq_s16(sums[c], some[c]);
  }
  const int32x4_t halves =
      vpaddq_s32(vpaddq_s32(sums[0], sums[1]), vpaddq_s32(sums[2], sums[3]));
  vst1q_s32(corrected, vsubq_s32(vld1q_s32(add), halves));
}

// Calls multiply(task) with the initial values that the kernel's way to
// multiply needs.
template <class Multiply>
LOWP_INLINE void WithInitialValues(const PanelTask& task,
                                   const Multiply& multiply) {
  const int groups = task.groups + (task.tail > 0 ? 1 : 0);
  if (task.rows < kLeastRowsToComplement || groups == 0) return multiply(task);
  alignas(16) std::int32_t column_add[kFormat.width];
  const std::uint8_t* panel = static_cast<const std::uint8_t*>(task.panel);
  for (int c = 0; c < task.padded_columns; c += 4) {
    SubtractSecondHalves(panel + c * kFormat.group,
                         task.padded_columns * kFormat.group, groups,
                         task.column_add + c, column_add + c);
  }
  PanelTask corrected = task;
  corrected.column_add = column_add;
  multiply(corrected);
}

// Backend::multiply.
void Multiply(const PanelTask& task) {
  WithInitialValues(task, MultiplyPanel<NeonKernel>);
}

// Backend::multiply_narrow.
void MultiplyNarrow(const PanelTask& task, const NarrowRows& rows) {
  WithInitialValues(WithoutFactors(task), [&](const PanelTask& corrected) {
    MultiplyNarrowTiles<NeonKernel>(corrected, rows);
  });
}

}  // namespace

extern const Backend neon_backend;
const Backend neon_backend = {
    /*name=*/"neon",
    /*required_features=*/kNeon,
    /*panel=*/kFormat,
    /*tile_rows=*/NeonKernel::kTileRows,
    /*rows_in_place=*/true,
    /*most_columns_in_place=*/2 * kFormat.width,
    /*row_interleave=*/1,
    /*row_element_size=*/1,
    /*row_domain=*/Domain::kSigned,
    /*pack=*/&PackGroups<kFormat.group>,
    /*widen=*/nullptr,
    /*rows_to_widen=*/0,
    /*least_term_depth=*/0,
    /*read_rows=*/&ReadRowBlocks<kFormat.group, 1, true>,
    /*copy_panel_rows=*/nullptr,
    /*prepare_columns=*/&PrepareColumns<SimdNeon>,
    /*multiply=*/&Multiply,
    /*dot=*/&DotBytesNeon<WideningMultiply>,
    /*dot_rows=*/8,
    /*most_dot_offset=*/0,
    /*dot_keeps_up=*/false,
    /*multiply_narrow=*/&MultiplyNarrow,
    /*most_narrow_in_place=*/0,
    /*least_narrow_depth=*/0,
    /*finish=*/&FinishSums<FloatNeon, NeonKernel::kWidth>,
    /*multiply_direct=*/nullptr,
    /*transform=*/&Transform<FloatNeon>,
    /*sparse_sum=*/&SparseSum<FloatNeon>,
    /*for_reduced_range=*/nullptr,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
