// Functions of single floats: converters leave some between DEQUANTIZE and
// QUANTIZE.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

struct RealFunction {
  OperatorCode code;
  float (*of)(float);
};

float NearestEven(float x) {
  const float floor = std::floor(x);
  const float rest = x - floor;
  const bool up =
      rest > 0.5f || (rest == 0.5f && std::fmod(floor, 2.0f) != 0.0f);
  return up ? floor + 1 : floor;
}

float SignOf(float x) {
  if (x > 0) return 1;
  return x < 0 ? -1.0f : x;
}

// 1 / (1 + e^-x). Far from 0, TensorFlow Lite has e^x, or 1.
float LogisticOf(float x) {
  constexpr float kLow = -9, kHigh = 16.619047164916992188f;
  if (x > kHigh) return 1;
  return x < kLow ? std::exp(x) : 1 / (1 + std::exp(-x));
}

constexpr RealFunction kFunctions[] = {
    {kAbs, [](float x) { return std::fabs(x); }},
    {kCeil, [](float x) { return std::ceil(x); }},
    {kCos, [](float x) { return std::cos(x); }},
    {kElu, [](float x) { return x < 0 ? std::expm1(x) : x; }},
    {kExp, [](float x) { return std::exp(x); }},
    {kFloor, [](float x) { return std::floor(x); }},
    {kHardSwish,
     [](float x) { return x * std::min(6.0f, std::max(0.0f, x + 3)) / 6; }},
    {kLog, [](float x) { return std::log(x); }},
    {kLogistic, LogisticOf},
    {kNeg, [](float x) { return -x; }},
    {kRelu, [](float x) { return x < 0 ? 0 : x; }},
    {kRelu6, [](float x) { return x < 0   ? 0
                                  : x > 6 ? 6
                                          : x; }},
    {kReluN1To1, [](float x) { return x < -1  ? -1
                                      : x > 1 ? 1
                                              : x; }},
    {kRound, NearestEven},
    {kRsqrt, [](float x) { return 1.0f / std::sqrt(x); }},
    {kSign, SignOf},
    {kSin, [](float x) { return std::sin(x); }},
    {kSqrt, [](float x) { return std::sqrt(x); }},
    {kSquare, [](float x) { return x * x; }},
    {kTanh, [](float x) { return std::tanh(x); }},
};

auto FunctionOf(int code) {
  const RealFunction* function = kFunctions;
  while (function->code != code) ++function;
  return function->of;
}

}  // namespace

Status PrepareRealFunction(const Graph& graph, const Operator& op, Engine*,
                           std::unique_ptr<Step>* step) {
  const Status status = CheckRealUnary(graph, op);
  if (!status.ok()) return status;
  MakeUnaryStep<float, float>(
      op, "a loop",
      [of = FunctionOf(op.code), count = OutputOf(graph, op).elements()](
          GemmContext*, const float* from, float* to) {
        std::transform(from, from + count, to, of);
        return Status();
      },
      step);
  return status;
}

}  // namespace lowp_network
