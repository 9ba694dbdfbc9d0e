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
#include "../../meta/narrow_avx2-inl.h"
#include "../../meta/narrow_words_avx2-inl.h"
#include "../../meta/pack_avx2-inl.h"
#include "../../meta/panel_loop-inl.h"
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

// A panel's bytes, or what WidenPanel made of them: then a group is one pair.
template <bool kWidened>
struct Avx2Kernel {
  using Simd = FloatAvx2;
  using Numbers = __m256i;
  static constexpr int kTileRows = 6;
  static constexpr int kMostTileRows = 6;
  static constexpr int kWidth = kFormat.width;
  static constexpr int kMaxVectors = kFormat.width / Simd::kLanes;
  static constexpr int kBytesPerVector = 32;
  // The even bytes of each lane, then the odd ones.
  static constexpr int kParts = kWidened ? 1 : 2;
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
    if constexpr (kWidened) {
      __asm__ volatile("vmovdqa %[bytes], %[words]"
                       : [words] "=x"(words)
                       : [bytes] "m"(bytes));
    } else if constexpr (kPart == 0) {
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

using Bytes = Avx2Kernel<false>;
using Words = Avx2Kernel<true>;

// Widening takes 16 instructions for each group and spares each tile of six
// rows six. Measured on Zen 4, at depths from 128 on: 24 rows took 1.05 times
// as long with panels widened before, 72 as long, 128 and more 0.96 of the
// time.
constexpr int kRowsToWiden = 96;

// The same task in the terms of the kernel of words.
PanelTask InPairs(const PanelTask& task) {
  PanelTask pairs = task;
  pairs.groups *= 2;
  pairs.group_stride /= 2;
  return pairs;
}

// Backend::widen.
void WidenAny(const WidenTask& task) {
  if (task.rows_in_place) {
    WidenNarrowPanel(task);
  } else {
    WidenPanel(task);
  }
}

// Backend::multiply.
void Multiply(const PanelTask& task) {
  if (task.widened) {
    MultiplyPanel<Words>(InPairs(task));
  } else {
    MultiplyPanel<Bytes>(task);
  }
}

// Backend::multiply_narrow.
void MultiplyFewColumns(const PanelTask& task, const NarrowRows& rows) {
  if (!task.widened) {
    MultiplyNarrowAvx2<Bytes>(task, rows);
  } else if (task.row_form == RowForm::kCopied) {
    MultiplyNarrowAvx2<Words>(InPairs(task), rows);
  } else if (task.row_scalar == Scalar::kInt8) {
    MultiplyNarrowInPlace<true>(task, rows);
  } else {
    MultiplyNarrowInPlace<false>(task, rows);
  }
}

}  // namespace

extern const Backend avx2_backend;
const Backend avx2_backend = {
    /*name=*/"avx2",
    /*required_features=*/kAvx2,
    /*panel=*/kFormat,
    /*tile_rows=*/Bytes::kTileRows,
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
    /*multiply=*/&Multiply,
    /*dot=*/&DotInt16,
    /*dot_rows=*/8,
    /*dot_keeps_up=*/false,
    /*multiply_narrow=*/&MultiplyFewColumns,
    /*most_narrow_in_place=*/kMostNarrowWords,
    /*least_narrow_depth=*/kNarrowWordsDepth,
    /*finish=*/&FinishSums<FloatAvx2, Bytes::kWidth>,
    /*multiply_direct=*/nullptr,
    /*transform=*/&Transform<FloatAvx2>,
    /*sparse_sum=*/&SparseSum<FloatAvx2>,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
