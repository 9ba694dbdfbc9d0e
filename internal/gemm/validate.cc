// Checks a product's arguments.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate.h"

#include <cstdint>
#include <limits>

#include "../contract/packed_header.h"
#include "../epilogue/overlap.h"
#include "../epilogue/prepare_epilogue.h"
#include "../epilogue/validate_parameter.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

const MatrixNames kLhsNames = {"lhs",      "lhs.data",   "lhs.rows",
                               "lhs.cols", "lhs.stride", "lhs.side"};
const MatrixNames kRhsNames = {"rhs",      "rhs.data",   "rhs.rows",
                               "rhs.cols", "rhs.stride", "rhs.side"};
const MatrixNames kResultNames = {"result",      "result.data",   "result.rows",
                                  "result.cols", "result.stride", "result"};
const MatrixNames kSourceNames = {"source",      "source.data",   "source.rows",
                                  "source.cols", "source.stride", "source"};

namespace {

bool IsEmpty(const MatrixRef& matrix) {
  return matrix.rows == 0 || matrix.cols == 0;
}

Status ValidateOperand(const Operand& operand, Side side,
                       const MatrixNames& names) {
  if (!operand.is_packed) return ValidateMatrix(operand.matrix, names);
  if (operand.packed == nullptr) {
    return InvalidArgument(names.self, 0, "is an empty PackedMatrix");
  }
  if (operand.packed->side != static_cast<int>(side)) {
    return InvalidArgument(
        names.side, operand.packed->side,
        "says that the matrix was packed for the other side of a "
        "product (0: lhs, 1: rhs)");
  }
  return Status();
}

Status ValidateShapes(const GemmProblem& problem) {
  const MatrixRef& lhs = problem.lhs.matrix;
  const MatrixRef& rhs = problem.rhs.matrix;
  const MatrixRef& result = problem.result;
  if (lhs.cols != rhs.rows) {
    return InvalidArgument("rhs.rows", rhs.rows,
                           "differs from lhs.cols, the depth");
  }
  if (result.rows != lhs.rows) {
    return InvalidArgument("result.rows", result.rows, "differs from lhs.rows");
  }
  if (result.cols != rhs.cols) {
    return InvalidArgument("result.cols", result.cols, "differs from rhs.cols");
  }
  return Status();
}

Status ValidateOffset(const Int32Parameter& offset, Along along,
                      const MatrixRef& result, const char* name,
                      const char* data, const char* size,
                      const char* wrong_shape) {
  if (offset.along == Along::kAll) return Status();
  if (offset.along != along)
    return InvalidArgument(name, offset.size, wrong_shape);
  return ValidateParameter(offset, result, {data, size});
}

Status ValidateOffsets(const GemmProblem& problem) {
  const Status status = ValidateOffset(
      problem.lhs_offset, Along::kRows, problem.result, "lhs_offset",
      "lhs_offset.data", "lhs_offset.size",
      "must be a column vector: one offset for each row of the lhs");
  if (!status.ok()) return status;
  return ValidateOffset(
      problem.rhs_offset, Along::kCols, problem.result, "rhs_offset",
      "rhs_offset.data", "rhs_offset.size",
      "must be a row vector: one offset for each column of the rhs");
}

Status ValidateOverlap(const GemmProblem& problem) {
  if (IsEmpty(problem.result)) return Status();
  const Operand* operands[] = {&problem.lhs, &problem.rhs};
  for (const Operand* operand : operands) {
    if (operand->is_packed || IsEmpty(operand->matrix)) continue;
    if (Overlap(problem.result, operand->matrix)) {
      return InvalidArgument("result.data", 0,
                             operand == &problem.lhs
                                 ? "overlaps the lhs in memory"
                                 : "overlaps the rhs in memory");
    }
  }
  return Status();
}

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

Status ValidateStageMatrices(const GemmProblem& problem) {
  for (int i = 0; i < problem.op_count; ++i) {
    const EpilogueOp& op = problem.ops[i];
    if (op.kind != EpilogueKind::kAddMatrix &&
        op.kind != EpilogueKind::kAddDequantized &&
        op.kind != EpilogueKind::kAddResidual) {
      continue;
    }
    const Status status = ValidateStageMatrix(
        op.matrix, problem.result,
        op.kind == EpilogueKind::kAddMatrix ? kAddendNames : kResidualNames);
    if (!status.ok()) return status;
  }
  return Status();
}

}  // namespace

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
    return InvalidArgument(names.data, 0, "is a null pointer");
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

Status ValidateStages(const GemmProblem& problem) {
  const Status status =
      ValidateOps(problem.ops, problem.op_count, problem.result);
  return status.ok() ? ValidateStageMatrices(problem) : status;
}

namespace {

Status ValidateMatrices(const GemmProblem& problem) {
  Status status = ValidateOperand(problem.lhs, Side::kLhs, kLhsNames);
  if (!status.ok()) return status;
  status = ValidateOperand(problem.rhs, Side::kRhs, kRhsNames);
  if (!status.ok()) return status;
  status = ValidateMatrix(problem.result, kResultNames);
  if (!status.ok()) return status;
  return ValidateShapes(problem);
}

Status ValidateParameters(const GemmProblem& problem) {
  const Status status = ValidateOffsets(problem);
  return status.ok() ? ValidateStages(problem) : status;
}

}  // namespace

Status ValidateProblem(const GemmProblem& problem) {
  Status status = ValidateMatrices(problem);
  if (!status.ok()) return status;
  status = ValidateParameters(problem);
  if (!status.ok()) return status;
  return ValidateOverlap(problem);
}

Status ValidateWithoutPlaces(GemmProblem problem) {
  // Whatever fits the address space fits behind its first byte.
  const void* const somewhere =
      reinterpret_cast<const void*>(std::uintptr_t{1});
  if (!problem.lhs.is_packed) problem.lhs.matrix.data = somewhere;
  if (!problem.rhs.is_packed) problem.rhs.matrix.data = somewhere;
  problem.result.data = somewhere;
  const Status status = ValidateMatrices(problem);
  if (!status.ok()) return status;
  problem.result.data = nullptr;
  return ValidateParameters(problem);
}

Status ValidateResources(const GemmResources& resources) {
  return resources.max_threads >= 1 ? Status()
                                    : NegativeThreads(resources.max_threads);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
