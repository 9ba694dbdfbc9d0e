// A product without templates: what the front end hands to the engine, and the
// two things the engine does with it. This is the line below which everything
// is plain data and functions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_GEMM_H_
#define LOWP_INTERNAL_CONTRACT_GEMM_H_

#include <cstdint>

#include "../../public/executor.h"
#include "../../public/export.h"
#include "../../public/gemm_plan.h"
#include "../../public/packed_matrix.h"
#include "../../public/status.h"
#include "../detect_platform.h"
#include "epilogue.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {

namespace internal {

struct EngineState;

// One side of a product: a matrix in memory, or a packed one, whose shape and
// scalar are then repeated in `matrix`, and whose panels are its data.
struct Operand {
  MatrixRef matrix;
  bool is_packed;
  const PackedHeader* packed;  // null for an empty PackedMatrix
};

LOWP_ALWAYS_INLINE void SetOperand(const PackedMatrix& packed,
                                   Operand* operand) {
  const PackedHeader* const header = packed.header();
  MatrixRef& matrix = operand->matrix;
  matrix.rows = matrix.cols = 0;
  matrix.scalar = Scalar::kUint8;
  if (header != nullptr) {
    matrix.rows = header->rows;
    matrix.cols = header->cols;
    matrix.scalar = static_cast<Scalar>(header->scalar);
  }
  matrix.data = packed.panels();
  // Last, so that compilers know them in TypesOf.
  matrix.stride = 0;
  matrix.row_major = false;
  operand->is_packed = true;
  operand->packed = header;
}

// Bytes of a valid operand, from its first element or panel on.
inline std::uint64_t BytesOf(const Operand& operand) {
  return operand.is_packed
             ? operand.packed->payload_bytes
             : static_cast<std::uint64_t>(BytesOf(operand.matrix));
}

// result(i, j) = epilogue(sum over k of
//                  (lhs(i, k) + lhs_offset(i)) * (rhs(k, j) + rhs_offset(j)))
struct GemmProblem {
  Operand lhs;
  Operand rhs;
  MatrixRef result;
  Int32Parameter lhs_offset;  // kAll or kRows
  Int32Parameter rhs_offset;  // kAll or kCols
  EpilogueOp* ops = nullptr;  // the engine rewrites them in place
  int op_count = 0;
  // Of parts (PrepareGemmPart). If not 0, the lhs is AForm::kCopiedRuns of this
  // many values of k, and lhs_line rows in a row lie evenly. If lhs_is_padded,
  // its rows may be read up to whole groups of kr: k is rounded up, since the
  // rhs is packed and has zeros there.
  int lhs_run = 0;
  int lhs_line = 0;
  bool lhs_is_padded = false;
  // Whether some stage computes with floats, or may, as a caller's stage.
  bool uses_floats = true;
};

// What the context supplies.
struct GemmResources {
  EngineState* state = nullptr;
  int max_threads = 1;
  Executor (*executor_of)(void* context) = nullptr;  // null: one thread
  void* context = nullptr;

  // Has no function where there is only one thread. Call it only for work that
  // more threads may be worth: a small product would notice the call.
  Executor MakeExecutor() const {
    return executor_of != nullptr ? executor_of(context) : Executor{};
  }
};

// The refusal of a context whose number of threads is negative.
inline Status NegativeThreads(int max_threads) {
  return InvalidArgument("context.max_num_threads", max_threads, "is negative");
}

// All types and orders of a problem in one number, which is a constant where
// the caller's templates are.
LOWP_ALWAYS_INLINE std::uint32_t TypesOf(const GemmProblem& problem) {
  std::uint32_t types = 0;
  const auto append = [&types](std::uint32_t value) {
    types = types << 3 | value;
  };
  for (const Operand* operand : {&problem.lhs, &problem.rhs}) {
    append(static_cast<std::uint32_t>(operand->matrix.scalar));
    append(operand->matrix.row_major);
    append(operand->is_packed);
  }
  append(static_cast<std::uint32_t>(problem.result.scalar));
  append(problem.result.row_major);
  append(static_cast<std::uint32_t>(problem.lhs_offset.along));
  append(static_cast<std::uint32_t>(problem.rhs_offset.along));
  return types;
}

// Validates, plans and computes. Nothing is written unless the status is ok.
// `types` are TypesOf(problem).
LOWP_EXPORT Status RunGemmOfTypes(const GemmProblem& problem,
                                  std::uint32_t types,
                                  const GemmResources& resources);

LOWP_ALWAYS_INLINE Status RunGemm(const GemmProblem& problem,
                                  const GemmResources& resources) {
  return RunGemmOfTypes(problem, TypesOf(problem), resources);
}

// Validates and plans.
LOWP_EXPORT Status PlanProblem(const GemmProblem& problem,
                               const GemmResources& resources, GemmPlan* plan);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_GEMM_H_
