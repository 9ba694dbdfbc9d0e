// Compiler-dependent macros, beyond those of detect_platform.h and
// public/export.h.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPILER_H_
#define LOWP_INTERNAL_COMPILER_H_

#include "detect_platform.h"

// Placed before a loop with constant bounds over the registers of a tile. The
// loop must be unrolled: otherwise the registers would be an array in memory.
#if defined(__clang__)
#define LOWP_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define LOWP_UNROLL _Pragma("GCC unroll 16")
#else
#define LOWP_UNROLL
#endif

// Never inlined, to keep its spills out of the caller, nor copied for constant
// arguments.
#if defined(__clang__)
#define LOWP_NOINLINE __attribute__((noinline))
#elif defined(__GNUC__)
#define LOWP_NOINLINE __attribute__((noinline, noclone))
#else
#define LOWP_NOINLINE
#endif

// Placed after the parameters of a lambda that must be inlined.
#if defined(__GNUC__)
#define LOWP_INLINE_LAMBDA __attribute__((always_inline))
#else
#define LOWP_INLINE_LAMBDA
#endif

// constexpr, for a constructor of something with a std::mutex. The mutex of
// MinGW-w64 has no constexpr constructor: there such an object is initialised
// when the program starts.
#if defined(__MINGW32__)
#define LOWP_CONSTEXPR_WITH_MUTEX
#else
#define LOWP_CONSTEXPR_WITH_MUTEX constexpr
#endif

// Hides a pointer's origin from the compiler.
#if defined(__GNUC__)
#define LOWP_OPAQUE(pointer) __asm__("" : "+r"(pointer))
#else
#define LOWP_OPAQUE(pointer) static_cast<void>(pointer)
#endif

// Compilers move no loads or stores past this.
#if defined(__GNUC__)
#define LOWP_IN_ORDER __asm__ volatile("" : : : "memory")
#else
#define LOWP_IN_ORDER static_cast<void>(0)
#endif

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Tells the processor that this thread is spinning, so that it leaves resources
// to others.
inline void SpinPause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPILER_H_
