// FULLY_CONNECTED: a PreparedGemm with packed weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/packed_matrix.h>
#include <gemmlowp/public/prepared_gemm.h>

#include <cstddef>
#include <utility>

#include "operands.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::PreparedGemm;
using gemmlowp::Status;

class FullyConnectedStep : public Step {
 public:
  Requantizer requantizer;
  PreparedGemm product;
  std::size_t input = 0, output = 0;

  Status Run(GemmContext* context, void* const* tensors) const override {
    return product.Run(context, tensors[input], nullptr, tensors[output]);
  }
  std::string Describe() const override { return product.plan().Describe(); }
  std::int64_t multiply_adds() const override {
    const gemmlowp::GemmPlan plan = product.plan();
    return std::int64_t{plan.m} * plan.n * plan.k;
  }
};

// The input's rows, of as many values as a row of the filter.
Status CheckSizes(const Tensor& input, const Tensor& filter,
                  const Tensor& output, const Operator& op, int* rows) {
  if (op.options.weights_format != 0) {
    return Refuse("weights_format", op.options.weights_format,
                  "is not DEFAULT");
  }
  const auto channels = static_cast<std::size_t>(filter.shape[0]);
  const auto depth = static_cast<std::size_t>(filter.shape[1]);
  if (input.elements() % depth != 0) {
    return Refuse("filter.shape[1]", filter.shape[1],
                  "does not divide the size of the input");
  }
  *rows = static_cast<int>(input.elements() / depth);
  if (output.elements() != input.elements() / depth * channels) {
    return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                  "values are not one for each row and channel");
  }
  return Status();
}

Status PrepareProduct(int rows, const Tensor& filter, std::int32_t zero_point,
                      Engine* engine, FullyConnectedStep* step) {
  const int channels = filter.shape[0], depth = filter.shape[1];
  const MatrixMap<const std::int8_t, MapOrder::RowMajor> lhs(nullptr, rows,
                                                             depth);
  // A channel's weights are contiguous: a column of the right-hand side.
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> weights(
      reinterpret_cast<const std::int8_t*>(filter.data), depth, channels);
  const MatrixMap<std::int8_t, MapOrder::RowMajor> result(nullptr, rows,
                                                          channels);
  PackedMatrix rhs;
  const Status status =
      PackedMatrix::Pack(weights, gemmlowp::Side::kRhs, &rhs, engine->backend);
  if (!status.ok()) return status;
  return PreparedGemm::Prepare(&engine->context, lhs, rhs, result, -zero_point,
                               0, step->requantizer.Pipeline(), &step->product);
}

}  // namespace

Status PrepareFullyConnected(const Graph& graph, const Operator& op,
                             Engine* engine, std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& filter = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8(input, "input");
  if (status.ok()) status = CheckInt8(output, "output");
  if (status.ok()) status = CheckAxes(filter, "filter", 2);
  if (status.ok()) status = CheckFilter(filter, filter.shape[0]);
  int rows = 0;
  if (status.ok()) status = CheckSizes(input, filter, output, op, &rows);
  auto made = std::make_unique<FullyConnectedStep>();
  if (status.ok()) {
    status = Requantizer::Make(
        input, filter, InputOf(graph, op, 2), output, filter.shape[0], op,
        engine->fully_connected_rounding, &made->requantizer);
  }
  if (status.ok()) {
    status = PrepareProduct(rows, filter, input.quantization.zero_points[0],
                            engine, made.get());
  }
  if (!status.ok()) return status;
  made->input = static_cast<std::size_t>(op.inputs[0]);
  made->output = static_cast<std::size_t>(op.outputs[0]);
  *step = std::move(made);
  return status;
}

}  // namespace lowp_network
