// RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/resize.h>

#include <vector>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::ResizeGeometry;
using gemmlowp::Status;

// The second operand is the height and the width of the output.
Status CheckResize(const Graph& graph, const Operator& op,
                   ResizeGeometry* geometry) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckActivations(input, "input");
  if (status.ok()) status = CheckAxes(input, "input", 4);
  if (status.ok()) status = CheckAxes(output, "output", 4);
  if (status.ok()) status = CheckSameQuantization(input, output);
  if (status.ok() && output.shape[0] != input.shape[0]) {
    status = Refuse("output.shape[0]", output.shape[0], "is not the input's");
  }
  if (status.ok() && output.shape[3] != input.shape[3]) {
    status = Refuse("output.shape[3]", output.shape[3], "is not the input's");
  }
  std::vector<std::int32_t> size;
  if (status.ok()) status = ReadInts(*InputOf(graph, op, 1), "size", &size);
  if (!status.ok()) return status;
  if (size != std::vector<std::int32_t>{output.shape[1], output.shape[2]}) {
    return Refuse("output.shape[1]", output.shape[1],
                  "and the width are not the operand's");
  }
  geometry->batch = input.shape[0];
  geometry->input_height = input.shape[1];
  geometry->input_width = input.shape[2];
  geometry->output_height = output.shape[1];
  geometry->output_width = output.shape[2];
  geometry->channels = input.shape[3];
  geometry->align_corners = op.options.align_corners != 0;
  geometry->half_pixel_centers = op.options.half_pixel_centers != 0;
  return status;
}

}  // namespace

Status PrepareResizeBilinear(const Graph& graph, const Operator& op, Engine*,
                             std::unique_ptr<Step>* step) {
  ResizeGeometry geometry;
  const Status status = CheckResize(graph, op, &geometry);
  if (!status.ok()) return status;
  if (geometry.align_corners && geometry.half_pixel_centers) {
    return Refuse("half_pixel_centers", 1,
                  "and align_corners exclude each other");
  }
  const ElementType type = OutputOf(graph, op).type;
  const auto form = type == ElementType::kUInt8
                        ? gemmlowp::BilinearForm::kReal
                        : gemmlowp::BilinearForm::kFixedPoint;
  MakeUnaryStepOf(
      type, op, "TryResizeBilinear",
      [geometry, form](GemmContext* context, const auto* from, auto* to) {
        return gemmlowp::TryResizeBilinear(context, from, geometry, form, to);
      },
      step);
  return status;
}

Status PrepareResizeNearestNeighbor(const Graph& graph, const Operator& op,
                                    Engine*, std::unique_ptr<Step>* step) {
  ResizeGeometry geometry;
  const Status status = CheckResize(graph, op, &geometry);
  if (!status.ok()) return status;
  MakeUnaryStepOf(
      OutputOf(graph, op).type, op, "TryResizeNearest",
      [geometry](GemmContext* context, const auto* from, auto* to) {
        return gemmlowp::TryResizeNearest(context, from, geometry, to);
      },
      step);
  return status;
}

}  // namespace lowp_network
