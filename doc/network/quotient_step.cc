// DIV of int8, by a reciprocal in fixed point.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/fixedpoint/fixedpoint.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "binary_step.h"
#include "fixed_point.h"
#include "requantizer.h"
#include "steps.h"
#include "wrapping.h"

namespace lowp_network {
namespace {

using gemmlowp::FixedPointMultiplier;
using gemmlowp::GemmContext;
using gemmlowp::OperandCount;
using gemmlowp::Status;

// Zeros above the highest bit of a positive number.
int LeadingZeros(std::uint32_t x) {
  int zeros = 0;
  for (; x < 1u << 31; x *= 2) ++zeros;
  return zeros;
}

// The quotient of two distances from zero points, |x|, |y| < 2^9 and y not 0:
// 1 / |y| to 31 bits, times x with as many bits below its point as there is
// room for, times the multiplier.
std::int32_t Quotient(std::int32_t x, std::int32_t y,
                      const FixedPointMultiplier& multiplier) {
  using F0 = gemmlowp::FixedPoint<std::int32_t, 0>;
  if (y < 0) return Quotient(-x, -y, multiplier);
  const auto divisor = static_cast<std::uint32_t>(y);
  const int zeros = LeadingZeros(divisor);
  // divisor = (1 + above_one) * 2^(31 - zeros)
  const F0 above_one =
      F0::FromRaw(static_cast<std::int32_t>((divisor << zeros) - (1u << 31)));
  const std::int32_t reciprocal =
      gemmlowp::one_over_one_plus_x_for_x_in_0_1(above_one).raw();
  // Of a negative number as many bits are like its sign as of -x - 1.
  const int room =
      LeadingZeros(static_cast<std::uint32_t>(x < 0 ? ~x : x) * 2 + 1);
  // As uint32_t, which -1 fills up to the sign.
  const auto shifted =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << room);
  const std::int32_t quotient =
      gemmlowp::SaturatingRoundingDoublingHighMul(shifted, reciprocal);
  return DividedByPower(gemmlowp::SaturatingRoundingDoublingHighMul(
                            quotient, multiplier.multiplier),
                        room + 31 - zeros - multiplier.exponent);
}

struct Division {
  std::int32_t x_zero_point = 0, y_zero_point = 0, result_zero_point = 0;
  FixedPointMultiplier multiplier;
  Bounds range;

  std::int8_t operator()(std::int8_t x, std::int8_t y) const {
    const std::int32_t value =
        WrappingSum(result_zero_point,
                    Quotient(x - x_zero_point, y - y_zero_point, multiplier));
    return static_cast<std::int8_t>(
        std::min(std::max(value, range.low), range.high));
  }
};

Status NumbersOf(const Graph& graph, const Operator& op, Division* division) {
  const gemmlowp::TensorScale x = ScaleOf(*InputOf(graph, op, 0));
  const gemmlowp::TensorScale y = ScaleOf(*InputOf(graph, op, 1));
  const gemmlowp::TensorScale result = ScaleOf(OutputOf(graph, op));
  division->x_zero_point = x.zero_point;
  division->y_zero_point = y.zero_point;
  division->result_zero_point = result.zero_point;
  const Status status = gemmlowp::QuantizeMultiplier(
      static_cast<double>(x.scale / (y.scale * result.scale)),
      &division->multiplier);
  if (!status.ok()) return status;
  // A right shift remains, since a distance leaves room for 22 bits.
  constexpr int kMaxShift = 22;
  if (std::abs(division->multiplier.exponent) > kMaxShift) {
    return Refuse("scales", division->multiplier.exponent,
                  "is the exponent of their quotient, beyond -22..22");
  }
  return BoundsOf(op.options.activation, OutputOf(graph, op), &division->range);
}

}  // namespace

Status PrepareDiv(const Graph& graph, const Operator& op, Engine*,
                  std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  Division division;
  Status status = CheckInt8Binary(graph, op, &broadcast);
  if (status.ok()) status = NumbersOf(graph, op, &division);
  if (!status.ok()) return status;
  MakeBinaryStep<std::int8_t>(
      op, broadcast, "a loop",
      [division](GemmContext*, const std::int8_t* x, OperandCount x_count,
                 const std::int8_t* y, OperandCount y_count,
                 std::int8_t* result) {
        const std::int8_t* const end = y + y_count.elements;
        if (std::find(y, end, division.y_zero_point) != end) {
          return Refuse("inputs[1]", 0, "is no divisor");
        }
        CombineElements(x, x_count, y, y_count, result, division);
        return Status();
      },
      step);
  return status;
}

}  // namespace lowp_network
