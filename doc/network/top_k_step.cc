// TOPK_V2: the largest values of each row, and where they are.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "operands.h"
#include "ordering.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// Equal values are in the order of their places; what is no number comes last.
template <typename T, typename Index>
class TopKStep : public Step {
 public:
  std::size_t rows = 0, columns = 0, k = 0;
  std::size_t input = 0, values = 0, indices = 0;

  Status Run(GemmContext*, void* const* tensors) const override {
    const auto* row = static_cast<const T*>(tensors[input]);
    auto* value = static_cast<T*>(tensors[values]);
    auto* index = static_cast<Index*>(tensors[indices]);
    std::vector<std::size_t> order(columns);
    for (std::size_t i = 0; i < rows; ++i, row += columns) {
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::partial_sort(order.begin(),
                        order.begin() + static_cast<std::ptrdiff_t>(k),
                        order.end(), [row](std::size_t a, std::size_t b) {
                          if (IsAbove(row[a], row[b])) return true;
                          return !IsAbove(row[b], row[a]) && a < b;
                        });
      for (std::size_t j = 0; j < k; ++j) {
        *value++ = row[order[j]];
        *index++ = static_cast<Index>(order[j]);
      }
    }
    return Status();
  }
  std::string Describe() const override { return "a partial sort"; }
};

Status CheckOutputs(const Tensor& input, const Tensor& values,
                    const Tensor& indices, std::int64_t k) {
  Status status = CheckSameQuantization(input, values);
  if (status.ok() && indices.type != ElementType::kInt16) {
    status = CheckIntegers(indices, "outputs[1]");
  }
  const std::int64_t columns = input.shape.back();
  if (status.ok() && (k < 1 || k > columns)) {
    status = Refuse("k", k, "is not between 1 and the values of a row");
  }
  if (status.ok() && columns > 1 << 15 && indices.type == ElementType::kInt16) {
    status = Refuse("input.shape", columns, "is beyond indices of int16");
  }
  const std::size_t rows = input.elements() / static_cast<std::size_t>(columns);
  for (const Tensor* output : {&values, &indices}) {
    const std::size_t elements = output->elements();
    if (status.ok() && elements != rows * static_cast<std::size_t>(k)) {
      status = Refuse("output.shape", static_cast<std::int64_t>(elements),
                      "values are not k for each row");
    }
  }
  return status;
}

template <typename T, typename Index>
void MakeTopKStep(const Operator& op, const Tensor& input, std::int64_t k,
                  std::unique_ptr<Step>* step) {
  auto made = std::make_unique<TopKStep<T, Index>>();
  made->columns = static_cast<std::size_t>(input.shape.back());
  made->rows = input.elements() / made->columns;
  made->k = static_cast<std::size_t>(k);
  made->input = static_cast<std::size_t>(op.inputs[0]);
  made->values = static_cast<std::size_t>(op.outputs[0]);
  made->indices = static_cast<std::size_t>(op.outputs[1]);
  *step = std::move(made);
}

}  // namespace

Status PrepareTopK(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  Status status = CheckInputs(op, 2);
  if (status.ok() && op.outputs.size() != 2) {
    status = Refuse("outputs", static_cast<std::int64_t>(op.outputs.size()),
                    "are not two");
  }
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& indices =
      graph.tensors[static_cast<std::size_t>(op.outputs[1])];
  std::int64_t k = 0;
  if (input.shape.empty()) status = CheckAxes(input, "input", 1);
  if (status.ok()) status = ReadIndex(*InputOf(graph, op, 1), "k", &k);
  if (status.ok()) {
    status = CheckOutputs(input, OutputOf(graph, op), indices, k);
  }
  if (!status.ok()) return status;
  const auto with = [&](auto value) {
    using T = decltype(value);
    if (indices.type == ElementType::kInt16) {
      return MakeTopKStep<T, std::int16_t>(op, input, k, step);
    }
    WithIntegers(indices.type, [&](auto index) {
      MakeTopKStep<T, decltype(index)>(op, input, k, step);
    });
  };
  switch (input.type) {
    case ElementType::kBool:
      return RefuseType("input", input,
                        "is of bool, which the operator does not take");
    case ElementType::kFloat32:
      with(float());
      break;
    case ElementType::kInt32:
    case ElementType::kInt64:
      WithIntegers(input.type, with);
      break;
    default:
      WithQuantized(input.type, with);
  }
  return status;
}

}  // namespace lowp_network
