// ONE_HOT: for each index one value where it says, and another one elsewhere.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// Indices are `outer` times `inner`, results outer x depth x inner.
template <typename Index>
class OneHotStep : public Step {
 public:
  std::size_t outer = 1, depth = 1, inner = 1, element_bytes = 1;
  std::size_t indices = 0, on = 0, off = 0, output = 0;

  Status Run(GemmContext*, void* const* tensors) const override {
    const auto* index = static_cast<const Index*>(tensors[indices]);
    auto* to = static_cast<std::uint8_t*>(tensors[output]);
    for (std::size_t o = 0; o < outer; ++o, index += inner) {
      for (std::size_t d = 0; d < depth; ++d) {
        for (std::size_t i = 0; i < inner; ++i, to += element_bytes) {
          const bool is_on = index[i] == static_cast<Index>(d);
          std::memcpy(to, tensors[is_on ? on : off], element_bytes);
        }
      }
    }
    return Status();
  }
  std::string Describe() const override { return "a loop"; }
};

// The axis is one of the output's: the last one, or where the indices' axes
// continue behind it.
Status CheckShapes(const Tensor& indices, const Tensor& output, int depth,
                   int axis, std::size_t* before) {
  const std::size_t axes = indices.shape.size() + 1;
  const Status status = CheckAxis(axis, axes, before);
  if (!status.ok()) return status;
  std::vector<int> shape = indices.shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*before), depth);
  if (shape == output.shape) return status;
  return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                "is not that of the indices with the depth as another axis");
}

// Values are copied as they are, whatever their scales: converters give each
// one of its own.
Status CheckValues(const Graph& graph, const Operator& op) {
  Status status;
  for (int i : {2, 3}) {
    const Tensor& value = *InputOf(graph, op, i);
    const char* const operand = i == 2 ? "on_value" : "off_value";
    if (status.ok() && value.type != OutputOf(graph, op).type) {
      status = RefuseType(operand, value, "is of another type than the output");
    }
    if (status.ok() && value.elements() != 1) {
      status = Refuse(operand, static_cast<std::int64_t>(value.elements()),
                      "values are not one");
    }
  }
  return status;
}

}  // namespace

Status PrepareOneHot(const Graph& graph, const Operator& op, Engine*,
                     std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 4);
  if (!status.ok()) return status;
  const Tensor& indices = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::int64_t depth = 0;
  std::size_t before = 0;
  status = CheckIntegers(indices, "indices");
  if (status.ok()) status = ReadIndex(*InputOf(graph, op, 1), "depth", &depth);
  constexpr std::int64_t kMaxDepth = 1 << 30;
  if (status.ok() && (depth < 1 || depth > kMaxDepth)) {
    status = Refuse("depth", depth, "is not between 1 and 2^30");
  }
  if (status.ok()) {
    status = CheckShapes(indices, output, static_cast<int>(depth),
                         op.options.axis, &before);
  }
  if (status.ok()) status = CheckValues(graph, op);
  if (!status.ok()) return status;
  WithIntegers(indices.type, [&](auto value) {
    auto made = std::make_unique<OneHotStep<decltype(value)>>();
    made->depth = static_cast<std::size_t>(depth);
    for (std::size_t i = 0; i < indices.shape.size(); ++i) {
      (i < before ? made->outer : made->inner) *=
          static_cast<std::size_t>(indices.shape[i]);
    }
    made->element_bytes = output.element_bytes();
    made->indices = static_cast<std::size_t>(op.inputs[0]);
    made->on = static_cast<std::size_t>(op.inputs[2]);
    made->off = static_cast<std::size_t>(op.inputs[3]);
    made->output = static_cast<std::size_t>(op.outputs[0]);
    *step = std::move(made);
  });
  return status;
}

}  // namespace lowp_network
