// Reads, generates and quantizes the demo's problem.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "problem.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>

#include "npy.h"

namespace lowp_demo {
namespace {

bool Fail(const std::string& problem, std::string* error) {
  *error = problem;
  return false;
}

// Reads float32 values in as many dimensions as `extents` has entries.
bool ReadFloats(const std::string& path, std::size_t dimensions,
                std::vector<int>* extents, std::vector<float>* values,
                std::string* error) {
  NpyArray array;
  if (!ReadNpy(path, &array, error)) return false;
  if (array.dtype != "<f4") {
    return Fail(path + ": holds " + array.dtype + ", not float32 (<f4)", error);
  }
  if (array.shape.size() != dimensions) {
    return Fail(path + ": has " + std::to_string(array.shape.size()) +
                    " dimensions, not " + std::to_string(dimensions),
                error);
  }
  extents->clear();
  for (const std::size_t extent : array.shape) {
    if (extent == 0 || extent > std::numeric_limits<int>::max()) {
      return Fail(path + ": has a dimension of " + std::to_string(extent),
                  error);
    }
    extents->push_back(static_cast<int>(extent));
  }
  values->resize(array.bytes.size() / sizeof(float));
  std::memcpy(values->data(), array.bytes.data(), array.bytes.size());
  for (std::size_t i = 0; i < values->size(); ++i) {
    if (std::isfinite((*values)[i])) continue;
    return Fail(path + ": element " + std::to_string(i) + " is not finite",
                error);
  }
  return true;
}

// Bell-shaped random values around `mean`, the same on every machine (the
// standard library's distributions are not).
std::vector<float> Generate(std::size_t count, double mean, double spread,
                            std::mt19937* random) {
  std::vector<float> values(count);
  for (float& value : values) {
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += (*random)() / 4294967296.0 - 0.5;
    value = static_cast<float>(mean + spread * sum);
  }
  return values;
}

struct Range {
  double min, max;
};

template <typename T>
Range RangeOf(const std::vector<T>& values) {
  const auto ends = std::minmax_element(values.begin(), values.end());
  return {static_cast<double>(*ends.first), static_cast<double>(*ends.second)};
}

std::vector<std::uint8_t> QuantizeAll(const std::vector<float>& values,
                                      const QuantizationParams& params) {
  std::vector<std::uint8_t> quantized(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    quantized[i] = static_cast<std::uint8_t>(Quantize(values[i], params));
  }
  return quantized;
}

std::string Text(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%g", value);
  return text;
}

// The largest |quantized - zero_point| that the parameters allow.
double LargestMagnitude(const QuantizationParams& params) {
  return std::max(params.high - params.zero_point,
                  params.zero_point - params.low);
}

// The bias is quantized in the unit of the sums, without a zero point.
bool QuantizeBias(const FloatProblem& problem, double unit,
                  QuantizedProblem* quantized, std::string* error) {
  double largest = 0;
  for (const float bias : problem.bias) {
    const double value = std::round(bias / unit);
    largest = std::max(largest, std::abs(value));
    if (largest > std::numeric_limits<std::int32_t>::max()) {
      return Fail("bias " + Text(bias) +
                      " does not fit int32 in the unit of the sums, " +
                      Text(unit),
                  error);
    }
    quantized->bias.push_back(static_cast<std::int32_t>(value));
  }
  const double largest_sum = problem.depth *
                                 LargestMagnitude(quantized->lhs_params) *
                                 LargestMagnitude(quantized->rhs_params) +
                             largest;
  if (largest_sum > std::numeric_limits<std::int32_t>::max()) {
    return Fail("sums over a depth of " + std::to_string(problem.depth) +
                    " with this bias might not fit int32",
                error);
  }
  // Scaled sums must stay inside int32 until they are clamped.
  if (largest_sum * RealMultiplier(quantized->multiplier) > 1 << 30) {
    return Fail(
        "the result's range is too narrow for the steps of the operands",
        error);
  }
  return true;
}

}  // namespace

bool MakeFloatProblem(const Options& options, FloatProblem* problem,
                      std::string* error) {
  std::mt19937 random(options.seed);
  if (options.lhs_path.empty()) {
    problem->rows = options.rows;
    problem->depth = options.depth;
    problem->cols = options.cols;
    const std::size_t depth = static_cast<std::size_t>(options.depth);
    problem->lhs = Generate(depth * options.rows, 0.5, 2, &random);
    problem->rhs = Generate(depth * options.cols, 0,
                            1 / std::sqrt(options.depth), &random);
  } else {
    std::vector<int> lhs, rhs;
    if (!ReadFloats(options.lhs_path, 2, &lhs, &problem->lhs, error) ||
        !ReadFloats(options.rhs_path, 2, &rhs, &problem->rhs, error)) {
      return false;
    }
    if (lhs[1] != rhs[0]) {
      return Fail(options.lhs_path + " has " + std::to_string(lhs[1]) +
                      " columns, but " + options.rhs_path + " has " +
                      std::to_string(rhs[0]) + " rows",
                  error);
    }
    problem->rows = lhs[0];
    problem->depth = lhs[1];
    problem->cols = rhs[1];
  }
  if (options.bias_path.empty()) {
    problem->bias =
        Generate(static_cast<std::size_t>(problem->cols), 0, 1, &random);
    return true;
  }
  std::vector<int> bias;
  if (!ReadFloats(options.bias_path, 1, &bias, &problem->bias, error)) {
    return false;
  }
  if (bias[0] != problem->cols) {
    return Fail(options.bias_path + " has " + std::to_string(bias[0]) +
                    " entries, but the result has " +
                    std::to_string(problem->cols) + " columns",
                error);
  }
  return true;
}

std::vector<double> FloatProduct(const FloatProblem& problem) {
  const std::size_t cols = static_cast<std::size_t>(problem.cols);
  const std::size_t depth = static_cast<std::size_t>(problem.depth);
  std::vector<double> product(cols * problem.rows);
  for (int row = 0; row < problem.rows; ++row) {
    double* out = product.data() + row * cols;
    std::copy(problem.bias.begin(), problem.bias.end(), out);
    for (std::size_t d = 0; d < depth; ++d) {
      const double factor = problem.lhs[row * depth + d];
      const float* rhs = problem.rhs.data() + d * cols;
      for (std::size_t col = 0; col < cols; ++col) {
        out[col] += factor * rhs[col];
      }
    }
  }
  return product;
}

bool QuantizeProblem(const Options& options, const FloatProblem& problem,
                     const std::vector<double>& product,
                     QuantizedProblem* quantized, std::string* error) {
  QuantizedProblem& q = *quantized;
  q.rows = problem.rows;
  q.depth = problem.depth;
  q.cols = problem.cols;
  q.rhs_is_signed = options.symmetric_weights;
  const Range lhs = RangeOf(problem.lhs);
  const Range rhs = RangeOf(problem.rhs);
  const Range all = RangeOf(product);
  const Range result = {
      std::clamp(all.min, options.clamp_low, options.clamp_high),
      std::clamp(all.max, options.clamp_low, options.clamp_high)};
  q.lhs_params = ChooseAsymmetric(lhs.min, lhs.max, 0, 255);
  q.rhs_params = options.symmetric_weights
                     ? ChooseSymmetric(rhs.min, rhs.max, 127)
                     : ChooseAsymmetric(rhs.min, rhs.max, 0, 255);
  q.result_params = ChooseAsymmetric(result.min, result.max, 0, 255);
  q.lhs = QuantizeAll(problem.lhs, q.lhs_params);
  q.rhs = QuantizeAll(problem.rhs, q.rhs_params);
  const double unit = q.lhs_params.scale * q.rhs_params.scale;
  q.multiplier = QuantizeMultiplier(unit / q.result_params.scale);
  q.clamp_low = Quantize(options.clamp_low, q.result_params);
  q.clamp_high = Quantize(options.clamp_high, q.result_params);
  return QuantizeBias(problem, unit, quantized, error);
}

}  // namespace lowp_demo
