// Rescales blocks of sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "rescaler.h"

#include <cassert>

#include "../contract/run_transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

namespace {

constexpr std::int32_t kNone = 0;

TransformProblem MakeProblem(TransformKind kind, const std::int32_t* sums,
                             std::size_t count, Scalar type, void* result) {
  TransformProblem problem;
  problem.kind = kind;
  problem.input = sums;
  problem.output = result;
  problem.inner = count;
  problem.input_scalar = Scalar::kInt32;
  problem.scalar = type;
  return problem;
}

void RunChecked(const TransformProblem& problem, EngineState* state) {
  GemmResources resources;
  resources.state = state;
  const Status status = RunTransform(problem, resources);
  assert(status.ok() && "the operator checks its parameters");
  static_cast<void>(status);
}

}  // namespace

void Rescaler::Run(const std::int32_t* sums, std::size_t count,
                   void* result) const {
  TransformProblem problem =
      MakeProblem(TransformKind::kRequantize, sums, count, type, result);
  problem.low = low;
  problem.high = high;
  problem.rescale.input_zero_points = &kNone;
  problem.rescale.output_zero_points = &zero_point;
  problem.rescale.rescale.multipliers = &multiplier;
  problem.rescale.rescale.exponents = &exponent;
  problem.rescale.rescale.rounding = rounding;
  RunChecked(problem, state);
}

void RealRescaler::Run(const std::int32_t* sums, std::size_t count,
                       void* result) const {
  TransformProblem problem =
      MakeProblem(TransformKind::kRequantizeFloat, sums, count, type, result);
  problem.low = problem.real.low = low;
  problem.high = problem.real.high = high;
  problem.real.in_double = false;
  problem.real.rounding = rounding;
  problem.real.order = order;
  problem.real.scales = &multiplier;
  problem.real.input_zero_points = &kNone;
  problem.real.output_zero_points = &zero_point;
  RunChecked(problem, state);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
