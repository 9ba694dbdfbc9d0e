// Operators on integers that stand for places, indices and words: what they
// compute, and what they refuse. Results are those of LiteRT's reference
// kernels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "built_operators.h"

namespace lowp_test {
namespace {

using Int32s = std::vector<std::int32_t>;
using Int64s = std::vector<std::int64_t>;
using Truths = std::vector<std::uint8_t>;

constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();

template <typename T>
constexpr std::int8_t kIntegerType = sizeof(T) == 8 ? kInt64 : kInt32;

// An operator on a vector and a constant.
template <typename T>
BuiltModel IntegerBinary(std::int32_t code, const std::vector<T>& constant,
                         std::int32_t count = 6) {
  const std::int8_t type = kIntegerType<T>;
  return WithConstants(
      code, Plain<T>(type, {count}),
      {Plain<T>(type, {static_cast<std::int32_t>(constant.size())}, constant)},
      Plain<T>(type, {count}));
}

TEST(IntegerStepsTest, FunctionsOfTwoIntegers) {
  const Int32s x = {7, -7, kMost, kLeast, 5, 0}, y = {2, 2, 1, 1, -3, 4};
  const auto of = [&](std::int32_t code) {
    return ResultsOf<std::int32_t>(IntegerBinary(code, y), x);
  };
  EXPECT_EQ(of(lowp_network::kAdd), (Int32s{9, -5, kLeast, kLeast + 1, 2, 4}));
  EXPECT_EQ(of(lowp_network::kSub), (Int32s{5, -9, kMost - 1, kMost, 8, -4}));
  EXPECT_EQ(of(lowp_network::kMul), (Int32s{14, -14, kMost, kLeast, -15, 0}));
  EXPECT_EQ(of(lowp_network::kDiv), (Int32s{3, -3, kMost, kLeast, -1, 0}));
  EXPECT_EQ(of(lowp_network::kFloorDiv), (Int32s{3, -4, kMost, kLeast, -2, 0}));
  EXPECT_EQ(of(lowp_network::kFloorMod), (Int32s{1, 1, 0, 0, -1, 0}));
  EXPECT_EQ(of(lowp_network::kMaximum), (Int32s{7, 2, kMost, 1, 5, 4}));
  EXPECT_EQ(of(lowp_network::kMinimum), (Int32s{2, -7, 1, kLeast, -3, 0}));
  EXPECT_EQ(of(lowp_network::kSquaredDifference),
            (Int32s{25, 81, 4, 1, 64, 16}));
  EXPECT_EQ(ResultsOf<std::int64_t>(
                IntegerBinary<std::int64_t>(lowp_network::kAdd, {1}),
                {kMost, kLeast, 0, 1, 2, 3}),
            (Int64s{std::int64_t{kMost} + 1, kLeast + 1, 1, 2, 3, 4}));
}

TEST(IntegerStepsTest, SumsOfSeveralAndZeros) {
  BuiltModel sums =
      IntegerBinary<std::int32_t>(lowp_network::kAddN, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(ResultsOf<std::int32_t>(sums, {7, -7, kMost, kLeast, 5, 0}),
            (Int32s{8, -5, kLeast + 2, kLeast + 4, 10, 6}));
  EXPECT_EQ(MessageAfter(sums,
                         [](BuiltModel* m) {
                           for (BuiltTensor& t : m->tensors) t.type = kInt64;
                           m->tensors[1].data.resize(48);
                         }),
            "inputs[0] = \"int64\": is not of float32 or int32");
  const auto zeros = [](std::int8_t type) {
    return WithConstants(lowp_network::kZerosLike,
                         Plain<std::int32_t>(type, {3}), {},
                         Plain<std::int32_t>(type, {3}));
  };
  EXPECT_EQ(ResultsOf<std::int32_t>(zeros(kInt32), {7, -7, kMost}),
            (Int32s{0, 0, 0}));
  EXPECT_EQ(ResultsOf<std::int64_t>(zeros(kInt64), {7, -7, kMost}),
            (Int64s{0, 0, 0}));
  EXPECT_EQ(ResultsOf<float>(zeros(0), {7, -0.0f, 1}),
            (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(MessageOfRun(zeros(kBool)),
            "input = \"bool\": is not of int32 or int64");
  EXPECT_EQ(MessageAfter(zeros(kInt32),
                         [](BuiltModel* m) { m->tensors[1].type = kInt64; }),
            "output = \"int64\": is of another type than the input");
}

// Files need not align what they hold.
TEST(IntegerStepsTest, ConstantsAreAligned) {
  for (std::size_t bytes_before : {0, 4, 8, 12}) {
    BuiltModel model = IntegerBinary<std::int64_t>(lowp_network::kAdd, {5}, 2);
    model.tensors[0].alignment = model.tensors[1].alignment = 4;
    model.custom_name.assign(bytes_before, 'x');
    model.tensors.push_back(
        Plain<std::uint8_t>(3, {static_cast<std::int32_t>(bytes_before + 1)},
                            std::vector<std::uint8_t>(bytes_before + 1)));
    lowp_network::Graph graph;
    ASSERT_TRUE(lowp_network::ReadTflite(model.Bytes(), &graph).ok());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(graph.tensors[1].data) %
                  sizeof(std::int64_t),
              0u);
    EXPECT_EQ(ResultsOf<std::int64_t>(model, {-7, 1}), (Int64s{-2, 6}));
  }
}

TEST(IntegerStepsTest, ResultsWrapAroundOrAreBounded) {
  EXPECT_EQ(ResultsOf<std::int32_t>(
                IntegerBinary<std::int32_t>(lowp_network::kDiv, {-1}, 2),
                {kLeast, 6}),
            (Int32s{kLeast, -6}));
  EXPECT_EQ(ResultsOf<std::int32_t>(
                IntegerBinary<std::int32_t>(lowp_network::kFloorMod, {-1}, 2),
                {kLeast, 6}),
            (Int32s{0, 0}));
  BuiltModel sum = IntegerBinary<std::int32_t>(lowp_network::kAdd, {2}, 4);
  sum.options = {{0, 1, 1}};  // RELU
  EXPECT_EQ(ResultsOf<std::int32_t>(sum, {-5, 1, 9, kMost}),
            (Int32s{0, 3, 11, 0}));
  sum.options = {{0, 1, 3}};  // RELU6
  EXPECT_EQ(ResultsOf<std::int32_t>(sum, {-5, 1, 9, kMost}),
            (Int32s{0, 3, 6, 0}));
  sum.options = {{0, 1, 4}};
  EXPECT_EQ(MessageOfRun(sum),
            "fused_activation_function = 4: is none of NONE, RELU, "
            "RELU_N1_TO_1 and RELU6");
}

TEST(IntegerStepsTest, NamesWhatIsRefused) {
  for (std::int32_t code :
       {lowp_network::kDiv, lowp_network::kFloorDiv, lowp_network::kFloorMod}) {
    EXPECT_EQ(MessageOfRun(IntegerBinary<std::int32_t>(code, {4, 0}, 2)),
              "inputs[1] = 0: is no divisor");
  }
  const BuiltModel sound =
      IntegerBinary<std::int32_t>(lowp_network::kAdd, {1, 2}, 2);
  EXPECT_EQ(MessageOfRun(sound), "ok");
  const auto message = [&](const Change& change) {
    return MessageAfter(sound, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[1] = Plain<std::int64_t>(kInt64, {2}, {1, 2});
            }),
            "inputs[1] = \"int64\": is of another type than the input");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2].type = 0; }),
            "output = \"float32\": is not of int32 or int64");
  EXPECT_EQ(message([](BuiltModel* m) { m->code = lowp_network::kPow; }),
            "inputs[0] = \"int32\": is not of float32");
  EXPECT_EQ(MessageOfRun(WithConstants(lowp_network::kFloorDiv, Int8({2}),
                                       {Int8({2})}, Int8({2}))),
            "operators.inputs = 0: has a tensor that no operator before it "
            "writes");
}

TEST(IntegerStepsTest, FunctionsOfAnInteger) {
  const auto of = [](std::int32_t code) {
    return ResultsOf<std::int32_t>(
        WithConstants(code, Plain<std::int32_t>(kInt32, {4}), {},
                      Plain<std::int32_t>(kInt32, {4})),
        {7, -7, kLeast, 0});
  };
  EXPECT_EQ(of(lowp_network::kNeg), (Int32s{-7, 7, kLeast, 0}));
  EXPECT_EQ(of(lowp_network::kAbs), (Int32s{7, 7, kLeast, 0}));
  EXPECT_EQ(of(lowp_network::kSign), (Int32s{1, -1, -1, 0}));
}

TEST(IntegerStepsTest, Comparisons) {
  const auto of = [](std::int32_t code) {
    BuiltModel model = IntegerBinary<std::int64_t>(code, {3}, 3);
    model.tensors[2] = Plain<std::uint8_t>(kBool, {3});
    return ResultsOf<std::int64_t, std::uint8_t>(
        model, {2, 3, (std::int64_t{1} << 32) + 3});
  };
  EXPECT_EQ(of(lowp_network::kEqual), (Truths{0, 1, 0}));
  EXPECT_EQ(of(lowp_network::kNotEqual), (Truths{1, 0, 1}));
  EXPECT_EQ(of(lowp_network::kLess), (Truths{1, 0, 0}));
  EXPECT_EQ(of(lowp_network::kLessEqual), (Truths{1, 1, 0}));
  EXPECT_EQ(of(lowp_network::kGreater), (Truths{0, 0, 1}));
  EXPECT_EQ(of(lowp_network::kGreaterEqual), (Truths{0, 1, 1}));
  BuiltModel floats = WithConstants(lowp_network::kLess, Plain<float>(0, {3}),
                                    {Plain<float>(0, {1}, {0.5f})},
                                    Plain<std::uint8_t>(kBool, {3}));
  EXPECT_EQ((ResultsOf<float, std::uint8_t>(
                floats, {0.25f, std::numeric_limits<float>::quiet_NaN(), 1})),
            (Truths{1, 0, 0}));
  floats.tensors[0] = Plain<std::int32_t>(kInt32, {3});
  EXPECT_EQ(MessageOfRun(floats),
            "inputs[1] = \"float32\": is of another type than the input");
}

// A cast of five values.
template <typename From, typename To>
std::vector<To> CastOf(std::int8_t from, std::int8_t to,
                       const std::vector<From>& values) {
  return ResultsOf<From, To>(
      WithConstants(lowp_network::kCast, Plain<From>(from, {5}), {},
                    Plain<To>(to, {5})),
      values);
}

TEST(IntegerStepsTest, NumbersOfOneTypeAsAnother) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ((CastOf<float, std::int32_t>(0, kInt32,
                                         {-2.9f, 3e9f, -3e9f, kNone, 2.9f})),
            (Int32s{-2, kMost, kLeast, kMost, 2}));
  EXPECT_EQ((CastOf<float, std::int64_t>(0, kInt64,
                                         {-2.9f, 3e9f, -1e30f, kNone, 1e30f})),
            (Int64s{-2, 3000000000, std::numeric_limits<std::int64_t>::min(),
                    std::numeric_limits<std::int64_t>::max(),
                    std::numeric_limits<std::int64_t>::max()}));
  EXPECT_EQ(
      (CastOf<float, std::uint8_t>(0, 3, {-1.5f, 300, 255.9f, kNone, 0.9f})),
      (Truths{0, 255, 255, 255, 0}));
  EXPECT_EQ(
      (CastOf<std::int32_t, std::int8_t>(kInt32, 9, {128, -129, 256, -1, 5})),
      (std::vector<std::int8_t>{-128, 127, 0, -1, 5}));
  EXPECT_EQ((CastOf<std::int32_t, float>(kInt32, 0, {kMost, kLeast, 0, -1, 5})),
            (std::vector<float>{2147483648.0f, -2147483648.0f, 0, -1, 5}));
  EXPECT_EQ(
      (CastOf<std::int32_t, std::uint8_t>(kInt32, kBool, {256, -1, 0, 1, 2})),
      (Truths{1, 1, 0, 1, 1}));
  EXPECT_EQ((CastOf<std::uint8_t, float>(kBool, 0, {0, 1, 2, 255, 0})),
            (std::vector<float>{0, 1, 1, 1, 0}));
  EXPECT_EQ(
      (CastOf<float, std::uint8_t>(0, kBool, {0, -0.0f, 0.1f, kNone, -3})),
      (Truths{0, 0, 1, 1, 1}));
}

TEST(IntegerStepsTest, SumsAlongAnAxis) {
  const auto of = [](bool exclusive, bool reverse, std::int32_t axis) {
    BuiltModel model = WithConstants(
        lowp_network::kCumsum, Plain<std::int32_t>(kInt32, {2, 3}),
        {Ints({axis})}, Plain<std::int32_t>(kInt32, {2, 3}));
    model.options = {{0, 1, exclusive}, {1, 1, reverse}};
    return ResultsOf<std::int32_t>(model, {1, 2, 3, 4, kMost, 6});
  };
  EXPECT_EQ(of(false, false, 1), (Int32s{1, 3, 6, 4, kLeast + 3, kLeast + 9}));
  EXPECT_EQ(of(true, false, -1), (Int32s{0, 1, 3, 0, 4, kLeast + 3}));
  EXPECT_EQ(of(false, true, 1), (Int32s{6, 5, 3, kLeast + 9, kLeast + 5, 6}));
  EXPECT_EQ(of(true, true, 0), (Int32s{4, kMost, 6, 0, 0, 0}));
  const BuiltTensor cube = Plain<float>(0, {2, 2, 2});
  EXPECT_EQ(ResultsOf<float>(
                WithConstants(lowp_network::kCumsum, cube, {Ints({1})}, cube),
                {1, 2, 3, 4, 5, 6, 7, 8}),
            (std::vector<float>{1, 2, 4, 6, 5, 6, 12, 14}));
  BuiltModel bytes =
      WithConstants(lowp_network::kCumsum, Int8({3}), {Ints({0})}, Int8({3}));
  EXPECT_EQ(MessageOfRun(bytes), "input = \"int8\": is not of int32 or int64");
}

TEST(IntegerStepsTest, Reductions) {
  const auto of = [](std::int32_t code, const Int32s& axes,
                     std::vector<std::int32_t> shape) {
    return ResultsOf<std::int32_t>(
        WithConstants(code, Plain<std::int32_t>(kInt32, {2, 1, 3}),
                      {Ints(axes)},
                      Plain<std::int32_t>(kInt32, std::move(shape))),
        {1, -2, 3, 4, 5, kMost});
  };
  EXPECT_EQ(of(lowp_network::kSum, {-1}, {2, 1}), (Int32s{2, kLeast + 8}));
  EXPECT_EQ(of(lowp_network::kReduceProd, {0}, {3}),
            (Int32s{4, -10, kMost - 2}));
  EXPECT_EQ(of(lowp_network::kReduceMax, {0, 2}, {1}), (Int32s{kMost}));
  EXPECT_EQ(of(lowp_network::kReduceMin, {0}, {1, 3}), (Int32s{1, -2, 3}));
  const auto holds = [](std::int32_t code) {
    return ResultsOf<std::uint8_t>(
        WithConstants(code, Plain<std::uint8_t>(kBool, {3, 2}), {Ints({1})},
                      Plain<std::uint8_t>(kBool, {3})),
        {0, 0, 0, 1, 1, 1});
  };
  EXPECT_EQ(holds(lowp_network::kReduceAny), (Truths{0, 1, 1}));
  EXPECT_EQ(holds(lowp_network::kReduceAll), (Truths{0, 0, 1}));
  BuiltModel sum =
      WithConstants(lowp_network::kSum, Plain<std::int32_t>(kInt32, {2, 3}),
                    {Ints({2})}, Plain<std::int32_t>(kInt32, {2}));
  EXPECT_EQ(MessageOfRun(sum), "axis = 2: is not among the tensor's");
  sum.tensors[1] = Ints({0});
  EXPECT_EQ(MessageOfRun(sum),
            "output.shape = 2: values are not one for each place that is kept");
}

}  // namespace
}  // namespace lowp_test
