// Operators that keep something from one run to the next: LiteRT 2.3's bytes of
// its reference kernels, on every backend, and what is refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "../../doc/network/graph.h"
#include "../support/for_each_backend.h"
#include "built_operators.h"

namespace lowp_test {
namespace {

using gemmlowp::internal::Backend;
using Runs = std::vector<std::vector<int>>;

// (i * a + b) % m + offset for i = 0, 1, ...: what the recorded files have.
template <typename T>
std::vector<T> Pattern(int count, std::int64_t a, int b, int m, int offset,
                       int factor = 1) {
  std::vector<T> values;
  for (int i = 0; i < count; ++i) {
    values.push_back(static_cast<T>(((i * a + b) % m + offset) * factor));
  }
  return values;
}

template <typename T>
BuiltTensor ConstantOf(std::vector<std::int32_t> shape, std::int8_t type,
                       float scale, const std::vector<T>& values) {
  BuiltTensor tensor = Int8(std::move(shape));
  tensor.type = type;
  tensor.scales = {scale};
  tensor.zero_points = {0};
  tensor.data.resize(values.size() * sizeof(T));
  std::memcpy(tensor.data.data(), values.data(), tensor.data.size());
  return tensor;
}

BuiltTensor Activation(std::vector<std::int32_t> shape, float scale,
                       int zero_point) {
  BuiltTensor tensor = Int8(std::move(shape));
  tensor.scales = {scale};
  tensor.zero_points = {zero_point};
  return tensor;
}

BuiltTensor Variable(BuiltTensor tensor) {
  tensor.is_variable = true;
  return tensor;
}

constexpr std::int8_t kTypeInt32 = 2, kTypeInt16 = 7, kTypeInt8 = 9;

BuiltModel Svdf() {
  BuiltModel model;
  model.code = lowp_network::kSvdf;
  model.tensors = {
      Activation({2, 5}, 0.5f, 3),
      ConstantOf({6, 5}, kTypeInt8, 0.25f,
                 Pattern<std::int8_t>(30, 37, 11, 255, -127)),
      ConstantOf({6, 3}, kTypeInt16, 0x1p-14f,
                 Pattern<std::int16_t>(18, 7919, 5, 65535, -32767)),
      ConstantOf({3}, kTypeInt32, 0x1p-18f,
                 Pattern<std::int32_t>(3, 1000, 7, 1000000, -1000, 1000)),
      Variable(Int16({2, 18}, 0.0625f)),
      Activation({2, 3}, 40, -10)};
  model.operator_inputs = {0, 1, 2, 3, 4};
  model.operator_outputs = model.outputs = {5};
  model.options = {{0, 4, 2}, {1, 1, 1}};
  return model;
}

// Operands 1 to 8 are weights, 9 to 12 biases, 13 and 14 what is kept, 15 to 19
// intermediates.
BuiltModel Lstm(bool time_major, float cell_clip) {
  BuiltModel model;
  model.code = lowp_network::kUnidirectionalSequenceLstm;
  model.tensors = {Activation(time_major ? std::vector<std::int32_t>{3, 2, 4}
                                         : std::vector<std::int32_t>{2, 3, 4},
                              0x1p-5f, -4)};
  for (int i = 0; i < 4; ++i) {
    model.tensors.push_back(
        ConstantOf({5, 4}, kTypeInt8, 0x1p-8f * static_cast<float>(i + 1),
                   Pattern<std::int8_t>(20, 37, 11 + i, 255, -127)));
  }
  for (int i = 0; i < 4; ++i) {
    model.tensors.push_back(
        ConstantOf({5, 5}, kTypeInt8, 0x1p-7f * static_cast<float>(i + 1),
                   Pattern<std::int8_t>(25, 53, 29 + i, 255, -127)));
  }
  for (int i = 0; i < 4; ++i) {
    model.tensors.push_back(
        ConstantOf({5}, kTypeInt32, 1,
                   Pattern<std::int32_t>(5, 1777, 100 * i, 4000, -2000)));
  }
  model.tensors.push_back(Variable(Activation({2, 5}, 0x1p-7f, -6)));
  model.tensors.push_back(Variable(Int16({2, 5}, 0x1p-12f)));
  for (int i = 0; i < 4; ++i) {
    model.tensors.push_back(Int16({1}, 0x1p-12f));
  }
  model.tensors.push_back(Activation({1}, 0x1p-7f, -6));
  model.tensors.push_back(Activation(time_major
                                         ? std::vector<std::int32_t>{3, 2, 5}
                                         : std::vector<std::int32_t>{2, 3, 5},
                                     0x1p-7f, -6));
  model.operator_inputs = {0, 1,  2,  3,  4,  5,  6,  7,  8,  -1, -1, -1,
                           9, 10, 11, 12, -1, -1, 13, 14, -1, -1, -1, -1};
  model.intermediates = {15, 16, 17, 18, 19};
  model.operator_outputs = model.outputs = {20};
  std::int32_t clip;
  std::memcpy(&clip, &cell_clip, sizeof(clip));
  model.options = {{0, 1, 4}, {1, 4, clip}, {3, 1, time_major ? 1 : 0}};
  return model;
}

void ExpectRuns(const BuiltModel& model, const Runs& runs) {
  lowp_network::Graph graph;
  ASSERT_TRUE(lowp_network::ReadTflite(model.Bytes(), &graph).ok());
  const std::size_t count =
      graph.tensors[static_cast<std::size_t>(graph.inputs[0])].elements();
  ForEachBackend([&](const Backend& backend) {
    for (const bool keeps_tensors : {false, true}) {
      lowp_network::NetworkOptions options;
      options.backend = backend.name;
      options.keeps_tensors = keeps_tensors;
      std::unique_ptr<lowp_network::Network> network;
      int index = -1;
      const gemmlowp::Status status =
          lowp_network::Network::Prepare(graph, options, &network, &index);
      ASSERT_TRUE(status.ok()) << status.message();
      for (std::size_t run = 0; run < runs.size(); ++run) {
        const auto input =
            Pattern<std::int8_t>(static_cast<int>(count), 73,
                                 5 + 40 * static_cast<int>(run), 256, -128);
        std::memcpy(network->tensor(graph.inputs[0]), input.data(), count);
        ASSERT_TRUE(network->Run().ok());
        const auto* const output =
            static_cast<const std::int8_t*>(network->tensor(graph.outputs[0]));
        EXPECT_EQ(std::vector<int>(output, output + runs[run].size()),
                  runs[run])
            << "run " << run;
      }
    }
  });
}

TEST(RecurrentStepsTest, SvdfKeepsFeatures) {
  ExpectRuns(Svdf(), {{-79, 69, 19, -1, -95, 35},
                      {-104, 13, -128, 5, -128, -26},
                      {-112, -9, -85, -78, -128, 71},
                      {-30, -83, 127, -13, -13, -48}});
}

TEST(RecurrentStepsTest, LstmOfBatches) {
  ExpectRuns(
      Lstm(false, 0),
      {{82, -6,  84,  -6, 82, 106, 78, -8,  -6,  -7, -6, 111, -12, -6, -16,
        -9, -12, -15, 88, -7, -9,  23, -15, 116, -1, 40, -6,  58,  25, 58},
       {23, 120, 13, -8,  -18, -7, 121, -8, -8, -13, -11, -4, -14, 61, -8,
        -7, 39,  -7, 112, -9,  37, -6,  53, 25, 47,  -9,  -7, -10, -7, 40}});
}

TEST(RecurrentStepsTest, LstmOfTimes) {
  ExpectRuns(Lstm(true, 0),
             {{82, -6, 84, -6, 82, 66, 85, 48, -8, -14, 7,  80, -7, -6, -8,
               -7, -6, -9, 63, -7, -6, -6, -9, 75, -12, 43, -6, 47, -9, 9},
              {57, 87, 41, -6, 4,   -9, 73, -5, -7, -2, -8, -7, -8, 86, -7,
               -6, 7,  -9, 66, -13, 41, -6, 47, -1, 31, -9, -6, 20, -7, 41}});
}

// The converter writes intermediate tensors of no elements; others are refused
// if they have none.
TEST(RecurrentStepsTest, LstmHasIntermediateTensorsWithoutValues) {
  BuiltModel model = Lstm(true, 0);
  for (std::size_t i = 15; i < 20; ++i) model.tensors[i].shape = {0};
  ExpectRuns(model,
             {{82, -6, 84, -6, 82, 66, 85, 48, -8, -14, 7,  80, -7, -6, -8,
               -7, -6, -9, 63, -7, -6, -6, -9, 75, -12, 43, -6, 47, -9, 9}});
  const auto message = [&](const Change& change) {
    return MessageAfter(model, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[15].shape = {-1}; }),
            "tensors.shape = 15: has a size below 1");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[15].data = {1}; }),
            "buffers.data = 15: has another size than its tensor");
  EXPECT_EQ(message([](BuiltModel* m) { m->operator_inputs[12] = 17; }),
            "tensors.shape = 17: has a size below 1");
  EXPECT_EQ(message([](BuiltModel* m) { m->inputs.push_back(18); }),
            "tensors.shape = 18: has a size below 1");
  EXPECT_EQ(message([](BuiltModel* m) { m->outputs.push_back(19); }),
            "tensors.shape = 19: has a size below 1");
  EXPECT_EQ(message([](BuiltModel* m) { m->intermediates[0] = 16; }),
            "tensors.shape = 15: has a size below 1");
}

TEST(RecurrentStepsTest, LstmClipsItsCell) {
  ExpectRuns(
      Lstm(false, 0.25f),
      {{25, -6,  25,  -6, 25, 24, 25, 14,  -7, -9,  -10, 25, 4,  -7,  -12,
        -9, -10, -15, 25, -7, -7, -1, -13, 25, -15, 19,  -6, 22, -10, -9},
       {22, 25,  21, -8, -15, -8, 25, 7,  -8,  -2, -16, -11, -13, 25, -7,
        -6, -17, -9, 25, -12, 18, -6, 22, -10, -5, -7,  -6,  -8,  -8, 18}});
}

TEST(RecurrentStepsTest, SvdfNamesWhatIsWrong) {
  const auto message = [](const Change& change) {
    return MessageAfter(Svdf(), change);
  };
  EXPECT_EQ(message([](BuiltModel*) {}), "ok");
  EXPECT_EQ(message([](BuiltModel* m) { m->operator_inputs[3] = -1; }), "ok");
  EXPECT_EQ(message([](BuiltModel* m) { m->options[0].value = 4; }),
            "rank = 4: does not divide the features");
  EXPECT_EQ(message([](BuiltModel* m) { m->options[1].value = 3; }),
            "fused_activation_function = 3: is neither NONE nor RELU");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2].type = kTypeInt8; }),
            "buffers.data = 2: has another size than its tensor");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2].zero_points = {1}; }),
            "weights_time = 1: is a zero point of int16 other than 0");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[4].shape = {2, 17};
            }),
            "activation_state = 34: values are another number than the "
            "operator keeps");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[4].type = kTypeInt8; }),
            "activation_state = \"int8\": is of another type than the operator "
            "keeps");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[4].is_variable = false; }),
            "operators.inputs = 0: has a tensor that no operator before it "
            "writes");
  EXPECT_EQ(message([](BuiltModel* m) { m->operator_inputs[4] = -1; }),
            "activation_state = 0: is left out");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].is_variable = true; }),
            "tensors.is_variable = 1: is said of a constant");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[5].shape = {2, 4};
            }),
            "output.shape = 8: values are not one for each unit");
}

TEST(RecurrentStepsTest, LstmNamesWhatIsWrong) {
  const auto message = [](const Change& change) {
    return MessageAfter(Lstm(false, 0), change);
  };
  EXPECT_EQ(message([](BuiltModel*) {}), "ok");
  EXPECT_EQ(message([](BuiltModel* m) { m->operator_inputs[9] = 9; }),
            "cell_to_input_weights = 9: is an operand that does not run");
  EXPECT_EQ(message([](BuiltModel* m) { m->operator_inputs[21] = 9; }),
            "forget_layer_norm_coefficients = 21: is an operand that does not "
            "run");
  EXPECT_EQ(message([](BuiltModel* m) { m->operator_inputs[1] = -1; }),
            "input_to_input_weights = 0: is left out");
  EXPECT_EQ(message([](BuiltModel* m) { m->operator_inputs[13] = -1; }),
            "forget_gate_bias = 0: is left out");
  EXPECT_EQ(message([](BuiltModel* m) { m->operator_inputs.pop_back(); }),
            "inputs = 23: are neither 20 nor 24");
  EXPECT_EQ(message([](BuiltModel* m) { m->options[0].value = 1; }),
            "fused_activation_function = 1: is not TANH");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[14].scales = {0.003f}; }),
            "cell_state = -8: is the logarithm of a scale that is no power of "
            "two from 2^-15 to 2^-9");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[13].shape = {2, 6};
            }),
            "output_state = 12: values are another number than the operator "
            "keeps");
  EXPECT_EQ(message([](BuiltModel* m) { m->intermediates.pop_back(); }),
            "intermediates = 4: are not five");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[20].shape = {2, 3, 4};
            }),
            "output.shape = 24: values are not one for each time and cell");
}

}  // namespace
}  // namespace lowp_test
