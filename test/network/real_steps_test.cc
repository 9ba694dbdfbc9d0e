// Operators on floats, and on bools, that stand between those of bytes. Results
// are those of LiteRT's reference kernels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "built_operators.h"

namespace lowp_test {
namespace {

using Floats = std::vector<float>;

BuiltTensor OfFloats(std::vector<std::int32_t> shape, const Floats& values) {
  return Plain<float>(0, std::move(shape), values);
}

BuiltModel RealBinary(std::int32_t code, const Floats& constant) {
  return WithConstants(
      code, OfFloats({2, 3}, {}),
      {OfFloats({static_cast<std::int32_t>(constant.size())}, constant)},
      OfFloats({2, 3}, {}));
}

TEST(RealStepsTest, FunctionsOfTwoFloats) {
  const Floats x = {1, -2, 3.5f, 0, 8, -0.25f};
  const auto of = [&](std::int32_t code, const Floats& y) {
    return ResultsOf<float>(RealBinary(code, y), x);
  };
  EXPECT_EQ(of(lowp_network::kAdd, {1, 2, 3}),
            (Floats{2, 0, 6.5f, 1, 10, 2.75f}));
  EXPECT_EQ(of(lowp_network::kSub, {1, 2, 3}),
            (Floats{0, -4, 0.5f, -1, 6, -3.25f}));
  EXPECT_EQ(of(lowp_network::kMul, {2}), (Floats{2, -4, 7, 0, 16, -0.5f}));
  EXPECT_EQ(of(lowp_network::kDiv, {2, 4, 8}),
            (Floats{0.5f, -0.5f, 0.4375f, 0, 2, -0.03125f}));
  EXPECT_EQ(of(lowp_network::kPow, {2}),
            (Floats{1, 4, 12.25f, 0, 64, 0.0625f}));
  EXPECT_EQ(of(lowp_network::kMaximum, {0, 1, 3}),
            (Floats{1, 1, 3.5f, 0, 8, 3}));
  EXPECT_EQ(of(lowp_network::kMinimum, {0, 1, 3}),
            (Floats{0, -2, 3, 0, 1, -0.25f}));
  EXPECT_EQ(of(lowp_network::kSquaredDifference, {1, 2, 3}),
            (Floats{0, 16, 0.25f, 1, 36, 10.5625f}));
}

// Quotients are rounded down as doubles: 7.6f is less than 4 * 1.9f, whose
// float is 7.6f, too, and so is the quotient of floats 4.
TEST(RealStepsTest, QuotientsRoundedDown) {
  const auto of = [](std::int32_t code, const Floats& y, const Floats& x) {
    return ResultsOf<float>(RealBinary(code, y), x);
  };
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const Floats x = {7, -7, 6, -0.25f, 1e30f, kInfinity};
  EXPECT_EQ(of(lowp_network::kFloorDiv, {2}, x),
            (Floats{3, -4, 3, -1, 5e29f, kInfinity}));
  EXPECT_EQ(of(lowp_network::kFloorDiv, {-2, 2, 4}, x),
            (Floats{-4, -4, 1, 0, 5e29f, kInfinity}));
  EXPECT_EQ(of(lowp_network::kFloorMod, {3}, {7, -7, 6, -0.25f, 0, -6}),
            (Floats{1, 2, 0, 2.75f, 0, 0}));
  EXPECT_EQ(of(lowp_network::kFloorMod, {-3}, {7, -7, 6, -0.25f, 0, -6}),
            (Floats{-2, -1, 0, -0.25f, 0, 0}));
  EXPECT_TRUE(std::isnan(of(lowp_network::kFloorMod, {0}, x)[0]));
  EXPECT_EQ(MessageOfRun(RealBinary(lowp_network::kFloorDiv, {1, 0, 1})),
            "inputs[1] = 0: is no divisor");
  for (int i = 1; i < 1000; ++i) {
    const float y = static_cast<float>(i) * 0.0377f;
    for (const float times : {3.0f, 5.0f, 7.0f, -5.0f}) {
      const float z = y * times;
      const double exact =
          static_cast<double>(z) - static_cast<double>(y) * times;
      ASSERT_EQ(of(lowp_network::kFloorDiv, {y}, Floats(6, z))[0],
                exact < 0 ? times - 1 : times)
          << z << " / " << y;
    }
  }
}

TEST(RealStepsTest, SumsOfSeveral) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kMost = std::numeric_limits<float>::max();
  BuiltModel model =
      WithConstants(lowp_network::kAddN, OfFloats({5}, {}),
                    {OfFloats({5}, {1, 1e8f, -1e8f, kInfinity, -0.0f}),
                     OfFloats({5}, {2, -1e8f, 1e8f, -kMost, -0.0f})},
                    OfFloats({5}, {}));
  // In order, with sums of finite values.
  const Floats sums = ResultsOf<float>(model, {0.5f, 1, 1, 1, -0.0f});
  EXPECT_EQ(sums, (Floats{3.5f, 0, 0, 0, 0}));
  EXPECT_TRUE(std::signbit(sums[4]));
  EXPECT_EQ(MessageAfter(model,
                         [](BuiltModel* m) {
                           m->tensors[2].shape = {1, 5};
                         }),
            "inputs.shape = 2: is one with another shape");
  EXPECT_EQ(MessageAfter(model, [](BuiltModel* m) { m->tensors[1].type = 2; }),
            "inputs = \"int32\": is of another type than the input");
  EXPECT_EQ(
      MessageAfter(model, [](BuiltModel* m) { m->operator_inputs = {0}; }),
      "inputs = 1: is another number than the operator has");
}

// The exponent of all elements means products, a list of them powers: their
// last bits differ, and so do results that are not finite.
TEST(RealStepsTest, PowersOfWholeExponents) {
  const auto of = [](const Floats& exponents, const Floats& x) {
    return ResultsOf<float>(RealBinary(lowp_network::kPow, exponents), x);
  };
  constexpr float kMost = std::numeric_limits<float>::max();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float x = 1.1f, square = x * x;
  EXPECT_EQ(of({6}, {x, -x, 0, 1, 1e20f, -kInfinity}),
            (Floats{square * x * (square * x), square * x * (square * x), 0, 1,
                    kMost, kMost}));
  EXPECT_EQ(of({3}, {x, -x, 0, 1, 1e20f, -kInfinity}),
            (Floats{square * x, -square * x, 0, 1, kMost, -kMost}));
  EXPECT_EQ(of({0.999995f}, {x, -x, 0, 1, 1e20f, -kInfinity}),
            (Floats{x, -x, 0, 1, 1e20f, -kInfinity}));
  EXPECT_EQ(of({3, 3, 3}, {x, -x, 0, 1, 1e20f, -kInfinity}),
            (Floats{std::pow(x, 3.0f), -std::pow(x, 3.0f), 0, 1, kInfinity,
                    -kInfinity}));
  EXPECT_EQ(of({3.00002f}, {x, -x, 0, 1, 1e20f, kInfinity})[0],
            std::pow(x, 3.00002f));
  EXPECT_EQ(of({1e30f}, {x, -x, 0, 1, 0.5f, kInfinity}),
            (Floats{kInfinity, kInfinity, 0, 1, 0, kInfinity}));
}

BuiltModel OneToOneOfFloats(std::int32_t code,
                            const std::vector<std::int32_t>& shape) {
  return WithConstants(code, OfFloats(shape, {}), {}, OfFloats(shape, {}));
}

TEST(RealStepsTest, FunctionsOfOneFloat) {
  const Floats x = {-3, -0.5f, 0, 0.25f, 2, 7};
  const auto of = [&](std::int32_t code) {
    return ResultsOf<float>(OneToOneOfFloats(code, {2, 3}), x);
  };
  EXPECT_EQ(of(lowp_network::kElu),
            (Floats{-0.950212955f, -0.393469334f, 0, 0.25f, 2, 7}));
  EXPECT_EQ(of(lowp_network::kHardSwish),
            (Floats{0, -0.208333328f, 0, 0.135416672f, 1.66666663f, 7}));
  EXPECT_EQ(ResultsOf<float>(RealBinary(lowp_network::kPrelu, {2, 4, -1}), x),
            (Floats{-6, -2, 0, 0.25f, 2, 7}));
  BuiltModel slopes = RealBinary(lowp_network::kPrelu, {2, 4, -1});
  slopes.tensors[0].shape = {1, 3};
  slopes.tensors[1] = OfFloats({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(MessageOfRun(slopes),
            "alpha = 6: values are more than the input has");
}

// Results of LiteRT 2.3's reference kernels.
TEST(RealStepsTest, Sigmoids) {
  const Floats x = {-20, -9.5f, -3, -0.5f, 0, 0.25f, 2, 17};
  const auto of = [&](std::int32_t code) {
    return ResultsOf<float>(OneToOneOfFloats(code, {2, 4}), x);
  };
  EXPECT_EQ(of(lowp_network::kLogistic),
            (Floats{2.06115369216775e-09f, 7.4851828685496e-05f,
                    0.04742587357759476f, 0.3775406777858734f, 0.5f,
                    0.562176525592804f, 0.8807970285415649f, 1}));
  EXPECT_EQ(of(lowp_network::kTanh),
            (Floats{-1, -1, -0.9950547814369202f, -0.46211716532707214f, 0,
                    0.24491865932941437f, 0.9640275835990906f, 1}));
}

TEST(RealStepsTest, FunctionsOfRows) {
  const Floats x = {-3, -0.5f, 0, 0.25f, 2, 7};
  const auto of = [&](std::int32_t code) {
    return ResultsOf<float>(OneToOneOfFloats(code, {2, 3}), x);
  };
  EXPECT_EQ(of(lowp_network::kLogSoftmax),
            (Floats{-3.50459695f, -1.00459695f, -0.504596889f, -6.75787783f,
                    -5.00787783f, -0.00787771028f}));
  EXPECT_EQ(of(lowp_network::kL2Normalization),
            (Floats{-0.986393869f, -0.164398983f, 0, 0.0343199112f,
                    0.274559289f, 0.960957527f}));
  // No row is divided by 0.
  EXPECT_EQ(
      ResultsOf<float>(OneToOneOfFloats(lowp_network::kL2Normalization, {1, 2}),
                       {0, 0}),
      (Floats{0, 0}));
  BuiltModel length = OneToOneOfFloats(lowp_network::kL2Normalization, {2, 3});
  length.options = {{0, 1, 1}};
  EXPECT_EQ(MessageOfRun(length), "fused_activation_function = 1: is not NONE");
  EXPECT_EQ(MessageOfRun(OneToOneOfFloats(lowp_network::kLogSoftmax, {})),
            "input = 0: axes are not what the operator takes");
}

TEST(RealStepsTest, PlacesOfExtremes) {
  const auto of = [](std::int32_t code, std::int32_t axis, const Floats& x) {
    return ResultsOf<float, std::int32_t>(
        WithConstants(code, OfFloats({2, 3}, {}), {Ints({axis})},
                      Plain<std::int32_t>(kInt32, {axis == 0 ? 3 : 2})),
        x);
  };
  using Places = std::vector<std::int32_t>;
  const Floats x = {1, 5, 5, -2, 7, -2};  // the first one of equals
  EXPECT_EQ(of(lowp_network::kArgMax, 1, x), (Places{1, 1}));
  EXPECT_EQ(of(lowp_network::kArgMin, 1, x), (Places{0, 0}));
  EXPECT_EQ(of(lowp_network::kArgMax, 0, x), (Places{0, 1, 0}));
  EXPECT_EQ(of(lowp_network::kArgMin, 0, x), (Places{1, 0, 1}));
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(of(lowp_network::kArgMax, 1, {1, kNone, 3, 4, 2, kNone}),
            (Places{2, 0}));
}

// Four of them end in an activation, and have finite results without one.
TEST(RealStepsTest, ResultsAreBounded) {
  constexpr float kMost = std::numeric_limits<float>::max();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const Floats x = {1, -2, 3.5f, 7, -1, 0.25f};
  BuiltModel quotient = RealBinary(lowp_network::kDiv, {0.0f});
  EXPECT_EQ(ResultsOf<float>(quotient, x),
            (Floats{kMost, -kMost, kMost, kMost, -kMost, kMost}));
  EXPECT_EQ(ResultsOf<float>(RealBinary(lowp_network::kPow, {-kInfinity}),
                             {0, 0, 0.5f, 2, 0, 0}),
            (Floats{kInfinity, kInfinity, kInfinity, 0, kInfinity, kInfinity}));
  quotient = RealBinary(lowp_network::kDiv, {1.0f});
  quotient.options = {{0, 1, 1}};
  EXPECT_EQ(ResultsOf<float>(quotient, x), (Floats{1, 0, 3.5f, 7, 0, 0.25f}));
  quotient.options = {{0, 1, 2}};
  EXPECT_EQ(ResultsOf<float>(quotient, x), (Floats{1, -1, 1, 1, -1, 0.25f}));
  quotient.options = {{0, 1, 3}};
  EXPECT_EQ(ResultsOf<float>(quotient, x), (Floats{1, 0, 3.5f, 6, 0, 0.25f}));
  quotient.options = {{0, 1, 4}};
  EXPECT_EQ(MessageOfRun(quotient),
            "fused_activation_function = 4: is none of NONE, RELU, "
            "RELU_N1_TO_1 and RELU6");
}

TEST(RealStepsTest, NamesWhatIsRefused) {
  const BuiltModel sound = RealBinary(lowp_network::kDiv, {1, 2, 3});
  EXPECT_EQ(MessageOfRun(sound), "ok");
  const auto message = [&](const Change& change) {
    return MessageAfter(sound, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].type = 2; }),
            "inputs[1] = \"float32\": is not of int32 or int64");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].type = 2; }),
            "inputs[1] = \"int32\": is not of float32");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2].type = 2; }),
            "output = \"int32\": is not of float32");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[0].shape = {3, 2};
            }),
            "inputs.shape = 0: axes from the last one on are of sizes that "
            "differ, and are not 1");
  EXPECT_EQ(message([](BuiltModel* m) { m->operator_inputs = {0}; }),
            "inputs = 1: is another number than the operator has");
  BuiltModel mixed = RealBinary(lowp_network::kAdd, {1, 2, 3});
  mixed.tensors[0] = Int8({2, 3});
  EXPECT_EQ(MessageOfRun(mixed),
            "inputs[1] = \"float32\": is of another type than the input");
}

BuiltTensor Bools(std::vector<std::int32_t> shape) {
  BuiltTensor tensor = OfFloats(std::move(shape), {});
  tensor.type = 6;
  return tensor;
}

TEST(RealStepsTest, FunctionsOfBools) {
  using Truths = std::vector<std::uint8_t>;
  BuiltTensor constant = Bools({2});
  constant.data = {0, 1};
  const auto of = [&](std::int32_t code) {
    return ResultsOf<std::uint8_t>(
        WithConstants(code, Bools({2, 2}), {constant}, Bools({2, 2})),
        {0, 0, 1, 1});
  };
  EXPECT_EQ(of(lowp_network::kLogicalAnd), (Truths{0, 0, 0, 1}));
  EXPECT_EQ(of(lowp_network::kLogicalOr), (Truths{0, 1, 1, 1}));
  BuiltModel negation = WithConstants(lowp_network::kLogicalNot, Bools({2, 2}),
                                      {}, Bools({2, 2}));
  EXPECT_EQ(ResultsOf<std::uint8_t>(negation, {0, 1, 1, 0}),
            (Truths{1, 0, 0, 1}));
  negation.tensors[0].type = 9;
  EXPECT_EQ(MessageOfRun(negation), "input = \"int8\": is not of bool");
  BuiltModel both = WithConstants(lowp_network::kLogicalAnd, Bools({2}),
                                  {constant}, Bools({2}));
  both.tensors[1].type = 9;
  EXPECT_EQ(MessageOfRun(both), "inputs[1] = \"int8\": is not of bool");
}

TEST(RealStepsTest, TensorsAreRepeated) {
  const BuiltModel sound =
      WithConstants(lowp_network::kBroadcastTo, OfFloats({2, 1}, {}),
                    {Ints({2, 2, 3})}, OfFloats({2, 2, 3}, {}));
  EXPECT_EQ(ResultsOf<float>(sound, {5, 7}),
            (Floats{5, 5, 5, 7, 7, 7, 5, 5, 5, 7, 7, 7}));
  const auto message = [&](const Change& change) {
    return MessageAfter(sound, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[1] = Ints({2, 3, 3});
            }),
            "shape = 3: sizes are not the output's");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[0].shape = {3, 1};
            }),
            "input = 3: is an axis that the output does not have");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[0].shape = {1, 1, 1, 1};
            }),
            "ok");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[2] = Int8({2, 2, 3});
            }),
            "output = \"int8\": is of another type than the input");
}

}  // namespace
}  // namespace lowp_test
