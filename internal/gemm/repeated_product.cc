// Remembers small products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/repeated_product.h"

#include <cstdint>

#include "../backends/backend_list.h"
#include "../contract/backend.h"
#include "../contract/engine_state.h"
#include "../contract/gemm.h"
#include "../contract/packed_format.h"
#include "plainly_valid.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

RepeatedProduct* PlaceOf(const GemmProblem& problem, EngineState* state) {
  // Odd numbers whose bits are spread: xxHash's primes.
  const std::uint32_t mixed =
      static_cast<std::uint32_t>(problem.result.rows) * 0x9E3779B1u +
      static_cast<std::uint32_t>(problem.result.cols) * 0x85EBCA77u +
      static_cast<std::uint32_t>(problem.lhs.matrix.cols) * 0xC2B2AE3Du;
  return &state->repeated.places[mixed >> (32 - RepeatedProducts::kPlacesLog2)];
}

MatrixShape ShapeOf(const MatrixRef& matrix) {
  return {matrix.rows, matrix.cols, matrix.stride, matrix.row_major,
          matrix.scalar};
}

bool IsSame(const MatrixRef& a, const MatrixShape& b) {
  return a.rows == b.rows && a.cols == b.cols && a.stride == b.stride &&
         a.row_major == b.row_major && a.scalar == b.scalar;
}

bool IsSame(const Int32Parameter& offset, std::int32_t value) {
  return offset.along == Along::kAll && offset.value == value;
}

// Whether an address is neither null nor in the upper half.
bool IsPlain(std::uintptr_t address) {
  return static_cast<std::intptr_t>(address - 1) >= 0;
}

// Whether nothing is wrong with an operand like one of that product, which has
// so many bytes if it is not packed.
bool IsPlainlyValid(const Operand& operand, Side side, std::size_t bytes,
                    const void* result, const RepeatedProduct& seen) {
  if (operand.is_packed) {
    return IsPackedFor(operand, side) &&
           FormatOf(*operand.packed) == seen.backend->panel &&
           &BackendFor(*seen.chosen, *operand.packed) == seen.backend;
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(operand.matrix.data);
  const auto other = reinterpret_cast<std::uintptr_t>(result);
  return IsPlain(begin) && begin - other >= seen.result_bytes &&
         other - begin >= bytes;
}

std::size_t BytesOf(const MatrixRef& matrix) {
  const int outer = matrix.row_major ? matrix.rows : matrix.cols;
  const int inner = matrix.row_major ? matrix.cols : matrix.rows;
  return static_cast<std::size_t>(std::int64_t{outer - 1} * matrix.stride +
                                  inner) *
         SizeOf(matrix.scalar);
}

}  // namespace

RepeatedProduct* FindRepeatedProduct(const GemmProblem& problem,
                                     EngineState* state) {
  RepeatedProduct* const seen = PlaceOf(problem, state);
  // A context that remembers something has made the automatic choice.
  const Backend* const backend =
      state->backend != nullptr ? state->backend : state->default_backend;
  const void* const result = problem.result.data;
  const bool found =
      seen->chosen != nullptr && seen->chosen == backend &&
      IsSame(problem.lhs.matrix, seen->lhs) &&
      IsSame(problem.rhs.matrix, seen->rhs) &&
      IsSame(problem.result, seen->result) &&
      problem.lhs.is_packed == seen->lhs_is_packed &&
      problem.rhs.is_packed == seen->rhs_is_packed &&
      IsSame(problem.lhs_offset, seen->lhs_offset) &&
      IsSame(problem.rhs_offset, seen->rhs_offset) &&
      IsPlain(reinterpret_cast<std::uintptr_t>(result)) &&
      IsPlainlyValid(problem.lhs, Side::kLhs, seen->lhs_bytes, result, *seen) &&
      IsPlainlyValid(problem.rhs, Side::kRhs, seen->rhs_bytes, result, *seen);
  return found ? seen : nullptr;
}

void RememberProduct(const GemmProblem& problem, const Backend& backend,
                     const DirectTask& task, EngineState* state) {
  if (state->repeated.is_first) {
    state->repeated.is_first = false;
    return;
  }
  RepeatedProduct* const seen = PlaceOf(problem, state);
  seen->chosen = BackendOf(state);
  seen->backend = &backend;
  seen->lhs = ShapeOf(problem.lhs.matrix);
  seen->rhs = ShapeOf(problem.rhs.matrix);
  seen->result = ShapeOf(problem.result);
  seen->lhs_is_packed = problem.lhs.is_packed;
  seen->rhs_is_packed = problem.rhs.is_packed;
  seen->lhs_offset = problem.lhs_offset.value;
  seen->rhs_offset = problem.rhs_offset.value;
  seen->lhs_bytes = BytesOf(problem.lhs.matrix);
  seen->rhs_bytes = BytesOf(problem.rhs.matrix);
  seen->result_bytes = BytesOf(problem.result);
  seen->form = task.epilogue->form;
  seen->varies_along_columns = VariesAlongColumns(*task.epilogue);
  seen->task = task;
  seen->has_row_values = task.row_add != nullptr;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
