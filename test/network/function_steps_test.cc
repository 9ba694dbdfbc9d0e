// Functions of single values, comparisons, choices and rows of length one: what
// they compute of a few values, and what they refuse.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../../doc/network/graph.h"
#include "built_operators.h"

namespace lowp_test {
namespace {

using Bytes = std::vector<std::int8_t>;

BuiltModel OneToOne(std::int32_t code, const BuiltTensor& from,
                    const BuiltTensor& to) {
  BuiltModel model;
  model.code = code;
  model.tensors = {from, to};
  model.operator_inputs = {0};
  model.operator_outputs = model.outputs = {1};
  return model;
}

TEST(FunctionStepsTest, FunctionsOfBytes) {
  const BuiltTensor from = Scaled({4}, 0.5f, 2);
  EXPECT_EQ(ResultsOf(OneToOne(lowp_network::kAbs, from, Scaled({4}, 1, -3)),
                      {2, 5, -2, -126}),
            (Bytes{-3, -1, -1, 61}));
  EXPECT_EQ(
      ResultsOf(OneToOne(lowp_network::kAbs, from, Scaled({4}, 0.5f, -128)),
                {2, 5, -2, -128}),
      (Bytes{-128, -125, -124, 2}));
  EXPECT_EQ(ResultsOf(OneToOne(lowp_network::kExp, from, Scaled({4}, 0.25f, 0)),
                      {2, 4, 0, 127}),
            (Bytes{4, 11, 1, 127}));
  // Infinity is the highest value.
  EXPECT_EQ(ResultsOf(OneToOne(lowp_network::kExp, Scaled({4}, 4, 2),
                               Scaled({4}, 0.25f, 0)),
                      {2, 4, 0, 127}),
            (Bytes{4, 127, 0, 127}));
  // Roots are rounded down.
  EXPECT_EQ(ResultsOf(OneToOne(lowp_network::kSqrt, Scaled({6}, 0.5f, 2),
                               Scaled({6}, 0.0625f, -20)),
                      {2, 3, 4, 8, 64, 127}),
            (Bytes{-20, -9, -4, 7, 69, 106}));
  // Of what is not positive the logarithm is the lowest value.
  EXPECT_EQ(
      ResultsOf(OneToOne(lowp_network::kLog, from, Scaled({4}, 0.125f, 0)),
                {4, 8, 2, 1}),
      (Bytes{0, 9, -128, -128}));
  EXPECT_EQ(ResultsOf(OneToOne(lowp_network::kElu, Scaled({9}, 0.05f, 3),
                               Scaled({9}, 0.02f, -40)),
                      {-128, -40, -20, 0, 2, 3, 4, 50, 127}),
            (Bytes{-90, -84, -74, -47, -42, -40, -37, 78, 127}));
  for (const std::int32_t code :
       {lowp_network::kCos, lowp_network::kSquare, lowp_network::kSin}) {
    EXPECT_EQ(MessageOfRun(OneToOne(code, from, Scaled({4}, 1, 0))),
              "input = \"int8\": is not of float32");
  }
  // No shift of 32 bits scales by as much.
  EXPECT_EQ(
      MessageOfRun(OneToOne(lowp_network::kAbs, from, Scaled({4}, 1e-20f, 0))),
      "scales = 66: is the exponent of their quotient, beyond -31..31");
  EXPECT_EQ(MessageOfRun(
                OneToOne(lowp_network::kRsqrt, from, Scaled({4}, 1e-30f, 0))),
            "scales = 81: is the exponent of their quotient, beyond -31..31");
  EXPECT_EQ(MessageOfRun(OneToOne(lowp_network::kExp, from, Int8({3}))),
            "output.shape = 3: values are not as many as the input has");
}

// A comparison of a tensor with a constant.
BuiltModel Comparison(std::int32_t code) {
  BuiltModel model = WithConstants(code, Scaled({2, 3}, 0.5f, 1),
                                   {Scaled({3}, 0.25f, -1)}, Int8({2, 3}));
  model.tensors[1].data = {1, 3, 5};  // 0.5, 1, 1.5
  model.tensors[2].type = 6;
  return model;
}

TEST(FunctionStepsTest, ComparisonsAreOfValues) {
  // 0, 1, 2, 0.5, 1.5, 1.5
  const Bytes x = {1, 3, 5, 2, 4, 4};
  EXPECT_EQ(ResultsOf(Comparison(lowp_network::kEqual), x),
            (Bytes{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(ResultsOf(Comparison(lowp_network::kNotEqual), x),
            (Bytes{1, 0, 1, 0, 1, 0}));
  EXPECT_EQ(ResultsOf(Comparison(lowp_network::kGreater), x),
            (Bytes{0, 0, 1, 0, 1, 0}));
  EXPECT_EQ(ResultsOf(Comparison(lowp_network::kGreaterEqual), x),
            (Bytes{0, 1, 1, 1, 1, 1}));
  EXPECT_EQ(ResultsOf(Comparison(lowp_network::kLess), x),
            (Bytes{1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(ResultsOf(Comparison(lowp_network::kLessEqual), x),
            (Bytes{1, 1, 0, 1, 0, 1}));
  BuiltModel model = Comparison(lowp_network::kLess);
  model.tensors[2].type = 9;
  EXPECT_EQ(MessageOfRun(model), "output = \"int8\": is not of bool");
}

TEST(FunctionStepsTest, ChoicesNameWhatIsWrong) {
  BuiltModel sound;
  sound.code = lowp_network::kSelectV2;
  sound.tensors = {Int8({2, 1}), Int8({3}), Int8({1}), Int8({2, 3})};
  sound.tensors[0].type = 6;
  sound.inputs = sound.operator_inputs = {0, 1, 2};
  sound.operator_outputs = sound.outputs = {3};
  EXPECT_EQ(MessageOfRun(sound), "ok");
  EXPECT_EQ(MessageAfter(sound, [](BuiltModel* m) { m->tensors[0].type = 9; }),
            "condition = \"int8\": is not of bool");
  EXPECT_EQ(
      MessageAfter(sound, [](BuiltModel* m) { m->tensors[1].shape = {2}; }),
      "inputs[1] = 2: is an axis that the output does not have");
  EXPECT_EQ(MessageAfter(sound,
                         [](BuiltModel* m) {
                           m->tensors[2].type = 7;
                           m->tensors[2].zero_points = {0};
                         }),
            "output = \"int8\": is of another type than the input");
}

// As TensorFlow Lite copies them: converters give each tensor its own scale.
TEST(FunctionStepsTest, ScalesOfChoicesAndReversedMayDiffer) {
  BuiltModel choice;
  choice.code = lowp_network::kSelectV2;
  choice.tensors = {Scaled({4}, 0.5f, 3), Plain<std::uint8_t>(6, {4}, {}),
                    Scaled({1}, 0.25f, -7), Scaled({4}, 2, 1)};
  choice.tensors[1].data = {0, 1, 1, 0};
  choice.tensors[2].data = {99};
  choice.operator_inputs = {1, 0, 2};
  choice.operator_outputs = choice.outputs = {3};
  EXPECT_EQ(ResultsOf(choice, {-128, 5, 127, 4}), (Bytes{99, 5, 127, 99}));
  const BuiltModel reversed =
      WithConstants(lowp_network::kReverseV2, Scaled({3}, 0.5f, 3), {Ints({0})},
                    Scaled({3}, 0.25f, -7));
  EXPECT_EQ(ResultsOf(reversed, {-128, 2, 127}), (Bytes{127, 2, -128}));
}

TEST(FunctionStepsTest, RowsOfLengthOne) {
  const BuiltModel model =
      OneToOne(lowp_network::kL2Normalization, Scaled({2, 2}, 0.1f, 1),
               Scaled({2, 2}, 1.0f / 128, 0));
  EXPECT_EQ(ResultsOf(model, {4, 5, 1, 1}), (Bytes{77, 102, 0, 0}));
  EXPECT_EQ(
      MessageAfter(model, [](BuiltModel* m) { m->tensors[1] = Int8({4}); }),
      "output = " + std::to_string(Int8({4}).zero_points[0]) +
          ": and its scale are not those that the operator fixes");
}

TEST(FunctionStepsTest, LogarithmsOfShares) {
  const BuiltModel model =
      OneToOne(lowp_network::kLogSoftmax, Scaled({2, 3}, 0.1f, 3),
               Scaled({2, 3}, 1.0f / 16, 127));
  EXPECT_EQ(ResultsOf(model, {5, 7, 100, 9, 9, 9}),
            (Bytes{-25, -22, 127, 109, 109, 109}));
  EXPECT_EQ(MessageAfter(
                model, [](BuiltModel* m) { m->tensors[1].scales = {0.125f}; }),
            "output = 127: and its scale are not those that the operator "
            "fixes");
}

TEST(FunctionStepsTest, SumsAreRescaled) {
  const auto of = [](const BuiltTensor& from, const BuiltTensor& to) {
    return ResultsOf(WithConstants(lowp_network::kSum, from, {Ints({-1})}, to),
                     {-40, 0, -7, 0, -3, 0, 3, 0, 40, 0});
  };
  EXPECT_EQ(of(Scaled({5, 2}, 0.5f, 0), Scaled({5}, 0.51f, 0)),
            (Bytes{-39, -7, -3, 3, 39}));
  EXPECT_EQ(of(Scaled({5, 2}, 0.5f, 0), Scaled({5}, 0.1f, 0)),
            (Bytes{-128, -35, -15, 15, 127}));
  EXPECT_EQ(of(Scaled({5, 2}, 0.25f, 1), Scaled({5}, 1, -5)),
            (Bytes{-16, -7, -6, -5, 5}));
  BuiltModel model = WithConstants(lowp_network::kSum, Int8({5, 2}),
                                   {Ints({1})}, Int16({5}, 1));
  EXPECT_EQ(MessageOfRun(model),
            "output = \"int16\": is of another type than the input");
}

// Each set of axes of 3x2x7x5, those that are no neighbours among them.
TEST(FunctionStepsTest, ReductionsAlongAnyAxes) {
  const std::vector<int> shape = {3, 2, 7, 5};
  constexpr int kCount = 3 * 2 * 7 * 5;
  std::vector<int> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = (i * 89 + 31) % 256 - 128;
  for (int set = 1; set < 16; ++set) {
    std::vector<int> axes, kept;
    for (int a = 0; a < 4; ++a) (set >> a & 1 ? axes : kept).push_back(a);
    std::vector<int> to, strides(4, 0);
    int results = 1;
    for (int a = 3; a >= 0; --a) {
      if (set >> a & 1) continue;
      strides[a] = results;
      results *= shape[a];
      to.insert(to.begin(), shape[a]);
    }
    std::vector<int> sums(results);
    Bytes largest(results, -128), smallest(results, 127);
    for (int i = 0; i < kCount; ++i) {
      const int to = i / 70 * strides[0] + i / 35 % 2 * strides[1] +
                     i / 5 % 7 * strides[2] + i % 5 * strides[3];
      const auto value = static_cast<std::int8_t>(values[i]);
      sums[to] += value;
      largest[to] = std::max(largest[to], value);
      smallest[to] = std::min(smallest[to], value);
    }
    for (int& sum : sums) {
      sum = std::min(std::max(static_cast<int>(std::round(sum * 0.5f)), -128),
                     127);
    }
    const auto of = [&](std::int32_t code, float scale) {
      return ResultsOf(WithConstants(code, Scaled(shape, 0.5f, 0), {Ints(axes)},
                                     Scaled(to, scale, 0)),
                       Bytes(values.begin(), values.end()));
    };
    EXPECT_EQ(of(lowp_network::kSum, 1), Bytes(sums.begin(), sums.end()))
        << set;
    EXPECT_EQ(of(lowp_network::kReduceMax, 0.5f), largest) << set;
    EXPECT_EQ(of(lowp_network::kReduceMin, 0.5f), smallest) << set;
  }
}

TEST(FunctionStepsTest, Quotients) {
  BuiltModel model =
      WithConstants(lowp_network::kDiv, Scaled({2, 4}, 0.5f, 3),
                    {Scaled({8}, 0.25f, 0)}, Scaled({2, 4}, 0.1f, -2));
  model.tensors[0].shape = model.tensors[2].shape = {8};
  model.tensors[1].data = {5, 4, 6, 100, 7, 3, 128, 127};
  // 0 is 1 above the zero point, as in the kernels, where a shift by 32 bits or
  // more rounds up.
  EXPECT_EQ(ResultsOf(model, {10, 20, -30, 100, -128, 127, 3, 5}),
            (Bytes{26, 83, -112, 17, -128, 127, -1, -2}));
  // One below the zero point: all bits but the sign are below the point, and
  // shifts by 32 bits or more leave some of them.
  EXPECT_EQ(ResultsOf(model, {2, 2, 2, 2, 2, 2, 2, 2}),
            (Bytes{-6, -7, -5, -128, -5, -9, 127, -128}));
  model.options = {{0, 1, 1}};  // RELU
  EXPECT_EQ(ResultsOf(model, {10, 20, -30, 100, -128, 127, 3, 5}),
            (Bytes{26, 83, -2, 17, -2, 127, -1, -2}));
  model.tensors[2].scales = {8};
  EXPECT_EQ(ResultsOf(model, {10, 20, -30, 100, -128, 127, 2, 4}),
            (Bytes{-2, -1, -2, -2, -2, 8, 127, 127}));
  model.tensors[1].data[2] = 0;
  EXPECT_EQ(MessageOfRun(model), "inputs[1] = 0: is no divisor");
  model.tensors[1].scales = {1e-9f};
  EXPECT_EQ(MessageOfRun(model),
            "scales = 26: is the exponent of their quotient, beyond -22..22");
}

// x - x has a scale that is next to nothing, and 1 in TensorFlow Lite's
// kernels.
TEST(FunctionStepsTest, DifferencesOfNothing) {
  BuiltModel model;
  model.code = lowp_network::kSub;
  model.tensors = {Scaled({4}, 0.5f, 3), Scaled({4}, 1e-7f, -2)};
  model.operator_inputs = {0, 0};
  EXPECT_EQ(ResultsOf(model, {-128, 2, 3, 127}), (Bytes{-1, -1, -1, -1}));
  // The multiplier is 2^-1 and 2^0.
  model.tensors[1].scales = {0x1p-19f};
  EXPECT_EQ(ResultsOf(model, {-128, 2, 3, 127}), (Bytes{-2, -2, -2, -2}));
  model.tensors[1].scales = {0x1p-20f};
  EXPECT_EQ(ResultsOf(model, {-128, 2, 3, 127}), (Bytes{-1, -1, -1, -1}));
  // The kernels' shift by 32 bits has 1, and one by 33 has 0 or 1.
  model.tensors[1].scales = {0x1p-51f};
  EXPECT_EQ(ResultsOf(model, {-128, 2, 3, 127}), (Bytes{-1, -1, -1, -1}));
  model.tensors[1].scales = {0x1p-52f};
  EXPECT_EQ(MessageOfRun(model),
            "output.scale = 33: is the exponent of the difference's multiplier,"
            " above 32");
}

// Of other sums the kernels' bytes depend on how they were compiled.
TEST(FunctionStepsTest, SumsOfAFineScaleAreRefused) {
  BuiltModel model;
  model.code = lowp_network::kSub;
  model.tensors = {Scaled({4}, 0.5f, 3), Scaled({4}, 0.25f, 3),
                   Scaled({4}, 0x1p-20f, -2)};
  model.inputs = model.operator_inputs = {0, 1};
  model.operator_outputs = model.outputs = {2};
  const char* const message =
      "output.scale = 1: is the exponent of the sum's multiplier, above 0";
  EXPECT_EQ(MessageOfRun(model), message);
  model.code = lowp_network::kAdd;
  EXPECT_EQ(MessageOfRun(model), message);
  model.tensors[2].scales = {0x1.1p-20f};
  EXPECT_EQ(MessageOfRun(model), "ok");
  model.operator_inputs = {0, 0};
  model.tensors[2].scales = {0x1p-20f};
  EXPECT_EQ(MessageOfRun(model), message);
}

TEST(FunctionStepsTest, LeastAndReversedAndFilled) {
  BuiltModel least = WithConstants(lowp_network::kReduceMin, Int8({2, 3}),
                                   {Ints({1})}, Int8({2}));
  EXPECT_EQ(ResultsOf(least, {4, -5, 6, 1, 2, 3}), (Bytes{-5, 1}));
  least.tensors[2].shape = {3};
  EXPECT_EQ(MessageOfRun(least),
            "output.shape = 3: values are not one for each place that is kept");
  BuiltModel reversed = WithConstants(lowp_network::kReverseV2, Int8({2, 3}),
                                      {Ints({1})}, Int8({2, 3}));
  EXPECT_EQ(ResultsOf(reversed, {1, 2, 3, 4, 5, 6}), (Bytes{3, 2, 1, 6, 5, 4}));
  reversed.tensors[1] = Ints({2});
  EXPECT_EQ(MessageOfRun(reversed), "axis = 2: is not among the tensor's");
  BuiltModel filled;
  filled.code = lowp_network::kFill;
  filled.tensors = {Int8({1}), Ints({2, 2}), Int8({2, 2})};
  filled.inputs = {0};
  filled.operator_inputs = {1, 0};
  filled.operator_outputs = filled.outputs = {2};
  EXPECT_EQ(ResultsOf(filled, {7}), (Bytes{7, 7, 7, 7}));
  filled.tensors[1] = Ints({4});
  EXPECT_EQ(MessageOfRun(filled), "output.shape = 4: is not what `dims` says");
}

TEST(FunctionStepsTest, TensorsMayHaveManyAxes) {
  std::vector<std::int32_t> shape(50000, 1);
  shape[7] = 2;
  shape[49999] = 3;
  BuiltModel least = WithConstants(lowp_network::kReduceMin, Int8(shape),
                                   {Ints({-1})}, Int8({2}));
  EXPECT_EQ(ResultsOf(least, {4, -5, 6, 1, 2, 3}), (Bytes{-5, 1}));
  BuiltModel choice;
  choice.code = lowp_network::kSelectV2;
  choice.tensors = {Int8(shape), Int8({3}), Int8({1}), Int8(shape)};
  choice.tensors[0].type = 6;
  choice.inputs = choice.operator_inputs = {0, 1, 2};
  choice.operator_outputs = choice.outputs = {3};
  EXPECT_EQ(MessageOfRun(choice), "ok");
}

}  // namespace
}  // namespace lowp_test
