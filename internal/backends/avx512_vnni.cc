// The AVX-512 VNNI backend: vpdpbusd multiplies four unsigned by four signed
// bytes and adds all four products to an int32, without saturation. A is the
// unsigned side, B the signed one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "../../meta/conv/depthwise-inl.h"
#include "../../meta/conv/depthwise_mixed-inl.h"
#include "../../meta/conv/depthwise_quads-inl.h"
#include "../../meta/conv/depthwise_registers_avx512.h"
#include "../../meta/conv/interleave_avx512.h"
#include "../../meta/conv/interleaved_groups-inl.h"
#include "../../meta/gemm/register_tiles-inl.h"
#include "../../meta/gemm/sum_tiles-inl.h"
#include "../../meta/kernels/gemv_avx512-inl.h"
#include "../../meta/kernels/int4_avx512-inl.h"
#include "../../meta/kernels/kernel_table_x86-inl.h"
#include "../../meta/kernels/multiply_add_avx512-inl.h"
#include "../../meta/kernels/rows_in_place_avx512-inl.h"
#include "../../meta/kernels/skinny_avx512-inl.h"
#include "../../meta/pack/pack_vnni_avx512-inl.h"
#include "../../meta/pack/panel_formats_x86.h"
#include "../../meta/simd/float_avx512.h"
#include "../contract/backend.h"
#include "../cpu_feature.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = kSignedBytesAvx512;

// kFlips: rows may have something to flip.
template <bool kFlips>
struct VnniKernel {
  using Unflipped = VnniKernel<false>;
  static constexpr bool kFlipsRows = true;
  using Simd = FloatAvx512;
  using Values = __m512i;
  // Sixteen sums are enough to keep vpdpbusd busy.
  static constexpr int kTileRows = 4;
  static constexpr int kMaxTileRows = 6;
  static constexpr int kNr = kFormat.nr;
  static constexpr int kMaxVectors = kNr / Simd::kLanes;
  static constexpr int kKr = 4;
  static constexpr int kRowStep = 4;
  static constexpr int kBytesPerVector = 64;
  static constexpr int kParts = 1;
  static constexpr int kPartBytes = 0;
  static constexpr bool kReadsTails = true;
  static constexpr int kSumsAtOnce = 8;
  static constexpr bool kRowsOutrunMemory = true;
  static constexpr bool kReadsCopiedRuns = true;

  static LOWP_INLINE __m512i Flip(std::uint8_t flip) {
    return _mm512_set1_epi8(static_cast<char>(flip));
  }
  // Behind the empty assembly GCC cannot see that it could load again, and
  // makes no copies for the case.
  template <int>
  static LOWP_INLINE __m512i LoadB(const std::uint8_t* p) {
    __m512i values = _mm512_load_si512(p);
    __asm__("" : "+v"(values));
    return values;
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(__m512i (&sums)[kVectors],
                                      const std::uint8_t* row, __m512i flip,
                                      const __m512i (&values)[kVectors]) {
    if constexpr (kFlips) {
      MultiplyAddRow(sums, BroadcastGroup(row, flip), values);
    } else {
      MultiplyAddRow(sums, BroadcastGroup(row), values);
    }
  }
  // Flips k bytes of each row; up to 63 bytes behind them are overwritten.
  template <int kRows>
  static LOWP_INLINE void FlipRows(const std::uint8_t* from,
                                   std::ptrdiff_t stride, int k, __m512i flip,
                                   std::uint8_t* to, std::ptrdiff_t to_stride) {
    for (; k > 64; k -= 64, from += 64, to += 64) {
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        _mm512_store_si512(
            to + r * to_stride,
            _mm512_xor_si512(_mm512_loadu_si512(from + r * stride), flip));
      }
    }
    const __mmask64 bytes = ~__mmask64{0} >> (64 - k);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      _mm512_store_si512(
          to + r * to_stride,
          _mm512_xor_si512(_mm512_maskz_loadu_epi8(bytes, from + r * stride),
                           flip));
    }
  }
  // The bytes beyond the row's end meet zeros in the panel.
  static LOWP_INLINE std::uint32_t LoadTail(const std::uint8_t* row, int tail) {
    return LoadPartOfGroup(row, tail);
  }
};

using Avx512VnniKernel = VnniKernel<true>;

// Cycles to go on with a row's next run.
constexpr float kRunCost = 0.5f;

// Tiles of kRows rows, each of them finished while the next one is multiplied.
// With whole panels, two rows at a time leave registers for the constants of
// the epilogue; three have to load them again, for which they need more groups.
// Narrower panels have tiles of four rows.
template <int kRows>
constexpr GemmKernel OverlappedTiles(const char* name, SizeRange n, SizeRange k,
                                     const KernelCost& cost) {
  GemmKernel kernel =
      Tiles(name, kAInPlace | kACopied, cost,
            &RunInRegisters<Avx512VnniKernel, RunOverlapped<kRows>>);
  kernel.m.min = 2 * kRows;
  kernel.mr = kRows;
  kernel.n = n;
  kernel.k = k;
  kernel.m_step = kRows;
  kernel.scales_to_bytes = true;
  return kernel;
}

// Of which all registers have columns.
constexpr SizeRange kWholePanels = {kFormat.nr - kFormat.nr_step + 1};
constexpr SizeRange kNarrowPanels = {1, kFormat.nr - kFormat.nr_step};

// One row at a time, or two.
constexpr GemmKernel FewRows(const char* name, SizeRange m, SizeRange k) {
  GemmKernel kernel =
      SingleRows(name, kAInPlace | kACopied,
                 {0.0143f, 0.352f, 0, 50, 99, 0.00521f, 0.6f, -0.25f},
                 &RunInRegisters<Avx512VnniKernel, RunFewRows>);
  kernel.m = m;
  kernel.k = k;
  return kernel;
}

// With larger k a panel comes from L2 for the third row again.
constexpr SizeRange kPanelsInL1 = {1, 512};

constexpr GemmKernel WholeTiles() {
  GemmKernel kernel =
      Tiles("4x64", kAInPlace | kACopied | kACopiedRuns,
            {0.0155f, 0.341f, 2.55f, 79, 97, 0, 0.21f, -0.383f, 0, kRunCost},
            &RunInRegisters<Avx512VnniKernel, RunTiles<4>>);
  kernel.m_step = 4;
  kernel.min_flipped_k = kMinFlippedK;
  kernel.prefetches = true;
  return kernel;
}

constexpr GemmKernel kWholeTiles = WholeTiles();

constexpr GemmKernel kKernels[] = {
    FewRows("1x64", {1, 1}, {}),
    FewRows("2x64_few_rows", {2, 3}, kPanelsInL1),
    OverlappedTiles<2>("2x64_overlapped", kWholePanels, {16, 448},
                       {0.0146f, 0.28f, 1.6f, 81, 128, 0.00794f, 0.222f}),
    OverlappedTiles<2>("4x48_overlapped", kNarrowPanels, {16, 448},
                       {0.0146f, 0.28f, 1.6f, 81, 128, 0.00794f, 0.222f}),
    OverlappedTiles<3>("3x64_overlapped", kWholePanels, {16, kMaxOverlappedK},
                       {0.0146f, 0.179f, 13, 51, 107, 0.00833f, 0.11f}),
    kWholeTiles,
    SumTiles("6x64_sums", kAInPlace | kACopied | kAPanel | kACopiedRuns,
             Avx512VnniKernel::kTileRows,
             {0.0151f, 0.555f, 0, 258, 139, 0.0113f, 0.54f, 0.5f, 0, kRunCost},
             &SumPanel<Avx512VnniKernel>),
    Skinny("8x8_skinny", kAInPlace | kACopied,
           {0.0198f, 0.374f, 0, 289, 0, 0.0436f, 0.37f, -0.4f},
           &SumSkinnyBytes),
    Gemv("4x4_gemv", GemvAvx512Vnni<true>::kRows, kMaxRowsInPlace,
         {0.0154f, 3.54f, 0, 152, 367, 0.0152f, 0.415f, -0.523f},
         &SumBytesInPlace),
    // A few columns would not fill a register; several rows meet fewer columns
    // as fast in a panel.
    Lines("1x64_lines", kAInPlace, {1, 1}, /*min_n=*/8,
          {0.106f, 0.902f, 0, 0, 528, 0.00706f, 2.25f, -1.15f},
          &SumLinesInPlace<RowsAvx512Vnni>),
    Lines("4x64_lines", kAInPlace, {2, RowsAvx512Vnni<true>::kRows},
          /*min_n=*/RowsAvx512Vnni<true>::kColumns / 2 + 1,
          {0.0537f, 1.19f, 0, 52, 401, 0.0267f, 0.473f, -1.56f},
          &SumLinesInPlace<RowsAvx512Vnni>),
};

// Of processors that multiply twice as many bytes a cycle as Zen 4: what is not
// a multiplication weighs more. This table and the next one, in the order of
// kKernels, are fitted to the choices that they make for the products of
// `./dev bench kernels`.
constexpr KernelCost kCostsOfZen5[] = {
    // 1x64
    {0.0025f, 0.897f, 10.8f, 4.3f, 112, 0.0005f, 0.175f, 0.05f},
    // 2x64_few_rows
    {0.0153f, 0.157f, 3.03f, 27.6f, 30.3f, 0.001f, 0.195f, -0.12f},
    // 2x64_overlapped
    {0.0091f, 0.0755f, 3.05f, 86, 86.4f, 0.0012f, 0.143f, 0.037f},
    // 4x48_overlapped
    {0.0091f, 0.0755f, 3.05f, 86, 86.4f, 0.0012f, 0.143f, 0.037f},
    // 3x64_overlapped
    {0.0082f, 0.0357f, 10.5f, 19.7f, 85.7f, 0.0148f, 0.0653f, -0.0329f,
     0.0006f},
    // 4x64
    {0.0086f, 0.13f, 3.28f, 70.5f, 80.5f, 0.0013f, 0.154f, -0.174f},
    // 6x64_sums
    {0.0088f, 0.347f, 1.9f, 116, 77.8f, 0.0033f, 0.0693f, -0.279f},
    // 8x8_skinny
    {0.0116f, 0.344f, 0, 273, 0, 0.193f, 0.484f, -0.248f},
    // 4x4_gemv
    {0.0082f, 3.16f, 0, 57.9f, 217, 0.0092f, 0.184f, -0.321f},
    // 1x64_lines
    {0.01f, 0.9f, 0, 30, 250, 0.023f, 0.184f, -0.321f},
    // 4x64_lines
    {0.01f, 0.9f, 0, 30, 250, 0.023f, 0.184f, -0.321f},
};
// The units that multiply 512 bits also flip them. Zen has others for that.
constexpr float kFlip = 0.115f;
// Before the value is multiplied, for a narrow panel.
constexpr float kFlipBefore = 0.03f;
// Of 3x3 layers with 12 and 16 channels: 1.7 to 2.8 cycles.
constexpr float kRunOfGoldenCove = 2;
// Fitted to products of layers as well, on a Granite Rapids: 8 to 256 columns,
// 9 to 512 values of k, scaled by column. Each `mac` is measured
// rather than fitted.
constexpr KernelCost kCostsOfGoldenCove[] = {
    // 1x64
    {0.0205f, 0.831f, 14.3f, 56.1f, 90.2f, 0.00147f, 0.583f, -0.946f},
    // 2x64_few_rows
    {0.0164f, 0.156f, 11.6f, 88.1f, 94.7f, 0.00341f, 0.493f, -0.424f},
    // 2x64_overlapped
    {0.012f, 0.0923f, 14.5f, 25.8f, 107, 0.0226f, 0.0746f, 0.0496f, 0, 0,
     kFlip},
    // 4x48_overlapped
    {0.0117f, 0.0577f, 7.38f, 55.2f, 114, 0.0233f, 0.115f, 0.0196f, 0, 0,
     kFlip},
    // 3x64_overlapped
    {0.0114f, 0.0876f, 18.6f, 24.1f, 99, 0.0212f, -0.0521f, -0.0637f, 0, 0,
     kFlip},
    // 4x64
    {0.0102f, 0.131f, 5.01f, 41.7f, 112, 0.0142f, 0.094f, -0.0441f, 0,
     kRunOfGoldenCove, kFlip, kFlipBefore},
    // 6x64_sums
    {0.012f, 0.272f, 11.1f, 195, 94, 0.011f, 0.063f, -0.263f, 0,
     kRunOfGoldenCove, kFlip},
    // 8x8_skinny
    {0.0241f, 0.262f, 0.668f, 440, 1.04f, 0.0127f, 0.519f, -0.162f},
    // 4x4_gemv
    {0.0105f, 5.12f, 1.58f, 111, 202, 0.0259f, 0.831f, -0.0585f},
    // 1x64_lines
    {0.0958f, 0.286f, 2.22f, 24.6f, 458, 0.00952f, 0.584f, -0.433f},
    // 4x64_lines
    {0.0179f, 1.49f, 1.02f, 21.8f, 365, 0.0731f, 0.462f, -0.163f},
};

// Costs were fitted together to the times of 240 random depthwise convolutions
// with each kernel on Zen 4, scaled by floats and by fixed-point multipliers,
// except those of kernels that mix channels, which are half of the operations
// on registers.
using Depthwise = DepthwiseBytes<DepthwiseRegistersAvx512, DepthwiseDotAvx512>;
constexpr DepthwiseKernel kDepthwise[] = {
    MakeDepthwiseKernel<Depthwise, AnyFourTaps>("any 4 taps", {12.3f, 12.9f}),
    MakeDepthwiseKernel<Depthwise, TwoOfFour>("2 windows of 4 positions",
                                              {15.5f, 20.4f}),
    MakeDepthwiseKernel<Depthwise, TwoOfEight>("2 windows of 8 positions",
                                               {31.6f, 14.8f}),
    MakeDepthwiseKernel<Depthwise, FourOfEight>("4 windows of 8 positions",
                                                {71.7f, 0}),
    MakeDepthwiseKernel<
        MixedBytes<DepthwiseRegistersAvx512, DepthwiseDotAvx512, 4>, AnyTap>(
        "any tap, 4 channels mixed", {4, 16}),
    MakeDepthwiseKernel<
        MixedBytes<DepthwiseRegistersAvx512, DepthwiseDotAvx512, 8>, AnyTap>(
        "any tap, 8 channels mixed", {6, 16}),
};
constexpr DepthwiseLineCost kLines = {0.94f, 320, 3.3f, 4.9f, 8.4f};

using Interleave = InterleaveAvx512<DepthwiseDotAvx512>;
constexpr InterleavedKernel kInterleaved[] = {
    MakeInterleavedKernel<Interleave, 1>("4 lines", {10, 8.2f, 25.3f, 70}),
    MakeInterleavedKernel<Interleave, 2>("4 lines for 2",
                                         {10, 6.5f, 15.7f, 70}),
    MakeInterleavedKernel<Interleave, 4>("4 lines for 4", {10, 5.7f, 9.4f, 70}),
    MakeInterleavedKernel<Interleave, 1, 3>(
        "4 lines, 3 taps", {10, 8.6f, 5, 70, 25}, /*quad_bytes=*/1 << 15),
    MakeGroupingKernel<Interleave, FilterSize<2, 3, 1>>(
        "4 lines for 2, 3 taps", {10, 6, 5, 70}, /*quad_bytes=*/1 << 15),
};

// Half of the operations on registers, as fits Zen 5. The last two of the
// second table, which were not measured there, are as those of any taps, and a
// little less, since they load less.
constexpr DepthwiseCost kDepthwiseOfZen5[] = {{6, 16},  {8, 32}, {16, 32},
                                              {24, 64}, {4, 16}, {6, 16}};
constexpr DepthwiseLineCost kLinesOfZen5 = {};
constexpr InterleavedCost kInterleavedOfZen5[] = {{10, 2, 16, 0},
                                                  {14, 2, 16, 0},
                                                  {10, 2, 16, 0},
                                                  {10, 1.9f, 16, 0},
                                                  {14, 1.9f, 16, 0}};

// Fitted in the same way on an Emerald Rapids, with the same exceptions.
constexpr DepthwiseCost kDepthwiseOfGoldenCove[] = {
    {10.9f, 10.5f}, {14.4f, 19.8f}, {28.6f, 16.2f},
    {53.9f, 25.5f}, {4, 16},        {6, 16}};
constexpr DepthwiseLineCost kLinesOfGoldenCove = {1.2f, 300, 2.4f};
constexpr InterleavedCost kInterleavedOfGoldenCove[] = {
    {8.4f, 5.46f, 16.4f, 73},
    {8.7f, 3.65f, 13.7f, 73},
    {10.7f, 2.98f, 11.6f, 73},
    {8.4f, 5.2f, 16.4f, 73},
    {8.7f, 3.5f, 13.7f, 73}};

constexpr MemoryCosts MemoryOfGoldenCove() {
  MemoryCosts costs;
  // Prefetching columns into L1 pays from everywhere if they do not begin with
  // a cache line, as those on a heap rarely do. If they do, it pays from memory
  // only, and costs little otherwise.
  costs.near_in_place_l2s = 0;
  costs.near_in_place_l3s = 0;
  costs.prefetches_into_l1 = true;
  costs.last_cache_is_far = true;
  // Measured on a Granite Rapids, with amx and without.
  costs.rows_in_l2 = 4;
  costs.near_packed_l2s = 1;
  return costs;
}
constexpr MemoryCosts kMemoryOfGoldenCove = MemoryOfGoldenCove();

constexpr CoreCosts kOtherCosts[] = {
    {Core::kZen5,
     kCostsOfZen5,
     {/*copy=*/0.41f, /*pack=*/0.0925f},
     kInterleavedOfZen5,
     kDepthwiseOfZen5,
     &kLinesOfZen5,
     /*memory=*/nullptr,
     &Int4Avx512Vnni::kCostsOfZen5},
    {Core::kGoldenCove,
     kCostsOfGoldenCove,
     {/*copy=*/0.52f, /*pack=*/0.0967f, {100, 3, 0.07f, 0.21f, 0.45f}},
     kInterleavedOfGoldenCove,
     kDepthwiseOfGoldenCove,
     &kLinesOfGoldenCove,
     &kMemoryOfGoldenCove,
     &Int4Avx512Vnni::kCostsOfGoldenCove},
};
static_assert(std::size(kCostsOfZen5) == std::size(kKernels), "");
static_assert(std::size(kCostsOfGoldenCove) == std::size(kKernels), "");
static_assert(std::size(kInterleavedOfZen5) == std::size(kInterleaved), "");
static_assert(std::size(kInterleavedOfGoldenCove) == std::size(kInterleaved),
              "");
static_assert(std::size(kDepthwiseOfZen5) == std::size(kDepthwise), "");
static_assert(std::size(kDepthwiseOfGoldenCove) == std::size(kDepthwise), "");

constexpr Int4Kernel kInt4Kernel = MakeInt4Kernel<Int4Avx512Vnni>();

}  // namespace

extern const Backend avx512_vnni_backend;
const Backend avx512_vnni_backend = {
    /*name=*/"avx512_vnni",
    /*required_features=*/kAvx512F | kAvx512BW | kAvx512DQ | kAvx512VL |
        kAvx512Vnni,
    /*panel=*/kFormat,
    /*copied_rows=*/
    {/*element_size=*/1, /*interleave=*/1, /*extra_bytes=*/0,
     Signedness::kUnsigned, /*are_flipped=*/true},
    /*reading=*/{/*copy=*/0.25f, /*pack=*/0.125f},
    /*pack=*/&PackSignedBytes<VnniGroups>,
    /*read_rows=*/&ReadRowsOfBytes,
    /*copy_panel_rows=*/nullptr,
    /*kernels=*/kKernels,
    /*kernel_count=*/std::size(kKernels),
    /*memory=*/{/*one_row_keeps_up=*/true},
    /*family=*/&family_avx512,
    /*int4=*/&kInt4Kernel,
    /*depthwise=*/{kDepthwise, std::size(kDepthwise), kLines},
    /*interleaved=*/{kInterleaved, std::size(kInterleaved)},
    /*other_costs=*/{kOtherCosts, std::size(kOtherCosts)},
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
