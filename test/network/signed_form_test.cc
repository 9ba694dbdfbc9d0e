// Networks of uint8: which tensors become int8, and what operators make of them
// where uint8 has an arithmetic of its own. Results are those of LiteRT's
// reference kernels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../doc/network/signed_form.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "../../doc/network/graph.h"
#include "built_operators.h"

namespace lowp_test {
namespace {

using lowp_network::ElementType;
using lowp_network::Graph;
using lowp_network::Operator;
using lowp_network::Tensor;
using Uint8s = std::vector<std::uint8_t>;

BuiltTensor Uint8(std::vector<std::int32_t> shape, float scale,
                  std::int64_t zero_point) {
  BuiltTensor tensor = Int8(std::move(shape));
  tensor.type = 3;
  tensor.scales = {scale};
  tensor.zero_points = {zero_point};
  return tensor;
}

BuiltTensor WithData(BuiltTensor tensor, Uint8s data) {
  tensor.data = std::move(data);
  return tensor;
}

// A convolution of one channel by one weight.
BuiltModel PointConvolution(const BuiltTensor& input, const BuiltTensor& filter,
                            std::int32_t bias, const BuiltTensor& output) {
  BuiltModel model = WithConstants(lowp_network::kConv2d, input,
                                   {filter, Ints({bias})}, output);
  model.options = {{0, 1, 1}, {1, 4, 1}, {2, 4, 1},
                   {3, 1, 0}, {4, 4, 1}, {5, 4, 1}};
  return model;
}

TEST(SignedFormTest, FiltersHaveZeroPoints) {
  const BuiltModel model =
      PointConvolution(Uint8({1, 1, 6, 1}, 0.5f, 100),
                       WithData(Uint8({1, 1, 1, 1}, 0.5f, 50), {200}), 0,
                       Uint8({1, 1, 6, 1}, 1, 10));
  EXPECT_EQ(ResultsOf<std::uint8_t>(model, {100, 101, 102, 104, 98, 255}),
            (Uint8s{10, 48, 85, 160, 0, 255}));
  // Their values may be any of 9 bits.
  for (std::int64_t zero_point : {0, 1}) {
    const BuiltModel far =
        PointConvolution(Uint8({1, 1, 4, 1}, 0.5f, 100),
                         WithData(Uint8({1, 1, 1, 1}, 0.5f, zero_point), {255}),
                         0, Uint8({1, 1, 4, 1}, 16, 128));
    EXPECT_EQ(ResultsOf<std::uint8_t>(far, {100, 101, 0, 255}),
              (Uint8s{128, 132, 0, 255}));
  }
}

// The other product would make it 65, and 66.
TEST(SignedFormTest, ScalesAreMultipliedInFloatOrDouble) {
  const BuiltModel layer =
      WithConstants(lowp_network::kFullyConnected, Uint8({1, 1}, 0.1f, 9),
                    {WithData(Uint8({1, 1}, 0.00301f, 3), {7}), Ints({152325})},
                    Uint8({1, 1}, 0.7f, 0));
  EXPECT_EQ(ResultsOf<std::uint8_t>(layer, {9}), Uint8s{65});
  const BuiltModel model =
      PointConvolution(Uint8({1, 1, 1, 1}, 0.1f, 9),
                       WithData(Uint8({1, 1, 1, 1}, 0.00301f, 3), {7}), 152325,
                       Uint8({1, 1, 1, 1}, 0.7f, 0));
  EXPECT_EQ(ResultsOf<std::uint8_t>(model, {9}), Uint8s{66});
}

// Ties go up; those of int8 go away from a zero that lies elsewhere.
TEST(SignedFormTest, AveragesRoundAsUint8) {
  BuiltModel model;
  model.code = lowp_network::kAveragePool2d;
  model.tensors = {Uint8({1, 1, 4, 1}, 0.5f, 7), Uint8({1, 1, 2, 1}, 0.5f, 7)};
  model.options = {{0, 1, 1}, {1, 4, 2}, {2, 4, 1},
                   {3, 4, 2}, {4, 4, 1}, {5, 1, 0}};
  EXPECT_EQ(ResultsOf<std::uint8_t>(model, {1, 2, 200, 203}), (Uint8s{2, 202}));
}

TEST(SignedFormTest, ImagesAreInterpolatedInFloat) {
  const BuiltModel model =
      WithConstants(lowp_network::kResizeBilinear, Uint8({1, 1, 3, 1}, 0.5f, 7),
                    {Ints({1, 7})}, Uint8({1, 1, 7, 1}, 0.5f, 7));
  EXPECT_EQ(ResultsOf<std::uint8_t>(model, {1, 2, 5}),
            (Uint8s{1, 1, 2, 3, 4, 5, 5}));
  // In fixed point, one would be 175.
  EXPECT_EQ(ResultsOf<std::uint8_t>(model, {254, 48, 225}),
            (Uint8s{254, 166, 77, 99, 174, 225, 225}));
}

BuiltModel Joint(const BuiltTensor& constant, const BuiltTensor& output) {
  BuiltModel model = WithConstants(lowp_network::kConcatenation,
                                   Uint8({1, 4}, 0.5f, 3), {constant}, output);
  model.options = {{0, 4, 1}};
  return model;
}

// The first result is 119 by the arithmetic of int8.
TEST(SignedFormTest, RowsOfLengthOneRoundAsUint8) {
  BuiltModel model;
  model.code = lowp_network::kL2Normalization;
  model.tensors = {Uint8({2, 4}, 0.5f, 135), Uint8({2, 4}, 1.0f / 128, 128)};
  EXPECT_EQ(
      ResultsOf<std::uint8_t>(model, {131, 111, 168, 100, 135, 135, 135, 136}),
      (Uint8s{118, 71, 206, 45, 128, 128, 128, 255}));
}

TEST(SignedFormTest, JointsRescale) {
  const BuiltTensor output = Uint8({1, 7}, 0.5f, 3);
  const Uint8s values = {0, 1, 254, 255};
  EXPECT_EQ(
      ResultsOf<std::uint8_t>(
          Joint(WithData(Uint8({1, 3}, 0.2f, 100), {0, 100, 255}), output),
          values),
      (Uint8s{0, 1, 254, 255, 0, 3, 65}));
  EXPECT_EQ(ResultsOf<std::uint8_t>(
                Joint(WithData(Uint8({1, 3}, 0.5f, 3), {0, 100, 255}), output),
                values),
            (Uint8s{0, 1, 254, 255, 0, 100, 255}));
  BuiltTensor other = WithData(Int8({1, 3}), {0, 100, 255});
  EXPECT_EQ(MessageOfRun(Joint(other, output)),
            "output = \"uint8\": is of another type than the input");
}

// Bytes that are only copied would mean other numbers.
TEST(SignedFormTest, JointsThatRescaleNeedAScale) {
  const auto message = [](const Change& change) {
    return MessageAfter(Joint(WithData(Uint8({1, 3}, 0.2f, 100), {0, 100, 255}),
                              Uint8({1, 7}, 0.5f, 3)),
                        change);
  };
  EXPECT_EQ(message([](BuiltModel*) {}), "ok");
  EXPECT_EQ(message([](BuiltModel* m) {
              m->tensors[2].scales.assign(7, 0.5f);
              m->tensors[2].axis = 1;
            }),
            "output = 7: scales: one is needed");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[2].zero_points = {300}; }),
            "output = 300: is a zero point that the type does not have");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].zero_points = {300}; }),
            "inputs = 300: is a zero point that the type does not have");
}

TEST(SignedFormTest, NamesWhatIsRefused) {
  const BuiltModel sound =
      PointConvolution(Uint8({1, 1, 6, 1}, 0.5f, 100),
                       WithData(Uint8({1, 1, 1, 1}, 0.5f, 50), {200}), 0,
                       Uint8({1, 1, 6, 1}, 1, 10));
  EXPECT_EQ(MessageOfRun(sound), "ok");
  const auto message = [&](const Change& change) {
    return MessageAfter(sound, change);
  };
  for (std::int64_t zero_point :
       {std::int64_t{-1}, std::int64_t{256}, std::int64_t{INT32_MIN}}) {
    EXPECT_EQ(message([=](BuiltModel* m) {
                m->tensors[0].zero_points = {zero_point};
              }),
              "input = \"uint8\": is not of int8 or int16");
    EXPECT_EQ(message([=](BuiltModel* m) {
                m->tensors[1].zero_points = {zero_point};
              }),
              "filter = \"uint8\": is not of int8");
  }
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[0].scales = {}; }),
            "input = \"uint8\": is not of int8 or int16");
  EXPECT_EQ(message([](BuiltModel* m) { m->tensors[1].type = 9; }),
            "filter = 50: is a zero point other than 0");
}

// Graphs of tensors of uint8 with scales, but for those that are taken away.
Graph GraphOf(int tensors, std::vector<Operator> operators,
              std::vector<int> inputs, std::vector<int> outputs) {
  Graph graph;
  Tensor tensor;
  tensor.type = ElementType::kUInt8;
  tensor.shape = {1, 2, 2, 1};
  tensor.quantization = {{0.5f}, {130}, 0};
  graph.tensors.assign(static_cast<std::size_t>(tensors), tensor);
  graph.operators = std::move(operators);
  graph.inputs = std::move(inputs);
  graph.outputs = std::move(outputs);
  return graph;
}

Operator Op(int code, std::vector<int> inputs, std::vector<int> outputs) {
  Operator op;
  op.code = code;
  op.inputs = std::move(inputs);
  op.outputs = std::move(outputs);
  return op;
}

void ExpectOperators(const Graph& graph, const std::vector<Operator>& wanted) {
  ASSERT_EQ(graph.operators.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(graph.operators[i].code, wanted[i].code);
    EXPECT_EQ(graph.operators[i].inputs, wanted[i].inputs);
    EXPECT_EQ(graph.operators[i].outputs, wanted[i].outputs);
  }
}

void ExpectSigned(const Tensor& tensor, bool is_signed) {
  EXPECT_EQ(tensor.type, is_signed ? ElementType::kInt8 : ElementType::kUInt8);
  EXPECT_EQ(tensor.is_shifted, is_signed);
  EXPECT_EQ(tensor.quantization.zero_points[0], is_signed ? 2 : 130);
}

using lowp_network::kAdd;
using lowp_network::kAveragePool2d;
using lowp_network::kDequantize;
using lowp_network::kQuantize;
using lowp_network::kTanh;

// The input and the output are uint8 and have other forms beside them; what is
// between is int8 alone.
TEST(SignedFormTest, AddsFormsAtTheEnds) {
  Graph graph =
      GraphOf(3, {Op(kTanh, {0}, {1}), Op(kAdd, {0, 1}, {2})}, {0}, {2});
  lowp_network::MakeSigned(&graph);
  ExpectOperators(graph, {Op(kQuantize, {0}, {3}), Op(kTanh, {3}, {1}),
                          Op(kAdd, {3, 1}, {4}), Op(kQuantize, {4}, {2})});
  for (int i : {0, 2}) ExpectSigned(graph.tensors[std::size_t(i)], false);
  for (int i : {1, 3, 4}) ExpectSigned(graph.tensors[std::size_t(i)], true);
}

// Before and behind an operator that keeps uint8; also where the output of the
// graph is read on.
TEST(SignedFormTest, AddsFormsAroundOperatorsOfUint8) {
  Graph graph = GraphOf(4,
                        {Op(kTanh, {0}, {1}), Op(kAveragePool2d, {1}, {2}),
                         Op(kAdd, {2, 1}, {3})},
                        {0}, {2, 3});
  lowp_network::MakeSigned(&graph);
  ExpectOperators(graph, {Op(kQuantize, {0}, {4}), Op(kTanh, {4}, {5}),
                          Op(kQuantize, {5}, {1}), Op(kAveragePool2d, {1}, {2}),
                          Op(kQuantize, {2}, {6}), Op(kAdd, {6, 5}, {7}),
                          Op(kQuantize, {7}, {3})});
}

// Operators that take both forms need no other one.
TEST(SignedFormTest, AddsNoFormsForChangesOfType) {
  Graph graph = GraphOf(3, {Op(kQuantize, {0}, {1}), Op(kDequantize, {1}, {2})},
                        {0}, {2});
  lowp_network::MakeSigned(&graph);
  ExpectOperators(graph, {Op(kQuantize, {0}, {1}), Op(kDequantize, {1}, {2})});
  for (const Tensor& tensor : graph.tensors) ExpectSigned(tensor, false);
}

// Constants have both forms without an operator; variables, and tensors that
// are not quantized, stay as they are.
TEST(SignedFormTest, ChangesConstantsAndLeavesOthers) {
  Graph graph = GraphOf(
      5, {Op(kAdd, {0, 1}, {2}), Op(kAveragePool2d, {1}, {3})}, {0}, {2, 3});
  const Uint8s data = {0, 127, 128, 255};
  graph.tensors[1].data = data.data();
  graph.tensors[4].is_variable = true;
  lowp_network::MakeSigned(&graph);
  ExpectOperators(graph,
                  {Op(kQuantize, {0}, {5}), Op(kAdd, {5, 6}, {7}),
                   Op(kQuantize, {7}, {2}), Op(kAveragePool2d, {1}, {3})});
  EXPECT_EQ(graph.tensors[1].data, data.data());
  const std::uint8_t* const shifted = graph.tensors[6].data;
  EXPECT_EQ(Uint8s(shifted, shifted + 4), (Uint8s{128, 255, 0, 127}));
  ExpectSigned(graph.tensors[4], false);

  Graph shared =
      GraphOf(5, {Op(kAdd, {1, 2}, {3}), Op(kAdd, {0, 3}, {4})}, {0}, {4});
  shared.tensors[1].data = shared.tensors[2].data = data.data();
  lowp_network::MakeSigned(&shared);
  EXPECT_NE(shared.tensors[1].data, data.data());
  EXPECT_EQ(shared.tensors[1].data, shared.tensors[2].data);
  EXPECT_EQ(shared.folded.size(), 1u);

  Graph plain = GraphOf(2, {Op(lowp_network::kReshape, {0}, {1})}, {0}, {1});
  for (Tensor& tensor : plain.tensors) tensor.quantization = {};
  lowp_network::MakeSigned(&plain);
  ExpectOperators(plain, {Op(lowp_network::kReshape, {0}, {1})});
  EXPECT_EQ(plain.tensors[0].type, ElementType::kUInt8);
}

}  // namespace
}  // namespace lowp_test
