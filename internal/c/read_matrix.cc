// Matrices of the C API, which have two strides in bytes, as the engine's,
// which have an order and one stride in elements.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "read_matrix.h"

#include <cstdint>
#include <cstdio>

#include "error.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

bool IsInSet(Scalar scalar, TypeSet types) {
  switch (types) {
    case TypeSet::kOperands:
      return scalar == Scalar::kUint8 || scalar == Scalar::kInt8;
    case TypeSet::kQuantized:
      return scalar <= Scalar::kInt16;
    case TypeSet::kIntegers:
      return scalar != Scalar::kFloat32;
    case TypeSet::kAll:
      break;
  }
  return true;
}

lowp_status CheckCount(std::int64_t value, const char* name,
                       const char* field) {
  if (value >= 0 && value <= kMaxSize) return LOWP_OK;
  return Fail(LOWP_INVALID_ARGUMENT, "%s.%s = %lld: is outside 0..2^31-1", name,
              field, static_cast<long long>(value));
}

// The stride between rows or columns of `inner` elements, of which there are
// more than one.
lowp_status ReadStride(std::int64_t bytes, std::int64_t inner, int element_size,
                       const char* name, const char* field, int* stride) {
  const char* problem = nullptr;
  if (bytes % element_size != 0) {
    problem = "is not a multiple of the size of an entry";
  } else if (bytes < inner * element_size) {
    problem = "is smaller than a row or column of the matrix";
  } else if (bytes / element_size > kMaxSize) {
    problem = "is more than 2^31-1 entries";
  }
  if (problem != nullptr) {
    return Fail(LOWP_INVALID_ARGUMENT, "%s.%s = %lld: %s", name, field,
                static_cast<long long>(bytes), problem);
  }
  *stride = static_cast<int>(bytes / element_size);
  return LOWP_OK;
}

}  // namespace

bool ScalarOfType(lowp_type type, Scalar* scalar) {
  switch (type) {
    case LOWP_UINT8:
      *scalar = Scalar::kUint8;
      return true;
    case LOWP_INT8:
      *scalar = Scalar::kInt8;
      return true;
    case LOWP_INT16:
      *scalar = Scalar::kInt16;
      return true;
    case LOWP_INT32:
      *scalar = Scalar::kInt32;
      return true;
    case LOWP_FLOAT32:
      *scalar = Scalar::kFloat32;
      return true;
    default:
      return false;
  }
}

static bool IsHalf(lowp_type type) {
  return type == LOWP_FLOAT16 || type == LOWP_BFLOAT16;
}

// In bytes; 0 for an unknown type.
static int SizeOfType(lowp_type type) {
  Scalar scalar;
  if (IsHalf(type)) return 2;
  if (type == LOWP_INT64) return 8;
  return ScalarOfType(type, &scalar) ? SizeOf(scalar) : 0;
}

lowp_status ReadType(lowp_type type, TypeSet types, const char* name,
                     Scalar* scalar) {
  if (ScalarOfType(type, scalar) && IsInSet(*scalar, types)) return LOWP_OK;
  return Fail(LOWP_INVALID_ARGUMENT, "%s = %d: is not %s", name, type,
              types == TypeSet::kOperands ? "LOWP_UINT8 or LOWP_INT8"
              : types == TypeSet::kQuantized
                  ? "LOWP_UINT8, LOWP_INT8 or LOWP_INT16"
              : types == TypeSet::kIntegers
                  ? "a lowp_type of integers of 32 bits or fewer"
              : SizeOfType(type) != 0 ? "a type of this matrix, which holds "
                                        "integers of 32 bits or fewer or "
                                        "LOWP_FLOAT32"
                                      : "a lowp_type");
}

namespace {

// Everything but the type, of entries with `size` bytes.
lowp_status ReadLayout(const lowp_matrix& from, int size, const char* name,
                       MatrixRef* to) {
  lowp_status status = CheckCount(from.rows, name, "rows");
  if (status != LOWP_OK) return status;
  status = CheckCount(from.cols, name, "cols");
  if (status != LOWP_OK) return status;
  to->data = from.data;
  to->rows = static_cast<int>(from.rows);
  to->cols = static_cast<int>(from.cols);
  // Where there is no second entry, a stride does not matter.
  const bool rows_are_contiguous = from.cols <= 1 || from.col_stride == size;
  const bool cols_are_contiguous = from.rows <= 1 || from.row_stride == size;
  if (!rows_are_contiguous && !cols_are_contiguous) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "%s.col_stride = %lld: is not the size of an entry, nor is "
                "row_stride",
                name, static_cast<long long>(from.col_stride));
  }
  // A matrix of one column that is contiguous is a column.
  to->row_major =
      rows_are_contiguous && !(from.cols == 1 && cols_are_contiguous);
  const bool one = to->row_major ? from.rows <= 1 : from.cols <= 1;
  to->stride = to->row_major ? to->cols : to->rows;
  if (one) return LOWP_OK;
  return to->row_major ? ReadStride(from.row_stride, from.cols, size, name,
                                    "row_stride", &to->stride)
                       : ReadStride(from.col_stride, from.rows, size, name,
                                    "col_stride", &to->stride);
}

// An order by columns is one by rows where there is one column.
lowp_status NeedRowMajor(const lowp_matrix& from, const char* name,
                         MatrixRef* to) {
  if (to->row_major) return LOWP_OK;
  if (from.cols > 1) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "%s.col_stride = %lld: is not the size of an entry, as it has "
                "to be of this matrix, which is row-major",
                name, static_cast<long long>(from.col_stride));
  }
  to->row_major = true;
  to->stride = to->cols;
  return LOWP_OK;
}

}  // namespace

lowp_status ReadMatrix(const lowp_matrix& from, TypeSet types, const char* name,
                       MatrixRef* to) {
  char type_name[64];
  std::snprintf(type_name, sizeof(type_name), "%s.type", name);
  const lowp_status status = ReadType(from.type, types, type_name, &to->scalar);
  if (status != LOWP_OK) return status;
  return ReadLayout(from, SizeOf(to->scalar), name, to);
}

lowp_status ReadRowMajor(const lowp_matrix* from, TypeSet types,
                         const char* name, MatrixRef* to) {
  if (from == nullptr) return FailForNull(name);
  const lowp_status status = ReadMatrix(*from, types, name, to);
  return status == LOWP_OK ? NeedRowMajor(*from, name, to) : status;
}

lowp_status ReadRowMajorOrInt64(const lowp_matrix& from, const char* name,
                                MatrixRef* to, bool* is_int64) {
  *is_int64 = from.type == LOWP_INT64;
  if (!*is_int64) return ReadRowMajor(&from, TypeSet::kAll, name, to);
  to->scalar = Scalar::kInt32;
  const lowp_status status = ReadLayout(from, SizeOfType(from.type), name, to);
  return status == LOWP_OK ? NeedRowMajor(from, name, to) : status;
}

lowp_status ReadReals(const lowp_matrix* from, const char* name,
                      RealMatrix* to) {
  if (from == nullptr) return FailForNull(name);
  if (from->type != LOWP_FLOAT32 && !IsHalf(from->type)) {
    return Fail(LOWP_INVALID_ARGUMENT,
                "%s.type = %d: is not LOWP_FLOAT32, LOWP_FLOAT16 or "
                "LOWP_BFLOAT16",
                name, from->type);
  }
  MatrixRef layout = {};
  lowp_status status = ReadLayout(*from, SizeOfType(from->type), name, &layout);
  if (status != LOWP_OK) return status;
  status = NeedRowMajor(*from, name, &layout);
  *to = {layout.data, layout.rows, layout.cols, layout.stride,
         from->type == LOWP_FLOAT32   ? Real::kFloat32
         : from->type == LOWP_FLOAT16 ? Real::kFloat16
                                      : Real::kBfloat16};
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

using gemmlowp::internal::SizeOfType;

// Sizes are checked where the matrix is used; here they must not overflow.
lowp_matrix lowp_row_major(const void* data, lowp_type type, std::int64_t rows,
                           std::int64_t cols) {
  const std::int64_t size = SizeOfType(type);
  const std::uint64_t stride =
      static_cast<std::uint64_t>(cols) * static_cast<std::uint64_t>(size);
  return {data, rows, cols, static_cast<std::int64_t>(stride), size, type};
}

lowp_matrix lowp_col_major(const void* data, lowp_type type, std::int64_t rows,
                           std::int64_t cols) {
  const std::int64_t size = SizeOfType(type);
  const std::uint64_t stride =
      static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(size);
  return {data, rows, cols, size, static_cast<std::int64_t>(stride), type};
}
