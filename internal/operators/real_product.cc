// Multiplies two tensors a block at a time: the products of integers become the
// result by the transform that scales in float.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/real_product.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "../backends/backend_list.h"
#include "../contract/quantized_values.h"
#include "../contract/real_product.h"
#include "products.h"
#include "rescaler.h"
#include "validate.h"
#include "validate_operands.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Status ValidateParameters(const RealProductProblem& p) {
  const RealMultiplication& m = *p.multiplication;
  if (!std::isfinite(m.multiplier)) {
    return InvalidReal("multiplication.multiplier", m.multiplier,
                       "is not finite");
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

}  // namespace

Status RunRealProduct(const RealProductProblem& problem,
                      const GemmResources& resources) {
  std::size_t count = 0;
  const RealProductProblem& p = problem;
  Status status = Validate(p, resources, &count);
  if (!status.ok() || count == 0) return status;
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  if (!status.ok()) return status;
  const RegisterFamily& family = *backend->family;
  const RealMultiplication& m = *p.multiplication;
  const RealRescaler rescaler = {
      family,
      m.multiplier,
      m.rounding,
      m.order,
      {m.result_zero_point, p.scalar, p.low, p.high}};
  MultiplyBlocks(
      {p.scalar, count, p.x, p.x_count, p.y, p.y_count, m.x_zero_point,
       m.y_zero_point},
      family, resources,
      [&](const std::int32_t* products, std::size_t size, std::size_t at) {
        rescaler.Run(products, size, static_cast<std::uint8_t*>(p.result) + at);
      });
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
