// The peak of exact products on 512-bit registers without VNNI: vpmaddwd and
// vpaddd, 32 multiply-adds a pair. Four products come before their sums: by
// turns they took 1.2 times as long on Zen 4.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "peak_x86-inl.h"

namespace lowp_bench {
namespace {

struct Avx512 {
  using Words = Words512;
  struct Sums {
    std::uint32_t operator[](int i) const { return words[0][i]; }
    Words words[4];
  };
  static constexpr int kSums = 4;
  static constexpr int kMultiplyAdds = 4 * 32;

  static Words Left() { return (Words)_mm512_set1_epi16(3); }
  static Words Right() { return (Words)_mm512_set1_epi16(-5); }

  static LOWP_INLINE void MultiplyAdd(Sums* sums, Words* a, Words b) {
    __asm__ volatile(
        "vpmaddwd %[b], %[a], %%zmm28\n\t"
        "vpmaddwd %[b], %[a], %%zmm29\n\t"
        "vpmaddwd %[b], %[a], %%zmm30\n\t"
        "vpmaddwd %[b], %[a], %%zmm31\n\t"
        "vpaddd %%zmm28, %[sum0], %[sum0]\n\t"
        "vpaddd %%zmm29, %[sum1], %[sum1]\n\t"
        "vpaddd %%zmm30, %[sum2], %[sum2]\n\t"
        "vpaddd %%zmm31, %[sum3], %[sum3]"
        : [sum0] "+v"(sums->words[0]), [sum1] "+v"(sums->words[1]),
          [sum2] "+v"(sums->words[2]), [sum3] "+v"(sums->words[3])
        : [a] "v"(*a), [b] "v"(b)
        : "xmm28", "xmm29", "xmm30", "xmm31");
  }
};

}  // namespace

extern const PeakLoop avx512_peak;
const PeakLoop avx512_peak = PeakOf<Avx512>("avx512");

}  // namespace lowp_bench
