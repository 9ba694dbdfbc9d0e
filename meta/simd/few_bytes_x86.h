// Loads fewer bytes than a register has, and reads no others.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_FEW_BYTES_X86_H_
#define LOWP_META_SIMD_FEW_BYTES_X86_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <typename T>
LOWP_INLINE std::uint64_t LoadWord(const std::uint8_t* p) {
  T word;
  std::memcpy(&word, p, sizeof(word));
  return word;
}

// The first n bytes, 0 < n < 16, and zeros. Of two loads that overlap, not of a
// copy: a register is not read from memory where its parts were just written.
LOWP_INLINE __m128i FewBytes(const std::uint8_t* p, std::size_t n) {
  if (n >= 8) {
    const std::uint64_t last = LoadWord<std::uint64_t>(p + n - 8);
    return _mm_insert_epi64(
        _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)),
        // In two steps, since n may be 8.
        static_cast<std::int64_t>(last >> 8 * (15 - n) >> 8), 1);
  }
  std::uint64_t bytes = 0;
  if (n >= 4) {
    bytes = LoadWord<std::uint32_t>(p) | LoadWord<std::uint32_t>(p + n - 4)
                                             << 8 * (n - 4);
  } else {
    bytes = LoadWord<std::uint8_t>(p) |
            LoadWord<std::uint8_t>(p + n / 2) << 8 * (n / 2) |
            LoadWord<std::uint8_t>(p + n - 1) << 8 * (n - 1);
  }
  return _mm_cvtsi64_si128(static_cast<std::int64_t>(bytes));
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_FEW_BYTES_X86_H_
