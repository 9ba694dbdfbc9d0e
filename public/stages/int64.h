// Stages that take int64: the exact sums of int16 inputs and 8-bit filters.
// They come first in a pipeline, in the order of this header, and each may be
// left out. The stages after them take int32. Without a scale the int64 value
// becomes an int32 modulo 2^32.
//
// TensorFlow Lite's operators with int16 activations and int8 weights ("16x8")
// are a bias, a scale, a clamp and OutputStageSaturatingCastToInt16.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_STAGES_INT64_H_
#define LOWP_PUBLIC_STAGES_INT64_H_

#include <cstdint>

#include "../map.h"

namespace gemmlowp {
inline namespace lowp {

// Adds a bias to each column of the result: to each output channel. Its values
// lie in -2^46..2^46 - 1, and are copied when something is prepared.
struct OutputStageBiasAdditionInt64 {
  VectorMap<const std::int64_t, VectorShape::Row> bias_vector;
};

// Scales by multiplier * 2^(exponent - 31) with the multiplier reduced to 15
// bits, in one rounding, which takes ties upward:
//   r = min(floor((multiplier + 2^15) / 2^16), 2^15 - 1),  t = 15 - exponent
//   floor((x * r + 2^(t - 1)) / 2^t) + result_offset_after_shift
// and wraps modulo 2^32. This is MultiplyByQuantizedMultiplier of an int64 in
// TensorFlow Lite (kernels/internal/common.cc), and kSingleUpward15Bits of
// OutputStageScaleInt32ByFixedPoint for more bits. Parameters are copied.
struct OutputStageScaleInt64ByFixedPoint {
  std::int32_t result_fixedpoint_multiplier;  // >= 0; Q0.31
  std::int32_t result_exponent;               // -31..7; positive shifts left
  std::int32_t result_offset_after_shift = 0;
};

// The same with a multiplier and an exponent for each column of the result.
struct OutputStageScaleInt64ByFixedPointPC {
  VectorMap<const std::int32_t, VectorShape::Row> result_fixedpoint_multiplier;
  VectorMap<const std::int32_t, VectorShape::Row> result_exponent;
  std::int32_t result_offset_after_shift = 0;
};

// The result holds the int64 values themselves: no scale comes before this
// stage, and no stage after it.
struct OutputStageStoreInt64 {};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_STAGES_INT64_H_
