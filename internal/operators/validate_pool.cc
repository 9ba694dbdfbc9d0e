// Checks the arguments of pooling.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate_pool.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include "../contract/quantized_values.h"
#include "../runtime/extent.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct NamedAxis {
  const ConvAxis& axis;
  int positions;
  const char* pad_before;
  const char* pad_after;
};

// No window may lie in the padding altogether: the first ends inside the input,
// the last begins there, and none steps over it.
Status ValidateWindows(const NamedAxis& named) {
  const ConvAxis& axis = named.axis;
  const std::int64_t extent =
      (std::int64_t{axis.kernel} - 1) * axis.dilation + 1;
  const std::int64_t last =
      std::int64_t{named.positions - 1} * axis.stride - axis.pad_before;
  constexpr const char* kWhy = "leaves a window without a value of the input";
  if (axis.pad_before >= extent ||
      (axis.pad_before > 0 && axis.dilation > axis.input)) {
    return InvalidArgument(named.pad_before, axis.pad_before, kWhy);
  }
  return last < axis.input
             ? Status()
             : InvalidArgument(named.pad_after, axis.pad_after, kWhy);
}

Status ValidateGeometry(const ConvGeometry& caller, ConvShape* output) {
  if (caller.transposed) {
    return InvalidArgument("geometry.transposed", 1, "windows are not");
  }
  if (caller.groups != 1) {
    return InvalidArgument("geometry.groups", caller.groups,
                           "is not 1: each channel is pooled by itself");
  }
  if (caller.output_channels != 1 &&
      caller.output_channels != caller.input_channels) {
    return InvalidArgument("geometry.output_channels", caller.output_channels,
                           "is neither 1 nor geometry.input_channels");
  }
  for (const auto& [order, name] :
       {std::pair(caller.input_order, "geometry.input_order"),
        std::pair(caller.output_order, "geometry.output_order")}) {
    if (order != ConvOrder::kChannelsLast) {
      return InvalidArgument(name, static_cast<int>(order),
                             "has to be channels last");
    }
  }
  ConvGeometry geometry = caller;
  geometry.output_channels = geometry.groups = geometry.input_channels;
  const Status status = OutputShape(geometry, output);
  if (!status.ok()) return status;
  const NamedAxis axes[] = {
      {geometry.depth, output->depth, "geometry.depth.pad_before",
       "geometry.depth.pad_after"},
      {geometry.height, output->height, "geometry.height.pad_before",
       "geometry.height.pad_after"},
      {geometry.width, output->width, "geometry.width.pad_before",
       "geometry.width.pad_after"}};
  for (const NamedAxis& named : axes) {
    const Status valid = ValidateWindows(named);
    if (!valid.ok()) return valid;
  }
  return Status();
}

// That no sum exceeds int32.
Status ValidateWindow(const PoolProblem& problem) {
  if (problem.form == PoolForm::kMax) return Status();
  const ConvGeometry& g = *problem.geometry;
  const Extent values = Extent(static_cast<std::uint64_t>(g.depth.kernel)) *
                        static_cast<std::uint64_t>(g.height.kernel) *
                        static_cast<std::uint64_t>(g.width.kernel);
  const std::uint64_t max_distance =
      problem.scalar == Scalar::kInt16 ? 65536 : 256;
  return (values * max_distance).value() > INT32_MAX
             ? InvalidArgument(
                   "geometry", static_cast<std::int64_t>(values.value()),
                   "values of a window have sums that int32 does not hold")
             : Status();
}

Status ValidateRescale(const PoolProblem& problem) {
  const ConvGeometry& g = *problem.geometry;
  if (problem.form == PoolForm::kRescale) {
    for (const ConvAxis* axis : {&g.depth, &g.height, &g.width}) {
      if (axis->pad_before != 0 || axis->pad_after != 0) {
        return InvalidArgument("average.form",
                               static_cast<int>(problem.form) - 1,
                               "wants windows of one size, without padding");
      }
    }
  }
  const Status status =
      ValidateExponent(problem.exponent, "average.multiplier.exponent");
  return status.ok() ? ValidateRounding(problem.rounding, "average.rounding")
                     : status;
}

Status ValidateScales(const PoolProblem& problem) {
  if (!IsScale(problem.input_scale)) {
    return InvalidReal("average.input_scale", problem.input_scale,
                       "is not positive and finite");
  }
  if (!IsScale(problem.output_scale)) {
    return InvalidReal("average.output_scale", problem.output_scale,
                       "is not positive and finite");
  }
  // The scale of a single value; those of more are smaller.
  if (!std::isfinite(problem.input_scale / problem.output_scale)) {
    return InvalidReal("average.input_scale", problem.input_scale,
                       "is too far above average.output_scale");
  }
  return Status();
}

Status ValidateAverage(const PoolProblem& problem) {
  if (problem.form == PoolForm::kMax) return Status();
  Status status = ValidateZeroPoint(problem.scalar, problem.input_zero_point,
                                    "average.input_zero_point");
  if (status.ok()) {
    status = ValidateZeroPoint(problem.scalar, problem.output_zero_point,
                               "average.output_zero_point");
  }
  if (!status.ok() || problem.form == PoolForm::kDivide) return status;
  return problem.form <= PoolForm::kRescale ? ValidateRescale(problem)
                                            : ValidateScales(problem);
}

// Bytes of a tensor from its first value to its last one.
std::size_t BytesOf(std::int64_t positions, std::int64_t channels, int stride,
                    Scalar scalar) {
  return static_cast<std::size_t>(
      BytesOfRows(positions, channels, stride != 0 ? stride : channels,
                  static_cast<std::size_t>(SizeOf(scalar)))
          .value());
}

Status ValidatePointers(const PoolProblem& problem, const ConvShape& output) {
  const ConvGeometry& g = *problem.geometry;
  if (g.batch == 0) return Status();
  if (problem.input == nullptr) {
    return NullPointer("input");
  }
  if (problem.output == nullptr) {
    return NullPointer("output");
  }
  const std::size_t input = BytesOf(
      std::int64_t{g.batch} * g.depth.input * g.height.input * g.width.input,
      g.input_channels, g.input_stride, problem.scalar);
  const std::size_t result = BytesOf(
      std::int64_t{output.batch} * output.depth * output.height * output.width,
      output.channels, g.output_stride, problem.scalar);
  return ShareBytes(problem.input, input, problem.output, result)
             ? InvalidArgument("output", 0, "overlaps the input in memory")
             : Status();
}

}  // namespace

Status ValidatePool(const PoolProblem& problem, const GemmResources& resources,
                    ConvShape* output) {
  // No status that is ok is assigned, see run_transform.cc.
  const Status of_context = ValidateContext(resources);
  if (!of_context.ok()) return of_context;
  const Status of_geometry = ValidateGeometry(*problem.geometry, output);
  if (!of_geometry.ok()) return of_geometry;
  const Status of_window = ValidateWindow(problem);
  if (!of_window.ok()) return of_window;
  const Status of_average = ValidateAverage(problem);
  if (!of_average.ok()) return of_average;
  const Status of_bounds =
      ValidateBounds(problem.scalar, problem.low, problem.high);
  if (!of_bounds.ok()) return of_bounds;
  return ValidatePointers(problem, *output);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
