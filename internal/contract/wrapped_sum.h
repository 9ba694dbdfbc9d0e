// Sums modulo 2^32, as backends form those of products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_WRAPPED_SUM_H_
#define LOWP_INTERNAL_CONTRACT_WRAPPED_SUM_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline std::int32_t WrappedSum(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) +
                                   static_cast<std::uint32_t>(b));
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_WRAPPED_SUM_H_
