// Windows in AVX-512: maxima of 64 bytes, sums of 32.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_POOL_REGISTERS_AVX512_H_
#define LOWP_META_TENSOR_POOL_REGISTERS_AVX512_H_

#include <immintrin.h>

#include <cstdint>
#include <type_traits>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct PoolRegistersAvx512 {
  using Bytes = __m512i;
  using Sum = __m512i;
  static constexpr int kBytes = 64;
  static constexpr int kSumBytes = 32;
  static constexpr int kAtOnce = 4;

  static LOWP_INLINE Bytes Load(const void* p) { return _mm512_loadu_si512(p); }
  static LOWP_INLINE void Store(void* p, Bytes x) { _mm512_storeu_si512(p, x); }
  static LOWP_INLINE Bytes LoadFew(const void* p, int n) {
    return _mm512_maskz_loadu_epi8(~__mmask64{0} >> (64 - n), p);
  }
  static LOWP_INLINE void StoreFew(void* p, Bytes x, int n) {
    _mm512_mask_storeu_epi8(p, ~__mmask64{0} >> (64 - n), x);
  }
  template <typename T>
  static LOWP_INLINE Bytes Set1(std::int32_t x) {
    return sizeof(T) == 1 ? _mm512_set1_epi8(static_cast<char>(x))
                          : _mm512_set1_epi16(static_cast<short>(x));
  }
  template <typename T>
  static LOWP_INLINE Bytes Max(Bytes a, Bytes b) {
    if constexpr (sizeof(T) == 2) return _mm512_max_epi16(a, b);
    return std::is_signed<T>() ? _mm512_max_epi8(a, b) : _mm512_max_epu8(a, b);
  }
  template <typename T>
  static LOWP_INLINE Bytes Min(Bytes a, Bytes b) {
    if constexpr (sizeof(T) == 2) return _mm512_min_epi16(a, b);
    return std::is_signed<T>() ? _mm512_min_epi8(a, b) : _mm512_min_epu8(a, b);
  }

  static LOWP_INLINE Sum NoSum() { return _mm512_setzero_si512(); }
  template <typename T>
  static LOWP_INLINE Sum AddValues(Sum sum, const T* p) {
    return AddRegister(
        sum, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)), T());
  }
  template <typename T>
  static LOWP_INLINE Sum AddFewValues(Sum sum, const T* p, int n) {
    const __mmask32 mask =
        ~__mmask32{0} >> (32 - n * static_cast<int>(sizeof(T)));
    return AddRegister(sum, _mm256_maskz_loadu_epi8(mask, p), T());
  }
  template <typename T>
  static LOWP_INLINE void StoreSums(Sum sum, const std::int32_t* add,
                                    std::int32_t* to) {
    if constexpr (sizeof(T) == 2) {
      Store(to, _mm512_add_epi32(sum, Load(add)));
    } else {
      const __m512i low = _mm512_cvtepi16_epi32(_mm512_castsi512_si256(sum));
      const __m512i high =
          _mm512_cvtepi16_epi32(_mm512_extracti64x4_epi64(sum, 1));
      Store(to, _mm512_add_epi32(low, Load(add)));
      Store(to + 16, _mm512_add_epi32(high, Load(add + 16)));
    }
  }

 private:
  static LOWP_INLINE Sum AddRegister(Sum sum, __m256i x, std::int8_t) {
    return _mm512_add_epi16(sum, _mm512_cvtepi8_epi16(x));
  }
  static LOWP_INLINE Sum AddRegister(Sum sum, __m256i x, std::uint8_t) {
    return _mm512_add_epi16(sum, _mm512_cvtepu8_epi16(x));
  }
  static LOWP_INLINE Sum AddRegister(Sum sum, __m256i x, std::int16_t) {
    return _mm512_add_epi32(sum, _mm512_cvtepi16_epi32(x));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_POOL_REGISTERS_AVX512_H_
