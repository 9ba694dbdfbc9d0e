// Checks the operands of elementwise operators.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate_operands.h"

#include <algorithm>
#include <cstdint>

#include "../runtime/extent.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The elements of the result that the operand serves once.
std::uint64_t ServedBy(OperandCount count) {
  return (Extent(count.elements) * count.each).value();
}

Status ValidateCounts(const TwoOperands& p, std::size_t* count) {
  *count = 0;
  if (p.x_count.each == 0) {
    return InvalidArgument("x_count.each", 0, "is not positive");
  }
  if (p.y_count.each == 0) {
    return InvalidArgument("y_count.each", 0, "is not positive");
  }
  const std::uint64_t x = ServedBy(p.x_count), y = ServedBy(p.y_count);
  const std::uint64_t max = std::max(x, y), min = std::min(x, y);
  if (max == 0) return Status();
  // The division takes a tenth of a prepared sum of seven elements.
  if (min == 0 || (min != max && max % min != 0)) {
    const OperandCount smaller = x >= y ? p.y_count : p.x_count;
    return InvalidArgument(x >= y ? "y_count" : "x_count",
                           static_cast<std::int64_t>(smaller.elements),
                           "does not divide the other operand's count");
  }
  if (!(Extent(max) * static_cast<std::uint64_t>(SizeOf(p.scalar)))
           .FitsMemory()) {
    const OperandCount larger = x >= y ? p.x_count : p.y_count;
    return InvalidArgument(x >= y ? "x_count" : "y_count",
                           static_cast<std::int64_t>(larger.elements),
                           "elements exceed the address space");
  }
  *count = static_cast<std::size_t>(max);
  return Status();
}

// An operand may be the result, if it has as many elements.
Status ValidateOperand(const TwoOperands& p, const void* operand,
                       std::size_t elements, std::size_t result_count,
                       const char* name) {
  if (operand == nullptr) return NullPointer(name);
  const std::size_t size = static_cast<std::size_t>(SizeOf(p.scalar));
  if (operand == p.result && elements == result_count) return Status();
  return ShareBytes(operand, elements * size, p.result, result_count * size)
             ? InvalidArgument("result", 0,
                               "overlaps an operand in memory that it is not")
             : Status();
}

}  // namespace

Status ValidateOperands(const TwoOperands& p, std::size_t* count) {
  const Status of_counts = ValidateCounts(p, count);
  if (!of_counts.ok() || *count == 0) return of_counts;
  if (p.result == nullptr) return NullPointer("result");
  const Status of_x = ValidateOperand(p, p.x, p.x_count.elements, *count, "x");
  if (!of_x.ok()) return of_x;
  return ValidateOperand(p, p.y, p.y_count.elements, *count, "y");
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
