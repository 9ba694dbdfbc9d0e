// BATCH_MATMUL: products of matrices that are all computed, of int8 in batches
// of one PreparedGemm.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/prepared_gemm.h>
#include <gemmlowp/public/quantization/multiplier_builders.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "batch_plan.h"
#include "operands.h"
#include "steps.h"
#include "wide_batch_product.h"

namespace lowp_network {
namespace {

using gemmlowp::BatchOperand;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PreparedGemm;
using gemmlowp::Status;

BatchOperand In(const Matrices& matrices, const void* tensor) {
  return BatchOperand::Strided(
      static_cast<const std::int8_t*>(tensor) + matrices.first,
      matrices.stride);
}

class BatchProductStep : public Step {
 public:
  PreparedGemm product;
  std::vector<Batch> batches;
  std::size_t x = 0, y = 0, output = 0;

  Status Run(GemmContext* context, void* const* tensors) const override {
    for (const Batch& batch : batches) {
      const Status status = product.RunBatch(
          context, batch.count, In(batch.x, tensors[x]),
          In(batch.y, tensors[y]), In(batch.result, tensors[output]));
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

template <typename Function>
Status WithOrder(bool is_transposed, const Function& function) {
  return is_transposed
             ? function(std::integral_constant<MapOrder, MapOrder::ColMajor>())
             : function(std::integral_constant<MapOrder, MapOrder::RowMajor>());
}

Status PrepareProduct(const Graph& graph, const Operator& op,
                      const ProductSizes& sizes, Engine* engine,
                      PreparedGemm* product) {
  const gemmlowp::TensorScale x = ScaleOf(*InputOf(graph, op, 0));
  const gemmlowp::TensorScale y = ScaleOf(*InputOf(graph, op, 1));
  const gemmlowp::TensorScale to = ScaleOf(OutputOf(graph, op));
  gemmlowp::FixedPointMultiplier multiplier;
  const Status status = MultiplierOfProduct(graph, op, &multiplier);
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
  ProductSizes sizes;
  status = CheckInt8OrInt16(x, "inputs[0]");
  if (status.ok()) status = CheckLike(x, y, "inputs[1]");
  if (status.ok()) status = CheckLike(x, output, "output");
  if (status.ok()) status = CheckProduct(x, y, output, op.options, &sizes);
  std::vector<Batch> batches;
  if (status.ok()) status = PlanBatches(x, y, output, sizes, &batches);
  if (!status.ok()) return status;
  if (x.type == ElementType::kInt16) {
    WideProduct product;
    product.sizes = sizes;
    product.batches = std::move(batches);
    product.x_is_transposed = op.options.adjoint_x != 0;
    product.y_is_transposed = op.options.adjoint_y != 0;
    product.bias.assign(static_cast<std::size_t>(sizes.n), 0);
    status = MultiplierOfProduct(graph, op, &product.multiplier);
    return status.ok() ? MakeWideProduct(op, std::move(product), step) : status;
  }
  auto made = std::make_unique<BatchProductStep>();
  status = PrepareProduct(graph, op, sizes, engine, &made->product);
  if (!status.ok()) return status;
  made->batches = std::move(batches);
  made->x = static_cast<std::size_t>(op.inputs[0]);
  made->y = static_cast<std::size_t>(op.inputs[1]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
