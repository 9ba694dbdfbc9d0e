// Rescales blocks of sums to a tensor's type, with the backend's vector code.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_RESCALER_H_
#define LOWP_INTERNAL_OPERATORS_RESCALER_H_

#include <cstddef>
#include <cstdint>

#include "../../public/rounding.h"
#include "../contract/matrix_ref.h"
#include "../contract/register_family.h"
#include "../contract/transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What becomes of sums after they are scaled.
struct RescaledType {
  std::int32_t zero_point;  // of the type
  Scalar type;
  std::int32_t low, high;  // of the type
};

// x * multiplier * 2^(exponent - 31), rounded, plus zero_point, clamped. The
// arguments are valid; how register code computes it is chosen once.
class Rescaler {
 public:
  Rescaler(const RegisterFamily& family, std::int32_t multiplier,
           std::int32_t exponent,  // -31..31
           FixedPointRounding rounding, const RescaledType& to);

  // On the calling thread, in the default floating-point environment; `result`
  // may be `sums` if the type is int32.
  void Run(const std::int32_t* sums, std::size_t count, void* result) const;

 private:
  const RegisterFamily* family_;
  std::int32_t multiplier_, exponent_;
  RescaledType to_;
  IntegerRescale how_;  // but for the pointers
};

// x * multiplier in float, rounded, plus zero_point in the given order,
// clamped. The type has 8 or 16 bits, the multiplier is finite.
struct RealRescaler {
  const RegisterFamily& family;
  float multiplier;
  FloatRounding rounding;
  ZeroPointOrder order;
  RescaledType to;

  // As above.
  void Run(const std::int32_t* sums, std::size_t count, void* result) const;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_RESCALER_H_
