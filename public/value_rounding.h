// How a real value is quantized, and converted back.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_VALUE_ROUNDING_H_
#define LOWP_PUBLIC_VALUE_ROUNDING_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {

// Seven definitions, which agree on most values but not on all. Each step is
// rounded to float unless the definition says double. The result is clamped to
// the quantized type; NaN becomes its lowest value.
enum class ValueRounding : std::uint8_t {
  // round(x / scale) + zero_point, ties to even: ONNX, ONNX Runtime, MLIR's
  // documentation.
  kEven,
  // round(x * (1 / scale)) + zero_point, ties to even: FBGEMM, PyTorch.
  kEvenByReciprocal,
  // round(x / scale) + zero_point, ties away from zero: TensorFlow Lite, TVM.
  kAway,
  // round(x / scale + zero_point), ties to even: Glow, XNNPACK.
  kEvenWithZeroPoint,
  // round(x / scale + zero_point), ties away from zero, in double: MLIR's
  // constant folding to types of 8 bits.
  kAwayWithZeroPointInDouble,
  // trunc(x / scale + zero_point): MLIR's lowering.
  kTruncatedWithZeroPoint,
  // round(x / scale) + zero_point, ties away from zero, in double: MLIR's
  // constant folding to other types.
  kAwayInDouble,
};

// The precision in which a value is dequantized. The result is a float.
enum class RealPrecision : std::uint8_t {
  kFloat,   // each step rounded to float
  kDouble,  // in double, and the result rounded to float
};

// The definitions of fake quantization, in float, with each step rounded and
//   d = min(max(x, range.min), range.max) - range.min
enum class FakeQuantForm : std::uint8_t {
  kUpward,            // floor(d * (1 / scale) + 0.5) * scale + min
  kUpwardByDivision,  // floor(d / scale + 0.5) * scale + min
  kAway,              // round(d * (1 / scale)) * scale + min, ties away
  // floor(d * inverse - zero + 0.5) * scale,
  //   zero = floor(-min * inverse + 0.5)
  kFromZero,
  kFromZeroByDivision,  // floor(d / scale - zero + 0.5) * scale
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_VALUE_ROUNDING_H_
