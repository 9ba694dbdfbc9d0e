// The output stages in floating point as operations: lower_output_stages.h,
// continued.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_LOWER_FLOAT_STAGES_H_
#define LOWP_INTERNAL_LOWER_FLOAT_STAGES_H_

#include "../public/output_stages_float.h"
#include "epilogue.h"
#include "erase.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline EpilogueOp MakeFloatOp(EpilogueKind kind, const FloatParameter& factor) {
  EpilogueOp op;
  op.kind = kind;
  op.factor = factor;
  return op;
}

inline EpilogueOp Lower(const OutputStageDequantize& s) {
  return MakeFloatOp(EpilogueKind::kDequantize, EraseFloat(s.result_scale));
}

template <VectorShape Shape>
EpilogueOp Lower(const OutputStageDequantizePC<Shape>& s) {
  return MakeFloatOp(EpilogueKind::kDequantize, EraseFloat(s.result_scale));
}

inline EpilogueOp Lower(const OutputStageQuantizeFloat& s) {
  EpilogueOp op;
  op.kind = EpilogueKind::kQuantize;
  op.offset = s.result_offset;
  op.float_rounding = s.result_rounding;
  op.order = s.result_order;
  return op;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_LOWER_FLOAT_STAGES_H_
