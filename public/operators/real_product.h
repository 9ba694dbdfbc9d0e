// Products of two quantized tensors that are scaled in float.
//
//   TryMultiply  result_scale * (r - zr) = x_scale * (x - zx) * y_scale *
//                (y - zy), rounded
//
// The same as TryMultiply of elementwise.h, with its operands and its rules for
// their sizes and memory; only the multiplier is a float.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_OPERATORS_REAL_PRODUCT_H_
#define LOWP_PUBLIC_OPERATORS_REAL_PRODUCT_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/real_product.h"
#include "../../internal/frontend/front_end.h"
#include "../operand_count.h"
#include "../quantization/quantization_params.h"
#include "../rounding.h"
#include "../status.h"
#include "../tensor/transforms.h"

namespace gemmlowp {
inline namespace lowp {

// ONNX Runtime's QLinearMul has the defaults, and the multiplier of
// FloatMultiplier (multiplier_builders.h).
struct RealMultiplication {
  std::int32_t x_zero_point = 0;
  std::int32_t y_zero_point = 0;
  std::int32_t result_zero_point = 0;
  float multiplier = 1;  // finite
  FloatRounding rounding = FloatRounding::kEven;
  ZeroPointOrder order = ZeroPointOrder::kBeforeRounding;
};

// With real = float((x - x_zero_point) * (y - y_zero_point)) * multiplier,
// every operation on floats rounded, and the differences and their product
// modulo 2^32:
//   kAfterRounding    round(real) + result_zero_point
//   kBeforeRounding   round(real + float(result_zero_point))
// clamped to `range`.
template <typename Context, typename T>
Status TryMultiply(Context* context, const T* x, OperandCount x_count,
                   const T* y, OperandCount y_count,
                   const RealMultiplication& multiplication, T* result,
                   QuantizedRange range = QuantizedRangeOf<T>()) {
  static_assert(internal::kIsQuantizedScalar<T>,
                "lowp: tensors of uint8_t, int8_t and int16_t are multiplied");
  return internal::RunRealProduct(
      {&multiplication, internal::ScalarOf<T>(), x, x_count, y, y_count, result,
       range.low, range.high},
      internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_OPERATORS_REAL_PRODUCT_H_
