// FULLY_CONNECTED: a PreparedGemm for int8, with packed weights unless they are
// computed, the sums of a PreparedConvolution, and their scaling, for int16; a
// loop if the weights are int16, too.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/convolution/int16_product.h>
#include <gemmlowp/public/packed_matrix.h>
#include <gemmlowp/public/prepared_gemm.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "operands.h"
#include "requantizer.h"
#include "steps.h"
#include "wide_batch_product.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::PreparedGemm;
using gemmlowp::Status;

class FullyConnectedStep : public Step {
 public:
  Requantizer requantizer;
  PreparedGemm product;
  std::size_t input = 0, filter = 0, output = 0;

  // Packed weights are within the product, which ignores what is given.
  Status Run(GemmContext* context, void* const* tensors) const override {
    return product.Run(context, tensors[input], tensors[filter],
                       tensors[output]);
  }
  std::string Describe() const override {
    return product.plan().Describe() +
           (requantizer.needs_double() ? ", scaled in double" : "");
  }
  std::int64_t multiply_adds() const override {
    const gemmlowp::GemmPlan plan = product.plan();
    return std::int64_t{plan.m} * plan.n * plan.k;
  }
};

// Of int16. LiteRT's reference kernel multiplies the sums in double, of either
// type, and takes ties away from zero.
class WideFullyConnectedStep : public Step {
 public:
  gemmlowp::PreparedConvolution sums;  // with the bias
  std::vector<double> factors;         // one a channel
  bool wraps = false;                  // sums are int32
  Bounds bounds;
  std::int64_t work = 0;
  std::size_t input = 0, output = 0, rows = 0;

  Status Run(GemmContext* context, void* const* tensors) const override {
    std::vector<std::int64_t> values(rows * factors.size());
    const Status status = sums.Run(context, tensors[input], values.data());
    if (!status.ok()) return status;
    auto* result = static_cast<std::int16_t*>(tensors[output]);
    const double low = bounds.low, high = bounds.high;
    for (std::size_t at = 0; at < values.size(); at += factors.size()) {
      for (std::size_t i = 0; i < factors.size(); ++i) {
        const std::int64_t exact = values[at + i];
        const double sum = static_cast<double>(
            wraps ? static_cast<std::int32_t>(exact) : exact);
        const double scaled = std::round(sum * factors[i]);
        *result++ =
            static_cast<std::int16_t>(std::min(std::max(scaled, low), high));
      }
    }
    return status;
  }
  std::string Describe() const override { return sums.Describe(); }
  std::int64_t multiply_adds() const override { return work; }
};

// A constant, or for int8 activations, which may have any zero point.
Status CheckWeights(const Tensor& input, const Tensor& filter) {
  if (input.type == ElementType::kInt8 && filter.data == nullptr) {
    return CheckInt8(filter, "filter");
  }
  if (input.type == ElementType::kInt16 && filter.type == ElementType::kInt16) {
    return CheckInt8OrInt16(filter, "filter");
  }
  return CheckFilter(filter, 0, input.type == ElementType::kInt8);
}

// The input's rows, of as many values as a row of the filter.
Status CheckSizes(const Tensor& input, const Tensor& filter,
                  const Tensor& output, const Operator& op, int* rows) {
  if (op.options.weights_format != 0) {
    return Refuse("weights_format", op.options.weights_format,
                  "is not DEFAULT");
  }
  const auto channels = static_cast<std::size_t>(filter.shape[0]);
  const auto depth = static_cast<std::size_t>(filter.shape[1]);
  if (input.elements() % depth != 0) {
    return Refuse("filter.shape[1]", filter.shape[1],
                  "does not divide the size of the input");
  }
  *rows = static_cast<int>(input.elements() / depth);
  if (output.elements() != input.elements() / depth * channels) {
    return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                  "values are not one for each row and channel");
  }
  return Status();
}

Status PrepareProduct(int rows, const Tensor& input, const Tensor& filter,
                      Engine* engine, FullyConnectedStep* step) {
  const int channels = filter.shape[0], depth = filter.shape[1];
  const MatrixMap<const std::int8_t, MapOrder::RowMajor> lhs(nullptr, rows,
                                                             depth);
  // A channel's weights are contiguous: a column of the right-hand side.
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> weights(
      reinterpret_cast<const std::int8_t*>(filter.data), depth, channels);
  const MatrixMap<std::int8_t, MapOrder::RowMajor> result(nullptr, rows,
                                                          channels);
  using Cast = gemmlowp::OutputStageSaturatingCastToInt8;
  const Requantizer& requantizer = step->requantizer;
  const auto prepare = [&](const auto& rhs) {
    const auto prepare_with = [&](const auto& pipeline) {
      return PreparedGemm::Prepare(&engine->context, lhs, rhs, result,
                                   -input.quantization.zero_points[0],
                                   -filter.quantization.zero_points[0],
                                   pipeline, &step->product);
    };
    return requantizer.needs_double()
               ? prepare_with(requantizer.DoublePipeline<Cast>())
               : prepare_with(requantizer.Pipeline<Cast>());
  };
  if (filter.data == nullptr) return prepare(weights);
  PackedMatrix packed;
  const Status status = PackedMatrix::Pack(weights, gemmlowp::Side::kRhs,
                                           &packed, engine->backend);
  return status.ok() ? prepare(packed) : status;
}

Status PrepareNarrow(const Graph& graph, const Operator& op, int rows,
                     Engine* engine, std::unique_ptr<Step>* step) {
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& filter = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  const Tensor* const bias = InputOf(graph, op, 2);
  const int channels = filter.shape[0];
  auto made = std::make_unique<FullyConnectedStep>();
  Status status;
  if (engine->fully_connected_scaling == FullyConnectedScaling::kInDouble) {
    status = Requantizer::MakeInDouble(input, filter, bias, output, channels,
                                       op, &made->requantizer);
  } else {
    // With one scale for all channels, the product is formed in float.
    const FormFactor form = filter.quantization.scales.size() == 1
                                ? gemmlowp::RealMultiplierOfFloatProduct
                                : gemmlowp::RealMultiplier;
    status = Requantizer::Make(input, filter, bias, output, channels, op, form,
                               &made->requantizer);
  }
  if (status.ok()) {
    status = PrepareProduct(rows, input, filter, engine, made.get());
  }
  if (!status.ok()) return status;
  made->input = static_cast<std::size_t>(op.inputs[0]);
  made->filter = static_cast<std::size_t>(op.inputs[1]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
  return status;
}

// Sums of a column for each channel, whose weights are contiguous.
Status PrepareSums(int rows, const Tensor& filter,
                   const std::vector<std::int64_t>& bias, Engine* engine,
                   WideFullyConnectedStep* step) {
  const gemmlowp::ConvGeometry geometry =
      gemmlowp::ProductGeometry(rows, filter.shape[1], filter.shape[0]);
  gemmlowp::PackedFilter weights;
  const Status status = gemmlowp::PackedFilter::Pack(
      geometry, reinterpret_cast<const std::int8_t*>(filter.data),
      gemmlowp::FilterLayout::kODHWI, &weights, engine->backend);
  if (!status.ok()) return status;
  gemmlowp::OutputStageBiasAdditionInt64 add_bias;
  add_bias.bias_vector = {bias.data(), static_cast<int>(bias.size())};
  return gemmlowp::PreparedConvolution::Prepare<std::int16_t>(
      &engine->context, geometry, weights, gemmlowp::ConvZeroPoints(),
      std::make_tuple(add_bias, gemmlowp::OutputStageStoreInt64()),
      &step->sums);
}

Status PrepareWide(const Graph& graph, const Operator& op, int rows,
                   Engine* engine, std::unique_ptr<Step>* step) {
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& filter = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  const ElementType type = SumTypeOf(input, op.options);
  auto made = std::make_unique<WideFullyConnectedStep>();
  std::vector<std::int64_t> bias;
  Status status = BoundsOf(op.options.activation, output, &made->bounds);
  if (status.ok() &&
      engine->fully_connected_scaling != FullyConnectedScaling::kInDouble) {
    status = RefuseType("input", input,
                        "is of int16, whose sums are scaled in double only");
  }
  if (status.ok()) {
    status = ReadBias(InputOf(graph, op, 2), type, filter.shape[0], &bias);
  }
  if (status.ok()) {
    status = FactorsOf(input, filter, output, filter.shape[0],
                       gemmlowp::RealMultiplier, &made->factors);
  }
  if (status.ok()) {
    status = PrepareSums(rows, filter, bias, engine, made.get());
  }
  if (!status.ok()) return status;
  made->wraps = type == ElementType::kInt32;
  made->rows = static_cast<std::size_t>(rows);
  made->work = std::int64_t{rows} * filter.shape[0] * filter.shape[1];
  made->input = static_cast<std::size_t>(op.inputs[0]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
  return status;
}

// Both operands are int16: sums are scaled as those of convolutions, and biases
// are int32.
Status PrepareWideWeights(const Graph& graph, const Operator& op, int rows,
                          std::unique_ptr<Step>* step) {
  const Tensor& filter = *InputOf(graph, op, 1);
  WideProduct product;
  product.sizes = {rows, filter.shape[0], filter.shape[1]};
  product.batches = {{1, {0, 0}, {0, 0}, {0, 0}}};
  product.y_is_transposed = true;
  Status status =
      BoundsOf(op.options.activation, OutputOf(graph, op), &product.bounds);
  if (status.ok()) {
    status = ReadBias(InputOf(graph, op, 2), ElementType::kInt32,
                      filter.shape[0], &product.bias);
  }
  if (status.ok()) {
    status = MultiplierOfProduct(graph, op, &product.multiplier);
  }
  return status.ok() ? MakeWideProduct(op, std::move(product), step) : status;
}

}  // namespace

Status PrepareFullyConnected(const Graph& graph, const Operator& op,
                             Engine* engine, std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& filter = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8OrInt16(input, "input");
  if (status.ok()) status = CheckLike(input, output, "output");
  if (status.ok()) status = CheckAxes(filter, "filter", 2);
  if (status.ok()) status = CheckWeights(input, filter);
  int rows = 0;
  if (status.ok()) status = CheckSizes(input, filter, output, op, &rows);
  if (!status.ok()) return status;
  if (filter.type == ElementType::kInt16) {
    return PrepareWideWeights(graph, op, rows, step);
  }
  return input.type == ElementType::kInt16
             ? PrepareWide(graph, op, rows, engine, step)
             : PrepareNarrow(graph, op, rows, engine, step);
}

}  // namespace lowp_network
