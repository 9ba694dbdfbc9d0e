// Planes to rows, and rows to planes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "planes.h"

#include <algorithm>

#include "../contract/check_tasks.h"
#include "../contract/panel_format.h"
#include "../runtime/extent.h"
#include "../runtime/shares.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The minimum positions of a share: a cache line of each plane.
constexpr int kMinPositions = kPackedAlignment;

// Takes one of a geometry's tensors.
PlanarTensor Take(int images, int positions, int channels, int* stride,
                  ConvOrder* order) {
  PlanarTensor tensor;
  if (*order == ConvOrder::kChannelsLast) return tensor;
  *order = ConvOrder::kChannelsLast;
  const int channels_of_image = *stride != 0 ? *stride : channels;
  if (positions == 1) return tensor;
  *stride = 0;
  if (channels == 1 && (channels_of_image == 1 || images == 1)) return tensor;
  tensor.images = images;
  tensor.channels = channels;
  tensor.positions = positions;
  tensor.image = std::ptrdiff_t{channels_of_image} * positions;
  return tensor;
}

// Shares of a tensor: positions of an image, with all their channels.
class PlanarShares {
 public:
  PlanarShares(const PlanarTensor& tensor, int threads)
      : tensor_(tensor),
        positions_(PositionsOf(tensor, threads)),
        of_image_((tensor.positions - 1) / positions_ + 1) {}

  int count() const { return tensor_.images * of_image_; }

  // Where a share begins, in bytes, and its positions.
  struct Share {
    std::ptrdiff_t in_planes, in_rows;
    int positions;
  };
  Share At(int share) const {
    const std::ptrdiff_t image = share / of_image_;
    const int first = share % of_image_ * positions_;
    return {
        (image * tensor_.image + first) * tensor_.size,
        (image * tensor_.positions + first) * tensor_.channels * tensor_.size,
        std::min(positions_, tensor_.positions - first)};
  }

 private:
  static int PositionsOf(const PlanarTensor& tensor, int threads) {
    const std::int64_t wanted =
        threads == 1 ? 1 : std::int64_t{threads} * kSharesPerThread;
    const std::int64_t of_image =
        std::min<std::int64_t>((wanted - 1) / tensor.images + 1,
                               (tensor.positions - 1) / kMinPositions + 1);
    return static_cast<int>(RoundUpTo(
        kMinPositions, std::int64_t{tensor.positions - 1} / of_image + 1));
  }

  const PlanarTensor& tensor_;
  const int positions_, of_image_;
};

struct FromTo {
  const std::uint8_t* from;
  std::uint8_t* to;
};

// Planes to rows, or rows to planes.
void Transpose(const PlanarTensor& tensor, const RegisterFamily& family,
               const FromTo& memory, bool to_rows, const Crew& crew) {
  const PlanarShares shares(tensor, crew.threads);
  const std::ptrdiff_t plane = std::ptrdiff_t{tensor.positions} * tensor.size;
  const std::ptrdiff_t row = std::ptrdiff_t{tensor.channels} * tensor.size;
  ParallelFor(crew, shares.count(), [&](int share) {
    const PlanarShares::Share at = shares.At(share);
    TransposeTask task;
    task.from = memory.from + (to_rows ? at.in_planes : at.in_rows);
    task.from_stride = to_rows ? plane : row;
    task.to = memory.to + (to_rows ? at.in_rows : at.in_planes);
    task.to_stride = to_rows ? row : plane;
    task.rows = to_rows ? tensor.channels : at.positions;
    task.columns = to_rows ? at.positions : tensor.channels;
    task.size = tensor.size;
    Check(task);
    family.transpose(task);
  });
}

}  // namespace

PlanarTensors TakePlanes(const ConvShape& shape, ConvGeometry* g) {
  PlanarTensors planes;
  planes.input = Take(g->batch, InputPositionsOfImage(*g), g->input_channels,
                      &g->input_stride, &g->input_order);
  planes.output = Take(g->batch, PositionsOfImage(shape), g->output_channels,
                       &g->output_stride, &g->output_order);
  return planes;
}

Status LayOutPlanes(int input_size, int output_size, PlanarTensors* planes) {
  planes->input.size = input_size;
  planes->output.size = output_size;
  Extent total = 0;
  for (PlanarTensor* tensor : {&planes->input, &planes->output}) {
    if (!tensor->is_planar()) continue;
    const std::uint64_t bytes = RowsBytes(*tensor);
    tensor->rows = static_cast<std::size_t>(total.value());
    total = total + RoundUpToAlignment(std::min(bytes, kMaxBytes / 8));
    if (bytes >= kMaxBytes / 8) {
      return Status(
          StatusCode::kResourceExhausted, "workspace",
          static_cast<std::int64_t>(std::min<std::uint64_t>(bytes, INT64_MAX)),
          "bytes are more than this machine addresses");
    }
  }
  planes->bytes = static_cast<std::size_t>(total.value());
  return Status();
}

std::uint64_t RowsBytes(const PlanarTensor& tensor) {
  return (Extent(static_cast<std::uint64_t>(tensor.images)) *
          static_cast<std::uint64_t>(tensor.positions) *
          static_cast<std::uint64_t>(tensor.channels) *
          static_cast<std::uint64_t>(tensor.size))
      .value();
}

MatrixRef MemoryOf(const PlanarTensor& tensor, Scalar scalar) {
  return {nullptr,
          tensor.images,
          tensor.channels * tensor.positions,
          static_cast<int>(tensor.image),
          true,
          scalar};
}

void ReadPlanes(const PlanarTensor& tensor, const RegisterFamily& family,
                const void* planes, std::uint8_t* workspace, const Crew& crew) {
  Transpose(tensor, family,
            {static_cast<const std::uint8_t*>(planes), workspace + tensor.rows},
            true, crew);
}

void WritePlanes(const PlanarTensor& tensor, const RegisterFamily& family,
                 const std::uint8_t* workspace, void* planes,
                 const Crew& crew) {
  Transpose(tensor, family,
            {workspace + tensor.rows, static_cast<std::uint8_t*>(planes)},
            false, crew);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
