// Unsigned bytes of A times signed bytes of B, on 256-bit registers: a kernel
// policy (kernel_policy-inl.h) for rows of bytes, in place, copied or columns
// of panels.
//
// Written once over a policy `Product<kFlips>`:
//   kTileRows              rows of a tile, each with two registers of sums
//   MultiplyAddRow(sums, row, flip, values)
//                          broadcasts the four bytes at `row`, flips them if
//                          kFlips, and adds their products with one, two or
//                          four registers
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_BYTES_AVX2_INL_H_
#define LOWP_META_KERNELS_BYTES_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"
#include "../pack/panel_formats_x86.h"
#include "../simd/float_avx2.h"
#include "../simd/load_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <template <bool> class Product, bool kFlips = true>
struct BytesAvx2 {
  using Simd = FloatAvx2;
  using Values = __m256i;
  using Unflipped = BytesAvx2<Product, false>;
  static constexpr int kTileRows = Product<kFlips>::kTileRows;
  static constexpr int kSumsAtOnce = 4;  // two rows share what is loaded of B
  static constexpr bool kFewRowsSkipFlips = true;
  static constexpr bool kTakesTwoPanels = true;
  static constexpr int kMaxTileRows = kTileRows;
  static constexpr int kNr = kSignedBytesAvx2.nr;
  static constexpr int kMaxVectors = kNr / Simd::kLanes;
  static constexpr int kKr = 4;
  static constexpr int kRowStep = 4;
  static constexpr int kBytesPerVector = 32;
  static constexpr int kParts = 1;
  static constexpr int kPartBytes = 0;
  static constexpr bool kReadsTails = true;

  static LOWP_INLINE __m256i Flip(std::uint8_t flip) {
    return _mm256_set1_epi8(static_cast<char>(flip));
  }
  template <int>
  static LOWP_INLINE __m256i LoadB(const std::uint8_t* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(__m256i (&sums)[kVectors],
                                      const std::uint8_t* row, __m256i flip,
                                      const __m256i (&values)[kVectors]) {
    Product<kFlips>::MultiplyAddRow(sums, row, flip, values);
  }
  // The bytes beyond the row's end meet zeros in the panel.
  static LOWP_INLINE std::uint32_t LoadTail(const std::uint8_t* row, int tail) {
    return static_cast<std::uint32_t>(LoadUpTo8(row, tail));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_BYTES_AVX2_INL_H_
