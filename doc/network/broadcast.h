// Two tensors of shapes that differ, as operands of an operator that repeats
// the smaller one along its axes of size 1.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_BROADCAST_H_
#define LOWP_DOC_NETWORK_BROADCAST_H_

#include <gemmlowp/public/operand_count.h>
#include <gemmlowp/public/status.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "graph.h"

namespace lowp_network {

// Pieces of x and y, each pair of which makes a piece of the result: operands
// as the library's operators on two tensors take them.
struct Broadcast {
  gemmlowp::OperandCount x_count = 1, y_count = 1;
  struct Piece {
    std::size_t x, y, result;  // where they begin
  };
  // The axes along which pieces lie, the innermost one first: how many, and
  // the elements from one to the next.
  struct Axis {
    std::size_t size, x, y, result;
  };
  std::vector<Axis> axes;
  std::vector<Piece> pieces;

  std::size_t result_count() const {
    return std::max(x_count.elements * x_count.each,
                    y_count.elements * y_count.each);
  }
};

// Axes are those of NumPy's rule: counted from the last one, of equal sizes,
// or one of them of size 1. Refuses other shapes, an output of another size,
// and more than 2^20 pieces.
gemmlowp::Status PlanBroadcast(const Tensor& x, const Tensor& y,
                               const Tensor& output, Broadcast* broadcast);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_BROADCAST_H_
