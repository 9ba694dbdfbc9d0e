// The floating-point part of AVX-512's register policy: sixteen floats in a
// register, sixteen doubles in two. float_scalar.h defines the operations.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_FLOAT_AVX512_H_
#define LOWP_META_SIMD_FLOAT_AVX512_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/matrix_ref.h"
#include "entries_avx512-inl.h"
#include "quantize_avx512-inl.h"
#include "simd_avx512.h"
#include "table_avx512-inl.h"
#include "wide_entries_avx512-inl.h"
#include "words_avx512-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct FloatAvx512 : SimdAvx512 {
  using F32 = __m512;
  struct F64 {
    __m512d low, high;
  };
  using SimdAvx512::Add;
  using SimdAvx512::Load;
  using SimdAvx512::LoadPartial;
  using SimdAvx512::Max;
  using SimdAvx512::Min;
  using SimdAvx512::Set1;
  using SimdAvx512::Store;

  static LOWP_INLINE F32 Load(const float* p) { return _mm512_loadu_ps(p); }
  static LOWP_INLINE F32 LoadPartial(const float* p, int n) {
    return _mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << n) - 1), p);
  }
  static LOWP_INLINE I32 And(I32 a, I32 b) { return _mm512_and_si512(a, b); }
  static LOWP_INLINE I32 Bits(F32 x) { return _mm512_castps_si512(x); }
  static LOWP_INLINE F32 FromBits(I32 bits) {
    return _mm512_castsi512_ps(bits);
  }
  static LOWP_INLINE void Store(float* p, F32 x) { _mm512_storeu_ps(p, x); }
  static LOWP_INLINE F32 Set1(float x) { return _mm512_set1_ps(x); }
  static LOWP_INLINE F64 Set1(double x) {
    return {_mm512_set1_pd(x), _mm512_set1_pd(x)};
  }
  static LOWP_INLINE F32 Add(F32 a, F32 b) { return _mm512_add_ps(a, b); }
  static LOWP_INLINE F64 Add(F64 a, F64 b) {
    return {_mm512_add_pd(a.low, b.low), _mm512_add_pd(a.high, b.high)};
  }
  static LOWP_INLINE F32 Sub(F32 a, F32 b) { return _mm512_sub_ps(a, b); }
  static LOWP_INLINE I32 Sub(I32 a, I32 b) { return _mm512_sub_epi32(a, b); }
  static LOWP_INLINE F32 Mul(F32 a, F32 b) { return _mm512_mul_ps(a, b); }
  static LOWP_INLINE F64 Mul(F64 a, F64 b) {
    return {_mm512_mul_pd(a.low, b.low), _mm512_mul_pd(a.high, b.high)};
  }
  static LOWP_INLINE F32 MulAdd(F32 a, F32 b, F32 c) {
    return _mm512_fmadd_ps(a, b, c);
  }
  static LOWP_INLINE F32 Div(F32 a, F32 b) { return _mm512_div_ps(a, b); }
  static LOWP_INLINE F64 Div(F64 a, F64 b) {
    return {_mm512_div_pd(a.low, b.low), _mm512_div_pd(a.high, b.high)};
  }
  static LOWP_INLINE F32 Min(F32 x, F32 bound) {
    return _mm512_min_ps(x, bound);
  }
  static LOWP_INLINE F64 Min(F64 x, F64 bound) {
    return {_mm512_min_pd(x.low, bound.low), _mm512_min_pd(x.high, bound.high)};
  }
  static LOWP_INLINE F32 Max(F32 x, F32 bound) {
    return _mm512_max_ps(x, bound);
  }
  static LOWP_INLINE F64 Max(F64 x, F64 bound) {
    return {_mm512_max_pd(x.low, bound.low), _mm512_max_pd(x.high, bound.high)};
  }
  static LOWP_INLINE F32 RoundEven(F32 x) {
    return _mm512_roundscale_ps(x, kNearest);
  }
  static LOWP_INLINE F64 RoundEven(F64 x) {
    return {_mm512_roundscale_pd(x.low, kNearest),
            _mm512_roundscale_pd(x.high, kNearest)};
  }
  static LOWP_INLINE F32 RoundAway(F32 x) {
    const F32 whole = Trunc(x);
    const __mmask16 up = _mm512_cmp_ps_mask(_mm512_abs_ps(Sub(x, whole)),
                                            Set1(0.5f), _CMP_GE_OQ);
    const F32 one = _mm512_or_ps(_mm512_and_ps(x, Set1(-0.0f)), Set1(1.0f));
    return _mm512_mask_add_ps(whole, up, whole, one);
  }
  static LOWP_INLINE F64 RoundAway(F64 x) {
    return {RoundAway(x.low), RoundAway(x.high)};
  }
  static LOWP_INLINE F32 Floor(F32 x) { return _mm512_roundscale_ps(x, kDown); }
  static LOWP_INLINE F64 Floor(F64 x) {
    return {_mm512_roundscale_pd(x.low, kDown),
            _mm512_roundscale_pd(x.high, kDown)};
  }
  static LOWP_INLINE F32 Trunc(F32 x) {
    return _mm512_roundscale_ps(x, kTowardsZero);
  }
  static LOWP_INLINE F64 Trunc(F64 x) {
    return {_mm512_roundscale_pd(x.low, kTowardsZero),
            _mm512_roundscale_pd(x.high, kTowardsZero)};
  }
  static LOWP_INLINE F64 LoadDoubles(const double* p) {
    return {_mm512_loadu_pd(p), _mm512_loadu_pd(p + 8)};
  }
  static LOWP_INLINE F64 LoadDoubles(const double* p, int n) {
    const unsigned mask = (1u << n) - 1;
    return {_mm512_maskz_loadu_pd(static_cast<__mmask8>(mask), p),
            _mm512_maskz_loadu_pd(static_cast<__mmask8>(mask >> 8), p + 8)};
  }
  static LOWP_INLINE F32 IfPositive(F32 x, F32 yes, F32 no) {
    return _mm512_mask_mov_ps(
        no, _mm512_cmp_ps_mask(x, _mm512_setzero_ps(), _CMP_GT_OQ), yes);
  }
  static LOWP_INLINE I32 ToNearestInt32(F32 x) { return _mm512_cvtps_epi32(x); }
  static LOWP_INLINE I32 ToInt32(F32 x) { return _mm512_cvttps_epi32(x); }
  static LOWP_INLINE I32 ToInt32(F64 x) {
    return _mm512_inserti64x4(
        _mm512_castsi256_si512(_mm512_cvttpd_epi32(x.low)),
        _mm512_cvttpd_epi32(x.high), 1);
  }
  static LOWP_INLINE F32 ToF32(I32 x) { return _mm512_cvtepi32_ps(x); }
  static LOWP_INLINE F32 ToF32(F64 x) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(x.low)),
                              _mm512_cvtpd_ps(x.high), 1);
  }
  static LOWP_INLINE F64 ToF64(I32 x) {
    return {_mm512_cvtepi32_pd(_mm512_castsi512_si256(x)),
            _mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(x, 1))};
  }
  static LOWP_INLINE F64 ToF64(F32 x) {
    return {_mm512_cvtps_pd(_mm512_castps512_ps256(x)),
            _mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1))};
  }

  static LOWP_INLINE I32 LoadIntegers(Scalar scalar, const void* p) {
    switch (scalar) {
      case Scalar::kUint8:
        return _mm512_cvtepu8_epi32(
            _mm_loadu_si128(static_cast<const __m128i*>(p)));
      case Scalar::kInt8:
        return _mm512_cvtepi8_epi32(
            _mm_loadu_si128(static_cast<const __m128i*>(p)));
      case Scalar::kInt16:
        return _mm512_cvtepi16_epi32(
            _mm256_loadu_si256(static_cast<const __m256i*>(p)));
      case Scalar::kInt32:
      case Scalar::kFloat32:  // not an integer
        break;
    }
    return Load(static_cast<const std::int32_t*>(p));
  }

  static constexpr bool kLoadsFewIntegers = true;
  static LOWP_INLINE I32 LoadIntegers(Scalar scalar, const void* p,
                                      std::size_t n) {
    const auto mask = static_cast<__mmask16>((std::uint32_t{1} << n) - 1);
    switch (scalar) {
      case Scalar::kUint8:
        return _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(mask, p));
      case Scalar::kInt8:
        return _mm512_cvtepi8_epi32(_mm_maskz_loadu_epi8(mask, p));
      case Scalar::kInt16:
        return _mm512_cvtepi16_epi32(_mm256_maskz_loadu_epi16(mask, p));
      case Scalar::kInt32:
      case Scalar::kFloat32:  // not an integer
        break;
    }
    return _mm512_maskz_loadu_epi32(mask, p);
  }

  // One byte per 64 bits; its upper half goes to the upper 32 bits.
  static LOWP_INLINE I32 LoadNibbles(const std::uint8_t* codes, int column) {
    const __m512i pairs = _mm512_cvtepu8_epi64(
        _mm_loadl_epi64(reinterpret_cast<const __m128i*>(codes + column / 2)));
    return _mm512_and_si512(
        _mm512_or_si512(pairs, _mm512_slli_epi64(pairs, 28)), Set1(0xF));
  }
  static LOWP_INLINE I32 Gather(const std::int32_t* table, I32 index) {
    return _mm512_i32gather_epi32(index, table, 4);
  }
  using Entries = EntriesAvx512;
  template <int kCount>
  static LOWP_INLINE void LookUp(const Entries& entries, I32 (&index)[kCount]) {
    static_assert(kCount % 2 == 0, "two registers are one of words");
    LOWP_UNROLL
    for (int v = 0; v < kCount; v += 2)
      entries.LookUp(&index[v], &index[v + 1]);
  }

  static constexpr bool kQuantizesBytesQuickly = true;
  template <ValueRounding kForm>
  using QuickBytes = internal::QuickBytes<kForm>;
  static constexpr bool kHasWords = true;
  using Words = WordsAvx512;
  static constexpr bool kPermutesBytes = true;
  static LOWP_INLINE void PermuteBytes(const std::uint8_t* entries,
                                       const std::uint8_t* input,
                                       std::size_t count,
                                       std::uint8_t* output) {
    ApplyTableByPermutation(entries, input, count, output);
  }
  using WideEntries = WideEntriesAvx512;

  static constexpr int kBlockVectors = 4;
  static constexpr int kBytes = 64;
  // The bytes in order; each word holds two neighbours.
  struct ByteTable {
    explicit LOWP_INLINE ByteTable(const std::uint8_t* bytes) {
      LOWP_UNROLL
      for (int i = 0; i < 4; ++i) {
        parts[i] = _mm512_loadu_si512(bytes + 64 * i);
      }
    }
    __m512i parts[4];
  };
  static LOWP_INLINE __m512i LoadBytes(const std::uint8_t* p) {
    return _mm512_loadu_si512(p);
  }
  static LOWP_INLINE __m512i FlipBytes(__m512i x) {
    return _mm512_xor_si512(x, _mm512_set1_epi8(-128));
  }
  static LOWP_INLINE void StoreBytes(std::uint8_t* p, __m512i x) {
    _mm512_storeu_si512(p, x);
  }
  // The upper seven bits of a byte select a word of two entries; the lowest bit
  // says which of the two is wanted. Even bytes first, then odd ones.
  static LOWP_INLINE __m512i LookUp(const ByteTable& table, __m512i x) {
    const __m512i odd = _mm512_srli_epi16(x, 8);
    const __m512i of_even = SelectByte(LookUpWords(table, x), x);
    const __m512i of_odd = SelectByte(LookUpWords(table, odd), odd);
    return _mm512_mask_mov_epi8(of_even, 0xAAAAAAAAAAAAAAAAu,
                                _mm512_slli_epi16(of_odd, 8));
  }

  // Selects the four bytes at a multiple of four that contain the wanted one.
  using LaneTable = ByteTable;
  static LOWP_INLINE I32 LookUpLanes(const LaneTable& table, I32 x) {
    const I32 index = _mm512_srli_epi32(x, 2);
    const I32 lower =
        _mm512_permutex2var_epi32(table.parts[0], index, table.parts[1]);
    const I32 upper =
        _mm512_permutex2var_epi32(table.parts[2], index, table.parts[3]);
    const I32 words = _mm512_mask_mov_epi32(
        lower, _mm512_test_epi32_mask(x, _mm512_set1_epi32(128)), upper);
    const I32 bits =
        _mm512_slli_epi32(_mm512_and_si512(x, _mm512_set1_epi32(3)), 3);
    return _mm512_and_si512(_mm512_srlv_epi32(words, bits),
                            _mm512_set1_epi32(255));
  }

 private:
  // For each word, the word of the table at bits 1..7 of its low byte.
  static LOWP_INLINE __m512i LookUpWords(const ByteTable& table, __m512i x) {
    const __m512i index = _mm512_srli_epi16(x, 1);
    const __m512i lower =
        _mm512_permutex2var_epi16(table.parts[0], index, table.parts[1]);
    const __m512i upper =
        _mm512_permutex2var_epi16(table.parts[2], index, table.parts[3]);
    return _mm512_mask_mov_epi16(
        lower, _mm512_test_epi16_mask(x, _mm512_set1_epi16(0x80)), upper);
  }
  // The low byte of each word, or the high one where bit 0 of `x` is set.
  static LOWP_INLINE __m512i SelectByte(__m512i words, __m512i x) {
    return _mm512_mask_srli_epi16(
        words, _mm512_test_epi16_mask(x, _mm512_set1_epi16(1)), words, 8);
  }

  static constexpr int kNearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  static constexpr int kDown = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
  static constexpr int kTowardsZero = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;

  static LOWP_INLINE __m512d RoundAway(__m512d x) {
    const __m512d whole = _mm512_roundscale_pd(x, kTowardsZero);
    const __mmask8 up =
        _mm512_cmp_pd_mask(_mm512_abs_pd(_mm512_sub_pd(x, whole)),
                           _mm512_set1_pd(0.5), _CMP_GE_OQ);
    const __m512d one = _mm512_or_pd(_mm512_and_pd(x, _mm512_set1_pd(-0.0)),
                                     _mm512_set1_pd(1.0));
    return _mm512_mask_add_pd(whole, up, whole, one);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_FLOAT_AVX512_H_
