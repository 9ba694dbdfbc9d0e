// PAD: a copy with zero points around it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// The output is filled, and then the input's runs along the last axis are
// copied into it.
class PadStep : public Step {
 public:
  struct Axis {
    std::size_t size;    // of the input
    std::size_t before;  // elements of the output before the first
    std::size_t stride;  // in the output
  };
  std::vector<Axis> axes;  // but the last one
  std::size_t run = 0, before_run = 0;
  std::size_t output_bytes = 0;
  int value = 0;
  std::size_t input = 0, output = 0;

  Status Run(GemmContext*, void* const* tensors) const override {
    std::memset(tensors[output], value, output_bytes);
    const auto* from = static_cast<const std::int8_t*>(tensors[input]);
    Copy(0, &from, static_cast<std::int8_t*>(tensors[output]) + before_run);
    return Status();
  }
  std::string Describe() const override { return "a copy"; }

 private:
  void Copy(std::size_t axis, const std::int8_t** from, std::int8_t* to) const {
    if (axis == axes.size()) {
      std::memcpy(to, *from, run);
      *from += run;
      return;
    }
    to += axes[axis].before;
    for (std::size_t i = 0; i < axes[axis].size; ++i) {
      Copy(axis + 1, from, to + i * axes[axis].stride);
    }
  }
};

// Pads of each axis, before and after, that lead from one shape to the other.
Status CheckPads(const Tensor& input, const Tensor& output,
                 const std::vector<std::int32_t>& pads) {
  const std::size_t axes = input.shape.size();
  if (axes == 0 || output.shape.size() != axes || pads.size() != 2 * axes) {
    return Refuse("paddings", static_cast<std::int64_t>(pads.size()),
                  "values are not two for each axis");
  }
  for (std::size_t i = 0; i < axes; ++i) {
    const std::int64_t before = pads[2 * i], after = pads[2 * i + 1];
    if (before < 0 || after < 0) {
      return Refuse("paddings", before < 0 ? before : after, "is negative");
    }
    if (input.shape[i] + before + after != output.shape[i]) {
      return Refuse("output.shape", output.shape[i],
                    "is not the input's and the padding");
    }
  }
  return Status();
}

}  // namespace

Status PreparePad(const Graph& graph, const Operator& op, Engine*,
                  std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::vector<std::int32_t> pads;
  status = CheckInt8(input, "input");
  if (status.ok()) status = CheckSameQuantization(input, output);
  if (status.ok()) status = ReadInts(*InputOf(graph, op, 1), "paddings", &pads);
  if (status.ok()) status = CheckPads(input, output, pads);
  if (!status.ok()) return status;
  auto made = std::make_unique<PadStep>();
  const std::size_t last = input.shape.size() - 1;
  made->run = static_cast<std::size_t>(input.shape[last]);
  made->before_run = static_cast<std::size_t>(pads[2 * last]);
  std::size_t stride = static_cast<std::size_t>(output.shape[last]);
  made->axes.resize(last);
  for (std::size_t i = last; i-- > 0;) {
    made->axes[i] = {static_cast<std::size_t>(input.shape[i]),
                     static_cast<std::size_t>(pads[2 * i]) * stride, stride};
    stride *= static_cast<std::size_t>(output.shape[i]);
  }
  made->output_bytes = stride;
  made->value = input.quantization.zero_points[0];
  made->input = static_cast<std::size_t>(op.inputs[0]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
