// L2_NORMALIZATION: rows divided by their length, those of int8 in fixed point.
// LOCAL_RESPONSE_NORMALIZATION: elements of rows of floats divided by a power
// of the squares around them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "fixed_point.h"
#include "operands.h"
#include "requantizer.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

// The result has 7 bits below its point. The sum of up to 2^15 squares fits
// int32.
constexpr int kResultBits = 7;
constexpr int kMaxColumns = 1 << 15;

// Where the bits below the result's point come from: from the multiplier, or,
// of uint8 in the file, from the values, which rounds elsewhere.
enum class Bits { kOfMultiplier, kOfValues };

void NormalizeRow(const std::int8_t* from, std::size_t columns,
                  std::int32_t zero_point, Bits bits, std::int8_t* to) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < columns; ++i) {
    const std::int32_t x = from[i] - zero_point;
    sum += x * x;
  }
  gemmlowp::FixedPointMultiplier inverse = InverseSquareRoot(std::max(sum, 1));
  std::int32_t factor = 1;
  if (bits == Bits::kOfValues) {
    factor <<= kResultBits;
  } else {
    inverse.exponent += kResultBits;
  }
  for (std::size_t i = 0; i < columns; ++i) {
    to[i] = ClampedToInt8(Rescaled((from[i] - zero_point) * factor, inverse));
  }
}

// Squares are added in order, and the length is at least 1e-6.
void NormalizeRealRow(const float* from, std::size_t columns, float* to) {
  constexpr float kShortest = 1e-6f;
  float sum = 0;
  for (std::size_t i = 0; i < columns; ++i) sum += from[i] * from[i];
  const float length = std::max(std::sqrt(sum), kShortest);
  for (std::size_t i = 0; i < columns; ++i) to[i] = from[i] / length;
}

// x * (bias + alpha * sum)^-beta. Squares are added in order, from `radius`
// before the element to the last one that is less than `radius` behind it, as
// in TensorFlow Lite. The power is one of doubles.
void DivideByNeighbours(const float* from, std::size_t columns,
                        const Options& options, float* to) {
  const auto size = static_cast<std::int64_t>(columns);
  for (std::int64_t i = 0; i < size; ++i) {
    const std::int64_t end = std::min(size, i + options.radius);
    float sum = 0;
    for (auto j = std::max<std::int64_t>(0, i - options.radius); j < end; ++j) {
      sum += from[j] * from[j];
    }
    const double base =
        double{options.bias} + double{options.alpha} * double{sum};
    to[i] = from[i] * static_cast<float>(std::pow(base, -double{options.beta}));
  }
}

Status CheckNoActivation(const Operator& op) {
  if (op.options.activation == static_cast<int>(Activation::kNone)) {
    return Status();
  }
  return Refuse("fused_activation_function", op.options.activation,
                "is not NONE");
}

}  // namespace

Status PrepareL2Normalization(const Graph& graph, const Operator& op, Engine*,
                              std::unique_ptr<Step>* step) {
  Status status = CheckRowsBy(CheckInt8Unary, graph, op);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const int columns = input.shape.back();
  if (columns > kMaxColumns) {
    return Refuse("input.shape", columns, "values of a row are over 2^15");
  }
  status = CheckNoActivation(op);
  if (status.ok()) status = CheckResult(OutputOf(graph, op), {1.0f / 128, 0});
  if (!status.ok()) return status;
  MakeRowsStep<std::int8_t>(
      op, input,
      [zero_point = ScaleOf(input).zero_point,
       bits = input.is_shifted ? Bits::kOfValues : Bits::kOfMultiplier](
          const std::int8_t* from, std::size_t size, std::int8_t* to) {
        NormalizeRow(from, size, zero_point, bits, to);
      },
      step);
  return status;
}

Status PrepareRealL2Normalization(const Graph& graph, const Operator& op,
                                  Engine*, std::unique_ptr<Step>* step) {
  Status status = CheckRowsBy(CheckRealUnary, graph, op);
  if (status.ok()) status = CheckNoActivation(op);
  if (status.ok()) {
    MakeRowsStep<float>(op, *InputOf(graph, op, 0), NormalizeRealRow, step);
  }
  return status;
}

Status PrepareLocalResponseNormalization(const Graph& graph, const Operator& op,
                                         Engine*, std::unique_ptr<Step>* step) {
  const Status status = CheckRowsBy(CheckRealUnary, graph, op);
  if (!status.ok()) return status;
  MakeRowsStep<float>(
      op, *InputOf(graph, op, 0),
      [options = op.options](const float* from, std::size_t columns,
                             float* to) {
        DivideByNeighbours(from, columns, options, to);
      },
      step);
  return status;
}

}  // namespace lowp_network
