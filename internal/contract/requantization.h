// Parameters of the transforms that rescale integers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_REQUANTIZATION_H_
#define LOWP_INTERNAL_CONTRACT_REQUANTIZATION_H_

#include <cstdint>
#include <type_traits>

#include "../../public/export.h"
#include "../../public/status.h"
#include "transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

template <typename T>
constexpr bool kIsRescaledScalar =
    std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::int8_t> ||
    std::is_same_v<T, std::int16_t> || std::is_same_v<T, std::int32_t>;

// Chooses how register code runs a valid rescaling with `count` multipliers and
// exponents, for values of the scalar type and differences of them.
void ChooseRescalePath(Scalar scalar, int count, IntegerRescale* rescale);

// The multiplier and shift that bring inputs of this scale to units of
// 2^-12 / 3, and the table. Scales of 2^-12 times 1..2^max_left_shift need no
// rounding of the multiplier.
LOWP_EXPORT Status ChooseSigmoidParameters(float input_scale,
                                           int max_left_shift,
                                           SigmoidParameters* parameters);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_REQUANTIZATION_H_
