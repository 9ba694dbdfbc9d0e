// For loops without intrinsics, of which the compiler makes vector code.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_VECTORIZED_LOOP_H_
#define LOWP_META_SIMD_VECTORIZED_LOOP_H_

// Placed before a function. GCC's -O2 leaves a loop as it is if the number of
// its turns is not known, and any GCC one that compares floats, unless nobody
// asks whether a comparison raised an exception; Clang does not.
#if defined(__GNUC__) && !defined(__clang__)
#define LOWP_VECTORIZED                                                \
  __attribute__((optimize("tree-vectorize", "vect-cost-model=dynamic", \
                          "no-trapping-math")))
#else
#define LOWP_VECTORIZED
#endif

#endif  // LOWP_META_SIMD_VECTORIZED_LOOP_H_
