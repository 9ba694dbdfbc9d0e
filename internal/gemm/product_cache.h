// The products that a context has computed before: as many as a network has,
// more or less. Each has one place, by its sizes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PRODUCT_CACHE_H_
#define LOWP_INTERNAL_GEMM_PRODUCT_CACHE_H_

#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

class ProductCache {
 public:
  ProductCache() {
    for (PreparedProduct& place : places_) place.backend = nullptr;
  }
  ProductCache(const ProductCache&) = delete;
  ProductCache& operator=(const ProductCache&) = delete;

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
bool HasProductCache(EngineState* state);

// Whether nothing is wrong with the pointers of a problem that is otherwise as
// the product was prepared for. False says nothing: validation decides.
bool PointersAreValid(const PreparedProduct& p, const GemmProblem& problem);

// Whether the product was prepared for such a problem, and the problem's
// pointers are valid: then nothing else can be wrong with it but its stages.
// The form of the epilogue is not compared.
bool IsPreparedFor(const PreparedProduct& p, const GemmProblem& problem,
                   const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PRODUCT_CACHE_H_
