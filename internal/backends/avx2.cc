// The AVX2 backend: exact products of int16, two at a time (vpmaddwd), summed
// in int32. Nothing can saturate. Rows are widened when they are copied; panels
// are bytes, as memory is what few rows wait for, and kernels widen them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <cstdint>

#include "../../meta/dot_avx2-inl.h"
#include "../../meta/finish_sums-inl.h"
#include "../../meta/float_avx2.h"
#include "../../meta/initial_values-inl.h"
#include "../../meta/pack_bytes_avx2-inl.h"
#include "../../meta/pairs_avx2-inl.h"
#include "../../meta/panel_formats_x86.h"
#include "../../meta/simd_avx2.h"
#include "../../meta/sparse_sum-inl.h"
#include "../../meta/transform-inl.h"
#include "../backend.h"
#include "../cpu_features.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = kSignedBytesAvx2;

using Kernel = PairsAvx2<false>;

// For PackSignedBytes: the bytes' sums, at most 4 * 128 off zero, in two steps.
struct Avx2Groups {
  static LOWP_INLINE void AddUp(__m256i* sums, __m256i numbers) {
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi8(1), numbers);
    *sums =
        _mm256_add_epi32(*sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
};

// Widening takes 16 instructions for each group and spares each tile of six
// rows six. Measured on Zen 4, at depths from 128 on: 24 rows took 1.05 times
// as long with panels widened before, 72 as long, 128 and more 0.96 of the
// time.
constexpr int kRowsToWiden = 96;

}  // namespace

extern const Backend avx2_backend;
const Backend avx2_backend = {
    /*name=*/"avx2",
    /*required_features=*/kAvx2,
    /*panel=*/kFormat,
    /*tile_rows=*/Kernel::kTileRows,
    /*rows_in_place=*/false,
    /*most_columns_in_place=*/0,
    /*row_interleave=*/1,
    /*row_element_size=*/2,
    /*row_domain=*/Domain::kNative,
    /*pack=*/&PackSignedBytes<Avx2Groups>,
    /*widen=*/&WidenAny,
    /*rows_to_widen=*/kRowsToWiden,
    /*read_rows=*/&ReadRowsOfInt16,
    /*copy_panel_rows=*/&CopyPanelRowsAsInt16,
    /*prepare_columns=*/&PrepareColumns<SimdAvx2>,
    /*multiply=*/&MultiplyPairs<PairsAvx2>,
    /*dot=*/&DotInt16,
    /*dot_rows=*/kMostPairsDotRows,
    /*most_dot_offset=*/kMostDotOffset,
    /*dot_keeps_up=*/false,
    /*multiply_narrow=*/&MultiplyFewColumns,
    /*most_narrow_in_place=*/kMostNarrowWords,
    /*least_narrow_depth=*/kNarrowWordsDepth,
    /*finish=*/&FinishSums<FloatAvx2, Kernel::kWidth>,
    /*multiply_direct=*/nullptr,
    /*transform=*/&Transform<FloatAvx2>,
    /*sparse_sum=*/&SparseSum<FloatAvx2>,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
