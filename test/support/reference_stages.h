// The specification of the output stages, one scalar function each, written
// from the mathematics: rounding and saturation use 64-bit arithmetic, and
// int32 additions and products wrap.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_REFERENCE_STAGES_H_
#define LOWP_TEST_SUPPORT_REFERENCE_STAGES_H_

#include <cstdint>
#include <limits>

#include "../../public/rounding.h"

namespace lowp_test {

std::int32_t Wrap(std::int64_t x);

std::int32_t SaturateToInt32(std::int64_t x);

// floor(x / 2^n).
std::int64_t FloorDivideByPowerOfTwo(std::int64_t x, int n);

// a * b / 2^31, ties up, saturated.
std::int32_t ReferenceHighMul(std::int32_t a, std::int32_t b);

// x / 2^exponent, ties away from zero; exponent is 0..31.
std::int32_t ReferenceRoundingDivide(std::int32_t x, int exponent);

// x * 2^exponent, saturated.
std::int32_t ReferenceShiftLeft(std::int32_t x, int exponent);

std::int32_t ReferenceBias(std::int32_t x, std::int32_t bias);

// ScaleInt32ByFixedPointAndExponent.
std::int32_t ReferenceScale(std::int32_t x, std::int32_t multiplier,
                            int exponent, std::int32_t offset);

// QuantizeDownInt32ByFixedPoint.
std::int32_t ReferenceQuantizeDownByFixedPoint(std::int32_t x,
                                               std::int32_t multiplier,
                                               int shift, std::int32_t offset);

// ScaleInt32ByFixedPoint.
std::int32_t ReferenceScale(std::int32_t x, std::int32_t multiplier,
                            int exponent, std::int32_t offset,
                            gemmlowp::FixedPointRounding rounding,
                            gemmlowp::FixedPointOverflow overflow =
                                gemmlowp::FixedPointOverflow::kWrap);

// ScaleInt32ByPreAndPostShift.
std::int32_t ReferencePreAndPostShift(std::int32_t x, int pre,
                                      std::int32_t multiplier, int post,
                                      std::int32_t offset);

// QuantizeDownInt32ToUint8Scale.
std::int32_t ReferenceQuantizeDown(std::int32_t x, std::int32_t offset,
                                   std::int32_t multiplier, int shift);

// `high` wins if low > high.
std::int32_t ReferenceClamp(std::int32_t x, std::int32_t low,
                            std::int32_t high);

template <typename T>
std::int32_t ReferenceSaturatingCast(std::int32_t x) {
  return ReferenceClamp(x, std::numeric_limits<T>::min(),
                        std::numeric_limits<T>::max());
}

std::int32_t ReferenceTruncatingCastToUint8(std::int32_t x);

// zero + amplitude * tanh((x - zero) / amplitude) in fixed point: the argument
// in Q3.28, the amplitude and its reciprocal normalised to Q0.31, the last
// shift rounding down; constant from eight amplitudes on either side of zero.
std::int32_t ReferenceTanh(std::int32_t x, std::int32_t zero,
                           std::int32_t amplitude);

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_REFERENCE_STAGES_H_
