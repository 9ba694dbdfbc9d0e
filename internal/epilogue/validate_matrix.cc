// Checks one matrix of a call.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate_matrix.h"

#include <cstdint>
#include <limits>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

Status ValidateMatrix(const MatrixRef& matrix, const MatrixNames& names) {
  if (matrix.rows < 0)
    return InvalidArgument(names.rows, matrix.rows, "is negative");
  if (matrix.cols < 0)
    return InvalidArgument(names.cols, matrix.cols, "is negative");
  if (matrix.stride < 0) {
    return InvalidArgument(names.stride, matrix.stride, "is negative");
  }
  if (IsEmpty(matrix)) return Status();
  const std::int64_t outer = matrix.row_major ? matrix.rows : matrix.cols;
  const std::int64_t inner = matrix.row_major ? matrix.cols : matrix.rows;
  if (outer > 1 && matrix.stride < inner) {
    return InvalidArgument(
        names.stride, matrix.stride,
        matrix.row_major
            ? "is smaller than the number of columns of a row-major "
              "matrix"
            : "is smaller than the number of rows of a column-major "
              "matrix");
  }
  if (matrix.data == nullptr) {
    return NullPointer(names.data);
  }
  const std::int64_t elements = (outer - 1) * matrix.stride + inner;
  const std::int64_t limit =
      std::numeric_limits<std::ptrdiff_t>::max() / SizeOf(matrix.scalar);
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(matrix.data);
  if (elements > limit ||
      begin + static_cast<std::uintptr_t>(elements) * SizeOf(matrix.scalar) <
          begin) {
    return InvalidArgument(names.stride, matrix.stride,
                           "makes the matrix larger than the address space");
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
