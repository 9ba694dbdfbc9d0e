// Tests every register type of fixedpoint/ that this file is compiled for
// against the scalar definitions. Built once per instruction set.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#define GEMMLOWP_ENABLE_FIXEDPOINT_CONSTANTS_CHECKS

#include "../../fixedpoint/fixedpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "fixedpoint_values.h"

#ifdef __AVX512BW__
#include "../../fixedpoint/fixedpoint_avx512.h"
#endif

// For register types as template arguments, as in fixedpoint_sse.h.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wignored-attributes"
#endif

namespace {

using gemmlowp::FixedPoint;
using gemmlowp::FixedPointRawTypeTraits;

// Whether this processor has the instructions that the compiler may use.
bool CpuRunsThisFile() {
  bool runs = true;
#if defined(__x86_64__) || defined(__i386__)
#ifdef __SSE4_1__
  runs = runs && __builtin_cpu_supports("sse4.1");
#endif
#ifdef __AVX2__
  runs = runs && __builtin_cpu_supports("avx2");
#endif
#ifdef __AVX512BW__
  runs = runs && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw");
#endif
#endif
  return runs;
}

class FixedpointTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!CpuRunsThisFile()) {
      GTEST_SKIP() << "compiled for instructions that this processor lacks";
    }
  }
};

// Named types for the test suite: some register types differ only in
// attributes, which a template argument drops.
struct Int32 {
  using Raw = std::int32_t;
};
struct Int16 {
  using Raw = std::int16_t;
};
#if defined(GEMMLOWP_NEON)
struct NeonInt32 {
  using Raw = int32x4_t;
};
struct NeonInt16 {
  using Raw = int16x8_t;
};
#define LOWP_TEST_REGISTERS NeonInt32, NeonInt16
#elif defined(GEMMLOWP_AVX2)
struct AvxInt32 {
  using Raw = __m256i;
};
struct AvxInt16 {
  using Raw = gemmlowp::int16x16_m256i;
};
#define LOWP_TEST_REGISTERS AvxInt32, AvxInt16
#elif defined(__AVX512BW__)
struct Avx512Int32 {
  using Raw = __m512i;
};
#define LOWP_TEST_REGISTERS Avx512Int32
#elif defined(GEMMLOWP_SSE4)
struct SseInt32 {
  using Raw = __m128i;
};
struct SseInt16 {
  using Raw = gemmlowp::int16x8_m128i;
};
#define LOWP_TEST_REGISTERS SseInt32, SseInt16
#endif

// The widest registers of this build; scalars in a build for any processor.
#ifdef LOWP_TEST_REGISTERS
using Registers = ::testing::Types<LOWP_TEST_REGISTERS>;
#else
using Registers = ::testing::Types<Int32, Int16>;
#endif

template <typename Register>
class RegisterTest : public FixedpointTest {
 protected:
  using Raw = typename Register::Raw;
  using Scalar = typename FixedPointRawTypeTraits<Raw>::ScalarRawType;
  static constexpr int kLanes = FixedPointRawTypeTraits<Raw>::kLanes;
  static_assert(sizeof(Raw) == kLanes * sizeof(Scalar), "");

  static Raw Load(const Scalar* from) {
    Raw raw;
    std::memcpy(&raw, from, sizeof(raw));
    return raw;
  }

  // Expects op(register) == op(scalar) in every lane. The vectors' lengths are
  // rounded down to whole registers.
  template <typename Op>
  void ExpectSame(const char* name, const std::vector<Scalar>& a, Op op) {
    ExpectSame(name, a, a, [op](auto x, auto) { return op(x); });
  }
  template <typename Op>
  void ExpectSame(const char* name, const std::vector<Scalar>& a,
                  const std::vector<Scalar>& b, Op op) {
    for (std::size_t i = 0; i + kLanes <= a.size(); i += kLanes) {
      const Raw result = op(Load(&a[i]), Load(&b[i]));
      Scalar lanes[kLanes];
      std::memcpy(lanes, &result, sizeof(result));
      for (int lane = 0; lane < kLanes; ++lane) {
        const Scalar x = a[i + lane], y = b[i + lane];
        const Scalar expected = op(x, y);
        ASSERT_EQ(lanes[lane], expected)
            << name << "(" << x << ", " << y << "), lane " << lane;
      }
    }
  }
};
TYPED_TEST_SUITE(RegisterTest, Registers);

TYPED_TEST(RegisterTest, Dup) {
  using Scalar = typename TestFixture::Scalar;
  using Raw = typename TestFixture::Raw;
  const std::vector<Scalar> values = EdgeValues<Scalar>();
  for (Scalar value : values) {
    const Raw raw = gemmlowp::Dup<Raw>(value);
    Scalar lanes[TestFixture::kLanes];
    std::memcpy(lanes, &raw, sizeof(raw));
    for (Scalar lane : lanes) ASSERT_EQ(lane, value);
  }
}

TYPED_TEST(RegisterTest, PairsEqualScalar) {
  using Scalar = typename TestFixture::Scalar;
  std::vector<Scalar> a, b;
  MakePairs(&a, &b);
#define LOWP_TEST_PAIRS(Name)   \
  this->ExpectSame(#Name, a, b, \
                   [](auto x, auto y) { return gemmlowp::Name(x, y); })
  LOWP_TEST_PAIRS(BitAnd);
  LOWP_TEST_PAIRS(BitOr);
  LOWP_TEST_PAIRS(BitXor);
  LOWP_TEST_PAIRS(Add);
  LOWP_TEST_PAIRS(Sub);
  LOWP_TEST_PAIRS(Mul);
  LOWP_TEST_PAIRS(MaskIfEqual);
  LOWP_TEST_PAIRS(MaskIfNotEqual);
  LOWP_TEST_PAIRS(MaskIfGreaterThan);
  LOWP_TEST_PAIRS(MaskIfGreaterThanOrEqual);
  LOWP_TEST_PAIRS(MaskIfLessThan);
  LOWP_TEST_PAIRS(MaskIfLessThanOrEqual);
  LOWP_TEST_PAIRS(RoundingHalfSum);
  LOWP_TEST_PAIRS(AddSaturatingIf16Bit);
  LOWP_TEST_PAIRS(SaturatingRoundingDoublingHighMul);
#undef LOWP_TEST_PAIRS
  // Equal values are rare among random pairs.
  this->ExpectSame("MaskIfEqual", a, a,
                   [](auto x, auto y) { return gemmlowp::MaskIfEqual(x, y); });
  // A mask of any bits: a itself.
  this->ExpectSame("SelectUsingMask", a, b, [](auto x, auto y) {
    return gemmlowp::SelectUsingMask(x, y, gemmlowp::BitNot(y));
  });
}

TYPED_TEST(RegisterTest, UnaryEqualsScalar) {
  using Scalar = typename TestFixture::Scalar;
  const auto values = EdgeAndRandomValues<Scalar>(kRandomValues, 5);
#define LOWP_TEST_UNARY(Name) \
  this->ExpectSame(#Name, values, [](auto x) { return gemmlowp::Name(x); })
  LOWP_TEST_UNARY(BitNot);
  LOWP_TEST_UNARY(Neg);
  LOWP_TEST_UNARY(MaskIfZero);
  LOWP_TEST_UNARY(MaskIfNonZero);
#undef LOWP_TEST_UNARY
}

TYPED_TEST(RegisterTest, ShiftsEqualScalar) {
  using Scalar = typename TestFixture::Scalar;
  const auto values =
      EdgeAndRandomValues<Scalar>(kRandomValues / (kMaxShift + 1), 6);
  for (int n = 0; n <= kMaxShift; ++n) {
    SCOPED_TRACE(n);
    this->ExpectSame("ShiftLeft", values,
                     [n](auto x) { return gemmlowp::ShiftLeft(x, n); });
    this->ExpectSame("ShiftRight", values,
                     [n](auto x) { return gemmlowp::ShiftRight(x, n); });
    this->ExpectSame("RoundingDivideByPOT", values, [n](auto x) {
      return gemmlowp::RoundingDivideByPOT(x, n);
    });
  }
}

// Each lane is shifted by its own amount.
TYPED_TEST(RegisterTest, ShiftsByRegisterEqualScalar) {
  using Scalar = typename TestFixture::Scalar;
  std::vector<Scalar> values = RandomValues<Scalar>(kRandomValues, 7);
  std::vector<Scalar> amounts = RandomValues<Scalar>(kRandomValues, 8);
  for (Scalar& amount : amounts) amount = amount & kMaxShift;
  for (Scalar edge : EdgeValues<Scalar>()) {
    for (int n = 0; n <= kMaxShift; ++n) {
      values.push_back(edge);
      amounts.push_back(static_cast<Scalar>(n));
    }
  }
  this->ExpectSame("ShiftLeft", values, amounts,
                   [](auto x, auto n) { return gemmlowp::ShiftLeft(x, n); });
  this->ExpectSame("RoundingDivideByPOT", values, amounts, [](auto x, auto n) {
    return gemmlowp::RoundingDivideByPOT(x, n);
  });
}

// Lanes are independent: one lane at a time differs from the others.
TYPED_TEST(RegisterTest, AllAndAny) {
  using Scalar = typename TestFixture::Scalar;
  using Raw = typename TestFixture::Raw;
  constexpr int kLanes = TestFixture::kLanes;
  for (Scalar background : {Scalar{0}, Scalar{-1}, Scalar{2}}) {
    for (Scalar different : EdgeValues<Scalar>()) {
      for (int lane = 0; lane < kLanes; ++lane) {
        Scalar lanes[kLanes];
        std::fill_n(lanes, kLanes, background);
        lanes[lane] = different;
        const Raw raw = TestFixture::Load(lanes);
        const int zeros =
            static_cast<int>(std::count(lanes, lanes + kLanes, 0));
        ASSERT_EQ(gemmlowp::All(raw), zeros == 0);
        ASSERT_EQ(gemmlowp::Any(raw), zeros < kLanes);
        using F = FixedPoint<Raw, 0>;
        ASSERT_EQ(F::FromRaw(raw) == F::FromScalarRaw(background),
                  different == background);
        ASSERT_EQ(F::FromRaw(raw) != F::FromScalarRaw(background),
                  different != background);
      }
    }
  }
}

// The rest takes long to compile, and would compare scalars with themselves.
#ifdef LOWP_TEST_REGISTERS

template <int kExponent>
struct MultiplyByPot {
  template <typename Raw>
  Raw operator()(Raw x) const {
    return gemmlowp::SaturatingRoundingMultiplyByPOT<kExponent>(x);
  }
};

template <typename Fixture, int... kIndices>
void CheckMultiplyByPot(Fixture* fixture,
                        std::integer_sequence<int, kIndices...>) {
  using Scalar = typename Fixture::ScalarType;
  const auto values = EdgeAndRandomValues<Scalar>(1 << 14, 9);
  (fixture->ExpectSameAs("SaturatingRoundingMultiplyByPOT", values,
                         MultiplyByPot<kIndices - kMaxShift>()),
   ...);
}

// exp, tanh and logistic of one format, as functions of raw values.
enum class Function {
  kExp,
  kTanh,
  kLogistic,
  kOneOverOnePlus,
  kOneMinusOverOnePlus
};

template <Function kFunction, int kIntegerBits>
struct Transcendental {
  template <typename Raw>
  Raw operator()(Raw x) const {
    const auto f = FixedPoint<Raw, kIntegerBits>::FromRaw(x);
    if constexpr (kFunction == Function::kExp) {
      return exp_on_negative_values(f).raw();
    } else if constexpr (kFunction == Function::kTanh) {
      return tanh(f).raw();
    } else if constexpr (kFunction == Function::kLogistic) {
      return logistic(f).raw();
    } else if constexpr (kFunction == Function::kOneOverOnePlus) {
      return one_over_one_plus_x_for_x_in_0_1(f).raw();
    } else {
      return one_minus_x_over_one_plus_x_for_x_in_0_1(f).raw();
    }
  }
};

// Gives function templates access to the fixture's protected members.
template <typename Register>
class RegisterFunctionTest : public RegisterTest<Register> {
 public:
  using ScalarType = typename RegisterTest<Register>::Scalar;
  template <typename Op>
  void ExpectSameAs(const char* name, const std::vector<ScalarType>& values,
                    Op op) {
    this->ExpectSame(name, values, op);
  }

  // Checks all formats with 0..sizeof...(kIntegerBits) - 1 integer bits.
  template <Function kFunction, int... kIntegerBits>
  void CheckFormats(const char* name,
                    std::integer_sequence<int, kIntegerBits...>) {
    const auto values = EdgeAndRandomValues<ScalarType>(1 << 13, 10);
    (ExpectSameAs(name, values, Transcendental<kFunction, kIntegerBits>()),
     ...);
  }
};
TYPED_TEST_SUITE(RegisterFunctionTest, Registers);

TYPED_TEST(RegisterFunctionTest, MultiplyByPotEqualsScalar) {
  CheckMultiplyByPot(this,
                     std::make_integer_sequence<int, 2 * kMaxShift + 1>());
}

// exp needs an exact 1/4 in its input, so two fractional bits are left for it;
// tanh first doubles its input.
TYPED_TEST(RegisterFunctionTest, TranscendentalsEqualScalar) {
  constexpr int kBits = 8 * sizeof(typename TestFixture::ScalarType);
  using ExpFormats = std::make_integer_sequence<int, kBits - 2>;
  using TanhFormats = std::make_integer_sequence<int, kBits - 3>;
  using OneFormat = std::integer_sequence<int, 0>;
  this->template CheckFormats<Function::kExp>("exp", ExpFormats());
  this->template CheckFormats<Function::kLogistic>("logistic", ExpFormats());
  this->template CheckFormats<Function::kTanh>("tanh", TanhFormats());
  this->template CheckFormats<Function::kOneOverOnePlus>("1/(1+x)",
                                                         OneFormat());
  this->template CheckFormats<Function::kOneMinusOverOnePlus>("(1-x)/(1+x)",
                                                              OneFormat());
}

#endif  // LOWP_TEST_REGISTERS

}  // namespace
