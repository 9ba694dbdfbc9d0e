// A function of int16 as TensorFlow Lite's kernels look it up: samples of the
// function in float, 128 values apart, and straight lines between them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_WIDE_TABLE_H_
#define LOWP_DOC_NETWORK_WIDE_TABLE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "graph.h"
#include "step.h"

namespace lowp_network {

class WideTable {
 public:
  // Of function(input_scale * x) / output_scale. The function may have values
  // that are not finite; their samples are ends of the range, or 0.
  WideTable(const std::function<float(float)>& function, float input_scale,
            float output_scale);

  // Looks up `count` values.
  void Run(const std::int16_t* from, std::size_t count, std::int16_t* to) const;

 private:
  static constexpr int kSteps = 512;
  // A sample, and how far from it the next one is.
  struct Line {
    std::int16_t sample, slope;
  };
  std::array<Line, kSteps> lines_;
};

// From the operator's input to its output, which are of int16 and of as many
// values.
void MakeWideTableStep(const Graph& graph, const Operator& op,
                       const std::function<float(float)>& function,
                       std::unique_ptr<Step>* step);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_WIDE_TABLE_H_
