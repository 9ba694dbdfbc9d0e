// AVERAGE_POOL_2D and MEAN over height and width: averages of windows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/pooling.h>
#include <gemmlowp/public/quantization/multiplier_builders.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "operands.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::AverageForm;
using gemmlowp::ConvAxis;
using gemmlowp::ConvGeometry;
using gemmlowp::GemmContext;
using gemmlowp::Status;

class AverageStep : public Step {
 public:
  ConvGeometry geometry;
  gemmlowp::AveragePooling average;
  gemmlowp::QuantizedRange range = gemmlowp::QuantizedRangeOf<std::int8_t>();
  std::size_t input = 0, output = 0;

  Status Run(GemmContext* context, void* const* tensors) const override {
    return gemmlowp::TryAveragePool(
        context, static_cast<const std::int8_t*>(tensors[input]), geometry,
        average, static_cast<std::int8_t*>(tensors[output]), range);
  }
  std::string Describe() const override { return "TryAveragePool"; }
};

void SetInput(const Tensor& input, ConvGeometry* geometry) {
  geometry->batch = input.shape[0];
  geometry->height.input = input.shape[1];
  geometry->width.input = input.shape[2];
  geometry->input_channels = input.shape[3];
}

// As many values as the geometry says.
Status CheckOutput(const ConvGeometry& geometry, const Tensor& output) {
  ConvGeometry with_outputs = geometry;
  with_outputs.output_channels = with_outputs.groups = geometry.input_channels;
  gemmlowp::ConvShape shape;
  const Status status = OutputShape(with_outputs, &shape);
  if (!status.ok()) return status;
  std::size_t elements = 1;
  for (int size : {shape.batch, shape.height, shape.width, shape.channels}) {
    elements *= static_cast<std::size_t>(size);
  }
  if (elements == output.elements()) return status;
  return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                "values are not one for each window and channel");
}

void Finish(const Operator& op, std::unique_ptr<AverageStep> made,
            std::unique_ptr<Step>* step) {
  made->input = static_cast<std::size_t>(op.inputs[0]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
}

Status SetWindow(int kernel, int stride, int padding, ConvAxis* axis) {
  axis->kernel = kernel;
  axis->stride = stride;
  if (padding != static_cast<int>(Padding::kSame) &&
      padding != static_cast<int>(Padding::kValid)) {
    return Refuse("padding", padding, "is neither SAME nor VALID");
  }
  if (padding == static_cast<int>(Padding::kSame)) SetSamePadding(axis);
  return Status();
}

// The second operand: height and width, in either order, from either end.
Status CheckMeanAxes(const Tensor& axes) {
  std::vector<std::int32_t> values;
  const Status status = ReadInts(axes, "axes", &values);
  if (!status.ok()) return status;
  for (std::int32_t& axis : values) axis = axis < 0 ? axis + 4 : axis;
  std::sort(values.begin(), values.end());
  if (values == std::vector<std::int32_t>{1, 2}) return status;
  return Refuse("axes", static_cast<std::int64_t>(values.size()),
                "values are not those of height and width");
}

// The mean of a whole image: one window.
Status SetMean(const Tensor& input, const Tensor& output, AverageStep* step) {
  SetInput(input, &step->geometry);
  step->geometry.height.kernel = input.shape[1];
  step->geometry.width.kernel = input.shape[2];
  step->average.form = AverageForm::kRescale;
  step->average.input_zero_point = input.quantization.zero_points[0];
  step->average.output_zero_point = output.quantization.zero_points[0];
  double factor = 0;
  Status status = gemmlowp::RealMultiplier(
      input.quantization.scales[0], 1, output.quantization.scales[0], &factor);
  gemmlowp::FixedPointMultiplier multiplier;
  if (status.ok()) status = gemmlowp::QuantizeMultiplier(factor, &multiplier);
  if (status.ok()) {
    status = gemmlowp::MeanMultiplier(
        multiplier, std::int64_t{input.shape[1]} * input.shape[2],
        &step->average.multiplier);
  }
  return status.ok() ? CheckOutput(step->geometry, output) : status;
}

}  // namespace

Status PrepareAveragePool2d(const Graph& graph, const Operator& op, Engine*,
                            std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8(input, "input");
  if (status.ok()) status = CheckAxes(input, "input", 4);
  if (status.ok()) status = CheckSameQuantization(input, output);
  if (!status.ok()) return status;
  auto made = std::make_unique<AverageStep>();
  ConvGeometry& geometry = made->geometry;
  SetInput(input, &geometry);
  const Options& options = op.options;
  status = SetWindow(options.filter_height, options.stride_height,
                     options.padding, &geometry.height);
  if (status.ok()) {
    status = SetWindow(options.filter_width, options.stride_width,
                       options.padding, &geometry.width);
  }
  if (status.ok()) status = CheckOutput(geometry, output);
  Bounds bounds;
  if (status.ok()) status = BoundsOf(options.activation, output, &bounds);
  if (!status.ok()) return status;
  made->range = {bounds.low, bounds.high};
  Finish(op, std::move(made), step);
  return status;
}

Status PrepareMean(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8(input, "input");
  if (status.ok()) status = CheckInt8(output, "output");
  if (status.ok()) status = CheckAxes(input, "input", 4);
  if (status.ok()) status = CheckMeanAxes(*InputOf(graph, op, 1));
  auto made = std::make_unique<AverageStep>();
  if (status.ok()) status = SetMean(input, output, made.get());
  if (status.ok()) Finish(op, std::move(made), step);
  return status;
}

}  // namespace lowp_network
