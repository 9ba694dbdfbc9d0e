// CONV_2D, DEPTHWISE_CONV_2D and TRANSPOSE_CONV: a PreparedConvolution each,
// which differ in their geometry and in the layout of their filter.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/convolution/prepared_convolution.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "operands.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::ConvAxis;
using gemmlowp::ConvGeometry;
using gemmlowp::ConvShape;
using gemmlowp::FilterLayout;
using gemmlowp::GemmContext;
using gemmlowp::PackedFilter;
using gemmlowp::PreparedConvolution;
using gemmlowp::Status;

class ConvolutionStep : public Step {
 public:
  Requantizer requantizer;
  PreparedConvolution convolution;
  std::int64_t work = 0;
  std::size_t input = 0, output = 0;

  Status Run(GemmContext* context, void* const* tensors) const override {
    return convolution.Run(context, tensors[input], tensors[output]);
  }
  std::string Describe() const override { return convolution.Describe(); }
  std::int64_t multiply_adds() const override { return work; }
};

// One kind of convolution: where its operands are, and its geometry.
struct Kind {
  int input, filter, bias;
  int axis_of_channels;  // of the output, in the filter
  FilterLayout layout;
  Status (*fill)(const Tensor& filter, const Tensor& output,
                 const Options& options, ConvGeometry* geometry);
};

Status SetPadding(int padding, ConvAxis* axis) {
  switch (static_cast<Padding>(padding)) {
    case Padding::kSame:
      SetSamePadding(axis);
      return Status();
    case Padding::kValid:
      return Status();
  }
  return Refuse("padding", padding, "is neither SAME nor VALID");
}

// Kernel, stride and dilation of the axes, the inputs of which are set.
void SetAxes(const Tensor& filter, const Options& options,
             ConvGeometry* geometry) {
  geometry->height.kernel = filter.shape[1];
  geometry->width.kernel = filter.shape[2];
  geometry->height.stride = options.stride_height;
  geometry->width.stride = options.stride_width;
  geometry->height.dilation = options.dilation_height;
  geometry->width.dilation = options.dilation_width;
}

Status FillForward(const Tensor& filter, const Options& options,
                   ConvGeometry* geometry) {
  SetAxes(filter, options, geometry);
  const Status status = SetPadding(options.padding, &geometry->height);
  return status.ok() ? SetPadding(options.padding, &geometry->width) : status;
}

// Fewer input channels in the filter than in the input make groups.
Status FillOrdinary(const Tensor& filter, const Tensor&, const Options& options,
                    ConvGeometry* geometry) {
  geometry->output_channels = filter.shape[0];
  geometry->groups = geometry->input_channels / filter.shape[3];
  if (geometry->groups * filter.shape[3] != geometry->input_channels) {
    return Refuse("filter.shape[3]", filter.shape[3],
                  "does not divide the channels of the input");
  }
  return FillForward(filter, options, geometry);
}

Status FillDepthwise(const Tensor& filter, const Tensor&,
                     const Options& options, ConvGeometry* geometry) {
  geometry->output_channels = filter.shape[3];
  geometry->groups = geometry->input_channels;
  if (filter.shape[0] != 1) {
    return Refuse("filter.shape[0]", filter.shape[0], "is not 1");
  }
  return FillForward(filter, options, geometry);
}

// pad_before is that of the convolution from the output to the input. The end
// of the output is cut by pad_after, or extended by output_padding.
Status SetTransposedPadding(int padding, int output, ConvAxis* axis) {
  ConvAxis forward = *axis;
  forward.input = output;
  const Status status = SetPadding(padding, &forward);
  axis->pad_before = forward.pad_before;
  const std::int64_t full =
      (std::int64_t{axis->input} - 1) * axis->stride + axis->kernel;
  const std::int64_t more = output - (full - axis->pad_before);
  axis->pad_after = static_cast<int>(std::max<std::int64_t>(-more, 0));
  axis->output_padding = static_cast<int>(std::max<std::int64_t>(more, 0));
  return status;
}

Status FillTransposed(const Tensor& filter, const Tensor& output,
                      const Options& options, ConvGeometry* geometry) {
  geometry->transposed = true;
  geometry->output_channels = filter.shape[0];
  if (filter.shape[3] != geometry->input_channels) {
    return Refuse("filter.shape[3]", filter.shape[3],
                  "is not the number of channels of the input");
  }
  SetAxes(filter, options, geometry);
  const Status status =
      SetTransposedPadding(options.padding, output.shape[1], &geometry->height);
  return status.ok() ? SetTransposedPadding(options.padding, output.shape[2],
                                            &geometry->width)
                     : status;
}

constexpr Kind kOrdinary = {0, 1, 2, 0, FilterLayout::kODHWI, FillOrdinary};
constexpr Kind kDepthwise = {0, 1, 2, 3, FilterLayout::kDHWIO, FillDepthwise};
// The first operand is the shape of the output, which the output has as well.
constexpr Kind kTransposed = {2, 1, 3, 0, FilterLayout::kODHWI, FillTransposed};

Status GeometryOf(const Kind& kind, const Tensor& input, const Tensor& filter,
                  const Tensor& output, const Options& options,
                  ConvGeometry* geometry) {
  geometry->batch = input.shape[0];
  geometry->height.input = input.shape[1];
  geometry->width.input = input.shape[2];
  geometry->input_channels = input.shape[3];
  Status status = kind.fill(filter, output, options, geometry);
  ConvShape shape;
  if (status.ok()) status = OutputShape(*geometry, &shape);
  if (!status.ok()) return status;
  if (output.shape != std::vector<int>{shape.batch, shape.height, shape.width,
                                       shape.channels}) {
    return Refuse("output.shape", output.shape[1],
                  "is not what the convolution has");
  }
  return Status();
}

std::int64_t MultiplyAdds(const ConvGeometry& geometry, const Tensor& input,
                          const Tensor& filter, const Tensor& output) {
  const std::size_t positions =
      (geometry.transposed ? input : output).elements() /
      static_cast<std::size_t>((geometry.transposed ? input : output).shape[3]);
  return static_cast<std::int64_t>(positions * filter.elements());
}

// With the pipeline of the input's type and of the type of the sums.
Status PrepareSums(const Tensor& input, const Tensor& filter, ElementType sums,
                   const ConvGeometry& geometry, const PackedFilter& packed,
                   Engine* engine, ConvolutionStep* step) {
  const auto prepare = [&](auto value, const auto& pipeline) {
    gemmlowp::ConvZeroPoints zero_points;
    zero_points.input = input.quantization.zero_points[0];
    zero_points.filter = filter.quantization.zero_points[0];
    return PreparedConvolution::Prepare<decltype(value)>(
        &engine->context, geometry, packed, zero_points, pipeline,
        &step->convolution);
  };
  using gemmlowp::OutputStageSaturatingCastToInt16;
  using gemmlowp::OutputStageSaturatingCastToInt8;
  const Requantizer& stages = step->requantizer;
  if (input.type == ElementType::kInt8) {
    return prepare(std::int8_t(),
                   stages.Pipeline<OutputStageSaturatingCastToInt8>());
  }
  if (sums == ElementType::kInt32) {
    return prepare(std::int16_t(),
                   stages.Pipeline<OutputStageSaturatingCastToInt16>());
  }
  return prepare(std::int16_t(), stages.WidePipeline());
}

Status Prepare(const Kind& kind, const Graph& graph, const Operator& op,
               Engine* engine, std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, kind.bias, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, kind.input);
  const Tensor& filter = *InputOf(graph, op, kind.filter);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8OrInt16(input, "input");
  if (status.ok()) status = CheckLike(input, output, "output");
  if (status.ok()) status = CheckAxes(input, "input", 4);
  if (status.ok()) status = CheckAxes(filter, "filter", 4);
  if (status.ok()) status = CheckAxes(output, "output", 4);
  ConvGeometry geometry;
  if (status.ok()) {
    status = GeometryOf(kind, input, filter, output, op.options, &geometry);
  }
  if (status.ok()) {
    status = CheckFilter(filter, kind.axis_of_channels,
                         input.type == ElementType::kInt8);
  }
  auto made = std::make_unique<ConvolutionStep>();
  if (status.ok()) {
    // Of uint8, the product of the scales is formed in float.
    const FormFactor form = filter.is_shifted
                                ? gemmlowp::RealMultiplierOfFloatProduct
                                : gemmlowp::RealMultiplier;
    status = Requantizer::Make(input, filter, InputOf(graph, op, kind.bias),
                               output, geometry.output_channels, op, form,
                               &made->requantizer);
  }
  PackedFilter packed;
  if (status.ok()) {
    status = PackedFilter::Pack(
        geometry, reinterpret_cast<const std::int8_t*>(filter.data),
        kind.layout, &packed, engine->backend);
  }
  if (status.ok()) {
    status = PrepareSums(input, filter, SumTypeOf(input, op.options), geometry,
                         packed, engine, made.get());
  }
  if (!status.ok()) return status;
  made->work = MultiplyAdds(geometry, input, filter, output);
  made->input =
      static_cast<std::size_t>(op.inputs[static_cast<std::size_t>(kind.input)]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
  return status;
}

}  // namespace

Status PrepareConv2d(const Graph& graph, const Operator& op, Engine* engine,
                     std::unique_ptr<Step>* step) {
  return Prepare(kOrdinary, graph, op, engine, step);
}

Status PrepareDepthwiseConv2d(const Graph& graph, const Operator& op,
                              Engine* engine, std::unique_ptr<Step>* step) {
  return Prepare(kDepthwise, graph, op, engine, step);
}

Status PrepareTransposeConv(const Graph& graph, const Operator& op,
                            Engine* engine, std::unique_ptr<Step>* step) {
  return Prepare(kTransposed, graph, op, engine, step);
}

}  // namespace lowp_network
