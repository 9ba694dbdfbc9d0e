// How a product prefetches memory.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PREFETCHING_H_
#define LOWP_PUBLIC_PREFETCHING_H_

namespace gemmlowp {
inline namespace lowp {

// What is prefetched of panels that no cache holds, when few rows use them.
enum class Prefetching : unsigned char {
  kNothing,
  kPages,  // the first lines of each page; the hardware prefetcher takes over
  kLines,  // every cache line: of unpacked columns, and of packed panels one
           // line wide, which the hardware prefetcher does not follow
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PREFETCHING_H_
