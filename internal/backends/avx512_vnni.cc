// The AVX-512 VNNI backend: vpdpbusd multiplies four unsigned by four signed
// bytes and adds all four products to an int32, without saturation. Rows are
// the unsigned side, panels the signed one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "../../meta/epilogue/finish_sums-inl.h"
#include "../../meta/gemm/direct_panel-inl.h"
#include "../../meta/gemm/initial_values-inl.h"
#include "../../meta/gemm/panel_loop-inl.h"
#include "../../meta/kernels/dot_avx512-inl.h"
#include "../../meta/kernels/multiply_add_avx512-inl.h"
#include "../../meta/kernels/narrow_avx512-inl.h"
#include "../../meta/pack/pack_vnni_avx512-inl.h"
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

struct Avx512VnniKernel {
  using Simd = FloatAvx512;
  using Numbers = __m512i;
  // Sixteen sums are enough to keep vpdpbusd busy, and leave registers for
  // finishing another tile.
  static constexpr int kTileRows = 4;
  static constexpr int kMostTileRows = 6;
  static constexpr int kWidth = kFormat.width;
  static constexpr int kMaxVectors = kFormat.width / Simd::kLanes;
  static constexpr int kBytesPerVector = 64;
  static constexpr int kParts = 1;
  static constexpr int kPartBytes = 0;
  static constexpr bool kReadsTails = true;
  static constexpr bool kFinishesLate = true;

  static LOWP_INLINE __m512i Flip(std::uint8_t flip) {
    return _mm512_set1_epi8(static_cast<char>(flip));
  }
  // Behind the empty assembly GCC cannot see that it could load again, and
  // makes no copies for the case.
  template <int>
  static LOWP_INLINE __m512i LoadPanel(const std::uint8_t* p) {
    __m512i numbers = _mm512_load_si512(p);
    __asm__("" : "+v"(numbers));
    return numbers;
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(__m512i (&sums)[kVectors],
                                      const std::uint8_t* row, __m512i flip,
                                      const __m512i (&numbers)[kVectors]) {
    std::int32_t group;
    std::memcpy(&group, row, sizeof(group));
    const __m512i bytes = _mm512_xor_si512(_mm512_set1_epi32(group), flip);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      MultiplyAddBytes(&sums[v], bytes, numbers[v]);
    }
  }
  // The bytes beyond the row's end meet zeros in the panel.
  static LOWP_INLINE std::uint32_t LoadTail(const std::uint8_t* row, int tail) {
    std::uint32_t group = row[0];
    if (tail > 1) group |= static_cast<std::uint32_t>(row[1]) << 8;
    if (tail > 2) group |= static_cast<std::uint32_t>(row[2]) << 16;
    return group;
  }
};

// The same for direct tasks, kFlips only if there is something to flip: where
// a kernel multiplies just a few registers with each of a row's groups, it
// notices. A row's products are one block of assembly, for the registers that
// GCC would copy between several (GCC bug 94663).
template <bool kFlips>
struct Avx512VnniDirectKernel : Avx512VnniKernel {
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(__m512i (&sums)[kVectors],
                                      const std::uint8_t* row, __m512i flip,
                                      const __m512i (&numbers)[kVectors]) {
    std::int32_t group;
    std::memcpy(&group, row, sizeof(group));
    __m512i bytes = _mm512_set1_epi32(group);
    if constexpr (kFlips) bytes = _mm512_xor_si512(bytes, flip);
    MultiplyAddRow(sums, bytes, numbers);
  }
};

// Backend::multiply_direct.
void MultiplyDirect(const DirectTask& task) {
  if (task.row_flip != 0) {
    MultiplyDirectPanel<Avx512VnniDirectKernel<true>, kFormat.group>(task);
  } else {
    MultiplyDirectPanel<Avx512VnniDirectKernel<false>, kFormat.group>(task);
  }
}

}  // namespace

extern const Backend avx512_vnni_backend;
const Backend avx512_vnni_backend = {
    /*name=*/"avx512_vnni",
    /*required_features=*/kAvx512F | kAvx512BW | kAvx512DQ | kAvx512VL |
        kAvx512Vnni,
    /*panel=*/kFormat,
    /*tile_rows=*/Avx512VnniKernel::kTileRows,
    /*rows_in_place=*/true,
    /*most_columns_in_place=*/kAnyColumns,
    /*row_interleave=*/1,
    /*row_element_size=*/1,
    /*row_domain=*/Domain::kUnsigned,
    /*pack=*/&PackSignedBytes<VnniGroups>,
    /*widen=*/nullptr,
    /*rows_to_widen=*/0,
    /*least_term_depth=*/0,
    /*read_rows=*/&ReadRowsOfBytes,
    /*copy_panel_rows=*/nullptr,
    /*prepare_columns=*/&PrepareColumns<SimdAvx512>,
    /*multiply=*/&MultiplyPanel<Avx512VnniKernel>,
    /*dot=*/&DotBytes,
    /*dot_rows=*/64,
    /*most_dot_offset=*/0,
    /*dot_keeps_up=*/true,
    /*multiply_narrow=*/&MultiplyNarrowBytes,
    /*most_narrow_in_place=*/0,
    /*least_narrow_depth=*/0,
    /*finish=*/&FinishSums<FloatAvx512, Avx512VnniKernel::kWidth>,
    /*multiply_direct=*/&MultiplyDirect,
    /*transform=*/&Transform<FloatAvx512>,
    /*sparse_sum=*/&SparseSum<FloatAvx512>,
    /*for_reduced_range=*/nullptr,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
