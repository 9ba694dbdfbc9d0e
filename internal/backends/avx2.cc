// The AVX2 backend: exact products of int16, two at a time (vpmaddwd), summed
// in int32. Nothing can saturate: both operands are widened once, when they are
// packed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <cstdint>

#include "../../meta/dot-inl.h"
#include "../../meta/pack_avx2-inl.h"
#include "../../meta/panel_loop-inl.h"
#include "../../meta/simd_avx2.h"
#include "../backend.h"
#include "../cpu_features.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr PanelFormat kFormat = {16, 8, 2, 2, Domain::kNative};

struct Avx2Kernel {
  using Simd = SimdAvx2;
  using Numbers = __m256i;
  static constexpr int kTileRows = 6;
  static constexpr int kWidth = kFormat.width;
  static constexpr int kMaxVectors = kFormat.width / Simd::kLanes;
  static constexpr int kBytesPerVector = 32;
  static constexpr bool kReadsTails = false;

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
      const __m256i pair =
          _mm256_set1_epi32(*reinterpret_cast<const Pair*>(row));
      sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(pair, numbers[0]));
    }
  }

 private:
  using Pair __attribute__((may_alias)) = std::int32_t;

  // The largest tile needs all sixteen registers: twelve sums, two for the
  // panel, two for a row. Compilers reorder intrinsics until they run out; in
  // this form they cannot.
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

// Sixteen bytes of a row times as many of a column, widened on the way.
template <bool kRowSigned, bool kColumnSigned>
struct Avx2Dot {
  using Sums = __m256i;
  using Numbers = __m256i;
  static constexpr int kChunk = 16;
  static constexpr int kRows = 2;
  static constexpr int kColumnsOfOneRow = 4;

  explicit LOWP_INLINE Avx2Dot(const DotTask&) {}

  static LOWP_INLINE __m256i Zero() { return _mm256_setzero_si256(); }
  LOWP_INLINE __m256i LoadRow(const std::uint8_t* p) const {
    return Widen<kRowSigned>(LoadBytes(p, kChunk));
  }
  LOWP_INLINE __m256i LoadColumn(const std::uint8_t* p) const {
    return Widen<kColumnSigned>(LoadBytes(p, kChunk));
  }
  LOWP_INLINE __m256i LoadRowPart(const std::uint8_t* p, int n) const {
    return Widen<kRowSigned>(LoadBytes(p, n));
  }
  LOWP_INLINE __m256i LoadColumnPart(const std::uint8_t* p, int n) const {
    return Widen<kColumnSigned>(LoadBytes(p, n));
  }
  static LOWP_INLINE void MultiplyAdd(__m256i* sums, __m256i row,
                                      __m256i column) {
    *sums = _mm256_add_epi32(*sums, _mm256_madd_epi16(row, column));
  }
  static LOWP_INLINE void AddUp(__m256i* sums, __m256i column) {
    MultiplyAdd(sums, _mm256_set1_epi16(1), column);
  }
  static LOWP_INLINE void Store4(__m256i w, __m256i x, __m256i y, __m256i z,
                                 std::int32_t* out) {
    const __m256i a = _mm256_hadd_epi32(w, x);
    const __m256i b = _mm256_hadd_epi32(y, z);
    const __m256i lanes = _mm256_hadd_epi32(a, b);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_add_epi32(_mm256_castsi256_si128(lanes),
                                   _mm256_extracti128_si256(lanes, 1)));
  }
};

template <bool kRowSigned>
LOWP_INLINE void DotWithRows(const DotTask& task) {
  if (task.column_scalar == Scalar::kInt8) {
    DotPanel<Avx2Dot<kRowSigned, true>>(task);
  } else {
    DotPanel<Avx2Dot<kRowSigned, false>>(task);
  }
}

// Backend::dot.
void DotInt16(const DotTask& task) {
  if (task.row_scalar == Scalar::kInt8) {
    DotWithRows<true>(task);
  } else {
    DotWithRows<false>(task);
  }
}

}  // namespace

extern const Backend avx2_backend;
const Backend avx2_backend = {
    /*name=*/"avx2",
    /*required_features=*/kAvx2,
    /*panel=*/kFormat,
    /*tile_rows=*/Avx2Kernel::kTileRows,
    /*rows_in_place=*/false,
    /*row_domain=*/Domain::kNative,
    /*pack=*/&PackInt16,
    /*read_rows=*/&ReadRowsOfInt16,
    /*multiply=*/&MultiplyPanel<Avx2Kernel>,
    /*dot=*/&DotInt16,
    /*dot_rows=*/4,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
