// Validates and prepares the epilogue of small products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "plain_epilogue.h"

#include <algorithm>
#include <cstdint>

#include "plainly_valid.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Makes a FixedPointEpilogue of the scaling that nearly everyone uses: a
// positive multiplier and a right shift for the whole result. False for any
// other, or a wrong one. ChoosePath in prepare_epilogue.cc has the general
// conditions.
bool FusePlainScaling(const EpilogueOp& op, FixedPointEpilogue* fused) {
  const std::uint32_t shift = static_cast<std::uint32_t>(op.second.value);
  const std::int32_t exponent =
      static_cast<std::int32_t>(op.second_is_right_shift ? 0 - shift : shift);
  const std::int64_t offset = op.offset;
  const std::int64_t halves = 2 * (offset < 0 ? -offset : offset) + 1;
  if (op.first.along != Along::kAll || op.second.along != Along::kAll ||
      op.first.value < 0 || exponent > -1 || exponent < -31 ||
      op.rounding > FixedPointRounding::kSingleUpward ||
      halves >= std::int64_t{1} << (exponent + 32)) {
    return false;
  }
  fused->multiplier.value = op.first.value;
  fused->multiplier.along = Along::kAll;
  fused->exponent.value = exponent;
  fused->exponent.along = Along::kAll;
  fused->offset = op.offset;
  fused->rounding = op.rounding;
  fused->path = op.rounding == FixedPointRounding::kDouble
                    ? FixedPointPath::kDoubleAway
                    : FixedPointPath::kUpward;
  return true;
}

void TransposeBiases(EpilogueOp* biases, int count) {
  for (int i = 0; i < count; ++i) {
    Int32Parameter& bias = biases[i].first;
    if (bias.along != Along::kAll) {
      bias.along = bias.along == Along::kRows ? Along::kCols : Along::kRows;
    }
  }
}

// [biases][scaling][clamps and casts].
bool PrepareUsual(const GemmProblem& problem, bool transposed,
                  PreparedEpilogue* prepared) {
  EpilogueOp* op = problem.ops;
  int left = problem.op_count;
  for (; left > 0 && op->kind == EpilogueKind::kBias; ++op, --left) {
    if (!IsPlainlyValid(op->first, problem.result.rows, problem.result.cols)) {
      return false;
    }
  }
  Epilogue& epilogue = prepared->epilogue;
  if (left == 0 || op->kind != EpilogueKind::kFixedPoint ||
      !FusePlainScaling(*op, &epilogue.fixed_point)) {
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
  if (transposed) TransposeBiases(problem.ops, bias_count);
  epilogue.form = EpilogueForm::kFixedPoint;
  epilogue.transposed = transposed;
  epilogue.result = problem.result.scalar;
  epilogue.fixed_point.low = low;
  epilogue.fixed_point.high = high;
  return true;
}

}  // namespace

bool PreparePlainEpilogue(const GemmProblem& problem, bool transposed,
                          PreparedEpilogue* prepared) {
  if (PrepareUsual(problem, transposed, prepared)) return true;
  if (!AreOpsPlainlyValid(problem.ops, problem.op_count, problem.result.rows,
                          problem.result.cols)) {
    return false;
  }
  PrepareEpilogue(problem.ops, problem.op_count, problem.result.scalar,
                  transposed, prepared);
  return true;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
