// What the ends of groups need of AVX-512's registers (int4_group_end-inl.h).
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_INT4_LANES_AVX512_INL_H_
#define LOWP_META_SIMD_INT4_LANES_AVX512_INL_H_

#include <immintrin.h>

#include "float_avx512.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct Int4LanesAvx512 : FloatAvx512 {
  static LOWP_INLINE I32 Multiply(I32 x, I32 y) {
    return _mm512_mullo_epi32(x, y);
  }
  // A lane is a pair of int16: products of the upper halves are 0.
  static LOWP_INLINE I32 SetShort(std::int32_t x) { return Set1(x & 0xFFFF); }
  // In assembly, or GCC copies sums in the loops before.
  static LOWP_INLINE I32 AddShortProduct(I32 sum, I32 x, I32 y) {
    I32 product;
    __asm__(
        "vpmaddwd %[y], %[x], %[product]\n\t"
        "vpaddd %[product], %[sum], %[sum]"
        : [sum] "+v"(sum), [product] "=&v"(product)
        : [x] "v"(x), [y] "v"(y));
    return sum;
  }
  static LOWP_INLINE F32 LoadFloat16(const void* p) {
    return _mm512_cvtph_ps(_mm256_loadu_si256(static_cast<const __m256i*>(p)));
  }
  static LOWP_INLINE F32 LoadBfloat16(const void* p) {
    return FromBits(_mm512_slli_epi32(LoadIntegers(Scalar::kInt16, p), 16));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_INT4_LANES_AVX512_INL_H_
