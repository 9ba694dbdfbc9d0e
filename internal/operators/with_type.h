// From a scalar to the type of a tensor's elements.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_WITH_TYPE_H_
#define LOWP_INTERNAL_OPERATORS_WITH_TYPE_H_

#include <cstdint>

#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Calls function(T()), where T is the 8- or 16-bit type.
template <typename Function>
void WithType(Scalar scalar, const Function& function) {
  if (scalar == Scalar::kInt16) {
    function(std::int16_t());
  } else if (scalar == Scalar::kInt8) {
    function(std::int8_t());
  } else {
    function(std::uint8_t());
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_WITH_TYPE_H_
