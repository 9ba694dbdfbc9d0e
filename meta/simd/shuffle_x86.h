// Registers whose bytes are shuffled: x86 with SSSE3.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_SHUFFLE_X86_H_
#define LOWP_META_SIMD_SHUFFLE_X86_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct ShuffleX86 {
  using Element = std::uint8_t;
  using Register = __m128i;
  static constexpr int kBytes = 16;
  static LOWP_INLINE __m128i Load(const std::uint8_t* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  }
  static LOWP_INLINE void Store(std::uint8_t* to, __m128i bytes) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
  }
  static LOWP_INLINE __m128i Shuffle(__m128i bytes, __m128i order) {
    return _mm_shuffle_epi8(bytes, order);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_SHUFFLE_X86_H_
