// ADD_N of floats or int32: the sum of two tensors or more.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "operands.h"
#include "steps.h"
#include "wrapping.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// Each sum of floats is brought to the finite range.
float Sum(float x, float y) {
  constexpr float kMax = std::numeric_limits<float>::max();
  return std::min(std::max(x + y, -kMax), kMax);
}
std::int32_t Sum(std::int32_t x, std::int32_t y) { return WrappingSum(x, y); }

// In the order of the operands, as TensorFlow Lite's on one thread.
template <typename T>
class AddNStep : public Step {
 public:
  AddNStep(const Operator& op, std::size_t count)
      : inputs_(op.inputs.begin(), op.inputs.end()),
        output_(static_cast<std::size_t>(op.outputs[0])),
        count_(count) {}

  Status Run(GemmContext*, void* const* tensors) const override {
    auto* const to = static_cast<T*>(tensors[output_]);
    for (std::size_t i = 0; i < count_; ++i) {
      const auto element = [&](std::size_t input) {
        return static_cast<const T*>(tensors[input])[i];
      };
      T sum = element(inputs_[0]);
      for (std::size_t j = 1; j < inputs_.size(); ++j) {
        sum = Sum(sum, element(inputs_[j]));
      }
      to[i] = sum;
    }
    return Status();
  }
  std::string Describe() const override { return "a loop"; }

 private:
  std::vector<std::size_t> inputs_;
  std::size_t output_, count_;
};

}  // namespace

Status PrepareAddN(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  const int operands = static_cast<int>(op.inputs.size());
  Status status = CheckOperands(op, operands < 2 ? 2 : operands);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  if (input.type != ElementType::kFloat32 &&
      input.type != ElementType::kInt32) {
    return RefuseType("inputs[0]", input, "is not of float32 or int32");
  }
  for (int i = 1; i < operands; ++i) {
    const Tensor& other = *InputOf(graph, op, i);
    status = CheckSameType(input, other, "inputs");
    if (status.ok() && other.shape != input.shape) {
      status = Refuse("inputs.shape", i, "is one with another shape");
    }
    if (!status.ok()) return status;
  }
  status = CheckSameType(input, output, "output");
  if (status.ok()) status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  const std::size_t count = output.elements();
  if (input.type == ElementType::kFloat32) {
    *step = std::make_unique<AddNStep<float>>(op, count);
  } else {
    *step = std::make_unique<AddNStep<std::int32_t>>(op, count);
  }
  return status;
}

}  // namespace lowp_network
