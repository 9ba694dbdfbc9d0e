// CUMSUM of integers or floats: each element is the sum of those up to it along
// an axis; exclusive: of those before it; reverse: from the end.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"
#include "wrapping.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::TensorShape;

template <typename T>
T Sum(T x, T y) {
  if constexpr (std::is_integral<T>::value) {
    return WrappingSum(x, y);
  } else {
    return x + y;
  }
}

template <typename T>
void MakeCumsumStep(const Operator& op, const TensorShape& shape,
                    std::unique_ptr<Step>* step) {
  MakeUnaryStep<T, T>(
      op, "a loop",
      [shape, exclusive = op.options.exclusive != 0,
       reverse = op.options.reverse != 0](GemmContext*, const T* from, T* to) {
        const std::size_t inner = shape.inner, size = shape.channels;
        for (std::size_t line = 0; line < shape.outer * inner; ++line) {
          const std::size_t first = line / inner * inner * size + line % inner;
          T sum = 0;
          for (std::size_t i = 0; i < size; ++i) {
            const std::size_t at = first + (reverse ? size - 1 - i : i) * inner;
            const T next = Sum(sum, from[at]);
            to[at] = exclusive ? sum : next;
            sum = next;
          }
        }
        return Status();
      },
      step);
}

}  // namespace

Status PrepareCumsum(const Graph& graph, const Operator& op, Engine*,
                     std::unique_ptr<Step>* step) {
  Status status = CheckOperands(op, 2);
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const Tensor& output = OutputOf(graph, op);
  const bool is_float = input.type == ElementType::kFloat32;
  std::size_t axis = 0;
  if (!is_float) status = CheckIntegers(input, "input");
  if (status.ok()) status = CheckSameType(input, output, "output");
  if (status.ok()) status = CheckSameSize(input, output);
  if (status.ok()) {
    status = ReadAxis(*InputOf(graph, op, 1), input.shape.size(), &axis);
  }
  if (!status.ok()) return status;
  const TensorShape shape = ShapeAround(input, axis);
  if (is_float) {
    MakeCumsumStep<float>(op, shape, step);
  } else {
    WithIntegers(input.type, [&](auto number) {
      MakeCumsumStep<decltype(number)>(op, shape, step);
    });
  }
  return status;
}

}  // namespace lowp_network
