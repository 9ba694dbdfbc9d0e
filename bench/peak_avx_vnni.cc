// The peak of vpdpbusd on 256-bit registers: 32 multiply-adds each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <utility>

#include "../internal/detect_platform.h"
#include "peak.h"
#include "sum-inl.h"

namespace lowp_bench {
namespace {

constexpr int kSums = 12;

LOWP_INLINE void MultiplyAdd(__m256i* sum, __m256i a, __m256i b) {
  __asm__ volatile("%{vex%} vpdpbusd %[b], %[a], %[sum]"
                   : [sum] "+x"(*sum)
                   : [a] "x"(a), [b] "x"(b));
}

// No loop over the sums: GCC would keep them in memory.
template <int... kIndex>
LOWP_INLINE __m256i DotProducts(std::int64_t turns,
                                std::integer_sequence<int, kIndex...>) {
  __m256i sums[sizeof...(kIndex)] = {};
  const __m256i a = _mm256_set1_epi8(3);
  const __m256i b = _mm256_set1_epi8(-5);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    (MultiplyAdd(&sums[kIndex], a, b), ...);
  }
  __m256i total = sums[0];
  ((total = _mm256_add_epi32(total, sums[kIndex])), ...);
  return total;
}

std::int32_t Run(std::int64_t turns) {
  const __m256i total =
      DotProducts(turns, std::make_integer_sequence<int, kSums>());
  return _mm256_extract_epi32(total, 0);
}

// Lanes wrap around, as the processor's do.
using Words = std::uint32_t __attribute__((vector_size(32), may_alias));

std::int32_t Sum(const void* memory, std::int64_t bytes) {
  return SumMemory<Words>(memory, bytes);
}

}  // namespace

extern const PeakLoop avx_vnni_peak;
const PeakLoop avx_vnni_peak = {"avx_vnni", 32 * kSums, &Run, &Sum};

}  // namespace lowp_bench
