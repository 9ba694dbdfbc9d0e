// Lowers the caller's activation stages to operations of the engine.
// Included by lower_output_stages.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FRONTEND_LOWER_ACTIVATION_STAGES_H_
#define LOWP_INTERNAL_FRONTEND_LOWER_ACTIVATION_STAGES_H_

#include <limits>

#include "../../public/stages/activations.h"
#include "../contract/epilogue.h"
#include "erase.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// From a stage or its per-row or per-column form, whose fields have the same
// names.
template <typename Stage>
EpilogueOp MakeLeakyReluOp(const Stage& s) {
  EpilogueOp op;
  op.kind = EpilogueKind::kLeakyRelu;
  op.rounding = s.rounding;
  op.offset = s.result_zero_point;
  op.low = s.input_zero_point;
  op.first = Erase(s.identity_multiplier);
  op.second = Erase(s.identity_exponent);
  op.more[0] = Erase(s.alpha_multiplier);
  op.more[1] = Erase(s.alpha_exponent);
  return op;
}

template <typename Stage>
EpilogueOp MakeSigmoidOp(EpilogueKind kind, const Stage& s) {
  EpilogueOp op;
  op.kind = kind;
  op.first = Erase(s.input_multiplier);
  op.second = Erase(s.input_exponent);
  op.sigmoid = {s.input_zero_point,  s.input_radius, s.result_shift,
                s.result_zero_point, s.result_min,   s.result_max};
  return op;
}

inline EpilogueOp Lower(const OutputStageLeakyRelu& s) {
  return MakeLeakyReluOp(s);
}
template <VectorShape Shape>
EpilogueOp Lower(const OutputStageLeakyReluPC<Shape>& s) {
  return MakeLeakyReluOp(s);
}

inline EpilogueOp Lower(const OutputStageLogisticQ4& s) {
  return MakeSigmoidOp(EpilogueKind::kLogisticQ4, s);
}
template <VectorShape Shape>
EpilogueOp Lower(const OutputStageLogisticQ4PC<Shape>& s) {
  return MakeSigmoidOp(EpilogueKind::kLogisticQ4, s);
}

inline EpilogueOp Lower(const OutputStageTanhQ4& s) {
  return MakeSigmoidOp(EpilogueKind::kTanhQ4, s);
}
template <VectorShape Shape>
EpilogueOp Lower(const OutputStageTanhQ4PC<Shape>& s) {
  return MakeSigmoidOp(EpilogueKind::kTanhQ4, s);
}

inline EpilogueOp Lower(const OutputStageHardSwish& s) {
  EpilogueOp op;
  op.kind = EpilogueKind::kHardSwish;
  op.second = Erase(s.result_exponent);
  op.hard_swish = {
      s.input_zero_point, s.result_multiplier, 0,
      s.share_multiplier, s.share_exponent,    s.result_zero_point};
  return op;
}

template <typename T>
EpilogueOp Lower(const OutputStageTable<T>& s) {
  EpilogueOp op;
  op.kind = EpilogueKind::kTable;
  op.low = std::numeric_limits<T>::min();
  op.table = s.table;
  return op;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FRONTEND_LOWER_ACTIVATION_STAGES_H_
