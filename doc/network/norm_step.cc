// L2_NORMALIZATION: rows of int8 divided by their length, in fixed point.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>

#include "fixed_point.h"
#include "operands.h"
#include "requantizer.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// The result has 7 bits below its point. The sum of up to 2^15 squares fits
// int32.
constexpr int kResultBits = 7;
constexpr int kMostColumns = 1 << 15;

void NormalizeRow(const std::int8_t* from, std::size_t columns,
                  std::int32_t zero_point, std::int8_t* to) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < columns; ++i) {
    const std::int32_t x = from[i] - zero_point;
    sum += x * x;
  }
  gemmlowp::FixedPointMultiplier inverse = InverseSquareRoot(std::max(sum, 1));
  inverse.exponent += kResultBits;
  for (std::size_t i = 0; i < columns; ++i) {
    to[i] = ClampedToInt8(Rescaled(from[i] - zero_point, inverse));
  }
}

}  // namespace

Status PrepareL2Normalization(const Graph& graph, const Operator& op, Engine*,
                              std::unique_ptr<Step>* step) {
  const Status status = CheckInt8Rows(graph, op);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const int columns = input.shape.back();
  if (columns > kMostColumns) {
    return Refuse("input.shape", columns, "values of a row are over 2^15");
  }
  if (op.options.activation != 0) {
    return Refuse("fused_activation_function", op.options.activation,
                  "is not NONE");
  }
  const Status result = CheckResult(OutputOf(graph, op), {1.0f / 128, 0});
  if (!result.ok()) return result;
  const auto size = static_cast<std::size_t>(columns);
  const std::size_t rows = input.elements() / size;
  MakeUnaryStep<std::int8_t, std::int8_t>(
      op, "a loop",
      [rows, size, zero_point = ScaleOf(input).zero_point](
          GemmContext*, const std::int8_t* from, std::int8_t* to) {
        for (std::size_t i = 0; i < rows; ++i) {
          NormalizeRow(from + i * size, size, zero_point, to + i * size);
        }
        return Status();
      },
      step);
  return status;
}

}  // namespace lowp_network
