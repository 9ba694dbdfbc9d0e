// The floating-point part of AVX2's register policy: eight floats in a
// register, eight doubles in two. float_scalar.h defines the operations.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_FLOAT_AVX2_H_
#define LOWP_META_SIMD_FLOAT_AVX2_H_

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/matrix_ref.h"
#include "quantize_avx2-inl.h"
#include "simd_avx2.h"
#include "words_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct FloatAvx2 : SimdAvx2 {
  using F32 = __m256;
  struct F64 {
    __m256d low, high;
  };
  using SimdAvx2::Add;
  using SimdAvx2::Load;
  using SimdAvx2::LoadPartial;
  using SimdAvx2::Max;
  using SimdAvx2::Min;
  using SimdAvx2::Set1;
  using SimdAvx2::Store;

  static LOWP_INLINE F32 Load(const float* p) { return _mm256_loadu_ps(p); }
  static LOWP_INLINE F32 LoadPartial(const float* p, int n) {
    return _mm256_maskload_ps(p, LaneMask(n));
  }
  static LOWP_INLINE I32 And(I32 a, I32 b) { return _mm256_and_si256(a, b); }
  static LOWP_INLINE I32 Bits(F32 x) { return _mm256_castps_si256(x); }
  static LOWP_INLINE F32 FromBits(I32 bits) {
    return _mm256_castsi256_ps(bits);
  }
  static LOWP_INLINE void Store(float* p, F32 x) { _mm256_storeu_ps(p, x); }
  static LOWP_INLINE F32 Set1(float x) { return _mm256_set1_ps(x); }
  static LOWP_INLINE F64 Set1(double x) {
    return {_mm256_set1_pd(x), _mm256_set1_pd(x)};
  }
  static LOWP_INLINE F32 Add(F32 a, F32 b) { return _mm256_add_ps(a, b); }
  static LOWP_INLINE F64 Add(F64 a, F64 b) {
    return {_mm256_add_pd(a.low, b.low), _mm256_add_pd(a.high, b.high)};
  }
  static LOWP_INLINE F32 Sub(F32 a, F32 b) { return _mm256_sub_ps(a, b); }
  static LOWP_INLINE I32 Sub(I32 a, I32 b) { return _mm256_sub_epi32(a, b); }
  static LOWP_INLINE F32 Mul(F32 a, F32 b) { return _mm256_mul_ps(a, b); }
  static LOWP_INLINE F64 Mul(F64 a, F64 b) {
    return {_mm256_mul_pd(a.low, b.low), _mm256_mul_pd(a.high, b.high)};
  }
  static LOWP_INLINE F32 MulAdd(F32 a, F32 b, F32 c) {
    return _mm256_fmadd_ps(a, b, c);
  }
  static LOWP_INLINE F32 Div(F32 a, F32 b) { return _mm256_div_ps(a, b); }
  static LOWP_INLINE F64 Div(F64 a, F64 b) {
    return {_mm256_div_pd(a.low, b.low), _mm256_div_pd(a.high, b.high)};
  }
  static LOWP_INLINE F32 Min(F32 x, F32 bound) {
    return _mm256_min_ps(x, bound);
  }
  static LOWP_INLINE F64 Min(F64 x, F64 bound) {
    return {_mm256_min_pd(x.low, bound.low), _mm256_min_pd(x.high, bound.high)};
  }
  static LOWP_INLINE F32 Max(F32 x, F32 bound) {
    return _mm256_max_ps(x, bound);
  }
  static LOWP_INLINE F64 Max(F64 x, F64 bound) {
    return {_mm256_max_pd(x.low, bound.low), _mm256_max_pd(x.high, bound.high)};
  }
  static LOWP_INLINE F32 RoundEven(F32 x) {
    return _mm256_round_ps(x, kNearest);
  }
  static LOWP_INLINE F64 RoundEven(F64 x) {
    return {_mm256_round_pd(x.low, kNearest),
            _mm256_round_pd(x.high, kNearest)};
  }
  static LOWP_INLINE F32 RoundAway(F32 x) {
    const F32 whole = Trunc(x);
    const F32 rest = _mm256_andnot_ps(Set1(-0.0f), Sub(x, whole));
    const F32 one = _mm256_or_ps(_mm256_and_ps(x, Set1(-0.0f)), Set1(1.0f));
    return Add(whole,
               _mm256_and_ps(one, _mm256_cmp_ps(rest, Set1(0.5f), _CMP_GE_OQ)));
  }
  static LOWP_INLINE F64 RoundAway(F64 x) {
    return {RoundAway(x.low), RoundAway(x.high)};
  }
  static LOWP_INLINE F32 Floor(F32 x) { return _mm256_round_ps(x, kDown); }
  static LOWP_INLINE F64 Floor(F64 x) {
    return {_mm256_round_pd(x.low, kDown), _mm256_round_pd(x.high, kDown)};
  }
  static LOWP_INLINE F32 Trunc(F32 x) {
    return _mm256_round_ps(x, kTowardsZero);
  }
  static LOWP_INLINE F64 Trunc(F64 x) {
    return {_mm256_round_pd(x.low, kTowardsZero),
            _mm256_round_pd(x.high, kTowardsZero)};
  }
  static LOWP_INLINE F64 LoadDoubles(const double* p) {
    return {_mm256_loadu_pd(p), _mm256_loadu_pd(p + 4)};
  }
  static LOWP_INLINE F64 LoadDoubles(const double* p, int n) {
    return {_mm256_maskload_pd(p, DoubleMask(n)),
            _mm256_maskload_pd(p + (n > 4 ? 4 : 0), DoubleMask(n - 4))};
  }
  static LOWP_INLINE F32 IfPositive(F32 x, F32 yes, F32 no) {
    return _mm256_blendv_ps(no, yes,
                            _mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_GT_OQ));
  }
  static LOWP_INLINE I32 ToNearestInt32(F32 x) { return _mm256_cvtps_epi32(x); }
  static LOWP_INLINE I32 ToInt32(F32 x) { return _mm256_cvttps_epi32(x); }
  static LOWP_INLINE I32 ToInt32(F64 x) {
    return _mm256_set_m128i(_mm256_cvttpd_epi32(x.high),
                            _mm256_cvttpd_epi32(x.low));
  }
  static LOWP_INLINE F32 ToF32(I32 x) { return _mm256_cvtepi32_ps(x); }
  static LOWP_INLINE F32 ToF32(F64 x) {
    return _mm256_set_m128(_mm256_cvtpd_ps(x.high), _mm256_cvtpd_ps(x.low));
  }
  static LOWP_INLINE F64 ToF64(I32 x) {
    return {_mm256_cvtepi32_pd(_mm256_castsi256_si128(x)),
            _mm256_cvtepi32_pd(_mm256_extracti128_si256(x, 1))};
  }
  static LOWP_INLINE F64 ToF64(F32 x) {
    return {_mm256_cvtps_pd(_mm256_castps256_ps128(x)),
            _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1))};
  }

  static LOWP_INLINE I32 LoadIntegers(Scalar scalar, const void* p) {
    switch (scalar) {
      case Scalar::kUint8:
        return _mm256_cvtepu8_epi32(
            _mm_loadl_epi64(static_cast<const __m128i*>(p)));
      case Scalar::kInt8:
        return _mm256_cvtepi8_epi32(
            _mm_loadl_epi64(static_cast<const __m128i*>(p)));
      case Scalar::kInt16:
        return _mm256_cvtepi16_epi32(
            _mm_loadu_si128(static_cast<const __m128i*>(p)));
      case Scalar::kInt32:
      case Scalar::kFloat32:  // not an integer
        break;
    }
    return Load(static_cast<const std::int32_t*>(p));
  }

  // One byte per 64 bits; its upper half goes to the upper 32 bits.
  static LOWP_INLINE I32 LoadNibbles(const std::uint8_t* codes, int column) {
    std::int32_t four;
    std::memcpy(&four, codes + column / 2, sizeof(four));
    const __m256i pairs = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
    return _mm256_and_si256(
        _mm256_or_si256(pairs, _mm256_slli_epi64(pairs, 28)), Set1(0xF));
  }
  static LOWP_INLINE I32 Gather(const std::int32_t* table, I32 index) {
    return _mm256_i32gather_epi32(table, index, 4);
  }
  using Entries = const std::int32_t*;
  template <int kCount>
  static LOWP_INLINE void LookUp(Entries entries, I32 (&index)[kCount]) {
    LOWP_UNROLL
    for (int v = 0; v < kCount; ++v) index[v] = Gather(entries, index[v]);
  }

  static constexpr bool kQuantizesBytesQuickly = true;
  template <ValueRounding kForm>
  using QuickBytes = QuickBytesAvx2<kForm>;
  static constexpr bool kHasWords = true;
  using Words = WordsAvx2;
  static constexpr bool kPermutesBytes = false;
  struct WideEntries {};

  static constexpr bool kLoadsFewIntegers = false;
  static constexpr int kBlockVectors = 2;
  static constexpr int kBytes = 32;
  // Sixteen tables of sixteen bytes, each in both halves of a register.
  struct ByteTable {
    explicit LOWP_INLINE ByteTable(const std::uint8_t* bytes) {
      for (int i = 0; i < 16; ++i) {
        parts[i] = _mm256_broadcastsi128_si256(
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * i)));
      }
    }
    __m256i parts[16];
  };
  static LOWP_INLINE __m256i LoadBytes(const std::uint8_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static LOWP_INLINE __m256i FlipBytes(__m256i x) {
    return _mm256_xor_si256(x, _mm256_set1_epi8(-128));
  }
  static LOWP_INLINE void StoreBytes(std::uint8_t* p, __m256i x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
  }
  // The lowest four bits of an index select an entry in each part. Bit 4
  // chooses between two parts: the shuffle gives 0 for an index with its sign
  // bit set, and one of the two indices has it set. Bits 5 to 7, each moved to
  // a sign bit, choose among the remaining eight.
  static LOWP_INLINE __m256i LookUp(const ByteTable& table, __m256i x) {
    const __m256i lowest = _mm256_and_si256(x, _mm256_set1_epi8(31));
    const __m256i even = _mm256_add_epi8(lowest, _mm256_set1_epi8(0x70));
    const __m256i odd = _mm256_sub_epi8(lowest, _mm256_set1_epi8(16));
    const __m256i bit5 = _mm256_slli_epi16(x, 2);
    const __m256i bit6 = _mm256_slli_epi16(x, 1);
    __m256i of_bit6[4];
    LOWP_UNROLL
    for (int i = 0; i < 4; ++i) {
      __m256i of_bit5[2];
      LOWP_UNROLL
      for (int j = 0; j < 2; ++j) {
        const int part = 4 * i + 2 * j;
        of_bit5[j] =
            _mm256_or_si256(_mm256_shuffle_epi8(table.parts[part], even),
                            _mm256_shuffle_epi8(table.parts[part + 1], odd));
      }
      of_bit6[i] = _mm256_blendv_epi8(of_bit5[0], of_bit5[1], bit5);
    }
    return _mm256_blendv_epi8(_mm256_blendv_epi8(of_bit6[0], of_bit6[1], bit6),
                              _mm256_blendv_epi8(of_bit6[2], of_bit6[3], bit6),
                              x);
  }

  // Gathers the four bytes at a multiple of four that contain the wanted one.
  using LaneTable = const std::uint8_t*;
  static LOWP_INLINE I32 LookUpLanes(LaneTable table, I32 x) {
    const I32 words = _mm256_i32gather_epi32(
        reinterpret_cast<const int*>(table), _mm256_srli_epi32(x, 2), 4);
    const I32 bits =
        _mm256_slli_epi32(_mm256_and_si256(x, _mm256_set1_epi32(3)), 3);
    return _mm256_and_si256(_mm256_srlv_epi32(words, bits),
                            _mm256_set1_epi32(255));
  }

 private:
  static constexpr int kNearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  static constexpr int kDown = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
  static constexpr int kTowardsZero = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;

  static LOWP_INLINE __m256i DoubleMask(int n) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(n),
                              _mm256_setr_epi64x(0, 1, 2, 3));
  }

  static LOWP_INLINE __m256d RoundAway(__m256d x) {
    const __m256d sign = _mm256_set1_pd(-0.0);
    const __m256d whole = _mm256_round_pd(x, kTowardsZero);
    const __m256d rest = _mm256_andnot_pd(sign, _mm256_sub_pd(x, whole));
    const __m256d one =
        _mm256_or_pd(_mm256_and_pd(x, sign), _mm256_set1_pd(1.0));
    return _mm256_add_pd(
        whole, _mm256_and_pd(
                   one, _mm256_cmp_pd(rest, _mm256_set1_pd(0.5), _CMP_GE_OQ)));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_FLOAT_AVX2_H_
