// Windows in AVX2: maxima of 32 bytes, sums of 16.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_POOL_REGISTERS_AVX2_H_
#define LOWP_META_TENSOR_POOL_REGISTERS_AVX2_H_

#include <immintrin.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../../internal/detect_platform.h"
#include "../simd/load_avx2-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct PoolRegistersAvx2 {
  using Bytes = __m256i;
  using Sum = __m256i;
  static constexpr int kBytes = 32;
  static constexpr int kSumBytes = 16;
  static constexpr int kAtOnce = 4;

  static LOWP_INLINE Bytes Load(const void* p) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(p));
  }
  static LOWP_INLINE void Store(void* p, Bytes x) {
    _mm256_storeu_si256(static_cast<__m256i*>(p), x);
  }
  static LOWP_INLINE Bytes LoadFew(const void* p, int n) {
    return LoadBytes32(static_cast<const std::uint8_t*>(p), n);
  }
  static LOWP_INLINE void StoreFew(void* p, Bytes x, int n) {
    std::uint8_t bytes[kBytes];
    Store(bytes, x);
    std::memcpy(p, bytes, static_cast<std::size_t>(n));
  }
  template <typename T>
  static LOWP_INLINE Bytes Set1(std::int32_t x) {
    return sizeof(T) == 1 ? _mm256_set1_epi8(static_cast<char>(x))
                          : _mm256_set1_epi16(static_cast<short>(x));
  }
  template <typename T>
  static LOWP_INLINE Bytes Max(Bytes a, Bytes b) {
    if constexpr (sizeof(T) == 2) return _mm256_max_epi16(a, b);
    return std::is_signed<T>() ? _mm256_max_epi8(a, b) : _mm256_max_epu8(a, b);
  }
  template <typename T>
  static LOWP_INLINE Bytes Min(Bytes a, Bytes b) {
    if constexpr (sizeof(T) == 2) return _mm256_min_epi16(a, b);
    return std::is_signed<T>() ? _mm256_min_epi8(a, b) : _mm256_min_epu8(a, b);
  }

  static LOWP_INLINE Sum NoSum() { return _mm256_setzero_si256(); }
  template <typename T>
  static LOWP_INLINE Sum AddValues(Sum sum, const T* p) {
    return AddRegister(
        sum, _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)), T());
  }
  template <typename T>
  static LOWP_INLINE Sum AddFewValues(Sum sum, const T* p, int n) {
    return AddRegister(sum,
                       LoadBytes(reinterpret_cast<const std::uint8_t*>(p),
                                 n * static_cast<int>(sizeof(T))),
                       T());
  }
  template <typename T>
  static LOWP_INLINE void StoreSums(Sum sum, const std::int32_t* add,
                                    std::int32_t* to) {
    if constexpr (sizeof(T) == 2) {
      Store(to, _mm256_add_epi32(sum, Load(add)));
    } else {
      const __m256i low = _mm256_cvtepi16_epi32(_mm256_castsi256_si128(sum));
      const __m256i high =
          _mm256_cvtepi16_epi32(_mm256_extracti128_si256(sum, 1));
      Store(to, _mm256_add_epi32(low, Load(add)));
      Store(to + 8, _mm256_add_epi32(high, Load(add + 8)));
    }
  }

 private:
  static LOWP_INLINE Sum AddRegister(Sum sum, __m128i x, std::int8_t) {
    return _mm256_add_epi16(sum, _mm256_cvtepi8_epi16(x));
  }
  static LOWP_INLINE Sum AddRegister(Sum sum, __m128i x, std::uint8_t) {
    return _mm256_add_epi16(sum, _mm256_cvtepu8_epi16(x));
  }
  static LOWP_INLINE Sum AddRegister(Sum sum, __m128i x, std::int16_t) {
    return _mm256_add_epi32(sum, _mm256_cvtepi16_epi32(x));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_POOL_REGISTERS_AVX2_H_
