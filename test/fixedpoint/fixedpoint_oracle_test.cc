// Compares the scalar definitions of fixedpoint/ with the original gemmlowp's,
// where the original defines a result.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "../../fixedpoint/fixedpoint.h"
#include "../support/sample.h"
#include "fixedpoint_oracle-inl.h"

namespace {

const int kRandomValues = lowp_test::SampleOf(4 << 20);

template <typename Scalar>
const FixedpointFunctions<Scalar>& Original() {
  if constexpr (sizeof(Scalar) == 4) {
    return OriginalFunctions32();
  } else {
    return OriginalFunctions16();
  }
}

template <typename Scalar>
Scalar RandomScalar(std::mt19937* random) {
  return static_cast<Scalar>((*random)());
}

// All int16 values. For int32, the neighbourhood of every power of two, both
// ends of the range, and random bits.
template <typename Scalar>
std::vector<Scalar> Values(int random_count) {
  std::vector<Scalar> values;
  if constexpr (sizeof(Scalar) == 2) {
    for (int x = -32768; x <= 32767; ++x) values.push_back(x);
    return values;
  }
  for (int bit = 0; bit < 32; ++bit) {
    for (std::int64_t near = -2; near <= 2; ++near) {
      values.push_back(static_cast<Scalar>((std::int64_t{1} << bit) + near));
      values.push_back(static_cast<Scalar>(-(std::int64_t{1} << bit) + near));
    }
  }
  std::mt19937 random(1);
  for (int i = 0; i < random_count; ++i) {
    values.push_back(RandomScalar<Scalar>(&random));
  }
  return values;
}

template <typename Scalar>
class FixedpointOracleTest : public ::testing::Test {
 protected:
  const FixedpointFunctions<Scalar> lowp_ = MakeFunctions<Scalar>();
  const FixedpointFunctions<Scalar>& original_ = Original<Scalar>();
};
using Scalars = ::testing::Types<std::int32_t, std::int16_t>;
TYPED_TEST_SUITE(FixedpointOracleTest, Scalars);

TYPED_TEST(FixedpointOracleTest, Pairs) {
  std::mt19937 random(2);
  const auto check = [this](TypeParam a, TypeParam b) {
    ASSERT_EQ(this->lowp_.saturating_rounding_doubling_high_mul(a, b),
              this->original_.saturating_rounding_doubling_high_mul(a, b))
        << a << " " << b;
    ASSERT_EQ(this->lowp_.rounding_half_sum(a, b),
              this->original_.rounding_half_sum(a, b))
        << a << " " << b;
  };
  for (int i = 0; i < kRandomValues; ++i) {
    check(RandomScalar<TypeParam>(&random), RandomScalar<TypeParam>(&random));
  }
  const TypeParam edges[] = {std::numeric_limits<TypeParam>::min(),
                             std::numeric_limits<TypeParam>::min() + 1,
                             -2,
                             -1,
                             0,
                             1,
                             2,
                             std::numeric_limits<TypeParam>::max() - 1,
                             std::numeric_limits<TypeParam>::max()};
  const std::vector<TypeParam> values = Values<TypeParam>(1000);
  for (TypeParam a : values) {
    for (TypeParam b : edges) {
      check(a, b);
      check(b, a);
    }
  }
}

// The original divides int16 by at most 2^15 and shifts by at most 30: beyond
// that its masks and its 1 << 31 overflow.
TYPED_TEST(FixedpointOracleTest, Shifts) {
  const int max_divide = 8 * sizeof(TypeParam) - 1;
  const auto values = Values<TypeParam>(kRandomValues / 16);
  for (int n = 0; n <= max_divide; ++n) {
    for (TypeParam x : values) {
      ASSERT_EQ(this->lowp_.rounding_divide_by_pot(x, n),
                this->original_.rounding_divide_by_pot(x, n))
          << x << " / 2^" << n;
    }
  }
  for (int n = 0; n <= 30; ++n) {
    for (TypeParam x : values) {
      ASSERT_EQ(this->lowp_.shift_left(x, n), this->original_.shift_left(x, n))
          << x << " << " << n;
    }
  }
}

template <typename Table, typename Scalar>
void ExpectSameTables(const Table& lowp, const Table& original,
                      const std::vector<Scalar>& values) {
  for (std::size_t bits = 0; bits < lowp.size(); ++bits) {
    for (Scalar x : values) {
      ASSERT_EQ(lowp[bits](x), original[bits](x)) << x << ", " << bits;
    }
  }
}

// The lowest value is left out: negating it overflows in the original.
TYPED_TEST(FixedpointOracleTest, Transcendentals) {
  std::vector<TypeParam> values, negative_values;
  for (TypeParam x : Values<TypeParam>(kRandomValues / 16)) {
    if (x == std::numeric_limits<TypeParam>::min()) continue;
    values.push_back(x);
    if (x <= 0) negative_values.push_back(x);
  }
  ExpectSameTables(this->lowp_.exp_on_negative_values,
                   this->original_.exp_on_negative_values, negative_values);
  ExpectSameTables(this->lowp_.logistic, this->original_.logistic, values);
  ExpectSameTables(this->lowp_.tanh, this->original_.tanh, values);
}

TYPED_TEST(FixedpointOracleTest, Reciprocals) {
  for (TypeParam x : Values<TypeParam>(kRandomValues)) {
    if (x < 0) continue;
    ASSERT_EQ(this->lowp_.one_over_one_plus_x(x),
              this->original_.one_over_one_plus_x(x))
        << x;
    ASSERT_EQ(this->lowp_.one_minus_x_over_one_plus_x(x),
              this->original_.one_minus_x_over_one_plus_x(x))
        << x;
  }
}

TYPED_TEST(FixedpointOracleTest, Rescale) {
  const auto values = Values<TypeParam>(kRandomValues / 16);
  ExpectSameTables(this->lowp_.rescale_to_0, this->original_.rescale_to_0,
                   values);
  ExpectSameTables(this->lowp_.rescale_from_0, this->original_.rescale_from_0,
                   values);
}

}  // namespace
