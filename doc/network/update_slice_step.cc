// DYNAMIC_UPDATE_SLICE: a part of a tensor is replaced where indices say.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// The input with a part of it replaced, whose first position along each axis is
// read, and moved so far that the part lies within the input.
template <typename Index>
class UpdateStep : public Step {
 public:
  struct Axis {
    int size, positions;  // of the input and of the part
    std::size_t stride;   // bytes of the input
  };
  std::vector<Axis> axes;
  std::size_t bytes = 0, rows = 0, row_bytes = 0;  // rows of the part
  std::size_t input = 0, update = 0, starts = 0, output = 0;

  Status Run(GemmContext*, void* const* tensors) const override {
    auto* to = static_cast<std::uint8_t*>(tensors[output]);
    std::memcpy(to, tensors[input], bytes);
    const auto* start = static_cast<const Index*>(tensors[starts]);
    for (const Axis& axis : axes) {
      const Index last = axis.size - axis.positions;
      to += static_cast<std::size_t>(std::clamp(*start++, Index{0}, last)) *
            axis.stride;
    }
    const auto* from = static_cast<const std::uint8_t*>(tensors[update]);
    for (std::size_t row = 0; row < rows; ++row, from += row_bytes) {
      std::memcpy(to + OffsetOf(row), from, row_bytes);
    }
    return Status();
  }
  std::string Describe() const override { return "copies"; }

 private:
  // Of a row of the part, in the input.
  std::size_t OffsetOf(std::size_t row) const {
    std::size_t offset = 0;
    for (std::size_t i = axes.size() - 1; i-- > 0;) {
      const auto positions = static_cast<std::size_t>(axes[i].positions);
      offset += row % positions * axes[i].stride;
      row /= positions;
    }
    return offset;
  }
};

Status CheckUpdate(const Graph& graph, const Operator& op) {
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& update = *InputOf(graph, op, 1);
  const Tensor& starts = *InputOf(graph, op, 2);
  const Tensor& output = OutputOf(graph, op);
  const std::size_t axes = input.shape.size();
  Status status = CheckSameQuantization(input, update);
  if (status.ok()) status = CheckSameQuantization(input, output);
  if (status.ok()) status = CheckIntegers(starts, "start_indices");
  if (!status.ok()) return status;
  if (axes == 0 || update.shape.size() != axes || output.shape != input.shape) {
    return Refuse("update.shape", static_cast<std::int64_t>(axes),
                  "are the input's axes, and not those of both others");
  }
  if (starts.elements() != axes) {
    return Refuse("start_indices", static_cast<std::int64_t>(starts.elements()),
                  "values are not one for each axis");
  }
  for (std::size_t i = 0; i < axes; ++i) {
    if (update.shape[i] > input.shape[i]) {
      return Refuse("update.shape", update.shape[i],
                    "is more than the input has along the axis");
    }
  }
  return status;
}

template <typename Index>
void MakeUpdateStep(const Graph& graph, const Operator& op,
                    std::unique_ptr<Step>* step) {
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& update = *InputOf(graph, op, 1);
  auto made = std::make_unique<UpdateStep<Index>>();
  const std::size_t element = input.element_bytes();
  const auto strides = StridesOf(input.shape, element);
  for (std::size_t i = 0; i < strides.size(); ++i) {
    made->axes.push_back({input.shape[i], update.shape[i],
                          static_cast<std::size_t>(strides[i])});
  }
  made->bytes = input.size_in_bytes();
  made->row_bytes = static_cast<std::size_t>(update.shape.back()) * element;
  made->rows = update.size_in_bytes() / made->row_bytes;
  made->input = static_cast<std::size_t>(op.inputs[0]);
  made->update = static_cast<std::size_t>(op.inputs[1]);
  made->starts = static_cast<std::size_t>(op.inputs[2]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
}

}  // namespace

Status PrepareDynamicUpdateSlice(const Graph& graph, const Operator& op,
                                 Engine*, std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 3);
  if (status.ok()) status = CheckUpdate(graph, op);
  if (!status.ok()) return status;
  WithIntegers(InputOf(graph, op, 2)->type, [&](auto index) {
    MakeUpdateStep<decltype(index)>(graph, op, step);
  });
  return status;
}

}  // namespace lowp_network
