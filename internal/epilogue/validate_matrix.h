// Checks one matrix of a call.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_EPILOGUE_VALIDATE_MATRIX_H_
#define LOWP_INTERNAL_EPILOGUE_VALIDATE_MATRIX_H_

#include "../../public/status.h"
#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The names under which one matrix's faults are reported.
struct MatrixNames {
  const char* self;
  const char* data;
  const char* rows;
  const char* cols;
  const char* stride;
  const char* side;
};
inline bool IsEmpty(const MatrixRef& matrix) {
  return matrix.rows == 0 || matrix.cols == 0;
}

// Size, stride and data of one matrix.
Status ValidateMatrix(const MatrixRef& matrix, const MatrixNames& names);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_EPILOGUE_VALIDATE_MATRIX_H_
