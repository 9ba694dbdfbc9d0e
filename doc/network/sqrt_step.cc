// SQRT of int8 and int16: the root in float, divided by the output's scale and
// rounded toward zero, as in TensorFlow Lite.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "fixed_point.h"
#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorScale;

template <typename T>
T RootOf(T x, const TensorScale& input, const TensorScale& output) {
  constexpr float kFar = 1 << 17;  // beyond all results, for any zero point
  const float real = input.scale * static_cast<float>(x - input.zero_point);
  const float root = std::min(std::sqrt(real) / output.scale, kFar);
  return Clamped<T>(static_cast<std::int32_t>(root) + output.zero_point);
}

}  // namespace

Status PrepareSqrt(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  const Status status = CheckUnary(graph, op);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  MakeUnaryStepOf(
      input.type, op, "a loop",
      [from_scale = ScaleOf(input), to_scale = ScaleOf(OutputOf(graph, op)),
       count = input.elements()](GemmContext*, const auto* from, auto* to) {
        const Status checked =
            CheckNotNegative(from, count, from_scale.zero_point);
        for (std::size_t i = 0; checked.ok() && i < count; ++i) {
          to[i] = RootOf(from[i], from_scale, to_scale);
        }
        return checked;
      },
      step);
  return status;
}

}  // namespace lowp_network
