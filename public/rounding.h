// The roundings that output stages offer, named by what they do.
// doc/exactness.md says which framework uses which.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_ROUNDING_H_
#define LOWP_PUBLIC_ROUNDING_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {

// How x * multiplier * 2^(exponent - 31) is rounded to an integer. Once: to
// nearest. Twice: x * multiplier * 2^-31 is rounded first, then the right shift
// by -exponent. The results differ for ordinary values unless the exponent is
// far below zero: 1 times one quarter (multiplier 2^30, exponent -1) is 1 in
// two roundings and 0 in one.
enum class FixedPointRounding : std::uint8_t {
  kDouble,        // twice: ties up, then ties away from zero
  kDoubleUpward,  // twice: ties up, then ties up
  kSingleUpward,  // once: ties up, toward plus infinity
  kSingleAway,    // once: ties away from zero
  // kSingleUpward with the multiplier first rounded to its upper 15 bits:
  // min(floor((multiplier + 2^15) / 2^16), 2^15 - 1) * 2^16. Some systems scale
  // sums of more than 32 bits in this way, which leave no room for a wider
  // multiplier.
  kSingleUpward15Bits,
};

// What a scaled sum outside the range of int32 becomes, both before and after
// its offset is added.
enum class FixedPointOverflow : std::uint8_t {
  kWrap,      // the int32 that is congruent modulo 2^32
  kSaturate,  // the nearest int32
};

// How a real number becomes an integer, in float or in double.
enum class FloatRounding : std::uint8_t {
  kEven,      // to nearest, ties to even
  kAway,      // to nearest, ties away from zero
  kUpward,    // floor(x + 1/2), where the sum itself is rounded to the type
  kTruncate,  // toward zero
  // trunc(x + 1/2), or trunc(x - 1/2) if x is negative, where the sum itself is
  // rounded to the type. Equals kAway except for the value just below 1/2, and
  // for odd values so large that the type has no bit left for a half.
  kAwayBySum,
};

// When the zero point is added: acc = 1, scale = 1/2, zero point = 1 gives 1 if
// it is added after rounding to even, and 2 if before.
enum class ZeroPointOrder : std::uint8_t {
  kAfterRounding,
  kBeforeRounding,
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_ROUNDING_H_
