// Elementwise transforms of whole tensors: the steps around a product in a
// quantized model. Vector code in every backend, with the same bits in all of
// them; large tensors are divided among the context's threads.
//
//   TryQuantize      float to 8- or 16-bit integers
//   TryDequantize    integers to float
//   TryFakeQuantize  float to the values that remain after quantization
//   TryApplyTable    an 8-bit activation
//   TryFlipSigns     uint8 to int8 and back, zero points moved by 128
//   TryFindRange     the minimum and the maximum of floats
//
// Input and output may be the same memory if their elements have the same size;
// otherwise they must not overlap. Nothing is written if the status is not ok.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_TENSOR_TRANSFORMS_H_
#define LOWP_PUBLIC_TENSOR_TRANSFORMS_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../../internal/contract/run_transform.h"
#include "../../internal/frontend/front_end.h"
#include "../gemm_context.h"
#include "../quantization/activation_tables.h"
#include "../quantization/observers.h"
#include "../quantization/quantization_params.h"
#include "../status.h"
#include "../value_rounding.h"

namespace gemmlowp {
inline namespace lowp {

// Where a tensor's channels lie: outer x channels x inner elements, the last
// dimension contiguous. A matrix with one channel per row is {1, rows,
// columns}, one with one channel per column {rows, columns, 1}.
struct TensorShape {
  std::size_t outer = 1;
  std::size_t channels = 1;
  std::size_t inner = 1;
};

inline TensorShape FlatShape(std::size_t count) { return {1, 1, count}; }

// How a tensor is quantized: one scale and zero point for all of it or, with
// `channels` > 0, arrays with one entry per channel.
struct TensorQuantization {
  TensorQuantization(float the_scale, std::int32_t the_zero_point)
      : scale(the_scale), zero_point(the_zero_point) {}
  TensorQuantization(const float* the_scales,
                     const std::int32_t* the_zero_points, int count)
      : scales(the_scales), zero_points(the_zero_points), channels(count) {}

  float scale = 1;
  std::int32_t zero_point = 0;
  const float* scales = nullptr;
  const std::int32_t* zero_points = nullptr;
  int channels = 0;
};

namespace internal {
template <typename T>
constexpr bool kIsQuantizedScalar =
    std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::int8_t> ||
    std::is_same_v<T, std::int16_t>;

inline TransformProblem MakeTransform(TransformKind kind, const void* input,
                                      void* output, const TensorShape& shape) {
  TransformProblem problem;
  problem.kind = kind;
  problem.input = input;
  problem.output = output;
  problem.outer = shape.outer;
  problem.channels = shape.channels;
  problem.inner = shape.inner;
  return problem;
}

inline void SetQuantization(const TensorQuantization& quantization,
                            TransformProblem* problem) {
  const bool per_channel = quantization.channels != 0 ||
                           quantization.scales != nullptr ||
                           quantization.zero_points != nullptr;
  problem->scale = quantization.scale;
  problem->zero_point = quantization.zero_point;
  problem->per_channel = per_channel;
  problem->parameter_count = quantization.channels;
  problem->scales = quantization.scales;
  problem->zero_points = quantization.zero_points;
}
}  // namespace internal

// `values` quantized by one of the seven definitions of value_rounding.h,
// clamped to `range`. T is uint8_t, int8_t or int16_t; scales must be positive
// and finite, and zero points lie in T's range.
template <typename Context, typename T>
Status TryQuantize(Context* context, const float* values,
                   const TensorShape& shape,
                   const TensorQuantization& quantization,
                   ValueRounding rounding, T* quantized,
                   QuantizedRange range = QuantizedRangeOf<T>()) {
  static_assert(internal::kIsQuantizedScalar<T>,
                "lowp: values are quantized to uint8_t, int8_t or int16_t");
  internal::TransformProblem problem = internal::MakeTransform(
      internal::TransformKind::kQuantize, values, quantized, shape);
  problem.scalar = internal::ScalarOf<T>();
  problem.rounding = rounding;
  problem.low = range.low;
  problem.high = range.high;
  internal::SetQuantization(quantization, &problem);
  return internal::RunTransform(problem, internal::ResourcesOf(context));
}

// float(q - zero_point) * scale, with the difference modulo 2^32, or in double
//   float(double(q - zero_point) * double(scale)),
// which differs where the difference is beyond 2^24. T is uint8_t, int8_t,
// int16_t or int32_t; scales must be positive and finite, zero points are any.
template <typename Context, typename T>
Status TryDequantize(Context* context, const T* quantized,
                     const TensorShape& shape,
                     const TensorQuantization& quantization, float* values,
                     RealPrecision precision = RealPrecision::kFloat) {
  static_assert(
      internal::kIsQuantizedScalar<T> || std::is_same_v<T, std::int32_t>,
      "lowp: uint8_t, int8_t, int16_t or int32_t are dequantized");
  internal::TransformProblem problem = internal::MakeTransform(
      internal::TransformKind::kDequantize, quantized, values, shape);
  problem.scalar = internal::ScalarOf<T>();
  problem.precision = precision;
  internal::SetQuantization(quantization, &problem);
  return internal::RunTransform(problem, internal::ResourcesOf(context));
}

// The real value that remains of x after quantization, in float, by one of the
// forms of value_rounding.h, with the values of NudgeQuantizationRange.
template <typename Context>
Status TryFakeQuantize(Context* context, const float* values, std::size_t count,
                       const NudgedRange& range, float* result,
                       FakeQuantForm form = FakeQuantForm::kUpward) {
  internal::TransformProblem problem = internal::MakeTransform(
      internal::TransformKind::kFakeQuant, values, result, FlatShape(count));
  problem.fake_quant = {range.scale, range.min, range.max, range.inverse, form};
  return internal::RunTransform(problem, internal::ResourcesOf(context));
}

// table(x) for each x.
template <typename Context, typename T>
Status TryApplyTable(Context* context, const T* values, std::size_t count,
                     const ActivationTable<T>& table, T* result) {
  internal::TransformProblem problem = internal::MakeTransform(
      internal::TransformKind::kTable, values, result, FlatShape(count));
  problem.table = reinterpret_cast<const std::uint8_t*>(table.results);
  return internal::RunTransform(problem, internal::ResourcesOf(context));
}

// x - 128 as an int8, and back: the same values with the zero point moved by
// 128.
template <typename Context>
Status TryFlipSigns(Context* context, const std::uint8_t* values,
                    std::size_t count, std::int8_t* result) {
  return internal::RunTransform(
      internal::MakeTransform(internal::TransformKind::kFlipSigns, values,
                              result, FlatShape(count)),
      internal::ResourcesOf(context));
}
template <typename Context>
Status TryFlipSigns(Context* context, const std::int8_t* values,
                    std::size_t count, std::uint8_t* result) {
  return internal::RunTransform(
      internal::MakeTransform(internal::TransformKind::kFlipSigns, values,
                              result, FlatShape(count)),
      internal::ResourcesOf(context));
}

// The minimum and maximum of one or more values. If one of them is NaN, the
// range says nothing.
template <typename Context>
Status TryFindRange(Context* context, const float* values, std::size_t count,
                    ObservedRange* range) {
  if (range == nullptr) return internal::NullPointer("range");
  float ends[2] = {};
  const Status status = internal::RunTransform(
      internal::MakeTransform(internal::TransformKind::kMinMax, values, ends,
                              FlatShape(count)),
      internal::ResourcesOf(context));
  if (status.ok()) *range = {ends[0], ends[1]};
  return status;
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_TENSOR_TRANSFORMS_H_
