// SELECT and SELECT_V2: elements of one of two tensors, as a bool says.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
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

// Reads three tensors by the places of the output's elements, of as many bytes
// as T has.
template <typename T>
class SelectStep : public Step {
 public:
  // An axis of the output with several positions, and how far the operands'
  // elements lie apart along it: 0 where they repeat.
  struct Axis {
    int size;
    std::ptrdiff_t condition, x, y;
  };
  std::vector<Axis> axes;
  std::size_t condition = 0, x = 0, y = 0, output = 0;

  // One that continues the axis before it in all operands belongs to that one.
  void AddAxis(const Axis& axis) {
    if (!axes.empty()) {
      Axis& last = axes.back();
      if (last.condition == axis.condition * axis.size &&
          last.x == axis.x * axis.size && last.y == axis.y * axis.size) {
        last = {last.size * axis.size, axis.condition, axis.x, axis.y};
        return;
      }
    }
    axes.push_back(axis);
  }

  Status Run(GemmContext*, void* const* tensors) const override {
    auto* result = static_cast<T*>(tensors[output]);
    RunAxis(0, static_cast<const std::uint8_t*>(tensors[condition]),
            static_cast<const T*>(tensors[x]),
            static_cast<const T*>(tensors[y]), &result);
    return Status();
  }
  std::string Describe() const override { return "a loop"; }

 private:
  void RunAxis(std::size_t at, const std::uint8_t* choose, const T* from_x,
               const T* from_y, T** result) const {
    if (at + 1 < axes.size()) {
      const Axis& axis = axes[at];
      for (int i = 0; i < axis.size; ++i) {
        RunAxis(at + 1, choose + i * axis.condition, from_x + i * axis.x,
                from_y + i * axis.y, result);
      }
      return;
    }
    const Axis row = at < axes.size() ? axes[at] : Axis{1, 0, 0, 0};
    T* const to = *result;
    // Most rows are one after another in all operands but a constant.
    if (row.condition == 1 && row.x == 1 && row.y == 0) {
      const T other = *from_y;
      for (int i = 0; i < row.size; ++i) {
        const T value = from_x[i];  // read in any case: this is vectorized
        to[i] = choose[i] != 0 ? value : other;
      }
    } else {
      for (int i = 0; i < row.size; ++i) {
        to[i] =
            choose[i * row.condition] ? from_x[i * row.x] : from_y[i * row.y];
      }
    }
    *result += row.size;
  }
};

template <typename T>
void MakeSelectStep(const Operator& op, const Tensor& output,
                    const std::vector<std::ptrdiff_t>& condition,
                    const std::vector<std::ptrdiff_t>& x,
                    const std::vector<std::ptrdiff_t>& y,
                    std::unique_ptr<Step>* step) {
  auto made = std::make_unique<SelectStep<T>>();
  constexpr auto kBytes = static_cast<std::ptrdiff_t>(sizeof(T));
  for (std::size_t i = 0; i < output.shape.size(); ++i) {
    if (output.shape[i] == 1) continue;
    made->AddAxis(
        {output.shape[i], condition[i], x[i] / kBytes, y[i] / kBytes});
  }
  made->condition = static_cast<std::size_t>(op.inputs[0]);
  made->x = static_cast<std::size_t>(op.inputs[1]);
  made->y = static_cast<std::size_t>(op.inputs[2]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
}

}  // namespace

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
  // Converters give int16 scales of its own, and values are copied all the same
  // in TensorFlow Lite.
  if (status.ok()) status = CheckSameType(x, output, "output");
  if (status.ok()) status = CheckSameType(y, output, "output");
  if (status.ok()) {
    status = StridesAlong(condition, output, "condition", &of_condition);
  }
  if (status.ok()) status = StridesAlong(x, output, "inputs[1]", &of_x);
  if (status.ok()) status = StridesAlong(y, output, "inputs[2]", &of_y);
  if (!status.ok()) return status;
  const auto make = [&](auto element) {
    MakeSelectStep<decltype(element)>(op, output, of_condition, of_x, of_y,
                                      step);
  };
  switch (output.element_bytes()) {
    case 1:
      make(std::uint8_t());
      break;
    case 2:
      make(std::uint16_t());
      break;
    case 4:
      make(std::uint32_t());
      break;
    default:
      make(std::uint64_t());
  }
  return status;
}

}  // namespace lowp_network
