// Products that a context has computed before. Each has one of 16 places, by
// its sizes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PRODUCT_CACHE_H_
#define LOWP_INTERNAL_GEMM_PRODUCT_CACHE_H_

#include <cstddef>
#include <cstdint>

#include "../contract/engine_state.h"
#include "../detect_platform.h"
#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

class ProductCache {
 public:
  ProductCache() { Forget(); }
  ProductCache(const ProductCache&) = delete;
  ProductCache& operator=(const ProductCache&) = delete;

  // Forgets all products.
  void Forget() {
    for (PreparedProduct& place : places_) place.backend = nullptr;
  }

  // The place of a product of these sizes.
  PreparedProduct* PlaceOf(const GemmProblem& problem) {
    // Odd constants whose bits are spread: xxHash's primes.
    const std::uint32_t mixed =
        static_cast<std::uint32_t>(problem.result.rows) * 0x9E3779B1u +
        static_cast<std::uint32_t>(problem.result.cols) * 0x85EBCA77u +
        static_cast<std::uint32_t>(problem.lhs.matrix.cols) * 0xC2B2AE3Du;
    return &places_[mixed >> (32 - kPlacesLog2)];
  }

 private:
  static constexpr int kPlacesLog2 = 4;
  PreparedProduct places_[1 << kPlacesLog2];
};

// Makes the context's cache if there is none yet. False if the system refuses
// memory: products are then prepared every time.
bool EnsureProductCache(EngineState* state);

// Field by field: each was just stored by itself, and a processor that is asked
// for several of its stores in one load has to wait for them.
inline bool IsSame(const MatrixRef& a, const MatrixShape& b) {
  return a.rows == b.rows && a.cols == b.cols && a.stride == b.stride;
}

// Whether an address is neither null nor in the upper half.
inline bool IsPlain(std::uintptr_t address) {
  return static_cast<std::intptr_t>(address - 1) >= 0;
}

// Whether an operand's bytes are where they may be, apart from the result.
LOWP_ALWAYS_INLINE bool IsApart(const void* operand, std::size_t bytes,
                                const PreparedProduct& p,
                                std::uintptr_t result) {
  const auto begin = reinterpret_cast<std::uintptr_t>(operand);
  return IsPlain(begin) && begin - result >= p.result_bytes &&
         result - begin >= bytes;
}

// Whether an operand's memory, of `bytes` bytes, is valid, and what packing
// learnt about it is the same as before.
LOWP_ALWAYS_INLINE bool IsInPlace(const Operand& operand, Side side,
                                  std::size_t bytes, BRange range,
                                  const PreparedProduct& p,
                                  std::uintptr_t result) {
  if (operand.is_packed && !(operand.packed != nullptr &&
                             operand.packed->side == static_cast<int>(side) &&
                             HasFormat(*operand.packed, p.backend->panel) &&
                             RangeOf(*operand.packed) == range)) {
    return false;
  }
  return IsApart(operand.matrix.data, bytes, p, result);
}

LOWP_ALWAYS_INLINE bool VectorIsInPlace(const Int32Parameter& offset, int size,
                                        const PreparedProduct& p,
                                        std::uintptr_t result) {
  if (offset.along == Along::kAll) return true;
  return offset.size == size &&
         IsApart(offset.data, static_cast<std::size_t>(size) * 4, p, result);
}

// Whether nothing is wrong with the pointers of a problem that is otherwise as
// the product was prepared for. False says nothing: validation decides.
LOWP_ALWAYS_INLINE bool PointersAreValid(const PreparedProduct& p,
                                         const GemmProblem& problem) {
  const auto result = reinterpret_cast<std::uintptr_t>(problem.result.data);
  return IsPlain(result) &&
         IsInPlace(problem.lhs, Side::kLhs, p.lhs_bytes, p.key.lhs_range, p,
                   result) &&
         IsInPlace(problem.rhs, Side::kRhs, p.rhs_bytes, p.key.rhs_range, p,
                   result) &&
         VectorIsInPlace(problem.lhs_offset, problem.result.rows, p, result) &&
         VectorIsInPlace(problem.rhs_offset, problem.result.cols, p, result);
}

// Whether the product was prepared for such a problem, and the problem's
// pointers are valid: then nothing else can be wrong with it but its stages.
// The form of the epilogue is not compared, nor are the backend and the kernel
// that the context is set to: when they change, it forgets its products.
LOWP_ALWAYS_INLINE bool IsPreparedFor(const PreparedProduct& p,
                                      const GemmProblem& problem,
                                      std::uint32_t types,
                                      const GemmResources& resources) {
  const ProductKey& key = p.key;
  return p.backend != nullptr && key.max_threads == resources.max_threads &&
         key.types == types && IsSame(problem.lhs.matrix, key.lhs) &&
         IsSame(problem.rhs.matrix, key.rhs) &&
         IsSame(problem.result, key.result) && PointersAreValid(p, problem);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PRODUCT_CACHE_H_
