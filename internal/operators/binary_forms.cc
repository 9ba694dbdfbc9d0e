// Runs prepared sums, squared differences and products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "binary_forms.h"

#include <algorithm>
#include <cstdint>

#include "../contract/share_out.h"
#include "repeated.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Elements of a result and those of both operands that they come from.
struct Run {
  const std::uint8_t* x;
  const std::uint8_t* y;
  std::uint8_t* result;
  std::size_t count;
};

void RunOne(const BinaryProblem& p, const RegisterFamily& family,
            const Run& run) {
  if (p.linear != nullptr) {
    LinearAdditionTask task;
    task.form = p.linear;
    task.x = run.x;
    task.y = run.y;
    task.result = run.result;
    task.count = run.count;
    task.flip = p.scalar == Scalar::kInt8 ? 0 : 0x80;
    return family.add_linearly(task);
  }
  if (p.difference_in_floats != nullptr) {
    return family.square_difference_in_floats({p.difference_in_floats, p.scalar,
                                               run.x, run.y, run.result,
                                               run.count});
  }
  family.multiply_in_floats(
      {p.product_in_floats, p.scalar, run.x, run.y, run.result, run.count});
}

// The result's elements from `begin` to `end`, where an operand repeats: it is
// laid out a block at a time.
void RunRepeated(const BinaryProblem& p, const RegisterFamily& family,
                 std::size_t begin, std::size_t end) {
  constexpr std::size_t kBlock = 4096;
  std::uint8_t repeated[2][kBlock];  // x and y
  for (std::size_t first = begin; first < end; first += kBlock) {
    const std::size_t count = std::min(kBlock, end - first);
    const auto from = [&](const void* operand, OperandCount operand_count,
                          void* buffer) {
      return static_cast<const std::uint8_t*>(
          RepeatedRun({operand, operand_count, 1}, first, count, buffer));
    };
    RunOne(
        p, family,
        {from(p.x, p.x_count, repeated[0]), from(p.y, p.y_count, repeated[1]),
         static_cast<std::uint8_t*>(p.result) + first, count});
  }
}

void RunShare(const BinaryProblem& p, const RegisterFamily& family,
              std::size_t begin, std::size_t end) {
  if (p.x_count.elements != p.y_count.elements || p.x_count.each > 1 ||
      p.y_count.each > 1) {
    return RunRepeated(p, family, begin, end);
  }
  RunOne(p, family,
         {static_cast<const std::uint8_t*>(p.x) + begin,
          static_cast<const std::uint8_t*>(p.y) + begin,
          static_cast<std::uint8_t*>(p.result) + begin, end - begin});
}

}  // namespace

bool HasForm(const BinaryProblem& problem, const RegisterFamily& family) {
  return problem.linear != nullptr ||
         (problem.difference_in_floats != nullptr &&
          family.square_difference_in_floats != nullptr) ||
         (problem.product_in_floats != nullptr &&
          family.multiply_in_floats != nullptr);
}

void RunForm(const BinaryProblem& problem, std::size_t count,
             const RegisterFamily& family, const GemmResources& resources) {
  ShareOut(resources, count, count, kAddedPerThread,
           [&](std::size_t begin, std::size_t end) {
             RunShare(problem, family, begin, end);
           });
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
