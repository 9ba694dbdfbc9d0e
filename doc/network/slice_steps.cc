// SLICE, STRIDED_SLICE and REVERSE_V2: a part of a tensor, whose bounds are
// constants.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "slices.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

// The sizes of the axes that the result keeps are those of the output.
Status CheckKept(const std::vector<int>& kept, const Tensor& output) {
  if (kept == output.shape) return Status();
  return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                "is not that of the part");
}

// Reads an operand with a value for each axis, or for the first ones.
Status ReadBounds(const Graph& graph, const Operator& op, int operand,
                  const char* name, std::vector<std::int64_t>* values) {
  const std::size_t axes = InputOf(graph, op, 0)->shape.size();
  Status status = ReadIndices(*InputOf(graph, op, operand), name, values);
  if (status.ok() && values->size() > axes) {
    status = Refuse(name, static_cast<std::int64_t>(values->size()),
                    "values are more than axes");
  }
  return status;
}

// A size of -1 reaches to the end.
Status PartOf(std::int64_t first, std::int64_t count, int size, Part* part) {
  if (first < 0 || first > size) {
    return Refuse("begin", first, "is not in the input");
  }
  if (count == -1) count = size - first;
  if (count < 1 || count > size - first) {
    return Refuse("size", count, "is not within the input");
  }
  *part = {first, 1, count};
  return Status();
}

struct StridedBounds {
  std::vector<std::int64_t> begin, end, strides;
};

bool HasBit(int mask, std::size_t axis) {
  return axis < 31 && ((mask >> axis) & 1) != 0;
}

// From `begin` until before `end`; both may be counted from the end, and both
// are moved into the axis. An axis that vanishes keeps its first index. The
// step leads from one index of the axis to another, and is 1 where there is
// only one: any int32 times the bytes of a position might be no int64.
Status StridedPartOf(const StridedBounds& bounds, const Options& options,
                     std::size_t axis, std::int64_t size, Part* part) {
  const std::int64_t step = bounds.strides[axis];
  if (step == 0 || step < std::numeric_limits<std::int32_t>::min() ||
      step > std::numeric_limits<std::int32_t>::max()) {
    return Refuse("strides", step, "is 0 or no int32");
  }
  const std::int64_t low = step > 0 ? 0 : -1;
  const std::int64_t high = step > 0 ? size : size - 1;
  const auto position = [&](std::int64_t at) {
    return std::min(std::max(at < 0 ? at + size : at, low), high);
  };
  const std::int64_t first = HasBit(options.begin_mask, axis)
                                 ? (step > 0 ? low : high)
                                 : position(bounds.begin[axis]);
  const std::int64_t last = HasBit(options.end_mask, axis)
                                ? (step > 0 ? high : low)
                                : position(bounds.end[axis]);
  if (HasBit(options.shrink_axis_mask, axis)) {
    if (step < 0) {
      return Refuse("strides", step, "is below 0 where an axis vanishes");
    }
    *part = {first, 1, 1};
    if (first >= 0 && first < size) return Status();
    return Refuse("begin", first, "is not in the input");
  }
  const std::int64_t toward = step > 0 ? 1 : -1;
  const std::int64_t count = (last - first + step - toward) / step;
  *part = {first, count == 1 ? 1 : step, count};
  if (count >= 1) return Status();
  return Refuse("end", bounds.end[axis], "leaves nothing of an axis");
}

Status CheckMasks(const Options& options) {
  if (options.ellipsis_mask != 0) {
    return Refuse("ellipsis_mask", options.ellipsis_mask, "is not 0");
  }
  if (options.new_axis_mask != 0) {
    return Refuse("new_axis_mask", options.new_axis_mask, "is not 0");
  }
  if (options.ends_are_sizes != 0) {
    return Refuse("offset", options.ends_are_sizes, "is not 0");
  }
  return Status();
}

// Parts of the axes, and the sizes of those that are left.
Status PartsOf(const StridedBounds& bounds, const Options& options,
               const std::vector<int>& shape, std::vector<Part>* parts,
               std::vector<int>* kept) {
  const std::size_t count = bounds.begin.size();
  if (bounds.end.size() != count || bounds.strides.size() != count) {
    return Refuse("begin", static_cast<std::int64_t>(count),
                  "values are not as many as those of end and strides");
  }
  for (std::size_t i = 0; i < shape.size(); ++i) {
    Part part = WholeAxis(shape[i]);
    if (i < count) {
      const Status status = StridedPartOf(bounds, options, i, shape[i], &part);
      if (!status.ok()) return status;
    }
    parts->push_back(part);
    if (i >= count || !HasBit(options.shrink_axis_mask, i)) {
      kept->push_back(static_cast<int>(part.count));
    }
  }
  return Status();
}

// The same of a STRIDED_SLICE whose operands have been counted.
Status ReadParts(const Graph& graph, const Operator& op,
                 std::vector<Part>* parts, std::vector<int>* kept) {
  StridedBounds bounds;
  Status status = CheckMasks(op.options);
  if (status.ok()) status = ReadBounds(graph, op, 1, "begin", &bounds.begin);
  if (status.ok()) status = ReadBounds(graph, op, 2, "end", &bounds.end);
  if (status.ok()) {
    status = ReadBounds(graph, op, 3, "strides", &bounds.strides);
  }
  return status.ok() ? PartsOf(bounds, op.options, InputOf(graph, op, 0)->shape,
                               parts, kept)
                     : status;
}

}  // namespace

Status SizesOfStridedSlice(const Graph& graph, const Operator& op,
                           std::vector<int>* sizes) {
  const Status status = CheckOperands(op, 4);
  std::vector<Part> parts;
  return status.ok() ? ReadParts(graph, op, &parts, sizes) : status;
}

Status PrepareSlice(const Graph& graph, const Operator& op, Engine*,
                    std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 3);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::vector<std::int64_t> begin, size;
  status = CheckSameQuantization(input, output);
  if (status.ok()) status = ReadBounds(graph, op, 1, "begin", &begin);
  if (status.ok()) status = ReadBounds(graph, op, 2, "size", &size);
  if (status.ok() && (begin.size() != input.shape.size() ||
                      size.size() != input.shape.size())) {
    status = Refuse("begin", static_cast<std::int64_t>(begin.size()),
                    "and size have not one value for each axis");
  }
  std::vector<Part> parts(input.shape.size());
  std::vector<int> kept;
  for (std::size_t i = 0; i < parts.size() && status.ok(); ++i) {
    status = PartOf(begin[i], size[i], input.shape[i], &parts[i]);
    kept.push_back(static_cast<int>(parts[i].count));
  }
  if (status.ok()) status = CheckKept(kept, output);
  if (status.ok()) MakeMoveStep(op, {MovementOfPart(input, parts)}, step);
  return status;
}

Status PrepareStridedSlice(const Graph& graph, const Operator& op, Engine*,
                           std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 4);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::vector<Part> parts;
  std::vector<int> kept;
  status = CheckSameQuantization(input, output);
  if (status.ok()) status = ReadParts(graph, op, &parts, &kept);
  if (status.ok()) status = CheckKept(kept, output);
  if (status.ok()) MakeMoveStep(op, {MovementOfPart(input, parts)}, step);
  return status;
}

Status PrepareReverseV2(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  // Converters give the output a scale of its own, and values are copied all
  // the same in TensorFlow Lite.
  status = CheckSameType(input, output, "output");
  if (status.ok()) status = CheckKept(input.shape, output);
  std::vector<std::int64_t> axes;
  if (status.ok()) {
    status = ReadIndices(*InputOf(graph, op, 1), "axes", &axes);
  }
  std::vector<Part> parts;
  for (int size : input.shape) parts.push_back({0, 1, size});
  for (std::int64_t axis : axes) {
    std::size_t at = 0;
    if (status.ok()) status = CheckAxis(axis, parts.size(), &at);
    if (status.ok()) parts[at] = {input.shape[at] - 1, -1, input.shape[at]};
  }
  if (status.ok()) MakeMoveStep(op, {MovementOfPart(input, parts)}, step);
  return status;
}

}  // namespace lowp_network
