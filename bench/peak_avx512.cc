// The peak of exact products on 512-bit registers without VNNI, by the fast
// inner product: two vpaddw, one vpmaddwd and one vpaddd for 64 multiply-adds.
// Pairs of vpmaddwd and vpaddd reach 0.75 to 0.9 of it on Zen 4, depending on
// their order.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "peak_x86-inl.h"

namespace lowp_bench {
namespace {

struct Avx512 {
  using Words = Words512;
  using Sums = Words;
  static constexpr int kSums = 8;
  static constexpr int kMultiplyAdds = 64;

  static Words Left() { return (Words)_mm512_set1_epi16(3); }
  static Words Right() { return (Words)_mm512_set1_epi16(-5); }

  static LOWP_INLINE void MultiplyAdd(Words* sum, Words* a, Words b) {
    __asm__ volatile(
        "vpaddw %[b], %[a], %%zmm30\n\t"
        "vpaddw %[b], %[a], %%zmm31\n\t"
        "vpmaddwd %%zmm30, %%zmm31, %%zmm30\n\t"
        "vpaddd %%zmm30, %[sum], %[sum]"
        : [sum] "+v"(*sum)
        : [a] "v"(*a), [b] "v"(b)
        : "xmm30", "xmm31");
  }
};

}  // namespace

extern const PeakLoop avx512_peak;
const PeakLoop avx512_peak = PeakOf<Avx512>("avx512");

}  // namespace lowp_bench
