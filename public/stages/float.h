// The output stages in floating point (public/output_stages.h says what stages
// are, and includes this). A pipeline's values are int32 until a stage turns
// them into floats, and floats until one turns them back; a pipeline may end
// with either.
//
// Every sum, product and quotient is rounded to float by itself, to nearest
// with ties to even; nothing is fused, and no reciprocal stands for a division.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_STAGES_FLOAT_H_
#define LOWP_PUBLIC_STAGES_FLOAT_H_

#include <cstdint>

#include "../map.h"
#include "../rounding.h"

namespace gemmlowp {
inline namespace lowp {

// From int32 to float: float(x) * result_scale. x itself is rounded to float
// first: from 2^24 on not every int32 is one.
struct OutputStageDequantize {
  float result_scale;  // finite
};

// The same with a scale for each row (VectorShape::Col) or each column
// (VectorShape::Row) of the result. The vector is as long as the result has
// rows or columns.
template <VectorShape tShape>
struct OutputStageDequantizePC {
  VectorMap<const float, tShape> result_scale;  // finite
};

// x * factor, and x / divisor, of floats. A chain of factors is rounded after
// each of them.
struct OutputStageMultiplyFloat {
  float factor;  // finite
};
struct OutputStageDivideFloat {
  float divisor;  // finite, not 0
};

// The same with a number for each row (VectorShape::Col) or each column
// (VectorShape::Row) of the result.
template <VectorShape tShape>
struct OutputStageMultiplyFloatPC {
  VectorMap<const float, tShape> factor;  // finite
};
template <VectorShape tShape>
struct OutputStageDivideFloatPC {
  VectorMap<const float, tShape> divisor;  // finite, not 0
};

// min(max(x, min), max) of floats: with min > max everything becomes max. What
// is not a number counts as min. {0, infinity} is a ReLU, and makes 0 of -0.
struct OutputStageClampFloat {
  float min;  // a number, infinite ones included
  float max;
};

// Leaky ReLU of floats: x > 0 ? x : x * negative_slope.
struct OutputStageLeakyReluFloat {
  float negative_slope;  // finite
};

// The same with a slope for each row (VectorShape::Col) or each column
// (VectorShape::Row) of the result: PReLU.
template <VectorShape tShape>
struct OutputStageLeakyReluFloatPC {
  VectorMap<const float, tShape> negative_slope;  // finite
};

// From float to int32. With kAfterRounding
//   clamp(round(x)) + result_offset, the sum clamped to the range of int32,
// with kBeforeRounding
//   clamp(round(x + float(result_offset))).
// clamp is to [-2^31, 2^31 - 128], the floats in the range of int32, and takes
// what is not a number to -2^31.
struct OutputStageQuantizeFloat {
  std::int32_t result_offset;
  FloatRounding result_rounding;
  ZeroPointOrder result_order;
};

// From int32 to int32 by a float: OutputStageDequantize with result_scale, then
// OutputStageQuantizeFloat with the rest. To even, with the offset after
// rounding, it is applied in registers with the clamps and the cast that
// follow.
struct OutputStageScaleInt32ByFloat {
  float result_scale;  // finite
  std::int32_t result_offset;
  FloatRounding result_rounding;
  ZeroPointOrder result_order;
};

// The same with a scale for each row (VectorShape::Col) or each column
// (VectorShape::Row) of the result, and one offset for all.
template <VectorShape tShape>
struct OutputStageScaleInt32ByFloatPC {
  VectorMap<const float, tShape> result_scale;  // finite
  std::int32_t result_offset;
  FloatRounding result_rounding;
  ZeroPointOrder result_order;
};

// From int32 to int32 by a double: the same steps with every number a double,
// among them each x, and with clamp to [-2^31, 2^31 - 1].
struct OutputStageScaleInt32ByDouble {
  double result_scale;  // finite
  std::int32_t result_offset;
  FloatRounding result_rounding;
  ZeroPointOrder result_order;
};

// The same with a scale for each row (VectorShape::Col) or each column
// (VectorShape::Row) of the result, and one offset for all.
template <VectorShape tShape>
struct OutputStageScaleInt32ByDoublePC {
  VectorMap<const double, tShape> result_scale;  // finite
  std::int32_t result_offset;
  FloatRounding result_rounding;
  ZeroPointOrder result_order;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_STAGES_FLOAT_H_
