// The AVX-512 backend of processors without VNNI: the exact products of avx2 on
// registers twice as long, and the panels of avx512_vnni. Few rows and few
// columns are multiplied as avx2 does it: in the dot form longer registers took
// 1.2 times as long for one row on Zen 4, and 0.95 for four.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <cstdint>

#include "../../meta/epilogue/finish_sums-inl.h"
#include "../../meta/gemm/initial_values-inl.h"
#include "../../meta/gemm/winograd-inl.h"
#include "../../meta/kernels/dot_avx2-inl.h"
#include "../../meta/kernels/int16_avx512-inl.h"
#include "../../meta/kernels/pairs_avx2-inl.h"
#include "../../meta/kernels/pairs_avx512-inl.h"
#include "../../meta/pack/pack_bytes_avx512-inl.h"
#include "../../meta/pack/panel_formats_x86.h"
#include "../../meta/simd/float_avx512.h"
#include "../../meta/simd/simd_avx512.h"
#include "../../meta/tensor/sparse_sum-inl.h"
#include "../../meta/tensor/transform-inl.h"
#include "../contract/backend.h"
#include "../cpu_feature.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = kSignedBytesAvx512;

using Kernel = PairsAvx512;

// For PackSignedBytes: the bytes' sums, at most 4 * 128 off zero, in two steps.
struct Avx512Groups {
  static LOWP_INLINE void AddUp(__m512i* sums, __m512i numbers) {
    const __m512i pairs = _mm512_maddubs_epi16(_mm512_set1_epi8(1), numbers);
    *sums =
        _mm512_add_epi32(*sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
  }
};

// Measured on Zen 4 beside panels that the kernel widens, at depths of 64, 256
// and 1024: 16 rows took 0.94, 0.98 and 0.96 times as long with panels widened
// before, 20 rows 0.92, 0.95 and 0.92, 96 rows 0.84, 0.85 and 0.84.
constexpr int kRowsToWiden = 20;

// More rows are faster packed: six 1.04 to 1.14 times on Zen 4, eight 1.1 to
// 1.2, while the columns are cached; at 16 MB 0.95 and 1.01 times.
constexpr int kDotRows = 5;

}  // namespace

extern const Backend avx512_backend;
const Backend avx512_backend = {
    /*name=*/"avx512",
    /*required_features=*/kAvx512F | kAvx512BW | kAvx512DQ | kAvx512VL,
    /*panel=*/kFormat,
    /*tile_rows=*/Winograd<Int16Avx512>::kTileRows,
    /*rows_in_place=*/false,
    /*most_columns_in_place=*/0,
    /*row_interleave=*/1,
    /*row_element_size=*/2,
    /*row_domain=*/Domain::kNative,
    /*pack=*/&PackSignedBytes<Avx512Groups>,
    /*widen=*/&WidenPanelForRows<Int16Avx512>,
    /*rows_to_widen=*/kRowsToWiden,
    /*least_term_depth=*/Int16Avx512::kLeastDepth,
    /*read_rows=*/&ReadRowsOfInt16,
    /*copy_panel_rows=*/&CopyPanelRowsAsInt16,
    /*prepare_columns=*/&PrepareColumns<SimdAvx512>,
    /*multiply=*/&MultiplyPairs<Int16Avx512, Kernel>,
    /*dot=*/&DotInt16,
    /*dot_rows=*/kDotRows,
    /*most_dot_offset=*/kMostDotOffset,
    /*dot_keeps_up=*/false,
    /*multiply_narrow=*/&MultiplyFewColumns<Int16Avx512>,
    /*most_narrow_in_place=*/kMostNarrowWords,
    /*least_narrow_depth=*/kNarrowWordsDepth,
    /*finish=*/&FinishSums<FloatAvx512, Kernel::kWidth>,
    /*multiply_direct=*/nullptr,
    /*transform=*/&Transform<FloatAvx512>,
    /*sparse_sum=*/&SparseSum<FloatAvx512>,
    /*for_reduced_range=*/nullptr,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
