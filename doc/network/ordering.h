// The order of values in which the largest come first.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_ORDERING_H_
#define LOWP_DOC_NETWORK_ORDERING_H_

namespace lowp_network {

// Whether x comes before y: a strict weak ordering, as std::sort and its like
// need it, of floats, too. What is no number comes after all numbers, and is
// equal to its like.
template <typename T>
bool IsAbove(T x, T y) {
  return x > y || (x == x && y != y);
}

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_ORDERING_H_
