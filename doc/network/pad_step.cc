// PAD and PADV2: a border of zero points, or of another value.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/pad.h>

#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// Pads of each axis, before and after, that lead from one shape to the other.
Status CheckPads(const Tensor& input, const Tensor& output,
                 const std::vector<std::int64_t>& pads) {
  const std::size_t axes = input.shape.size();
  if (axes == 0 || output.shape.size() != axes || pads.size() != 2 * axes) {
    return Refuse("paddings", static_cast<std::int64_t>(pads.size()),
                  "values are not two for each axis");
  }
  for (std::size_t i = 0; i < axes; ++i) {
    const std::int64_t before = pads[2 * i], after = pads[2 * i + 1];
    if (before < 0 || after < 0) {
      return Refuse("paddings", before < 0 ? before : after, "is negative");
    }
    constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
    if (before > kMax || after > kMax ||
        input.shape[i] + before + after != output.shape[i]) {
      return Refuse("output.shape", output.shape[i],
                    "is not the input's and the padding");
    }
  }
  return Status();
}

// The zero point, or PADV2's last operand.
Status ReadValue(const Graph& graph, const Operator& op, std::int32_t* value) {
  const Tensor& input = *InputOf(graph, op, 0);
  *value = input.quantization.zero_points[0];
  if (op.code != kPadV2) return Status();
  const Tensor& constant = *InputOf(graph, op, 2);
  const Status status = CheckSameQuantization(input, constant);
  if (!status.ok()) return status;
  if (constant.data == nullptr || constant.elements() != 1) {
    return Refuse("constant_values",
                  static_cast<std::int64_t>(constant.elements()),
                  "values are not one constant");
  }
  WithInt8OrInt16(constant.type, [&](auto read) {
    std::memcpy(&read, constant.data, sizeof(read));
    *value = read;
  });
  return Status();
}

}  // namespace

Status PreparePad(const Graph& graph, const Operator& op, Engine*,
                  std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, op.code == kPadV2 ? 3 : 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  std::vector<std::int64_t> pads;
  std::int32_t value = 0;
  status = CheckInt8OrInt16(input, "input");
  if (status.ok()) status = CheckSameQuantization(input, output);
  if (status.ok()) {
    status = ReadIndices(*InputOf(graph, op, 1), "paddings", &pads);
  }
  if (status.ok()) status = CheckPads(input, output, pads);
  if (status.ok()) status = ReadValue(graph, op, &value);
  if (!status.ok()) return status;
  std::vector<gemmlowp::PadAxis> axes;
  for (std::size_t i = 0; i < input.shape.size(); ++i) {
    axes.push_back({input.shape[i], static_cast<int>(pads[2 * i]),
                    static_cast<int>(pads[2 * i + 1])});
  }
  MakeUnaryStepOf(
      input.type, op, "TryPad",
      [axes, value](GemmContext* context, const auto* from, auto* to) {
        return gemmlowp::TryPad(context, from, axes.data(),
                                static_cast<int>(axes.size()), value, to);
      },
      step);
  return status;
}

}  // namespace lowp_network
