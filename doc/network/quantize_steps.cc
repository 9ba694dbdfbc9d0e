// QUANTIZE and DEQUANTIZE: the ends of a network, and what changes scales or
// types.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/tensor/requantization.h>
#include <gemmlowp/public/tensor/transforms.h>

#include "operands.h"
#include "requantizer.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

template <typename In, typename Out>
void MakeRequantizeStep(const Operator& op,
                        const gemmlowp::Requantization& requantization,
                        std::size_t count, std::unique_ptr<Step>* step) {
  MakeUnaryStep<In, Out>(
      op, "TryRequantize",
      [requantization, count](GemmContext* context, const In* from, Out* to) {
        return gemmlowp::TryRequantize(
            context, from, gemmlowp::FlatShape(count), requantization, to);
      },
      step);
}

// From one scale or type to another.
Status PrepareRequantize(const Operator& op, const Tensor& input,
                         const Tensor& output, std::unique_ptr<Step>* step) {
  gemmlowp::FixedPointMultiplier multiplier;
  const Status status = MultiplierBetween(input, output, &multiplier);
  if (!status.ok()) return status;
  gemmlowp::Requantization requantization(
      multiplier, gemmlowp::FixedPointRounding::kDouble);
  requantization.input_zero_point = input.quantization.zero_points[0];
  requantization.output_zero_point = output.quantization.zero_points[0];
  WithQuantized(input.type, [&](auto in) {
    WithQuantized(output.type, [&](auto out) {
      MakeRequantizeStep<decltype(in), decltype(out)>(op, requantization,
                                                      input.elements(), step);
    });
  });
  return status;
}

gemmlowp::TensorQuantization QuantizationOf(const Tensor& tensor) {
  return {tensor.quantization.scales[0], tensor.quantization.zero_points[0]};
}

template <typename Out>
void MakeQuantizeStep(const Operator& op, const Tensor& output,
                      std::unique_ptr<Step>* step) {
  const gemmlowp::TensorQuantization quantization = QuantizationOf(output);
  const gemmlowp::TensorShape shape = gemmlowp::FlatShape(output.elements());
  MakeUnaryStep<float, Out>(
      op, "TryQuantize",
      [quantization, shape](GemmContext* context, const float* from, Out* to) {
        return gemmlowp::TryQuantize(context, from, shape, quantization,
                                     gemmlowp::ValueRounding::kAway, to);
      },
      step);
}

template <typename In>
void MakeDequantizeStep(const Operator& op, const Tensor& input,
                        std::unique_ptr<Step>* step) {
  const gemmlowp::TensorQuantization quantization = QuantizationOf(input);
  const gemmlowp::TensorShape shape = gemmlowp::FlatShape(input.elements());
  MakeUnaryStep<In, float>(
      op, "TryDequantize",
      [quantization, shape](GemmContext* context, const In* from, float* to) {
        return gemmlowp::TryDequantize(context, from, shape, quantization, to);
      },
      step);
}

}  // namespace

Status PrepareQuantize(const Graph& graph, const Operator& op, Engine*,
                       std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckQuantized(output, "output");
  if (status.ok()) status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  if (input.type == ElementType::kFloat32) {
    WithQuantized(output.type, [&](auto out) {
      MakeQuantizeStep<decltype(out)>(op, output, step);
    });
    return status;
  }
  status = CheckQuantized(input, "input");
  return status.ok() ? PrepareRequantize(op, input, output, step) : status;
}

Status PrepareDequantize(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckQuantized(input, "input");
  if (status.ok()) status = CheckSameSize(input, output);
  if (status.ok()) status = CheckFloat32(output, "output");
  if (!status.ok()) return status;
  WithQuantized(input.type, [&](auto in) {
    MakeDequantizeStep<decltype(in)>(op, input, step);
  });
  return status;
}

}  // namespace lowp_network
