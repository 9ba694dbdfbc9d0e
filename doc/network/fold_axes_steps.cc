// SUM and REDUCE_MIN of int8: all elements that meet one of the output become
// it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "fixed_point.h"
#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// Adds elements into int32, or keeps the least, and then finishes each result.
class FoldAxesStep : public Step {
 public:
  // An axis of the input, and how far results lie apart along it: 0 where they
  // are one.
  struct Axis {
    int size;
    std::ptrdiff_t result;
  };
  std::vector<Axis> axes;
  std::size_t input = 0, output = 0, count = 0;
  bool adds = false;
  // Of sums: round(sum * scale + bias) + zero_point in float.
  float scale = 1, bias = 0;
  std::int32_t zero_point = 0;

  Status Run(GemmContext*, void* const* tensors) const override {
    std::vector<std::int32_t> folded(count, adds ? 0 : 127);
    const auto* from = static_cast<const std::int8_t*>(tensors[input]);
    FoldAxis(0, &from, folded.data());
    auto* const to = static_cast<std::int8_t*>(tensors[output]);
    for (std::size_t i = 0; i < count; ++i) {
      to[i] = adds ? Finished(folded[i]) : static_cast<std::int8_t>(folded[i]);
    }
    return Status();
  }
  std::string Describe() const override { return "a loop"; }

 private:
  std::int8_t Finished(std::int32_t sum) const {
    const float real = std::round(static_cast<float>(sum) * scale + bias);
    constexpr float kFar = 1e6f;
    return ClampedToInt8(
        static_cast<std::int32_t>(std::min(std::max(real, -kFar), kFar)) +
        zero_point);
  }

  void FoldAxis(std::size_t at, const std::int8_t** from,
                std::int32_t* result) const {
    if (at == axes.size()) {
      *result = adds ? *result + **from
                     : std::min(*result, static_cast<std::int32_t>(**from));
      ++*from;
      return;
    }
    for (int i = 0; i < axes[at].size; ++i) {
      FoldAxis(at + 1, from, result + i * axes[at].result);
    }
  }
};

// Which axes are folded: the second operand, from either end.
Status ReadFolded(const Graph& graph, const Operator& op,
                  std::vector<bool>* is_folded) {
  const std::size_t axes = InputOf(graph, op, 0)->shape.size();
  std::vector<std::int64_t> values;
  Status status = ReadIndices(*InputOf(graph, op, 1), "axes", &values);
  is_folded->assign(axes, false);
  for (std::int64_t axis : values) {
    std::size_t at = 0;
    if (status.ok()) status = CheckAxis(axis, axes, &at);
    if (status.ok()) (*is_folded)[at] = true;
  }
  return status;
}

Status PrepareFold(const Graph& graph, const Operator& op, FoldAxesStep* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::vector<bool> is_folded;
  status = CheckInt8(input, "input");
  if (status.ok()) status = CheckInt8(output, "output");
  if (status.ok()) status = ReadFolded(graph, op, &is_folded);
  if (!status.ok()) return status;
  std::ptrdiff_t stride = 1;
  std::size_t count = 1;
  for (std::size_t i = input.shape.size(); i-- > 0;) {
    const int size = input.shape[i];
    step->axes.insert(step->axes.begin(), {size, is_folded[i] ? 0 : stride});
    if (is_folded[i]) continue;
    stride *= size;
    count *= static_cast<std::size_t>(size);
  }
  if (output.elements() != count) {
    return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                  "values are not one for each place that is kept");
  }
  step->input = static_cast<std::size_t>(op.inputs[0]);
  step->output = static_cast<std::size_t>(op.outputs[0]);
  step->count = count;
  return status;
}

}  // namespace

Status PrepareReduceMin(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  auto made = std::make_unique<FoldAxesStep>();
  Status status = PrepareFold(graph, op, made.get());
  if (status.ok()) {
    status = CheckSameQuantization(*InputOf(graph, op, 0), OutputOf(graph, op));
  }
  if (status.ok()) *step = std::move(made);
  return status;
}

Status PrepareReduceSum(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  auto made = std::make_unique<FoldAxesStep>();
  const Status status = PrepareFold(graph, op, made.get());
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const gemmlowp::TensorScale from = ScaleOf(input);
  const gemmlowp::TensorScale to = ScaleOf(OutputOf(graph, op));
  const std::size_t each = input.elements() / made->count;
  made->adds = true;
  made->scale = from.scale / to.scale;
  made->bias = static_cast<float>(-from.zero_point) * made->scale *
               static_cast<float>(each);
  made->zero_point = to.zero_point;
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
