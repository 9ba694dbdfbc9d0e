// Operators that only move values: pieces of one tensor to places in another.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_MOVEMENT_H_
#define LOWP_DOC_NETWORK_MOVEMENT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "step.h"

namespace lowp_network {

// `count` positions along an axis, and the bytes from one to the next in both
// tensors.
struct MovedAxis {
  std::size_t count;
  std::ptrdiff_t from, to;
};

// From an input of an operator to an output of it.
struct Movement {
  std::size_t input = 0, output = 0;              // which of them
  std::ptrdiff_t from_offset = 0, to_offset = 0;  // bytes
  std::vector<MovedAxis> axes;                    // the innermost one last
  std::size_t piece_bytes = 1;                    // contiguous in both
};

// The bytes from one position to the next along each axis of a tensor.
std::vector<std::ptrdiff_t> StridesOf(const std::vector<int>& shape,
                                      std::size_t element_bytes);

// The same along the axes of an output that repeats the tensor: counted from
// the last axis on, sizes are the output's or 1; 0 along the latter. Refuses
// others, by the operand's name.
gemmlowp::Status StridesAlong(const Tensor& tensor, const Tensor& output,
                              const char* operand,
                              std::vector<std::ptrdiff_t>* strides);

// Indices along an axis: first, first + step and so on. The step is less than
// the axis is long, also that of a single index: it becomes an offset in bytes.
struct Part {
  std::int64_t first = 0, step = 1, count = 1;
};
inline Part WholeAxis(int size) { return {0, 1, size}; }

// From a part of a tensor, one entry for each of its axes, to all of another
// tensor.
Movement MovementOfPart(const Tensor& whole, const std::vector<Part>& parts);

// From where a movement leads to where it comes from, between the same input
// and output.
Movement Reversed(Movement movement);

// What all bytes of an operator's first output become before anything moves.
struct Filling {
  std::size_t bytes = 0;
  std::int8_t value = 0;
};

// A step of an operator's movements, which copies in larger pieces where both
// tensors allow it. An axis without positions is nothing to move.
void MakeMoveStep(const Operator& op, std::vector<Movement> movements,
                  std::unique_ptr<Step>* step, const Filling& filling = {});

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_MOVEMENT_H_
