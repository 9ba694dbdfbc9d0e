// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "joined_pieces.h"

#include <cstddef>
#include <utility>

namespace lowp_network {
namespace {

using gemmlowp::OperandCount;
using gemmlowp::StridedCopyAxis;

// Pieces of at least kLarge elements are left. Smaller ones are joined to some
// kEnough, which stay in L1.
constexpr std::size_t kLarge = 1024;
constexpr std::size_t kEnough = 4096;
// Beside two of the piece.
constexpr std::size_t kMaxJoinedAxes = gemmlowp::kMaxStridedCopyAxes - 2;

StridedCopyAxis AxisOf(std::size_t size, std::size_t from, std::size_t to) {
  return {static_cast<int>(size), static_cast<std::ptrdiff_t>(from),
          static_cast<std::ptrdiff_t>(to)};
}

// How an operand that serves pieces of `size` results lies in joined ones.
// stride(axis) is its own along one of the joined axes. An element still serves
// several results side by side.
template <typename Stride>
OperandLayout LayoutOf(OperandCount count, std::size_t size,
                       const std::vector<Broadcast::Axis>& joined,
                       const Stride& stride) {
  OperandLayout layout;
  const std::size_t repeats = size / (count.elements * count.each);
  bool lies_so = repeats == 1;
  layout.axes = {AxisOf(count.elements, 1, 1),
                 AxisOf(repeats, 0, count.elements)};
  for (const Broadcast::Axis& axis : joined) {
    const std::size_t to = axis.result / count.each;
    lies_so = lies_so && stride(axis) == to;
    layout.axes.push_back(AxisOf(axis.size, stride(axis), to));
  }
  return lies_so ? OperandLayout() : layout;
}

}  // namespace

JoinedPieces JoinPieces(Broadcast broadcast) {
  JoinedPieces made;
  made.broadcast = std::move(broadcast);
  Broadcast& b = made.broadcast;
  const std::size_t size = b.result_count();
  if (size >= kLarge || b.pieces.size() == 1) return made;
  std::vector<Broadcast::Axis> joined;
  std::size_t pieces = 1;
  while (joined.size() < b.axes.size() && joined.size() < kMaxJoinedAxes &&
         pieces * size < kEnough) {
    joined.push_back(b.axes[joined.size()]);
    pieces *= joined.back().size;
  }
  made.x = LayoutOf(b.x_count, size, joined,
                    [](const Broadcast::Axis& axis) { return axis.x; });
  made.y = LayoutOf(b.y_count, size, joined,
                    [](const Broadcast::Axis& axis) { return axis.y; });
  b.x_count.elements = pieces * size / b.x_count.each;
  b.y_count.elements = pieces * size / b.y_count.each;
  b.axes.erase(b.axes.begin(),
               b.axes.begin() + static_cast<std::ptrdiff_t>(joined.size()));
  // The first of those that are joined stands for all of them.
  for (std::size_t i = 0; i * pieces < b.pieces.size(); ++i) {
    b.pieces[i] = b.pieces[i * pieces];
  }
  b.pieces.resize(b.pieces.size() / pieces);
  return made;
}

}  // namespace lowp_network
