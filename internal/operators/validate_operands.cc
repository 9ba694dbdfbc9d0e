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

Status ValidateCounts(const TwoOperands& p, std::size_t* count) {
  const std::size_t most = std::max(p.x_count, p.y_count);
  const std::size_t least = std::min(p.x_count, p.y_count);
  *count = 0;
  if (most == 0) return Status();
  const bool x_is_larger = p.x_count >= p.y_count;
  if (least == 0 || most % least != 0) {
    return InvalidArgument(x_is_larger ? "y_count" : "x_count",
                           static_cast<std::int64_t>(least),
                           "does not divide the other operand's count");
  }
  if (!(Extent(most) * static_cast<std::uint64_t>(SizeOf(p.scalar)))
           .FitsMemory()) {
    return InvalidArgument(x_is_larger ? "x_count" : "y_count",
                           static_cast<std::int64_t>(most),
                           "elements exceed the address space");
  }
  *count = most;
  return Status();
}

// An operand may be the result, if it has as many elements.
Status ValidateOperand(const TwoOperands& p, const void* operand,
                       std::size_t count, std::size_t result_count,
                       const char* name) {
  if (operand == nullptr) return NullPointer(name);
  const std::size_t size = static_cast<std::size_t>(SizeOf(p.scalar));
  if (operand == p.result && count == result_count) return Status();
  return ShareBytes(operand, count * size, p.result, result_count * size)
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
  status = ValidateOperand(p, p.x, p.x_count, *count, "x");
  return status.ok() ? ValidateOperand(p, p.y, p.y_count, *count, "y") : status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
