// A step from one tensor to another.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_UNARY_STEP_H_
#define LOWP_DOC_NETWORK_UNARY_STEP_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "operands.h"
#include "step.h"

namespace lowp_network {

// Computed by a function object f(context, input, output).
template <typename In, typename Out, typename Function>
class UnaryStep : public Step {
 public:
  UnaryStep(const Operator& op, std::string words, Function function)
      : words_(std::move(words)),
        function_(std::move(function)),
        input_(static_cast<std::size_t>(op.inputs[0])),
        output_(static_cast<std::size_t>(op.outputs[0])) {}

  gemmlowp::Status Run(gemmlowp::GemmContext* context,
                       void* const* tensors) const override {
    return function_(context, static_cast<const In*>(tensors[input_]),
                     static_cast<Out*>(tensors[output_]));
  }
  std::string Describe() const override { return words_; }

 private:
  std::string words_;
  Function function_;
  std::size_t input_, output_;
};

// From the operator's first input to its output.
template <typename In, typename Out, typename Function>
void MakeUnaryStep(const Operator& op, const char* words, Function function,
                   std::unique_ptr<Step>* step) {
  *step = std::make_unique<UnaryStep<In, Out, Function>>(op, words,
                                                         std::move(function));
}

// The same between tensors of one type, int8 or int16, or uint8 of an operator
// that keeps it; f takes all.
template <typename Function>
void MakeUnaryStepOf(ElementType type, const Operator& op, const char* words,
                     const Function& function, std::unique_ptr<Step>* step) {
  WithQuantized(type, [&](auto value) {
    using T = decltype(value);
    MakeUnaryStep<T, T>(op, words, function, step);
  });
}

// One input and one output of one type, int8 or int16, and of as many values.
inline gemmlowp::Status CheckUnary(const Graph& graph, const Operator& op) {
  gemmlowp::Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8OrInt16(input, "input");
  if (status.ok()) status = CheckLike(input, output, "output");
  return status.ok() ? CheckSameSize(input, output) : status;
}
// The same of int8.
inline gemmlowp::Status CheckInt8Unary(const Graph& graph, const Operator& op) {
  const gemmlowp::Status status = CheckUnary(graph, op);
  return status.ok() ? CheckInt8(*InputOf(graph, op, 0), "input") : status;
}
// The same of floats.
inline gemmlowp::Status CheckRealUnary(const Graph& graph, const Operator& op) {
  gemmlowp::Status status = CheckOperands(op, 1);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  status = CheckFloat32(input, "input");
  if (status.ok()) status = CheckFloat32(output, "output");
  return status.ok() ? CheckSameSize(input, output) : status;
}
// One of these checks, and rows along the last axis of the input.
inline gemmlowp::Status CheckRowsBy(
    gemmlowp::Status (*check)(const Graph& graph, const Operator& op),
    const Graph& graph, const Operator& op) {
  const gemmlowp::Status status = check(graph, op);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  return input.shape.empty() ? CheckAxes(input, "input", 1) : status;
}

// From the rows of the operator's input to those of its output: f(from,
// columns, to) for each.
template <typename T, typename Function>
void MakeRowsStep(const Operator& op, const Tensor& input,
                  const Function& function, std::unique_ptr<Step>* step) {
  const auto columns = static_cast<std::size_t>(input.shape.back());
  MakeUnaryStep<T, T>(
      op, "a loop",
      [function, columns, count = input.elements()](gemmlowp::GemmContext*,
                                                    const T* from, T* to) {
        for (std::size_t at = 0; at < count; at += columns) {
          function(from + at, columns, to + at);
        }
        return gemmlowp::Status();
      },
      step);
}

// Refuses a value below the zero point, which has no root, when a step runs.
template <typename T>
gemmlowp::Status CheckNotNegative(const T* values, std::size_t count,
                                  std::int32_t zero_point) {
  const T lowest = *std::min_element(values, values + count);
  if (lowest >= zero_point) return gemmlowp::Status();
  return Refuse("input", lowest, "is below the zero point: negative");
}

// TensorFlow Lite fixes the quantization of some results: for int16 always the
// same one.
inline gemmlowp::Status CheckResult(const Tensor& output,
                                    gemmlowp::TensorScale fixed) {
  const gemmlowp::TensorScale has = ScaleOf(output);
  if (output.type == ElementType::kInt16) fixed = {1.0f / 32768, 0};
  if (has.scale == fixed.scale && has.zero_point == fixed.zero_point) {
    return gemmlowp::Status();
  }
  return Refuse("output", has.zero_point,
                "and its scale are not those that the operator fixes");
}

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_UNARY_STEP_H_
