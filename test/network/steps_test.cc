// What operators refuse, each with the name of the operand or the option.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "../../doc/network/graph.h"
#include "../../doc/network/read_tflite.h"
#include "../../doc/network/step.h"
#include "run_small.h"
#include "tflite_builder.h"

namespace lowp_test {
namespace {

using Change = std::function<void(BuiltModel*)>;

std::string MessageOfRun(const BuiltModel& model) {
  lowp_network::Graph graph;
  gemmlowp::Status status = lowp_network::ReadTflite(model.Bytes(), &graph);
  if (status.ok()) status = PrepareAndRun(graph);
  return status.message();
}

std::string MessageAfter(const BuiltModel& sound, const Change& change) {
  BuiltModel model = sound;
  change(&model);
  return MessageOfRun(model);
}

BuiltTensor Int8(std::vector<std::int32_t> shape) {
  BuiltTensor tensor;
  tensor.shape = std::move(shape);
  return tensor;
}

BuiltTensor Constant(std::vector<std::int32_t> shape, std::size_t bytes,
                     std::int8_t type) {
  BuiltTensor tensor = Int8(std::move(shape));
  tensor.type = type;
  tensor.zero_points = {0};
  tensor.data.assign(bytes, 1);
  return tensor;
}

BuiltTensor Ints(const std::vector<std::int32_t>& values) {
  BuiltTensor tensor =
      Constant({static_cast<std::int32_t>(values.size())}, 0, 2);
  for (std::int32_t value : values) {
    for (int shift = 0; shift < 32; shift += 8) {
      tensor.data.push_back(static_cast<std::uint8_t>(value >> shift));
    }
  }
  return tensor;
}

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
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].type = 3; }),
            "input = 3: is not of int8");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[3].scales = {}; }),
            "output = 0: scales: one is needed");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].zero_points = {127}; }),
            "ok");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].zero_points = {128}; }),
            "input = 128: is a zero point that is no int8");
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

TEST(StepsTest, AddNamesWhatIsWrong) {
  BuiltModel sound;
  sound.code = lowp_network::kAdd;
  sound.tensors = {Int8({2, 3, 4}), Int8({1, 3, 4}), Int8({2, 3, 4})};
  sound.inputs = sound.operator_inputs = {0, 1};
  sound.operator_outputs = sound.outputs = {2};
  EXPECT_EQ(MessageOfRun(sound), "ok");
  const auto message = [&](const Change& change) {
    return MessageAfter(sound, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].shape = {1}; }), "ok");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[1].shape = {3, 1};
            }),
            "inputs.shape = 2: axes are not the last ones of the other");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[2].shape = {2, 3, 5};
            }),
            "output.shape = 30: values are not as many as the larger operand "
            "has");
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
                           m->tensors[1] = Ints({1, 3});
                         }),
            "axes = 2: values are not those of height and width");
}

}  // namespace
}  // namespace lowp_test
