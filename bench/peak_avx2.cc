// The peak of exact AVX2 products: vpmaddwd and vpaddd, 16 multiply-adds a
// pair.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "peak_x86-inl.h"

namespace lowp_bench {
namespace {

struct Avx2 {
  using Words = Words256;
  using Sums = Words;
  static constexpr int kSums = 10;
  static constexpr int kMultiplyAdds = 16;

  static Words Left() { return (Words)_mm256_set1_epi16(3); }
  static Words Right() { return (Words)_mm256_set1_epi16(-5); }

  // The empty assembly makes the compiler believe that the factor changes each
  // time, and keeps the sum in its register.
  static LOWP_INLINE void MultiplyAdd(Words* sum, Words* a, Words b) {
    __asm__("" : "+x"(*a));
    *sum += (Words)_mm256_madd_epi16((__m256i)*a, (__m256i)b);
    __asm__("" : "+x"(*sum));
  }
};

}  // namespace

extern const PeakLoop avx2_peak;
const PeakLoop avx2_peak = PeakOf<Avx2>("avx2");

}  // namespace lowp_bench
