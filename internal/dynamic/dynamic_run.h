// A dynamic layer's run for a number of rows: planned, laid out, executed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_DYNAMIC_DYNAMIC_RUN_H_
#define LOWP_INTERNAL_DYNAMIC_DYNAMIC_RUN_H_

#include <cstdint>

#include "../contract/dynamic_linear.h"
#include "../contract/gemm.h"
#include "../epilogue/prepare_epilogue.h"
#include "../gemm/prepared_product.h"
#include "dynamic_state.h"
#include "quantized_rows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The matrix as the engine sees it.
inline MatrixRef RefOf(const RealMatrix& matrix) {
  return {matrix.data,   matrix.rows, matrix.cols,
          matrix.stride, true,        StoredAs(matrix.type)};
}

class DynamicRun {
 public:
  // Of valid arguments, with at least one row. With an index, row i of the
  // input is row index[i] of x, which then has y.rows rows here.
  Status Prepare(const DynamicLinearState& layer, const RealMatrix& x,
                 const std::int32_t* index, const RealMatrix& y,
                 const GemmResources& resources);

  std::uint64_t bytes() const;
  const PreparedProduct& product() const { return product_; }
  int threads_to_wake() const { return product_.threads_to_wake; }

  // Quantizes and multiplies in bytes() bytes of memory, aligned to
  // kPackedAlignment. One thread unless the executor has a function and the
  // plan wants more; `threads_to_wake` as in GemmPlan.
  void Run(void* workspace, const Executor& executor, int threads_to_wake);

 private:
  bool Reads() const;
  bool OffsetVaries() const;
  void SetProblem();
  void SetScales(const QuantizedRows& rows);
  void SetNaNs(const QuantizedRows& rows) const;

  const DynamicLinearState* layer_ = nullptr;
  const std::int32_t* index_ = nullptr;
  RealMatrix x_, y_;
  CodeForm form_;
  GemmProblem problem_;
  PreparedEpilogue epilogue_;
  PreparedProduct product_;
  QuantizedRowsLayout rows_;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_DYNAMIC_DYNAMIC_RUN_H_
