// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "pooling_step.h"

#include "operands.h"
#include "unary_step.h"

namespace lowp_network {

using gemmlowp::ConvGeometry;
using gemmlowp::GemmContext;
using gemmlowp::Status;

void MakeAverageStep(ElementType type, const Operator& op,
                     const Pooling& pooling,
                     const gemmlowp::AveragePooling& average,
                     std::unique_ptr<Step>* step) {
  MakeUnaryStepOf(
      type, op, "TryAveragePool",
      [pooling, average](GemmContext* context, const auto* from, auto* to) {
        return gemmlowp::TryAveragePool(context, from, pooling.geometry,
                                        average, to, pooling.range);
      },
      step);
}

void MakeMaximumStep(ElementType type, const Operator& op,
                     const Pooling& pooling, std::unique_ptr<Step>* step) {
  MakeUnaryStepOf(
      type, op, "TryMaxPool",
      [pooling](GemmContext* context, const auto* from, auto* to) {
        return gemmlowp::TryMaxPool(context, from, pooling.geometry, to,
                                    pooling.range);
      },
      step);
}

Status CheckWindows(const ConvGeometry& geometry, const Tensor& output) {
  ConvGeometry with_outputs = geometry;
  with_outputs.output_channels = with_outputs.groups = geometry.input_channels;
  gemmlowp::ConvShape shape;
  const Status status = OutputShape(with_outputs, &shape);
  if (!status.ok()) return status;
  std::size_t elements = 1;
  for (int size :
       {shape.batch, shape.depth, shape.height, shape.width, shape.channels}) {
    elements *= static_cast<std::size_t>(size);
  }
  if (elements == output.elements()) return status;
  return Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
                "values are not one for each window and channel");
}

}  // namespace lowp_network
