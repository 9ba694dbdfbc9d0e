// ADD, SUB, MUL, DIV, MAXIMUM, MINIMUM and SQUARED_DIFFERENCE of floats.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <limits>

#include "binary_step.h"
#include "requantizer.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

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
  MakeElementStep<float>(op, broadcast, combine, step);
  return status;
}

}  // namespace lowp_network
