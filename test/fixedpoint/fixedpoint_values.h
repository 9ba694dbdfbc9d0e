// Inputs for the tests of fixedpoint/: edges of the range and random values.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_FIXEDPOINT_FIXEDPOINT_VALUES_H_
#define LOWP_TEST_FIXEDPOINT_FIXEDPOINT_VALUES_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "../support/sample.h"

namespace {

const int kRandomValues = lowp_test::SampleOf(1 << 20);
constexpr int kMaxShift = 31;

// Both ends of the range, and both neighbours of every power of two.
template <typename Scalar>
std::vector<Scalar> EdgeValues() {
  std::vector<Scalar> values;
  constexpr int kBits = 8 * sizeof(Scalar);
  for (int bit = 0; bit < kBits; ++bit) {
    for (std::int64_t near = -2; near <= 2; ++near) {
      const std::int64_t value = (std::int64_t{1} << bit) + near;
      for (std::int64_t signed_value : {value, -value}) {
        if (signed_value >= std::numeric_limits<Scalar>::min() &&
            signed_value <= std::numeric_limits<Scalar>::max()) {
          values.push_back(static_cast<Scalar>(signed_value));
        }
      }
    }
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

// Uniform bits, shifted right by a random amount, so that small magnitudes are
// as frequent as large ones.
template <typename Scalar>
std::vector<Scalar> RandomValues(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Scalar> values(count);
  for (Scalar& value : values) {
    const auto bits = static_cast<std::int32_t>(random());
    constexpr int kSpare = 32 - 8 * static_cast<int>(sizeof(Scalar));
    value =
        static_cast<Scalar>(bits >> (kSpare + random() % (8 * sizeof(Scalar))));
  }
  return values;
}

template <typename Scalar>
std::vector<Scalar> EdgeAndRandomValues(int random_count, unsigned seed) {
  std::vector<Scalar> values = EdgeValues<Scalar>();
  const std::vector<Scalar> random = RandomValues<Scalar>(random_count, seed);
  values.insert(values.end(), random.begin(), random.end());
  return values;
}

// Every pair of edge values, then random pairs.
template <typename Scalar>
void MakePairs(std::vector<Scalar>* a, std::vector<Scalar>* b) {
  const std::vector<Scalar> edges = EdgeValues<Scalar>();
  *a = RandomValues<Scalar>(kRandomValues, 1);
  *b = RandomValues<Scalar>(kRandomValues, 2);
  for (Scalar x : edges) {
    for (Scalar y : edges) {
      a->push_back(x);
      b->push_back(y);
    }
  }
}

}  // namespace

#endif  // LOWP_TEST_FIXEDPOINT_FIXEDPOINT_VALUES_H_
