// Matrices of floats and 16-bit floats without their types.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FRONTEND_ERASE_REALS_H_
#define LOWP_INTERNAL_FRONTEND_ERASE_REALS_H_

#include <type_traits>

#include "../../public/half.h"
#include "../../public/map.h"
#include "../contract/dynamic_linear.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

template <typename T>
constexpr Real RealOf() {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, Bfloat16> ||
                    std::is_same_v<T, Float16>,
                "lowp: rows of floats hold float, Bfloat16 or Float16");
  return std::is_same_v<T, float>      ? Real::kFloat32
         : std::is_same_v<T, Bfloat16> ? Real::kBfloat16
                                       : Real::kFloat16;
}

template <typename T>
RealMatrix EraseReals(const MatrixMap<T, MapOrder::RowMajor>& map) {
  return {map.data(), map.rows(), map.cols(), map.stride(),
          RealOf<std::remove_const_t<T>>()};
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FRONTEND_ERASE_REALS_H_
