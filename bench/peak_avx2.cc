// The peak of exact AVX2 products by the fast inner product: two vpaddw, one
// vpmaddwd and one vpaddd for 32 multiply-adds. Pairs of vpmaddwd and vpaddd
// reach 0.8 of it on Zen 4.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "peak_x86-inl.h"

namespace lowp_bench {
namespace {

struct Avx2 {
  using Words = Words256;
  using Sums = Words;
  static constexpr int kSums = 8;
  static constexpr int kMultiplyAdds = 32;

  static Words Left() { return (Words)_mm256_set1_epi16(3); }
  static Words Right() { return (Words)_mm256_set1_epi16(-5); }

  static LOWP_INLINE void MultiplyAdd(Words* sum, Words* a, Words b) {
    __asm__ volatile(
        "vpaddw %[b], %[a], %%ymm14\n\t"
        "vpaddw %[b], %[a], %%ymm15\n\t"
        "vpmaddwd %%ymm14, %%ymm15, %%ymm14\n\t"
        "vpaddd %%ymm14, %[sum], %[sum]"
        : [sum] "+x"(*sum)
        : [a] "x"(*a), [b] "x"(b)
        : "xmm14", "xmm15");
  }
};

}  // namespace

extern const PeakLoop avx2_peak;
const PeakLoop avx2_peak = PeakOf<Avx2>("avx2");

}  // namespace lowp_bench
