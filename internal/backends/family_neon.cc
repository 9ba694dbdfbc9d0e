// The register family of 64-bit Arm's NEON.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../meta/conv/copy_windows-inl.h"
#include "../../meta/conv/depthwise_neon.h"
#include "../../meta/conv/depthwise_singles-inl.h"
#include "../../meta/conv/halves-inl.h"
#include "../../meta/conv/spread-inl.h"
#include "../../meta/epilogue/finish-inl.h"
#include "../../meta/gemm/column_values-inl.h"
#include "../../meta/simd/float_neon.h"
#include "../../meta/simd/shuffle_neon.h"
#include "../../meta/simd/simd_neon.h"
#include "../../meta/simd/transpose-inl.h"
#include "../../meta/simd/transpose_neon.h"
#include "../../meta/tensor/choose-inl.h"
#include "../../meta/tensor/divide_sums-inl.h"
#include "../../meta/tensor/extremes-inl.h"
#include "../../meta/tensor/interpolate-inl.h"
#include "../../meta/tensor/linear_addition-inl.h"
#include "../../meta/tensor/pool_registers_neon.h"
#include "../../meta/tensor/pool_windows-inl.h"
#include "../../meta/tensor/products-inl.h"
#include "../../meta/tensor/sparse_sum-inl.h"
#include "../../meta/tensor/transform-inl.h"
#include "../contract/register_family.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

namespace {

constexpr DepthwiseKernel kDepthwise[] = {
    MakeDepthwiseSingles<DepthwiseNeon>("16 channels, taps one by one"),
};

}  // namespace

extern const RegisterFamily family_neon;
const RegisterFamily family_neon = {
    /*lanes=*/FloatNeon::kLanes,
    /*prepare_columns=*/&PrepareColumns<SimdNeon>,
    /*make_tile_constants=*/nullptr,
    /*make_line_constants=*/nullptr,
    /*finish=*/&Finish<FloatNeon>,
    /*transform=*/&Transform<FloatNeon>,
    /*sparse_sum=*/&SparseSum<FloatNeon>,
    /*copy_windows=*/&CopyWindows<16>,
    /*copy_windows_cost=*/{3, 0.03f},
    /*depthwise=*/{kDepthwise, 1},
    /*add_linearly=*/&AddLinearly,
    /*multiply_in_floats=*/nullptr,
    /*square_difference_in_floats=*/nullptr,
    /*split_halves=*/&SplitHalves,
    /*join_halves=*/&JoinHalves,
    /*sum_windows=*/&SumWindows<PoolRegistersNeon>,
    /*find_maxima=*/&FindMaxima<PoolRegistersNeon>,
    /*divide_sums=*/&DivideSums,
    /*transpose=*/&Transpose<TransposeNeon>,
    /*form_products=*/&FormProducts,
    /*choose=*/&Choose,
    /*find_extremes=*/&FindExtremes,
    /*interpolate=*/&Interpolate,
    /*spread=*/&SpreadChannels<ShuffleNeon, ShuffleNeon>,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
