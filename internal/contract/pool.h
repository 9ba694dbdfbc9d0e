// Pooling without templates: windows that move over a tensor, and what becomes
// of the values in each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_POOL_H_
#define LOWP_INTERNAL_CONTRACT_POOL_H_

#include <cstdint>

#include "../../public/export.h"
#include "../../public/rounding.h"
#include "../../public/status.h"
#include "gemm.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {

struct ConvGeometry;

namespace internal {

// kMax, then AverageForm (public/operators/pooling.h) in its order.
enum class PoolForm : std::uint8_t {
  kMax,
  kDivide,
  kRescaleThenDivide,
  kRescale,
  kRealEven,
  kRealAway,
};

// From counts_padding on the members are those of AveragePooling.
struct PoolProblem {
  const ConvGeometry* geometry;
  Scalar scalar;
  const void* input;
  void* output;
  PoolForm form;
  bool counts_padding = false;
  std::int32_t input_zero_point = 0;
  std::int32_t output_zero_point = 0;
  std::int32_t multiplier = 0;
  std::int32_t exponent = 0;
  FixedPointRounding rounding = FixedPointRounding::kDouble;
  float input_scale = 1;
  float output_scale = 1;
  std::int32_t low;
  std::int32_t high;
};

LOWP_EXPORT Status RunPool(const PoolProblem& problem,
                           const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_POOL_H_
