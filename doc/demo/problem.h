// The demo's problem, in floats as given and in integers as multiplied:
//   float:    result = clamp(lhs * rhs + bias), bias along the columns
//   integers: result = clamp(multiplier * ((lhs - zero point) *
//                            (rhs - zero point) + bias) + zero point)
// All matrices are row-major and without gaps.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_DEMO_PROBLEM_H_
#define LOWP_DOC_DEMO_PROBLEM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "options.h"
#include "quantize.h"

namespace lowp_demo {

struct FloatProblem {
  int rows = 0, depth = 0, cols = 0;
  std::vector<float> lhs;
  std::vector<float> rhs;
  std::vector<float> bias;
};

// Reads or generates what the options ask for. Refuses shapes that do not
// match, empty matrices, and values that are not finite.
bool MakeFloatProblem(const Options& options, FloatProblem* problem,
                      std::string* error);

// lhs * rhs + bias, in double.
std::vector<double> FloatProduct(const FloatProblem& problem);

struct QuantizedProblem {
  int rows = 0, depth = 0, cols = 0;
  QuantizationParams lhs_params, rhs_params, result_params;
  std::vector<std::uint8_t> lhs;
  std::vector<std::uint8_t> rhs;  // the bytes of int8 values if rhs_is_signed
  bool rhs_is_signed = false;
  std::vector<std::int32_t> bias;
  FixedPointMultiplier multiplier;
  int clamp_low = 0, clamp_high = 255;

  int Lhs(int row, int d) const {
    return lhs[static_cast<std::size_t>(row) * depth + d];
  }
  int Rhs(int d, int col) const {
    const std::uint8_t byte = rhs[static_cast<std::size_t>(d) * cols + col];
    return rhs_is_signed ? static_cast<std::int8_t>(byte) : byte;
  }
};

// Quantizes the operands by their own ranges and the result by the range of
// `product`. Refuses problems whose sums might not fit int32.
bool QuantizeProblem(const Options& options, const FloatProblem& problem,
                     const std::vector<double>& product,
                     QuantizedProblem* quantized, std::string* error);

}  // namespace lowp_demo

#endif  // LOWP_DOC_DEMO_PROBLEM_H_
