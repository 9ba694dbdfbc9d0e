// Comparisons of two tensors, whose results are bools of a byte; and SELECT,
// which takes one of two tensors where a bool says so.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/multiplier_builders.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include "binary_step.h"
#include "fixed_point.h"
#include "movement.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::OperandCount;
using gemmlowp::Status;

bool Holds(int code, std::int32_t x, std::int32_t y) {
  switch (code) {
    case kEqual:
      return x == y;
    case kNotEqual:
      return x != y;
    case kGreater:
      return x > y;
    case kGreaterEqual:
      return x >= y;
    case kLess:
      return x < y;
    default:
      return x <= y;
  }
}

// What is compared for each byte: (x - zero_point) * 2^8 * scale, in integers.
using Comparable = std::array<std::int32_t, 256>;

Status ComparableOf(const Tensor& tensor, Comparable* values) {
  constexpr int kLeftShift = 8;
  gemmlowp::FixedPointMultiplier multiplier;
  const gemmlowp::TensorScale scale = ScaleOf(tensor);
  Status status = gemmlowp::QuantizeMultiplier(static_cast<double>(scale.scale),
                                               &multiplier);
  if (status.ok()) status = CheckExponent(multiplier);
  for (int x = -128; status.ok() && x < 128; ++x) {
    (*values)[static_cast<std::uint8_t>(x)] =
        Rescaled((x - scale.zero_point) * (1 << kLeftShift), multiplier);
  }
  return status;
}

// Reads three tensors by the places of the output's elements.
class SelectStep : public Step {
 public:
  // An axis of the output with several positions, and how far the operands'
  // elements lie apart along it: 0 where they repeat.
  struct Axis {
    int size;
    std::ptrdiff_t condition, x, y;
  };
  std::vector<Axis> axes;
  std::size_t element_bytes = 1;
  std::size_t condition = 0, x = 0, y = 0, output = 0;

  Status Run(GemmContext*, void* const* tensors) const override {
    auto* result = static_cast<std::uint8_t*>(tensors[output]);
    RunAxis(0, static_cast<const std::uint8_t*>(tensors[condition]),
            static_cast<const std::uint8_t*>(tensors[x]),
            static_cast<const std::uint8_t*>(tensors[y]), &result);
    return Status();
  }
  std::string Describe() const override { return "a loop"; }

 private:
  void RunAxis(std::size_t at, const std::uint8_t* choose,
               const std::uint8_t* from_x, const std::uint8_t* from_y,
               std::uint8_t** result) const {
    if (at == axes.size()) {
      std::memcpy(*result, *choose != 0 ? from_x : from_y, element_bytes);
      *result += element_bytes;
      return;
    }
    const Axis& axis = axes[at];
    for (int i = 0; i < axis.size; ++i) {
      RunAxis(at + 1, choose + i * axis.condition, from_x + i * axis.x,
              from_y + i * axis.y, result);
    }
  }
};

}  // namespace

Status PrepareComparison(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& x = *InputOf(graph, op, 0);
  const Tensor& y = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  Broadcast broadcast;
  status = CheckInt8(x, "inputs[0]");
  if (status.ok()) status = CheckInt8(y, "inputs[1]");
  if (status.ok()) status = CheckBool(output, "output");
  if (status.ok()) status = PlanBroadcast(x, y, output, &broadcast);
  Comparable xs, ys;
  if (status.ok()) status = ComparableOf(x, &xs);
  if (status.ok()) status = ComparableOf(y, &ys);
  if (!status.ok()) return status;
  const auto holds = [xs, ys, code = op.code](std::int8_t a, std::int8_t b) {
    return static_cast<std::int8_t>(Holds(code,
                                          xs[static_cast<std::uint8_t>(a)],
                                          ys[static_cast<std::uint8_t>(b)]));
  };
  MakeBinaryStep<std::int8_t>(
      op, broadcast, "a loop",
      [holds](GemmContext*, const std::int8_t* a, OperandCount a_count,
              const std::int8_t* b, OperandCount b_count, std::int8_t* result) {
        CombineElements(a, a_count, b, b_count, result, holds);
        return Status();
      },
      step);
  return status;
}

Status PrepareSelect(const Graph& graph, const Operator& op, Engine*,
                     std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 3);
  if (!status.ok()) return status;
  const Tensor& condition = *InputOf(graph, op, 0);
  const Tensor& x = *InputOf(graph, op, 1);
  const Tensor& y = *InputOf(graph, op, 2);
  const Tensor& output = OutputOf(graph, op);
  std::vector<std::ptrdiff_t> of_condition, of_x, of_y;
  status = CheckBool(condition, "condition");
  if (status.ok()) status = CheckSameQuantization(x, output);
  if (status.ok()) status = CheckSameQuantization(y, output);
  if (status.ok()) {
    status = StridesAlong(condition, output, "condition", &of_condition);
  }
  if (status.ok()) status = StridesAlong(x, output, "inputs[1]", &of_x);
  if (status.ok()) status = StridesAlong(y, output, "inputs[2]", &of_y);
  if (!status.ok()) return status;
  auto made = std::make_unique<SelectStep>();
  made->element_bytes = output.element_bytes();
  for (std::size_t i = 0; i < output.shape.size(); ++i) {
    if (output.shape[i] == 1) continue;
    made->axes.push_back({output.shape[i], of_condition[i], of_x[i], of_y[i]});
  }
  made->condition = static_cast<std::size_t>(op.inputs[0]);
  made->x = static_cast<std::size_t>(op.inputs[1]);
  made->y = static_cast<std::size_t>(op.inputs[2]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
