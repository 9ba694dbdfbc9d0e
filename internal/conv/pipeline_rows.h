// Whether a pipeline treats rows of the result, which are positions, unlike.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_PIPELINE_ROWS_H_
#define LOWP_INTERNAL_CONV_PIPELINE_ROWS_H_

#include "../contract/epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline bool DependsOnRows(const EpilogueOp& op) {
  switch (op.kind) {
    case EpilogueKind::kBias:
      return op.first.along == Along::kRows;
    case EpilogueKind::kFixedPoint:
    case EpilogueKind::kQuantizeDown:
    case EpilogueKind::kLogisticQ4:
    case EpilogueKind::kTanhQ4:
      return op.first.along == Along::kRows || op.second.along == Along::kRows;
    case EpilogueKind::kDequantize:
    case EpilogueKind::kAddFloat:
    case EpilogueKind::kMultiplyFloat:
    case EpilogueKind::kDivideFloat:
    case EpilogueKind::kLeakyFloat:
    case EpilogueKind::kScaleFloat:
      return op.factor.along == Along::kRows;
    case EpilogueKind::kScaleDouble:
      return op.wide_factor.along == Along::kRows;
    case EpilogueKind::kTable:
    case EpilogueKind::kClamp:
    case EpilogueKind::kTruncate:
    case EpilogueKind::kClampFloat:
    case EpilogueKind::kQuantize:
    case EpilogueKind::kTanh:
    case EpilogueKind::kHardSwish:
      return false;
    case EpilogueKind::kPreAndPostShift:
    case EpilogueKind::kLeakyRelu:
    case EpilogueKind::kAddMatrix:
    case EpilogueKind::kAddDequantized:
    case EpilogueKind::kAddResidual:
    case EpilogueKind::kCall:
      break;
  }
  return true;  // or may
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_PIPELINE_ROWS_H_
