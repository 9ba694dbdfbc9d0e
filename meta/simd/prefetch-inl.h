// Prefetches memory for loops that read more than the caches hold.
//
// Hardware follows a stream of lines to the end of its 4 KiB page and starts
// anew on the next page, for which the loop then waits. Prefetching the first
// lines of a later page starts the hardware early.
//
// Included by backends and register families only, each of which compiles its
// own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_PREFETCH_INL_H_
#define LOWP_META_SIMD_PREFETCH_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr std::ptrdiff_t kLineBytes = 64;

// How far ahead of their use a panel's values are prefetched.
constexpr std::ptrdiff_t kPanelAhead = 8192;

// The address `bytes` bytes ahead, where no object need be.
LOWP_INLINE std::uintptr_t AddressAhead(const void* p, std::ptrdiff_t bytes) {
  return reinterpret_cast<std::uintptr_t>(p) +
         static_cast<std::uintptr_t>(bytes);
}

// Prefetches kLines lines from `first` on into L2, or as kLocality of
// __builtin_prefetch says. Any address is allowed: invalid ones are ignored.
template <int kLines, int kLocality = 2>
LOWP_INLINE void PrefetchLines(std::uintptr_t first) {
  LOWP_UNROLL
  for (int i = 0; i < kLines; ++i) {
    __builtin_prefetch(reinterpret_cast<const void*>(
                           first + static_cast<std::uintptr_t>(i * kLineBytes)),
                       0, kLocality);
  }
}
template <int kLines>
LOWP_INLINE void PrefetchLines(const std::uint8_t* p) {
  PrefetchLines<kLines>(reinterpret_cast<std::uintptr_t>(p));
}

// The same into L1: for what is read once, and soon. Loads that cross from one
// line into the next would wait for L2 longer than such loops can.
template <int kLines>
LOWP_INLINE void PrefetchLinesIntoL1(std::uintptr_t first) {
  PrefetchLines<kLines, 3>(first);
}
template <int kLines>
LOWP_INLINE void PrefetchLinesIntoL1(const std::uint8_t* p) {
  PrefetchLinesIntoL1<kLines>(reinterpret_cast<std::uintptr_t>(p));
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_PREFETCH_INL_H_
