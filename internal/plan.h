// The plan of a product: which side is cut into panels, which backend, what is
// packed when, how many threads. Decided from shapes, types and the context.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_PLAN_H_
#define LOWP_INTERNAL_PLAN_H_

#include <cstddef>
#include <cstdint>

#include "../public/gemm_plan.h"
#include "../public/status.h"
#include "gemm.h"
#include "packed_format.h"
#include "prepare_epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// One side of an oriented product: `count` rows or columns of `depth` numbers.
struct OrientedSide {
  const std::uint8_t* data = nullptr;
  std::ptrdiff_t stride = 0;  // bytes from one row or column to the next
  std::ptrdiff_t depth_stride = 0;
  Scalar scalar = Scalar::kUint8;
  int count = 0;
  const PackedHeader* packed = nullptr;
  // What the caller's offset adds to each number.
  Int32Parameter offset;
};

// A product in the backend's terms. Strides of the result are in elements;
// column_stride is 1 unless the store is transposed.
struct OrientedProblem {
  OrientedSide rows;
  OrientedSide panels;
  int depth = 0;
  void* result = nullptr;
  std::ptrdiff_t result_row_stride = 0;
  std::ptrdiff_t result_column_stride = 1;
  PreparedEpilogue prepared;
};

// Where the call's parts lie in the workspace, in bytes from its start.
struct WorkspaceLayout {
  std::size_t row_values = 0;  // row_add, then row_factor[0] and [1]
  std::size_t rows = 0;        // the copied row side
  std::ptrdiff_t row_stride = 0;
  std::size_t panels = 0;       // all of them, or one for each thread
  std::size_t panel_bytes = 0;  // of a whole panel
  std::size_t blocks = 0;       // for transposed stores, one for each thread
  std::size_t block_bytes = 0;
  std::size_t total = 0;
};

// The least depth at which columns are read in place instead of packed: below
// it, adding sums up across lanes costs more than packing.
constexpr int kMinDotDepth = 128;

// Rows of a block that is stored transposed.
constexpr int kTransposedRows = 60;

// Checks what depends on the backend, orients the product and plans it. A
// product without work has a plan that says so, and nothing else is filled in.
Status MakePlan(const GemmProblem& problem, const GemmResources& resources,
                OrientedProblem* oriented, WorkspaceLayout* layout,
                GemmPlan* plan);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_PLAN_H_
