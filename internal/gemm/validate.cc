// Checks a product's arguments.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate.h"

#include <cstdint>

#include "../contract/packed_header.h"
#include "../epilogue/overlap.h"
#include "../epilogue/validate_parameter.h"
#include "../epilogue/validate_stages.h"

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

bool OverlapsOperand(const MatrixRef& result, const Operand& operand) {
  if (operand.is_packed) {
    return OverlapsBytes(result, operand.matrix.data,
                         static_cast<std::int64_t>(BytesOf(operand)));
  }
  return !IsEmpty(operand.matrix) && Overlap(result, operand.matrix);
}

Status ValidateOverlap(const GemmProblem& problem) {
  if (IsEmpty(problem.result)) return Status();
  const Operand* operands[] = {&problem.lhs, &problem.rhs};
  for (const Operand* operand : operands) {
    if (OverlapsOperand(problem.result, *operand)) {
      return InvalidArgument("result.data", 0,
                             operand == &problem.lhs
                                 ? "overlaps the lhs in memory"
                                 : "overlaps the rhs in memory");
    }
  }
  return Status();
}

Status ValidateMatrices(const GemmProblem& problem) {
  Status status = ValidateOperand(problem.lhs, Side::kLhs, kLhsNames);
  if (!status.ok()) return status;
  status = ValidateOperand(problem.rhs, Side::kRhs, kRhsNames);
  if (!status.ok()) return status;
  status = ValidateMatrix(problem.result, kResultNames);
  if (!status.ok()) return status;
  return ValidateShapes(problem);
}

}  // namespace

Status ValidateParameters(const GemmProblem& problem) {
  const Status status = ValidateOffsets(problem);
  return status.ok()
             ? ValidateStages(problem.ops, problem.op_count, problem.result)
             : status;
}

Status ValidateOperands(const GemmProblem& problem) {
  Status status = ValidateMatrices(problem);
  if (!status.ok()) return status;
  status = ValidateOffsets(problem);
  if (!status.ok()) return status;
  return ValidateOverlap(problem);
}

Status ValidateProblem(const GemmProblem& problem) {
  const Status status = ValidateOperands(problem);
  return status.ok()
             ? ValidateStages(problem.ops, problem.op_count, problem.result)
             : status;
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
