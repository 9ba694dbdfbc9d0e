// POW of floats. An exponent that serves all elements and is a whole number
// from 1 on, or nearly so, means products, as in TensorFlow Lite.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <limits>

#include "binary_step.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::OperandCount;
using gemmlowp::Status;

// Products are finite, if their factors are numbers.
float FiniteProduct(float x, float y) {
  constexpr float kMax = std::numeric_limits<float>::max();
  return std::min(std::max(x * y, -kMax), kMax);
}

// The square of x^(n / 2), and x for an odd n.
float PowerOf(float x, int n) {
  if (n == 1) return x;
  const float half = PowerOf(x, n / 2);
  const float even = FiniteProduct(half, half);
  return n % 2 == 0 ? even : FiniteProduct(even, x);
}

// The whole number that the exponent stands for; 0: it does not for one.
int WholeExponent(float exponent) {
  constexpr float kFar = 0x1p31f;
  const float nearest = std::round(exponent);
  const bool is_whole =
      nearest >= 1 && nearest < kFar && std::abs(nearest - exponent) < 1e-5f;
  return is_whole ? static_cast<int>(nearest) : 0;
}

}  // namespace

Status PreparePow(const Graph& graph, const Operator& op, Engine*,
                  std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  const Status status = CheckBinaryBy(CheckFloat32, graph, op, &broadcast);
  if (!status.ok()) return status;
  const Tensor& base = *InputOf(graph, op, 0);
  const Tensor& exponent = *InputOf(graph, op, 1);
  const bool serves_all =
      exponent.elements() == 1 && exponent.shape != base.shape;
  MakeBinaryStep<float>(
      op, broadcast, "a loop",
      [serves_all](GemmContext*, const float* x, OperandCount x_count,
                   const float* y, OperandCount y_count, float* result) {
        const int whole = serves_all ? WholeExponent(*y) : 0;
        CombineElements(x, x_count, y, y_count, result,
                        [whole](float a, float b) {
                          return whole > 0 ? PowerOf(a, whole) : std::pow(a, b);
                        });
        return Status();
      },
      step);
  return status;
}

}  // namespace lowp_network
