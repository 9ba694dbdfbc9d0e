// Tests the scalar definitions of fixedpoint/ and the class FixedPoint against
// plain arithmetic, written independently.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#define GEMMLOWP_ENABLE_FIXEDPOINT_CONSTANTS_CHECKS

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../fixedpoint/fixedpoint.h"
#include "fixedpoint_values.h"

// A register type of a program's own, with gemmlowp's means: specializations of
// the traits and of the functions on raw values. Its left shift wraps.
struct TwoInt32 {
  std::int32_t v[2];
};

namespace gemmlowp {

template <>
struct FixedPointRawTypeTraits<TwoInt32> {
  using ScalarRawType = std::int32_t;
  static constexpr int kLanes = 2;
};

template <>
inline TwoInt32 Dup<TwoInt32>(std::int32_t x) {
  return {{x, x}};
}

#define LOWP_TEST_UNARY(Name)              \
  template <>                              \
  inline TwoInt32 Name(TwoInt32 a) {       \
    return {{Name(a.v[0]), Name(a.v[1])}}; \
  }
#define LOWP_TEST_BINARY(Name)                             \
  template <>                                              \
  inline TwoInt32 Name(TwoInt32 a, TwoInt32 b) {           \
    return {{Name(a.v[0], b.v[0]), Name(a.v[1], b.v[1])}}; \
  }
LOWP_TEST_UNARY(BitNot)
LOWP_TEST_UNARY(Neg)
LOWP_TEST_UNARY(MaskIfZero)
LOWP_TEST_UNARY(MaskIfNonZero)
LOWP_TEST_BINARY(BitAnd)
LOWP_TEST_BINARY(BitXor)
LOWP_TEST_BINARY(Add)
LOWP_TEST_BINARY(Sub)
LOWP_TEST_BINARY(MaskIfEqual)
LOWP_TEST_BINARY(MaskIfLessThan)
LOWP_TEST_BINARY(MaskIfGreaterThan)
LOWP_TEST_BINARY(RoundingHalfSum)
LOWP_TEST_BINARY(SaturatingRoundingDoublingHighMul)
#undef LOWP_TEST_UNARY
#undef LOWP_TEST_BINARY

template <>
inline bool All(TwoInt32 a) {
  return a.v[0] != 0 && a.v[1] != 0;
}

template <>
inline TwoInt32 ShiftLeft(TwoInt32 a, int n) {
  const TwoInt32 factor = Dup<TwoInt32>(1 << n);
  return {{Mul(a.v[0], factor.v[0]), Mul(a.v[1], factor.v[1])}};
}

template <>
inline TwoInt32 ShiftRight(TwoInt32 a, int n) {
  return {{ShiftRight(a.v[0], n), ShiftRight(a.v[1], n)}};
}

}  // namespace gemmlowp

namespace {

using gemmlowp::FixedPoint;

constexpr std::int32_t kMin32 = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMax32 = std::numeric_limits<std::int32_t>::max();

template <typename Scalar>
Scalar SaturateDouble(double x) {
  const double min = std::numeric_limits<Scalar>::min();
  const double max = std::numeric_limits<Scalar>::max();
  return static_cast<Scalar>(std::min(max, std::max(min, x)));
}

// The lowest bits of x, computed without overflow.
template <typename Scalar>
Scalar WrapInt64(std::int64_t x) {
  const std::int64_t modulus = std::int64_t{1} << (8 * sizeof(Scalar));
  std::int64_t rest = x % modulus;
  if (rest < 0) rest += modulus;
  if (rest >= modulus / 2) rest -= modulus;
  return static_cast<Scalar>(rest);
}

// a * b / 2^(bits - 1) by Euclidean division, ties up, saturated.
template <typename Scalar>
Scalar HighMulOracle(Scalar a, Scalar b) {
  const std::int64_t divisor = std::int64_t{1} << (8 * sizeof(Scalar) - 1);
  const std::int64_t product = static_cast<std::int64_t>(a) * b;
  std::int64_t quotient = product / divisor;
  std::int64_t rest = product % divisor;
  if (rest < 0) {
    rest += divisor;
    --quotient;
  }
  if (2 * rest >= divisor) ++quotient;
  return static_cast<Scalar>(
      std::min<std::int64_t>(quotient, std::numeric_limits<Scalar>::max()));
}

template <typename Scalar>
class ScalarFixedpointTest : public ::testing::Test {};
using ScalarTypes = ::testing::Types<std::int32_t, std::int16_t>;
TYPED_TEST_SUITE(ScalarFixedpointTest, ScalarTypes);

TYPED_TEST(ScalarFixedpointTest, ArithmeticWraps) {
  using Scalar = TypeParam;
  std::vector<Scalar> a, b;
  MakePairs(&a, &b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::int64_t x = a[i], y = b[i];
    ASSERT_EQ(gemmlowp::Add(a[i], b[i]), WrapInt64<Scalar>(x + y));
    ASSERT_EQ(gemmlowp::Sub(a[i], b[i]), WrapInt64<Scalar>(x - y));
    ASSERT_EQ(gemmlowp::Mul(a[i], b[i]), WrapInt64<Scalar>(x * y));
    ASSERT_EQ(gemmlowp::Neg(a[i]), WrapInt64<Scalar>(-x));
  }
}

TYPED_TEST(ScalarFixedpointTest, RoundedAndSaturatedPairs) {
  using Scalar = TypeParam;
  std::vector<Scalar> a, b;
  MakePairs(&a, &b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a[i], y = b[i];
    ASSERT_EQ(gemmlowp::SaturatingRoundingDoublingHighMul(a[i], b[i]),
              HighMulOracle(a[i], b[i]))
        << a[i] << " " << b[i];
    ASSERT_EQ(gemmlowp::RoundingHalfSum(a[i], b[i]), std::round((x + y) / 2))
        << a[i] << " " << b[i];
    ASSERT_EQ(gemmlowp::SaturatingAdd(a[i], b[i]),
              SaturateDouble<Scalar>(x + y))
        << a[i] << " " << b[i];
  }
}

TYPED_TEST(ScalarFixedpointTest, Shifts) {
  using Scalar = TypeParam;
  const auto values = EdgeAndRandomValues<Scalar>(kRandomValues / 32, 3);
  for (int n = 0; n <= kMaxShift; ++n) {
    for (Scalar x : values) {
      ASSERT_EQ(gemmlowp::ShiftLeft(x, n),
                SaturateDouble<Scalar>(std::ldexp(x, n)))
          << x << " << " << n;
      ASSERT_EQ(gemmlowp::ShiftRight(x, n), std::floor(std::ldexp(x, -n)))
          << x << " >> " << n;
      ASSERT_EQ(gemmlowp::RoundingDivideByPOT(x, n),
                std::round(std::ldexp(x, -n)))
          << x << " / 2^" << n;
    }
  }
}

template <typename Scalar, int... kIndices>
void CheckScalarMultiplyByPot(std::integer_sequence<int, kIndices...>) {
  const auto values = EdgeAndRandomValues<Scalar>(1 << 14, 9);
  const auto check = [&values](int exponent, Scalar (*multiply)(Scalar)) {
    for (Scalar x : values) {
      const double scaled = std::round(std::ldexp(x, exponent));
      ASSERT_EQ(multiply(x), SaturateDouble<Scalar>(scaled))
          << x << " * 2^" << exponent;
    }
  };
  (check(
       kIndices - kMaxShift,
       gemmlowp::SaturatingRoundingMultiplyByPOT<kIndices - kMaxShift, Scalar>),
   ...);
}

TYPED_TEST(ScalarFixedpointTest, MultiplyByPot) {
  CheckScalarMultiplyByPot<TypeParam>(
      std::make_integer_sequence<int, 2 * kMaxShift + 1>());
}

TYPED_TEST(ScalarFixedpointTest, Masks) {
  using Scalar = TypeParam;
  std::vector<Scalar> a, b;
  MakePairs(&a, &b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Scalar x = a[i], y = b[i];
    ASSERT_EQ(gemmlowp::MaskIfEqual(x, y), x == y ? -1 : 0);
    ASSERT_EQ(gemmlowp::MaskIfNotEqual(x, y), x != y ? -1 : 0);
    ASSERT_EQ(gemmlowp::MaskIfGreaterThan(x, y), x > y ? -1 : 0);
    ASSERT_EQ(gemmlowp::MaskIfGreaterThanOrEqual(x, y), x >= y ? -1 : 0);
    ASSERT_EQ(gemmlowp::MaskIfLessThan(x, y), x < y ? -1 : 0);
    ASSERT_EQ(gemmlowp::MaskIfLessThanOrEqual(x, y), x <= y ? -1 : 0);
    ASSERT_EQ(gemmlowp::MaskIfZero(x), x == 0 ? -1 : 0);
    ASSERT_EQ(gemmlowp::MaskIfNonZero(x), x != 0 ? -1 : 0);
    ASSERT_EQ(gemmlowp::All(x), x != 0);
    ASSERT_EQ(gemmlowp::Any(x), x != 0);
    ASSERT_EQ(gemmlowp::BitAnd(x, y), static_cast<Scalar>(x & y));
    ASSERT_EQ(gemmlowp::BitOr(x, y), static_cast<Scalar>(x | y));
    ASSERT_EQ(gemmlowp::BitXor(x, y), static_cast<Scalar>(x ^ y));
    ASSERT_EQ(gemmlowp::BitNot(x), static_cast<Scalar>(-1 - x));
    ASSERT_EQ(gemmlowp::SelectUsingMask(Scalar{0x0F0F}, x, y),
              static_cast<Scalar>((x & 0x0F0F) | (y & ~0x0F0F)));
  }
}

TEST(FixedpointScalarTest, Corners) {
  EXPECT_EQ(gemmlowp::SaturatingRoundingDoublingHighMul(kMin32, kMin32),
            kMax32);
  EXPECT_EQ(gemmlowp::SaturatingRoundingDoublingHighMul(kMin32, kMax32),
            -kMax32);
  EXPECT_EQ(gemmlowp::RoundingDivideByPOT(kMin32, 31), -1);
  EXPECT_EQ(gemmlowp::RoundingDivideByPOT(kMin32, 0), kMin32);
  EXPECT_EQ(gemmlowp::ShiftLeft(-1, 31), kMin32);
  EXPECT_EQ(gemmlowp::ShiftLeft(1, 31), kMax32);
  EXPECT_EQ(gemmlowp::ShiftLeft(1, 30), 1 << 30);
  EXPECT_EQ(gemmlowp::RoundingHalfSum(-1, 0), -1);
  EXPECT_EQ(gemmlowp::RoundingHalfSum(1, 0), 1);
  EXPECT_EQ(gemmlowp::RoundingHalfSum(kMin32, kMin32), kMin32);
  EXPECT_EQ(gemmlowp::SaturatingAdd(std::int8_t{100}, std::int8_t{100}), 127);
  EXPECT_EQ(gemmlowp::SaturatingAdd(std::int8_t{-100}, std::int8_t{-100}),
            -128);
  EXPECT_EQ(gemmlowp::AddSaturatingIf16Bit(kMax32, 1), kMin32);
  EXPECT_EQ(
      gemmlowp::AddSaturatingIf16Bit(std::int16_t{32767}, std::int16_t{1}),
      32767);
}

// Products and shifts that tell this double rounding (ties up in the product,
// away from zero in the division) from other roundings of the same multiplier.
TEST(FixedpointScalarTest, DoubleRoundingOfTies) {
  struct Case {
    std::int32_t accumulator, multiplier;
    int exponent;
    std::int32_t expected;
  };
  constexpr std::int32_t kHalf = 1 << 30;
  const Case cases[] = {
      {1, kHalf, -1, 1},        {-32, kHalf, -5, -1},
      {-33, kHalf, -5, -1},     {31, kHalf, -5, 1},
      {-31, kHalf + 1, -5, -1}, {-39, kHalf, 0, -19},
      {-1000, kMax32, -4, -63}, {-1000, kHalf + (1 << 27), 0, -562},
      {kMin32, kHalf, -31, -1}, {kMin32, kMin32, 0, kMax32},
  };
  for (const Case& c : cases) {
    const std::int32_t high = gemmlowp::SaturatingRoundingDoublingHighMul(
        gemmlowp::ShiftLeft(c.accumulator, std::max(c.exponent, 0)),
        c.multiplier);
    EXPECT_EQ(gemmlowp::RoundingDivideByPOT(high, std::max(-c.exponent, 0)),
              c.expected)
        << c.accumulator << " " << c.multiplier << " " << c.exponent;
  }
}

// The class FixedPoint.

TEST(FixedpointScalarTest, FixedPointClass) {
  using F = FixedPoint<std::int32_t, 4>;
  static_assert(F::kTotalBits == 32 && F::kFractionalBits == 27, "");
  static_assert(std::is_trivially_copyable<F>::value, "");
  static_assert(sizeof(F) == 4, "");
  EXPECT_EQ(F::RawMin(), kMin32);
  EXPECT_EQ(F::RawMax(), kMax32);
  EXPECT_EQ(F::ScalarRawMin(), kMin32);
  EXPECT_EQ(F::ScalarRawMax(), kMax32);
  EXPECT_EQ(F::Zero().raw(), 0);
  EXPECT_EQ(F::One().raw(), 1 << 27);
  EXPECT_EQ((FixedPoint<std::int32_t, 0>::One().raw()), kMax32);
  EXPECT_EQ((FixedPoint<std::int16_t, 0>::One().raw()), 32767);
  EXPECT_EQ(F::ConstantPOT<-2>().raw(), 1 << 25);
  EXPECT_EQ(F::FromScalarFixedPoint(F::One()), F::One());
  EXPECT_EQ(F::FromDouble(2.5).raw(), 5 << 26);
  EXPECT_EQ(F::FromDouble(100.0).raw(), kMax32);
  EXPECT_EQ(F::FromDouble(-100.0).raw(), kMin32);
  EXPECT_EQ(gemmlowp::ToDouble(F::FromDouble(-2.5)), -2.5);
  EXPECT_TRUE(F::One() != F::Zero());
  F writable = F::Zero();
  writable.raw() = 7;
  EXPECT_EQ(writable.raw(), 7);
}

TEST(FixedpointScalarTest, FixedPointOperators) {
  using F = FixedPoint<std::int32_t, 4>;
  const F a = F::FromDouble(1.5), b = F::FromDouble(-2.25);
  static_assert(
      std::is_same<decltype(a * b), FixedPoint<std::int32_t, 8>>::value, "");
  EXPECT_EQ(gemmlowp::ToDouble(a * b), -3.375);
  EXPECT_EQ(gemmlowp::ToDouble(a + b), -0.75);
  EXPECT_EQ(gemmlowp::ToDouble(a - b), 3.75);
  EXPECT_EQ(gemmlowp::ToDouble(-a), -1.5);
  EXPECT_EQ((~a).raw(), ~a.raw());
  EXPECT_EQ((a & b).raw(), a.raw() & b.raw());
  EXPECT_EQ((a | b).raw(), a.raw() | b.raw());
  EXPECT_EQ((a ^ b).raw(), a.raw() ^ b.raw());
  EXPECT_EQ(gemmlowp::ToDouble(RoundingHalfSum(a, b)), -0.375);
  EXPECT_EQ(gemmlowp::ToDouble(gemmlowp::ExactMulByPot<2>(a)), 6.0);
  EXPECT_EQ(gemmlowp::ToDouble(gemmlowp::ExactMulByPot<-3>(a)), 0.1875);
  EXPECT_EQ(gemmlowp::ToDouble(gemmlowp::SaturatingRoundingMultiplyByPOT<1>(b)),
            -4.5);
  EXPECT_EQ(gemmlowp::SaturatingRoundingMultiplyByPOT<4>(a).raw(), kMax32);
  EXPECT_EQ(gemmlowp::ToDouble(gemmlowp::Rescale<9>(b)), -2.25);
  EXPECT_EQ(gemmlowp::Rescale<0>(a).raw(), kMax32);
  EXPECT_EQ(MaskIfLessThan(b, a), -1);
  EXPECT_EQ(MaskIfEqual(b, a), 0);
  EXPECT_EQ(SelectUsingMask(MaskIfGreaterThan(a, b), a, b), a);
  using F16 = FixedPoint<std::int16_t, 0>;
  EXPECT_EQ(SaturatingAdd(F16::One(), F16::One()), F16::One());
  EXPECT_EQ(AddSaturatingIf16Bit(F16::One(), F16::One()), F16::One());
  EXPECT_EQ(gemmlowp::RescaleConstantInitializer<F16>(0x12348000), 0x1235);
}

// Errors against <cmath>, in units of 2^-31; the bounds hold for all formats.
template <int kIntegerBits>
void CheckTranscendentals() {
  using F = FixedPoint<std::int32_t, kIntegerBits>;
  const double unit = std::ldexp(1.0, -31);
  for (std::int32_t raw : EdgeAndRandomValues<std::int32_t>(10000, 4)) {
    const F x = F::FromRaw(raw);
    const double real = gemmlowp::ToDouble(x);
    ASSERT_NEAR(gemmlowp::ToDouble(gemmlowp::tanh(x)), std::tanh(real),
                310 * unit)
        << raw;
    ASSERT_NEAR(gemmlowp::ToDouble(gemmlowp::logistic(x)),
                1 / (1 + std::exp(-real)), 155 * unit)
        << raw;
    if (raw > 0) continue;
    ASSERT_NEAR(gemmlowp::ToDouble(gemmlowp::exp_on_negative_values(x)),
                std::exp(real), 500 * unit)
        << raw;
  }
}

// Functions that follow from others need no specialization.
TEST(FixedpointScalarTest, AProgramsOwnRegistersEqualScalar) {
  using Pair = FixedPoint<TwoInt32, 3>;
  using Scalar = FixedPoint<std::int32_t, 3>;
  const auto values = EdgeAndRandomValues<std::int32_t>(2000, 6);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const TwoInt32 raw = {{values[i], values[values.size() - 1 - i]}};
    const Pair pair = Pair::FromRaw(raw);
    const TwoInt32 tanh = gemmlowp::tanh(pair).raw();
    const TwoInt32 logistic = gemmlowp::logistic(pair).raw();
    const TwoInt32 left = gemmlowp::SaturatingRoundingMultiplyByPOT<4>(raw);
    const int exponent = static_cast<int>(i % 32);
    const TwoInt32 right = gemmlowp::RoundingDivideByPOT(raw, exponent);
    for (int lane = 0; lane < 2; ++lane) {
      const std::int32_t x = raw.v[lane];
      const Scalar scalar = Scalar::FromRaw(x);
      ASSERT_EQ(tanh.v[lane], gemmlowp::tanh(scalar).raw()) << x;
      ASSERT_EQ(logistic.v[lane], gemmlowp::logistic(scalar).raw()) << x;
      ASSERT_EQ(left.v[lane], gemmlowp::SaturatingRoundingMultiplyByPOT<4>(x));
      ASSERT_EQ(right.v[lane], gemmlowp::RoundingDivideByPOT(x, exponent))
          << x << " " << exponent;
    }
  }
}

TEST(FixedpointScalarTest, TranscendentalsAreAccurate) {
  CheckTranscendentals<0>();
  CheckTranscendentals<1>();
  CheckTranscendentals<3>();
  CheckTranscendentals<5>();
  CheckTranscendentals<6>();
  CheckTranscendentals<10>();
}

}  // namespace
