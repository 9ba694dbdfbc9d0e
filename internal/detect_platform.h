// gemmlowp's platform macros, and how functions of the freestanding headers are
// inlined. Includes no system header.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_DETECT_PLATFORM_H_
#define LOWP_INTERNAL_DETECT_PLATFORM_H_

// MSVC tells the truth in a macro of its own.
#if (defined(_MSVC_LANG) && _MSVC_LANG < 201703L) || \
    (!defined(_MSVC_LANG) && __cplusplus < 201703L)
#error "lowp needs C++17: compile with -std=c++17 or later"
#endif

// LOWP_INLINE goes on every function of fixedpoint/, and on the other functions
// that backends call. In a translation unit that is compiled for one
// instruction set it forces inlining, even without optimization: the object
// then has no copy that a linker could pick for a caller on a lesser processor.
#if !defined(LOWP_BACKEND_TRANSLATION_UNIT)
#define LOWP_INLINE inline
#elif defined(_MSC_VER) && !defined(__clang__)
#define LOWP_INLINE __forceinline
#else
#define LOWP_INLINE inline __attribute__((always_inline))
#endif

// Inlined into all its callers, outside backends too: on the path of the
// smallest products.
#if defined(__GNUC__)
#define LOWP_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define LOWP_ALWAYS_INLINE inline
#endif

// GNU syntax for inline assembly. In gemmlowp this also gates every SIMD path.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__native_client__)
#define GEMMLOWP_ALLOW_INLINE_ASM
#endif

#if defined(__GNUC__)
#define GEMMLOWP_NOINLINE __attribute__((noinline))
#else
#define GEMMLOWP_NOINLINE
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "lowp needs a little-endian target, as packed matrices are laid out"
#endif

// Architectures.

#if defined(__arm__)
#define GEMMLOWP_ARM_32
#endif
#if defined(__aarch64__)
#define GEMMLOWP_ARM_64
#endif
#if defined(GEMMLOWP_ARM_32) || defined(GEMMLOWP_ARM_64)
#define GEMMLOWP_ARM
#endif

#if defined(__mips) && !defined(__LP64__)
#define GEMMLOWP_MIPS_32
#endif
#if defined(__mips) && defined(__LP64__)
#define GEMMLOWP_MIPS_64
#endif
#if defined(GEMMLOWP_MIPS_32) || defined(GEMMLOWP_MIPS_64)
#define GEMMLOWP_MIPS
#endif

#if defined(__i386__) || defined(__i386) || defined(_M_IX86) || defined(_X86_)
#define GEMMLOWP_X86_32
#endif
#if defined(__x86_64__) || defined(__amd64) || defined(_M_X64)
#define GEMMLOWP_X86_64
#endif
#if defined(GEMMLOWP_X86_32) || defined(GEMMLOWP_X86_64)
#define GEMMLOWP_X86
#endif

// SIMD register types. MIPS MSA and WebAssembly have none here: GEMMLOWP_MSA
// and GEMMLOWP_WASMSIMD stay undefined, and those targets run the scalar
// definitions.

#if defined(GEMMLOWP_ALLOW_INLINE_ASM)

#if defined(__ARM_NEON) || defined(__ARM_NEON__)
#define GEMMLOWP_NEON
#endif
#if defined(GEMMLOWP_NEON) && defined(GEMMLOWP_ARM_32)
#define GEMMLOWP_NEON_32
#endif
#if defined(GEMMLOWP_NEON) && defined(GEMMLOWP_ARM_64)
#define GEMMLOWP_NEON_64
#endif

// At most one of AVX2, SSE4 and SSE3 is defined, and AVX2 only on request.
#if defined(__AVX2__) && defined(GEMMLOWP_ENABLE_AVX2)
#define GEMMLOWP_AVX2
#elif defined(__SSE4_1__) || (defined(_MSC_VER) && defined(__AVX__))
#define GEMMLOWP_SSE4
#elif defined(__SSE3__)
#define GEMMLOWP_SSE3
#endif

#if defined(GEMMLOWP_AVX2) && defined(GEMMLOWP_X86_64)
#define GEMMLOWP_AVX2_64
#endif

// GEMMLOWP_DISABLE_SSE4, which a user may define, withholds only the two macros
// that select gemmlowp's kernels.
#if defined(GEMMLOWP_SSE4) && !defined(GEMMLOWP_DISABLE_SSE4)
#if defined(GEMMLOWP_X86_32)
#define GEMMLOWP_SSE4_32
#endif
#if defined(GEMMLOWP_X86_64)
#define GEMMLOWP_SSE4_64
#endif
#endif

#if defined(GEMMLOWP_SSE3) && defined(GEMMLOWP_X86_32)
#define GEMMLOWP_SSE3_32
#endif
#if defined(GEMMLOWP_SSE3) && defined(GEMMLOWP_X86_64)
#define GEMMLOWP_SSE3_64
#endif

// Sanitizers that do not understand assembly are told about its stores.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define GEMMLOWP_MARK_MEMORY_AS_INITIALIZED __msan_unpoison
#elif __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define GEMMLOWP_MARK_MEMORY_AS_INITIALIZED __asan_unpoison_memory_region
#endif
#endif

#endif  // GEMMLOWP_ALLOW_INLINE_ASM

// Independent of the processor: Android runs on x86 too.
#if defined(__ANDROID__) || defined(ANDROID)
#define GEMMLOWP_ANDROID
#endif

#endif  // LOWP_INTERNAL_DETECT_PLATFORM_H_
