// The AVX2 backend: exact products of int16, two at a time (vpmaddwd), summed
// in int32. Nothing can saturate: both operands are widened once, when they are
// packed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <cstdint>

#include "../../meta/dot_avx2-inl.h"
#include "../../meta/finish_sums-inl.h"
#include "../../meta/float_avx2.h"
#include "../../meta/initial_values-inl.h"
#include "../../meta/narrow_avx2-inl.h"
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

constexpr PanelFormat kFormat = {16, 8, 2, 2, Domain::kNative};

struct Avx2Kernel {
  using Simd = FloatAvx2;
  using Numbers = __m256i;
  static constexpr int kTileRows = 6;
  static constexpr int kMostTileRows = 6;
  static constexpr int kWidth = kFormat.width;
  static constexpr int kMaxVectors = kFormat.width / Simd::kLanes;
  static constexpr int kBytesPerVector = 32;
  static constexpr bool kReadsTails = false;
  static constexpr bool kFinishesLate = false;

  static LOWP_INLINE int Flip(std::uint8_t) { return 0; }
  static LOWP_INLINE __m256i LoadPanel(const std::uint8_t* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(__m256i (&sums)[kVectors],
                                      const std::uint8_t* row, int,
                                      const __m256i (&numbers)[kVectors]) {
    if constexpr (kVectors == 2) {
      MultiplyRowOf2(sums, row, numbers);
    } else {
      __m256i pair;
      __asm__ volatile(
          "vpbroadcastd %[row], %[pair]\n\t"
          "vpmaddwd %[numbers], %[pair], %[pair]\n\t"
          "vpaddd %[pair], %[sum], %[sum]"
          : [sum] "+x"(sums[0]), [pair] "=&x"(pair)
          : [row] "m"(*reinterpret_cast<const Pair*>(row)), [numbers] "x"(
                                                                numbers[0]));
    }
  }

 private:
  using Pair __attribute__((may_alias)) = std::int32_t;

  // The largest tile needs all sixteen registers: twelve sums, two for the
  // panel, two for a row. Compilers reorder intrinsics until they run out, or
  // copy registers; in this form they cannot.
  static LOWP_INLINE void MultiplyRowOf2(__m256i (&sums)[2],
                                         const std::uint8_t* row,
                                         const __m256i (&numbers)[2]) {
    __m256i pair;
    __m256i product;
    __asm__ volatile(
        "vpbroadcastd %[row], %[pair]\n\t"
        "vpmaddwd %[numbers0], %[pair], %[product]\n\t"
        "vpmaddwd %[numbers1], %[pair], %[pair]\n\t"
        "vpaddd %[product], %[sum0], %[sum0]\n\t"
        "vpaddd %[pair], %[sum1], %[sum1]"
        : [sum0] "+x"(sums[0]), [sum1] "+x"(sums[1]), [pair] "=&x"(pair),
          [product] "=&x"(product)
        : [row] "m"(*reinterpret_cast<const Pair*>(row)),
          [numbers0] "x"(numbers[0]), [numbers1] "x"(numbers[1]));
  }
};

}  // namespace

extern const Backend avx2_backend;
const Backend avx2_backend = {
    /*name=*/"avx2",
    /*required_features=*/kAvx2,
    /*panel=*/kFormat,
    /*tile_rows=*/Avx2Kernel::kTileRows,
    /*rows_in_place=*/false,
    /*most_columns_in_place=*/0,
    /*row_interleave=*/1,
    /*row_domain=*/Domain::kNative,
    /*pack=*/&PackInt16,
    /*read_rows=*/&ReadRowsOfInt16,
    /*prepare_columns=*/&PrepareColumns<SimdAvx2>,
    /*multiply=*/&MultiplyPanel<Avx2Kernel>,
    /*dot=*/&DotInt16,
    /*dot_rows=*/8,
    /*dot_keeps_up=*/false,
    /*multiply_narrow=*/&MultiplyNarrowAvx2<Avx2Kernel>,
    /*finish=*/&FinishSums<FloatAvx2, Avx2Kernel::kWidth>,
    /*multiply_direct=*/nullptr,
    /*transform=*/&Transform<FloatAvx2>,
    /*sparse_sum=*/&SparseSum<FloatAvx2>,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
