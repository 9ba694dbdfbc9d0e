// Recognises products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "product_cache.h"

#include <new>

#include "../compiler.h"
#include "../contract/engine_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Field by field: each was just stored by itself, and a processor that is asked
// for several of its stores in one load has to wait for them. Neighbours of a
// byte each are not compared one after the other, or compilers load both.
bool IsSame(const MatrixRef& a, const MatrixShape& b) {
  return a.scalar == b.scalar && a.rows == b.rows && a.cols == b.cols &&
         a.stride == b.stride && a.row_major == b.row_major;
}

// The same of an operand, whose stride matters in memory only.
bool IsSame(const Operand& a, const MatrixShape& b, bool is_packed) {
  return a.is_packed == is_packed && a.matrix.rows == b.rows &&
         a.matrix.cols == b.cols && a.matrix.scalar == b.scalar &&
         (is_packed ||
          (a.matrix.stride == b.stride && a.matrix.row_major == b.row_major));
}

// Whether an address is neither null nor in the upper half.
bool IsPlain(std::uintptr_t address) {
  return static_cast<std::intptr_t>(address - 1) >= 0;
}

// Whether nothing is wrong with the place of an operand, which has so many
// bytes if it is not packed.
LOWP_ALWAYS_INLINE bool IsInPlace(const Operand& operand, Side side,
                                  std::size_t bytes, const PreparedProduct& p,
                                  std::uintptr_t result) {
  if (operand.is_packed) {
    return operand.packed != nullptr &&
           operand.packed->side == static_cast<int>(side) &&
           FormatOf(*operand.packed) == p.backend->panel;
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(operand.matrix.data);
  return IsPlain(begin) && begin - result >= p.result_bytes &&
         result - begin >= bytes;
}

bool VectorIsInPlace(const Int32Parameter& offset, int size,
                     const PreparedProduct& p, std::uintptr_t result) {
  if (offset.along == Along::kAll) return true;
  const auto begin = reinterpret_cast<std::uintptr_t>(offset.data);
  return offset.size == size && IsPlain(begin) &&
         begin - result >= p.result_bytes &&
         result - begin >= static_cast<std::uint64_t>(size) * 4;
}

LOWP_ALWAYS_INLINE bool AreValid(const PreparedProduct& p,
                                 const GemmProblem& problem) {
  const auto result = reinterpret_cast<std::uintptr_t>(problem.result.data);
  return IsPlain(result) &&
         IsInPlace(problem.lhs, Side::kLhs, p.lhs_bytes, p, result) &&
         IsInPlace(problem.rhs, Side::kRhs, p.rhs_bytes, p, result) &&
         VectorIsInPlace(problem.lhs_offset, problem.result.rows, p, result) &&
         VectorIsInPlace(problem.rhs_offset, problem.result.cols, p, result);
}

}  // namespace

bool HasProductCache(EngineState* state) {
  if (state->products == nullptr) {
    state->products = new (std::nothrow) ProductCache;
  }
  return state->products != nullptr;
}

bool PointersAreValid(const PreparedProduct& p, const GemmProblem& problem) {
  return AreValid(p, problem);
}

bool IsPreparedFor(const PreparedProduct& p, const GemmProblem& problem,
                   const GemmResources& resources) {
  const ProductKey& key = p.key;
  return p.backend != nullptr && key.backend == resources.state->backend &&
         key.kernel == resources.state->kernel &&
         key.max_threads == resources.max_threads &&
         IsSame(problem.lhs, key.lhs, key.lhs_is_packed) &&
         IsSame(problem.rhs, key.rhs, key.rhs_is_packed) &&
         IsSame(problem.result, key.result) &&
         problem.lhs_offset.along == key.lhs_offset &&
         problem.rhs_offset.along == key.rhs_offset && AreValid(p, problem) &&
         HasReducedRange(SideB(problem, p.swapped)) == key.b_has_reduced_range;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
