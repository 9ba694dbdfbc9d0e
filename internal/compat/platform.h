// Aligned memory, the number of CPUs and the time of day, under gemmlowp's
// names. Reached as internal/platform.h.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_PLATFORM_H_
#define LOWP_INTERNAL_COMPAT_PLATFORM_H_

#include <stdlib.h>
#include <time.h>

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "../runtime/os.h"

// gemmlowp's header includes it, and callers rely on that.
#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace gemmlowp {
inline namespace lowp {

// Returns `size` bytes aligned to `alignment`, a power of two; null if memory
// runs out. Free with aligned_free().
inline void* aligned_alloc(std::size_t alignment, std::size_t size) {
  // The block's original address is stored just below the aligned one.
  if (alignment < alignof(void*)) alignment = alignof(void*);
  const std::size_t extra = alignment + sizeof(void*);
  if (size > SIZE_MAX - extra) return nullptr;
  void* const block = malloc(size + extra);
  if (block == nullptr) return nullptr;
  const std::uintptr_t start =
      reinterpret_cast<std::uintptr_t>(block) + sizeof(void*);
  const std::uintptr_t padding = (~start + 1) & (alignment - 1);
  void** const aligned = reinterpret_cast<void**>(static_cast<char*>(block) +
                                                  sizeof(void*) + padding);
  aligned[-1] = block;
  return aligned;
}

inline void aligned_free(void* memory) {
  if (memory != nullptr) free(static_cast<void**>(memory)[-1]);
}

// `max_threads` or, if it is 0, the number of CPUs that this process may use.
inline int GetHardwareConcurrency(int max_threads) {
  return max_threads == 0 ? internal::UsableCpus() : max_threads;
}

// Seconds since the epoch.
inline double real_time_in_seconds() {
  return std::chrono::duration<double>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_PLATFORM_H_
