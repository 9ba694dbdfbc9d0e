// Rescales blocks of sums to a tensor's type, with the backend's vector code.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_RESCALER_H_
#define LOWP_INTERNAL_OPERATORS_RESCALER_H_

#include <cstddef>
#include <cstdint>

#include "../../public/rounding.h"
#include "../contract/gemm.h"
#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// x * multiplier * 2^(exponent - 31), rounded, plus zero_point, clamped.
struct Rescaler {
  EngineState* state;
  std::int32_t multiplier;
  std::int32_t exponent;  // -31..31
  FixedPointRounding rounding;
  std::int32_t zero_point;  // of the type
  Scalar type;
  std::int32_t low, high;  // of the type

  // On the calling thread; `result` may be `sums` if the type is int32.
  void Run(const std::int32_t* sums, std::size_t count, void* result) const;
};

// x * multiplier in float, rounded, plus zero_point in the given order,
// clamped.
struct RealRescaler {
  EngineState* state;
  float multiplier;  // finite
  FloatRounding rounding;
  ZeroPointOrder order;
  std::int32_t zero_point;  // of the type
  Scalar type;              // of 8 or 16 bits
  std::int32_t low, high;   // of the type

  // On the calling thread.
  void Run(const std::int32_t* sums, std::size_t count, void* result) const;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_RESCALER_H_
