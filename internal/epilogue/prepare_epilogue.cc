// Checks, orients and simplifies the operations of an epilogue.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "prepare_epilogue.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "../../fixedpoint/fixedpoint.h"
#include "../runtime/cpu_features.h"
#include "fuse_fixed_point.h"
#include "fuse_float.h"
#include "fuse_real.h"
#include "validate_activations.h"
#include "validate_float_ops.h"
#include "validate_parameter.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr std::int32_t kMaxTanhAmplitude = (1 << 28) - 1;

Status ValidateFixedPoint(const EpilogueOp& op, const MatrixRef& result) {
  Status status = ValidateParameter(op.first, result,
                                    {"result_fixedpoint_multiplier.data",
                                     "result_fixedpoint_multiplier.size"});
  if (!status.ok()) return status;
  if (op.rounding > FixedPointRounding::kSingleUpward15Bits) {
    return InvalidArgument("result_rounding", static_cast<int>(op.rounding),
                           "is not a FixedPointRounding");
  }
  if (op.overflow > FixedPointOverflow::kSaturate) {
    return InvalidArgument("result_overflow", static_cast<int>(op.overflow),
                           "is not a FixedPointOverflow");
  }
  if (op.second_is_right_shift) {
    return ValidateRange(op.second, 0, 31, "result_shift", "is outside 0..31");
  }
  status = ValidateParameter(op.second, result,
                             {"result_exponent.data", "result_exponent.size"});
  if (!status.ok()) return status;
  return ValidateRange(op.second, -31, 31, "result_exponent",
                       "is outside -31..31");
}

Status ValidateQuantizeDown(const EpilogueOp& op, const MatrixRef& result) {
  Status status = ValidateParameter(
      op.first, result, {"result_offset.data", "result_offset.size"});
  if (!status.ok()) return status;
  status = ValidateParameter(op.second, result,
                             {"result_mult_int.data", "result_mult_int.size"});
  if (!status.ok()) return status;
  if (op.offset < 0 || op.offset > 31) {
    return InvalidArgument("result_shift", op.offset, "is outside 0..31");
  }
  return Status();
}

Status ValidatePreAndPostShift(const EpilogueOp& op, const MatrixRef& result) {
  Status status = ValidateNumbers(
      op.first, result, {"result_pre_shift.data", "result_pre_shift.size"},
      {0, 31, "result_pre_shift", "is outside 0..31"});
  if (!status.ok()) return status;
  status = ValidateParameter(
      op.second, result, {"result_multiplier.data", "result_multiplier.size"});
  if (!status.ok()) return status;
  return ValidateNumbers(op.more[0], result,
                         {"result_post_shift.data", "result_post_shift.size"},
                         {0, 31, "result_post_shift", "is outside 0..31"});
}

Status ValidateTable(const void* table, const MatrixRef& result) {
  if (table == nullptr) return NullPointer("table");
  return OverlapsBytes(result, table, 256)
             ? InvalidArgument("table", 0, "overlaps the result in memory")
             : Status();
}

Status ValidateOp(const EpilogueOp& op, const MatrixRef& result) {
  switch (op.kind) {
    case EpilogueKind::kBias:
      return ValidateParameter(op.first, result,
                               {"bias_vector.data", "bias_vector.size"});
    case EpilogueKind::kFixedPoint:
      return ValidateFixedPoint(op, result);
    case EpilogueKind::kQuantizeDown:
      return ValidateQuantizeDown(op, result);
    case EpilogueKind::kTanh:
      if (op.tanh.amplitude <= 0 || op.tanh.amplitude > kMaxTanhAmplitude) {
        return InvalidArgument("real_amplitude_as_int32", op.tanh.amplitude,
                               "is outside 1..2^28-1");
      }
      return Status();
    case EpilogueKind::kPreAndPostShift:
      return ValidatePreAndPostShift(op, result);
    case EpilogueKind::kLeakyRelu:
      return ValidateLeakyRelu(op, result);
    case EpilogueKind::kLogisticQ4:
    case EpilogueKind::kTanhQ4:
      return ValidateSigmoid(op, result);
    case EpilogueKind::kHardSwish:
      return ValidateHardSwish(op);
    case EpilogueKind::kTable:
      return ValidateTable(op.table, result);
    case EpilogueKind::kAddDequantized:
      return ValidateDequantizedAddition(op);
    case EpilogueKind::kAddResidual:
      return ValidateResidualAddition(*op.residual);
    case EpilogueKind::kDequantize:
    case EpilogueKind::kAddFloat:
    case EpilogueKind::kMultiplyFloat:
    case EpilogueKind::kDivideFloat:
    case EpilogueKind::kClampFloat:
    case EpilogueKind::kLeakyFloat:
    case EpilogueKind::kQuantize:
    case EpilogueKind::kScaleFloat:
    case EpilogueKind::kScaleDouble:
      return ValidateFloatOp(op, result);
    case EpilogueKind::kAddMatrix:
    case EpilogueKind::kClamp:
    case EpilogueKind::kTruncate:
    case EpilogueKind::kCall:
      return Status();
  }
  return Status();
}

std::int32_t Saturate(std::int64_t value) {
  return static_cast<std::int32_t>(std::min<std::int64_t>(
      std::max<std::int64_t>(value, INT32_MIN), INT32_MAX));
}

// With a = amplitude, the argument of tanh is (x - zero) / a in Q3.28, and its
// result is multiplied by a. Both factors are normalized to [0.5, 1) times a
// power of two.
TanhConstants MakeTanhConstants(std::int32_t zero, std::int32_t amplitude) {
  TanhConstants t;
  const std::int64_t wide = amplitude;
  t.zero = zero;
  t.cutoff_min = Saturate(zero - 8 * wide);
  t.cutoff_max = Saturate(zero + 8 * wide);
  t.output_min = Saturate(zero - wide);
  t.output_max = Saturate(zero + wide);
  int exponent = 0;
  double inverse = 1.0 / amplitude;
  while (inverse < 0.5) {
    inverse *= 2;
    ++exponent;
  }
  using F0 = FixedPoint<std::int32_t, 0>;
  t.inverse_amplitude = F0::FromDouble(inverse).raw();
  t.input_shift = 28 - exponent;
  exponent = 0;
  double normalized = amplitude;
  while (normalized >= 1.0) {
    normalized *= 0.5;
    ++exponent;
  }
  t.amplitude = F0::FromDouble(normalized).raw();
  t.output_shift = 31 - exponent;
  return t;
}

template <typename Parameter>
void Transpose(Parameter* parameter) {
  parameter->along = Transposed(parameter->along);
}

void Rewrite(EpilogueOp* op, bool transposed) {
  switch (op->kind) {
    case EpilogueKind::kBias:
      if (transposed) Transpose(&op->first);
      return;
    case EpilogueKind::kFixedPoint:
      if (op->second_is_right_shift) {
        op->second.value = -op->second.value;
        op->second_is_right_shift = false;
      }
      break;
    case EpilogueKind::kQuantizeDown:
    case EpilogueKind::kLogisticQ4:
    case EpilogueKind::kTanhQ4:
      break;
    case EpilogueKind::kPreAndPostShift:
      if (transposed) Transpose(&op->more[0]);
      break;
    case EpilogueKind::kLeakyRelu:
      if (transposed) {
        Transpose(&op->more[0]);
        Transpose(&op->more[1]);
      }
      break;
    case EpilogueKind::kHardSwish:
      op->hard_swish.result_right_shift = -op->second.value;
      return;
    case EpilogueKind::kTanh:
      op->tanh = MakeTanhConstants(op->tanh.zero, op->tanh.amplitude);
      return;
    case EpilogueKind::kDequantize:
    case EpilogueKind::kAddFloat:
    case EpilogueKind::kMultiplyFloat:
    case EpilogueKind::kDivideFloat:
    case EpilogueKind::kLeakyFloat:
    case EpilogueKind::kScaleFloat:
      if (transposed) Transpose(&op->factor);
      return;
    case EpilogueKind::kScaleDouble:
      if (transposed) Transpose(&op->wide_factor);
      return;
    case EpilogueKind::kAddMatrix:
    case EpilogueKind::kAddDequantized:
    case EpilogueKind::kAddResidual:
      if (transposed) {
        std::swap(op->matrix.rows, op->matrix.cols);
        op->matrix.row_major = !op->matrix.row_major;
      }
      return;
    case EpilogueKind::kTable:
    case EpilogueKind::kClamp:
    case EpilogueKind::kTruncate:
    case EpilogueKind::kCall:
    case EpilogueKind::kClampFloat:
    case EpilogueKind::kQuantize:
      return;
  }
  if (transposed) {
    Transpose(&op->first);
    Transpose(&op->second);
  }
}

const EpilogueOp* SkipClamps(const EpilogueOp* op, const EpilogueOp* end) {
  while (op != end && op->kind == EpilogueKind::kClamp) ++op;
  return op;
}

// The part of int32 that the clamps leave.
ClampRange RangeOfClamps(const EpilogueOp* op, const EpilogueOp* end) {
  ClampRange range = {INT32_MIN, INT32_MAX};
  for (; op != end; ++op) {
    // Clamping is monotonic, so a clamp of a clamp is the clamp to the clamped
    // bounds. This also holds for low > high, where the result is always high.
    range.low = std::min(std::max(range.low, op->low), op->high);
    range.high = std::min(std::max(range.high, op->low), op->high);
  }
  return range;
}

// Whether the operations are one rewritten scale followed by clamps and casts
// only, or make floats in the usual way. If so, fuses them and sets the
// epilogue's form.
bool Fuse(const EpilogueOp* ops, const EpilogueOp* end, Epilogue* epilogue) {
  const EpilogueOp& scale = *ops;
  if (epilogue->result == Scalar::kFloat32) {
    epilogue->form = EpilogueForm::kReal;
    return FuseReal(ops, end, &epilogue->real);
  }
  const bool fixed_point = scale.kind == EpilogueKind::kFixedPoint;
  if (!fixed_point && scale.kind != EpilogueKind::kScaleFloat) return false;
  if (SkipClamps(ops + 1, end) != end) return false;
  const ClampRange range = RangeOfClamps(ops + 1, end);
  epilogue->form =
      fixed_point ? EpilogueForm::kFixedPoint : EpilogueForm::kFloat;
  return fixed_point ? FuseFixedPoint(scale, range, &epilogue->fixed_point)
                     : FuseFloat(scale, range, &epilogue->floating);
}

// Whether the last operation is a table for the result's type, and nothing but
// the cast to that type follows it.
bool EndsInTable(const EpilogueOp& last, Scalar result,
                 const ClampRange& range) {
  return last.kind == EpilogueKind::kTable && SizeOf(result) == 1 &&
         last.low == (result == Scalar::kInt8 ? INT8_MIN : 0) &&
         range.low == last.low && range.high == last.low + UINT8_MAX;
}

// Keeps the operations as a list; the last clamps and casts become bounds, and
// a table before them is applied to bytes. The first fixed-point scale also
// gets the fused form if it fits.
void List(const EpilogueOp* ops, const EpilogueOp* end, Epilogue* epilogue) {
  const EpilogueOp* const scale =
      std::find_if(ops, end, [](const EpilogueOp& op) {
        return op.kind == EpilogueKind::kFixedPoint;
      });
  const bool fits =
      scale != end &&
      FuseFixedPoint(*scale, RangeOfClamps(end, end), &epilogue->fixed_point);
  epilogue->fused_op = fits ? scale : nullptr;
  const EpilogueOp* clamps = end;
  while (clamps != ops && clamps[-1].kind == EpilogueKind::kClamp) --clamps;
  const ClampRange range = RangeOfClamps(clamps, end);
  epilogue->table = nullptr;
  if (clamps != ops && EndsInTable(clamps[-1], epilogue->result, range)) {
    --clamps;
    epilogue->table = static_cast<const std::uint8_t*>(clamps->table);
    epilogue->features = DetectedCpuFeatures();
  }
  epilogue->form = EpilogueForm::kList;
  epilogue->ops = ops;
  epilogue->op_count = static_cast<int>(clamps - ops);
  epilogue->low = range.low;
  epilogue->high = range.high;
}

}  // namespace

Status ValidateOps(const EpilogueOp* ops, int count, const MatrixRef& result) {
  for (int i = 0; i < count; ++i) {
    const Status status = ValidateOp(ops[i], result);
    if (!status.ok()) return status;
  }
  return Status();
}

void PrepareEpilogue(EpilogueOp* ops, int count, Scalar result, bool transposed,
                     PreparedEpilogue* prepared) {
  EpilogueOp* const end = ops + count;
  EpilogueOp* op = ops;
  prepared->has_row_bias = false;
  for (; op != end && op->kind == EpilogueKind::kBias; ++op) {
    if (transposed) Transpose(&op->first);
    prepared->has_row_bias |= op->first.along == Along::kRows;
  }
  prepared->biases = ops;
  prepared->bias_count = static_cast<int>(op - ops);
  Epilogue& epilogue = prepared->epilogue;
  epilogue.result = result;
  epilogue.transposed = transposed;
  if (op == end) {
    if (result == Scalar::kInt32) {
      epilogue.form = EpilogueForm::kStore;
    } else {
      List(op, end, &epilogue);
    }
    return;
  }
  EpilogueOp* const first = op;
  for (; op != end; ++op) {
    if (op->kind != EpilogueKind::kClamp) Rewrite(op, transposed);
  }
  if (!Fuse(first, end, &epilogue)) List(first, end, &epilogue);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
