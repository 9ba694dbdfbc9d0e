// What tests of requantized tensors share: awkward values, and their expected
// results by definition.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_RESCALED_TENSORS_H_
#define LOWP_TEST_SUPPORT_RESCALED_TENSORS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../../public/quantization/multiplier_builders.h"
#include "../../public/quantization/quantization_params.h"
#include "../../public/rounding.h"
#include "guarded_buffer.h"
#include "reference_stages.h"

namespace lowp_test {

constexpr gemmlowp::FixedPointRounding kFixedPointRoundings[] = {
    gemmlowp::FixedPointRounding::kDouble,
    gemmlowp::FixedPointRounding::kDoubleUpward,
    gemmlowp::FixedPointRounding::kSingleUpward,
    gemmlowp::FixedPointRounding::kSingleAway,
    gemmlowp::FixedPointRounding::kSingleUpward15Bits};

template <typename In, typename Out>
Out RequantizeByDefinition(In x, const gemmlowp::FixedPointMultiplier& m,
                           std::int32_t in_zero, std::int32_t out_zero,
                           gemmlowp::FixedPointRounding rounding,
                           gemmlowp::QuantizedRange range) {
  const std::int32_t value =
      ReferenceScale(Wrap(std::int64_t{x} - in_zero), m.multiplier, m.exponent,
                     out_zero, rounding);
  return static_cast<Out>(std::clamp(value, range.low, range.high));
}

template <typename T>
std::vector<T> AwkwardIntegers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> values(count);
  for (T& value : values) {
    switch (random() % 4) {
      case 0:
        value = static_cast<T>(random() % 64);
        break;
      case 1:
        value = random() % 2 == 0 ? std::numeric_limits<T>::min()
                                  : std::numeric_limits<T>::max();
        break;
      default:
        value = static_cast<T>(random());
        break;
    }
  }
  return values;
}

// Calls function(values, count, placement) with tensors of 1 to 140 values
// placed right after or right before a guard page.
template <typename Function>
void ForEachGuardedTensor(const Function& function) {
  GuardedBuffer memory{8192};
  for (std::size_t count = 1; count <= 140; ++count) {
    for (const Placement at :
         {Placement::kAgainstStart, Placement::kAgainstEnd}) {
      std::int16_t* const values =
          reinterpret_cast<std::int16_t*>(memory.Place(2 * count, at, 2));
      for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<std::int16_t>(i * 517);
      }
      function(static_cast<const std::int16_t*>(values), count, at);
    }
  }
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_RESCALED_TENSORS_H_
