// Loads fewer bytes than a register has, and reads no byte beyond them.
//
// Included by backends and register families only, each of which compiles its
// own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_LOAD_AVX2_INL_H_
#define LOWP_META_SIMD_LOAD_AVX2_INL_H_

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

LOWP_INLINE std::uint64_t LoadUint64(const std::uint8_t* p) {
  std::uint64_t x;
  std::memcpy(&x, p, sizeof(x));
  return x;
}
LOWP_INLINE std::uint64_t LoadUint32(const std::uint8_t* p) {
  std::uint32_t x;
  std::memcpy(&x, p, sizeof(x));
  return x;
}

// The first n bytes at p, 1 <= n <= 8, then zeros: two loads that overlap.
LOWP_INLINE std::uint64_t LoadUpTo8(const std::uint8_t* p, int n) {
  if (n >= 4) return LoadUint32(p) | LoadUint32(p + n - 4) << (8 * (n - 4));
  const int middle = n / 2;
  return std::uint64_t{p[0]} | std::uint64_t{p[middle]} << (8 * middle) |
         std::uint64_t{p[n - 1]} << (8 * (n - 1));
}

// The first n bytes at p, 0 <= n <= 16, then zeros.
LOWP_INLINE __m128i LoadBytes(const std::uint8_t* p, int n) {
  if (n >= 16) return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  if (n <= 0) return _mm_setzero_si128();
  if (n <= 8) {
    return _mm_cvtsi64_si128(static_cast<std::int64_t>(LoadUpTo8(p, n)));
  }
  const std::uint64_t high = LoadUint64(p + n - 8) >> (8 * (16 - n));
  return _mm_set_epi64x(static_cast<std::int64_t>(high),
                        static_cast<std::int64_t>(LoadUint64(p)));
}

// The first n bytes at p, 0 <= n <= 32, then zeros.
LOWP_INLINE __m256i LoadBytes32(const std::uint8_t* p, int n) {
  const __m128i low = LoadBytes(p, n);
  if (n <= 16) return _mm256_zextsi128_si256(low);
  return _mm256_inserti128_si256(_mm256_castsi128_si256(low),
                                 LoadBytes(p + 16, n - 16), 1);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_LOAD_AVX2_INL_H_
