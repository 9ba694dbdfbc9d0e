// The peak of vpdpbusd on 256-bit registers: 32 multiply-adds each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "peak_x86-inl.h"

namespace lowp_bench {
namespace {

struct AvxVnni {
  using Words = Words256;
  using Sums = Words;
  static constexpr int kSums = 12;
  static constexpr int kMultiplyAdds = 32;

  static Words Left() { return (Words)_mm256_set1_epi8(3); }
  static Words Right() { return (Words)_mm256_set1_epi8(-5); }

  static LOWP_INLINE void MultiplyAdd(Words* sum, Words* a, Words b) {
    __asm__ volatile("%{vex%} vpdpbusd %[b], %[a], %[sum]"
                     : [sum] "+x"(*sum)
                     : [a] "x"(*a), [b] "x"(b));
  }
};

}  // namespace

extern const PeakLoop avx_vnni_peak;
const PeakLoop avx_vnni_peak = PeakOf<AvxVnni>("avx_vnni");

}  // namespace lowp_bench
