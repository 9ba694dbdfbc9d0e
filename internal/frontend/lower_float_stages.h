// Lowers the floating-point output stages to operations. Included by
// lower_output_stages.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FRONTEND_LOWER_FLOAT_STAGES_H_
#define LOWP_INTERNAL_FRONTEND_LOWER_FLOAT_STAGES_H_

#include "../../public/stages/float.h"
#include "../contract/epilogue.h"
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

inline EpilogueOp Lower(const OutputStageMultiplyFloat& s) {
  return MakeFloatOp(EpilogueKind::kMultiplyFloat, EraseFloat(s.factor));
}

template <VectorShape Shape>
EpilogueOp Lower(const OutputStageMultiplyFloatPC<Shape>& s) {
  return MakeFloatOp(EpilogueKind::kMultiplyFloat, EraseFloat(s.factor));
}

inline EpilogueOp Lower(const OutputStageDivideFloat& s) {
  return MakeFloatOp(EpilogueKind::kDivideFloat, EraseFloat(s.divisor));
}

template <VectorShape Shape>
EpilogueOp Lower(const OutputStageDivideFloatPC<Shape>& s) {
  return MakeFloatOp(EpilogueKind::kDivideFloat, EraseFloat(s.divisor));
}

inline EpilogueOp Lower(const OutputStageLeakyReluFloat& s) {
  return MakeFloatOp(EpilogueKind::kLeakyFloat, EraseFloat(s.negative_slope));
}

template <VectorShape Shape>
EpilogueOp Lower(const OutputStageLeakyReluFloatPC<Shape>& s) {
  return MakeFloatOp(EpilogueKind::kLeakyFloat, EraseFloat(s.negative_slope));
}

inline EpilogueOp Lower(const OutputStageClampFloat& s) {
  EpilogueOp op;
  op.kind = EpilogueKind::kClampFloat;
  op.float_low = s.min;
  op.float_high = s.max;
  return op;
}

// An operation that rounds as the stage says.
template <typename Stage>
EpilogueOp MakeRoundingOp(EpilogueKind kind, const Stage& s) {
  EpilogueOp op;
  op.kind = kind;
  op.offset = s.result_offset;
  op.float_rounding = s.result_rounding;
  op.order = s.result_order;
  return op;
}

template <typename Stage>
EpilogueOp MakeScaleFloatOp(const Stage& s) {
  EpilogueOp op = MakeRoundingOp(EpilogueKind::kScaleFloat, s);
  op.factor = EraseFloat(s.result_scale);
  return op;
}

template <typename Stage>
EpilogueOp MakeScaleDoubleOp(const Stage& s) {
  EpilogueOp op = MakeRoundingOp(EpilogueKind::kScaleDouble, s);
  op.wide_factor = EraseDouble(s.result_scale);
  return op;
}

inline EpilogueOp Lower(const OutputStageQuantizeFloat& s) {
  return MakeRoundingOp(EpilogueKind::kQuantize, s);
}

inline EpilogueOp Lower(const OutputStageScaleInt32ByFloat& s) {
  return MakeScaleFloatOp(s);
}

template <VectorShape Shape>
EpilogueOp Lower(const OutputStageScaleInt32ByFloatPC<Shape>& s) {
  return MakeScaleFloatOp(s);
}

inline EpilogueOp Lower(const OutputStageScaleInt32ByDouble& s) {
  return MakeScaleDoubleOp(s);
}

template <VectorShape Shape>
EpilogueOp Lower(const OutputStageScaleInt32ByDoublePC<Shape>& s) {
  return MakeScaleDoubleOp(s);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FRONTEND_LOWER_FLOAT_STAGES_H_
