// ADD, SUB, MUL, DIV, FLOOR_DIV, FLOOR_MOD, MAXIMUM, MINIMUM and
// SQUARED_DIFFERENCE of floats.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <limits>

#include "binary_step.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::OperandCount;
using gemmlowp::Status;

// What is left of x by multiples of y, with the sign of y.
float Modulo(float x, float y) {
  const float rest = std::fmod(x, y);
  return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

using RealFunction = float (*)(float, float);

RealFunction FunctionOf(int code) {
  switch (code) {
    case kAdd:
      return [](float x, float y) { return x + y; };
    case kSub:
      return [](float x, float y) { return x - y; };
    case kMul:
      return [](float x, float y) { return x * y; };
    case kDiv:
      return [](float x, float y) { return x / y; };
    case kFloorDiv:
      return [](float x, float y) {
        return static_cast<float>(std::floor(static_cast<double>(x) / y));
      };
    case kFloorMod:
      return Modulo;
    case kMaximum:
      return [](float x, float y) { return x > y ? x : y; };
    case kMinimum:
      return [](float x, float y) { return x < y ? x : y; };
    default:
      return [](float x, float y) { return (x - y) * (x - y); };
  }
}

}  // namespace

Status PrepareRealBinary(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  RealBounds bounds = {-kInfinity, kInfinity};
  Status status = CheckBinaryBy(CheckFloat32, graph, op, &broadcast);
  if (status.ok() && HasActivation(op.code)) {
    status = RealBoundsOf(op.options.activation, &bounds);
  }
  if (!status.ok()) return status;
  const auto combine = [of = FunctionOf(op.code), bounds](float a, float b) {
    return std::min(std::max(of(a, b), bounds.low), bounds.high);
  };
  MakeBinaryStep<float>(
      op, broadcast, "a loop",
      [combine, refuses_zero = op.code == kFloorDiv](
          GemmContext*, const float* x, OperandCount x_count, const float* y,
          OperandCount y_count, float* result) {
        const float* const end = y + y_count.elements;
        if (refuses_zero && std::find(y, end, 0.0f) != end) {
          return Refuse("inputs[1]", 0, "is no divisor");
        }
        CombineElements(x, x_count, y, y_count, result, combine);
        return Status();
      },
      step);
  return status;
}

}  // namespace lowp_network
