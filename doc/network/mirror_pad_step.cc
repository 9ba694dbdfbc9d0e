// MIRROR_PAD: a border of the values on the other side of an edge.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <utility>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

// Indices of the input along an axis, and where they begin in the output.
struct Segment {
  Part part;
  std::int64_t to;
};

// The border before, the axis itself and the border behind it, without those
// that are empty. `skipped` values at an edge are not repeated.
Status SegmentsOf(std::int64_t size, std::int64_t before, std::int64_t after,
                  std::int64_t skipped, std::vector<Segment>* segments) {
  for (std::int64_t border : {before, after}) {
    if (border < 0 || border > size - skipped) {
      return Refuse("paddings", border, "is not within the input");
    }
  }
  if (before > 0) segments->push_back({{before - 1 + skipped, -1, before}, 0});
  segments->push_back({{0, 1, size}, before});
  if (after > 0) {
    segments->push_back({{size - 1 - skipped, -1, after}, before + size});
  }
  return Status();
}

// Every combination of segments of the axes is a movement.
std::vector<Movement> MovementsOfSegments(
    const Tensor& input, const Tensor& output,
    const std::vector<std::vector<Segment>>& axes) {
  std::vector<Movement> movements;
  const auto strides = StridesOf(output.shape, output.element_bytes());
  std::size_t combinations = 1;
  for (const std::vector<Segment>& axis : axes) combinations *= axis.size();
  for (std::size_t i = 0; i < combinations; ++i) {
    std::vector<Part> parts;
    std::ptrdiff_t to_offset = 0;
    std::size_t rest = i;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      const Segment& segment = axes[axis][rest % axes[axis].size()];
      rest /= axes[axis].size();
      parts.push_back(segment.part);
      to_offset += static_cast<std::ptrdiff_t>(segment.to) * strides[axis];
    }
    Movement movement = MovementOfPart(input, parts);
    movement.to_offset = to_offset;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      movement.axes[axis].to = strides[axis];
    }
    movements.push_back(std::move(movement));
  }
  return movements;
}

}  // namespace

Status PrepareMirrorPad(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::vector<std::int64_t> pads;
  status = CheckSameQuantization(input, output);
  if (status.ok()) {
    status = ReadIndices(*InputOf(graph, op, 1), "paddings", &pads);
  }
  if (status.ok() && op.options.mode != 0 && op.options.mode != 1) {
    status =
        Refuse("mode", op.options.mode, "is neither REFLECT nor SYMMETRIC");
  }
  constexpr std::size_t kMaxAxes = 5;
  const std::size_t count = input.shape.size();
  if (status.ok() && (count > kMaxAxes || output.shape.size() != count ||
                      pads.size() != 2 * count)) {
    status = Refuse("paddings", static_cast<std::int64_t>(pads.size()),
                    "values are not two for each of up to five axes");
  }
  std::vector<std::vector<Segment>> axes(count);
  for (std::size_t i = 0; status.ok() && i < count; ++i) {
    const std::int64_t before = pads[2 * i], after = pads[2 * i + 1];
    status = SegmentsOf(input.shape[i], before, after,
                        op.options.mode == 0 ? 1 : 0, &axes[i]);
    if (status.ok() && input.shape[i] + before + after != output.shape[i]) {
      status = Refuse("output.shape", output.shape[i],
                      "is not the input's and the padding");
    }
  }
  if (!status.ok()) return status;
  MakeMoveStep(op, MovementsOfSegments(input, output, axes), step);
  return status;
}

}  // namespace lowp_network
