// ADD, SUB, MUL, DIV, POW, MAXIMUM, MINIMUM and SQUARED_DIFFERENCE of floats.
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
    case kPow:
      return [](float x, float y) { return std::pow(x, y); };
    case kMaximum:
      return [](float x, float y) { return x > y ? x : y; };
    case kMinimum:
      return [](float x, float y) { return x < y ? x : y; };
    default:
      return [](float x, float y) { return (x - y) * (x - y); };
  }
}

struct RealBounds {
  float low, high;
};

// TensorFlow Lite's kernels with an activation have finite results without one,
// too.
Status BoundsOf(const Operator& op, RealBounds* bounds) {
  constexpr float kMost = std::numeric_limits<float>::max();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const int activation = op.options.activation;
  const bool is_plain = op.code == kPow || op.code == kMaximum ||
                        op.code == kMinimum || op.code == kSquaredDifference;
  switch (static_cast<Activation>(activation)) {
    case Activation::kNone:
      *bounds = is_plain ? RealBounds{-kInfinity, kInfinity}
                         : RealBounds{-kMost, kMost};
      return Status();
    case Activation::kRelu:
      *bounds = {0, kMost};
      return Status();
    case Activation::kReluN1To1:
      *bounds = {-1, 1};
      return Status();
    case Activation::kRelu6:
      *bounds = {0, 6};
      return Status();
    default:
      return Refuse("fused_activation_function", activation,
                    "is none of NONE, RELU, RELU_N1_TO_1 and RELU6");
  }
}

}  // namespace

Status PrepareRealBinary(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  RealBounds bounds = {};
  Status status = CheckBinaryBy(CheckFloat32, graph, op, &broadcast);
  if (status.ok()) status = BoundsOf(op, &bounds);
  if (!status.ok()) return status;
  const auto combine = [of = FunctionOf(op.code), bounds](float a, float b) {
    return std::min(std::max(of(a, b), bounds.low), bounds.high);
  };
  MakeBinaryStep<float>(
      op, broadcast, "a loop",
      [combine](GemmContext*, const float* a, OperandCount a_count,
                const float* b, OperandCount b_count, float* result) {
        CombineElements(a, a_count, b, b_count, result, combine);
        return Status();
      },
      step);
  return status;
}

}  // namespace lowp_network
