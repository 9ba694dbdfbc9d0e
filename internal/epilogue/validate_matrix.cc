// Checks one matrix of a call.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate_matrix.h"

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Status RefuseNegative(const MatrixRef& matrix, const MatrixNames& names) {
  return matrix.rows < 0
             ? InvalidArgument(names.rows, matrix.rows, "is negative")
         : matrix.cols < 0
             ? InvalidArgument(names.cols, matrix.cols, "is negative")
             : InvalidArgument(names.stride, matrix.stride, "is negative");
}

}  // namespace

Status ValidateMatrix(const MatrixRef& matrix, const MatrixNames& names) {
  if ((matrix.rows | matrix.cols | matrix.stride) < 0) {
    return RefuseNegative(matrix, names);
  }
  if (IsEmpty(matrix)) return Status();
  const int outer = matrix.row_major ? matrix.rows : matrix.cols;
  const int inner = matrix.row_major ? matrix.cols : matrix.rows;
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
  const std::uint64_t bytes = BytesOf(matrix);
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(matrix.data);
  if (bytes > PTRDIFF_MAX ||
      begin + static_cast<std::uintptr_t>(bytes) < begin) {
    return InvalidArgument(names.stride, matrix.stride,
                           "makes the matrix larger than the address space");
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
