// Divides a multiplier by a number of elements.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>

#include "../../public/operators/pooling.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {

Status MeanMultiplier(const FixedPointMultiplier& multiplier, std::int64_t n,
                      FixedPointMultiplier* mean) {
  if (n < 1) return internal::InvalidArgument("n", n, "is not positive");
  if (mean == nullptr) {
    return internal::NullPointer("mean");
  }
  const Status status =
      internal::ValidateExponent(multiplier.exponent, "multiplier.exponent");
  if (!status.ok()) return status;
  int shift = 0;
  while (shift < 62 && n >> (shift + 1) != 0) ++shift;
  shift = std::min({shift, 32, 31 + multiplier.exponent});
  mean->multiplier = static_cast<std::int32_t>(
      std::int64_t{multiplier.multiplier} * (std::int64_t{1} << shift) / n);
  mean->exponent = multiplier.exponent - shift;
  return Status();
}

}  // namespace lowp
}  // namespace gemmlowp
