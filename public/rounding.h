// The roundings that output stages are told to use, named by what they do.
// Which framework rounds how: doc/exactness.md.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_ROUNDING_H_
#define LOWP_PUBLIC_ROUNDING_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {

// How x * multiplier * 2^(exponent - 31) becomes an integer: in one rounding to
// nearest, or in two, where the first one, at 2^-31 of the product, precedes a
// right shift by -exponent. They differ on ordinary numbers wherever the
// exponent is not far below zero: 1 times a quarter (2^30, -1) is 1 in two
// roundings and 0 in one.
enum class FixedPointRounding : std::uint8_t {
  kDouble,        // twice: ties up, then ties away from zero
  kDoubleUpward,  // twice: ties up, then ties up
  kSingleUpward,  // once: ties up, toward plus infinity
  kSingleAway,    // once: ties away from zero
  // kSingleUpward with the multiplier rounded to its upper 15 bits before:
  // min(floor((multiplier + 2^15) / 2^16), 2^15 - 1) * 2^16. Sums of more than
  // 32 bits, which some systems scale in this way, leave no room for others.
  kSingleUpward15Bits,
};

// What a scaled sum becomes that is no int32, before its offset is added and
// again after.
enum class FixedPointOverflow : std::uint8_t {
  kWrap,      // the int32 that is the same modulo 2^32
  kSaturate,  // the nearest int32
};

// How a real number becomes an integer, in float or in double.
enum class FloatRounding : std::uint8_t {
  kEven,      // to nearest, ties to even
  kAway,      // to nearest, ties away from zero
  kUpward,    // floor(x + 1/2), where the sum itself is rounded to the type
  kTruncate,  // toward zero
  // trunc(x + 1/2), or trunc(x - 1/2) where x is negative, where the sum itself
  // is rounded to the type: kAway, but for the number just below 1/2, and odd
  // ones so large that they have no bit for a half
  kAwayBySum,
};

// When the zero point is added to it: acc = 1, scale = 1/2 and zero point 1
// give 1 after rounding to even, 2 before.
enum class ZeroPointOrder : std::uint8_t {
  kAfterRounding,
  kBeforeRounding,
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_ROUNDING_H_
