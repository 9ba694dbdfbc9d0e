// What operators that move values refuse, each with the name of the operand or
// the option.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../../doc/network/graph.h"
#include "../../doc/network/steps.h"
#include "built_operators.h"

namespace lowp_test {
namespace {

// The last row of two, whose step leads out of the input.
BuiltModel StridedRow(std::int32_t step) {
  constexpr std::int32_t kColumns = (1 << 30) - 1;
  BuiltModel model = WithConstants(
      lowp_network::kStridedSlice, Plain<std::int64_t>(kInt64, {2, kColumns}),
      {Ints({1, 0}), Ints({step < 0 ? -9 : 9, 1}), Ints({step, 1})},
      Plain<std::int64_t>(kInt64, {1, 1}));
  model.options = {{0, 4, 0}, {1, 4, 0}, {2, 4, 0}, {3, 4, 0}, {4, 4, 0}};
  return model;
}

TEST(MovementTest, SlicesNameWhatIsWrong) {
  const BuiltModel slice =
      WithConstants(lowp_network::kSlice, Int8({3, 5}),
                    {Ints({1, 2}), Ints({-1, 3})}, Int8({2, 3}));
  EXPECT_EQ(MessageOfRun(slice), "ok");
  EXPECT_EQ(MessageAfter(slice,
                         [](BuiltModel* m) {
                           m->tensors[2] = Ints({2, 4});
                         }),
            "size = 4: is not within the input");
  EXPECT_EQ(MessageAfter(slice,
                         [](BuiltModel* m) {
                           m->tensors[1] = Ints({4, 0});
                         }),
            "begin = 4: is not in the input");
  BuiltModel strided =
      WithConstants(lowp_network::kStridedSlice, Int8({3, 5}),
                    {Ints({-2, 4}), Ints({9, 0}), Ints({1, -2})}, Int8({2, 2}));
  strided.options = {{0, 4, 0}, {1, 4, 0}, {2, 4, 0}, {3, 4, 0}, {4, 4, 0}};
  EXPECT_EQ(MessageOfRun(strided), "ok");
  const auto message = [&](const Change& change) {
    return MessageAfter(strided, change);
  };
  EXPECT_EQ(message([](BuiltModel* m) { m->options[2].value = 1; }),
            "ellipsis_mask = 1: is not 0");
  EXPECT_EQ(message([](BuiltModel* m) { m->options[3].value = 2; }),
            "new_axis_mask = 2: is not 0");
  EXPECT_EQ(message([](BuiltModel* m) { m->options[4].value = 2; }),
            "strides = -2: is below 0 where an axis vanishes");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[3] = Ints({1, 0});
            }),
            "strides = 0: is 0 or no int32");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[2] = Ints({1, 0});
            }),
            "end = 1: leaves nothing of an axis");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[4].shape[1] = 3; }),
            "output.shape = 6: is not that of the part");
}

// A step that leads nowhere may be any int32, and a position 8 GB. Under a
// sanitizer, an offset that overflows fails the test.
TEST(MovementTest, TakesAnyStepToNowhere) {
  for (std::int32_t step : {INT32_MAX, INT32_MIN}) {
    lowp_network::Graph graph;
    const gemmlowp::Status status =
        lowp_network::ReadTflite(StridedRow(step).Bytes(), &graph);
    ASSERT_TRUE(status.ok()) << status.message();
    const lowp_network::Operator& op = graph.operators[0];
    std::unique_ptr<lowp_network::Step> prepared;
    EXPECT_TRUE(StepOf(graph, op)(graph, op, nullptr, &prepared).ok());
    EXPECT_NE(prepared, nullptr);
  }
}

TEST(MovementTest, JointsAndCutsNameWhatIsWrong) {
  BuiltModel joint = Binary(lowp_network::kConcatenation);
  joint.tensors[2].shape = {3, 3, 4};
  joint.options = {{0, 4, -3}, {1, 1, 0}};
  EXPECT_EQ(MessageOfRun(joint), "ok");
  EXPECT_EQ(MessageAfter(joint, [](BuiltModel* m) { m->options[0].value = 3; }),
            "axis = 3: is not among the tensor's");
  EXPECT_EQ(MessageAfter(joint, [](BuiltModel* m) { m->options[1].value = 1; }),
            "fused_activation_function = 1: is not NONE");
  EXPECT_EQ(
      MessageAfter(joint, [](BuiltModel* m) { m->tensors[1].scales = {1}; }),
      "output = 0: is quantized differently from the input");
  EXPECT_EQ(
      MessageAfter(joint, [](BuiltModel* m) { m->tensors[2].shape[0] = 4; }),
      "output.shape = 4: is not the sum of the inputs'");
  BuiltModel cut;
  cut.code = lowp_network::kSplit;
  cut.tensors = {Ints({1}), Int8({2, 6}), Int8({2, 3}), Int8({2, 3})};
  cut.operator_inputs = {0, 1};
  cut.inputs = {1};
  cut.operator_outputs = cut.outputs = {2, 3};
  EXPECT_EQ(MessageOfRun(cut), "ok");
  EXPECT_EQ(
      MessageAfter(cut, [](BuiltModel* m) { m->tensors[1].shape[1] = 5; }),
      "outputs = 2: do not divide the axis");
  EXPECT_EQ(
      MessageAfter(cut, [](BuiltModel* m) { m->tensors[3].shape[1] = 4; }),
      "outputs.shape = 8: values are not as many as the part has");
}

TEST(MovementTest, PermutationsNameWhatIsWrong) {
  const BuiltModel sound =
      WithConstants(lowp_network::kTranspose, Int8({2, 3, 4}),
                    {Ints({2, 0, 1})}, Int8({4, 2, 3}));
  EXPECT_EQ(MessageOfRun(sound), "ok");
  EXPECT_EQ(MessageAfter(sound,
                         [](BuiltModel* m) {
                           m->tensors[1] = Ints({2, 0, 0});
                         }),
            "perm = 0: is there twice");
  EXPECT_EQ(
      MessageAfter(sound, [](BuiltModel* m) { m->tensors[2].shape[0] = 3; }),
      "output.shape = 3: is not that of the input's axis");
  BuiltModel depth = WithConstants(lowp_network::kDepthToSpace,
                                   Int8({1, 2, 3, 8}), {}, Int8({1, 4, 6, 2}));
  depth.options = {{0, 4, 2}};
  EXPECT_EQ(MessageOfRun(depth), "ok");
  EXPECT_EQ(MessageAfter(depth, [](BuiltModel* m) { m->options[0].value = 3; }),
            "block_size = 3: does not lead from shape to shape");
}

TEST(MovementTest, BlocksNameWhatIsWrong) {
  BuiltModel sound =
      WithConstants(lowp_network::kSpaceToBatchNd, Int8({1, 4, 2}),
                    {Ints({3}), Ints({1, 1})}, Int8({3, 2, 2}));
  EXPECT_EQ(MessageOfRun(sound), "ok");
  EXPECT_EQ(
      MessageAfter(sound, [](BuiltModel* m) { m->tensors[1] = Ints({65}); }),
      "block_shape = 65: is not within 1..64");
  EXPECT_EQ(MessageAfter(sound,
                         [](BuiltModel* m) {
                           m->tensors[2] = Ints({-1, 3});
                         }),
            "borders = -1: is not within 0..2^20");
  EXPECT_EQ(
      MessageAfter(sound, [](BuiltModel* m) { m->tensors[3].shape[1] = 3; }),
      "output.shape = 3: is not what blocks and borders make");
}

TEST(MovementTest, IndicesNameWhatIsWrong) {
  BuiltModel sound = WithConstants(lowp_network::kArgMax, Int8({2, 6}),
                                   {Ints({-1})}, Int8({2}));
  sound.tensors[2].type = 4;  // int64
  EXPECT_EQ(MessageOfRun(sound), "ok");
  EXPECT_EQ(MessageAfter(sound, [](BuiltModel* m) { m->tensors[2].type = 9; }),
            "output = \"int8\": is not of int32 or int64");
  EXPECT_EQ(
      MessageAfter(sound, [](BuiltModel* m) { m->tensors[2].shape = {3}; }),
      "output.shape = 3: values are not one for each place");
  const BuiltModel gather = WithConstants(lowp_network::kGather, Int8({3, 2}),
                                          {Ints({2, 0})}, Int8({2, 2}));
  EXPECT_EQ(MessageOfRun(gather), "ok");
  EXPECT_EQ(MessageAfter(gather,
                         [](BuiltModel* m) {
                           m->tensors[1] = Ints({0, 3});
                         }),
            "indices = 3: is not in the input");
}

TEST(MovementTest, MirrorPadNamesWhatIsWrong) {
  BuiltModel sound = WithConstants(lowp_network::kMirrorPad, Int8({3}),
                                   {Ints({2, 1})}, Int8({6}));
  sound.tensors[1].shape = {1, 2};
  sound.options = {{0, 1, 0}};
  EXPECT_EQ(ResultsOf(sound, {1, 2, 3}),
            (std::vector<std::int8_t>{3, 2, 1, 2, 3, 2}));
  sound.options[0].value = 1;
  EXPECT_EQ(ResultsOf(sound, {1, 2, 3}),
            (std::vector<std::int8_t>{2, 1, 1, 2, 3, 3}));
  EXPECT_EQ(MessageAfter(sound, [](BuiltModel* m) { m->options[0].value = 2; }),
            "mode = 2: is neither REFLECT nor SYMMETRIC");
  EXPECT_EQ(MessageAfter(sound,
                         [](BuiltModel* m) {
                           m->tensors[1].data = Ints({4, 1}).data;
                         }),
            "paddings = 4: is not within the input");
}

}  // namespace
}  // namespace lowp_test
