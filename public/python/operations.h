// Output stages as operations of the engine, from Python's parameters. The
// formulas are those of output_stages.h and stages/float.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_OPERATIONS_H_
#define LOWP_PUBLIC_PYTHON_OPERATIONS_H_

#include <cstdint>

#include "../../internal/contract/epilogue.h"
#include "../../internal/frontend/lower_output_stages.h"
#include "array.h"
#include "parameter.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

inline internal::EpilogueOp BiasOp(const Parameter<std::int32_t>& bias) {
  internal::EpilogueOp op;
  op.kind = internal::EpilogueKind::kBias;
  op.first = Erase(bias);
  return op;
}

// x + bias, in float.
inline internal::EpilogueOp FloatBiasOp(const Parameter<float>& bias) {
  return internal::MakeFloatOp(internal::EpilogueKind::kAddFloat, Erase(bias));
}

// float(x) * scale
inline internal::EpilogueOp DequantizeOp(const Parameter<float>& scale) {
  return internal::MakeFloatOp(internal::EpilogueKind::kDequantize,
                               Erase(scale));
}

// How a real number becomes an integer, and when the zero point is added.
struct RealRounding {
  std::int32_t result_offset = 0;
  FloatRounding result_rounding = FloatRounding::kEven;
  ZeroPointOrder result_order = ZeroPointOrder::kAfterRounding;
};

inline internal::EpilogueOp ScaleOp(const Parameter<float>& scale,
                                    const RealRounding& rounding) {
  internal::EpilogueOp op =
      internal::MakeRoundingOp(internal::EpilogueKind::kScaleFloat, rounding);
  op.factor = Erase(scale);
  return op;
}

inline internal::EpilogueOp ScaleOp(const Parameter<double>& scale,
                                    const RealRounding& rounding) {
  internal::EpilogueOp op =
      internal::MakeRoundingOp(internal::EpilogueKind::kScaleDouble, rounding);
  op.wide_factor = Erase(scale);
  return op;
}

inline bool IsByteOrInt16(ElementType type) {
  return type <= ElementType::kInt16;
}

// Saturates to a type of at most 16 bits.
inline internal::EpilogueOp CastOp(ElementType type) {
  switch (type) {
    case ElementType::kUint8:
      return internal::MakeSaturatingCastOp<std::uint8_t>();
    case ElementType::kInt8:
      return internal::MakeSaturatingCastOp<std::int8_t>();
    default:
      return internal::MakeSaturatingCastOp<std::int16_t>();
  }
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_OPERATIONS_H_
