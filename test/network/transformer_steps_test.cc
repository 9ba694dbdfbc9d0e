// Operators of transformers: what they compute of a few values, and what they
// refuse, with the name of the operand.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "../../doc/network/graph.h"
#include "built_operators.h"

namespace lowp_test {
namespace {

using Values = std::vector<std::int8_t>;

// 2 x 3 times 3 x 2, both the same tensor; the second is given as it is, or as
// its transpose.
BuiltModel BatchProduct() {
  BuiltModel model;
  model.code = lowp_network::kBatchMatMul;
  model.tensors = {Int8({2, 3}), Int8({2, 3}), Int8({2, 2})};
  for (BuiltTensor& tensor : model.tensors) {
    tensor.scales = {1};
    tensor.zero_points = {0};
  }
  model.inputs = model.operator_inputs = {0, 1};
  model.operator_outputs = model.outputs = {2};
  model.options = {{0, 1, 0}, {1, 1, 1}};
  return model;
}

// Sums of int64, whose multiplier has 15 bits, both operands as they are or as
// their transposes.
TEST(TransformerStepsTest, BatchProductsOfInt16) {
  using Wide = std::vector<std::int16_t>;
  for (const bool is_transposed : {false, true}) {
    const std::vector<std::int32_t> shape =
        is_transposed ? std::vector<std::int32_t>{3, 2}
                      : std::vector<std::int32_t>{2, 3};
    BuiltTensor y = Int16(shape, 0.002f);
    const Wide values = is_transposed
                            ? Wide{-32768, 5000, -32768, 77, 32767, -12345}
                            : Wide{-32768, -32768, 32767, 5000, 77, -12345};
    y.data.resize(values.size() * sizeof(std::int16_t));
    std::memcpy(y.data.data(), values.data(), y.data.size());
    BuiltModel model =
        WithConstants(lowp_network::kBatchMatMul, Int16(shape, 0.001f), {y},
                      Int16({2, 2}, 0.0625f));
    model.options = {{0, 1, is_transposed ? 1 : 0},
                     {1, 1, is_transposed ? 0 : 1}};
    EXPECT_EQ(
        ResultsOf<std::int16_t>(
            model, is_transposed ? Wide{-32768, 300, 20000, -400, 1, 32767}
                                 : Wide{-32768, 20000, 1, 300, -400, 32767}),
        (Wide{13389, -5194, 32767, -12897}));
    model.tensors[2].scales = {1e-9f};
    EXPECT_EQ(MessageOfRun(model),
              "scales = 11: is the exponent of their quotient, beyond -31..7");
    model.tensors[2] = Int8({2, 2});
    EXPECT_EQ(MessageOfRun(model),
              "output = \"int8\": is of another type than the input");
  }
}

TEST(TransformerStepsTest, BatchProductsNameWhatIsWrong) {
  const BuiltModel sound = BatchProduct();
  EXPECT_EQ(MessageOfRun(sound), "ok");
  const auto message = [&](const Change& change) {
    return MessageAfter(sound, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].type = 7; }),
            "inputs[1] = \"int16\": is of another type than the input");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].shape = {3}; }),
            "inputs[0] = 1: axes are not what the operator takes");
  EXPECT_EQ(message([](BuiltModel* m) { m->options[1].value = 0; }),
            "inputs[1].shape = 2: is another k than the first operand has");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[2].shape = {3, 2};
            }),
            "output.shape = 3: is not m");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[2].shape = {2, 3};
            }),
            "output.shape = 3: is not n");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[0].shape = {4, 1, 2, 3};
              m->tensors[1].shape = {5, 2, 3};
              m->tensors[2].shape = {4, 5, 2, 2};
            }),
            "ok");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[0].shape = {4, 2, 3};
              m->tensors[1].shape = {5, 2, 3};
            }),
            "inputs.shape = 0: axes from the last one on are of sizes that "
            "differ, and are not 1");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[0].shape = {4, 2, 3};
            }),
            "output.shape = 1: values are not as many as the operands make");
  // Each matrix of one operand meets each of the other: a batch for each.
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[0].shape = {1 << 21, 1, 1, 1};
              m->tensors[1].shape = {1, 3, 1, 1};
              m->tensors[2].shape = {1 << 21, 3, 1, 1};
            }),
            "inputs.shape = 2097152: batches that repeat matrices are too "
            "many");
}

// Matrices of both operands that serve several products, in every way that the
// last axes of a batch can repeat.
TEST(TransformerStepsTest, BatchProductsRepeatTheirMatrices) {
  using Shape = std::vector<std::int32_t>;
  struct Case {
    Shape x, y, result;
  };
  for (const Case& batch :
       {Case{{4}, {4}, {4}}, Case{{4}, {1}, {4}}, Case{{}, {4}, {4}},
        Case{{2, 3}, {2, 1}, {2, 3}}, Case{{3}, {2, 3}, {2, 3}},
        Case{{2, 1, 3}, {1, 4, 1}, {2, 4, 3}},
        Case{{2, 1, 3, 1}, {4, 1, 2}, {2, 4, 3, 2}}}) {
    // 1 x 1 matrices: the product of two tensors that repeat.
    BuiltModel product = BatchProduct();
    BuiltModel sum = Binary(lowp_network::kMul);
    const auto set = [](BuiltModel* model, std::size_t i, Shape shape) {
      shape.insert(shape.end(), {1, 1});
      model->tensors[i] = Int8(shape);
      model->tensors[i].scales = {0.25f};
      model->tensors[i].zero_points = {3};
    };
    Values x;
    for (BuiltModel* model : {&product, &sum}) {
      set(model, 0, batch.x);
      set(model, 1, batch.y);
      set(model, 2, batch.result);
      model->inputs = {0};
      BuiltTensor& y = model->tensors[1];
      std::size_t count = 1;
      for (std::int32_t size : batch.y) count *= std::size_t(size);
      for (std::size_t i = 0; i < count; ++i) {
        y.data.push_back(static_cast<std::uint8_t>(5 * i + 1));
      }
      count = 1;
      for (std::int32_t size : batch.x) count *= std::size_t(size);
      x.clear();
      for (std::size_t i = 0; i < count; ++i) {
        x.push_back(static_cast<std::int8_t>(7 * i - 11));
      }
    }
    EXPECT_EQ(ResultsOf(product, x), ResultsOf(sum, x));
  }
}

BuiltModel Function(std::int32_t code, std::int32_t size) {
  BuiltModel model;
  model.code = code;
  model.tensors = {Int8({size}), Int8({size})};
  model.operator_inputs = {0};
  model.operator_outputs = model.outputs = {1};
  return model;
}

TEST(TransformerStepsTest, GeluHasTwoForms) {
  BuiltModel model = Function(lowp_network::kGelu, 5);
  model.tensors[0].scales = {1.0f / 16};
  model.tensors[1].scales = {1.0f / 128};
  for (BuiltTensor& tensor : model.tensors) tensor.zero_points = {0};
  const Values x = {-128, -16, 0, 8, 16};
  model.options = {{0, 1, 0}};
  EXPECT_EQ(ResultsOf(model, x), (Values{0, -20, 0, 44, 108}));
  // By tanh: a last place differs somewhere among the 256.
  model = Function(lowp_network::kGelu, 256);
  model.tensors[0].scales = {1.0f / 32};
  model.tensors[1].scales = {1.0f / 128};
  for (BuiltTensor& tensor : model.tensors) tensor.zero_points = {0};
  Values all;
  for (int i = -128; i < 128; ++i) all.push_back(static_cast<std::int8_t>(i));
  model.options = {{0, 1, 0}};
  const Values exact = ResultsOf(model, all);
  model.options = {{0, 1, 1}};
  const Values near = ResultsOf(model, all);
  EXPECT_NE(exact, near);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_NEAR(exact[i], near[i], 1) << i;
  }
}

TEST(TransformerStepsTest, ReciprocalRootsAreOfWhatIsNotNegative) {
  BuiltModel model = Function(lowp_network::kRsqrt, 5);
  model.tensors[0].scales = {1};
  model.tensors[0].zero_points = {-128};
  model.tensors[1].scales = {1.0f / 128};
  model.tensors[1].zero_points = {-128};
  // Of 0 there is none: the highest value.
  EXPECT_EQ(ResultsOf(model, {-128, -127, -124, -112, 127}),
            (Values{127, 0, -64, -96, -120}));
  EXPECT_EQ(MessageOfRun(model), "ok");
  model.tensors[0].zero_points = {2};
  EXPECT_EQ(MessageOfRun(model),
            "input = 1: is below the zero point: negative");
  model.tensors[0].zero_points = {1};
  EXPECT_EQ(MessageOfRun(model), "ok");
}

TEST(TransformerStepsTest, NegationsAreOfFloats) {
  BuiltModel model = Function(lowp_network::kNeg, 3);
  EXPECT_EQ(MessageOfRun(model), "input = \"int8\": is not of float32");
  model.tensors[0].type = 0;
  EXPECT_EQ(MessageOfRun(model), "output = \"int8\": is not of float32");
  model.tensors[1].type = 0;
  EXPECT_EQ(MessageOfRun(model), "ok");
}

// -16 / 32 is a tie: TensorFlow Lite takes it away from zero on PCs.
TEST(TransformerStepsTest, FullyConnectedLayersRoundTiesAwayFromZero) {
  BuiltModel model;
  model.code = lowp_network::kFullyConnected;
  model.tensors = {Int8({4, 1}), Constant({1, 1}, 1, 9), Int8({4, 1})};
  for (BuiltTensor& tensor : model.tensors) {
    tensor.scales = {1};
    tensor.zero_points = {0};
  }
  model.tensors[0].scales = {1.0f / 32};
  model.operator_inputs = {0, 1};
  model.operator_outputs = model.outputs = {2};
  model.options = {{0, 1, 0}, {1, 1, 0}};
  EXPECT_EQ(ResultsOf(model, {-16, 16, -48, 47}), (Values{-1, 1, -2, 1}));
  // No multiplier of a right shift: in double.
  model.tensors[2].scales = {1.0f / 64};
  EXPECT_EQ(ResultsOf(model, {-16, 16, -48, 47}), (Values{-32, 32, -96, 94}));
}

}  // namespace
}  // namespace lowp_test
