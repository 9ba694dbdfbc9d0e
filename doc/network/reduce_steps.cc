// Reductions: REDUCE_MIN and REDUCE_MAX of quantized values; those, SUM and
// REDUCE_PROD of integers; REDUCE_ALL and REDUCE_ANY.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/reduce_max.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "operands.h"
#include "reduction.h"
#include "steps.h"
#include "unary_step.h"
#include "wrapping.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorShape;

// Results begin as `first`.
template <typename T, typename Combine>
void MakeReduceStep(const Operator& op, const Reduction& reduction, T first,
                    const Combine& combine, std::unique_ptr<Step>* step) {
  MakeUnaryStep<T, T>(
      op, "a loop",
      [reduction, first, combine](GemmContext*, const T* from, T* to) {
        std::fill_n(to, reduction.results, first);
        reduction.Run(from, to, combine);
        return Status();
      },
      step);
}

// The largest value, or the smallest one.
template <typename T>
void MakeExtremeStep(const Operator& op, const Reduction& reduction,
                     std::unique_ptr<Step>* step) {
  if (op.code == kReduceMax) {
    return MakeReduceStep(
        op, reduction, std::numeric_limits<T>::min(),
        [](T x, T y) { return std::max(x, y); }, step);
  }
  MakeReduceStep(
      op, reduction, std::numeric_limits<T>::max(),
      [](T x, T y) { return std::min(x, y); }, step);
}

// The same of quantized values. Those of neighbouring axes are the library's.
template <typename T>
void MakeQuantizedExtremeStep(const Operator& op, const Reduction& reduction,
                              std::unique_ptr<Step>* step) {
  TensorShape shape;
  if (!reduction.FindRun(&shape)) {
    return MakeExtremeStep<T>(op, reduction, step);
  }
  const bool finds_minimum = op.code == kReduceMin;
  MakeUnaryStep<T, T>(
      op, finds_minimum ? "TryReduceMin" : "TryReduceMax",
      [shape, finds_minimum](GemmContext* context, const T* from, T* to) {
        return finds_minimum ? gemmlowp::TryReduceMin(context, from, shape, to)
                             : gemmlowp::TryReduceMax(context, from, shape, to);
      },
      step);
}

template <typename T>
void MakeIntegerStep(const Operator& op, const Reduction& reduction,
                     std::unique_ptr<Step>* step) {
  switch (op.code) {
    case kSum:
      return MakeReduceStep(
          op, reduction, T{0}, [](T x, T y) { return WrappingSum(x, y); },
          step);
    case kReduceProd:
      return MakeReduceStep(
          op, reduction, T{1}, [](T x, T y) { return WrappingProduct(x, y); },
          step);
    default:
      return MakeExtremeStep<T>(op, reduction, step);
  }
}

// Which results there are, of an input that passes a check and an output of its
// type.
Status CheckReduction(Status (*check)(const Tensor& tensor,
                                      const char* operand),
                      const Graph& graph, const Operator& op,
                      Reduction* reduction) {
  Status status = PlanReduction(graph, op, reduction);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  status = check(input, "input");
  return status.ok() ? CheckSameType(input, OutputOf(graph, op), "output")
                     : status;
}

Status PrepareQuantizedExtreme(const Graph& graph, const Operator& op,
                               std::unique_ptr<Step>* step) {
  Reduction reduction;
  Status status = CheckReduction(CheckInt8OrInt16, graph, op, &reduction);
  if (status.ok()) {
    status = CheckSameQuantization(*InputOf(graph, op, 0), OutputOf(graph, op));
  }
  if (!status.ok()) return status;
  WithInt8OrInt16(OutputOf(graph, op).type, [&](auto value) {
    MakeQuantizedExtremeStep<decltype(value)>(op, reduction, step);
  });
  return status;
}

}  // namespace

Status PrepareReduceMin(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  return PrepareQuantizedExtreme(graph, op, step);
}

Status PrepareReduceMax(const Graph& graph, const Operator& op, Engine*,
                        std::unique_ptr<Step>* step) {
  return PrepareQuantizedExtreme(graph, op, step);
}

Status PrepareIntegerReduction(const Graph& graph, const Operator& op, Engine*,
                               std::unique_ptr<Step>* step) {
  Reduction reduction;
  const Status status = CheckReduction(CheckIntegers, graph, op, &reduction);
  if (!status.ok()) return status;
  WithIntegers(InputOf(graph, op, 0)->type, [&](auto value) {
    MakeIntegerStep<decltype(value)>(op, reduction, step);
  });
  return status;
}

Status PrepareLogicalReduction(const Graph& graph, const Operator& op, Engine*,
                               std::unique_ptr<Step>* step) {
  Reduction reduction;
  const Status status = CheckReduction(CheckBool, graph, op, &reduction);
  if (!status.ok()) return status;
  using Truth = std::uint8_t;
  const bool needs_all = op.code == kReduceAll;
  MakeReduceStep(
      op, reduction, Truth{needs_all},
      [needs_all](Truth x, Truth y) {
        const bool holds = needs_all ? x != 0 && y != 0 : x != 0 || y != 0;
        return static_cast<Truth>(holds);
      },
      step);
  return status;
}

}  // namespace lowp_network
