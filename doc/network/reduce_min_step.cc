// REDUCE_MIN of int8: the least of the elements that meet one of the output.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <vector>

#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

class ReduceMinStep : public Step {
 public:
  // An axis of the input with several positions, and how far results lie apart
  // along it: 0 where they are one.
  struct Axis {
    int size;
    std::ptrdiff_t result;
  };
  std::vector<Axis> axes;
  std::size_t input = 0, output = 0, count = 0;

  Status Run(GemmContext*, void* const* tensors) const override {
    const auto* from = static_cast<const std::int8_t*>(tensors[input]);
    auto* const to = static_cast<std::int8_t*>(tensors[output]);
    std::fill_n(to, count, std::int8_t{127});
    ReduceAxis(0, &from, to);
    return Status();
  }
  std::string Describe() const override { return "a loop"; }

 private:
  void ReduceAxis(std::size_t at, const std::int8_t** from,
                  std::int8_t* result) const {
    if (at == axes.size()) {
      *result = std::min(*result, *(*from)++);
      return;
    }
    for (int i = 0; i < axes[at].size; ++i) {
      ReduceAxis(at + 1, from, result + i * axes[at].result);
    }
  }
};

// Which axes are reduced: the second operand, from either end.
Status ReadReduced(const Graph& graph, const Operator& op,
                   std::vector<bool>* is_reduced) {
  const std::size_t axes = InputOf(graph, op, 0)->shape.size();
  std::vector<std::int64_t> values;
  Status status = ReadIndices(*InputOf(graph, op, 1), "axes", &values);
  is_reduced->assign(axes, false);
  for (std::int64_t axis : values) {
    std::size_t at = 0;
    if (status.ok()) status = CheckAxis(axis, axes, &at);
    if (status.ok()) (*is_reduced)[at] = true;
  }
  return status;
}

Status SetStep(const Graph& graph, const Operator& op, ReduceMinStep* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::vector<bool> is_reduced;
  status = CheckInt8(input, "input");
  if (status.ok()) status = CheckInt8(output, "output");
  if (status.ok()) status = ReadReduced(graph, op, &is_reduced);
  if (!status.ok()) return status;
  std::ptrdiff_t stride = 1;
  std::size_t count = 1;
  for (std::size_t i = input.shape.size(); i-- > 0;) {
    const int size = input.shape[i];
    if (size == 1) continue;
    step->axes.insert(step->axes.begin(), {size, is_reduced[i] ? 0 : stride});
    if (is_reduced[i]) continue;
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
  auto made = std::make_unique<ReduceMinStep>();
  Status status = SetStep(graph, op, made.get());
  if (status.ok()) {
    status = CheckSameQuantization(*InputOf(graph, op, 0), OutputOf(graph, op));
  }
  if (status.ok()) *step = std::move(made);
  return status;
}

}  // namespace lowp_network
