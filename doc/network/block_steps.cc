// SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND: positions that are as far apart as
// a block is long become an image of the batch, and go back. Converters write
// dilated convolutions so.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "movement.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

// Along an axis of the images: the length of a block, and what is added to
// the wide image or cut from it, before and after.
struct BlockAxis {
  std::int64_t block, before, after;
};

// The second operand has the blocks, the third one the borders.
Status ReadAxes(const Graph& graph, const Operator& op,
                std::vector<BlockAxis>* axes) {
  std::vector<std::int64_t> blocks, borders;
  Status status = ReadIndices(*InputOf(graph, op, 1), "block_shape", &blocks);
  if (status.ok()) {
    status = ReadIndices(*InputOf(graph, op, 2), "borders", &borders);
  }
  if (!status.ok()) return status;
  if (blocks.empty() || blocks.size() > 2 ||
      borders.size() != 2 * blocks.size()) {
    return Refuse("block_shape", static_cast<std::int64_t>(blocks.size()),
                  "values are not one or two, or borders not two for each");
  }
  constexpr std::int64_t kMaxBlock = 64, kMaxBorder = 1 << 20;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const BlockAxis axis = {blocks[i], borders[2 * i], borders[2 * i + 1]};
    if (axis.block < 1 || axis.block > kMaxBlock) {
      return Refuse("block_shape", axis.block, "is not within 1..64");
    }
    for (std::int64_t border : {axis.before, axis.after}) {
      if (border < 0 || border > kMaxBorder) {
        return Refuse("borders", border, "is not within 0..2^20");
      }
    }
    axes->push_back(axis);
  }
  return status;
}

// The wide image with its borders, or without what is cut, is blocks; their
// positions are those of the images in the batch.
Status CheckBlocks(const Tensor& wide, const Tensor& batch, bool cuts,
                   const std::vector<BlockAxis>& axes) {
  const Status status = CheckSameQuantization(wide, batch);
  if (!status.ok()) return status;
  if (wide.shape.size() != axes.size() + 2 ||
      batch.shape.size() != wide.shape.size()) {
    return Refuse("input", static_cast<std::int64_t>(wide.shape.size()),
                  "axes are not two more than block_shape has values");
  }
  std::int64_t images = wide.shape[0];
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::int64_t borders = axes[i].before + axes[i].after;
    images *= axes[i].block;
    if (wide.shape[i + 1] + borders != batch.shape[i + 1] * axes[i].block) {
      return Refuse("output.shape", (cuts ? wide : batch).shape[i + 1],
                    "is not what blocks and borders make");
    }
  }
  if (batch.shape[0] != images || batch.shape.back() != wide.shape.back()) {
    return Refuse("output.shape", (cuts ? wide : batch).shape[0],
                  "is not what blocks make of the input");
  }
  return status;
}

// Positions of an image of the batch that lie in the wide image: those of
// offset `at` within each block.
Part PartOfBatch(const BlockAxis& axis, std::int64_t at, std::int64_t wide) {
  const std::int64_t shift = axis.before - at;
  const std::int64_t first =
      std::max<std::int64_t>((shift + axis.block - 1) / axis.block, 0);
  const std::int64_t end = (wide + shift + axis.block - 1) / axis.block;
  return {first, 1, end - first};
}

// From the wide images to the place in the block that `at` names.
Movement MovementOfBlock(const Tensor& wide, const Tensor& batch,
                         const std::vector<BlockAxis>& axes,
                         const std::vector<std::int64_t>& at) {
  const std::size_t bytes = wide.element_bytes();
  const auto from = StridesOf(wide.shape, bytes);
  const auto to = StridesOf(batch.shape, bytes);
  Movement movement;
  movement.piece_bytes = bytes;
  movement.axes.push_back(
      {static_cast<std::size_t>(wide.shape[0]), from[0], to[0]});
  std::int64_t image = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const BlockAxis& axis = axes[i];
    const Part part = PartOfBatch(axis, at[i], wide.shape[i + 1]);
    image = image * axis.block + at[i];
    const std::int64_t position = part.first * axis.block + at[i] - axis.before;
    movement.from_offset += static_cast<std::ptrdiff_t>(position) * from[i + 1];
    movement.to_offset += static_cast<std::ptrdiff_t>(part.first) * to[i + 1];
    movement.axes.push_back(
        {static_cast<std::size_t>(std::max<std::int64_t>(part.count, 0)),
         from[i + 1] * static_cast<std::ptrdiff_t>(axis.block), to[i + 1]});
  }
  movement.to_offset +=
      static_cast<std::ptrdiff_t>(image * wide.shape[0]) * to[0];
  movement.axes.push_back(
      {static_cast<std::size_t>(wide.shape.back()), from.back(), to.back()});
  return movement;
}

// A movement for each place in a block.
std::vector<Movement> MovementsOfBlocks(const Tensor& wide, const Tensor& batch,
                                        const std::vector<BlockAxis>& axes,
                                        bool cuts) {
  std::vector<Movement> movements;
  std::int64_t places = 1;
  for (const BlockAxis& axis : axes) places *= axis.block;
  for (std::int64_t place = 0; place < places; ++place) {
    std::vector<std::int64_t> at(axes.size());
    std::int64_t rest = place;
    for (std::size_t i = axes.size(); i-- > 0;) {
      at[i] = rest % axes[i].block;
      rest /= axes[i].block;
    }
    Movement movement = MovementOfBlock(wide, batch, axes, at);
    movements.push_back(cuts ? Reversed(std::move(movement))
                             : std::move(movement));
  }
  return movements;
}

// From the wide images to the batch, whose borders are filled, or back, where
// borders are cut.
Status PrepareBlocks(const Graph& graph, const Operator& op, bool cuts,
                     std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 3);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  const Tensor& wide = cuts ? output : input;
  const Tensor& batch = cuts ? input : output;
  std::vector<BlockAxis> axes;
  status = CheckInt8OrInt16(input, "input");
  if (status.ok()) status = ReadAxes(graph, op, &axes);
  if (status.ok()) status = CheckBlocks(wide, batch, cuts, axes);
  if (!status.ok()) return status;
  Filling filling;
  if (!cuts) {
    filling = {output.size_in_bytes(),
               static_cast<std::int8_t>(output.quantization.zero_points[0])};
  }
  MakeMoveStep(op, MovementsOfBlocks(wide, batch, axes, cuts), step, filling);
  return status;
}

}  // namespace

Status PrepareSpaceToBatchNd(const Graph& graph, const Operator& op, Engine*,
                             std::unique_ptr<Step>* step) {
  return PrepareBlocks(graph, op, false, step);
}

Status PrepareBatchToSpaceNd(const Graph& graph, const Operator& op, Engine*,
                             std::unique_ptr<Step>* step) {
  return PrepareBlocks(graph, op, true, step);
}

}  // namespace lowp_network
