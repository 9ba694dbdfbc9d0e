// Pooling of quantized tensors: maxima and averages of windows, channel by
// channel, and averages of whole tensors, in the integer arithmetic of several
// systems.
//
//   TryMaxPool      maxima
//   TryAveragePool  averages, by one of the forms of AverageForm
//
// Tensors are NHWC, of uint8_t, int8_t or int16_t; the geometry is that of a
// convolution whose filter takes no part: output_channels, groups, transposed
// and the orders keep their defaults, and the output has the shape of
// OutputShape with the input's channels. A mean over height and width is an
// average whose kernel is the input.
//
// Both return kInvalidArgument, and write nothing, for a geometry that
// OutputShape refuses, for windows that lie in the padding altogether, for a
// dilation larger than an input with padding before it, over which windows may
// step, for null pointers, or for an output that overlaps the input, from the
// first byte of each to the last one. The result has the same bytes on every
// backend and with any number of threads.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_POOLING_H_
#define LOWP_PUBLIC_OPERATORS_POOLING_H_

#include <cstdint>

#include "../../internal/contract/pool.h"
#include "../../internal/frontend/front_end.h"
#include "../convolution/conv_geometry.h"
#include "../export.h"
#include "../quantization/multiplier_builders.h"
#include "../quantization/quantization_params.h"
#include "../rounding.h"
#include "../status.h"
#include "../tensor/transforms.h"

namespace gemmlowp {
inline namespace lowp {

// What becomes of a window's sum. x are its values in the input, n is their
// number or, with AveragePooling::counts_padding, the whole window's. Divisions
// of integers round to nearest, ties away from zero: (a + n / 2) / n for a > 0,
// (a - n / 2) / n otherwise, truncated.
enum class AverageForm : std::uint8_t {
  // sum(x) / n: TensorFlow Lite's AVERAGE_POOL_2D, whose output has the scale
  // and the zero point of the input. Padding that counts holds
  // input_zero_point.
  kDivide,
  // rescaled(S) / n + output_zero_point, with S = sum(x - input_zero_point) and
  // the multiplier input scale / output scale: MEAN of older versions of
  // TensorFlow Lite, and Synopsys Caffe's average pooling of scales that
  // differ.
  kRescaleThenDivide,
  // rescaled(S) + output_zero_point, for windows that are all of one size,
  // which the multiplier divides by (MeanMultiplier): TensorFlow Lite's MEAN.
  kRescale,
  // round(float(S) * (input_scale / (output_scale * n))) + output_zero_point,
  // in float, each operation rounded; ties to even: ONNX Runtime's method in
  // Synopsys Caffe.
  kRealEven,
  // The same with ties away from zero: Caffe2's method there.
  kRealAway,
};

struct AveragePooling {
  AverageForm form = AverageForm::kDivide;
  // Whether n counts positions in the padding, which hold the zero point (ONNX
  // count_include_pad, Caffe's AVE; not in TensorFlow Lite).
  bool counts_padding = false;
  std::int32_t input_zero_point = 0;   // a value of the tensors' type
  std::int32_t output_zero_point = 0;  // the same
  // kRescaleThenDivide, kRescale: rescaled(x) is x * multiplier *
  // 2^(exponent - 31), rounded as by OutputStageScaleInt32ByFixedPoint.
  FixedPointMultiplier multiplier;
  FixedPointRounding rounding = FixedPointRounding::kDouble;
  // kRealEven, kRealAway: positive and finite; their quotient is finite, too.
  float input_scale = 1;
  float output_scale = 1;
};

// `multiplier` divided by n as TensorFlow Lite's MEAN does: with
// s = min(the position of n's highest bit, 32, 31 + exponent), the multiplier
// becomes multiplier * 2^s / n, truncated, and the exponent s less. Refuses n
// below 1, and exponents outside -31..31.
LOWP_EXPORT Status MeanMultiplier(const FixedPointMultiplier& multiplier,
                                  std::int64_t n, FixedPointMultiplier* mean);

namespace internal {
constexpr PoolForm FormOf(AverageForm form) {
  return static_cast<PoolForm>(static_cast<int>(form) + 1);
}
static_assert(FormOf(AverageForm::kDivide) == PoolForm::kDivide &&
                  FormOf(AverageForm::kRealAway) == PoolForm::kRealAway,
              "PoolForm has the forms in another order");

template <typename T>
PoolProblem MakePool(const T* input, const ConvGeometry& geometry,
                     PoolForm form, QuantizedRange range, T* output) {
  static_assert(kIsQuantizedScalar<T>,
                "lowp: tensors of uint8_t, int8_t and int16_t are pooled");
  PoolProblem problem;
  problem.geometry = &geometry;
  problem.scalar = ScalarOf<T>();
  problem.input = input;
  problem.output = output;
  problem.form = form;
  problem.low = range.low;
  problem.high = range.high;
  return problem;
}
}  // namespace internal

// min(max(the largest x of the window, range.low), range.high). Positions in
// the padding take no part.
template <typename Context, typename T>
Status TryMaxPool(Context* context, const T* input,
                  const ConvGeometry& geometry, T* output,
                  QuantizedRange range = QuantizedRangeOf<T>()) {
  return internal::RunPool(
      internal::MakePool(input, geometry, internal::PoolForm::kMax, range,
                         output),
      internal::ResourcesOf(context));
}

// The average of each window, clamped to `range`, which must lie in T's. Also
// refused: a window that has so many values that their sum may exceed int32,
// and padding with AverageForm::kRescale.
template <typename Context, typename T>
Status TryAveragePool(Context* context, const T* input,
                      const ConvGeometry& geometry,
                      const AveragePooling& average, T* output,
                      QuantizedRange range = QuantizedRangeOf<T>()) {
  if (average.form > AverageForm::kRealAway) {
    return internal::InvalidArgument("average.form",
                                     static_cast<int>(average.form),
                                     "is not an AverageForm");
  }
  internal::PoolProblem problem = internal::MakePool(
      input, geometry, internal::FormOf(average.form), range, output);
  problem.counts_padding = average.counts_padding;
  problem.input_zero_point = average.input_zero_point;
  problem.output_zero_point = average.output_zero_point;
  problem.multiplier = average.multiplier.multiplier;
  problem.exponent = average.multiplier.exponent;
  problem.rounding = average.rounding;
  problem.input_scale = average.input_scale;
  problem.output_scale = average.output_scale;
  return internal::RunPool(problem, internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_POOLING_H_
