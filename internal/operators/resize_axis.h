// Which positions of an image a position of a resized one is made of.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_RESIZE_AXIS_H_
#define LOWP_INTERNAL_OPERATORS_RESIZE_AXIS_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "../contract/operator_tasks.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// An axis of both images.
struct ResizeAxis {
  int input;
  int output;
  bool align_corners;
  bool half_pixel_centers;

  bool spans_corners() const { return align_corners && output > 1; }
  int Inside(std::int64_t position) const {
    return static_cast<int>(std::min<std::int64_t>(
        std::max<std::int64_t>(position, 0), std::int64_t{input} - 1));
  }
  float Scale() const {
    return spans_corners()
               ? static_cast<float>(input - 1) / static_cast<float>(output - 1)
               : static_cast<float>(input) / static_cast<float>(output);
  }
};

inline int NearestPosition(const ResizeAxis& axis, int i) {
  const float center = axis.half_pixel_centers ? 0.5f : 0.0f;
  const float position = (static_cast<float>(i) + center) * axis.Scale();
  return axis.Inside(static_cast<std::int64_t>(
      axis.align_corners ? std::round(position) : std::floor(position)));
}

// Two positions, and how far from the lower one the value lies.
struct Neighbours {
  int lower, upper;
  Distance distance;
};

inline Neighbours FixedPointNeighbours(const ResizeAxis& axis, int i) {
  constexpr std::int64_t kOne = 1024;
  const std::int64_t input = axis.input - (axis.spans_corners() ? 1 : 0);
  const std::int64_t output = axis.output - (axis.spans_corners() ? 1 : 0);
  const std::int64_t scale = (kOne * input + output / 2) / output;
  const std::int64_t position =
      i * scale + (axis.half_pixel_centers ? scale / 2 - kOne / 2 : 0);
  const int lower = axis.Inside(position / kOne);
  const int upper = axis.Inside((position + kOne - 1) / kOne);
  // The distance from a position alone does not matter: its weights sum to one.
  Distance distance;
  distance.units =
      lower == upper ? 0 : static_cast<std::int32_t>(position - kOne * lower);
  return {lower, upper, distance};
}

inline Neighbours RealNeighbours(const ResizeAxis& axis, int i) {
  const float scale = axis.Scale();
  const float scaled =
      (static_cast<float>(i) + (axis.half_pixel_centers ? 0.5f : 0.0f)) * scale;
  const float position = axis.half_pixel_centers ? scaled - 0.5f : scaled;
  const int lower =
      axis.Inside(static_cast<std::int64_t>(std::floor(position)));
  const int upper = axis.Inside(static_cast<std::int64_t>(std::ceil(position)));
  Distance distance;
  distance.real = position - static_cast<float>(lower);
  return {lower, upper, distance};
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_RESIZE_AXIS_H_
