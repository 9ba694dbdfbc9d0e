// LOG_SOFTMAX of int8, in float:
//   rint(x * scale - (scale_in * max + log(sum exp(scale_in * (x - max)))) /
//        scale_out) + 127
// with scale = scale_in / scale_out and scale_out = 1 / 16, over rows of the
// last axis. Exponentials are added in order.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
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

constexpr float kResultScale = 1.0f / 16;
constexpr std::int32_t kResultZeroPoint = 127;

struct LogSoftmax {
  float input_scale;
  std::array<float, 256> exponentials;  // of -scale * i

  explicit LogSoftmax(float scale) : input_scale(scale) {
    for (std::size_t i = 0; i < exponentials.size(); ++i) {
      exponentials[i] = std::exp(-scale * static_cast<float>(i));
    }
  }

  void Row(const std::int8_t* from, std::size_t columns,
           std::int8_t* to) const {
    const int most = *std::max_element(from, from + columns);
    float sum = 0;
    for (std::size_t i = 0; i < columns; ++i) {
      sum += exponentials[static_cast<std::size_t>(most - from[i])];
    }
    const float subtracted =
        (input_scale * static_cast<float>(most) + std::log(sum)) / kResultScale;
    const float scale = input_scale / kResultScale;
    for (std::size_t i = 0; i < columns; ++i) {
      // Beyond the results' range, as scales may be large.
      constexpr float kFar = -(1 << 20);
      const float value =
          std::rint(scale * static_cast<float>(from[i]) - subtracted);
      to[i] = ClampedToInt8(static_cast<std::int32_t>(std::max(value, kFar)) +
                            kResultZeroPoint);
    }
  }
};

}  // namespace

Status PrepareLogSoftmax(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Status status = CheckInt8Rows(graph, op);
  if (status.ok()) {
    status = CheckResult(OutputOf(graph, op), {kResultScale, kResultZeroPoint});
  }
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const auto columns = static_cast<std::size_t>(input.shape.back());
  MakeUnaryStep<std::int8_t, std::int8_t>(
      op, "a loop",
      [columns, count = input.elements(),
       rows = LogSoftmax(ScaleOf(input).scale)](
          GemmContext*, const std::int8_t* from, std::int8_t* to) {
        for (std::size_t at = 0; at < count; at += columns) {
          rows.Row(from + at, columns, to + at);
        }
        return Status();
      },
      step);
  return status;
}

}  // namespace lowp_network
