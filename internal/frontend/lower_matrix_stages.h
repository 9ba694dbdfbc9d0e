// Lowers output stages that read another matrix to operations. Included
// by lower_output_stages.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FRONTEND_LOWER_MATRIX_STAGES_H_
#define LOWP_INTERNAL_FRONTEND_LOWER_MATRIX_STAGES_H_

#include "../../public/stages/matrices.h"
#include "../contract/epilogue.h"
#include "erase.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

template <typename T, MapOrder Order>
MatrixParameter EraseMatrix(const MatrixMap<T, Order>& map) {
  const MatrixRef matrix = Erase(map);
  return {matrix.data,   matrix.rows,      matrix.cols,
          matrix.stride, matrix.row_major, matrix.scalar};
}

template <typename Matrix>
EpilogueOp Lower(const OutputStageMatrixAddition<Matrix>& s) {
  EpilogueOp op;
  op.kind = EpilogueKind::kAddMatrix;
  op.matrix = EraseMatrix(s.addend_matrix);
  return op;
}

template <typename Matrix>
constexpr bool kHoldsIntegers =
    !std::is_same_v<std::remove_const_t<typename Matrix::Scalar>, float>;

template <typename Matrix>
EpilogueOp Lower(const OutputStageResidualAddition<Matrix>& s) {
  static_assert(kHoldsIntegers<Matrix>,
                "lowp: the residual of OutputStageResidualAddition holds "
                "integers; OutputStageMatrixAddition adds floats");
  EpilogueOp op;
  op.kind = EpilogueKind::kAddResidual;
  op.matrix = EraseMatrix(s.residual);
  op.residual = &s.numbers;
  return op;
}

template <typename Matrix>
EpilogueOp Lower(const OutputStageDequantizedAddition<Matrix>& s) {
  static_assert(kHoldsIntegers<Matrix>,
                "lowp: the residual of OutputStageDequantizedAddition holds "
                "integers; OutputStageMatrixAddition adds floats");
  EpilogueOp op;
  op.kind = EpilogueKind::kAddDequantized;
  op.matrix = EraseMatrix(s.residual);
  op.offset = s.residual_zero_point;
  op.factor = EraseFloat(s.residual_scale);
  return op;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FRONTEND_LOWER_MATRIX_STAGES_H_
