// Operators on single tensors: the ends of a network, and changes of shape.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/multiplier_builders.h>
#include <gemmlowp/public/tensor/requantization.h>
#include <gemmlowp/public/tensor/softmax.h>
#include <gemmlowp/public/tensor/transforms.h>

#include <cstddef>
#include <cstring>
#include <utility>

#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// A step from one tensor to another, computed by a function object
// f(context, input, output).
template <typename In, typename Out, typename Function>
class UnaryStep : public Step {
 public:
  UnaryStep(const Operator& op, std::string words, Function function)
      : words_(std::move(words)),
        function_(std::move(function)),
        input_(static_cast<std::size_t>(op.inputs[0])),
        output_(static_cast<std::size_t>(op.outputs[0])) {}

  Status Run(GemmContext* context, void* const* tensors) const override {
    return function_(context, static_cast<const In*>(tensors[input_]),
                     static_cast<Out*>(tensors[output_]));
  }
  std::string Describe() const override { return words_; }

 private:
  std::string words_;
  Function function_;
  std::size_t input_, output_;
};

template <typename In, typename Out, typename Function>
void Make(const Operator& op, const char* words, Function function,
          std::unique_ptr<Step>* step) {
  *step = std::make_unique<UnaryStep<In, Out, Function>>(op, words,
                                                         std::move(function));
}

Status CheckSameSize(const Tensor& input, const Tensor& output) {
  if (input.elements() == output.elements()) return Status();
  return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                "values are not as many as the input has");
}

// From one scale to another.
Status PrepareRequantize(const Operator& op, const Tensor& input,
                         const Tensor& output, std::unique_ptr<Step>* step) {
  double factor = 0;
  Status status = gemmlowp::RealMultiplier(
      input.quantization.scales[0], 1, output.quantization.scales[0], &factor);
  gemmlowp::FixedPointMultiplier multiplier;
  if (status.ok()) status = gemmlowp::QuantizeMultiplier(factor, &multiplier);
  if (!status.ok()) return status;
  gemmlowp::Requantization requantization(
      multiplier, gemmlowp::FixedPointRounding::kDouble);
  requantization.input_zero_point = input.quantization.zero_points[0];
  requantization.output_zero_point = output.quantization.zero_points[0];
  const gemmlowp::TensorShape shape = gemmlowp::FlatShape(input.elements());
  Make<std::int8_t, std::int8_t>(
      op, "TryRequantize",
      [requantization, shape](GemmContext* context, const std::int8_t* from,
                              std::int8_t* to) {
        return gemmlowp::TryRequantize(context, from, shape, requantization,
                                       to);
      },
      step);
  return status;
}

}  // namespace

Status PrepareCopy(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  // The other operands give the shape, which the output has as well.
  Status status = CheckOperands(op, 1, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckSameQuantization(input, output);
  if (status.ok()) status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  const std::size_t size = input.size_in_bytes();
  Make<std::uint8_t, std::uint8_t>(
      op, "a copy",
      [size](GemmContext*, const std::uint8_t* from, std::uint8_t* to) {
        std::memcpy(to, from, size);
        return Status();
      },
      step);
  return status;
}

Status PrepareQuantize(const Graph& graph, const Operator& op, Engine*,
                       std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8(output, "output");
  if (status.ok()) status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  if (input.type != ElementType::kFloat32) {
    status = CheckInt8(input, "input");
    return status.ok() ? PrepareRequantize(op, input, output, step) : status;
  }
  const gemmlowp::TensorQuantization quantization(
      output.quantization.scales[0], output.quantization.zero_points[0]);
  const gemmlowp::TensorShape shape = gemmlowp::FlatShape(input.elements());
  Make<float, std::int8_t>(
      op, "TryQuantize",
      [quantization, shape](GemmContext* context, const float* from,
                            std::int8_t* to) {
        return gemmlowp::TryQuantize(context, from, shape, quantization,
                                     gemmlowp::ValueRounding::kAway, to);
      },
      step);
  return status;
}

Status PrepareDequantize(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8(input, "input");
  if (status.ok()) status = CheckSameSize(input, output);
  if (status.ok() && output.type != ElementType::kFloat32) {
    status =
        Refuse("output", static_cast<int>(output.type), "is not of float32");
  }
  if (!status.ok()) return status;
  const gemmlowp::TensorQuantization quantization(
      input.quantization.scales[0], input.quantization.zero_points[0]);
  const gemmlowp::TensorShape shape = gemmlowp::FlatShape(input.elements());
  Make<std::int8_t, float>(
      op, "TryDequantize",
      [quantization, shape](GemmContext* context, const std::int8_t* from,
                            float* to) {
        return gemmlowp::TryDequantize(context, from, shape, quantization, to);
      },
      step);
  return status;
}

Status PrepareSoftmax(const Graph& graph, const Operator& op, Engine*,
                      std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8(input, "input");
  if (status.ok()) status = CheckInt8(output, "output");
  if (status.ok()) status = CheckSameSize(input, output);
  if (status.ok() && input.shape.empty()) status = CheckAxes(input, "input", 1);
  if (status.ok() && (output.quantization.scales[0] != 1.0f / 256 ||
                      output.quantization.zero_points[0] != -128)) {
    status = Refuse("output", output.quantization.zero_points[0],
                    "and its scale are not -128 and 1/256");
  }
  gemmlowp::SoftmaxTable table;
  if (status.ok()) {
    status = gemmlowp::BuildSoftmaxTable(input.quantization.scales[0],
                                         op.options.beta, &table);
  }
  if (!status.ok()) return status;
  const auto columns = static_cast<std::size_t>(input.shape.back());
  const std::size_t rows = input.elements() / columns;
  Make<std::int8_t, std::int8_t>(
      op, "TrySoftmax",
      [table, rows, columns](GemmContext* context, const std::int8_t* from,
                             std::int8_t* to) {
        return gemmlowp::TrySoftmax(context, from, rows, columns, table, to);
      },
      step);
  return status;
}

}  // namespace lowp_network
