// The exact reference and the error bound.
//
// Let y = sum over k of a_k * b_k + c be an entry of the float result, and A, B
// and C the values that the quantized operands represent. From
//   a*b - A*B = a*(b - B) + (a - A)*B
// and the Cauchy-Schwarz inequality, the sum that the integers form differs
// from y by at most
//   e = |a| * |b - B| + |a - A| * |B| + |c - C|
// where |a| is the Euclidean norm of the entry's row (of its column, for b). On
// its way to 8 bits the sum is
// - multiplied by a factor with a relative error r: (|y| + e) * r;
// - rounded to a multiple of the result's step s, twice if the exponent is
//   negative, the first time to 2^exponent steps: s/2 + s/2 * 2^exponent;
// - clamped to the values that the result can represent. Clamping two values to
//   the same range never moves them apart, so only the distance between y
//   clamped as the caller asked and y clamped as the quantized result counts.
// The bound is the sum of these and of the rounding of the float product.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lowp_demo {
namespace {

constexpr double kExhaustiveWork = 1 << 26;  // multiply-adds
constexpr int kSampledEntries = 5000;

// (a * b * 2) >> 32, rounded to nearest, ties up. b >= 0, so nothing overflows.
std::int64_t RoundingDoublingHighMul(std::int64_t a, std::int64_t b) {
  return (a * b + (std::int64_t{1} << 30)) >> 31;
}

// Rounds to nearest, ties away from zero.
std::int64_t RoundingShiftRight(std::int64_t value, int shift) {
  if (shift == 0) return value;
  const std::int64_t half = std::int64_t{1} << (shift - 1);
  return value < 0 ? -((-value + half) >> shift) : (value + half) >> shift;
}

// Euclidean norms of rows or columns: of the values that an operand represents,
// and of their quantization errors.
struct Norms {
  std::vector<double> given, quantized, error;

  explicit Norms(int count) : given(count), quantized(count), error(count) {}
  void Add(int i, double real, double represented) {
    given[i] += real * real;
    quantized[i] += represented * represented;
    error[i] += (real - represented) * (real - represented);
  }
  void Finish() {
    for (auto* squares : {&given, &quantized, &error}) {
      for (double& value : *squares) value = std::sqrt(value);
    }
  }
};

Norms LhsNorms(const FloatProblem& problem, const QuantizedProblem& q) {
  Norms norms(q.rows);
  for (int row = 0; row < q.rows; ++row) {
    for (int d = 0; d < q.depth; ++d) {
      norms.Add(row, problem.lhs[static_cast<std::size_t>(row) * q.depth + d],
                Dequantize(q.Lhs(row, d), q.lhs_params));
    }
  }
  norms.Finish();
  return norms;
}

Norms RhsNorms(const FloatProblem& problem, const QuantizedProblem& q) {
  Norms norms(q.cols);
  for (int d = 0; d < q.depth; ++d) {
    for (int col = 0; col < q.cols; ++col) {
      norms.Add(col, problem.rhs[static_cast<std::size_t>(d) * q.cols + col],
                Dequantize(q.Rhs(d, col), q.rhs_params));
    }
  }
  norms.Finish();
  return norms;
}

}  // namespace

int ExactEntry(const QuantizedProblem& problem, int row, int col) {
  std::int64_t sum = problem.bias[col];
  for (int d = 0; d < problem.depth; ++d) {
    sum += (problem.Lhs(row, d) - problem.lhs_params.zero_point) *
           (problem.Rhs(d, col) - problem.rhs_params.zero_point);
  }
  const int exponent = problem.multiplier.exponent;
  // A left shift saturates to int32.
  sum = std::clamp<std::int64_t>(
      sum * (std::int64_t{1} << std::max(exponent, 0)), INT32_MIN, INT32_MAX);
  const std::int64_t scaled = RoundingShiftRight(
      RoundingDoublingHighMul(sum, problem.multiplier.multiplier),
      std::max(-exponent, 0));
  return static_cast<int>(
      std::clamp<std::int64_t>(scaled + problem.result_params.zero_point,
                               problem.clamp_low, problem.clamp_high));
}

ExactCheck CheckExact(const QuantizedProblem& problem,
                      const std::vector<std::uint8_t>& result) {
  const std::size_t entries = result.size();
  const bool all =
      static_cast<double>(entries) * problem.depth <= kExhaustiveWork;
  const std::size_t samples =
      all ? entries : std::min<std::size_t>(entries, kSampledEntries);
  ExactCheck check;
  const auto compare = [&](std::size_t index) {
    const int row = static_cast<int>(index / problem.cols);
    const int col = static_cast<int>(index % problem.cols);
    const int expected = ExactEntry(problem, row, col);
    ++check.checked;
    if (expected == result[index]) return;
    if (check.mismatches++ > 0) return;
    check.row = row;
    check.col = col;
    check.expected = expected;
    check.actual = result[index];
  };
  for (std::size_t i = 0; i < samples; ++i) compare(i * entries / samples);
  if (!all) {
    for (const std::size_t corner :
         {entries - 1, entries - problem.cols, std::size_t(problem.cols - 1)}) {
      compare(corner);
    }
  }
  return check;
}

FloatCheck CheckFloat(const FloatProblem& problem,
                      const QuantizedProblem& quantized,
                      const std::vector<double>& product, double low,
                      double high, const std::vector<std::uint8_t>& result) {
  const QuantizedProblem& q = quantized;
  const Norms lhs = LhsNorms(problem, q);
  const Norms rhs = RhsNorms(problem, q);
  const double unit = q.lhs_params.scale * q.rhs_params.scale;
  const double step = q.result_params.scale;
  const double multiplier_error =
      std::abs(RealMultiplier(q.multiplier) * step / unit - 1);
  const double rounding =
      step / 2 + (q.multiplier.exponent < 0
                      ? std::ldexp(step / 2, q.multiplier.exponent)
                      : 0);
  const double float_rounding = std::ldexp(q.depth + 8.0, -52);
  const double lowest = Dequantize(q.clamp_low, q.result_params);
  const double highest = Dequantize(q.clamp_high, q.result_params);
  FloatCheck check;
  double total = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::size_t row = i / q.cols;
    const std::size_t col = i % q.cols;
    const double sum_error = lhs.given[row] * rhs.error[col] +
                             lhs.error[row] * rhs.quantized[col] +
                             std::abs(problem.bias[col] - unit * q.bias[col]);
    const double wanted = std::clamp(product[i], low, high);
    const double reachable = std::clamp(product[i], lowest, highest);
    const double magnitude = std::abs(product[i]) + sum_error;
    const double bound =
        sum_error + magnitude * multiplier_error + rounding +
        std::abs(reachable - wanted) +
        float_rounding * (lhs.given[row] * rhs.given[col] + magnitude + step);
    const double error =
        std::abs(Dequantize(result[i], q.result_params) - wanted);
    total += error;
    check.worst = std::max(check.worst, error);
    check.worst_bound = std::max(check.worst_bound, bound);
    check.closest = std::max(check.closest, error / bound);
    check.violations += !(error <= bound);
  }
  check.mean = total / static_cast<double>(result.size());
  return check;
}

}  // namespace lowp_demo
