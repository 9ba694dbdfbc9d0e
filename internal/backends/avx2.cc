// The AVX2 backend: exact products of int16, two at a time (vpmaddwd), summed
// in int32. Nothing can saturate. Rows become int16 when they are copied;
// panels are bytes, because few rows wait for memory, and kernels unpack them.
// For more rows they are unpacked first, and half of the products become sums.
//
// Where packing found that the values of B have a range, bytes are multiplied.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <cstdint>
#include <iterator>

#include "../../meta/conv/interleave_avx2.h"
#include "../../meta/conv/interleaved_groups-inl.h"
#include "../../meta/gemm/register_tiles-inl.h"
#include "../../meta/gemm/sum_tiles-inl.h"
#include "../../meta/kernels/bytes_avx2-inl.h"
#include "../../meta/kernels/fast_inner_product-inl.h"
#include "../../meta/kernels/fip_avx2-inl.h"
#include "../../meta/kernels/gemv_avx2-inl.h"
#include "../../meta/kernels/int4_avx2-inl.h"
#include "../../meta/kernels/kernel_table_x86-inl.h"
#include "../../meta/kernels/pairs_avx2-inl.h"
#include "../../meta/kernels/pairs_in_place_avx2-inl.h"
#include "../../meta/kernels/rows_in_place_avx2-inl.h"
#include "../../meta/kernels/skinny_in_place_avx2-inl.h"
#include "../../meta/kernels/vpmaddubsw_avx2-inl.h"
#include "../../meta/kernels/vpsignb_avx2-inl.h"
#include "../../meta/pack/int16_rows_avx2-inl.h"
#include "../../meta/pack/pack_bytes_avx2-inl.h"
#include "../../meta/pack/panel_formats_x86.h"
#include "../contract/backend.h"
#include "../cpu_feature.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// For PackSignedBytes: the bytes' sums, at most 4 * 128 off zero, in two steps.
struct Avx2Groups {
  static LOWP_INLINE void AddUp(__m256i* sums, __m256i values) {
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi8(1), values);
    *sums =
        _mm256_add_epi32(*sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
};

// With smaller k, rows in place are as fast.
constexpr int kMinFipK = 24;

// Cycles of a run of a copied row: an estimate.
constexpr float kRunCost = 1.5f;

constexpr GemmKernel FipTiles() {
  GemmKernel kernel =
      Tiles("4x16_fip", kACopied | kACopiedRuns,
            {0.0392f, 0, 13.7f, 104, 273, 0.0863f, 0.2f, -0.514f, 0, kRunCost},
            &RunInRegisters<FipKernel<FipAvx2>, RunTiles<4>>);
  kernel.b_form = BForm::kUnpacked;
  kernel.k.min = kMinFipK;
  kernel.m_step = 4;
  kernel.unpack = &UnpackForFip<FipAvx2>;
  kernel.sum = &SumPanel<FipKernel<FipAvx2>>;
  return kernel;
}

// For a reduced range.
using ReducedKernel = BytesAvx2<Vpmaddubsw>;

constexpr GemmKernel Reduced(GemmKernel kernel) {
  kernel.b_range = BRange::kReduced;
  kernel.a_signedness = Signedness::kUnsigned;
  return kernel;
}

// For values of B whose negatives are bytes.
using SymmetricKernel = BytesAvx2<VpsignbMaddubs>;

constexpr GemmKernel Symmetric(GemmKernel kernel) {
  kernel.b_range = BRange::kSymmetric;
  kernel.a_signedness = Signedness::kSigned;
  return kernel;
}

constexpr GemmKernel UnsignedRows(GemmKernel kernel) {
  kernel.a_signedness = Signedness::kUnsigned;
  return kernel;
}

// Costs in cycles of a Zen 3. Multiplications in tiles are what large products
// take; the other costs are fitted to the choices that they make there for the
// products of `./dev bench kernels`, and the same with signed rows, which take
// 1.006x the time of the fastest kernels. Copies, and the inner product where
// columns have scales, cost more in networks than there, as their rows are
// cold. Of kernels for a reduced range, the last two costs are as without.
constexpr GemmKernel kKernels[] = {
    UnsignedRows(
        SingleRows("1x16_in_place", kAInPlace,
                   {0.0674f, 0, 21.1f, 146, 78, 0.0062f, 0.517f, -1.19f},
                   &RunInRegisters<PairsInPlaceAvx2<>, RunFewRows>)),
    UnsignedRows(Tiles("4x16_in_place", kAInPlace,
                       {0.0508f, 0.23f, 6.68f, 111, 88.8f, 0.0554f, 0.037f,
                        -0.539f, 0, 0, 0.125f},
                       &RunInRegisters<PairsInPlaceAvx2<>, RunTiles<4, 2>>)),
    SumTiles("6x16_pairs_sums", kACopied, PairsAvx2::kTileRows,
             {0.0436f, 0.406f, 15.6f, 267, 230, 0.011f, 0.018f, -0.974f},
             &SumPanel<PairsAvx2>),
    FipTiles(),
    Symmetric(SingleRows("1x16_symmetric", kAInPlace,
                         {0.0506f, 0, 16.1f, 22, 178, 0, 1.29f, -0.935f},
                         &RunInRegisters<SymmetricKernel, RunFewRows>)),
    Symmetric(Tiles(
        "4x16_symmetric", kAInPlace,
        {0.0474f, 0, 10.4f, 122, 58.3f, 0.0176f, 0.093f, -0.656f, 0, 0, 0.079f},
        &RunInRegisters<SymmetricKernel, RunTiles<4, 2>>)),
    Reduced(
        SingleRows("1x16_reduced", kAInPlace,
                   {0.0371f, 0.099f, 15.9f, 8.5f, 169, 0.0059f, 1.29f, -0.935f},
                   &RunInRegisters<ReducedKernel, RunFewRows>)),
    Reduced(Tiles("4x16_reduced", kAInPlace,
                  {0.0337f, 0.339f, 4.44f, 107, 70.8f, 0.0045f, 0.093f, -0.656f,
                   0, 0, 0.017f},
                  &RunInRegisters<ReducedKernel, RunTiles<4, 2>>)),
    Reduced(
        SumTiles("4x16_reduced_sums", kAInPlace, ReducedKernel::kTileRows,
                 {0.0345f, 1.09f, 3.31f, 218, 141, 0.0097f, 0.018f, -0.974f},
                 &SumPanel<ReducedKernel>)),
    SkinnyInPlace("1x8_skinny_in_place",
                  {0.0379f, 0.892f, 0, 545, 93, 0.0291f, 0.037f, -1.1f}),
    Gemv("2x4_gemv", GemvAvx2<true, true>::kRows, 8,
         {0.0468f, 5.93f, 6.58f, 0, 379, 0.0306f, 0.264f, -0.74f},
         &SumInt16InPlace),
    Lines("1x32_lines", kACopied, {1, 2}, RowsAvx2<true>::kColumns,
          {0.0836f, 2.12f, 8.54f, 13.7f, 327, 0.0182f, 1.5f, -2.46f},
          &SumLinesInPlace<RowsAvx2>),
};

// In the order of kKernels, fitted to the choices that they make on Emerald
// Rapids for the products of `./dev bench kernels`. Those of a symmetric range
// are as without it, but for multiplications, which are counted instructions.
constexpr KernelCost kCostsOfGoldenCove[] = {
    // 1x16_in_place
    {0.105f, 0, 0, 73.2f, 82.2f, 0, 0.822f, -0.331f},
    // 4x16_in_place
    {0.0646f, 0.291f, 5.36f, 96.4f, 17, 0.0605f, 0.104f, -0.583f},
    // 6x16_pairs_sums
    {0.0427f, 0.516f, 11.8f, 145, 116, 0.0602f, 0.028f, -0.578f},
    // 4x16_fip
    {0.0343f, 0.675f, 10.9f, 0, 186, 0.142f, 0.111f, -0.65f, 0, kRunCost},
    // 1x16_symmetric
    {0.0625f, 0, 0, 73.2f, 82.2f, 0, 0.822f, -0.331f},
    // 4x16_symmetric
    {0.0547f, 0.291f, 5.36f, 96.4f, 17, 0.0605f, 0.104f, -0.583f},
    // 1x16_reduced
    {0.0469f, 0.006f, 6.25f, 13.6f, 125, 0, 0.6f, 0.082f},
    // 4x16_reduced
    {0.0269f, 0.812f, 0.11f, 65.8f, 32.3f, 0.0392f, 0.132f, 0.071f},
    // 4x16_reduced_sums
    {0.029f, 1.23f, 0.03f, 177, 0, 0.0216f, 0.085f, 0.065f},
    // 1x8_skinny_in_place
    {0.0539f, 1.59f, 1.93f, 304, 34.3f, 0.176f, 0.508f, -1.11f},
    // 2x4_gemv
    {0.072f, 3.94f, 0.28f, 0, 236, 0.0082f, 0.134f, -0.648f},
    // 1x32_lines
    {0.119f, 3.12f, 0, 0, 237, 0.0019f, 2.7f, -0.79f},
};

// Measured on an Emerald Rapids, together with those of the family's rows; the
// last one's by its time beside the second one's on a Zen 4.
constexpr InterleavedKernel kInterleaved[] = {
    MakeInterleavedKernel<InterleavePairsAvx2, 1>("2 lines", {7.5f, 5, 14, 0}),
    MakeInterleavedKernel<InterleavePairsAvx2, 2>("2 lines for 2",
                                                  {7.5f, 3.55f, 16, 0}),
    MakeGroupingKernel<InterleavePairsAvx2, FilterSize<2, 3, 2>>(
        "2 lines for 2, 3 taps", {7.5f, 2.9f, 16, 0}, 1 << 16),
};
// Fitted there to the times of random depthwise convolutions, together with
// the costs of the family's rows; the last one, which was not measured there,
// is as the second one, and a little less.
constexpr InterleavedCost kInterleavedOfGoldenCove[] = {
    {3.2f, 4.24f, 17.3f, 103},
    {3.9f, 3.29f, 13.3f, 103},
    {3.9f, 3.2f, 13.3f, 103}};
constexpr DepthwiseLineCost kLinesOfGoldenCove = {1.2f, 300, 2.4f};

constexpr CoreCosts kOtherCosts[] = {
    {Core::kGoldenCove,
     kCostsOfGoldenCove,
     {/*copy=*/0.244f, /*pack=*/0.0876f},
     kInterleavedOfGoldenCove,
     /*depthwise=*/nullptr,
     &kLinesOfGoldenCove},
};
static_assert(std::size(kCostsOfGoldenCove) == std::size(kKernels), "");
static_assert(std::size(kInterleavedOfGoldenCove) == std::size(kInterleaved),
              "");

constexpr Int4Kernel kInt4Kernel = MakeInt4Kernel<Int4Avx2>();

}  // namespace

extern const Backend avx2_backend;
const Backend avx2_backend = {
    /*name=*/"avx2",
    /*required_features=*/kAvx2,
    /*panel=*/kSignedBytesAvx2,
    /*copied_rows=*/
    {/*element_size=*/2, /*interleave=*/1, /*extra_bytes=*/kTermBytes,
     Signedness::kAsStored},
    /*reading=*/{/*copy=*/0.25f, /*pack=*/0.132f},
    /*pack=*/&PackSignedBytes<Avx2Groups>,
    /*read_rows=*/&ReadRowsOfInt16,
    /*copy_panel_rows=*/&CopyPanelRowsAsInt16,
    /*kernels=*/kKernels,
    /*kernel_count=*/std::size(kKernels),
    /*memory=*/{},
    /*family=*/&family_avx2,
    /*int4=*/&kInt4Kernel,
    /*depthwise=*/{},
    /*interleaved=*/
    {kInterleaved, std::size(kInterleaved), /*max_blocks_of_run=*/4},
    /*other_costs=*/{kOtherCosts, std::size(kOtherCosts)},
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
