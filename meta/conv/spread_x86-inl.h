// Repeats channels for each of their outputs by shuffles of bytes. Included by
// register families only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_SPREAD_X86_INL_H_
#define LOWP_META_CONV_SPREAD_X86_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/contract/spread_task.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kSpreadAtOnce = 16;

// RegisterFamily::spread.
void SpreadChannels(const SpreadTask& task) {
  // Which of sixteen channels each byte of their outputs has.
  alignas(16) std::uint8_t order[kMaxSpread * kSpreadAtOnce];
  std::uint8_t* next = order;
  for (int c = 0; c < kSpreadAtOnce; ++c) {
    for (int j = 0; j < task.multiplier; ++j) {
      *next++ = static_cast<std::uint8_t>(c);
    }
  }
  for (int p = 0; p < task.positions; ++p) {
    const std::uint8_t* from = task.from + p * task.from_stride;
    std::uint8_t* to = task.to + p * task.to_stride;
    int left = task.channels;
    for (; left >= kSpreadAtOnce; left -= kSpreadAtOnce) {
      const __m128i bytes =
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
      for (const std::uint8_t* of = order; of != next; of += kSpreadAtOnce) {
        _mm_storeu_si128(
            reinterpret_cast<__m128i*>(to),
            _mm_shuffle_epi8(
                bytes, _mm_load_si128(reinterpret_cast<const __m128i*>(of))));
        to += kSpreadAtOnce;
      }
      from += kSpreadAtOnce;
    }
    for (; left > 0; --left, ++from) {
      for (int j = 0; j < task.multiplier; ++j) *to++ = *from;
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_SPREAD_X86_INL_H_
