// Pads tensors row by row, of rows as long as they can be.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/operators/pad.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "../contract/pad.h"
#include "../contract/quantized_values.h"
#include "../contract/share_out.h"
#include "../runtime/extent.h"
#include "validate.h"
#include "with_type.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// An axis, into which the axes behind it that have no border are folded.
struct Axis {
  std::size_t size = 1;
  std::size_t before = 0;
  std::size_t after = 0;
  std::size_t result() const { return before + size + after; }
};

struct Shape {
  Axis axes[kMaxPadAxes];  // the first kMaxPadAxes - count are of one element
};

// A result without elements has no rows, or one of no element.
Shape FoldedShape(const PadProblem& p) {
  Shape shape;
  Axis* axis = &shape.axes[kMaxPadAxes - 1];
  for (int i = p.axis_count - 1; i >= 0; --i) {
    const std::size_t inner = axis->size;
    axis->size = inner * static_cast<std::size_t>(p.axes[i].size);
    axis->before = inner * static_cast<std::size_t>(p.axes[i].before);
    axis->after = inner * static_cast<std::size_t>(p.axes[i].after);
    if (axis->result() != axis->size && i > 0) --axis;
  }
  return shape;
}

Status ValidateAxes(const PadProblem& p, Extent* input, Extent* result) {
  if (p.axis_count < 1 || p.axis_count > kMaxPadAxes) {
    return InvalidArgument("axis_count", p.axis_count, "is not in 1..5");
  }
  if (p.axes == nullptr) {
    return NullPointer("axes");
  }
  *input = *result = static_cast<std::uint64_t>(SizeOf(p.scalar));
  for (int i = 0; i < p.axis_count; ++i) {
    const PadAxis& axis = p.axes[i];
    if (axis.size < 0) {
      return InvalidArgument("axes.size", axis.size, "is negative");
    }
    if (axis.before < 0) {
      return InvalidArgument("axes.before", axis.before, "is negative");
    }
    if (axis.after < 0) {
      return InvalidArgument("axes.after", axis.after, "is negative");
    }
    *input = *input * static_cast<std::uint64_t>(axis.size);
    *result = *result * static_cast<std::uint64_t>(std::int64_t{axis.before} +
                                                   axis.size + axis.after);
  }
  return result->FitsMemory()
             ? Status()
             : InvalidArgument("axes", p.axis_count,
                               "axes make a result beyond the address space");
}

Status Validate(const PadProblem& p, const GemmResources& resources) {
  Status status = ValidateContext(resources);
  Extent input = 0, result = 0;
  if (status.ok()) status = ValidateAxes(p, &input, &result);
  if (status.ok()) status = ValidateZeroPoint(p.scalar, p.value, "value");
  if (!status.ok()) return status;
  if (p.input == nullptr && input.value() > 0) {
    return NullPointer("input");
  }
  if (p.result == nullptr && result.value() > 0) {
    return NullPointer("result");
  }
  return ShareBytes(p.input, static_cast<std::size_t>(input.value()), p.result,
                    static_cast<std::size_t>(result.value()))
             ? InvalidArgument("result", 0, "overlaps the input in memory")
             : Status();
}

// The row of the input that a row of the result contains; false if it is all
// border.
bool FindRow(const Shape& shape, std::size_t result_row, std::size_t* row) {
  *row = 0;
  std::size_t size = 1;
  for (int i = kMaxPadAxes - 2; i >= 0; --i) {
    const Axis& axis = shape.axes[i];
    const std::size_t index = result_row % axis.result();
    result_row /= axis.result();
    if (index < axis.before || index >= axis.before + axis.size) return false;
    *row += (index - axis.before) * size;
    size *= axis.size;
  }
  return true;
}

template <typename T>
void RunTyped(const PadProblem& p, const GemmResources& resources) {
  const Shape shape = FoldedShape(p);
  const Axis& axis = shape.axes[kMaxPadAxes - 1];
  std::size_t rows = 1;
  for (int i = 0; i < kMaxPadAxes - 1; ++i) rows *= shape.axes[i].result();
  const T value = static_cast<T>(p.value);
  const T* const input = static_cast<const T*>(p.input);
  T* const result = static_cast<T*>(p.result);
  ShareOut(resources, rows, rows * axis.result(), kCopiedPerThread,
           [&](std::size_t begin, std::size_t end) {
             for (std::size_t r = begin; r < end; ++r) {
               T* const to = result + r * axis.result();
               std::size_t row = 0;
               if (axis.size == 0 || !FindRow(shape, r, &row)) {
                 std::fill_n(to, axis.result(), value);
                 continue;
               }
               std::fill_n(to, axis.before, value);
               std::memcpy(to + axis.before, input + row * axis.size,
                           axis.size * sizeof(T));
               std::fill_n(to + axis.before + axis.size, axis.after, value);
             }
           });
}

}  // namespace

Status RunPad(const PadProblem& problem, const GemmResources& resources) {
  const Status status = Validate(problem, resources);
  if (!status.ok()) return status;
  WithType(problem.scalar,
           [&](auto zero) { RunTyped<decltype(zero)>(problem, resources); });
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
