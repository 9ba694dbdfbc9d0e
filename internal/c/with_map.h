// Matrices of the C API as the maps that C++ functions take.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_C_WITH_MAP_H_
#define LOWP_INTERNAL_C_WITH_MAP_H_

#include <cstdint>

#include "../../public/map.h"
#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Calls f with the matrix, which is one of 8-bit integers, as a MatrixMap of
// its type and order.
template <typename F>
auto WithMap(const MatrixRef& matrix, F f) {
  const auto with_type = [&](auto zero) {
    using T = const decltype(zero);
    T* const data = static_cast<T*>(matrix.data);
    return matrix.row_major
               ? f(MatrixMap<T, MapOrder::RowMajor>(data, matrix.rows,
                                                    matrix.cols, matrix.stride))
               : f(MatrixMap<T, MapOrder::ColMajor>(
                     data, matrix.rows, matrix.cols, matrix.stride));
  };
  return matrix.scalar == Scalar::kUint8 ? with_type(std::uint8_t{})
                                         : with_type(std::int8_t{});
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_C_WITH_MAP_H_
