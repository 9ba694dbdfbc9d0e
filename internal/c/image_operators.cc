// Operators of images in the C API: pooling, padding, resizing.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstdint>

#include "../../public/operators/pad.h"
#include "../../public/operators/pooling.h"
#include "../../public/operators/resize.h"
#include "read_geometry.h"
#include "run_operator.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

static_assert(LOWP_POOL_MAX == static_cast<int>(PoolForm::kMax) &&
                  LOWP_POOL_REAL_AWAY == static_cast<int>(PoolForm::kRealAway),
              "C has the forms in the engine's order");
static_assert(LOWP_RESIZE_NEAREST == static_cast<int>(ResizeForm::kNearest) &&
                  LOWP_RESIZE_REAL == static_cast<int>(ResizeForm::kReal),
              "C has the forms in the engine's order");

class PoolCall {
 public:
  lowp_status Read(const lowp_pooling& pooling) {
    if (pooling.geometry == nullptr) return FailForNull("pooling.geometry");
    lowp_status status = ReadGeometry(pooling.geometry, &geometry_);
    if (status != LOWP_OK) return status;
    if (geometry_.output_channels == 0) geometry_.output_channels = 1;
    status = ReadType(pooling.type, TypeSet::kQuantized, "pooling.type",
                      &problem_.scalar);
    if (status != LOWP_OK) return status;
    status = ReadEnum(pooling.form, PoolForm::kRealAway, "pooling.form",
                      "lowp_pool_form", &problem_.form);
    if (status != LOWP_OK) return status;
    const QuantizedRange range = ReadRange(pooling.range, problem_.scalar);
    problem_.low = range.low;
    problem_.high = range.high;
    problem_.geometry = &geometry_;
    problem_.input = pooling.input;
    problem_.output = pooling.output;
    return ReadAverage(pooling.average);
  }
  Status Run(const GemmResources& resources) const {
    return RunPool(problem_, resources);
  }

 private:
  lowp_status ReadAverage(const lowp_average& average) {
    problem_.input_zero_point = average.input_zero_point;
    problem_.output_zero_point = average.output_zero_point;
    problem_.multiplier = average.multiplier.multiplier;
    problem_.exponent = average.multiplier.exponent;
    problem_.input_scale = average.input_scale;
    problem_.output_scale = average.output_scale;
    const lowp_status status =
        ReadBool(average.counts_padding, "average.counts_padding",
                 &problem_.counts_padding);
    if (status != LOWP_OK) return status;
    return ReadEnum(average.rounding, FixedPointRounding::kSingleUpward15Bits,
                    "average.rounding", "lowp_rounding", &problem_.rounding);
  }

  ConvGeometry geometry_;
  PoolProblem problem_;
};

class PadCall {
 public:
  lowp_status Read(const lowp_padding& padding) {
    const lowp_status status = ReadType(padding.type, TypeSet::kQuantized,
                                        "padding.type", &problem_.scalar);
    if (status != LOWP_OK) return status;
    problem_.input = padding.input;
    problem_.axes = padding.axes == nullptr ? nullptr : axes_;
    problem_.axis_count = padding.axis_count;
    problem_.value = padding.value;
    problem_.result = padding.result;
    // The engine refuses other counts, and then looks at no axis.
    if (padding.axes == nullptr || padding.axis_count > kMaxPadAxes) {
      return LOWP_OK;
    }
    for (int i = 0; i < padding.axis_count; ++i) {
      const lowp_pad_axis& axis = padding.axes[i];
      axes_[i] = {axis.size, axis.before, axis.after};
    }
    return LOWP_OK;
  }
  Status Run(const GemmResources& resources) const {
    return RunPad(problem_, resources);
  }

 private:
  PadAxis axes_[kMaxPadAxes];
  PadProblem problem_;
};

class ResizeCall {
 public:
  lowp_status Read(const lowp_resizing& resizing) {
    lowp_status status = ReadType(resizing.type, TypeSet::kQuantized,
                                  "resizing.type", &problem_.scalar);
    if (status != LOWP_OK) return status;
    status = ReadEnum(resizing.form, ResizeForm::kReal, "resizing.form",
                      "lowp_resize_form", &problem_.form);
    if (status != LOWP_OK) return status;
    const lowp_resize_geometry& from = resizing.geometry;
    geometry_.batch = ImagesFrom(from.batch);
    geometry_.input_height = from.input_height;
    geometry_.input_width = from.input_width;
    geometry_.output_height = from.output_height;
    geometry_.output_width = from.output_width;
    geometry_.channels = from.channels;
    status = ReadBool(from.align_corners, "geometry.align_corners",
                      &geometry_.align_corners);
    if (status != LOWP_OK) return status;
    problem_.geometry = &geometry_;
    problem_.input = resizing.input;
    problem_.output = resizing.output;
    return ReadBool(from.half_pixel_centers, "geometry.half_pixel_centers",
                    &geometry_.half_pixel_centers);
  }
  Status Run(const GemmResources& resources) const {
    return RunResize(problem_, resources);
  }

 private:
  ResizeGeometry geometry_;
  ResizeProblem problem_;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::internal::FailForNull;
using gemmlowp::internal::RunOperator;

lowp_status lowp_pool(lowp_context* context, const lowp_pooling* pooling) {
  return RunOperator<gemmlowp::internal::PoolCall>(context, pooling, "pooling");
}

lowp_status lowp_pad(lowp_context* context, const lowp_padding* padding) {
  return RunOperator<gemmlowp::internal::PadCall>(context, padding, "padding");
}

lowp_status lowp_resize(lowp_context* context, const lowp_resizing* resizing) {
  return RunOperator<gemmlowp::internal::ResizeCall>(context, resizing,
                                                     "resizing");
}

lowp_status lowp_mean_multiplier(const lowp_multiplier* multiplier, int64_t n,
                                 lowp_multiplier* mean) {
  if (multiplier == nullptr) return FailForNull("multiplier");
  if (mean == nullptr) return FailForNull("mean");
  gemmlowp::FixedPointMultiplier made;
  const lowp_status status = gemmlowp::internal::ToC(gemmlowp::MeanMultiplier(
      {multiplier->multiplier, multiplier->exponent}, n, &made));
  if (status == LOWP_OK) *mean = {made.multiplier, made.exponent};
  return status;
}
