// LOG_SOFTMAX over rows of the last axis. Of floats:
//   x - max - log(sum exp(x - max))
// Of int8, in float:
//   rint(x * scale - (scale_in * max + log(sum exp(scale_in * (x - max)))) /
//        scale_out) + 127
// with scale = scale_in / scale_out and scale_out = 1 / 16. Exponentials are
// added in order.
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

using gemmlowp::Status;

constexpr float kResultScale = 1.0f / 16;
constexpr std::int32_t kResultZeroPoint = 127;

// To the nearest integer, ties to even, as std::rint rounds, of |x| < 2^22: a
// sum with 1.5 * 2^23 has no bits for fractions.
std::int32_t Rounded(float x) {
  constexpr float kNoFractions = 3 << 22;
  return static_cast<std::int32_t>((x + kNoFractions) - kNoFractions);
}

struct LogSoftmax {
  float input_scale;
  std::array<float, 256> exponentials;  // of -scale * i

  explicit LogSoftmax(float scale) : input_scale(scale) {
    for (std::size_t i = 0; i < exponentials.size(); ++i) {
      exponentials[i] = std::exp(-scale * static_cast<float>(i));
    }
  }

  void operator()(const std::int8_t* from, std::size_t columns,
                  std::int8_t* to) const {
    int most = INT8_MIN;
    for (std::size_t i = 0; i < columns; ++i) {
      most = std::max<int>(most, from[i]);
    }
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
      const float value = scale * static_cast<float>(from[i]) - subtracted;
      to[i] = ClampedToInt8(Rounded(std::max(value, kFar)) + kResultZeroPoint);
    }
  }
};

void RealRow(const float* from, std::size_t columns, float* to) {
  const float most = *std::max_element(from, from + columns);
  float sum = 0;
  for (std::size_t i = 0; i < columns; ++i) sum += std::exp(from[i] - most);
  const float logarithm = std::log(sum);
  for (std::size_t i = 0; i < columns; ++i) to[i] = from[i] - most - logarithm;
}

}  // namespace

Status PrepareLogSoftmax(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Status status = CheckRowsBy(CheckInt8Unary, graph, op);
  if (status.ok()) {
    status = CheckResult(OutputOf(graph, op), {kResultScale, kResultZeroPoint});
  }
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  MakeRowsStep<std::int8_t>(op, input, LogSoftmax(ScaleOf(input).scale), step);
  return status;
}

Status PrepareRealLogSoftmax(const Graph& graph, const Operator& op, Engine*,
                             std::unique_ptr<Step>* step) {
  const Status status = CheckRowsBy(CheckRealUnary, graph, op);
  if (status.ok()) {
    MakeRowsStep<float>(op, *InputOf(graph, op, 0), RealRow, step);
  }
  return status;
}

}  // namespace lowp_network
