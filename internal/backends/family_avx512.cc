// The register family of AVX-512.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <iterator>

#include "../../meta/conv/copy_windows-inl.h"
#include "../../meta/conv/depthwise-inl.h"
#include "../../meta/conv/depthwise_mixed-inl.h"
#include "../../meta/conv/depthwise_quads-inl.h"
#include "../../meta/conv/depthwise_registers_avx512.h"
#include "../../meta/conv/halves-inl.h"
#include "../../meta/conv/masked_avx512.h"
#include "../../meta/conv/spread-inl.h"
#include "../../meta/epilogue/finish-inl.h"
#include "../../meta/epilogue/scale_constants-inl.h"
#include "../../meta/gemm/column_values-inl.h"
#include "../../meta/simd/float_avx512.h"
#include "../../meta/simd/shuffle_words_avx512.h"
#include "../../meta/simd/shuffle_x86.h"
#include "../../meta/simd/transpose-inl.h"
#include "../../meta/simd/transpose_avx2.h"
#include "../../meta/tensor/addition_registers_avx512.h"
#include "../../meta/tensor/binary_in_floats-inl.h"
#include "../../meta/tensor/choose-inl.h"
#include "../../meta/tensor/divide_sums-inl.h"
#include "../../meta/tensor/extremes-inl.h"
#include "../../meta/tensor/interpolate-inl.h"
#include "../../meta/tensor/linear_addition_pairs-inl.h"
#include "../../meta/tensor/pool_registers_avx512.h"
#include "../../meta/tensor/pool_windows-inl.h"
#include "../../meta/tensor/products-inl.h"
#include "../../meta/tensor/sparse_sum-inl.h"
#include "../../meta/tensor/transform-inl.h"
#include "../contract/register_family.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

namespace {

using Depthwise =
    DepthwisePairs<DepthwiseRegistersAvx512, DepthwisePairsAvx512>;
// Costs of the first two are 1.3 times half of the operations on registers, as
// those that were fitted for bytes on Zen 4 are.
constexpr DepthwiseKernel kDepthwise[] = {
    MakeDepthwiseKernel<Depthwise, AnyTwoTaps>("any 2 taps", {9, 21}),
    MakeDepthwiseKernel<Depthwise, TwoOfFour>("2 windows of 4 positions",
                                              {29, 42}),
    MakeDepthwiseKernel<
        MixedPairs<DepthwiseRegistersAvx512, DepthwisePairsAvx512, 4>, AnyTap>(
        "any tap, 4 channels mixed", {17, 16}),
    MakeDepthwiseKernel<
        MixedPairs<DepthwiseRegistersAvx512, DepthwisePairsAvx512, 8>, AnyTap>(
        "any tap, 8 channels mixed", {24, 16}),
};

}  // namespace

extern const RegisterFamily family_avx512;
const RegisterFamily family_avx512 = {
    /*lanes=*/FloatAvx512::kLanes,
    /*prepare_columns=*/&PrepareColumns<FloatAvx512>,
    /*make_tile_constants=*/
    &MakeScaleConstants<FloatAvx512, TileScalings<FloatAvx512>>,
    /*make_line_constants=*/
    &MakeScaleConstants<FloatAvx512, LineScalings<FloatAvx512>>,
    /*finish=*/&Finish<FloatAvx512>,
    /*transform=*/&Transform<FloatAvx512>,
    /*sparse_sum=*/&SparseSum<FloatAvx512>,
    /*copy_windows=*/&CopyWindows<64, MaskedBytes>,
    /*copy_windows_cost=*/{4, 0.04f},
    /*depthwise=*/{kDepthwise, std::size(kDepthwise)},
    /*add_linearly=*/&AddLinearlyInPairs<AdditionRegistersAvx512>,
    /*multiply_in_floats=*/&MultiplyInFloats<FloatAvx512>,
    /*square_difference_in_floats=*/&SquareDifferenceInFloats<FloatAvx512>,
    /*split_halves=*/&SplitHalves,
    /*join_halves=*/&JoinHalves,
    /*sum_windows=*/&SumWindows<PoolRegistersAvx512>,
    /*find_maxima=*/&FindMaxima<PoolRegistersAvx512>,
    /*divide_sums=*/&DivideSums,
    /*transpose=*/&Transpose<TransposeAvx2>,
    /*form_products=*/&FormProducts,
    /*choose=*/&Choose,
    /*find_extremes=*/&FindExtremes,
    /*interpolate=*/&Interpolate,
    /*spread=*/&SpreadChannels<ShuffleX86, ShuffleWordsAvx512>,
    /*costs=*/{},
    /*min_rows_in_floats=*/FixedPointInFloatAvx512::kMinRows,
    /*scales_lines_in_floats=*/LineScalings<FloatAvx512>::kInFloat,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
