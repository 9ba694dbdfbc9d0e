// GATHER, EMBEDDING_LOOKUP and GATHER_ND: pieces of a tensor, where indices
// say.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// Of int16, int32 or int64.
std::int64_t IndexAt(const std::uint8_t* indices, ElementType type,
                     std::size_t at) {
  const auto read = [&](auto value) -> std::int64_t {
    std::memcpy(&value, indices + at * sizeof(value), sizeof(value));
    return value;
  };
  if (type == ElementType::kInt16) return read(std::int16_t());
  return type == ElementType::kInt32 ? read(std::int32_t())
                                     : read(std::int64_t());
}

// Pieces lie in the input at places of as many coordinates as `axes`. There are
// `lists` of places, each for the part of the input behind the one before, and
// of the output likewise. A part is as many `planes`, each of which has the
// pieces of all places of its list.
class GatherStep : public Step {
 public:
  struct Axis {
    int size;
    std::size_t stride;  // bytes
  };
  std::vector<Axis> axes;
  std::size_t lists = 1, places = 1, planes = 1;
  std::size_t plane_bytes = 0, piece_bytes = 0;  // of the input
  std::size_t input = 0, indices = 0, output = 0;
  ElementType index_type = ElementType::kInt32;

  // Where each piece begins in its plane, list after list.
  Status Find(const std::uint8_t* from,
              std::vector<std::size_t>* begins) const {
    begins->assign(lists * places, 0);
    std::size_t at = 0;
    for (std::size_t& begin : *begins) {
      for (const Axis& axis : axes) {
        const std::int64_t index = IndexAt(from, index_type, at++);
        if (index < 0 || index >= axis.size) {
          return Refuse("indices", index, "is not in the input");
        }
        begin += static_cast<std::size_t>(index) * axis.stride;
      }
    }
    return Status();
  }

  Status Run(GemmContext*, void* const* tensors) const override {
    std::vector<std::size_t> begins;
    const Status status =
        Find(static_cast<const std::uint8_t*>(tensors[indices]), &begins);
    if (!status.ok()) return status;
    const auto* plane = static_cast<const std::uint8_t*>(tensors[input]);
    auto* to = static_cast<std::uint8_t*>(tensors[output]);
    for (std::size_t list = 0; list < lists; ++list) {
      for (std::size_t p = 0; p < planes; ++p, plane += plane_bytes) {
        for (std::size_t i = 0; i < places; ++i, to += piece_bytes) {
          std::memcpy(to, plane + begins[list * places + i], piece_bytes);
        }
      }
    }
    return status;
  }
  std::string Describe() const override { return "copies"; }
};

std::size_t ProductOf(const std::vector<int>& sizes, std::size_t first,
                      std::size_t last) {
  const auto begin = sizes.begin();
  return std::accumulate(begin + static_cast<std::ptrdiff_t>(first),
                         begin + static_cast<std::ptrdiff_t>(last),
                         std::size_t{1}, [](std::size_t product, int size) {
                           return product * static_cast<std::size_t>(size);
                         });
}

Status CheckIndices(const Tensor& indices) {
  return indices.type == ElementType::kInt16
             ? Status()
             : CheckIntegers(indices, "indices");
}

// Constant indices are checked before anything runs.
Status Finish(const Tensor& input, const Tensor& indices, const Tensor& output,
              std::unique_ptr<GatherStep> made, std::unique_ptr<Step>* step) {
  Status status = CheckSameQuantization(input, output);
  const std::size_t bytes =
      made->lists * made->planes * made->places * made->piece_bytes;
  if (status.ok() && output.size_in_bytes() != bytes) {
    status =
        Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
               "values are not as many as are gathered");
  }
  made->index_type = indices.type;
  if (status.ok() && indices.data != nullptr) {
    std::vector<std::size_t> begins;
    status = made->Find(indices.data, &begins);
  }
  if (status.ok()) *step = std::move(made);
  return status;
}

// Along one axis; the first `batch_dims` axes of the indices are those of the
// input, too.
Status GatherAlong(const Tensor& input, const Tensor& indices,
                   std::size_t batch_dims, std::size_t axis, GatherStep* step) {
  for (std::size_t i = 0; i < batch_dims; ++i) {
    if (indices.shape[i] != input.shape[i]) {
      return Refuse("indices.shape", indices.shape[i],
                    "is another size than the input has along a batch axis");
    }
  }
  const std::vector<int>& shape = input.shape;
  step->piece_bytes =
      ProductOf(shape, axis + 1, shape.size()) * input.element_bytes();
  step->axes = {{shape[axis], step->piece_bytes}};
  step->plane_bytes = step->piece_bytes * static_cast<std::size_t>(shape[axis]);
  step->planes = ProductOf(shape, batch_dims, axis);
  step->lists = ProductOf(shape, 0, batch_dims);
  step->places = ProductOf(indices.shape, batch_dims, indices.shape.size());
  return Status();
}

std::unique_ptr<GatherStep> StepBetween(const Operator& op, int input,
                                        int indices) {
  auto made = std::make_unique<GatherStep>();
  made->input =
      static_cast<std::size_t>(op.inputs[static_cast<std::size_t>(input)]);
  made->indices =
      static_cast<std::size_t>(op.inputs[static_cast<std::size_t>(indices)]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  return made;
}

}  // namespace

Status PrepareGather(const Graph& graph, const Operator& op, Engine*,
                     std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& indices = *InputOf(graph, op, 1);
  std::size_t axis = 0;
  std::int64_t batch_dims = op.options.batch_dims;
  const auto of_indices = static_cast<std::int64_t>(indices.shape.size());
  if (batch_dims < 0) batch_dims += of_indices;
  status = CheckIndices(indices);
  if (status.ok()) {
    status = CheckAxis(op.options.axis, input.shape.size(), &axis);
  }
  if (status.ok() && (batch_dims < 0 || batch_dims > of_indices ||
                      batch_dims > static_cast<std::int64_t>(axis))) {
    status = Refuse("batch_dims", op.options.batch_dims,
                    "is over the axis, or the axes of the indices");
  }
  if (!status.ok()) return status;
  auto made = StepBetween(op, 0, 1);
  status = GatherAlong(input, indices, static_cast<std::size_t>(batch_dims),
                       axis, made.get());
  return status.ok() ? Finish(input, indices, OutputOf(graph, op),
                              std::move(made), step)
                     : status;
}

Status PrepareEmbeddingLookup(const Graph& graph, const Operator& op, Engine*,
                              std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& indices = *InputOf(graph, op, 0);
  const Tensor& table = *InputOf(graph, op, 1);
  std::size_t axis = 0;
  status = CheckIndices(indices);
  if (status.ok()) status = CheckAxis(0, table.shape.size(), &axis);
  if (!status.ok()) return status;
  auto made = StepBetween(op, 1, 0);
  status = GatherAlong(table, indices, 0, axis, made.get());
  return status.ok() ? Finish(table, indices, OutputOf(graph, op),
                              std::move(made), step)
                     : status;
}

Status PrepareGatherNd(const Graph& graph, const Operator& op, Engine*,
                       std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& indices = *InputOf(graph, op, 1);
  status = CheckIndices(indices);
  if (status.ok() && indices.shape.empty()) {
    status = CheckAxes(indices, "indices", 1);
  }
  if (!status.ok()) return status;
  const auto coordinates = static_cast<std::size_t>(indices.shape.back());
  if (coordinates > input.shape.size()) {
    return Refuse("indices.shape", indices.shape.back(),
                  "coordinates are more than the input has axes");
  }
  auto made = StepBetween(op, 0, 1);
  const auto strides = StridesOf(input.shape, input.element_bytes());
  for (std::size_t i = 0; i < coordinates; ++i) {
    made->axes.push_back(
        {input.shape[i], static_cast<std::size_t>(strides[i])});
  }
  made->piece_bytes = ProductOf(input.shape, coordinates, input.shape.size()) *
                      input.element_bytes();
  made->places = indices.elements() / coordinates;
  return Finish(input, indices, OutputOf(graph, op), std::move(made), step);
}

}  // namespace lowp_network
