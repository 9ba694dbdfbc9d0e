// Operators that read where integers say, or say where something is: what they
// compute, and what they refuse.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "built_operators.h"

namespace lowp_test {
namespace {

using Bytes = std::vector<std::int8_t>;
using Int32s = std::vector<std::int32_t>;

// A table of int8 from 0 on.
BuiltTensor Table(std::vector<std::int32_t> shape) {
  BuiltTensor table = Int8(std::move(shape));
  std::int32_t size = 1;
  for (std::int32_t extent : table.shape) size *= extent;
  for (std::int32_t i = 0; i < size; ++i) {
    table.data.push_back(static_cast<std::uint8_t>(i));
  }
  return table;
}

// A lookup in a constant table by indices that are read when it runs.
BuiltModel Lookup(std::int32_t code, const std::vector<std::int32_t>& table,
                  const BuiltTensor& indices,
                  const std::vector<std::int32_t>& output) {
  BuiltModel model;
  model.code = code;
  model.tensors = {indices, Table(table), Int8(output)};
  model.operator_inputs = {1, 0};
  model.operator_outputs = model.outputs = {2};
  return model;
}

BuiltTensor Indices(std::vector<std::int32_t> shape) {
  return Plain<std::int32_t>(kInt32, std::move(shape));
}

TEST(LookupStepsTest, GathersAlongAnAxis) {
  BuiltModel rows = Lookup(lowp_network::kGather, {4, 3}, Indices({2}), {2, 3});
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(rows, {3, 0})),
            (Bytes{9, 10, 11, 0, 1, 2}));
  EXPECT_EQ(MessageOf(rows, {3, 4}), "indices = 4: is not in the input");
  EXPECT_EQ(MessageOf(rows, {-1, 0}), "indices = -1: is not in the input");
  BuiltModel columns =
      Lookup(lowp_network::kGather, {2, 4}, Indices({3}), {2, 3});
  columns.options = {{0, 4, -1}};
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(columns, {3, 0, 1})),
            (Bytes{3, 0, 1, 7, 4, 5}));
  columns.options = {{0, 4, 2}};
  EXPECT_EQ(MessageOfRun(columns), "axis = 2: is not among the tensor's");
}

TEST(LookupStepsTest, GathersOfEachBatch) {
  BuiltModel model =
      Lookup(lowp_network::kGather, {2, 2, 4}, Indices({2, 3}), {2, 2, 3});
  model.options = {{0, 4, 2}, {1, 4, 1}};
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(model, {3, 0, 1, 2, 2, 0})),
            (Bytes{3, 0, 1, 7, 4, 5, 10, 10, 8, 14, 14, 12}));
  EXPECT_EQ(MessageAfter(model,
                         [](BuiltModel* m) {
                           m->tensors[0].shape = {3, 2};
                         }),
            "indices.shape = 3: is another size than the input has along a "
            "batch axis");
  EXPECT_EQ(MessageAfter(model, [](BuiltModel* m) { m->options[1].value = 3; }),
            "batch_dims = 3: is over the axis, or the axes of the indices");
  EXPECT_EQ(MessageAfter(model,
                         [](BuiltModel* m) {
                           m->tensors[2].shape = {2, 3};
                         }),
            "output.shape = 6: values are not as many as are gathered");
  EXPECT_EQ(MessageAfter(model, [](BuiltModel* m) { m->tensors[0].type = 0; }),
            "indices = \"float32\": is not of int32 or int64");
  EXPECT_EQ(MessageAfter(
                model, [](BuiltModel* m) { m->tensors[2].zero_points = {9}; }),
            "output = 0: is quantized differently from the input");
}

TEST(LookupStepsTest, IndicesMayBeOfThreeTypes) {
  BuiltModel rows = Lookup(lowp_network::kGather, {4, 3},
                           Plain<std::int16_t>(kInt16, {2}), {2, 3});
  EXPECT_EQ((ResultsOf<std::int16_t, std::int8_t>(rows, {1, 1})),
            (Bytes{3, 4, 5, 3, 4, 5}));
  rows.tensors[0] = Plain<std::int64_t>(kInt64, {2});
  EXPECT_EQ((ResultsOf<std::int64_t, std::int8_t>(rows, {2, 1})),
            (Bytes{6, 7, 8, 3, 4, 5}));
  BuiltModel words =
      Lookup(lowp_network::kEmbeddingLookup, {4, 3}, Indices({2}), {2, 3});
  words.operator_inputs = {0, 1};
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(words, {3, 1})),
            (Bytes{9, 10, 11, 3, 4, 5}));
}

TEST(LookupStepsTest, GathersByCoordinates) {
  const BuiltModel elements =
      Lookup(lowp_network::kGatherNd, {4, 3}, Indices({2, 2}), {2});
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(elements, {3, 2, 1, 0})),
            (Bytes{11, 3}));
  EXPECT_EQ(MessageOf(elements, {3, 3, 0, 0}),
            "indices = 3: is not in the input");
  const BuiltModel rows =
      Lookup(lowp_network::kGatherNd, {4, 3}, Indices({2, 1, 1}), {2, 1, 3});
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(rows, {2, 0})),
            (Bytes{6, 7, 8, 0, 1, 2}));
  EXPECT_EQ(MessageAfter(rows,
                         [](BuiltModel* m) {
                           m->tensors[0].shape = {2, 3};
                         }),
            "indices.shape = 3: coordinates are more than the input has axes");
}

// Values and indices, of two rows.
BuiltModel TopK(std::int32_t k, BuiltTensor input) {
  BuiltModel model =
      WithConstants(lowp_network::kTopKV2, input, {Ints({k})}, input);
  model.tensors[2].shape = {2, k};
  model.tensors.push_back(Indices({2, k}));
  model.operator_outputs = model.outputs = {2, 3};
  return model;
}

TEST(LookupStepsTest, LargestOfEachRow) {
  const Bytes rows = {5, 7, 7, -3, 7, -9, -9, -128, 0, -9};
  const BuiltModel model = TopK(4, Int8({2, 5}));
  EXPECT_EQ(ResultsOf(model, rows), (Bytes{7, 7, 7, 5, 0, -9, -9, -9}));
  EXPECT_EQ((ResultsOf<std::int8_t, std::int32_t>(model, rows, 1)),
            (Int32s{1, 2, 4, 0, 3, 0, 1, 4}));
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(
      (ResultsOf<float, std::int32_t>(TopK(3, Plain<float>(0, {2, 3})),
                                      {kNone, 1, 2, kNone, kNone, -1}, 1)),
      (Int32s{2, 1, 0, 2, 0, 1}));
  EXPECT_EQ(MessageOfRun(TopK(1, Plain<std::uint8_t>(kBool, {2, 3}))),
            "input = \"bool\": is of bool, which the operator does not take");
  EXPECT_EQ(MessageOfRun(TopK(6, Int8({2, 5}))),
            "k = 6: is not between 1 and the values of a row");
  EXPECT_EQ(MessageAfter(model,
                         [](BuiltModel* m) {
                           m->tensors[3].shape = {3, 4};
                         }),
            "output.shape = 12: values are not k for each row");
  EXPECT_EQ(
      MessageAfter(
          model, [](BuiltModel* m) { m->operator_outputs = m->outputs = {2}; }),
      "outputs = 1: are not two");
}

TEST(LookupStepsTest, OneValueWhereAnIndexSays) {
  BuiltTensor on = Int8({1}), off = Int8({1});
  on.data = {7};
  off.data = {2};
  off.scales = {1e-9f};  // whatever it is
  BuiltModel model = WithConstants(lowp_network::kOneHot, Indices({3}),
                                   {Ints({2}), on, off}, Int8({3, 2}));
  model.options = {{0, 4, -1}};
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(model, {1, -1, 0})),
            (Bytes{2, 7, 2, 2, 7, 2}));
  model.options = {{0, 4, 0}};
  EXPECT_EQ(MessageOfRun(model),
            "output.shape = 6: is not that of the indices with the depth as "
            "another axis");
  model.tensors[4].shape = {2, 3};
  EXPECT_EQ((ResultsOf<std::int32_t, std::int8_t>(model, {1, 5, 0})),
            (Bytes{2, 2, 7, 7, 2, 2}));
  EXPECT_EQ(
      MessageAfter(model, [](BuiltModel* m) { m->tensors[2] = Ints({1}); }),
      "on_value = \"int32\": is of another type than the output");
  EXPECT_EQ(
      MessageAfter(model, [](BuiltModel* m) { m->tensors[1] = Ints({0}); }),
      "depth = 0: is not between 1 and 2^30");
}

// Of 2 x 2 x 3 elements.
template <typename T>
std::vector<T> Chosen(std::int8_t type, std::vector<std::int32_t> condition,
                      const std::vector<std::uint8_t>& truths) {
  BuiltModel model;
  model.code = lowp_network::kSelectV2;
  model.tensors = {Plain<std::uint8_t>(kBool, std::move(condition)),
                   Plain<T>(type, {2, 3}, {1, 2, 3, 4, 5, 6}),
                   Plain<T>(type, {1}, {-1}), Plain<T>(type, {2, 2, 3})};
  model.operator_inputs = {0, 1, 2};
  model.operator_outputs = model.outputs = {3};
  return ResultsOf<std::uint8_t, T>(model, truths);
}

template <typename T>
void ExpectChoices(std::int8_t type) {
  EXPECT_EQ(Chosen<T>(type, {2, 1, 3}, {1, 0, 1, 0, 1, 0}),
            (std::vector<T>{1, -1, 3, 4, -1, 6, -1, 2, -1, -1, 5, -1}));
  EXPECT_EQ(Chosen<T>(type, {2, 2, 3}, {1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1}),
            (std::vector<T>{1, 2, 3, -1, -1, 6, 1, -1, 3, 4, 5, 6}));
}

TEST(LookupStepsTest, ChoicesOfAllSizes) {
  ExpectChoices<std::int8_t>(9);
  ExpectChoices<std::int16_t>(kInt16);
  ExpectChoices<std::int32_t>(kInt32);
  ExpectChoices<std::int64_t>(kInt64);
  ExpectChoices<float>(0);
}

}  // namespace
}  // namespace lowp_test
