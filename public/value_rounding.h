// How a real value becomes a quantized one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_VALUE_ROUNDING_H_
#define LOWP_PUBLIC_VALUE_ROUNDING_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {

// Six definitions, which agree on most values but not on all. Each step is
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
  // constant folding.
  kAwayWithZeroPointInDouble,
  // trunc(x / scale + zero_point): MLIR's lowering.
  kTruncatedWithZeroPoint,
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_VALUE_ROUNDING_H_
