// ADD: of tensors of one shape, or of a tensor and what is repeated along it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/prepared_addition.h>
#include <gemmlowp/public/quantization/quantization_params.h>
#include <gemmlowp/public/stages/matrices.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "operands.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

class AddStep : public Step {
 public:
  gemmlowp::PreparedAddition<std::int8_t> addition;
  std::size_t x = 0, y = 0, output = 0;
  std::size_t x_count = 0, y_count = 0;

  Status Run(GemmContext* context, void* const* tensors) const override {
    return addition.Run(context, static_cast<const std::int8_t*>(tensors[x]),
                        x_count, static_cast<const std::int8_t*>(tensors[y]),
                        y_count, static_cast<std::int8_t*>(tensors[output]));
  }
  std::string Describe() const override {
    return addition.is_linear() ? "a linear form" : "TryAdd";
  }
};

// The output has the shape of the larger operand. The shape of the other one,
// without leading sizes of 1, must be the end of it.
Status CheckRepeats(const std::vector<int>& small,
                    const std::vector<int>& large) {
  const auto first =
      std::find_if(small.begin(), small.end(), [](int n) { return n != 1; });
  const auto axes = small.end() - first;
  if (axes <= static_cast<std::ptrdiff_t>(large.size()) &&
      std::equal(first, small.end(), large.end() - axes)) {
    return Status();
  }
  return Refuse("inputs.shape", axes,
                "axes are not the last ones of the other");
}

gemmlowp::TensorScale ScaleOf(const Tensor& tensor) {
  return {tensor.quantization.scales[0], tensor.quantization.zero_points[0]};
}

}  // namespace

Status PrepareAdd(const Graph& graph, const Operator& op, Engine* engine,
                  std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& x = *InputOf(graph, op, 0);
  const Tensor& y = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  const bool x_is_larger = x.elements() >= y.elements();
  const Tensor& larger = x_is_larger ? x : y;
  status = CheckInt8(x, "inputs[0]");
  if (status.ok()) status = CheckInt8(y, "inputs[1]");
  if (status.ok()) status = CheckInt8(output, "output");
  if (status.ok()) {
    status = CheckRepeats((x_is_larger ? y : x).shape, larger.shape);
  }
  if (status.ok() && output.elements() != larger.elements()) {
    status =
        Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
               "values are not as many as the larger operand has");
  }
  auto made = std::make_unique<AddStep>();
  Bounds bounds;
  gemmlowp::ResidualAdditionNumbers numbers = {};
  if (status.ok()) status = BoundsOf(op.options.activation, output, &bounds);
  constexpr int kLeftShift = 20;
  if (status.ok()) {
    status = gemmlowp::MakeResidualAddition(
        ScaleOf(x), ScaleOf(y), ScaleOf(output), kLeftShift,
        gemmlowp::FixedPointRounding::kDouble, &numbers);
  }
  if (status.ok()) {
    status = gemmlowp::PreparedAddition<std::int8_t>::Prepare(
        &engine->context, numbers, {bounds.low, bounds.high}, &made->addition);
  }
  if (!status.ok()) return status;
  made->x = static_cast<std::size_t>(op.inputs[0]);
  made->y = static_cast<std::size_t>(op.inputs[1]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  made->x_count = x.elements();
  made->y_count = y.elements();
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
