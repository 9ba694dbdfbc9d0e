// What a product asks the memory for before it needs it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PREFETCHING_H_
#define LOWP_PUBLIC_PREFETCHING_H_

namespace gemmlowp {
inline namespace lowp {

// What is prefetched of panels that no cache holds, while few rows use them.
enum class Prefetching : unsigned char {
  kNothing,
  kPages,  // the first lines of each page; the hardware prefetcher takes over
  kLines,  // every cache line: of panels in place, and of packed panels that
           // are one line wide, which the hardware does not follow
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PREFETCHING_H_
