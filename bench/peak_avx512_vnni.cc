// The peak of vpdpbusd on 512-bit registers: 64 multiply-adds each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "peak_x86-inl.h"

namespace lowp_bench {
namespace {

struct Avx512Vnni {
  using Words = Words512;
  using Sums = Words;
  static constexpr int kSums = 16;
  static constexpr int kMultiplyAdds = 64;

  static Words Left() { return (Words)_mm512_set1_epi8(3); }
  static Words Right() { return (Words)_mm512_set1_epi8(-5); }

  // The empty assembly makes the compiler believe that the factor changes each
  // time, and keeps the sum in its register.
  static LOWP_INLINE void MultiplyAdd(Words* sum, Words* a, Words b) {
    __asm__("" : "+v"(*a));
    *sum = (Words)_mm512_dpbusd_epi32((__m512i)*sum, (__m512i)*a, (__m512i)b);
    __asm__("" : "+v"(*sum));
  }
};

}  // namespace

extern const PeakLoop avx512_vnni_peak;
const PeakLoop avx512_vnni_peak = PeakOf<Avx512Vnni>("avx512_vnni");

}  // namespace lowp_bench
