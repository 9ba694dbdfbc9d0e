// The plan of a product: which side is cut into panels, which backend, what is
// packed when, how many threads. Decided from shapes, types and the context.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PLAN_H_
#define LOWP_INTERNAL_GEMM_PLAN_H_

#include <cstddef>
#include <cstdint>

#include "../../public/gemm_plan.h"
#include "../../public/status.h"
#include "../contract/backend.h"
#include "../contract/gemm.h"
#include "../contract/packed_format.h"
#include "../epilogue/prepare_epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// One side of an oriented product: `count` rows or columns of `depth` numbers.
// MakePlan fills this and the next two in, so they have no initial values.
struct OrientedSide {
  const std::uint8_t* data;
  std::ptrdiff_t stride;  // bytes from one row or column to the next
  std::ptrdiff_t depth_stride;
  Scalar scalar;
  int count;
  const PackedHeader* packed;
  // What the caller's offset adds to each number.
  Int32Parameter offset;
};

// A product in the backend's terms. Strides of the result are in elements;
// column_stride is 1 unless the store is transposed.
struct OrientedProblem {
  OrientedSide rows;
  OrientedSide panels;
  int depth;
  void* result;
  std::ptrdiff_t result_row_stride;
  std::ptrdiff_t result_column_stride;
  PreparedEpilogue prepared;
};

// Where the call's parts lie in the workspace, in bytes from its start. What
// the plan does not need has no place.
struct WorkspaceLayout {
  std::size_t row_values;  // row_add, then row_factor[0] and [1]
  std::size_t rows;        // the copied row side
  std::ptrdiff_t row_stride;
  std::size_t panels;       // all of them, or one for each thread
  std::size_t panel_bytes;  // of a whole panel
  std::size_t widened;      // panel, one for each thread
  std::size_t widened_bytes;
  std::size_t blocks;  // for transposed stores, one for each thread
  std::size_t block_bytes;
  std::uint64_t total;
};

// The work of a product is counted in multiply-adds of the fastest backend, 200
// of them a nanosecond. Storing an entry takes as long as so many of them, and
// so does reading a byte that is used but once.
constexpr double kWorkPerEntry = 8;
constexpr double kWorkPerByte = 2;
// A thread more that is awake is worth having for so much, 15 microseconds.
constexpr double kWorkPerThread = 3e6;

// The least depths at which columns are read in place instead of packed, for
// several rows and for each of them. Sums of the lanes have to be added up once
// for each row and column, and packing costs as much as so many depths of the
// product; measured on Zen 4.
constexpr int kMinDotDepth = 128;
constexpr int kDotDepthPerRow = 32;

// For one row, reading B in place wins from half that depth on (0.65x the
// time), unless B is so small that the short way of small products is faster.
inline bool OneRowReadsInPlace(int rows, int columns, int depth) {
  return rows == 1 && depth >= 64 && std::int64_t{columns} * depth >= 8192;
}

// The most rows of a block that is stored transposed. It takes whole tiles, so
// that none begins within a block of interleaved rows.
constexpr int kTransposedRows = 48;
inline int TransposedRows(const Backend& backend) {
  return kTransposedRows / backend.tile_rows * backend.tile_rows;
}

// Whether the result's elements follow one another along its columns index
// (row-major). A vector without gaps is contiguous in both senses.
inline bool ContiguousAlongRow(const MatrixRef& result) {
  if (result.rows == 1 && result.cols > 1) {
    return result.row_major || result.stride == 1;
  }
  if (result.cols == 1 && result.rows > 1) {
    return result.row_major && result.stride != 1;
  }
  return result.row_major;
}

// Whether a call copies the rows: those of a packed matrix too, where kernels
// cannot read them as they are.
inline bool CopiesRows(const GemmPlan& plan) {
  return plan.row_source == RowSource::kCopied ||
         (plan.row_source == RowSource::kPrepacked &&
          plan.backend->copy_panel_rows != nullptr);
}

// Whether rows have terms (see Backend).
inline bool RowsHaveTerms(const Backend& backend, bool widened, bool narrow,
                          int depth) {
  return widened && !narrow && depth >= backend.least_term_depth;
}

// The domain in which kernels read the rows of a product that is planned.
inline Domain RowDomainOf(const OrientedProblem& problem,
                          const GemmPlan& plan) {
  const Backend& backend = *plan.backend;
  if (plan.panel_source == PanelSource::kInPlace) {
    return DotRowDomain(backend, problem.panels.scalar);
  }
  return plan.row_source == RowSource::kPrepacked && CopiesRows(plan)
             ? backend.panel.domain
             : backend.row_domain;
}

// Checks what depends on the backend, orients the product and plans it, into a
// plan that is new. A product without work has a plan that says so; then
// nothing else is filled in.
Status MakePlan(const GemmProblem& problem, const GemmResources& resources,
                OrientedProblem* oriented, WorkspaceLayout* layout,
                GemmPlan* plan);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PLAN_H_
