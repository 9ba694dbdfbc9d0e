// PRELU: a leaky ReLU whose slopes are a tensor, of int8 as a table of all
// pairs of a value and a slope. Copyright 2026 The lowp Authors.
// SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/elementwise.h>
#include <gemmlowp/public/tensor/requantization.h>

#include <vector>

#include "binary_step.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::FixedPointMultiplier;
using gemmlowp::FixedPointRounding;
using gemmlowp::GemmContext;
using gemmlowp::OperandCount;
using gemmlowp::Status;
using gemmlowp::TensorScale;

constexpr std::size_t kValues = 256;

// The result for each slope and each value, at [slope * 256 + value] as uint8.
using Results = std::vector<std::int8_t>;

// Values from the zero point on are rescaled, those below it multiplied.
Status FillResults(const TensorScale& x, const TensorScale& slope,
                   const TensorScale& result, GemmContext* context,
                   Results* results) {
  std::vector<std::int8_t> values(kValues * kValues), slopes(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<std::int8_t>(i % kValues);
    slopes[i] = static_cast<std::int8_t>(i / kValues);
  }
  gemmlowp::Multiplication product;
  product.x_zero_point = x.zero_point;
  product.y_zero_point = slope.zero_point;
  product.result_zero_point = result.zero_point;
  Status status = MultiplierInFloat(x.scale, slope.scale, result.scale,
                                    &product.multiplier);
  results->resize(values.size());
  if (status.ok()) {
    status = gemmlowp::TryMultiply(context, values.data(), values.size(),
                                   slopes.data(), slopes.size(), product,
                                   results->data());
  }
  FixedPointMultiplier multiplier;
  if (status.ok()) {
    status = MultiplierInFloat(x.scale, 1, result.scale, &multiplier);
  }
  if (!status.ok()) return status;
  gemmlowp::Requantization rescale(multiplier, FixedPointRounding::kDouble);
  rescale.input_zero_point = x.zero_point;
  rescale.output_zero_point = result.zero_point;
  std::vector<std::int8_t> rescaled(kValues);
  status = gemmlowp::TryRequantize(context, values.data(),
                                   gemmlowp::FlatShape(kValues), rescale,
                                   rescaled.data());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] >= x.zero_point) (*results)[i] = rescaled[i % kValues];
  }
  return status;
}

// The slopes are repeated, and the values are not.
Status CheckSlopes(const Broadcast& broadcast) {
  if (broadcast.x_count.elements >= broadcast.result_count()) return Status();
  return Refuse("alpha", static_cast<std::int64_t>(broadcast.y_count.elements),
                "values are more than the input has");
}

}  // namespace

Status PreparePrelu(const Graph& graph, const Operator& op, Engine* engine,
                    std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  Status status = CheckInt8Binary(graph, op, &broadcast);
  if (status.ok()) status = CheckSlopes(broadcast);
  Results results;
  if (status.ok()) {
    status = FillResults(
        ScaleOf(*InputOf(graph, op, 0)), ScaleOf(*InputOf(graph, op, 1)),
        ScaleOf(OutputOf(graph, op)), &engine->context, &results);
  }
  if (!status.ok()) return status;
  MakeBinaryStep<std::int8_t>(
      op, broadcast, "a table",
      [results](GemmContext*, const std::int8_t* x, OperandCount x_count,
                const std::int8_t* slopes, OperandCount slope_count,
                std::int8_t* result) {
        CombineElements(x, x_count, slopes, slope_count, result,
                        [&results](std::int8_t value, std::int8_t slope) {
                          return results[std::uint8_t(slope) * kValues +
                                         std::uint8_t(value)];
                        });
        return Status();
      },
      step);
  return status;
}

Status PrepareRealPrelu(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  Status status = CheckBinaryBy(CheckFloat32, graph, op, &broadcast);
  if (status.ok()) status = CheckSlopes(broadcast);
  if (!status.ok()) return status;
  MakeElementStep<float>(
      op, broadcast,
      [](float value, float slope) {
        return value >= 0 ? value : value * slope;
      },
      step);
  return status;
}

}  // namespace lowp_network
