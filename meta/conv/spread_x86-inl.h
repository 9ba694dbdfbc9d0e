// Repeats channels for each of their outputs by shuffles of bytes. Included by
// register families only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_SPREAD_X86_INL_H_
#define LOWP_META_CONV_SPREAD_X86_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/spread_task.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kSpreadAtOnce = 16;

// Which of sixteen channels byte i of register r of their outputs has.
template <int kMultiplier>
struct SpreadOrder {
  alignas(16) std::uint8_t of[kMultiplier][kSpreadAtOnce] = {};
  constexpr SpreadOrder() {
    for (int i = 0; i < kMultiplier * kSpreadAtOnce; ++i) {
      of[i / kSpreadAtOnce][i % kSpreadAtOnce] =
          static_cast<std::uint8_t>(i / kMultiplier);
    }
  }
};

template <int kMultiplier>
void SpreadBy(const SpreadTask& task) {
  static constexpr SpreadOrder<kMultiplier> kOrder;
  for (int p = 0; p < task.positions; ++p) {
    const std::uint8_t* from = task.from + p * task.from_stride;
    std::uint8_t* to = task.to + p * task.to_stride;
    int left = task.channels;
    for (; left >= kSpreadAtOnce; left -= kSpreadAtOnce) {
      const __m128i bytes =
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
      LOWP_UNROLL
      for (int r = 0; r < kMultiplier; ++r) {
        _mm_storeu_si128(
            reinterpret_cast<__m128i*>(to),
            _mm_shuffle_epi8(
                bytes, _mm_load_si128(
                           reinterpret_cast<const __m128i*>(kOrder.of[r]))));
        to += kSpreadAtOnce;
      }
      from += kSpreadAtOnce;
    }
    for (; left > 0; --left, ++from) {
      for (int j = 0; j < kMultiplier; ++j) *to++ = *from;
    }
  }
}

// RegisterFamily::spread.
template <int kMultiplier = kMaxSpread>
void SpreadChannels(const SpreadTask& task) {
  if constexpr (kMultiplier > 2) {
    if (task.multiplier < kMultiplier) {
      return SpreadChannels<kMultiplier - 1>(task);
    }
  }
  SpreadBy<kMultiplier>(task);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_SPREAD_X86_INL_H_
