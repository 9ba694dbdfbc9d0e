// Validates and prepares the epilogue of small products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "plain_epilogue.h"

#include <algorithm>
#include <cstdint>

#include "../compiler.h"
#include "../epilogue/common_bits.h"
#include "../epilogue/fuse_fixed_point.h"
#include "plainly_valid.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Makes a FixedPointEpilogue of the scalings that nearly everyone uses:
// positive multipliers and right shifts. False for any other, or a wrong one.
// ChoosePath in fuse_fixed_point.cc has the general conditions.
bool FusePlainScaling(const GemmProblem& problem, const EpilogueOp& op,
                      bool transposed, FixedPointEpilogue* fused) {
  Along along = op.first.along;
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
    if (!IsPlainlyValid(op.first, problem.result) ||
        !IsPlainlyValid(op.second, problem.result) ||
        BitsOf(op.first).any < 0) {
      return false;
    }
    exponents = BitsOf(op.second);
    fused->multiplier.data = op.first.data;
    fused->exponent.data = op.second.data;
    if (transposed) along = Transposed(along);
  }
  if (!exponents.AreWithin(-31, -1) ||
      op.rounding > FixedPointRounding::kSingleUpward ||
      op.overflow != FixedPointOverflow::kWrap ||
      !LeavesRoom(op.offset, exponents.all)) {
    return false;
  }
  fused->along = fused->multiplier.along = fused->exponent.along = along;
  fused->offset = op.offset;
  fused->rounding = op.rounding;
  fused->path = PathOf(op.rounding);
  fused->special = fused->shifts_left = false;
  return true;
}

// [biases][scaling][clamps and casts].
bool PrepareUsual(const GemmProblem& problem, bool transposed,
                  PreparedEpilogue* prepared) {
  EpilogueOp* op = problem.ops;
  int left = problem.op_count;
  for (; left > 0 && op->kind == EpilogueKind::kBias; ++op, --left) {
    if (!IsPlainlyValid(op->first, problem.result)) {
      return false;
    }
  }
  Epilogue& epilogue = prepared->epilogue;
  if (left == 0 || op->kind != EpilogueKind::kFixedPoint ||
      !FusePlainScaling(problem, *op, transposed, &epilogue.fixed_point)) {
    return false;
  }
  const int bias_count = problem.op_count - left;
  std::int32_t low = INT32_MIN;
  std::int32_t high = INT32_MAX;
  for (++op, --left; left > 0; ++op, --left) {
    if (op->kind != EpilogueKind::kClamp) return false;
    low = std::min(std::max(low, op->low), op->high);
    high = std::min(std::max(high, op->low), op->high);
  }
  prepared->biases = problem.ops;
  prepared->bias_count = bias_count;
  if (transposed) {
    for (int i = 0; i < bias_count; ++i) {
      Along* const along = &problem.ops[i].first.along;
      *along = Transposed(*along);
    }
  }
  epilogue.form = EpilogueForm::kFixedPoint;
  epilogue.transposed = transposed;
  epilogue.result = problem.result.scalar;
  epilogue.fixed_point.low = low;
  epilogue.fixed_point.high = high;
  TakeShortestPath(&epilogue.fixed_point);
  return true;
}

LOWP_NOINLINE bool PrepareOther(const GemmProblem& problem, bool transposed,
                                PreparedEpilogue* prepared) {
  if (!AreOpsPlainlyValid(problem.ops, problem.op_count, problem.result) &&
      !ValidateStages(problem).ok()) {
    return false;
  }
  PrepareEpilogue(problem.ops, problem.op_count, problem.result.scalar,
                  transposed, prepared);
  return true;
}

}  // namespace

bool PreparePlainEpilogue(const GemmProblem& problem, bool transposed,
                          PreparedEpilogue* prepared) {
  return PrepareUsual(problem, transposed, prepared) ||
         PrepareOther(problem, transposed, prepared);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
