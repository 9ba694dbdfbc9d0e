// Comparisons of two tensors, whose results are bools of a byte.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/quantization/multiplier_builders.h>

#include <array>
#include <cstdint>

#include "binary_step.h"
#include "fixed_point.h"
#include "steps.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

template <typename T>
bool Holds(int code, T x, T y) {
  switch (code) {
    case kEqual:
      return x == y;
    case kNotEqual:
      return x != y;
    case kGreater:
      return x > y;
    case kGreaterEqual:
      return x >= y;
    case kLess:
      return x < y;
    default:
      return x <= y;
  }
}

template <typename T>
void MakeComparisonStep(const Operator& op, const Broadcast& broadcast,
                        std::unique_ptr<Step>* step) {
  MakeElementStep<T, std::uint8_t>(
      op, broadcast,
      [code = op.code](T x, T y) {
        return static_cast<std::uint8_t>(Holds(code, x, y));
      },
      step);
}

// What is compared for each byte: (x - zero_point) * 2^8 * scale, in integers.
using Comparable = std::array<std::int32_t, 256>;

Status ComparableOf(const Tensor& tensor, Comparable* values) {
  constexpr int kLeftShift = 8;
  gemmlowp::FixedPointMultiplier multiplier;
  const gemmlowp::TensorScale scale = ScaleOf(tensor);
  Status status = gemmlowp::QuantizeMultiplier(static_cast<double>(scale.scale),
                                               &multiplier);
  if (status.ok()) status = CheckExponent(multiplier);
  for (int x = -128; status.ok() && x < 128; ++x) {
    (*values)[static_cast<std::uint8_t>(x)] =
        Rescaled((x - scale.zero_point) * (1 << kLeftShift), multiplier);
  }
  return status;
}

Status PrepareOfBytes(const Operator& op, const Tensor& x, const Tensor& y,
                      const Broadcast& broadcast, std::unique_ptr<Step>* step) {
  Comparable xs, ys;
  Status status = CheckInt8(x, "inputs[0]");
  if (status.ok()) status = CheckInt8(y, "inputs[1]");
  if (status.ok()) status = ComparableOf(x, &xs);
  if (status.ok()) status = ComparableOf(y, &ys);
  if (!status.ok()) return status;
  MakeElementStep<std::int8_t, std::uint8_t>(
      op, broadcast,
      [xs, ys, code = op.code](std::int8_t a, std::int8_t b) {
        return static_cast<std::uint8_t>(
            Holds(code, xs[static_cast<std::uint8_t>(a)],
                  ys[static_cast<std::uint8_t>(b)]));
      },
      step);
  return status;
}

}  // namespace

Status PrepareComparison(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& x = *InputOf(graph, op, 0);
  const Tensor& y = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  Broadcast broadcast;
  status = CheckBool(output, "output");
  if (status.ok()) status = PlanBroadcast(x, y, output, &broadcast);
  if (!status.ok()) return status;
  switch (x.type) {
    case ElementType::kFloat32:
      status = CheckFloat32(y, "inputs[1]");
      if (status.ok()) MakeComparisonStep<float>(op, broadcast, step);
      return status;
    case ElementType::kInt32:
    case ElementType::kInt64:
      status = CheckSameType(x, y, "inputs[1]");
      if (!status.ok()) return status;
      WithIntegers(x.type, [&](auto value) {
        MakeComparisonStep<decltype(value)>(op, broadcast, step);
      });
      return status;
    default:
      return PrepareOfBytes(op, x, y, broadcast, step);
  }
}

}  // namespace lowp_network
