// Checks the stages of a pipeline and what they read.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate_stages.h"

#include "overlap.h"
#include "prepare_epilogue.h"
#include "validate_matrix.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

namespace {

constexpr MatrixNames kAddendNames = {
    "addend_matrix",      "addend_matrix.data",   "addend_matrix.rows",
    "addend_matrix.cols", "addend_matrix.stride", "addend_matrix"};
constexpr MatrixNames kResidualNames = {"residual",        "residual.data",
                                        "residual.rows",   "residual.cols",
                                        "residual.stride", "residual"};

// Whether two matrices of one shape have their elements in the same places.
bool AreOne(const MatrixRef& a, const MatrixRef& b) {
  const int outer = a.row_major ? a.rows : a.cols;
  return a.data == b.data && a.row_major == b.row_major &&
         SizeOf(a.scalar) == SizeOf(b.scalar) &&
         (outer == 1 || a.stride == b.stride);
}

// A matrix that a stage reads: as large as the result, and the result itself or
// elsewhere.
Status ValidateStageMatrix(const MatrixParameter& parameter,
                           const MatrixRef& result, const MatrixNames& names) {
  const MatrixRef matrix = {parameter.data,      parameter.rows,
                            parameter.cols,      parameter.stride,
                            parameter.row_major, parameter.scalar};
  const Status status = ValidateMatrix(matrix, names);
  if (!status.ok()) return status;
  if (matrix.rows != result.rows) {
    return InvalidArgument(names.rows, matrix.rows, "differs from result.rows");
  }
  if (matrix.cols != result.cols) {
    return InvalidArgument(names.cols, matrix.cols, "differs from result.cols");
  }
  if (IsEmpty(result) || AreOne(matrix, result) || !Overlap(matrix, result)) {
    return Status();
  }
  return InvalidArgument(names.data, 0,
                         "overlaps the result in memory and is not the result");
}

Status ValidateStageMatrices(const EpilogueOp* ops, int count,
                             const MatrixRef& result) {
  for (int i = 0; i < count; ++i) {
    const EpilogueOp& op = ops[i];
    if (op.kind != EpilogueKind::kAddMatrix &&
        op.kind != EpilogueKind::kAddDequantized &&
        op.kind != EpilogueKind::kAddResidual) {
      continue;
    }
    const Status status = ValidateStageMatrix(
        op.matrix, result,
        op.kind == EpilogueKind::kAddMatrix ? kAddendNames : kResidualNames);
    if (!status.ok()) return status;
  }
  return Status();
}

}  // namespace

Status ValidateStages(const EpilogueOp* ops, int count,
                      const MatrixRef& result) {
  const Status status = ValidateOps(ops, count, result);
  return status.ok() ? ValidateStageMatrices(ops, count, result) : status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
