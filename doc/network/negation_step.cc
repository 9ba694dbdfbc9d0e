// NEG of floats, as between the DEQUANTIZE and the QUANTIZE that the converter
// puts around it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {

using gemmlowp::GemmContext;
using gemmlowp::Status;

Status PrepareNeg(const Graph& graph, const Operator& op, Engine*,
                  std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  for (const Tensor* tensor : {&input, &output}) {
    if (tensor->type != ElementType::kFloat32) {
      return Refuse(tensor == &input ? "input" : "output",
                    static_cast<int>(tensor->type), "is not of float32");
    }
  }
  status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  const std::size_t count = input.elements();
  MakeUnaryStep<float, float>(
      op, "a loop",
      [count](GemmContext*, const float* from, float* to) {
        for (std::size_t i = 0; i < count; ++i) to[i] = -from[i];
        return Status();
      },
      step);
  return status;
}

}  // namespace lowp_network
