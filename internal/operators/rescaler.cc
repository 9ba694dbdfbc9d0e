// Rescales blocks of sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "rescaler.h"

#include <cassert>

#include "../contract/run_transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

void Rescaler::Run(const std::int32_t* sums, std::size_t count,
                   void* result) const {
  constexpr std::int32_t kNone = 0;
  TransformProblem problem;
  problem.kind = TransformKind::kRequantize;
  problem.input = sums;
  problem.output = result;
  problem.inner = count;
  problem.input_scalar = Scalar::kInt32;
  problem.scalar = type;
  problem.low = low;
  problem.high = high;
  problem.rescale.input_zero_points = &kNone;
  problem.rescale.output_zero_points = &zero_point;
  problem.rescale.rescale.multipliers = &multiplier;
  problem.rescale.rescale.exponents = &exponent;
  problem.rescale.rescale.rounding = rounding;
  GemmResources resources;
  resources.state = state;
  const Status status = RunTransform(problem, resources);
  assert(status.ok() && "the operator checks its parameters");
  static_cast<void>(status);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
