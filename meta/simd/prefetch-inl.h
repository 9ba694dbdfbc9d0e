// Asking for memory ahead of its use, where a loop reads more than caches hold.
//
// Hardware follows a stream of lines to the end of its page of 4 KiB and starts
// anew on the next one, which the loop then waits for. The first lines of a
// page that comes later, asked for in time, start it early.
//
// Included by backends only, each of which compiles its own copy.
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

constexpr std::ptrdiff_t kPageBytes = 4096;
constexpr std::ptrdiff_t kLineBytes = 64;

// How far ahead of their use a panel's numbers are asked for.
constexpr std::ptrdiff_t kPanelAhead = 8192;

// Asks for kLines lines from `p` on, into the second-level cache. The address
// may be any: one that does not exist is ignored.
template <int kLines>
LOWP_INLINE void PrefetchLines(const std::uint8_t* p) {
  const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(p);
  LOWP_UNROLL
  for (int i = 0; i < kLines; ++i) {
    __builtin_prefetch(reinterpret_cast<const void*>(
                           first + static_cast<std::uintptr_t>(i * kLineBytes)),
                       0, 2);
  }
}

// The same for any number of lines from an address on.
LOWP_INLINE void PrefetchLines(std::uintptr_t first, int lines) {
  for (int i = 0; i < lines; ++i) {
    __builtin_prefetch(reinterpret_cast<const void*>(
                           first + static_cast<std::uintptr_t>(i * kLineBytes)),
                       0, 2);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_PREFETCH_INL_H_
