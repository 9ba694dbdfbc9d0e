// BATCH_MATMUL: products of matrices that are all computed, in batches of one
// PreparedGemm.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/prepared_gemm.h>
#include <gemmlowp/public/quantization/multiplier_builders.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "broadcast.h"
#include "operands.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::BatchOperand;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PreparedGemm;
using gemmlowp::Status;

// Matrices at equal distances, in elements.
struct Matrices {
  std::size_t first;
  std::ptrdiff_t stride;

  BatchOperand In(const void* tensor) const {
    return BatchOperand::Strided(
        static_cast<const std::int8_t*>(tensor) + first, stride);
  }
};

struct Batch {
  int count;
  Matrices x, y, result;
};

class BatchProductStep : public Step {
 public:
  PreparedGemm product;
  std::vector<Batch> batches;
  std::size_t x = 0, y = 0, output = 0;

  Status Run(GemmContext* context, void* const* tensors) const override {
    for (const Batch& batch : batches) {
      const Status status = product.RunBatch(
          context, batch.count, batch.x.In(tensors[x]), batch.y.In(tensors[y]),
          batch.result.In(tensors[output]));
      if (!status.ok()) return status;
    }
    return Status();
  }
  std::string Describe() const override { return product.plan().Describe(); }
  std::int64_t multiply_adds() const override {
    const gemmlowp::GemmPlan plan = product.plan();
    std::int64_t products = 0;
    for (const Batch& batch : batches) products += batch.count;
    return products * plan.m * plan.n * plan.k;
  }
};

struct Sizes {
  int m, n, k;
};

// Of the last two axes.
Status SizesOf(const Tensor& x, const Tensor& y, const Tensor& output,
               const Options& options, Sizes* sizes) {
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

// A tensor of which each element stands for a matrix.
Tensor MatricesOf(const Tensor& tensor) {
  Tensor matrices;
  matrices.shape.assign(tensor.shape.begin(), tensor.shape.end() - 2);
  return matrices;
}

// From the pieces of matrices to batches: within a piece an operand's matrices
// are all different, or each serves several, or all begin anew.
Status PlanBatches(const Tensor& x, const Tensor& y, const Tensor& output,
                   const Sizes& sizes, std::vector<Batch>* batches) {
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
  constexpr std::uint64_t kMostBatches = 1 << 20;
  const std::uint64_t count =
      std::uint64_t{broadcast.pieces.size()} * (all / size);
  if (count > kMostBatches) {
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

template <typename Function>
Status WithOrder(bool is_transposed, const Function& function) {
  return is_transposed
             ? function(std::integral_constant<MapOrder, MapOrder::ColMajor>())
             : function(std::integral_constant<MapOrder, MapOrder::RowMajor>());
}

Status PrepareProduct(const Graph& graph, const Operator& op,
                      const Sizes& sizes, Engine* engine,
                      PreparedGemm* product) {
  const gemmlowp::TensorScale x = ScaleOf(*InputOf(graph, op, 0));
  const gemmlowp::TensorScale y = ScaleOf(*InputOf(graph, op, 1));
  const gemmlowp::TensorScale to = ScaleOf(OutputOf(graph, op));
  double factor = 0;
  Status status = gemmlowp::RealMultiplierOfFloatProduct(x.scale, y.scale,
                                                         to.scale, &factor);
  gemmlowp::FixedPointMultiplier multiplier;
  if (status.ok()) {
    status = gemmlowp::QuantizeMultiplier(factor, &multiplier);
  }
  if (!status.ok()) return status;
  const auto pipeline = std::make_tuple(
      gemmlowp::OutputStageScaleInt32ByFixedPoint{
          multiplier.multiplier, multiplier.exponent, to.zero_point,
          gemmlowp::FixedPointRounding::kDouble},
      gemmlowp::OutputStageSaturatingCastToInt8());
  return WithOrder(op.options.adjoint_x != 0, [&](auto x_order) {
    return WithOrder(op.options.adjoint_y != 0, [&](auto y_order) {
      const MatrixMap<const std::int8_t, x_order.value> lhs(nullptr, sizes.m,
                                                            sizes.k);
      const MatrixMap<const std::int8_t, y_order.value> rhs(nullptr, sizes.k,
                                                            sizes.n);
      const MatrixMap<std::int8_t, MapOrder::RowMajor> result(nullptr, sizes.m,
                                                              sizes.n);
      return PreparedGemm::Prepare(&engine->context, lhs, rhs, result,
                                   -x.zero_point, -y.zero_point, pipeline,
                                   product);
    });
  });
}

}  // namespace

Status PrepareBatchMatMul(const Graph& graph, const Operator& op,
                          Engine* engine, std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& x = *InputOf(graph, op, 0);
  const Tensor& y = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  Sizes sizes;
  status = CheckInt8(x, "inputs[0]");
  if (status.ok()) status = CheckInt8(y, "inputs[1]");
  if (status.ok()) status = CheckInt8(output, "output");
  if (status.ok()) status = SizesOf(x, y, output, op.options, &sizes);
  auto made = std::make_unique<BatchProductStep>();
  if (status.ok()) status = PlanBatches(x, y, output, sizes, &made->batches);
  if (status.ok()) {
    status = PrepareProduct(graph, op, sizes, engine, &made->product);
  }
  if (!status.ok()) return status;
  made->x = static_cast<std::size_t>(op.inputs[0]);
  made->y = static_cast<std::size_t>(op.inputs[1]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
