// Arithmetic on integers that wraps around, as TensorFlow Lite's kernels do
// where they overflow.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_WRAPPING_H_
#define LOWP_DOC_NETWORK_WRAPPING_H_

#include <type_traits>

namespace lowp_network {

// Of int32 or int64.
template <typename T>
T WrappingSum(T x, T y) {
  using Bits = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<Bits>(x) + static_cast<Bits>(y));
}
template <typename T>
T WrappingDifference(T x, T y) {
  using Bits = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<Bits>(x) - static_cast<Bits>(y));
}
template <typename T>
T WrappingProduct(T x, T y) {
  using Bits = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<Bits>(x) * static_cast<Bits>(y));
}

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_WRAPPING_H_
