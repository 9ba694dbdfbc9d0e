// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "wide_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "operands.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

constexpr float kLowest = std::numeric_limits<std::int16_t>::min();
constexpr float kHighest = std::numeric_limits<std::int16_t>::max();
constexpr int kStepBits = 7;

std::int16_t SampleOf(float value) {
  if (std::isnan(value)) return 0;
  return static_cast<std::int16_t>(
      std::min(std::max(value, kLowest), kHighest));
}

}  // namespace

// Each sample is moved by half of what the line from it is off in the middle.
WideTable::WideTable(const std::function<float(float)>& function,
                     float input_scale, float output_scale) {
  const float first = input_scale * kLowest, last = input_scale * kHighest;
  const float step = (last - first) / kSteps;
  const float inverse =
      65536.0f / (output_scale * kHighest - output_scale * kLowest);
  std::array<std::int16_t, std::size_t{kSteps} + 1> samples;
  for (int i = 0; i < kSteps; ++i) {
    const float x = first + static_cast<float>(i) * step;
    const float next = function(first + static_cast<float>(i + 1) * step);
    const float sample = std::round(function(x) * inverse);
    const float middle = std::round(function(x + step / 2) * inverse);
    const float line = std::round((next * inverse + sample) / 2);
    samples[static_cast<std::size_t>(i)] =
        SampleOf(sample - std::round((line - middle) / 2));
  }
  samples.back() = SampleOf(std::round(function(last) * inverse));
  // Differences wrap around.
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    lines_[i] = {samples[i],
                 static_cast<std::int16_t>(samples[i + 1] - samples[i])};
  }
}

// So do results.
void WideTable::Run(const std::int16_t* from, std::size_t count,
                    std::int16_t* to) const {
  constexpr int kHalf = 1 << (kStepBits - 1);
  const Line* const middle = lines_.data() + kSteps / 2;
  for (std::size_t i = 0; i < count; ++i) {
    const int x = from[i];
    const Line line = middle[x >> kStepBits];
    const int rest = x & ((1 << kStepBits) - 1);
    to[i] = static_cast<std::int16_t>(
        line.sample + ((line.slope * rest + kHalf) >> kStepBits));
  }
}

void MakeWideTableStep(const Graph& graph, const Operator& op,
                       const std::function<float(float)>& function,
                       std::unique_ptr<Step>* step) {
  const Tensor& output = OutputOf(graph, op);
  const WideTable table(function, ScaleOf(*InputOf(graph, op, 0)).scale,
                        ScaleOf(output).scale);
  MakeUnaryStep<std::int16_t, std::int16_t>(
      op, "samples",
      [table, count = output.elements()](
          gemmlowp::GemmContext*, const std::int16_t* from, std::int16_t* to) {
        table.Run(from, count, to);
        return gemmlowp::Status();
      },
      step);
}

}  // namespace lowp_network
