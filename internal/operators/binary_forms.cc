// Runs maxima, minima, and prepared sums, squared differences and products.
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

// `count` elements of a result and those of both operands that they come from.
struct Run {
  const std::uint8_t* x;
  const std::uint8_t* y;
  std::uint8_t* result;
  std::size_t count;
};

void RunOne(const BinaryProblem& p, const RegisterFamily& family,
            const Run& run) {
  if (p.choice != Choice::kNone) {
    return family.choose({p.scalar, p.choice == Choice::kSmaller, run.x, run.y,
                          run.count, run.result});
  }
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
  constexpr std::size_t kBlockBytes = 4096;
  alignas(64) std::uint8_t repeated[2][kBlockBytes];  // x and y
  const std::size_t bytes = static_cast<std::size_t>(SizeOf(p.scalar));
  const std::size_t block = kBlockBytes / bytes;
  for (std::size_t first = begin; first < end; first += block) {
    const std::size_t count = std::min(block, end - first);
    const auto from = [&](const void* operand, OperandCount operand_count,
                          void* buffer) {
      return static_cast<const std::uint8_t*>(
          RepeatedRun({operand, operand_count, bytes}, first, count, buffer));
    };
    RunOne(
        p, family,
        {from(p.x, p.x_count, repeated[0]), from(p.y, p.y_count, repeated[1]),
         static_cast<std::uint8_t*>(p.result) + first * bytes, count});
  }
}

void RunShare(const BinaryProblem& p, const RegisterFamily& family,
              std::size_t begin, std::size_t end) {
  if (p.x_count.elements != p.y_count.elements || p.x_count.each > 1 ||
      p.y_count.each > 1) {
    return RunRepeated(p, family, begin, end);
  }
  const std::size_t at = begin * static_cast<std::size_t>(SizeOf(p.scalar));
  RunOne(p, family,
         {static_cast<const std::uint8_t*>(p.x) + at,
          static_cast<const std::uint8_t*>(p.y) + at,
          static_cast<std::uint8_t*>(p.result) + at, end - begin});
}

}  // namespace

bool HasForm(const BinaryProblem& problem, const RegisterFamily& family) {
  return problem.choice != Choice::kNone || problem.linear != nullptr ||
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
