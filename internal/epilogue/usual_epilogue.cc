// Prepares usual epilogues.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "usual_epilogue.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "common_bits.h"
#include "fuse_fixed_point.h"
#include "fuse_float.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A result and its bytes, from the first to the last one.
struct Destination {
  const MatrixRef& result;
  std::size_t bytes;
};

// Whether no byte of a result is one of these.
bool IsApart(const Destination& to, const void* data, std::uint64_t bytes) {
  // Modulo the address space: far ahead of what lies before it.
  const std::uintptr_t ahead = reinterpret_cast<std::uintptr_t>(data) -
                               reinterpret_cast<std::uintptr_t>(to.result.data);
  return ahead >= to.bytes && 0 - ahead >= bytes;
}

// Whether a parameter is one value, or has one for each row or column, apart
// from the result.
template <typename Parameter>
bool IsValid(const Parameter& parameter, const Destination& to) {
  if (parameter.along == Along::kAll) return true;
  return parameter.size == (parameter.along == Along::kRows ? to.result.rows
                                                            : to.result.cols) &&
         parameter.data != nullptr &&
         IsApart(to, parameter.data,
                 static_cast<std::uint64_t>(parameter.size) *
                     sizeof(*parameter.data));
}

Along Oriented(Along along, bool transposed) {
  return transposed ? Transposed(along) : along;
}

// ChoosePath in fuse_fixed_point.cc has the general conditions.
bool FuseUsualFixedPoint(const EpilogueOp& op, const Destination& to,
                         bool transposed, FixedPointEpilogue* fused) {
  const Along along = op.first.along;
  CommonBits exponents;
  if (op.second.along != along) return false;
  fused->multiplier.value = op.first.value;
  fused->exponent.value = op.second.value;
  if (along == Along::kAll) {
    if (op.second_is_right_shift) {
      const std::uint32_t shift = static_cast<std::uint32_t>(op.second.value);
      fused->exponent.value = static_cast<std::int32_t>(0 - shift);
    }
    if (op.first.value < 0) return false;
    exponents = {fused->exponent.value, fused->exponent.value};
  } else {
    if (!IsValid(op.first, to) || !IsValid(op.second, to) ||
        BitsOf(op.first).any < 0) {
      return false;
    }
    exponents = BitsOf(op.second);
    fused->multiplier.data = op.first.data;
    fused->exponent.data = op.second.data;
  }
  if (!exponents.AreWithin(-31, -1) ||
      op.rounding > FixedPointRounding::kSingleUpward ||
      op.overflow != FixedPointOverflow::kWrap ||
      !LeavesRoom(op.offset, exponents.all)) {
    return false;
  }
  fused->along = fused->multiplier.along = fused->exponent.along =
      Oriented(along, transposed);
  fused->offset = op.offset;
  fused->rounding = op.rounding;
  fused->path = PathOf(op.rounding);
  fused->special = fused->shifts_left = false;
  return true;
}

bool FuseUsualFloat(const EpilogueOp& op, const Destination& to,
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

// Fuses a scaling and what comes after it, if that is clamps.
bool FuseUsual(const EpilogueOp* op, const EpilogueOp* end,
               const Destination& to, bool transposed, Epilogue* epilogue) {
  // Not in a struct: it would be in memory, and read as one.
  std::int32_t low = INT32_MIN, high = INT32_MAX;
  for (const EpilogueOp* clamp = op + 1; clamp != end; ++clamp) {
    if (clamp->kind != EpilogueKind::kClamp) return false;
    low = std::min(std::max(low, clamp->low), clamp->high);
    high = std::min(std::max(high, clamp->low), clamp->high);
  }
  if (op->kind == EpilogueKind::kScaleFloat) {
    epilogue->form = EpilogueForm::kFloat;
    return FuseUsualFloat(*op, to, {low, high}, transposed,
                          &epilogue->floating);
  }
  if (op->kind != EpilogueKind::kFixedPoint ||
      !FuseUsualFixedPoint(*op, to, transposed, &epilogue->fixed_point)) {
    return false;
  }
  epilogue->form = EpilogueForm::kFixedPoint;
  epilogue->fixed_point.low = low;
  epilogue->fixed_point.high = high;
  TakeShortestPath(&epilogue->fixed_point);
  return true;
}

}  // namespace

bool PrepareUsualEpilogue(EpilogueOp* ops, int count, const MatrixRef& result,
                          std::size_t result_bytes, bool transposed,
                          PreparedEpilogue* prepared) {
  const Destination to = {result, result_bytes};
  const Along rows = Oriented(Along::kRows, transposed);
  EpilogueOp* op = ops;
  int left = count;
  bool has_row_bias = false;
  for (; left > 0 && op->kind == EpilogueKind::kBias; ++op, --left) {
    if (!IsValid(op->first, to)) return false;
    has_row_bias |= op->first.along == rows;
  }
  Epilogue& epilogue = prepared->epilogue;
  if (left > 0) {
    if (!FuseUsual(op, op + left, to, transposed, &epilogue)) return false;
  } else if (result.scalar == Scalar::kInt32) {
    epilogue.form = EpilogueForm::kStore;
  } else {
    return false;
  }
  prepared->biases = ops;
  prepared->bias_count = count - left;
  prepared->has_row_bias = has_row_bias;
  epilogue.transposed = transposed;
  epilogue.result = result.scalar;
  if (transposed) {
    for (EpilogueOp* bias = ops; bias != op; ++bias) {
      bias->first.along = Transposed(bias->first.along);
    }
  }
  return true;
}

bool AreUsualAndApart(const EpilogueOp* ops, int count, const MatrixRef& result,
                      std::size_t result_bytes) {
  const Destination to = {result, result_bytes};
  return std::all_of(ops, ops + count, [&to](const EpilogueOp& op) {
    switch (op.kind) {
      case EpilogueKind::kBias:
        return IsValid(op.first, to);
      case EpilogueKind::kFixedPoint:
        return IsValid(op.first, to) && IsValid(op.second, to);
      case EpilogueKind::kScaleFloat:
        return IsValid(op.factor, to);
      case EpilogueKind::kClamp:
        return true;
      default:
        return false;
    }
  });
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
