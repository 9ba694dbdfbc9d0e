// Products of the elements of two tensors. The loop has no intrinsics: every
// backend's compiler makes vector code of it.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_PRODUCTS_INL_H_
#define LOWP_META_TENSOR_PRODUCTS_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/operator_tasks.h"
#include "../simd/vectorized_loop.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// With its bits flipped an element is a T; T + moved is its value.
template <typename T>
LOWP_VECTORIZED void FormProductsOf(const ProductsTask& task, int flip,
                                    std::uint32_t moved) {
  const T* const x = static_cast<const T*>(task.x);
  const T* const y = static_cast<const T*>(task.y);
  const std::uint32_t x_zero =
      static_cast<std::uint32_t>(task.x_zero_point) - moved;
  const std::uint32_t y_zero =
      static_cast<std::uint32_t>(task.y_zero_point) - moved;
  const std::size_t count = task.count;
  std::int32_t* __restrict const products = task.products;
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<std::uint32_t>(static_cast<T>(x[i] ^ flip));
    const auto b = static_cast<std::uint32_t>(static_cast<T>(y[i] ^ flip));
    products[i] = static_cast<std::int32_t>((a - x_zero) * (b - y_zero));
  }
}

// RegisterFamily::form_products.
void FormProducts(const ProductsTask& task) {
  if (task.scalar == Scalar::kInt16) {
    FormProductsOf<std::int16_t>(task, 0, 0);
  } else if (task.scalar == Scalar::kInt8) {
    FormProductsOf<std::int8_t>(task, 0, 0);
  } else {
    FormProductsOf<std::int8_t>(task, 0x80, 128);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_PRODUCTS_INL_H_
