// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "movement.h"

#include <gemmlowp/public/operators/strided_copy.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <string>
#include <utility>

#include "operands.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

// What a run need not find out again. Axes of one position change nothing; an
// axis whose positions follow one another like those of the axis before it
// belongs to that one; and the last axis belongs to the piece if its positions
// are contiguous.
void Simplify(Movement* movement) {
  std::vector<MovedAxis> kept;
  for (const MovedAxis& axis : movement->axes) {
    if (axis.count == 1) continue;
    const auto count = static_cast<std::ptrdiff_t>(axis.count);
    if (!kept.empty() && kept.back().from == axis.from * count &&
        kept.back().to == axis.to * count &&
        kept.back().count <= INT_MAX / axis.count) {
      kept.back() = {kept.back().count * axis.count, axis.from, axis.to};
    } else {
      kept.push_back(axis);
    }
  }
  const auto bytes = static_cast<std::ptrdiff_t>(movement->piece_bytes);
  if (!kept.empty() && kept.back().from == bytes && kept.back().to == bytes &&
      kept.back().count <= INT_MAX / movement->piece_bytes) {
    movement->piece_bytes *= kept.back().count;
    kept.pop_back();
  }
  movement->axes = std::move(kept);
}

// The same of bytes, for the library.
struct Copy {
  std::size_t input, output;
  std::ptrdiff_t from_offset, to_offset;
  std::vector<gemmlowp::StridedCopyAxis> axes;
};

Copy CopyOf(const Movement& movement) {
  Copy copy = {movement.input,
               movement.output,
               movement.from_offset,
               movement.to_offset,
               {}};
  for (const MovedAxis& axis : movement.axes) {
    copy.axes.push_back({static_cast<int>(axis.count), axis.from, axis.to});
  }
  copy.axes.push_back({static_cast<int>(movement.piece_bytes), 1, 1});
  return copy;
}

class MoveStep : public Step {
 public:
  std::vector<Copy> copies;
  std::vector<std::size_t> inputs, outputs;
  Filling filling;

  Status Run(gemmlowp::GemmContext* context,
             void* const* tensors) const override {
    if (filling.bytes > 0) {
      std::memset(tensors[outputs[0]], filling.value, filling.bytes);
    }
    for (const Copy& copy : copies) {
      const auto* const from =
          static_cast<const std::uint8_t*>(tensors[inputs[copy.input]]);
      auto* const to =
          static_cast<std::uint8_t*>(tensors[outputs[copy.output]]);
      const Status status = gemmlowp::TryStridedCopy(
          context, from + copy.from_offset, copy.axes.data(),
          static_cast<int>(copy.axes.size()), to + copy.to_offset);
      if (!status.ok()) return status;
    }
    return Status();
  }
  std::string Describe() const override { return "copies"; }
};

bool IsEmpty(const Movement& movement) {
  return std::any_of(movement.axes.begin(), movement.axes.end(),
                     [](const MovedAxis& axis) { return axis.count == 0; });
}

}  // namespace

std::vector<std::ptrdiff_t> StridesOf(const std::vector<int>& shape,
                                      std::size_t element_bytes) {
  std::vector<std::ptrdiff_t> strides(shape.size());
  auto stride = static_cast<std::ptrdiff_t>(element_bytes);
  for (std::size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

Status StridesAlong(const Tensor& tensor, const Tensor& output,
                    const char* operand, std::vector<std::ptrdiff_t>* strides) {
  const std::size_t has = tensor.shape.size(), wants = output.shape.size();
  const auto own = StridesOf(tensor.shape, tensor.element_bytes());
  strides->assign(wants, 0);
  for (std::size_t i = 0; i < has; ++i) {
    const int size = tensor.shape[has - 1 - i];
    if (size == 1) continue;
    if (i >= wants || output.shape[wants - 1 - i] != size) {
      return Refuse(operand, size, "is an axis that the output does not have");
    }
    (*strides)[wants - 1 - i] = own[has - 1 - i];
  }
  return Status();
}

Movement MovementOfPart(const Tensor& whole, const std::vector<Part>& parts) {
  Movement movement;
  movement.piece_bytes = whole.element_bytes();
  std::vector<int> shape;
  for (const Part& part : parts) shape.push_back(static_cast<int>(part.count));
  const std::vector<std::ptrdiff_t> from =
      StridesOf(whole.shape, whole.element_bytes());
  const std::vector<std::ptrdiff_t> to =
      StridesOf(shape, whole.element_bytes());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    movement.from_offset +=
        static_cast<std::ptrdiff_t>(parts[i].first) * from[i];
    movement.axes.push_back(
        {static_cast<std::size_t>(parts[i].count),
         static_cast<std::ptrdiff_t>(parts[i].step) * from[i], to[i]});
  }
  return movement;
}

Movement Reversed(Movement movement) {
  std::swap(movement.from_offset, movement.to_offset);
  for (MovedAxis& axis : movement.axes) std::swap(axis.from, axis.to);
  return movement;
}

void MakeMoveStep(const Operator& op, std::vector<Movement> movements,
                  std::unique_ptr<Step>* step, const Filling& filling) {
  auto made = std::make_unique<MoveStep>();
  for (Movement& movement : movements) {
    if (IsEmpty(movement)) continue;
    Simplify(&movement);
    made->copies.push_back(CopyOf(movement));
  }
  made->inputs.assign(op.inputs.begin(), op.inputs.end());
  made->outputs.assign(op.outputs.begin(), op.outputs.end());
  made->filling = filling;
  *step = std::move(made);
}

}  // namespace lowp_network
