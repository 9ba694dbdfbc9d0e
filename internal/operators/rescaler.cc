// Rescales blocks of sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "rescaler.h"

#include "../contract/requantization.h"
#include "../runtime/cpu_features.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

namespace {

constexpr std::int32_t kNone = 0;

// One run of sums.
TransformTask TaskOf(TransformKind kind, const std::int32_t* sums,
                     std::size_t count, const RescaledType& to, void* result) {
  TransformTask task = {};
  task.kind = kind;
  task.features = DetectedCpuFeatures();
  task.input = sums;
  task.output = result;
  task.count = task.run_stride = count;
  task.runs = 1;
  task.input_scalar = Scalar::kInt32;
  task.scalar = to.type;
  task.low = to.low;
  task.high = to.high;
  return task;
}

}  // namespace

Rescaler::Rescaler(const RegisterFamily& family, std::int32_t multiplier,
                   std::int32_t exponent, FixedPointRounding rounding,
                   const RescaledType& to)
    : family_(&family),
      multiplier_(multiplier),
      exponent_(exponent),
      to_(to),
      how_{&multiplier_, &exponent_, rounding, false, false, {}} {
  ChooseRescalePath(Scalar::kInt32, 1, &how_);
}

void Rescaler::Run(const std::int32_t* sums, std::size_t count,
                   void* result) const {
  RescaleParameters parameters = {};
  parameters.input_zero_points = &kNone;
  parameters.output_zero_points = &to_.zero_point;
  parameters.rescale = how_;
  parameters.rescale.multipliers = &multiplier_;
  parameters.rescale.exponents = &exponent_;
  TransformTask task =
      TaskOf(TransformKind::kRequantize, sums, count, to_, result);
  task.rescale = &parameters;
  family_->transform(task);
}

void RealRescaler::Run(const std::int32_t* sums, std::size_t count,
                       void* result) const {
  RealParameters parameters = {};
  parameters.input_zero_points = &kNone;
  parameters.output_zero_points = &to.zero_point;
  parameters.in_double = false;
  parameters.rounding = rounding;
  parameters.order = order;
  parameters.low = to.low;
  parameters.high = to.high;
  parameters.scales = &multiplier;
  TransformTask task =
      TaskOf(TransformKind::kRequantizeFloat, sums, count, to, result);
  task.real = &parameters;
  family.transform(task);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
