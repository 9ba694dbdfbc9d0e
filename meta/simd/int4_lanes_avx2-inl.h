// What the ends of groups need of AVX2's registers (int4_group_end-inl.h),
// without the extension for half precision.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_INT4_LANES_AVX2_INL_H_
#define LOWP_META_SIMD_INT4_LANES_AVX2_INL_H_

#include <immintrin.h>

#include "float_avx2.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct Int4LanesAvx2 : FloatAvx2 {
  static LOWP_INLINE I32 Multiply(I32 x, I32 y) {
    return _mm256_mullo_epi32(x, y);
  }
  // A lane is a pair of int16: products of the upper halves are 0.
  static LOWP_INLINE I32 SetShort(std::int32_t x) { return Set1(x & 0xFFFF); }
  static LOWP_INLINE I32 AddShortProduct(I32 sum, I32 x, I32 y) {
    return Add(sum, _mm256_madd_epi16(x, y));
  }
  // The values are finite: exponents move from one bias to the other by a
  // multiplication, which normalises subnormal ones too. Once a value is
  // extended and shifted, its upper four bits all have the sign; one stays.
  static LOWP_INLINE F32 LoadFloat16(const void* p) {
    const I32 bits = _mm256_slli_epi32(LoadIntegers(Scalar::kInt16, p), 13);
    return Mul(FromBits(_mm256_and_si256(
                   bits, Set1(static_cast<std::int32_t>(0x8FFFFFFFu)))),
               Set1(0x1p112f));
  }
  static LOWP_INLINE F32 LoadBfloat16(const void* p) {
    return FromBits(_mm256_slli_epi32(LoadIntegers(Scalar::kInt16, p), 16));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_INT4_LANES_AVX2_INL_H_
