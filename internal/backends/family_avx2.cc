// The register family of AVX2.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <iterator>

#include "../../meta/conv/copy_windows-inl.h"
#include "../../meta/conv/depthwise-inl.h"
#include "../../meta/conv/depthwise_mixed-inl.h"
#include "../../meta/conv/depthwise_quads-inl.h"
#include "../../meta/conv/depthwise_registers_avx2.h"
#include "../../meta/conv/halves-inl.h"
#include "../../meta/conv/spread-inl.h"
#include "../../meta/epilogue/finish-inl.h"
#include "../../meta/epilogue/scale_constants-inl.h"
#include "../../meta/gemm/column_values-inl.h"
#include "../../meta/simd/float_avx2.h"
#include "../../meta/simd/shuffle_words_avx2.h"
#include "../../meta/simd/shuffle_x86.h"
#include "../../meta/simd/transpose-inl.h"
#include "../../meta/simd/transpose_avx2.h"
#include "../../meta/tensor/addition_registers_avx2.h"
#include "../../meta/tensor/binary_in_floats-inl.h"
#include "../../meta/tensor/choose-inl.h"
#include "../../meta/tensor/divide_sums-inl.h"
#include "../../meta/tensor/extremes-inl.h"
#include "../../meta/tensor/interpolate-inl.h"
#include "../../meta/tensor/linear_addition_pairs-inl.h"
#include "../../meta/tensor/pool_registers_avx2.h"
#include "../../meta/tensor/pool_windows-inl.h"
#include "../../meta/tensor/products-inl.h"
#include "../../meta/tensor/sparse_sum-inl.h"
#include "../../meta/tensor/transform-inl.h"
#include "../contract/register_family.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

namespace {

using Depthwise = DepthwisePairs<DepthwiseRegistersAvx2, DepthwisePairsAvx2>;
constexpr DepthwiseKernel kDepthwise[] = {
    MakeDepthwiseKernel<Depthwise, AnyTwoTaps>("any 2 taps", {7, 16}),
    MakeDepthwiseKernel<Depthwise, TwoOfFour>("2 windows of 4 positions",
                                              {22, 32}),
    MakeDepthwiseKernel<
        MixedPairs<DepthwiseRegistersAvx2, DepthwisePairsAvx2, 4>, AnyTap>(
        "any tap, 4 channels mixed", {17, 16}),
    MakeDepthwiseKernel<
        MixedPairs<DepthwiseRegistersAvx2, DepthwisePairsAvx2, 8>, AnyTap>(
        "any tap, 8 channels mixed", {24, 16}),
};

}  // namespace

extern const RegisterFamily family_avx2;
const RegisterFamily family_avx2 = {
    /*lanes=*/FloatAvx2::kLanes,
    /*prepare_columns=*/&PrepareColumns<FloatAvx2>,
    /*make_tile_constants=*/
    &MakeScaleConstants<FloatAvx2, TileScalings<FloatAvx2>>,
    /*make_line_constants=*/
    &MakeScaleConstants<FloatAvx2, LineScalings<FloatAvx2>>,
    /*finish=*/&Finish<FloatAvx2>,
    /*transform=*/&Transform<FloatAvx2>,
    /*sparse_sum=*/&SparseSum<FloatAvx2>,
    /*copy_windows=*/&CopyWindows<32>,
    /*copy_windows_cost=*/{3, 0.03f},
    /*depthwise=*/{kDepthwise, std::size(kDepthwise)},
    /*add_linearly=*/&AddLinearlyInPairs<AdditionRegistersAvx2>,
    /*multiply_in_floats=*/&MultiplyInFloats<FloatAvx2>,
    /*square_difference_in_floats=*/&SquareDifferenceInFloats<FloatAvx2>,
    /*split_halves=*/&SplitHalves,
    /*join_halves=*/&JoinHalves,
    /*sum_windows=*/&SumWindows<PoolRegistersAvx2>,
    /*find_maxima=*/&FindMaxima<PoolRegistersAvx2>,
    /*divide_sums=*/&DivideSums,
    /*transpose=*/&Transpose<TransposeAvx2>,
    /*form_products=*/&FormProducts,
    /*choose=*/&Choose,
    /*find_extremes=*/&FindExtremes,
    /*interpolate=*/&Interpolate,
    /*spread=*/&SpreadChannels<ShuffleX86, ShuffleWordsAvx2>,
    /*costs=*/{},
    /*min_rows_in_floats=*/FixedPointInFloatAvx2::kMinRows,
    /*scales_lines_in_floats=*/LineScalings<FloatAvx2>::kInFloat,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
