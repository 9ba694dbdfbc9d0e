// The peak of vpdpbusd on 512-bit registers: 64 multiply-adds each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <utility>

#include "../internal/detect_platform.h"
#include "peak.h"
#include "sum-inl.h"

namespace lowp_bench {
namespace {

constexpr int kSums = 16;

// The empty assembly makes the compiler believe that the factor changes each
// time, and keeps the sum in its register.
LOWP_INLINE void MultiplyAdd(__m512i* sum, __m512i* a, __m512i b) {
  __asm__("" : "+v"(*a));
  *sum = _mm512_dpbusd_epi32(*sum, *a, b);
  __asm__("" : "+v"(*sum));
}

// No loop over the sums: GCC would keep them in memory.
template <int... kIndex>
LOWP_INLINE __m512i DotProducts(std::int64_t turns,
                                std::integer_sequence<int, kIndex...>) {
  __m512i sums[sizeof...(kIndex)] = {};
  __m512i a = _mm512_set1_epi8(3);
  const __m512i b = _mm512_set1_epi8(-5);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    (MultiplyAdd(&sums[kIndex], &a, b), ...);
  }
  __m512i total = sums[0];
  ((total = _mm512_add_epi32(total, sums[kIndex])), ...);
  return total;
}

std::int32_t Run(std::int64_t turns) {
  const __m512i total =
      DotProducts(turns, std::make_integer_sequence<int, kSums>());
  alignas(64) std::int32_t lanes[16];
  _mm512_store_si512(lanes, total);
  return lanes[0];
}

// Lanes wrap around, as the processor's do.
using Words = std::uint32_t __attribute__((vector_size(64), may_alias));

std::int32_t Sum(const void* memory, std::int64_t bytes) {
  return SumMemory<Words>(memory, bytes);
}

}  // namespace

extern const PeakLoop avx512_vnni_peak;
const PeakLoop avx512_vnni_peak = {"avx512_vnni", 64 * kSums, &Run, &Sum};

}  // namespace lowp_bench
