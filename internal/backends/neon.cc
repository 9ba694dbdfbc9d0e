// The neon backend, for every 64-bit Arm. SMULL multiplies eight signed bytes
// by eight into int16, SMLSL2 subtracts eight more products, and SADALP adds
// pairs of what comes out to int32s. A sum of two products could overflow,
// where both are -128 * -128. So the second one is subtracted, and its factor
// from A complemented, ~a = -a - 1:
//   a1 * b1 - ~a2 * b2 = a1 * b1 + a2 * b2 + b2
// lies between -32640 and 32640, for any bytes. The column's initial value
// takes back what is too much, the sum of half of the column's values.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#include "../../meta/gemm/sum_tiles-inl.h"
#include "../../meta/gemm/tile-inl.h"
#include "../../meta/kernels/int4_neon-inl.h"
#include "../../meta/kernels/kernel_table_neon-inl.h"
#include "../../meta/kernels/multiply_add_neon-inl.h"
#include "../../meta/kernels/whole_tile_neon-inl.h"
#include "../../meta/pack/pack_neon-inl.h"
#include "../../meta/simd/float_neon.h"
#include "../contract/backend.h"
#include "../cpu_feature.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = {16, 4, 16, 1, Signedness::kSigned};

// Multiplies sixteen bytes by sixteen for NeonGemv (gemv_neon-inl.h).
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

// What becomes of the two halves of sixteen values of a row.
enum class Halves {
  kComplemented,  // the second ones, in memory, as read_rows copies them
  kComplement,    // the second ones, once they are read
  kApart,         // none: their products are added one after the other
};

// With fewer rows, SMULL and SADALP for each half take less than summing the
// columns.
constexpr int kMinRowsToComplement = 3;

struct NeonKernel {
  using Simd = FloatNeon;
  static constexpr int kTileRows = 4;
  static constexpr int kMaxVectors = kFormat.nr / Simd::kLanes;

  // Blocks of four columns, one after another: sixteen registers of sums with
  // lanes along k, four of A, and one of B at a time.
  template <int kRows, int kVectors>
  static LOWP_INLINE void MultiplyGroups(const GemmTask& task, int row,
                                         int32x4_t (&sums)[kRows][kVectors]) {
    if constexpr (kRows < kMinRowsToComplement) {
      if (task.m < kMinRowsToComplement) {
        return MultiplyAllColumns<Halves::kApart>(task, row, sums);
      }
    }
    if (task.a_form == AForm::kCopied) {
      MultiplyAllColumns<Halves::kComplemented>(task, row, sums);
    } else {
      MultiplyAllColumns<Halves::kComplement>(task, row, sums);
    }
  }

 private:
  template <Halves kHalves, int kRows, int kVectors>
  static LOWP_INLINE void MultiplyAllColumns(
      const GemmTask& task, int row, int32x4_t (&sums)[kRows][kVectors]) {
    alignas(16) std::int32_t products[kVectors][kRows][4];
    const std::uint8_t* b = task.b;
    for (int v = 0; v < kVectors; ++v) {
      MultiplyColumns<kRows, kHalves, kVectors * 4 * kFormat.kr>(
          task, row, b + v * 4 * kFormat.kr, products[v]);
    }
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        sums[r][v] = Simd::Add(sums[r][v], Simd::Load(products[v][r]));
      }
    }
  }

  // A row's values as the kernel multiplies them, from what is in memory.
  template <Halves kHalves>
  struct RowMask {
    explicit LOWP_INLINE RowMask(const GemmTask& task) {
      uint8x16_t flips =
          vdupq_n_u8(task.a_form == AForm::kInPlace ? task.a_flip : 0);
      const bool complemented = task.a_form == AForm::kCopied;
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
                                         const int8x16_t (&values)[kRows],
                                         int c, int32x4_t (&sums)[kRows][4]) {
    if constexpr (kHalves == Halves::kApart) {
      int16x8_t first[kRows];
      int16x8_t second[kRows];
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        first[r] = MultiplyFirst(values[r], column);
        second[r] = MultiplySecond(values[r], column);
      }
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        AddPairs(&sums[r][c], first[r]);
        AddPairs(&sums[r][c], second[r]);
      }
    } else if constexpr (kRows == 4) {
      MultiplyAddHalvesOfFour(&sums[0][c], &sums[1][c], &sums[2][c],
                              &sums[3][c], values, column);
    } else if constexpr (kRows == 3) {
      MultiplyAddHalvesOfThree(&sums[0][c], &sums[1][c], &sums[2][c], values,
                               column);
    } else if constexpr (kRows == 2) {
      MultiplyAddHalvesOfTwo(&sums[0][c], &sums[1][c], values, column);
    } else {
      MultiplyAddHalves(&sums[0][c], values[0], column);
    }
  }

  // A group of four columns times one of the rows, which load(r) loads. Columns
  // are loaded one ahead.
  template <Halves kHalves, int kRows, class Load>
  static LOWP_INLINE void MultiplyGroup(const std::uint8_t* b,
                                        int32x4_t (&sums)[kRows][4],
                                        const Load& load) {
    int8x16_t columns[4];
    columns[0] = LoadInOrder(b);
    int8x16_t values[kRows];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) values[r] = load(r);
    LOWP_UNROLL
    for (int c = 0; c < 4; ++c) {
      if (c < 3) columns[c + 1] = LoadInOrder(b + (c + 1) * kFormat.kr);
      MultiplyColumn<kRows, kHalves>(columns[c], values, c, sums);
    }
  }

  template <int kRows, Halves kHalves, int kBStep>
  static LOWP_INLINE void MultiplyAllGroups(const GemmTask& task, int row,
                                            const std::uint8_t* b,
                                            int32x4_t (&sums)[kRows][4]) {
    RowMask<kHalves> mask(task);
    const std::uint8_t* rows = task.a + row * task.a_stride;
    std::ptrdiff_t offsets[kRows];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      offsets[r] = r * task.a_stride;
      KeepInRegister(&offsets[r]);
    }
    const auto load = [&](int r) LOWP_INLINE_LAMBDA {
      return mask(LoadInOrder(rows + offsets[r]));
    };
    const std::ptrdiff_t group_stride = task.a_group_stride;
    for (int g = WholeGroups(task, kFormat.kr); g > 0; --g) {
      MultiplyGroup<kHalves>(b, sums, load);
      rows += group_stride;
      KeepInRegister(&rows);
      b += kBStep;
    }
    if constexpr (kHalves != Halves::kComplemented) {
      const int tail = TailOf(task, kFormat.kr);
      if (tail > 0) {
        MultiplyGroup<kHalves>(b, sums, [&](int r) LOWP_INLINE_LAMBDA {
          return mask(
              vreinterpretq_s8_u8(LoadFlippedPart(rows + offsets[r], tail, 0)));
        });
      }
    }
  }

  template <int kRows, Halves kHalves, int kBStep>
  static LOWP_INLINE void MultiplyColumns(const GemmTask& task, int row,
                                          const std::uint8_t* b,
                                          std::int32_t (&products)[kRows][4]) {
    int32x4_t sums[kRows][4];
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int c = 0; c < 4; ++c) sums[r][c] = vdupq_n_s32(0);
    }
    if constexpr (kRows == kTileRows && kHalves == Halves::kComplemented) {
      MultiplyHalvesOfWholeTile<kBStep>(task, row, b, sums);
    } else {
      MultiplyAllGroups<kRows, kHalves, kBStep>(task, row, b, sums);
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
LOWP_INLINE void SubtractSecondHalves(const std::uint8_t* b,
                                      std::ptrdiff_t b_step, int groups,
                                      const std::int32_t* add,
                                      std::int32_t* corrected) {
  // The sum of the values of this many groups fits an int16.
  constexpr int kMaxGroups = 256;
  int32x4_t sums[4];
  LOWP_UNROLL
  for (int c = 0; c < 4; ++c) sums[c] = vdupq_n_s32(0);
  while (groups > 0) {
    const int count = groups < kMaxGroups ? groups : kMaxGroups;
    groups -= count;
    int16x8_t some[4];
    LOWP_UNROLL
    for (int c = 0; c < 4; ++c) some[c] = vdupq_n_s16(0);
    for (int g = count; g > 0; --g) {
      LOWP_UNROLL
      for (int c = 0; c < 4; ++c) {
        some[c] = vaddw_high_s8(some[c], LoadInOrder(b + c * kFormat.kr));
      }
      b += b_step;
    }
    LOWP_UNROLL
    for (int c = 0; c < 4; ++c) sums[c] = vpadalq_s16(sums[c], some[c]);
  }
  const int32x4_t halves =
      vpaddq_s32(vpaddq_s32(sums[0], sums[1]), vpaddq_s32(sums[2], sums[3]));
  vst1q_s32(corrected, vsubq_s32(vld1q_s32(add), halves));
}

// GemmKernel::sum, with the initial values that the kernel's way to multiply
// needs.
void SumNeon(const GemmTask& task, const SumTarget& target) {
  const int groups =
      WholeGroups(task, kFormat.kr) + (TailOf(task, kFormat.kr) > 0 ? 1 : 0);
  if (task.m < kMinRowsToComplement || groups == 0) {
    return SumPanel<NeonKernel>(task, target);
  }
  alignas(16) std::int32_t column_add[kFormat.nr];
  for (int c = 0; c < task.padded_n; c += 4) {
    SubtractSecondHalves(task.b + c * kFormat.kr, task.padded_n * kFormat.kr,
                         groups, task.column_add + c, column_add + c);
  }
  GemmTask corrected = task;
  corrected.column_add = column_add;
  SumPanel<NeonKernel>(corrected, target);
}

// Estimates. Copying rows pays from more than 2 * nr columns on.
constexpr ReadingCost kReadingCost = {
    /*copy=*/0.375f, /*pack=*/0.375f};
constexpr GemmKernel kKernels[] = {
    Gemv<WideningMultiply>({/*mac=*/0.13f, /*element=*/0, /*row=*/30,
                            /*panel=*/10,
                            /*call=*/40, /*load=*/0}),
    TilesInPlace(
        "4x16_in_place", NeonKernel::kTileRows,
        {/*mac=*/0.105f, /*element=*/0, /*row=*/8, /*panel=*/20, /*call=*/20,
         /*load=*/0},
        &SumNeon),
    Tiles("4x16", NeonKernel::kTileRows,
          {/*mac=*/0.094f, /*element=*/0, /*row=*/8, /*panel=*/20, /*call=*/20,
           /*load=*/0},
          &SumNeon),
};

constexpr Int4Kernel kInt4Kernel = MakeInt4Kernel<Int4Neon>();

}  // namespace

extern const RegisterFamily family_neon;
extern const Backend neon_backend;
const Backend neon_backend = {
    /*name=*/"neon",
    /*required_features=*/kNeon,
    /*panel=*/kFormat,
    /*copied_rows=*/
    {/*element_size=*/1, /*interleave=*/1, /*extra_bytes=*/0,
     Signedness::kSigned},
    /*reading=*/kReadingCost,
    /*pack=*/&PackSignedBytes<kFormat.kr>,
    /*read_rows=*/&ReadRowBlocks<kFormat.kr, 1, true>,
    /*copy_panel_rows=*/nullptr,
    /*kernels=*/kKernels,
    /*kernel_count=*/sizeof(kKernels) / sizeof(kKernels[0]),
    /*memory=*/{},
    /*family=*/&family_neon,
    /*int4=*/&kInt4Kernel,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
