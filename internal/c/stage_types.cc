// The types that C's stages take and yield.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "stage_types.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr lowp_type kInt = LOWP_INT32, kFloat = LOWP_FLOAT32, kAsGiven = 0,
                    kInt64 = LOWP_INT64;
constexpr bool kVaries = true, kCast = true, kFloats = true;

struct Row {
  lowp_stage_kind kind;
  StageTypes types;
};

// In the order of the kinds, from 1.
constexpr Row kRows[] = {
    {LOWP_STAGE_BIAS, {kInt, kInt, kVaries, false, false}},
    {LOWP_STAGE_QUANTIZE_DOWN, {kInt, kInt, kVaries, false, false}},
    {LOWP_STAGE_SCALE, {kInt, kInt, kVaries, false, false}},
    {LOWP_STAGE_PRE_AND_POST_SHIFT, {kInt, kInt, kVaries, false, kFloats}},
    {LOWP_STAGE_CLAMP, {kInt, kInt, false, false, false}},
    {LOWP_STAGE_SATURATING_CAST, {kInt, kAsGiven, false, kCast, false}},
    {LOWP_STAGE_TRUNCATING_CAST, {kInt, LOWP_UINT8, false, kCast, false}},
    {LOWP_STAGE_TANH, {kInt, kInt, false, false, kFloats}},
    {LOWP_STAGE_LEAKY_RELU, {kInt, kInt, kVaries, false, kFloats}},
    {LOWP_STAGE_LOGISTIC_Q4, {kInt, kInt, kVaries, false, kFloats}},
    {LOWP_STAGE_TANH_Q4, {kInt, kInt, kVaries, false, kFloats}},
    {LOWP_STAGE_HARD_SWISH, {kInt, kInt, false, false, kFloats}},
    {LOWP_STAGE_TABLE, {kInt, kInt, false, false, kFloats}},
    {LOWP_STAGE_MATRIX_ADDITION, {kAsGiven, kAsGiven, false, false, kFloats}},
    {LOWP_STAGE_RESIDUAL_ADDITION, {kInt, kInt, false, false, kFloats}},
    {LOWP_STAGE_DEQUANTIZED_ADDITION, {kFloat, kFloat, false, false, kFloats}},
    {LOWP_STAGE_CALL, {kAsGiven, kAsGiven, false, false, kFloats}},
    {LOWP_STAGE_DEQUANTIZE, {kInt, kFloat, kVaries, false, kFloats}},
    {LOWP_STAGE_BIAS_FLOAT, {kFloat, kFloat, kVaries, false, kFloats}},
    {LOWP_STAGE_MULTIPLY_FLOAT, {kFloat, kFloat, kVaries, false, kFloats}},
    {LOWP_STAGE_DIVIDE_FLOAT, {kFloat, kFloat, kVaries, false, kFloats}},
    {LOWP_STAGE_CLAMP_FLOAT, {kFloat, kFloat, false, false, kFloats}},
    {LOWP_STAGE_LEAKY_RELU_FLOAT, {kFloat, kFloat, kVaries, false, kFloats}},
    {LOWP_STAGE_QUANTIZE_FLOAT, {kFloat, kInt, false, false, kFloats}},
    {LOWP_STAGE_SCALE_BY_FLOAT, {kInt, kInt, kVaries, false, kFloats}},
    {LOWP_STAGE_SCALE_BY_DOUBLE, {kInt, kInt, kVaries, false, kFloats}},
    {LOWP_STAGE_BIAS_INT64, {kInt64, kInt64, kVaries, false, false}},
    {LOWP_STAGE_SCALE_INT64, {kInt64, kInt, kVaries, false, false}},
};

constexpr int kCount = static_cast<int>(sizeof(kRows) / sizeof(kRows[0]));

constexpr bool IsInOrder() {
  for (int i = 0; i < kCount; ++i) {
    if (kRows[i].kind != i + 1) return false;
  }
  return true;
}
static_assert(IsInOrder(), "the row of a kind is at its number");

}  // namespace

const StageTypes* StageTypesOf(lowp_stage_kind kind) {
  return kind >= 1 && kind <= kCount ? &kRows[kind - 1].types : nullptr;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
