// A part of a prepared product's result, or of the larger one that the product
// stands for: a product of its own, planned for one run.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PRODUCT_PART_H_
#define LOWP_INTERNAL_GEMM_PRODUCT_PART_H_

#include <cstdint>

#include "../../public/executor.h"
#include "../../public/status.h"
#include "../contract/gemm.h"
#include "prepared_gemm_state.h"
#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

class ProductPart {
 public:
  // Plans `problem`: the prepared one with sizes, strides and places of the
  // part, whose first entry is (first_row, first_column) of what the stages
  // describe, in the order of A and B. An offset that varies along A is that of
  // the part's first row. Fails only if a kernel is forced that cannot run.
  Status Prepare(const PreparedGemmState& state, const GemmProblem& problem,
                 int first_row, int first_column,
                 const GemmResources& resources);

  const PreparedProduct& product() const { return product_; }
  MatrixRef* lhs() { return &problem_.lhs.matrix; }

  // Whether rows of the lhs are copied in the course of the product, from
  // wherever they lie.
  bool copies_rows() const { return !product_.swapped && product_.copies_a; }
  // Then: row i of the lhs is row index[i] of x.
  void ReadRows(const MatrixRef& x, const std::int32_t* index);

  // In product().layout.total bytes, aligned to kPackedAlignment.
  // `threads_to_wake` as in GemmPlan.
  void Run(void* workspace, const Executor& executor,
           int threads_to_wake) const;

 private:
  const PreparedGemmState* state_ = nullptr;
  GemmProblem problem_;
  int first_row_ = 0, first_column_ = 0;
  const std::int32_t* index_ = nullptr;
  PreparedProduct product_;
};

// How a product is cut into parts: `step` rows of A or columns of B each.
struct ProductSplit {
  int parts;
  bool along_b;
  int step;
};

// Cuts a product into about `wanted` parts; into fewer if it is small, and into
// one if a kernel is forced, since that might not fit all of them.
ProductSplit SplitOf(const PreparedProduct& whole, int wanted);

// The memory that any of the parts takes.
std::uint64_t BytesOfAPart(const PreparedGemmState& state,
                           const ProductSplit& split);

// Prepares part `index` of the problem, for one thread.
void PreparePart(const PreparedGemmState& state, const GemmProblem& problem,
                 const ProductSplit& split, int index, ProductPart* part);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PRODUCT_PART_H_
