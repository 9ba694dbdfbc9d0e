// Finds a linear form that equals a quantized addition for all pairs of bytes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_CERTIFY_ADDITION_H_
#define LOWP_INTERNAL_OPERATORS_CERTIFY_ADDITION_H_

#include <cstdint>

#include "../../public/stages/residual_addition.h"
#include "../contract/linear_addition.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

constexpr int kPairsOfBytes = 1 << 16;

// sums[256 * (x + 128) + y + 128] is the sum of x and y, of int8, clamped to
// low..high. False if no form was found that gives all of them.
bool CertifyAddition(const ResidualAdditionNumbers& numbers,
                     const std::int8_t* sums, std::int32_t low,
                     std::int32_t high, LinearAddition* form);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_CERTIFY_ADDITION_H_
