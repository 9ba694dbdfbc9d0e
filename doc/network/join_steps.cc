// CONCATENATION and PACK: tensors joined along an axis.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/concat.h>

#include <memory>
#include <utility>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

// The same as a step of movements, for quantized values, on the context's
// threads, and for uint8 from one scale to another.
template <typename T>
class ConcatStep : public Step {
 public:
  std::vector<gemmlowp::ConcatPart<T>> parts;  // without data
  std::vector<std::size_t> inputs;
  std::size_t output = 0, outer = 1, inner = 1;
  gemmlowp::TensorScale scale;

  Status Run(gemmlowp::GemmContext* context,
             void* const* tensors) const override {
    std::vector<gemmlowp::ConcatPart<T>> filled = parts;
    for (std::size_t i = 0; i < filled.size(); ++i) {
      filled[i].data = static_cast<const T*>(tensors[inputs[i]]);
    }
    return gemmlowp::TryConcat(context, filled.data(),
                               static_cast<int>(filled.size()), outer, inner,
                               scale, static_cast<T*>(tensors[output]));
  }
  std::string Describe() const override { return "TryConcat"; }
};

// CONCATENATION of uint8 is the one that rescales: each tensor needs a scale,
// but may have its own.
Status CheckPart(const Operator& op, const Tensor& input,
                 const Tensor& output) {
  if (op.code != kConcatenation || input.type != ElementType::kUInt8 ||
      output.type != input.type || output.quantization.scales.empty()) {
    return CheckSameQuantization(input, output);
  }
  const Status status = CheckQuantized(input, "inputs");
  return status.ok() ? CheckQuantized(output, "output") : status;
}

// Inputs lie side by side along an axis of the output, each with as many
// positions as `sizes` says.
Status CheckJoint(const Graph& graph, const Operator& op, std::size_t axis,
                  const std::vector<std::int64_t>& sizes) {
  const Tensor& output = OutputOf(graph, op);
  const std::int64_t whole = output.shape[axis];
  const std::size_t others =
      output.elements() / static_cast<std::size_t>(whole);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Tensor& input = *InputOf(graph, op, static_cast<int>(i));
    const Status status = CheckPart(op, input, output);
    if (!status.ok()) return status;
    if (input.elements() != others * static_cast<std::size_t>(sizes[i])) {
      return Refuse("inputs.shape", static_cast<std::int64_t>(i),
                    "has other sizes than the output");
    }
    sum += sizes[i];
  }
  if (sum == whole) return Status();
  return Refuse("output.shape", whole, "is not the sum of the inputs'");
}

void MakeJoint(const Graph& graph, const Operator& op, std::size_t axis,
               const std::vector<std::int64_t>& sizes,
               std::unique_ptr<Step>* step) {
  const Tensor& output = OutputOf(graph, op);
  std::vector<Movement> movements;
  std::vector<Part> parts;
  for (int size : output.shape) parts.push_back(WholeAxis(size));
  std::int64_t first = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    parts[axis] = {first, 1, sizes[i]};
    Movement movement = Reversed(MovementOfPart(output, parts));
    movement.input = i;
    movements.push_back(std::move(movement));
    first += sizes[i];
  }
  MakeMoveStep(op, std::move(movements), step);
}

template <typename T>
void MakeConcat(const Graph& graph, const Operator& op, std::size_t axis,
                const std::vector<std::int64_t>& sizes,
                std::unique_ptr<Step>* step) {
  const Tensor& output = OutputOf(graph, op);
  auto made = std::make_unique<ConcatStep<T>>();
  made->scale = ScaleOf(output);
  for (std::size_t i = 0; i < output.shape.size(); ++i) {
    const auto size = static_cast<std::size_t>(output.shape[i]);
    if (i < axis) made->outer *= size;
    if (i > axis) made->inner *= size;
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    made->inputs.push_back(static_cast<std::size_t>(op.inputs[i]));
    made->parts.push_back({nullptr, static_cast<std::size_t>(sizes[i]),
                           ScaleOf(*InputOf(graph, op, static_cast<int>(i)))});
  }
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
}

// All operands are there, and at least one.
Status CheckAllOperands(const Operator& op) {
  if (op.inputs.empty()) return Refuse("inputs", 0, "are none");
  return CheckOperands(op, static_cast<int>(op.inputs.size()));
}

}  // namespace

Status PrepareConcatenation(const Graph& graph, const Operator& op, Engine*,
                            std::unique_ptr<Step>* step) {
  Status status = CheckAllOperands(op);
  if (!status.ok()) return status;
  const Tensor& output = OutputOf(graph, op);
  std::size_t axis = 0;
  status = CheckAxis(op.options.axis, output.shape.size(), &axis);
  if (status.ok() &&
      op.options.activation != static_cast<int>(Activation::kNone)) {
    status = Refuse("fused_activation_function", op.options.activation,
                    "is not NONE");
  }
  std::vector<std::int64_t> sizes;
  for (std::size_t i = 0; i < op.inputs.size() && status.ok(); ++i) {
    const Tensor& input = *InputOf(graph, op, static_cast<int>(i));
    status = CheckAxes(input, "inputs", static_cast<int>(output.shape.size()));
    if (status.ok()) sizes.push_back(input.shape[axis]);
  }
  if (status.ok()) status = CheckJoint(graph, op, axis, sizes);
  if (!status.ok()) return status;
  if (CheckActivations(output, "output").ok()) {
    WithQuantized(output.type, [&](auto value) {
      MakeConcat<decltype(value)>(graph, op, axis, sizes, step);
    });
  } else {
    MakeJoint(graph, op, axis, sizes, step);
  }
  return status;
}

Status PreparePack(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  Status status = CheckAllOperands(op);
  if (!status.ok()) return status;
  std::size_t axis = 0;
  status = CheckAxis(op.options.axis, OutputOf(graph, op).shape.size(), &axis);
  const std::vector<std::int64_t> sizes(op.inputs.size(), 1);
  if (status.ok()) status = CheckJoint(graph, op, axis, sizes);
  if (status.ok()) MakeJoint(graph, op, axis, sizes, step);
  return status;
}

}  // namespace lowp_network
