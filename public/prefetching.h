// What a product asks the memory for before it needs it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PREFETCHING_H_
#define LOWP_PUBLIC_PREFETCHING_H_

namespace gemmlowp {
inline namespace lowp {

// Of panels that caches do not hold, while few rows pass over them.
enum class Prefetching : unsigned char {
  kNothing,
  kPages,  // of packed ones the beginning of each page; hardware follows
  kLines,  // every cache line: of those in place, and of packed ones where a
           // group of depths is no more, which takes long enough to need it
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PREFETCHING_H_
