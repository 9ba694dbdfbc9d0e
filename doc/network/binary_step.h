// A step from two tensors of one type to one of that type, or another.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_BINARY_STEP_H_
#define LOWP_DOC_NETWORK_BINARY_STEP_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "broadcast.h"
#include "joined_pieces.h"
#include "operands.h"
#include "step.h"

namespace lowp_network {

// Computed by a function object f(context, x, x_count, y, y_count, result),
// once for each piece.
template <typename T, typename Out, typename Function>
class BinaryStep : public Step {
 public:
  BinaryStep(const Operator& op, Broadcast broadcast, std::string words,
             Function function)
      : joined_(JoinPieces(std::move(broadcast))),
        words_(std::move(words)),
        function_(std::move(function)),
        x_(static_cast<std::size_t>(op.inputs[0])),
        y_(static_cast<std::size_t>(op.inputs[1])),
        output_(static_cast<std::size_t>(op.outputs[0])) {}

  gemmlowp::Status Run(gemmlowp::GemmContext* context,
                       void* const* tensors) const override {
    const auto* const x = static_cast<const T*>(tensors[x_]);
    const auto* const y = static_cast<const T*>(tensors[y_]);
    auto* const result = static_cast<Out*>(tensors[output_]);
    const Broadcast& all = joined_.broadcast;
    std::vector<T> x_buffer, y_buffer;
    for (const Broadcast::Piece& piece : all.pieces) {
      const T *from_x = x + piece.x, *from_y = y + piece.y;
      gemmlowp::Status status =
          joined_.x.LayOut(context, all.x_count, &x_buffer, &from_x);
      if (status.ok()) {
        status = joined_.y.LayOut(context, all.y_count, &y_buffer, &from_y);
      }
      if (status.ok()) {
        status = function_(context, from_x, all.x_count, from_y, all.y_count,
                           result + piece.result);
      }
      if (!status.ok()) return status;
    }
    return gemmlowp::Status();
  }
  std::string Describe() const override { return words_; }

 private:
  JoinedPieces joined_;
  std::string words_;
  Function function_;
  std::size_t x_, y_, output_;
};

template <typename T, typename Out = T, typename Function>
void MakeBinaryStep(const Operator& op, const Broadcast& broadcast,
                    const char* words, Function function,
                    std::unique_ptr<Step>* step) {
  *step = std::make_unique<BinaryStep<T, Out, Function>>(op, broadcast, words,
                                                         std::move(function));
}

// The same for tensors of int8 or int16; f takes both.
template <typename Function>
void MakeBinaryStepOf(ElementType type, const Operator& op,
                      const Broadcast& broadcast, const char* words,
                      const Function& function, std::unique_ptr<Step>* step) {
  WithInt8OrInt16(type, [&](auto value) {
    MakeBinaryStep<decltype(value)>(op, broadcast, words, function, step);
  });
}

// The same by an operator of int8 that the library has prepared.
template <typename Prepared>
void MakePreparedStep(const Operator& op, const Broadcast& broadcast,
                      const char* words, const Prepared& prepared,
                      std::unique_ptr<Step>* step) {
  MakeBinaryStep<std::int8_t>(
      op, broadcast, words,
      [prepared](gemmlowp::GemmContext* context, const std::int8_t* x,
                 gemmlowp::OperandCount x_count, const std::int8_t* y,
                 gemmlowp::OperandCount y_count, std::int8_t* result) {
        return prepared.Run(context, x, x_count, y, y_count, result);
      },
      step);
}

// The elements of an operand that serve the result's from one on.
template <typename T>
struct OperandRun {
  const T* values;
  std::size_t size;  // results that they serve
  std::size_t step;  // 0: one element serves all of them

  static OperandRun From(const T* operand, gemmlowp::OperandCount count,
                         std::size_t result) {
    constexpr std::size_t kAll = ~std::size_t{0};
    if (count.elements == 1) return {operand, kAll, 0};
    const std::size_t element = result / count.each % count.elements;
    return count.each > 1
               ? OperandRun{operand + element, count.each - result % count.each,
                            0}
               : OperandRun{operand + element, count.elements - element, 1};
  }
};

// result[i] = combine(x, y) of the elements that serve it. `combine` is a copy,
// since bytes that are written may be those of any other object.
template <typename T, typename Out, typename Combine>
void CombineElements(const T* x, gemmlowp::OperandCount x_count, const T* y,
                     gemmlowp::OperandCount y_count, Out* result,
                     const Combine combine) {
  const std::size_t count = std::max(x_count.elements * x_count.each,
                                     y_count.elements * y_count.each);
  for (std::size_t at = 0; at < count;) {
    const auto xs = OperandRun<T>::From(x, x_count, at);
    const auto ys = OperandRun<T>::From(y, y_count, at);
    const std::size_t size = std::min({xs.size, ys.size, count - at});
    if (xs.step == 1 && ys.step == 1) {
      for (std::size_t i = 0; i < size; ++i) {
        result[at + i] = combine(xs.values[i], ys.values[i]);
      }
    } else {
      for (std::size_t i = 0; i < size; ++i) {
        result[at + i] =
            combine(xs.values[i * xs.step], ys.values[i * ys.step]);
      }
    }
    at += size;
  }
}

// A step that computes each element by a function object combine(x, y).
template <typename T, typename Out = T, typename Combine>
void MakeElementStep(const Operator& op, const Broadcast& broadcast,
                     const Combine& combine, std::unique_ptr<Step>* step) {
  MakeBinaryStep<T, Out>(
      op, broadcast, "a loop",
      [combine](gemmlowp::GemmContext*, const T* x,
                gemmlowp::OperandCount x_count, const T* y,
                gemmlowp::OperandCount y_count, Out* result) {
        CombineElements(x, x_count, y, y_count, result, combine);
        return gemmlowp::Status();
      },
      step);
}

// The operators of floats or integers that end in an activation, or in none.
inline bool HasActivation(int code) {
  return code == kAdd || code == kSub || code == kMul || code == kDiv;
}

// Two operands and a result that pass a check.
inline gemmlowp::Status CheckBinaryBy(
    gemmlowp::Status (*check)(const Tensor& tensor, const char* operand),
    const Graph& graph, const Operator& op, Broadcast* broadcast) {
  gemmlowp::Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& x = *InputOf(graph, op, 0);
  const Tensor& y = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  status = check(x, "inputs[0]");
  if (status.ok()) status = check(y, "inputs[1]");
  if (status.ok()) status = check(output, "output");
  return status.ok() ? PlanBroadcast(x, y, output, broadcast) : status;
}

// Two operands and a result of one type, int8 or int16.
inline gemmlowp::Status CheckBinary(const Graph& graph, const Operator& op,
                                    Broadcast* broadcast) {
  gemmlowp::Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& x = *InputOf(graph, op, 0);
  const Tensor& y = *InputOf(graph, op, 1);
  const Tensor& output = OutputOf(graph, op);
  status = CheckInt8OrInt16(x, "inputs[0]");
  if (status.ok()) status = CheckLike(x, y, "inputs[1]");
  if (status.ok()) status = CheckLike(x, output, "output");
  return status.ok() ? PlanBroadcast(x, y, output, broadcast) : status;
}
// The same of int8.
inline gemmlowp::Status CheckInt8Binary(const Graph& graph, const Operator& op,
                                        Broadcast* broadcast) {
  const gemmlowp::Status status = CheckBinary(graph, op, broadcast);
  return status.ok() ? CheckInt8(*InputOf(graph, op, 0), "inputs[0]") : status;
}

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_BINARY_STEP_H_
