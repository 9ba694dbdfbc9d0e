// Output stages in floating point. (output_stages.h explains stages, and
// includes this header.) A pipeline's values are int32 until a stage turns them
// into floats, and floats until one turns them back; a pipeline may end with
// either.
//
// Every sum, product and quotient is rounded to float by itself, to nearest
// with ties to even; nothing is fused, and no reciprocal replaces a division.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_STAGES_FLOAT_H_
#define LOWP_PUBLIC_STAGES_FLOAT_H_

#include <cstdint>

#include "../map.h"
#include "../rounding.h"

namespace gemmlowp {
inline namespace lowp {

// int32 to float: float(x) * result_scale. float(x) is rounded too: beyond 2^24
// not every int32 is a float.
struct OutputStageDequantize {
  float result_scale;  // finite
};

// The same with one scale per row (VectorShape::Col) or per column
// (VectorShape::Row) of the result. The vector has as many entries as the
// result has rows or columns.
template <VectorShape tShape>
struct OutputStageDequantizePC {
  VectorMap<const float, tShape> result_scale;  // finite
};

// x * factor and x / divisor, for floats. In a chain of factors, each product
// is rounded.
struct OutputStageMultiplyFloat {
  float factor;  // finite
};
struct OutputStageDivideFloat {
  float divisor;  // finite, not 0
};

// The same with one factor or divisor per row (VectorShape::Col) or per column
// (VectorShape::Row) of the result.
template <VectorShape tShape>
struct OutputStageMultiplyFloatPC {
  VectorMap<const float, tShape> factor;  // finite
};
template <VectorShape tShape>
struct OutputStageDivideFloatPC {
  VectorMap<const float, tShape> divisor;  // finite, not 0
};

// min(max(x, min), max) for floats; if min > max, everything becomes max. NaN
// counts as min. {0, infinity} is a ReLU, and turns -0 into 0.
struct OutputStageClampFloat {
  float min;  // not NaN; may be infinite
  float max;
};

// Leaky ReLU for floats: x > 0 ? x : x * negative_slope.
struct OutputStageLeakyReluFloat {
  float negative_slope;  // finite
};

// The same with one slope per row (VectorShape::Col) or per column
// (VectorShape::Row) of the result: PReLU.
template <VectorShape tShape>
struct OutputStageLeakyReluFloatPC {
  VectorMap<const float, tShape> negative_slope;  // finite
};

// float to int32. With kAfterRounding
//   clamp(round(x)) + result_offset, the sum clamped to the range of int32;
// with kBeforeRounding
//   clamp(round(x + float(result_offset))).
// clamp is to [-2^31, 2^31 - 128], the floats in the range of int32, and turns
// NaN into -2^31.
struct OutputStageQuantizeFloat {
  std::int32_t result_offset;
  FloatRounding result_rounding;
  ZeroPointOrder result_order;
};

// int32 to int32 by a float: OutputStageDequantize with result_scale, then
// OutputStageQuantizeFloat with the other fields. With kEven and kAfterRounding
// it is applied in registers, together with the clamps and the cast that
// follow.
struct OutputStageScaleInt32ByFloat {
  float result_scale;  // finite
  std::int32_t result_offset;
  FloatRounding result_rounding;
  ZeroPointOrder result_order;
};

// The same with one scale per row (VectorShape::Col) or per column
// (VectorShape::Row) of the result, and one offset for all.
template <VectorShape tShape>
struct OutputStageScaleInt32ByFloatPC {
  VectorMap<const float, tShape> result_scale;  // finite
  std::int32_t result_offset;
  FloatRounding result_rounding;
  ZeroPointOrder result_order;
};

// int32 to int32 by a double: the same steps with double in place of float, for
// x too, and with the clamp to [-2^31, 2^31 - 1].
struct OutputStageScaleInt32ByDouble {
  double result_scale;  // finite
  std::int32_t result_offset;
  FloatRounding result_rounding;
  ZeroPointOrder result_order;
};

// The same with one scale per row (VectorShape::Col) or per column
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
