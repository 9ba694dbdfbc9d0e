// Exact products of int16, two at a time (vpmaddwd), summed in int32, on
// 256-bit registers: the kernel and the products with few columns. Rows are
// copied and widened; panels are bytes, which kernels widen, or have been
// widened.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_PAIRS_AVX2_INL_H_
#define LOWP_META_KERNELS_PAIRS_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "../gemm/panel_loop-inl.h"
#include "../gemm/winograd-inl.h"
#include "../pack/panel_formats_x86.h"
#include "../pack/widen_avx2-inl.h"
#include "../simd/float_avx2.h"
#include "narrow_avx2-inl.h"
#include "narrow_words_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Panels of bytes.
struct PairsAvx2 {
  using Simd = FloatAvx2;
  using Numbers = __m256i;
  static constexpr int kTileRows = 6;
  static constexpr int kMostTileRows = 6;
  static constexpr int kWidth = kSignedBytesAvx2.width;
  static constexpr int kMaxVectors = kSignedBytesAvx2.width / Simd::kLanes;
  static constexpr int kBytesPerVector = 32;
  // Of a column.
  static constexpr int kGroupBytes = 4;
  // The even bytes of each lane, then the odd ones.
  static constexpr int kParts = 2;
  static constexpr int kPartBytes = 4;
  static constexpr bool kReadsTails = false;
  static constexpr bool kFinishesLate = false;

  static LOWP_INLINE int Flip(std::uint8_t) { return 0; }
  // In assembly, because compilers would keep the bytes from one part to the
  // next, in a register that they do not have.
  template <int kPart>
  static LOWP_INLINE __m256i LoadPanel(const std::uint8_t* p) {
    const __m256i& bytes = *reinterpret_cast<const __m256i*>(p);
    __m256i words;
    if constexpr (kPart == 0) {
      __asm__ volatile(
          "vmovdqa %[bytes], %[words]\n\t"
          "vpsllw $8, %[words], %[words]\n\t"
          "vpsraw $8, %[words], %[words]"
          : [words] "=x"(words)
          : [bytes] "m"(bytes));
    } else {
      __asm__ volatile(
          "vmovdqa %[bytes], %[words]\n\t"
          "vpsraw $8, %[words], %[words]"
          : [words] "=x"(words)
          : [bytes] "m"(bytes));
    }
    return words;
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(__m256i (&sums)[kVectors],
                                      const std::uint8_t* row, int,
                                      const __m256i (&numbers)[kVectors]) {
    if constexpr (kVectors == 2) {
      MultiplyRowOf2(sums, row, numbers);
    } else {
      __asm__ volatile(
          "vpbroadcastd %[row], %%ymm15\n\t"
          "vpmaddwd %[numbers], %%ymm15, %%ymm15\n\t"
          "vpaddd %%ymm15, %[sum], %[sum]"
          : [sum] "+x"(sums[0])
          : [row] "m"(*reinterpret_cast<const Pair*>(row)), [numbers] "x"(
                                                                numbers[0])
          : "xmm15");
    }
  }

 private:
  using Pair __attribute__((may_alias)) = std::int32_t;

  // The largest tile needs all sixteen registers: twelve sums, two for the
  // panel, two for a row, which have names here. Compilers reorder intrinsics
  // until they run out, or copy registers; in this form they cannot.
  static LOWP_INLINE void MultiplyRowOf2(__m256i (&sums)[2],
                                         const std::uint8_t* row,
                                         const __m256i (&numbers)[2]) {
    __asm__ volatile(
        "vpbroadcastd %[row], %%ymm15\n\t"
        "vpmaddwd %[numbers0], %%ymm15, %%ymm14\n\t"
        "vpmaddwd %[numbers1], %%ymm15, %%ymm15\n\t"
        "vpaddd %%ymm14, %[sum0], %[sum0]\n\t"
        "vpaddd %%ymm15, %[sum1], %[sum1]"
        : [sum0] "+x"(sums[0]), [sum1] "+x"(sums[1])
        : [row] "m"(*reinterpret_cast<const Pair*>(row)),
          [numbers0] "x"(numbers[0]), [numbers1] "x"(numbers[1])
        : "xmm14", "xmm15");
  }
};

// Panels of words that WidenPanel made, with registers of that many bytes.
template <int kRegisterBytes>
struct WidenedPairsAvx2 : PairsAvx2 {
  static constexpr int kBytesPerVector = kRegisterBytes == 32 ? 64 : 32;
  static constexpr int kGroupBytes = 8;

  template <int kPart>
  static LOWP_INLINE __m256i LoadPanel(const std::uint8_t* p) {
    const __m256i& words =
        *reinterpret_cast<const __m256i*>(p + kPart * kRegisterBytes);
    __m256i numbers;
    __asm__ volatile("vmovdqa %[words], %[numbers]"
                     : [numbers] "=x"(numbers)
                     : [words] "m"(words));
    return numbers;
  }
};

// Backend::widen.
template <class Int16>
void WidenPanelForRows(const WidenTask& task) {
  if (task.rows_in_place) {
    WidenNarrowPanel(task);
  } else {
    WidenPanel<Int16>(task);
  }
}

// Backend::multiply_narrow.
template <class Int16>
void MultiplyFewColumns(const PanelTask& task, const NarrowRows& rows) {
  if (!task.widened) {
    MultiplyNarrowAvx2<PairsAvx2>(task, rows);
  } else if (task.row_form == RowForm::kCopied) {
    MultiplyNarrowAvx2<WidenedPairsAvx2<sizeof(typename Int16::Register)>>(
        task, rows);
  } else if (task.row_scalar == Scalar::kInt8) {
    MultiplyNarrowInPlace<true>(task, rows);
  } else {
    MultiplyNarrowInPlace<false>(task, rows);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_PAIRS_AVX2_INL_H_
