// FILL and ZEROS_LIKE: one value for all elements.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

class FillStep : public Step {
 public:
  std::size_t value = 0, output = 0;
  std::size_t element_bytes = 0, count = 0;

  Status Run(GemmContext*, void* const* tensors) const override {
    auto* const to = static_cast<std::uint8_t*>(tensors[output]);
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(to + i * element_bytes, tensors[value], element_bytes);
    }
    return Status();
  }
  std::string Describe() const override { return "copies"; }
};

}  // namespace

Status PrepareFill(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  // The first operand gives the shape, which the output has as well.
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& value = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  status = CheckSameQuantization(value, output);
  if (status.ok() && value.elements() != 1) {
    status = Refuse("value", static_cast<std::int64_t>(value.elements()),
                    "values are not one");
  }
  std::vector<std::int64_t> sizes;
  if (status.ok()) status = ReadIndices(*InputOf(graph, op, 0), "dims", &sizes);
  if (status.ok() && sizes != std::vector<std::int64_t>(output.shape.begin(),
                                                        output.shape.end())) {
    status =
        Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
               "is not what `dims` says");
  }
  if (!status.ok()) return status;
  auto made = std::make_unique<FillStep>();
  made->value = static_cast<std::size_t>(op.inputs[1]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  made->element_bytes = output.element_bytes();
  made->count = output.elements();
  *step = std::move(made);
  return status;
}

Status PrepareZerosLike(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  if (input.type != ElementType::kFloat32) {
    status = CheckIntegers(input, "input");
  }
  if (status.ok()) status = CheckSameType(input, output, "output");
  if (status.ok()) status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  MakeUnaryStep<std::uint8_t, std::uint8_t>(
      op, "zeros",
      [bytes = output.size_in_bytes()](GemmContext*, const std::uint8_t*,
                                       std::uint8_t* to) {
        std::memset(to, 0, bytes);
        return Status();
      },
      step);
  return status;
}

}  // namespace lowp_network
