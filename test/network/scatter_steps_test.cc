// Operators that write where integers say, and diagonals: what they compute,
// and what they refuse.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "built_operators.h"

namespace lowp_test {
namespace {

using Bytes = std::vector<std::int8_t>;
using Int32s = std::vector<std::int32_t>;

BuiltTensor Int8s(const std::vector<std::int32_t>& shape, const Bytes& values) {
  BuiltTensor tensor = Int8(shape);
  tensor.data.assign(values.begin(), values.end());
  return tensor;
}

// Constant updates, to where the input says.
BuiltModel Scatter(const std::vector<std::int32_t>& indices,
                   const BuiltTensor& updates, const Int32s& shape) {
  BuiltTensor output = updates;
  output.shape = shape;
  output.data.clear();
  return WithConstants(lowp_network::kScatterNd,
                       Plain<std::int32_t>(kInt32, indices),
                       {updates, Ints(shape)}, output);
}

TEST(ScatterStepsTest, PiecesAreAddedToZeros) {
  const BuiltModel elements = Scatter({4, 2}, Int8s({4}, {1, 2, 3, 4}), {2, 3});
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(elements,
                                                  {1, 2, 0, 0, 1, 2, 0, 1})),
            (Bytes{2, 4, 0, 0, 0, 4}));
  EXPECT_EQ(MessageOf(elements, {1, 2, 0, 3, 1, 2, 0, 1}),
            "indices = 3: is not in the output");
  EXPECT_EQ(MessageOf(elements, {1, 2, 0, 0, -1, 2, 0, 1}),
            "indices = -1: is not in the output");
  const BuiltModel rows =
      Scatter({2, 1, 1}, Int8s({2, 1, 3}, {1, 2, 3, 4, 5, 6}), {4, 3});
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(rows, {3, 1})),
            (Bytes{0, 0, 0, 4, 5, 6, 0, 0, 0, 1, 2, 3}));
}

TEST(ScatterStepsTest, SumsAreThoseOfTheType) {
  const auto of = [](std::int8_t type, const auto& values) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    return ResultsOf<std::int32_t, T>(
        Scatter({3, 1}, Plain<T>(type, {3}, values), {3}), {2, 0, 2});
  };
  EXPECT_EQ(of(0, std::vector<float>{0.5f, -1, 2}),
            (std::vector<float>{-1, 0, 2.5f}));
  constexpr auto kMost = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(of(kInt32, Int32s{kMost, -1, 2}), (Int32s{-1, 0, kMost * -1}));
  EXPECT_EQ(of(kInt64, std::vector<std::int64_t>{kMost, -1, 2}),
            (std::vector<std::int64_t>{-1, 0, std::int64_t{kMost} + 2}));
  // Bytes of bools, since vectors of bool have none.
  EXPECT_EQ(of(kBool, Bytes{1, 0, 1}), (Bytes{0, 0, 1}));
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(
                Scatter({3, 1}, Int8s({3}, {100, -1, 100}), {3}), {2, 0, 2})),
            (Bytes{-1, 0, -56}));
  BuiltTensor bytes = Int8s({3}, {100, -1, 120});
  bytes.type = 3;
  bytes.zero_points = {9};
  EXPECT_EQ((ResultsOf<std::int32_t, std::uint8_t>(Scatter({3, 1}, bytes, {3}),
                                                   {2, 0, 2})),
            (std::vector<std::uint8_t>{255, 0, 220}));
}

TEST(ScatterStepsTest, ScattersNameWhatIsWrong) {
  BuiltModel sound = Scatter({2, 1}, Int8({2, 3}), {4, 3});
  sound.inputs = {0, 1};
  const auto message = [&](const Change& change) {
    return MessageAfter(sound, change);
  };
  // Inputs are bytes of 1 when it runs.
  EXPECT_EQ(message([](BuiltModel*) {}),
            "indices = 16843009: is not in the output");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].type = kInt64; }),
            "indices = \"int64\": is not of int32");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[2] = Ints({3, 4});
            }),
            "output.shape = 12: is not what `shape` says");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[0].shape = {2, 3};
            }),
            "indices.shape = 3: coordinates are more than the output has axes");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[1].shape = {3, 2};
            }),
            "updates.shape = 6: is not that of pieces of the output, one for "
            "each list of coordinates");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[3].zero_points = {9}; }),
            "output = 0: is quantized differently from the input");
  EXPECT_EQ(message([](BuiltModel* m) {
              for (int i : {1, 3}) m->tensors[i] = Int16({2, 3}, 1);
              m->tensors[3].shape = {4, 3};
            }),
            "updates = \"int16\": is not scattered");
}

// A constant part into a constant tensor, where the input says.
BuiltModel Update(std::int8_t index_type) {
  BuiltModel model;
  model.code = lowp_network::kDynamicUpdateSlice;
  model.tensors = {Int8s({3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
                   Int8s({2, 2}, {-1, -2, -3, -4}),
                   Plain<std::int32_t>(index_type, {2}), Int8({3, 4})};
  model.operator_inputs = {0, 1, 2};
  model.inputs = {2};
  model.operator_outputs = model.outputs = {3};
  return model;
}

TEST(ScatterStepsTest, PartsAreReplacedWithinTheTensor) {
  const Bytes inside = {1, 2, 3, 4, 5, -1, -2, 8, 9, -3, -4, 12};
  const Bytes at_end = {1, 2, 3, 4, 5, 6, -1, -2, 9, 10, -3, -4};
  const Bytes at_begin = {-1, -2, 3, 4, -3, -4, 7, 8, 9, 10, 11, 12};
  const auto of = [](const Int32s& starts) {
    return ResultsOf<std::int32_t, std::int8_t>(Update(kInt32), starts);
  };
  constexpr auto kMost = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(of({1, 1}), inside);
  EXPECT_EQ(of({2, 3}), at_end);
  EXPECT_EQ(of({kMost, kMost}), at_end);
  EXPECT_EQ(of({-1, -kMost - 1}), at_begin);
  constexpr auto kFar = std::numeric_limits<std::int64_t>::max();
  const auto of_int64 = [](const std::vector<std::int64_t>& starts) {
    return ResultsOf<std::int64_t, std::int8_t>(Update(kInt64), starts);
  };
  EXPECT_EQ(of_int64({1, 1}), inside);
  EXPECT_EQ(of_int64({kFar, kFar}), at_end);
  EXPECT_EQ(of_int64({-kFar, 0}), at_begin);
}

TEST(ScatterStepsTest, PartsHaveAnyNumberOfAxes) {
  constexpr int kParts[] = {2, 2, 3, 2}, kSizes[] = {3, 4, 5, 3};
  constexpr int kStarts[] = {1, 0, 2, 1};
  BuiltModel model = Update(kInt32);
  model.tensors[0] = Int8s({3, 4, 5, 3}, Bytes(180));
  model.tensors[1] = Int8s({2, 2, 3, 2}, Bytes(24));
  for (int i = 0; i < 24; ++i) model.tensors[1].data[i] = 1 + i;
  model.tensors[2].shape = {4};
  model.tensors[3].shape = {3, 4, 5, 3};
  Bytes expected(180);
  for (int i = 0; i < 24; ++i) {
    int at = 0;
    for (int axis = 0, left = i, inner = 24; axis < 4; ++axis) {
      inner /= kParts[axis];
      at = at * kSizes[axis] + kStarts[axis] + left / inner;
      left %= inner;
    }
    expected[at] = static_cast<std::int8_t>(1 + i);
  }
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(model, {1, 0, 2, 1})),
            expected);
}

TEST(ScatterStepsTest, UpdatesNameWhatIsWrong) {
  const auto message = [&](const Change& change) {
    return MessageAfter(Update(kInt32), change);
  };
  EXPECT_EQ(message([](BuiltModel*) {}), "ok");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[1].shape = {4, 1};
            }),
            "update.shape = 4: is more than the input has along the axis");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].shape = {4}; }),
            "update.shape = 2: are the input's axes, and not those of both "
            "others");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[3].shape = {4, 3};
            }),
            "update.shape = 2: are the input's axes, and not those of both "
            "others");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2].shape = {3}; }),
            "start_indices = 3: values are not one for each axis");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2].type = 0; }),
            "start_indices = \"float32\": is not of int32 or int64");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].zero_points = {9}; }),
            "output = 0: is quantized differently from the input");
}

TEST(ScatterStepsTest, RowsBecomeDiagonals) {
  BuiltModel model = WithConstants(lowp_network::kMatrixDiag, Int8({2, 3}), {},
                                   Int8({2, 3, 3}));
  EXPECT_EQ(ResultsOf(model, {1, 2, 3, 4, 5, 6}),
            (Bytes{1, 0, 0, 0, 2, 0, 0, 0, 3, 4, 0, 0, 0, 5, 0, 0, 0, 6}));
  for (BuiltTensor& tensor : model.tensors) {
    tensor.type = 3;
    tensor.zero_points = {200};
  }
  EXPECT_EQ((ResultsOf<std::uint8_t>(model, {1, 2, 3, 4, 5, 200})),
            (std::vector<std::uint8_t>{1, 0, 0, 0, 2, 0, 0, 0, 3, 4, 0, 0, 0, 5,
                                       0, 0, 0, 200}));
  EXPECT_EQ((ResultsOf<float>(
                WithConstants(lowp_network::kMatrixDiag, Plain<float>(0, {2}),
                              {}, Plain<float>(0, {2, 2})),
                {1.5f, -2})),
            (std::vector<float>{1.5f, 0, 0, -2}));
  EXPECT_EQ(MessageAfter(model,
                         [](BuiltModel* m) {
                           m->tensors[1].shape = {2, 9};
                         }),
            "output.shape = 18: is not that of the input with its last axis "
            "twice");
  EXPECT_EQ(MessageAfter(model,
                         [](BuiltModel* m) {
                           for (BuiltTensor& tensor : m->tensors) {
                             tensor.type = kBool;
                           }
                         }),
            "input = \"bool\": is no number");
}

}  // namespace
}  // namespace lowp_test
