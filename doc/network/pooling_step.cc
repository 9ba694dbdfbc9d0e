// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "pooling_step.h"

#include "operands.h"

namespace lowp_network {

using gemmlowp::ConvGeometry;
using gemmlowp::Status;

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
