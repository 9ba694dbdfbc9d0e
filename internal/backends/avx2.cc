// The AVX2 backend: exact products of int16, two at a time (vpmaddwd), summed
// in int32. Nothing can saturate. Rows are widened when they are copied; panels
// are bytes, as memory is what few rows wait for, and kernels widen them. For
// more rows they are widened before, and half of the products become sums.
//
// Packed panels of reduced range need none of that: bytes are multiplied.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <cstdint>

#include "../../meta/epilogue/finish_sums-inl.h"
#include "../../meta/gemm/initial_values-inl.h"
#include "../../meta/gemm/winograd-inl.h"
#include "../../meta/kernels/bytes_avx2-inl.h"
#include "../../meta/kernels/direct_pairs_avx2-inl.h"
#include "../../meta/kernels/dot_avx2-inl.h"
#include "../../meta/kernels/few_rows_avx2-inl.h"
#include "../../meta/kernels/int16_avx2-inl.h"
#include "../../meta/kernels/pairs_avx2-inl.h"
#include "../../meta/kernels/vpmaddubsw_avx2-inl.h"
#include "../../meta/pack/pack_bytes_avx2-inl.h"
#include "../../meta/pack/panel_formats_x86.h"
#include "../../meta/pack/read_bytes_avx2-inl.h"
#include "../../meta/simd/float_avx2.h"
#include "../../meta/simd/simd_avx2.h"
#include "../../meta/tensor/sparse_sum-inl.h"
#include "../../meta/tensor/transform-inl.h"
#include "../contract/backend.h"
#include "../cpu_feature.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = kSignedBytesAvx2;

using Kernel = PairsAvx2;

// For PackSignedBytes: the bytes' sums, at most 4 * 128 off zero, in two steps.
struct Avx2Groups {
  static LOWP_INLINE void AddUp(__m256i* sums, __m256i numbers) {
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi8(1), numbers);
    *sums =
        _mm256_add_epi32(*sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
};

// Measured on Zen 4 beside panels that the kernel widens, at depths of 64, 256
// and 1024: 16 rows took 1.03, 0.98 and 1.02 times as long with panels widened
// before, 32 rows 0.98, 0.94 and 0.97, 96 rows 0.96, 0.90 and 0.91. On Zen 3,
// 16 rows took 1.01 to 1.07 times as long, 32 rows 0.95 to 1.01.
constexpr int kRowsToWiden = 32;

// Measured on Zen 3: six to eight rows take 0.7 to 1.0 of the time of packing
// their columns first, at depths of 512 and more, and up to 1.14 times as long
// at 256. On Zen 4, which has better ways, they would be faster packed.
constexpr int kDotRows = 8;

// Backend::multiply.
void Multiply(const PanelTask& task) {
  if (!task.widened && task.rows <= FewRowsAvx2::kTileRows) {
    MultiplyPanel<FewRowsAvx2>(task);
  } else {
    MultiplyPairs<Int16Avx2, Kernel, WidenedPairsAvx2<32>>(task);
  }
}

// For a reduced range.
template <bool kFlips>
using ReducedKernel = BytesAvx2<Vpmaddubsw<kFlips>>;

// Backend::multiply and Backend::multiply_direct.
void MultiplyReduced(const PanelTask& task) {
  if (task.row_flip != 0) {
    MultiplyPanel<ReducedKernel<true>>(task);
  } else {
    MultiplyPanel<ReducedKernel<false>>(task);
  }
}
void MultiplyReducedDirect(const DirectTask& task) {
  if (task.row_flip != 0) {
    MultiplyDirectPanel<ReducedKernel<true>, kFormat.group>(task);
  } else {
    MultiplyDirectPanel<ReducedKernel<false>, kFormat.group>(task);
  }
}

// What products with packed panels need. Measured on Zen 3 beside the other
// backend: 0.6 to 0.9 of the time, and as long for the smallest.
constexpr Backend reduced_range_backend = {
    /*name=*/"avx2",
    /*required_features=*/kAvx2,
    /*panel=*/kFormat,
    /*tile_rows=*/ReducedKernel<true>::kTileRows,
    /*rows_in_place=*/true,
    /*most_columns_in_place=*/kAnyColumns,
    /*row_interleave=*/1,
    /*row_element_size=*/1,
    /*row_domain=*/Domain::kUnsigned,
    /*pack=*/nullptr,
    /*widen=*/nullptr,
    /*rows_to_widen=*/0,
    /*least_term_depth=*/0,
    /*read_rows=*/&ReadRowsOfBytes,
    /*copy_panel_rows=*/nullptr,
    /*prepare_columns=*/&PrepareColumns<SimdAvx2>,
    /*multiply=*/&MultiplyReduced,
    /*dot=*/nullptr,
    /*dot_rows=*/0,
    /*most_dot_offset=*/0,
    /*dot_keeps_up=*/false,
    /*multiply_narrow=*/&MultiplyNarrowAvx2<ReducedKernel<true>>,
    /*most_narrow_in_place=*/0,
    /*least_narrow_depth=*/0,
    /*finish=*/&FinishSums<FloatAvx2, ReducedKernel<true>::kWidth>,
    /*multiply_direct=*/&MultiplyReducedDirect,
    /*transform=*/nullptr,
    /*sparse_sum=*/nullptr,
    /*for_reduced_range=*/nullptr,
};

}  // namespace

extern const Backend avx2_backend;
const Backend avx2_backend = {
    /*name=*/"avx2",
    /*required_features=*/kAvx2,
    /*panel=*/kFormat,
    /*tile_rows=*/Winograd<Int16Avx2>::kTileRows,
    /*rows_in_place=*/false,
    /*most_columns_in_place=*/0,
    /*row_interleave=*/1,
    /*row_element_size=*/2,
    /*row_domain=*/Domain::kNative,
    /*pack=*/&PackSignedBytes<Avx2Groups>,
    /*widen=*/&WidenPanelForRows<Int16Avx2>,
    /*rows_to_widen=*/kRowsToWiden,
    /*least_term_depth=*/Int16Avx2::kLeastDepth,
    /*read_rows=*/&ReadRowsOfInt16,
    /*copy_panel_rows=*/&CopyPanelRowsAsInt16,
    /*prepare_columns=*/&PrepareColumns<SimdAvx2>,
    /*multiply=*/&Multiply,
    /*dot=*/&DotInt16,
    /*dot_rows=*/kDotRows,
    /*most_dot_offset=*/kMostDotOffset,
    /*dot_keeps_up=*/false,
    /*multiply_narrow=*/&MultiplyFewColumns<Int16Avx2>,
    /*most_narrow_in_place=*/kMostNarrowWords,
    /*least_narrow_depth=*/kNarrowWordsDepth,
    /*finish=*/&FinishSums<FloatAvx2, Kernel::kWidth>,
    /*multiply_direct=*/&MultiplyDirectPairs,
    /*transform=*/&Transform<FloatAvx2>,
    /*sparse_sum=*/&SparseSum<FloatAvx2>,
    /*for_reduced_range=*/&reduced_range_backend,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
