// The output stages in floating point (public/output_stages.h says what stages
// are, and includes this). A pipeline's values are int32 until a stage turns
// them into floats, and floats until one turns them back; a pipeline may end
// with either.
//
// Every sum, product and quotient is rounded to float by itself, to nearest
// with ties to even; nothing is fused, and no reciprocal stands for a division.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OUTPUT_STAGES_FLOAT_H_
#define LOWP_PUBLIC_OUTPUT_STAGES_FLOAT_H_

#include <cstdint>

#include "map.h"
#include "rounding.h"

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

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OUTPUT_STAGES_FLOAT_H_
