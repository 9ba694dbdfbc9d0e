// CAST: numbers of one type as numbers of another, whatever they stand for.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// A bool as it lies in memory: 0, or another byte.
struct Truth {
  std::uint8_t byte;
};

// Floats are cut towards 0 and bounded; what is no number is the largest one.
// Integers are taken modulo the type's size.
template <typename To, typename From>
To Cast(From x) {
  if constexpr (std::is_same<From, Truth>::value) {
    return Cast<To>(static_cast<std::uint8_t>(x.byte != 0));
  } else if constexpr (std::is_same<To, Truth>::value) {
    return {static_cast<std::uint8_t>(x != 0)};
  } else if constexpr (std::is_floating_point<From>::value &&
                       std::is_integral<To>::value) {
    // 2^31, or what the type has: a float, as the highest number need not be.
    constexpr From kEnd = From{2} * (std::numeric_limits<To>::max() / 2 + 1);
    if (!(x < kEnd)) return std::numeric_limits<To>::max();
    return x <= static_cast<From>(std::numeric_limits<To>::min())
               ? std::numeric_limits<To>::min()
               : static_cast<To>(x);
  } else {
    return static_cast<To>(x);
  }
}

template <typename Function>
void WithNumbers(ElementType type, const Function& function) {
  switch (type) {
    case ElementType::kFloat32:
      return function(float());
    case ElementType::kBool:
      return function(Truth());
    case ElementType::kInt32:
    case ElementType::kInt64:
      return WithIntegers(type, function);
    default:
      return WithQuantized(type, function);
  }
}

}  // namespace

Status PrepareCast(const Graph& graph, const Operator& op, Engine*,
                   std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckSameSize(input, output);
  if (!status.ok()) return status;
  WithNumbers(input.type, [&](auto in) {
    WithNumbers(output.type, [&](auto out) {
      using In = decltype(in);
      using Out = decltype(out);
      MakeUnaryStep<In, Out>(
          op, "a loop",
          [count = input.elements()](GemmContext*, const In* from, Out* to) {
            for (std::size_t i = 0; i < count; ++i) to[i] = Cast<Out>(from[i]);
            return Status();
          },
          step);
    });
  });
  return status;
}

}  // namespace lowp_network
