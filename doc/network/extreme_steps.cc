// MAXIMUM and MINIMUM of two tensors; ARG_MAX and ARG_MIN along an axis.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gemmlowp/public/operators/arg_max.h>
#include <gemmlowp/public/operators/elementwise.h>

#include "binary_step.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::OperandCount;
using gemmlowp::Status;
using gemmlowp::TensorShape;

// The larger or the smaller of two values, which one scale makes comparable:
// try_choose is the library's operator.
template <typename TryChoose>
Status PrepareChoice(const Graph& graph, const Operator& op, const char* words,
                     const TryChoose& try_choose, std::unique_ptr<Step>* step) {
  Broadcast broadcast;
  Status status = CheckBinary(graph, op, &broadcast);
  for (int i = 0; i < 2 && status.ok(); ++i) {
    status = CheckSameQuantization(*InputOf(graph, op, i), OutputOf(graph, op));
  }
  if (status.ok()) {
    MakeBinaryStepOf(OutputOf(graph, op).type, op, broadcast, words, try_choose,
                     step);
  }
  return status;
}

// Where the axis lies, from a constant.
Status ReadShape(const Graph& graph, const Operator& op, TensorShape* shape) {
  const Tensor& input = *InputOf(graph, op, 0);
  std::size_t axis = 0;
  const Status status =
      ReadAxis(*InputOf(graph, op, 1), input.shape.size(), &axis);
  if (status.ok()) *shape = ShapeAround(input, axis);
  return status;
}

template <typename T, typename Index>
Status FindExtremes(GemmContext* context, const T* from,
                    const TensorShape& shape, bool finds_minimum, Index* to) {
  return finds_minimum ? gemmlowp::TryArgMin(context, from, shape, to)
                       : gemmlowp::TryArgMax(context, from, shape, to);
}

// Of floats. What is no number is neither more nor less than others.
template <typename Index>
Status FindExtremes(GemmContext*, const float* from, const TensorShape& shape,
                    bool finds_minimum, Index* to) {
  for (std::size_t outer = 0; outer < shape.outer; ++outer) {
    for (std::size_t inner = 0; inner < shape.inner; ++inner) {
      const float* const values =
          from + outer * shape.channels * shape.inner + inner;
      std::size_t best = 0;
      for (std::size_t i = 1; i < shape.channels; ++i) {
        const float value = values[i * shape.inner];
        const float before = values[best * shape.inner];
        if (finds_minimum ? value < before : value > before) best = i;
      }
      *to++ = static_cast<Index>(best);
    }
  }
  return Status();
}

template <typename T, typename Index>
void MakeArgStep(const Operator& op, const TensorShape& shape,
                 std::unique_ptr<Step>* step) {
  const bool finds_minimum = op.code == kArgMin;
  MakeUnaryStep<T, Index>(
      op, finds_minimum ? "TryArgMin" : "TryArgMax",
      [shape, finds_minimum](GemmContext* context, const T* from, Index* to) {
        return FindExtremes(context, from, shape, finds_minimum, to);
      },
      step);
}

Status PrepareArg(const Graph& graph, const Operator& op,
                  std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  TensorShape shape;
  const bool is_real = input.type == ElementType::kFloat32;
  if (!is_real) status = CheckInt8OrInt16(input, "input");
  if (status.ok()) status = ReadShape(graph, op, &shape);
  if (status.ok() && output.elements() != shape.outer * shape.inner) {
    status =
        Refuse("output.shape", static_cast<std::int64_t>(output.elements()),
               "values are not one for each place");
  }
  if (status.ok()) status = CheckIntegers(output, "output");
  if (!status.ok()) return status;
  WithIntegers(output.type, [&](auto index) {
    using Index = decltype(index);
    if (is_real) {
      MakeArgStep<float, Index>(op, shape, step);
    } else {
      WithInt8OrInt16(input.type, [&](auto value) {
        MakeArgStep<decltype(value), Index>(op, shape, step);
      });
    }
  });
  return status;
}

}  // namespace

Status PrepareMaximum(const Graph& graph, const Operator& op, Engine*,
                      std::unique_ptr<Step>* step) {
  return PrepareChoice(
      graph, op, "TryMaximum",
      [](GemmContext* context, const auto* x, OperandCount x_count,
         const auto* y, OperandCount y_count, auto* result) {
        return gemmlowp::TryMaximum(context, x, x_count, y, y_count, result);
      },
      step);
}

Status PrepareMinimum(const Graph& graph, const Operator& op, Engine*,
                      std::unique_ptr<Step>* step) {
  return PrepareChoice(
      graph, op, "TryMinimum",
      [](GemmContext* context, const auto* x, OperandCount x_count,
         const auto* y, OperandCount y_count, auto* result) {
        return gemmlowp::TryMinimum(context, x, x_count, y, y_count, result);
      },
      step);
}

Status PrepareArgMax(const Graph& graph, const Operator& op, Engine*,
                     std::unique_ptr<Step>* step) {
  return PrepareArg(graph, op, step);
}

Status PrepareArgMin(const Graph& graph, const Operator& op, Engine*,
                     std::unique_ptr<Step>* step) {
  return PrepareArg(graph, op, step);
}

}  // namespace lowp_network
