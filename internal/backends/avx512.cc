// The AVX-512 backend of processors without VNNI: the exact products of avx2 on
// registers twice as long, and the panels of avx512_vnni. Few rows and few
// columns are multiplied on 256-bit registers, as avx2 does it: there, longer
// ones gain nothing.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <cstdint>
#include <iterator>

#include "../../meta/gemm/sum_tiles-inl.h"
#include "../../meta/kernels/fast_inner_product-inl.h"
#include "../../meta/kernels/fip_avx512-inl.h"
#include "../../meta/kernels/gemv_avx2-inl.h"
#include "../../meta/kernels/int4_avx512-inl.h"
#include "../../meta/kernels/kernel_table_x86-inl.h"
#include "../../meta/kernels/pairs_avx2-inl.h"
#include "../../meta/kernels/pairs_avx512-inl.h"
#include "../../meta/kernels/skinny_avx2-inl.h"
#include "../../meta/kernels/skinny_in_place_avx2-inl.h"
#include "../../meta/pack/int16_rows_avx2-inl.h"
#include "../../meta/pack/pack_bytes_avx512-inl.h"
#include "../../meta/pack/panel_formats_x86.h"
#include "../contract/backend.h"
#include "../cpu_feature.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// For PackSignedBytes: the bytes' sums, at most 4 * 128 off zero, in two steps.
struct Avx512Groups {
  static LOWP_INLINE void AddUp(__m512i* sums, __m512i values) {
    const __m512i pairs = _mm512_maddubs_epi16(_mm512_set1_epi8(1), values);
    *sums =
        _mm512_add_epi32(*sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
  }
};

constexpr GemmKernel FipTiles() {
  GemmKernel kernel =
      SumTiles("4x64_fip_sums", kACopied, FipKernel<FipAvx512>::kTileRows,
               {0.0236f, 0.641f, 0, 331, 230, 0.159f, 0.54f, -0.5f},
               &SumPanel<FipKernel<FipAvx512>>);
  kernel.b_form = BForm::kUnpacked;
  kernel.unpack = &UnpackForFip<FipAvx512>;
  kernel.prefetches = false;
  return kernel;
}

constexpr GemmKernel kKernels[] = {
    SumTiles("6x64_pairs_sums", kACopied, PairsAvx512::kTileRows,
             {0.0304f, 0.577f, 0, 402, 84, 0.0325f, 0.335f, -0.41f},
             &SumPanel<PairsAvx512>),
    FipTiles(),
    Skinny("8x8_skinny", kACopied,
           {0.0271f, 0.976f, 0, 403, 0, 0.00687f, 0.17f, 0.02f},
           &SumSkinny<SkinnyAvx2<PairsAvx2>>),
    SkinnyInPlace("1x8_skinny_in_place",
                  {0.0558f, 0, 5.33f, 326, 0, 0.352f, 0.27f, 0.12f}),
    Gemv("2x4_gemv", GemvAvx2<true, true>::kRows, 8,
         {0.0544f, 4.85f, 0, 487, 522, 0.0275f, 0.64f, -0.58f},
         &SumInt16InPlace),
};

constexpr Int4Kernel kInt4Kernel = MakeInt4Kernel<Int4Avx512>();

}  // namespace

extern const Backend avx512_backend;
const Backend avx512_backend = {
    /*name=*/"avx512",
    /*required_features=*/kAvx512F | kAvx512BW | kAvx512DQ | kAvx512VL,
    /*panel=*/kSignedBytesAvx512,
    /*copied_rows=*/
    {/*element_size=*/2, /*interleave=*/1, /*extra_bytes=*/kTermBytes,
     Signedness::kAsStored},
    /*reading=*/{/*copy=*/0.3f, /*pack=*/0.12f},
    /*pack=*/&PackSignedBytes<Avx512Groups>,
    /*read_rows=*/&ReadRowsOfInt16,
    /*copy_panel_rows=*/&CopyPanelRowsAsInt16,
    /*kernels=*/kKernels,
    /*kernel_count=*/std::size(kKernels),
    /*memory=*/{},
    /*family=*/&family_avx512,
    /*int4=*/&kInt4Kernel,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
