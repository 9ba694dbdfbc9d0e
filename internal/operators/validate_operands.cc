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

struct NamedCount {
  OperandCount count;
  const char* name;
  const char* each_name;

  // The elements of the result that the operand serves once.
  std::uint64_t served() const {
    return (Extent(count.elements) * count.each).value();
  }
};

Status ValidateCounts(const TwoOperands& p, std::size_t* count) {
  const NamedCount x = {p.x_count, "x_count", "x_count.each"};
  const NamedCount y = {p.y_count, "y_count", "y_count.each"};
  const bool x_is_larger = x.served() >= y.served();
  const NamedCount& larger = x_is_larger ? x : y;
  const NamedCount& smaller = x_is_larger ? y : x;
  *count = 0;
  for (const NamedCount* operand : {&x, &y}) {
    if (operand->count.each == 0) {
      return InvalidArgument(operand->each_name, 0, "is not positive");
    }
  }
  const std::uint64_t most = larger.served(), least = smaller.served();
  if (most == 0) return Status();
  if (least == 0 || most % least != 0) {
    return InvalidArgument(smaller.name,
                           static_cast<std::int64_t>(smaller.count.elements),
                           "does not divide the other operand's count");
  }
  if (!(Extent(most) * static_cast<std::uint64_t>(SizeOf(p.scalar)))
           .FitsMemory()) {
    return InvalidArgument(larger.name,
                           static_cast<std::int64_t>(larger.count.elements),
                           "elements exceed the address space");
  }
  *count = static_cast<std::size_t>(most);
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
  Status status = ValidateCounts(p, count);
  if (!status.ok() || *count == 0) return status;
  if (p.result == nullptr) {
    return NullPointer("result");
  }
  status = ValidateOperand(p, p.x, p.x_count.elements, *count, "x");
  return status.ok() ? ValidateOperand(p, p.y, p.y_count.elements, *count, "y")
                     : status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
