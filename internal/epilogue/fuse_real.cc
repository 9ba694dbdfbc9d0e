// Fuses the operations that make floats of sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "fuse_real.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The factor of the operation that `op` points to, if that is of this kind;
// then moves on.
FloatParameter Take(EpilogueKind kind, float otherwise, const EpilogueOp** op,
                    const EpilogueOp* end) {
  if (*op == end || (*op)->kind != kind) {
    return OneForAll<FloatParameter>(otherwise);
  }
  FloatParameter parameter = {};
  CopyFields((*op)->factor, &parameter);
  ++*op;
  return parameter;
}

}  // namespace

bool FuseReal(const EpilogueOp* op, const EpilogueOp* end,
              RealEpilogue* fused) {
  if (op == end || op->kind != EpilogueKind::kDequantize) return false;
  // A product with 1, or a sum with -0, is the value itself.
  const FloatParameter first = Take(EpilogueKind::kDequantize, 1, &op, end);
  const FloatParameter second = Take(EpilogueKind::kMultiplyFloat, 1, &op, end);
  const bool by_column =
      first.along == Along::kCols ||
      (first.along == Along::kAll && second.along == Along::kRows);
  fused->row = by_column ? second : first;
  fused->column = by_column ? first : second;
  fused->order = by_column ? RealOrder::kColumnFirst : RealOrder::kRowFirst;
  fused->bias = Take(EpilogueKind::kAddFloat, -0.0f, &op, end);
  fused->type = Real::kFloat32;
  fused->fuses_bias = false;
  fused->clamps = op != end && op->kind == EpilogueKind::kClampFloat;
  if (fused->clamps) {
    fused->low = op->float_low;
    fused->high = op->float_high;
    ++op;
  }
  return op == end && fused->row.along != Along::kCols &&
         fused->column.along != Along::kRows &&
         fused->bias.along != Along::kRows;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
