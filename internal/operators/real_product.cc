// Multiplies two tensors a block at a time: the products of integers become the
// result by the transform that scales in float.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/real_product.h"

#include <algorithm>
#include <cmath>

#include "../contract/real_product.h"
#include "rescaler.h"
#include "share_out.h"
#include "validate.h"
#include "validate_operands.h"
#include "with_type.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr std::size_t kBlock = 1024;

Status ValidateParameters(const RealProductProblem& p) {
  const RealMultiplication& m = *p.multiplication;
  if (!std::isfinite(m.multiplier)) {
    return InvalidArgument("multiplication.multiplier", 0, "is not finite");
  }
  if (m.rounding > FloatRounding::kAwayBySum) {
    return InvalidArgument("multiplication.rounding",
                           static_cast<int>(m.rounding),
                           "is not a FloatRounding");
  }
  if (m.order > ZeroPointOrder::kBeforeRounding) {
    return InvalidArgument("multiplication.order", static_cast<int>(m.order),
                           "is not a ZeroPointOrder");
  }
  const Status status = ValidateZeroPoint(p.scalar, m.result_zero_point,
                                          "multiplication.result_zero_point");
  return status.ok() ? ValidateBounds(p.scalar, p.low, p.high) : status;
}

Status Validate(const RealProductProblem& p, const GemmResources& resources,
                std::size_t* count) {
  Status status = ValidateContext(resources);
  if (status.ok()) status = ValidateParameters(p);
  return status.ok()
             ? ValidateOperands(
                   {p.scalar, p.x, p.x_count, p.y, p.y_count, p.result}, count)
             : status;
}

// Multiplies `products` by the values that meet the result's elements from
// `first` on.
template <typename T>
void MultiplyBy(const void* operand, std::size_t operand_count,
                std::int32_t zero_point, std::size_t first, std::size_t count,
                std::uint32_t* products) {
  const T* const data = static_cast<const T*>(operand);
  std::size_t at = first % operand_count;
  while (count != 0) {
    const std::size_t run = std::min(count, operand_count - at);
    for (std::size_t i = 0; i < run; ++i) {
      products[i] *= static_cast<std::uint32_t>(data[at + i]) -
                     static_cast<std::uint32_t>(zero_point);
    }
    products += run;
    count -= run;
    at = 0;
  }
}

template <typename T>
void RunTyped(const RealProductProblem& p, const GemmResources& resources) {
  const RealMultiplication& m = *p.multiplication;
  const RealRescaler rescaler = {
      resources.state,     m.multiplier, m.rounding, m.order,
      m.result_zero_point, p.scalar,     p.low,      p.high};
  const std::size_t all = std::max(p.x_count, p.y_count);
  const auto run = [&](std::size_t begin, std::size_t end) {
    for (std::size_t first = begin; first < end; first += kBlock) {
      const std::size_t count = std::min(kBlock, end - first);
      std::uint32_t products[kBlock];
      std::fill_n(products, count, 1u);
      MultiplyBy<T>(p.x, p.x_count, m.x_zero_point, first, count, products);
      MultiplyBy<T>(p.y, p.y_count, m.y_zero_point, first, count, products);
      rescaler.Run(reinterpret_cast<std::int32_t*>(products), count,
                   static_cast<T*>(p.result) + first);
    }
  };
  ShareOut(resources, all, all, kCalculatedPerThread, run);
}

}  // namespace

Status RunRealProduct(const RealProductProblem& problem,
                      const GemmResources& resources) {
  std::size_t count = 0;
  const Status status = Validate(problem, resources, &count);
  if (!status.ok() || count == 0) return status;
  WithType(problem.scalar,
           [&](auto zero) { RunTyped<decltype(zero)>(problem, resources); });
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
