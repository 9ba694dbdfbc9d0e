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

namespace {

// Calls function(parameter) for all parameters of operations of the usual
// kinds, until it returns false. False if it does, or a kind is another one. A
// loop, which compilers keep as one: of std::all_of they make four copies.
template <class Function>
LOWP_ALWAYS_INLINE bool ForEachParameter(const EpilogueOp* ops, int count,
                                         const Function& function) {
  for (const EpilogueOp *op = ops, *end = ops + count; op != end; ++op) {
    switch (op->kind) {
      case EpilogueKind::kClamp:
        break;
      case EpilogueKind::kFixedPoint:
        if (!function(op->second)) return false;
        [[fallthrough]];
      case EpilogueKind::kBias:
        if (!function(op->first)) return false;
        break;
      case EpilogueKind::kScaleFloat:
        if (!function(op->factor)) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

}  // namespace

bool AreUsualAndApart(const EpilogueOp* ops, int count, const Destination& to) {
  return ForEachParameter(ops, count, [&to](const auto& parameter) {
    return IsValid(parameter, to);
  });
}

UsualReads ReadsOf(const EpilogueOp* ops, int count, const MatrixRef& result) {
  UsualReads reads;
  // A result of no bytes, wherever it is, is apart from everything.
  MatrixRef nowhere = result;
  nowhere.data = nullptr;
  reads.are_usual = ForEachParameter(ops, count, [&](const auto& parameter) {
    if (!IsValid(parameter, Destination{nowhere, 0})) return false;
    reads.Add(parameter);
    return true;
  });
  return reads;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
