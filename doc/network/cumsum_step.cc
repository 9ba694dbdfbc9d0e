// CUMSUM of integers or floats: each element is the sum of those up to it along
// an axis; exclusive: of those before it; reverse: from the end.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

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
        std::vector<T> sums(inner);
        for (std::size_t line = 0; line < shape.outer * size; ++line) {
          const std::size_t i = line % size;
          if (i == 0) std::fill(sums.begin(), sums.end(), T{0});
          const std::size_t at =
              (line - i + (reverse ? size - 1 - i : i)) * inner;
          for (std::size_t j = 0; j < inner; ++j) {
            const T next = Sum(sums[j], from[at + j]);
            to[at + j] = exclusive ? sums[j] : next;
            sums[j] = next;
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
