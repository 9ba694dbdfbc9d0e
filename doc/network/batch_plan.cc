// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "batch_plan.h"

#include <algorithm>

#include "broadcast.h"
#include "operands.h"

namespace lowp_network {

using gemmlowp::Status;
namespace {

// A tensor of which each element stands for a matrix.
Tensor MatricesOf(const Tensor& tensor) {
  Tensor matrices;
  matrices.shape.assign(tensor.shape.begin(), tensor.shape.end() - 2);
  return matrices;
}

}  // namespace

Status CheckProduct(const Tensor& x, const Tensor& y, const Tensor& output,
                    const Options& options, ProductSizes* sizes) {
  const char* const names[] = {"inputs[0]", "inputs[1]", "output"};
  const Tensor* const tensors[] = {&x, &y, &output};
  for (int i = 0; i < 3; ++i) {
    if (tensors[i]->shape.size() < 2) {
      return CheckAxes(*tensors[i], names[i], 2);
    }
  }
  const auto size = [](const Tensor& tensor, bool last) {
    return tensor.shape[tensor.shape.size() - (last ? 1 : 2)];
  };
  const bool x_is_transposed = options.adjoint_x != 0;
  const bool y_is_transposed = options.adjoint_y != 0;
  *sizes = {size(x, x_is_transposed), size(y, !y_is_transposed),
            size(x, !x_is_transposed)};
  if (size(y, y_is_transposed) != sizes->k) {
    return Refuse("inputs[1].shape", size(y, y_is_transposed),
                  "is another k than the first operand has");
  }
  if (size(output, false) != sizes->m) {
    return Refuse("output.shape", size(output, false), "is not m");
  }
  return size(output, true) == sizes->n
             ? Status()
             : Refuse("output.shape", size(output, true), "is not n");
}

// Within a piece of the broadcast an operand's matrices are all different, or
// each serves several, or all begin anew.
Status PlanBatches(const Tensor& x, const Tensor& y, const Tensor& output,
                   const ProductSizes& sizes, std::vector<Batch>* batches) {
  Broadcast broadcast;
  const Status status = PlanBroadcast(MatricesOf(x), MatricesOf(y),
                                      MatricesOf(output), &broadcast);
  if (!status.ok()) return status;
  const auto m = static_cast<std::size_t>(sizes.m);
  const auto n = static_cast<std::size_t>(sizes.n);
  const auto k = static_cast<std::size_t>(sizes.k);
  const std::size_t all = broadcast.result_count();
  // As many products as neither operand's matrices begin anew within.
  const auto run = [all](gemmlowp::OperandCount count) {
    return count.each > 1        ? count.each
           : count.elements == 1 ? all
                                 : count.elements;
  };
  const std::size_t size =
      std::min(run(broadcast.x_count), run(broadcast.y_count));
  const auto matrices = [&](gemmlowp::OperandCount count, std::size_t piece,
                            std::size_t at, std::size_t elements) {
    const bool is_one = count.each > 1 || count.elements == 1;
    return Matrices{(piece + at / count.each % count.elements) * elements,
                    is_one ? 0 : static_cast<std::ptrdiff_t>(elements)};
  };
  constexpr std::uint64_t kMaxBatches = 1 << 20;
  const std::uint64_t count =
      std::uint64_t{broadcast.pieces.size()} * (all / size);
  if (count > kMaxBatches) {
    return Refuse("inputs.shape", static_cast<std::int64_t>(count),
                  "batches that repeat matrices are too many");
  }
  for (const Broadcast::Piece& piece : broadcast.pieces) {
    for (std::size_t at = 0; at < all; at += size) {
      batches->push_back(
          {static_cast<int>(size),
           matrices(broadcast.x_count, piece.x, at, m * k),
           matrices(broadcast.y_count, piece.y, at, k * n),
           {(piece.result + at) * m * n, static_cast<std::ptrdiff_t>(m * n)}});
    }
  }
  return status;
}

Status MultiplierOfProduct(const Graph& graph, const Operator& op,
                           gemmlowp::FixedPointMultiplier* multiplier) {
  double factor = 0;
  const Status status = gemmlowp::RealMultiplierOfFloatProduct(
      ScaleOf(*InputOf(graph, op, 0)).scale,
      ScaleOf(*InputOf(graph, op, 1)).scale, ScaleOf(OutputOf(graph, op)).scale,
      &factor);
  return status.ok() ? gemmlowp::QuantizeMultiplier(factor, multiplier)
                     : status;
}

}  // namespace lowp_network
