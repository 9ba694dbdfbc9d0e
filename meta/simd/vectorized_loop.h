// For loops without intrinsics, of which the compiler makes vector code.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_VECTORIZED_LOOP_H_
#define LOWP_META_SIMD_VECTORIZED_LOOP_H_

// Placed before a function. At -O2 GCC does not vectorize a loop if it does not
// know the number of iterations; at no level does it vectorize one that
// compares floats, unless it may ignore floating-point exceptions. Clang does.
#if defined(__GNUC__) && !defined(__clang__)
#define LOWP_VECTORIZED                                                \
  __attribute__((optimize("tree-vectorize", "vect-cost-model=dynamic", \
                          "no-trapping-math")))
#else
#define LOWP_VECTORIZED
#endif

#endif  // LOWP_META_SIMD_VECTORIZED_LOOP_H_
