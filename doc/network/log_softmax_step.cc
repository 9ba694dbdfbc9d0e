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

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

constexpr float kResultScale = 1.0f / 16;
constexpr std::int32_t kResultZeroPoint = 127;
constexpr float kLowest = INT8_MIN - kResultZeroPoint;

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

  // Several rows at a time: an addition would wait for the one before.
  template <std::size_t kRows>
  void Run(const std::int8_t* from, std::size_t columns,
           std::int8_t* to) const {
    int maximum[kRows];
    float sums[kRows] = {};
    for (std::size_t r = 0; r < kRows; ++r) {
      const std::int8_t* const row = from + r * columns;
      std::int8_t largest = INT8_MIN;
      for (std::size_t i = 0; i < columns; ++i) {
        largest = std::max(largest, row[i]);
      }
      maximum[r] = largest;
    }
    for (std::size_t i = 0; i < columns; ++i) {
      for (std::size_t r = 0; r < kRows; ++r) {
        sums[r] += exponentials[static_cast<std::size_t>(
            maximum[r] - from[r * columns + i])];
      }
    }
    for (std::size_t r = 0; r < kRows; ++r) {
      Finish(from + r * columns, columns, maximum[r], sums[r],
             to + r * columns);
    }
  }

  // Each step of a block in a loop of its own, over registers of values.
  void Finish(const std::int8_t* from, std::size_t columns, int maximum,
              float sum, std::int8_t* to) const {
    const float subtracted =
        (input_scale * static_cast<float>(maximum) + std::log(sum)) /
        kResultScale;
    const float scale = input_scale / kResultScale;
    constexpr std::size_t kBlock = 64;
    for (std::size_t at = 0; at < columns; at += kBlock) {
      const std::size_t count = std::min(kBlock, columns - at);
      float values[kBlock] = {};
      for (std::size_t i = 0; i < count; ++i) {
        values[i] = scale * static_cast<float>(from[at + i]) - subtracted;
      }
      for (float& x : values) x = x > kLowest ? x : kLowest;
      for (float& x : values) x = x < 0 ? x : 0;
      for (std::size_t i = 0; i < count; ++i) {
        to[at + i] =
            static_cast<std::int8_t>(Rounded(values[i]) + kResultZeroPoint);
      }
    }
  }
};

void RealRow(const float* from, std::size_t columns, float* to) {
  const float maximum = *std::max_element(from, from + columns);
  float sum = 0;
  for (std::size_t i = 0; i < columns; ++i) sum += std::exp(from[i] - maximum);
  const float logarithm = std::log(sum);
  for (std::size_t i = 0; i < columns; ++i)
    to[i] = from[i] - maximum - logarithm;
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
  const auto columns = static_cast<std::size_t>(input.shape.back());
  MakeUnaryStep<std::int8_t, std::int8_t>(
      op, "a loop",
      [softmax = LogSoftmax(ScaleOf(input).scale), columns,
       count = input.elements()](gemmlowp::GemmContext*,
                                 const std::int8_t* from, std::int8_t* to) {
        constexpr std::size_t kRows = 4;
        for (std::size_t at = 0; at < count;) {
          if ((count - at) / columns >= kRows) {
            softmax.Run<kRows>(from + at, columns, to + at);
            at += kRows * columns;
          } else {
            softmax.Run<1>(from + at, columns, to + at);
            at += columns;
          }
        }
        return Status();
      },
      step);
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
