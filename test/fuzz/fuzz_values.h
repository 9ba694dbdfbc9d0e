// Real values, ranges and rules of every kind, for the fuzz targets.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_FUZZ_FUZZ_VALUES_H_
#define LOWP_TEST_FUZZ_FUZZ_VALUES_H_

#include <cmath>
#include <cstdint>
#include <cstring>

#include "../../public/quantization/quantization_params.h"
#include "fuzz_input.h"

namespace lowp_test {

// Any float, often one at the limits of its kind.
inline float AnyFloat(ByteSource* in) {
  constexpr float kEnds[] = {0.0f,      -0.0f,    1.0f,      -1.0f,
                             3.4e38f,   -3.4e38f, 0x1p-149f, -0x1p-149f,
                             0x1p-126f, 5e37f,    1e-20f,    -1e-20f,
                             255.0f,    -128.0f,  INFINITY,  NAN};
  const int kind = in->Below(32);
  if (kind < 16) return kEnds[kind];
  if (kind < 24) return static_cast<float>(in->Below(256) - 128) * 0.37f;
  const std::int32_t bits = in->Int32();
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline gemmlowp::QuantizedRange AnyRange(ByteSource* in) {
  constexpr gemmlowp::QuantizedRange kRanges[] = {
      {0, 255}, {-128, 127}, {-127, 127}, {0, 127}, {-32768, 32767}, {-1, 0}};
  const int kind = in->Below(8);
  if (kind < 6) return kRanges[kind];
  return {in->Wild(), in->Wild()};
}

inline gemmlowp::QuantizationRule AnyRule(ByteSource* in) {
  gemmlowp::QuantizationRule rule;
  rule.extend_to_zero = in->Flag();
  rule.symmetry =
      static_cast<gemmlowp::Symmetry>(in->OneIn(64) ? 4 : in->Below(4));
  rule.float_range = in->Flag();
  rule.scale_precision =
      static_cast<gemmlowp::ScalePrecision>(in->OneIn(64) ? 3 : in->Below(3));
  rule.scale_of_zero = in->OneIn(16) ? AnyFloat(in) : in->Flag() ? 0.1 : 0;
  rule.reciprocal_is_finite = in->Flag();
  rule.power_of_two =
      static_cast<gemmlowp::PowerOfTwoScale>(in->OneIn(64) ? 4 : in->Below(4));
  rule.min_scale = in->OneIn(16) ? AnyFloat(in) : in->Flag() ? 6.1e-5f : 0;
  rule.subtracts_terms = in->Flag();
  rule.zero_where_ends_cancel = in->Flag();
  rule.ties_to_even = in->Flag();
  rule.nudge_zero_point = in->Flag();
  return rule;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_FUZZ_FUZZ_VALUES_H_
