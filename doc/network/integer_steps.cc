// Arithmetic on int32 and int64: places, indices, identifiers of words. Results
// are modulo 2^32 or 2^64, where TensorFlow Lite's kernels overflow.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <limits>

#include "binary_step.h"
#include "requantizer.h"
#include "steps.h"
#include "unary_step.h"
#include "wrapping.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::OperandCount;
using gemmlowp::Status;

// y is not 0. The quotient of the lowest number and -1 wraps around.
template <typename T>
T Quotient(T x, T y) {
  return y == -1 ? WrappingDifference(T{0}, x) : x / y;
}
template <typename T>
T Remainder(T x, T y) {
  return y == -1 ? T{0} : x % y;
}
// Whether the quotient, rounded down, is one less than when rounded to 0.
template <typename T>
bool IsBelow(T x, T y) {
  return Remainder(x, y) != 0 && (x < 0) != (y < 0);
}

template <typename T>
using IntegerFunction = T (*)(T, T);

template <typename T>
IntegerFunction<T> FunctionOf(int code) {
  switch (code) {
    case kAdd:
      return WrappingSum<T>;
    case kSub:
      return WrappingDifference<T>;
    case kMul:
      return WrappingProduct<T>;
    case kDiv:
      return Quotient<T>;
    case kFloorDiv:
      return [](T x, T y) -> T { return Quotient(x, y) - IsBelow(x, y); };
    case kFloorMod:
      return [](T x, T y) -> T {
        return Remainder(x, y) + (IsBelow(x, y) ? y : 0);
      };
    case kMaximum:
      return [](T x, T y) { return std::max(x, y); };
    case kMinimum:
      return [](T x, T y) { return std::min(x, y); };
    default:
      return [](T x, T y) {
        const T distance = WrappingDifference(x, y);
        return WrappingProduct(distance, distance);
      };
  }
}

bool Divides(int code) {
  return code == kDiv || code == kFloorDiv || code == kFloorMod;
}

// Bounds of results. Those of activations are small integers, or none.
template <typename T>
Status BoundsOf(const Operator& op, T* low, T* high) {
  *low = std::numeric_limits<T>::min();
  *high = std::numeric_limits<T>::max();
  if (!HasActivation(op.code)) return Status();
  RealBounds bounds = {};
  const Status status = RealBoundsOf(op.options.activation, &bounds);
  if (bounds.low >= -1) *low = static_cast<T>(bounds.low);
  if (bounds.high <= 6) *high = static_cast<T>(bounds.high);
  return status;
}

template <typename T>
Status MakeIntegerStep(const Operator& op, const Broadcast& broadcast,
                       std::unique_ptr<Step>* step) {
  T low, high;
  const Status status = BoundsOf(op, &low, &high);
  if (!status.ok()) return status;
  const auto combine = [of = FunctionOf<T>(op.code), low, high](T x, T y) {
    return std::min(std::max(of(x, y), low), high);
  };
  MakeBinaryStep<T>(
      op, broadcast, "a loop",
      [combine, divides = Divides(op.code)](GemmContext*, const T* x,
                                            OperandCount x_count, const T* y,
                                            OperandCount y_count, T* result) {
        const T* const end = y + y_count.elements;
        if (divides && std::find(y, end, T{0}) != end) {
          return Refuse("inputs[1]", 0, "is no divisor");
        }
        CombineElements(x, x_count, y, y_count, result, combine);
        return Status();
      },
      step);
  return status;
}

template <typename T>
T ValueOf(int code, T x) {
  if (code == kSign) return static_cast<T>((x > 0) - (x < 0));
  return code == kNeg || x < 0 ? WrappingDifference(T{0}, x) : x;
}

}  // namespace

Status PrepareIntegerBinary(const Graph& graph, const Operator& op, Engine*,
                            std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  Status status = CheckBinaryBy(CheckIntegers, graph, op, &broadcast);
  if (!status.ok()) return status;
  const Tensor& x = *InputOf(graph, op, 0);
  status = CheckSameType(x, *InputOf(graph, op, 1), "inputs[1]");
  if (status.ok()) status = CheckSameType(x, OutputOf(graph, op), "output");
  if (!status.ok()) return status;
  WithIntegers(x.type, [&](auto value) {
    status = MakeIntegerStep<decltype(value)>(op, broadcast, step);
  });
  return status;
}

Status PrepareIntegerFunction(const Graph& graph, const Operator& op, Engine*,
                              std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckIntegers(input, "input");
  if (status.ok()) status = CheckSameType(input, output, "output");
  if (status.ok()) status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  WithIntegers(input.type, [&](auto value) {
    using T = decltype(value);
    MakeUnaryStep<T, T>(
        op, "a loop",
        [code = op.code, count = input.elements()](GemmContext*, const T* from,
                                                   T* to) {
          for (std::size_t i = 0; i < count; ++i)
            to[i] = ValueOf(code, from[i]);
          return Status();
        },
        step);
  });
  return status;
}

}  // namespace lowp_network
