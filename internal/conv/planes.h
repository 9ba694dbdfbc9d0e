// Tensors with their channels first: a plane of positions for each channel. All
// that computes a convolution has channels last, since its vector lanes run
// along channels. So an input of planes becomes rows of channels in the
// workspace before the first share, and rows become an output of planes behind
// the last one, by shares of the threads.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_PLANES_H_
#define LOWP_INTERNAL_CONV_PLANES_H_

#include <cstddef>
#include <cstdint>

#include "../contract/register_family.h"
#include "../runtime/parallel_for.h"
#include "geometry.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// One of a convolution's tensors. `images` is 0 if it is no tensor of planes.
struct PlanarTensor {
  int images = 0;
  int channels = 0, positions = 0;  // of an image
  std::ptrdiff_t image = 0;         // elements from one image to the next
  int size = 0;                     // bytes of an element
  std::size_t rows = 0;             // where they are in the workspace

  bool is_planar() const { return images > 0; }
};

struct PlanarTensors {
  PlanarTensor input, output;
  std::size_t bytes = 0;  // of the workspace, from its beginning
};

// The tensors of planes of a geometry that OutputShape accepts. The geometry
// becomes that of their rows, which lie without gaps. Tensors that are the same
// in both orders are rows where they lie.
PlanarTensors TakePlanes(const ConvShape& shape, ConvGeometry* geometry);

// Lays out their rows in the workspace. The sizes are bytes of elements.
Status LayOutPlanes(int input_size, int output_size, PlanarTensors* planes);

std::uint64_t RowsBytes(const PlanarTensor& tensor);

// The memory of a tensor, as rows that are images.
MatrixRef MemoryOf(const PlanarTensor& tensor, Scalar scalar);

void ReadPlanes(const PlanarTensor& tensor, const RegisterFamily& family,
                const void* planes, std::uint8_t* workspace, const Crew& crew);
void WritePlanes(const PlanarTensor& tensor, const RegisterFamily& family,
                 const std::uint8_t* workspace, void* planes, const Crew& crew);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_PLANES_H_
