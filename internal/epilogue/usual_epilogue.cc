// What usual epilogues need less often.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "usual_epilogue.h"

#include <limits>

#include "fuse_float.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

bool FuseUsualFloat(const EpilogueOp& op, Destination to,
                    const ClampRange& range, bool transposed,
                    FloatEpilogue* fused) {
  if (op.float_rounding > FloatRounding::kAwayBySum ||
      op.order > ZeroPointOrder::kBeforeRounding || !IsValid(op.factor, to) ||
      !BitsOf(op.factor).AreMagnitudesWithin(
          std::numeric_limits<float>::max()) ||
      !FuseFloat(op, range, fused)) {
    return false;
  }
  fused->scale.along = Oriented(fused->scale.along, transposed);
  return true;
}

// A loop, which compilers keep as one: of std::all_of they make four copies.
bool AreUsualAndApart(const EpilogueOp* ops, int count, const Destination& to) {
  for (const EpilogueOp *op = ops, *end = ops + count; op != end; ++op) {
    switch (op->kind) {
      case EpilogueKind::kClamp:
        break;
      case EpilogueKind::kFixedPoint:
        if (!IsValid(op->second, to)) return false;
        [[fallthrough]];
      case EpilogueKind::kBias:
        if (!IsValid(op->first, to)) return false;
        break;
      case EpilogueKind::kScaleFloat:
        if (!IsValid(op->factor, to)) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
