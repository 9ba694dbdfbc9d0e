// AVERAGE_POOL_2D and MAX_POOL_2D: averages and maxima of windows.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "operands.h"
#include "pooling_step.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::ConvAxis;
using gemmlowp::ConvGeometry;
using gemmlowp::Status;

Status SetWindow(int kernel, int stride, int padding, ConvAxis* axis) {
  axis->kernel = kernel;
  axis->stride = stride;
  if (padding != static_cast<int>(Padding::kSame) &&
      padding != static_cast<int>(Padding::kValid)) {
    return Refuse("padding", padding, "is neither SAME nor VALID");
  }
  if (padding == static_cast<int>(Padding::kSame)) SetSamePadding(axis);
  return Status();
}

// What both operators have in common.
Status CheckPooling(const Graph& graph, const Operator& op, Pooling* pooling) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckActivations(input, "input");
  if (status.ok()) status = CheckAxes(input, "input", 4);
  if (status.ok()) status = CheckSameQuantization(input, output);
  if (!status.ok()) return status;
  ConvGeometry& geometry = pooling->geometry;
  geometry.batch = input.shape[0];
  geometry.height.input = input.shape[1];
  geometry.width.input = input.shape[2];
  geometry.input_channels = input.shape[3];
  const Options& options = op.options;
  status = SetWindow(options.filter_height, options.stride_height,
                     options.padding, &geometry.height);
  if (status.ok()) {
    status = SetWindow(options.filter_width, options.stride_width,
                       options.padding, &geometry.width);
  }
  if (status.ok()) status = CheckWindows(geometry, output);
  Bounds bounds;
  if (status.ok()) status = BoundsOf(options.activation, output, &bounds);
  pooling->range = {bounds.low, bounds.high};
  return status;
}

}  // namespace

Status PrepareAveragePool2d(const Graph& graph, const Operator& op, Engine*,
                            std::unique_ptr<Step>* step) {
  Pooling pooling;
  const Status status = CheckPooling(graph, op, &pooling);
  if (!status.ok()) return status;
  MakeAverageStep(OutputOf(graph, op).type, op, pooling, {}, step);
  return status;
}

Status PrepareMaxPool2d(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  Pooling pooling;
  const Status status = CheckPooling(graph, op, &pooling);
  if (!status.ok()) return status;
  MakeMaximumStep(OutputOf(graph, op).type, op, pooling, step);
  return status;
}

}  // namespace lowp_network
