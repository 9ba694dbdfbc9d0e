// The register family of a machine without vectors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../meta/conv/copy_windows-inl.h"
#include "../../meta/conv/depthwise_scalar.h"
#include "../../meta/conv/depthwise_singles-inl.h"
#include "../../meta/conv/halves-inl.h"
#include "../../meta/conv/spread-inl.h"
#include "../../meta/epilogue/finish-inl.h"
#include "../../meta/gemm/column_values-inl.h"
#include "../../meta/simd/float_scalar.h"
#include "../../meta/simd/shuffle_scalar.h"
#include "../../meta/simd/simd_scalar.h"
#include "../../meta/simd/transpose-inl.h"
#include "../../meta/simd/transpose_scalar.h"
#include "../../meta/tensor/choose-inl.h"
#include "../../meta/tensor/divide_sums-inl.h"
#include "../../meta/tensor/extremes-inl.h"
#include "../../meta/tensor/interpolate-inl.h"
#include "../../meta/tensor/linear_addition-inl.h"
#include "../../meta/tensor/pool_registers_scalar.h"
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
    MakeDepthwiseSingles<DepthwiseScalar>("16 channels, taps one by one"),
};

}  // namespace

extern const RegisterFamily family_scalar;
const RegisterFamily family_scalar = {
    /*lanes=*/SimdScalar::kLanes,
    /*prepare_columns=*/&PrepareColumns<SimdScalar>,
    /*make_tile_constants=*/nullptr,
    /*make_line_constants=*/nullptr,
    /*finish=*/&Finish<FloatScalar>,
    /*transform=*/&Transform<FloatScalar>,
    /*sparse_sum=*/&SparseSum<FloatScalar>,
    /*copy_windows=*/&CopyWindows<8>,
    /*copy_windows_cost=*/{3, 0.03f},
    /*depthwise=*/{kDepthwise, 1},
    /*add_linearly=*/&AddLinearly,
    /*multiply_in_floats=*/nullptr,
    /*square_difference_in_floats=*/nullptr,
    /*split_halves=*/&SplitHalves,
    /*join_halves=*/&JoinHalves,
    /*sum_windows=*/&SumWindows<PoolRegistersScalar>,
    /*find_maxima=*/&FindMaxima<PoolRegistersScalar>,
    /*divide_sums=*/&DivideSums,
    /*transpose=*/&Transpose<TransposeScalar>,
    /*form_products=*/&FormProducts,
    /*choose=*/&Choose,
    /*find_extremes=*/&FindExtremes,
    /*interpolate=*/&Interpolate,
    /*spread=*/&SpreadChannels<ShuffleScalar, ShuffleScalar>,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
