// Checks matrices whose rows are quantized.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate_rows.h"

#include <cstring>

#include "../runtime/extent.h"
#include "quantization_rule.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

Status ValidateFloatRows(const FloatRows& values, const RowNames& names) {
  if (values.rows < 0) {
    return InvalidArgument(names.rows, values.rows, "is negative");
  }
  if (values.columns < 1) {
    return InvalidArgument(names.columns, values.columns, "is not positive");
  }
  if (values.stride < values.columns) {
    return InvalidArgument(names.stride, values.stride,
                           "is smaller than the number of columns");
  }
  if (values.rows == 0) return Status();
  if (values.data == nullptr) {
    return NullPointer(names.data);
  }
  if (!BytesOfRows(values.rows, values.columns, values.stride, sizeof(float))
           .FitsMemory()) {
    return InvalidArgument(names.stride, values.stride,
                           "takes rows out of the address space");
  }
  return Status();
}

Status ValidateApart(const FloatRows& values,
                     std::initializer_list<BytesOfARow> others) {
  const auto bytes_of = [&](std::int64_t columns, std::ptrdiff_t stride,
                            std::size_t size) {
    return static_cast<std::size_t>(
        BytesOfRows(values.rows, columns, stride, size).value());
  };
  const std::size_t bytes =
      bytes_of(values.columns, values.stride, sizeof(float));
  for (const BytesOfARow& other : others) {
    if (other.data != nullptr &&
        ShareBytes(other.data, bytes_of(other.bytes, other.stride, 1),
                   values.data, bytes)) {
      return InvalidArgument(other.name, 0, "overlaps the values in memory");
    }
  }
  return Status();
}

Status OfARow(const Status& chosen, int row) {
  if (chosen.ok() || std::strncmp(chosen.argument(), "rule", 4) == 0) {
    return chosen;
  }
  return InvalidArgument(IsOfTheEnds(chosen) ? "values.data" : "rule", row,
                         chosen.problem());
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
