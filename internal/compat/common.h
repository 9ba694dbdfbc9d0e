// Small arithmetic and constants that code written for gemmlowp takes from it.
// Reached as internal/common.h.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_COMMON_H_
#define LOWP_INTERNAL_COMPAT_COMMON_H_

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "../detect_platform.h"
#include "instrumentation.h"
#include "platform.h"
#include "pthread_everywhere.h"

namespace gemmlowp {
inline namespace lowp {

constexpr int kDefaultCacheLineSize = 64;

// gemmlowp's assumed cache sizes in bytes: that of one core, and that shared by
// all cores. lowp's engine does not use them; it asks the machine.
#if defined(GEMMLOWP_ARM) && defined(__APPLE__)
constexpr int kDefaultL1CacheSize = 48 * 1024;
constexpr int kDefaultL2CacheSize = 2048 * 1024;
#elif defined(GEMMLOWP_ARM) || defined(GEMMLOWP_ANDROID)
constexpr int kDefaultL1CacheSize = 16 * 1024;
constexpr int kDefaultL2CacheSize = 384 * 1024;
#elif defined(GEMMLOWP_X86_64)
constexpr int kDefaultL1CacheSize = 32 * 1024;
constexpr int kDefaultL2CacheSize = 4096 * 1024;
#elif defined(GEMMLOWP_X86_32)
constexpr int kDefaultL1CacheSize = 32 * 1024;
constexpr int kDefaultL2CacheSize = 2048 * 1024;
#elif defined(GEMMLOWP_MIPS)
constexpr int kDefaultL1CacheSize = 32 * 1024;
constexpr int kDefaultL2CacheSize = 1024 * 1024;
#else
constexpr int kDefaultL1CacheSize = 16 * 1024;
constexpr int kDefaultL2CacheSize = 256 * 1024;
#endif

// The fraction of the larger cache that gemmlowp gives to the rhs.
#ifdef GEMMLOWP_X86
constexpr float kDefaultL2RhsFactor = 1.0f;
#else
constexpr float kDefaultL2RhsFactor = 0.75f;
#endif

// The size in bytes of a register of the instruction set that the including
// file is compiled for.
#ifdef GEMMLOWP_AVX2
constexpr int kRegisterSize = 32;
#else
constexpr int kRegisterSize = 16;
#endif

// Prefetches the cache line of `address`, which need not be valid.
inline void Prefetch(const void* address) {
#ifdef __GNUC__
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

// The largest multiple of Modulus that is at most `i`.
template <unsigned Modulus, typename Integer>
constexpr Integer RoundDown(Integer i) {
  using Wide = std::common_type_t<Integer, int>;
  const Wide modulus = static_cast<Wide>(Modulus);
  const Wide remainder = static_cast<Wide>(i) % modulus;
  return static_cast<Integer>(
      i - (remainder < Wide(0) ? remainder + modulus : remainder));
}

// The smallest multiple of Modulus that is at least `i`.
template <unsigned Modulus, typename Integer>
constexpr Integer RoundUp(Integer i) {
  using Wide = std::common_type_t<Integer, int>;
  return static_cast<Integer>(RoundDown<Modulus>(
      static_cast<Wide>(i + static_cast<Wide>(Modulus - 1))));
}

// a / b rounded toward +infinity, for b > 0.
template <typename Integer>
constexpr Integer CeilQuotient(Integer a, Integer b) {
  return static_cast<Integer>(a / b + (a % b > 0 ? 1 : 0));
}

// The smallest power of two that is at least `n`; 0 for n <= 0.
template <typename Integer>
constexpr Integer RoundUpToPowerOfTwo(Integer n) {
  if (n <= Integer(0)) return Integer(0);
  std::uint64_t below = static_cast<std::uint64_t>(n) - 1;
  for (int shift = 1; shift < 64; shift *= 2) below |= below >> shift;
  return static_cast<Integer>(below + 1);
}

// Counts 0 as a power of two, as gemmlowp does.
template <int N>
struct IsPowerOfTwo {
  static constexpr bool value = (N & (N - 1)) == 0;
};

// Tells a memory checker that `count` elements are initialised, if the program
// defines the macro that says how.
template <typename T>
void MarkMemoryAsInitialized(T* elements, int count) {
#ifdef GEMMLOWP_MARK_MEMORY_AS_INITIALIZED
  GEMMLOWP_MARK_MEMORY_AS_INITIALIZED(static_cast<void*>(elements),
                                      count * sizeof(T));
#else
  (void)elements;
  (void)count;
#endif
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_COMMON_H_
