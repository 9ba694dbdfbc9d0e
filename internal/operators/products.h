// The products of two tensors' elements, a block at a time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_PRODUCTS_H_
#define LOWP_INTERNAL_OPERATORS_PRODUCTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../contract/gemm.h"
#include "../contract/operator_tasks.h"
#include "../contract/register_family.h"
#include "../contract/share_out.h"
#include "repeated.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Two valid operands and the result's count.
struct Factors {
  Scalar scalar;
  std::size_t count;
  const void* x;
  OperandCount x_count;
  const void* y;
  OperandCount y_count;
  std::int32_t x_zero_point, y_zero_point;
};

// Calls rescale(products, count, at) for blocks that make up the result: what
// has to become `count` elements, and the byte at which they begin.
template <typename Function>
void MultiplyBlocks(const Factors& factors, const RegisterFamily& family,
                    const GemmResources& resources, const Function& rescale) {
  constexpr std::size_t kBlock = 4096;
  const std::size_t size = static_cast<std::size_t>(SizeOf(factors.scalar));
  const auto run = [&](std::size_t begin, std::size_t end) {
    std::int32_t products[kBlock];
    alignas(2) std::uint8_t repeated[2][2 * kBlock];  // x and y
    for (std::size_t first = begin; first < end; first += kBlock) {
      ProductsTask task;
      task.count = std::min(kBlock, end - first);
      const auto from = [&](const void* operand, OperandCount operand_count,
                            void* buffer) {
        return RepeatedRun({operand, operand_count, size}, first, task.count,
                           buffer);
      };
      task.scalar = factors.scalar;
      task.x = from(factors.x, factors.x_count, repeated[0]);
      task.y = from(factors.y, factors.y_count, repeated[1]);
      task.x_zero_point = factors.x_zero_point;
      task.y_zero_point = factors.y_zero_point;
      task.products = products;
      family.form_products(task);
      rescale(products, task.count, first * size);
    }
  };
  ShareOut(resources, factors.count, factors.count, kCalculatedPerThread, run);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_PRODUCTS_H_
