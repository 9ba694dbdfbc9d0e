// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "broadcast.h"

#include <algorithm>

#include "operands.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

// The sizes of both along an axis of the result.
struct Extents {
  std::size_t x, y;
  std::size_t result() const { return std::max(x, y); }
};

// Axes of the result, the last one first.
Status ExtentsOf(const std::vector<int>& x, const std::vector<int>& y,
                 std::vector<Extents>* extents) {
  const auto from_end = [](const std::vector<int>& shape, std::size_t i) {
    return static_cast<std::size_t>(
        i < shape.size() ? shape[shape.size() - 1 - i] : 1);
  };
  for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
    const Extents axis = {from_end(x, i), from_end(y, i)};
    if (axis.x != axis.y && axis.x != 1 && axis.y != 1) {
      return Refuse("inputs.shape", static_cast<std::int64_t>(i),
                    "axes from the last one on are of sizes that differ, and "
                    "are not 1");
    }
    extents->push_back(axis);
  }
  return Status();
}

// An operand of a piece, to which axes are added from the last one on.
struct Side {
  gemmlowp::OperandCount count = 1;
  bool ended = false;  // it repeats as a whole from here on

  bool Takes(std::size_t size) const { return !ended || size == 1; }
  // An axis of this size, of which the other side has `other`.
  void Take(std::size_t size, std::size_t other) {
    if (size >= other) {
      count.elements *= size;
    } else if (count.elements == 1) {
      count.each *= other;
    } else {
      ended = true;
    }
  }
};

// Takes axes into the pieces while both are operands. Returns the number of
// axes taken.
std::size_t TakeAxes(const std::vector<Extents>& extents,
                     Broadcast* broadcast) {
  Side x, y;
  std::size_t taken = 0;
  for (const Extents& axis : extents) {
    if (!x.Takes(axis.x) || !y.Takes(axis.y)) break;
    x.Take(axis.x, axis.y);
    y.Take(axis.y, axis.x);
    ++taken;
  }
  // A single element needs no count of its repetitions.
  if (x.count.elements == 1) x.count.each = 1;
  if (y.count.elements == 1) y.count.each = 1;
  broadcast->x_count = x.count;
  broadcast->y_count = y.count;
  return taken;
}

// Repeats the pieces along an axis before them.
void RepeatPieces(const Broadcast::Axis& axis,
                  std::vector<Broadcast::Piece>* pieces) {
  const std::size_t count = pieces->size();
  for (std::size_t i = 1; i < axis.size; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      const Broadcast::Piece piece = (*pieces)[j];
      pieces->push_back({piece.x + i * axis.x, piece.y + i * axis.y,
                         piece.result + i * axis.result});
    }
  }
}

}  // namespace

Status PlanBroadcast(const Tensor& x, const Tensor& y, const Tensor& output,
                     Broadcast* broadcast) {
  std::vector<Extents> extents;
  const Status status = ExtentsOf(x.shape, y.shape, &extents);
  if (!status.ok()) return status;
  Broadcast made;
  const std::size_t taken = TakeAxes(extents, &made);
  std::uint64_t pieces = 1;
  constexpr std::uint64_t kMaxPieces = 1 << 20;
  for (std::size_t i = taken; i < extents.size(); ++i) {
    pieces *= extents[i].result();
    if (pieces > kMaxPieces) {
      return Refuse("inputs.shape", static_cast<std::int64_t>(pieces),
                    "pieces that repeat are too many");
    }
  }
  if (std::uint64_t{output.elements()} != pieces * made.result_count()) {
    return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                  "values are not as many as the operands make");
  }
  made.pieces.push_back({0, 0, 0});
  std::size_t x_size = made.x_count.elements, y_size = made.y_count.elements;
  std::size_t result_size = made.result_count();
  for (std::size_t i = taken; i < extents.size(); ++i) {
    const Extents& extent = extents[i];
    made.axes.push_back({extent.result(), extent.x > 1 ? x_size : 0,
                         extent.y > 1 ? y_size : 0, result_size});
    RepeatPieces(made.axes.back(), &made.pieces);
    x_size *= extent.x;
    y_size *= extent.y;
    result_size *= extent.result();
  }
  *broadcast = made;
  return status;
}

}  // namespace lowp_network
