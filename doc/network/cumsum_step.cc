// CUMSUM of integers or floats: each element is the sum of those up to it along
// an axis; exclusive: of those before it; reverse: from the end.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// Integers wrap around.
template <typename T>
T Sum(T x, T y) {
  if constexpr (std::is_integral<T>::value) {
    using Bits = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Bits>(x) + static_cast<Bits>(y));
  } else {
    return x + y;
  }
}

struct Extents {
  std::size_t outer = 1, size = 1, inner = 1;
};

template <typename T>
void MakeCumsumStep(const Operator& op, const Extents& extents,
                    std::unique_ptr<Step>* step) {
  MakeUnaryStep<T, T>(
      op, "a loop",
      [extents, exclusive = op.options.exclusive != 0,
       reverse = op.options.reverse != 0](GemmContext*, const T* from, T* to) {
        const std::size_t inner = extents.inner;
        for (std::size_t line = 0; line < extents.outer * inner; ++line) {
          const std::size_t first =
              line / inner * inner * extents.size + line % inner;
          T sum = 0;
          for (std::size_t i = 0; i < extents.size; ++i) {
            const std::size_t at =
                first + (reverse ? extents.size - 1 - i : i) * inner;
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
  std::int64_t value = 0;
  std::size_t axis = 0;
  if (!is_float) status = CheckIntegers(input, "input");
  if (status.ok()) status = CheckSameType(input, output, "output");
  if (status.ok()) status = CheckSameSize(input, output);
  if (status.ok()) status = ReadIndex(*InputOf(graph, op, 1), "axis", &value);
  if (status.ok()) status = CheckAxis(value, input.shape.size(), &axis);
  if (!status.ok()) return status;
  Extents extents;
  for (std::size_t i = 0; i < input.shape.size(); ++i) {
    (i < axis    ? extents.outer
     : i == axis ? extents.size
                 : extents.inner) *= static_cast<std::size_t>(input.shape[i]);
  }
  if (is_float) {
    MakeCumsumStep<float>(op, extents, step);
  } else {
    WithIntegers(input.type, [&](auto number) {
      MakeCumsumStep<decltype(number)>(op, extents, step);
    });
  }
  return status;
}

}  // namespace lowp_network
