// What operators refuse, each with the name of the operand or the option.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../../doc/network/graph.h"
#include "built_operators.h"

namespace lowp_test {
namespace {

// 4x4x2 to 4x4x3 by 3x3, SAME, with ReLU.
BuiltModel Convolution() {
  BuiltModel model;
  model.code = lowp_network::kConv2d;
  model.tensors = {Int8({1, 4, 4, 2}), Constant({3, 3, 3, 2}, 54, 9),
                   Constant({3}, 12, 2), Int8({1, 4, 4, 3})};
  model.operator_inputs = {0, 1, 2};
  model.operator_outputs = {3};
  model.outputs = {3};
  model.options = {{0, 1, 0}, {1, 4, 1}, {2, 4, 1},
                   {3, 1, 1}, {4, 4, 1}, {5, 4, 1}};
  return model;
}

// As networks of floats have them, and those with weights alone of int8.
TEST(StepsTest, LayersOfFloatsSaySo) {
  for (const std::int32_t code :
       {lowp_network::kConv2d, lowp_network::kDepthwiseConv2d,
        lowp_network::kFullyConnected, lowp_network::kBatchMatMul,
        lowp_network::kSvdf, lowp_network::kUnidirectionalSequenceLstm}) {
    EXPECT_EQ(MessageOfRun(WithConstants(code, Plain<float>(0, {2, 3}), {},
                                         Plain<float>(0, {2, 3}))),
              "input = \"float32\": is of a network that is not quantized, or "
              "whose weights alone are; only quantized ones run");
  }
}

TEST(StepsTest, ConvolutionNamesWhatIsWrong) {
  const BuiltModel sound = Convolution();
  EXPECT_EQ(MessageOfRun(sound), "ok");
  const auto message = [&](const Change& change) {
    return MessageAfter(sound, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) { m->operator_inputs = {0}; }),
            "inputs = 1: is another number than the operator has");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->operator_inputs = {0, -1};
            }),
            "inputs = 1: is left out");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->operator_inputs = {0, 1, -1};
            }),
            "ok");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].type = 0; }),
            "input = \"float32\": is of a network that is not quantized, or "
            "whose weights alone are; only quantized ones run");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[3].scales = {}; }),
            "output = 0: scales: one is needed");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].zero_points = {127}; }),
            "ok");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].zero_points = {128}; }),
            "input = 128: is a zero point that the type does not have");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].zero_points = {1}; }),
            "filter = 1: is a zero point other than 0");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[1].data = {};
              m->inputs = {0, 1};
            }),
            "filter = 0: is no constant");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2] = Constant({2}, 8, 2); }),
            "bias = 2: values are not one a channel");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[0].shape = {4, 4, 2};
            }),
            "input = 3: axes are not what the operator takes");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[3].shape[1] = 5; }),
            "output.shape = 5: is not what the convolution has");
}

TEST(StepsTest, ConvolutionNamesItsOptions) {
  const BuiltModel sound = Convolution();
  const auto message = [&](int option, int value) {
    return MessageAfter(sound, [=](BuiltModel* m) {
      m->options[static_cast<std::size_t>(option)].value = value;
    });
  };
  EXPECT_EQ(message(0, 2), "padding = 2: is neither SAME nor VALID");
  EXPECT_EQ(message(3, 3), "ok");
  EXPECT_EQ(
      message(3, 4),
      "fused_activation_function = 4: is none of NONE, RELU, RELU_N1_TO_1 "
      "and RELU6");
  EXPECT_NE(message(1, 0).find("geometry.width.stride = 0"), std::string::npos);
  EXPECT_NE(message(5, -1).find("geometry.height.dilation = -1"),
            std::string::npos);
}

TEST(StepsTest, FullyConnectedNamesWhatIsWrong) {
  BuiltModel sound;
  sound.code = lowp_network::kFullyConnected;
  sound.tensors = {Int8({2, 6}), Constant({3, 6}, 18, 9), Int8({2, 3})};
  sound.operator_inputs = {0, 1};
  sound.operator_outputs = sound.outputs = {2};
  sound.options = {{0, 1, 0}, {1, 1, 0}};
  EXPECT_EQ(MessageOfRun(sound), "ok");
  const auto message = [&](const Change& change) {
    return MessageAfter(sound, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) { m->options[1].value = 1; }),
            "weights_format = 1: is not DEFAULT");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[0].shape = {2, 5};
            }),
            "filter.shape[1] = 6: does not divide the size of the input");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[2].shape = {3, 3};
            }),
            "output.shape = 9: values are not one for each row and channel");
}

// The product of a matrix and its own transposition. Bytes are 3 more than
// twice the values.
TEST(StepsTest, WeightsMayBeComputed) {
  BuiltModel gram;
  gram.code = lowp_network::kFullyConnected;
  gram.tensors = {Int8({2, 2}), Int8({2, 2})};
  gram.operator_inputs = {0, 0};
  gram.options = {{0, 1, 0}, {1, 1, 0}};
  EXPECT_EQ(ResultsOf(gram, {5, 4, 1, 3}),
            (std::vector<std::int8_t>{6, 1, 1, 5}));
  EXPECT_EQ(MessageAfter(gram,
                         [](BuiltModel* m) {
                           m->tensors.push_back(Int8({2, 2}));
                           m->tensors[2].scales = {0.5f, 0.25f};
                           m->tensors[2].zero_points = {0, 0};
                           m->inputs = m->operator_inputs = {0, 2};
                         }),
            "filter = 2: scales: one is needed");
}

// Four scales fit along several axes of these filters.
TEST(StepsTest, ScalesOfFiltersLieAlongTheirChannels) {
  BuiltModel product =
      WithConstants(lowp_network::kFullyConnected, Int8({2, 4}),
                    {Constant({4, 4}, 16, 9)}, Int8({2, 4}));
  BuiltModel ordinary =
      WithConstants(lowp_network::kConv2d, Int8({1, 4, 4, 4}),
                    {Constant({4, 4, 4, 4}, 256, 9)}, Int8({1, 4, 4, 4}));
  ordinary.options = {{0, 1, 0}, {1, 4, 1}, {2, 4, 1}};
  BuiltModel depthwise = ordinary;
  depthwise.code = lowp_network::kDepthwiseConv2d;
  depthwise.tensors[1] = Constant({1, 4, 4, 4}, 64, 9);
  BuiltModel transposed = WithConstants(
      lowp_network::kTransposeConv, Ints({1, 4, 4, 4}),
      {Constant({4, 4, 4, 4}, 256, 9), Int8({1, 4, 4, 4})}, Int8({1, 4, 4, 4}));
  transposed.options = {{0, 1, 0}, {1, 4, 1}, {2, 4, 1}};
  transposed.inputs = {2};
  const struct {
    const BuiltModel& model;
    std::vector<int> axes;  // those along which four scales fit
    int axis_of_channels;
  } cases[] = {{product, {0, 1}, 0},
               {ordinary, {0, 1, 2, 3}, 0},
               {depthwise, {1, 2, 3}, 3},
               {transposed, {0, 1, 2, 3}, 0}};
  for (const auto& each : cases) {
    for (int axis : each.axes) {
      EXPECT_EQ(MessageAfter(each.model,
                             [&](BuiltModel* m) {
                               m->tensors[1].scales = {1, 2, 3, 4};
                               m->tensors[1].axis = axis;
                             }),
                axis == each.axis_of_channels
                    ? "ok"
                    : "filter = " + std::to_string(axis) +
                          ": is the axis of its scales, and not that of its "
                          "channels");
    }
    EXPECT_EQ(
        MessageAfter(each.model, [](BuiltModel* m) { m->tensors[1].axis = 1; }),
        "ok");
  }
}

TEST(StepsTest, BinaryOperatorsNameWhatIsWrong) {
  for (std::int32_t code :
       {lowp_network::kAdd, lowp_network::kSub, lowp_network::kMul,
        lowp_network::kMaximum, lowp_network::kSquaredDifference}) {
    const BuiltModel sound = Binary(code);
    EXPECT_EQ(MessageOfRun(sound), "ok");
    const auto message = [&](const Change& change) {
      return MessageAfter(sound, change);
    };
    for (const std::vector<std::int32_t>& shape :
         std::vector<std::vector<std::int32_t>>{
             {1}, {4}, {3, 1}, {2, 1, 1}, {2, 1, 4}, {1, 1, 2, 3, 4}}) {
      EXPECT_EQ(message([&](BuiltModel* m) { m->tensors[1].shape = shape; }),
                "ok");
    }
    EXPECT_EQ(message([](BuiltModel* m) {
                m->tensors[1].shape = {2, 1};
              }),
              "inputs.shape = 1: axes from the last one on are of sizes that "
              "differ, and are not 1");
    EXPECT_EQ(message([](BuiltModel* m) {
                m->tensors[2].shape = {2, 3, 5};
              }),
              "output.shape = 30: values are not as many as the operands make");
    EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].type = 2; }),
              "inputs[1] = \"int32\": is of another type than the input");
  }
  BuiltModel maximum = Binary(lowp_network::kMaximum);
  maximum.tensors[1].zero_points = {4};
  EXPECT_EQ(MessageOfRun(maximum),
            "output = 0: is quantized differently from the input");
}

TEST(StepsTest, PadAndMeanNameWhatIsWrong) {
  BuiltModel sound;
  sound.code = lowp_network::kPad;
  sound.tensors = {Int8({1, 4}), Ints({0, 0, 1, 2}), Int8({1, 7})};
  sound.tensors[1].shape = {2, 2};
  sound.operator_inputs = {0, 1};
  sound.operator_outputs = sound.outputs = {2};
  EXPECT_EQ(MessageOfRun(sound), "ok");
  EXPECT_EQ(
      MessageAfter(sound, [](BuiltModel* m) { m->tensors[2].shape[1] = 8; }),
      "output.shape = 8: is not the input's and the padding");
  EXPECT_EQ(MessageAfter(sound,
                         [](BuiltModel* m) {
                           m->tensors[1].data = Ints({0, 0, -1, 4}).data;
                         }),
            "paddings = -1: is negative");
  EXPECT_EQ(
      MessageAfter(sound, [](BuiltModel* m) { m->tensors[2].scales = {1}; }),
      "output = 0: is quantized differently from the input");
  sound.code = lowp_network::kMean;
  sound.tensors = {Int8({1, 4, 4, 2}), Ints({-2, 1}), Int8({1, 2})};
  EXPECT_EQ(MessageOfRun(sound), "ok");
  EXPECT_EQ(MessageAfter(sound,
                         [](BuiltModel* m) {
                           m->tensors[1] = Ints({1, 4});
                         }),
            "axis = 4: is not among the tensor's");
  EXPECT_EQ(MessageAfter(sound,
                         [](BuiltModel* m) {
                           m->tensors[1] = Ints({1, 3});
                         }),
            "output.shape = 2: values are not one for each window and channel");
}

TEST(StepsTest, ActivationsNameWhatIsWrong) {
  BuiltModel sound =
      WithConstants(lowp_network::kLogistic, Int8({2, 5}), {}, Int8({2, 5}));
  sound.tensors[1].scales = {1.0f / 256};
  sound.tensors[1].zero_points = {-128};
  EXPECT_EQ(MessageOfRun(sound), "ok");
  EXPECT_EQ(MessageAfter(
                sound, [](BuiltModel* m) { m->tensors[1].zero_points = {0}; }),
            "output = 0: and its scale are not those that the operator fixes");
  EXPECT_EQ(MessageAfter(sound,
                         [](BuiltModel* m) {
                           m->tensors[1].shape = {2, 4};
                         }),
            "output.shape = 8: values are not as many as the input has");
  sound.code = lowp_network::kRelu6;
  EXPECT_EQ(MessageOfRun(sound), "ok");
  EXPECT_EQ(MessageAfter(sound, [](BuiltModel* m) { m->tensors[0].type = 2; }),
            "input = \"int32\": is not of int8 or int16");
}

// Converters choose output scales that hardly need the bounds.
TEST(StepsTest, ReluHasItsBounds) {
  // Scales of 1/2 and zero points of 3.
  BuiltModel model =
      WithConstants(lowp_network::kRelu, Int8({1, 6}), {}, Int8({1, 6}));
  const std::vector<std::int8_t> values = {-128, 0, 2, 4, 16, 127};
  using Results = std::vector<std::int8_t>;
  EXPECT_EQ(ResultsOf(model, values), (Results{3, 3, 3, 4, 16, 127}));
  model.code = lowp_network::kRelu6;
  EXPECT_EQ(ResultsOf(model, values), (Results{3, 3, 3, 4, 15, 15}));
  model.code = lowp_network::kReluN1To1;
  EXPECT_EQ(ResultsOf(model, values), (Results{1, 1, 2, 4, 5, 5}));
}

TEST(StepsTest, QuantizeTakesEveryTypeOfTheEnds) {
  BuiltModel sound =
      WithConstants(lowp_network::kQuantize, Int8({2, 5}), {}, Int8({2, 5}));
  for (std::int8_t from : {0, 3, 7, 9}) {
    for (std::int8_t to : {3, 7, 9}) {
      sound.tensors[0].type = from;
      sound.tensors[1].type = to;
      EXPECT_EQ(MessageOfRun(sound), "ok") << int{from} << " to " << int{to};
    }
  }
  EXPECT_EQ(MessageAfter(sound, [](BuiltModel* m) { m->tensors[0].type = 2; }),
            "input = \"int32\": is not of uint8, int8 or int16");
  EXPECT_EQ(MessageAfter(sound, [](BuiltModel* m) { m->tensors[1].type = 0; }),
            "output = \"float32\": is not of uint8, int8 or int16");
  EXPECT_EQ(MessageAfter(sound,
                         [](BuiltModel* m) {
                           m->tensors[1].type = 3;
                           m->tensors[1].zero_points = {-1};
                         }),
            "output = -1: is a zero point that the type does not have");
}

TEST(StepsTest, ResizeNamesWhatIsWrong) {
  BuiltModel sound =
      WithConstants(lowp_network::kResizeBilinear, Int8({1, 2, 3, 4}),
                    {Ints({4, 5})}, Int8({1, 4, 5, 4}));
  sound.options = {{2, 1, 0}, {3, 1, 1}};
  EXPECT_EQ(MessageOfRun(sound), "ok");
  const auto message = [&](const Change& change) {
    return MessageAfter(sound, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) { m->options[0].value = 1; }),
            "half_pixel_centers = 1: and align_corners exclude each other");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2].shape[1] = 5; }),
            "output.shape[1] = 5: and the width are not the operand's");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2].shape[3] = 5; }),
            "output.shape[3] = 5: is not the input's");
}

}  // namespace
}  // namespace lowp_test
