// SCATTER_ND: pieces of a tensor are added to zeros where indices say.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// An axis of the output, and how many elements lie between its positions.
struct Axis {
  int size;
  std::size_t stride;
};

// Integers are added modulo their size.
template <typename T>
class ScatterStep : public Step {
 public:
  std::vector<Axis> axes;  // one for each coordinate
  std::size_t places = 0, piece = 0, count = 0;
  std::size_t indices = 0, updates = 0, output = 0;

  Status Run(GemmContext*, void* const* tensors) const override {
    const auto* index = static_cast<const std::int32_t*>(tensors[indices]);
    const T* from = static_cast<const T*>(tensors[updates]);
    T* const to = static_cast<T*>(tensors[output]);
    std::fill_n(to, count, T{0});
    for (std::size_t place = 0; place < places; ++place, from += piece) {
      std::size_t begin = 0;
      for (const Axis& axis : axes) {
        if (*index < 0 || *index >= axis.size) {
          return Refuse("indices", *index, "is not in the output");
        }
        begin += static_cast<std::size_t>(*index++) * axis.stride;
      }
      for (std::size_t i = 0; i < piece; ++i) Add(from[i], to + begin + i);
    }
    return Status();
  }
  std::string Describe() const override { return "a loop"; }

 private:
  static void Add(T x, T* sum) {
    if constexpr (std::is_integral<T>::value && !std::is_same<T, bool>::value) {
      using Bits = std::make_unsigned_t<T>;
      *sum = static_cast<T>(static_cast<Bits>(*sum) + static_cast<Bits>(x));
    } else {
      *sum = static_cast<T>(*sum + x);
    }
  }
};

// Indices are lists of coordinates; each has a piece of the updates, of the
// axes of the output that are left.
Status CheckScatter(const Graph& graph, const Operator& op) {
  const Tensor& indices = *InputOf(graph, op, 0);
  const Tensor& updates = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  if (indices.type != ElementType::kInt32) {
    return RefuseType("indices", indices, "is not of int32");
  }
  std::vector<std::int64_t> sizes;
  Status status = ReadIndices(*InputOf(graph, op, 2), "shape", &sizes);
  if (status.ok() && sizes != std::vector<std::int64_t>(output.shape.begin(),
                                                        output.shape.end())) {
    status =
        Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
               "is not what `shape` says");
  }
  if (status.ok()) status = CheckSameQuantization(updates, output);
  if (status.ok() && indices.shape.empty()) {
    status = CheckAxes(indices, "indices", 1);
  }
  if (!status.ok()) return status;
  const auto coordinates = static_cast<std::size_t>(indices.shape.back());
  if (coordinates > output.shape.size()) {
    return Refuse("indices.shape", indices.shape.back(),
                  "coordinates are more than the output has axes");
  }
  std::vector<int> shape(indices.shape.begin(), indices.shape.end() - 1);
  shape.insert(shape.end(),
               output.shape.begin() + static_cast<std::ptrdiff_t>(coordinates),
               output.shape.end());
  return shape == updates.shape
             ? status
             : Refuse("updates.shape",
                      static_cast<std::int64_t>(updates.elements()),
                      "is not that of pieces of the output, one for each list "
                      "of coordinates");
}

template <typename T>
void MakeScatterStep(const Graph& graph, const Operator& op,
                     std::unique_ptr<Step>* step) {
  const Tensor& indices = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  auto made = std::make_unique<ScatterStep<T>>();
  const auto coordinates = static_cast<std::size_t>(indices.shape.back());
  const auto strides = StridesOf(output.shape, 1);
  for (std::size_t i = 0; i < coordinates; ++i) {
    made->axes.push_back(
        {output.shape[i], static_cast<std::size_t>(strides[i])});
  }
  made->places = indices.elements() / coordinates;
  made->piece = InputOf(graph, op, 1)->elements() / made->places;
  made->count = output.elements();
  made->indices = static_cast<std::size_t>(op.inputs[0]);
  made->updates = static_cast<std::size_t>(op.inputs[1]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
}

}  // namespace

Status PrepareScatterNd(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 3);
  if (status.ok()) status = CheckScatter(graph, op);
  if (!status.ok()) return status;
  const Tensor& updates = *InputOf(graph, op, 1);
  switch (updates.type) {
    case ElementType::kFloat32:
      MakeScatterStep<float>(graph, op, step);
      return status;
    case ElementType::kInt32:
      MakeScatterStep<std::int32_t>(graph, op, step);
      return status;
    case ElementType::kInt64:
      MakeScatterStep<std::int64_t>(graph, op, step);
      return status;
    case ElementType::kBool:
      MakeScatterStep<bool>(graph, op, step);
      return status;
    case ElementType::kUInt8:
      MakeScatterStep<std::uint8_t>(graph, op, step);
      return status;
    case ElementType::kInt8:
      MakeScatterStep<std::int8_t>(graph, op, step);
      return status;
    default:
      return RefuseType("updates", updates, "is not scattered");
  }
}

}  // namespace lowp_network
