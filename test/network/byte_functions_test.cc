// Chains of elementwise operators as tables: the bytes of the operators one by
// one, and which chains become tables.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../doc/network/byte_functions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "../../doc/network/network.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::Status;
using lowp_network::ElementType;
using lowp_network::Graph;
using lowp_network::Network;
using lowp_network::NetworkOptions;
using lowp_network::Operator;
using lowp_network::Tensor;

Tensor Signed(std::vector<int> shape, float scale, std::int32_t zero_point) {
  Tensor tensor;
  tensor.shape = std::move(shape);
  tensor.quantization.scales = {scale};
  tensor.quantization.zero_points = {zero_point};
  return tensor;
}

const std::uint8_t kConstants[] = {0x31, 0x85, 0x07, 0xf2};

Tensor Fixed(int elements, float scale, std::int32_t zero_point) {
  Tensor tensor = Signed({elements}, scale, zero_point);
  tensor.data = kConstants;
  return tensor;
}

Operator Made(int code, std::vector<int> inputs, int output) {
  Operator op;
  op.code = code;
  op.inputs = std::move(inputs);
  op.outputs = {output};
  return op;
}

// A graph whose input, tensor 0, has 2 x 64 x 4 elements.
Graph GraphOf(std::vector<Tensor> others, std::vector<Operator> operators,
              std::vector<int> outputs) {
  Graph graph;
  graph.tensors = {Signed({2, 64, 4}, 0.05f, -9)};
  for (Tensor& tensor : others) graph.tensors.push_back(std::move(tensor));
  graph.operators = std::move(operators);
  graph.inputs = {0};
  graph.outputs = std::move(outputs);
  return graph;
}

// x * sigmoid(x).
Graph Swish() {
  return GraphOf(
      {Signed({2, 64, 4}, 1.0f / 256, -128), Signed({2, 64, 4}, 0.03f, -100)},
      {Made(lowp_network::kLogistic, {0}, 1),
       Made(lowp_network::kMul, {0, 1}, 2)},
      {2});
}

// x * (relu6(x + 3) / 6), an operator for each sign.
Graph HardSwishInParts() {
  return GraphOf(
      {Fixed(1, 0.06f, 0), Signed({2, 64, 4}, 0.07f, 11),
       Signed({2, 64, 4}, 6.0f / 255, -128), Fixed(1, 0.0034f, 0),
       Signed({2, 64, 4}, 1.0f / 255, -128), Signed({2, 64, 4}, 0.03f, -100)},
      {Made(lowp_network::kAdd, {0, 1}, 2), Made(lowp_network::kRelu6, {2}, 3),
       Made(lowp_network::kMul, {3, 4}, 5),
       Made(lowp_network::kMul, {0, 5}, 6)},
      {6});
}

std::unique_ptr<Network> Prepared(const Graph& graph, const char* backend,
                                  bool keeps_tensors) {
  NetworkOptions options;
  options.backend = backend;
  options.keeps_tensors = keeps_tensors;
  std::unique_ptr<Network> network;
  int index = -1;
  const Status status = Network::Prepare(graph, options, &network, &index);
  EXPECT_TRUE(status.ok()) << index << ": " << status.message();
  return network;
}

// The bytes of all outputs, of inputs that have every byte.
std::vector<std::uint8_t> OutputBytes(const Graph& graph, Network* network) {
  for (int input : graph.inputs) {
    auto* const bytes = static_cast<std::uint8_t*>(network->tensor(input));
    const Tensor& tensor = graph.tensors[static_cast<std::size_t>(input)];
    for (std::size_t i = 0; i < tensor.size_in_bytes(); ++i) {
      bytes[i] = static_cast<std::uint8_t>(i + i / 256);
    }
  }
  EXPECT_TRUE(network->Run().ok());
  std::vector<std::uint8_t> results;
  for (int output : graph.outputs) {
    const auto* const bytes =
        static_cast<const std::uint8_t*>(network->tensor(output));
    const Tensor& tensor = graph.tensors[static_cast<std::size_t>(output)];
    results.insert(results.end(), bytes, bytes + tensor.size_in_bytes());
  }
  return results;
}

// What each step of a network that does not keep its tensors says of itself;
// its outputs are compared with those of one that does, which has no tables.
std::vector<std::string> WordsOf(const Graph& graph) {
  std::vector<std::string> words;
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    const auto kept = Prepared(graph, backend.name, true);
    const auto folded = Prepared(graph, backend.name, false);
    if (kept == nullptr || folded == nullptr) return;
    EXPECT_EQ(static_cast<std::size_t>(kept->step_count()),
              graph.operators.size());
    EXPECT_EQ(OutputBytes(graph, folded.get()), OutputBytes(graph, kept.get()));
    words.clear();
    for (int i = 0; i < folded->step_count(); ++i) {
      words.push_back(folded->step(i).Describe());
    }
  });
  return words;
}

using Words = std::vector<std::string>;

TEST(ByteFunctionsTest, AChainIsOneTable) {
  EXPECT_EQ(WordsOf(Swish()), Words{"a table, of a chain of 2"});
  EXPECT_EQ(WordsOf(HardSwishInParts()), Words{"a table, of a chain of 4"});
}

TEST(ByteFunctionsTest, AChainMayPassThroughFloats) {
  const auto real = [] {
    Tensor tensor;
    tensor.type = ElementType::kFloat32;
    tensor.shape = {2, 64, 4};
    return tensor;
  };
  Graph graph = GraphOf(
      {real(), real(), Signed({2, 64, 4}, 0.06f, 3)},
      {Made(lowp_network::kDequantize, {0}, 1),
       Made(lowp_network::kNeg, {1}, 2), Made(lowp_network::kQuantize, {2}, 3)},
      {3});
  EXPECT_EQ(WordsOf(graph), Words{"a table, of a chain of 3"});
  // Floats that are read elsewhere stay.
  graph.outputs = {2, 3};
  EXPECT_EQ(WordsOf(graph),
            (Words{"TryDequantize", "a loop", "a table, of a chain of 3"}));
}

TEST(ByteFunctionsTest, ALongChainIsOneTable) {
  constexpr int kLength = 2000;
  std::vector<Tensor> tensors;
  std::vector<Operator> operators;
  for (int i = 0; i < kLength; ++i) {
    tensors.push_back(Signed({2, 64, 4}, 0.05f, -9));
    operators.push_back(Made(lowp_network::kRelu6, {i}, i + 1));
  }
  EXPECT_EQ(WordsOf(GraphOf(tensors, operators, {kLength})),
            Words{"a table, of a chain of 2000"});
}

TEST(ByteFunctionsTest, WhatIsReadElsewhereIsATableOfItsOwn) {
  Graph graph = Swish();
  graph.outputs = {1, 2};
  EXPECT_EQ(WordsOf(graph), (Words{"a table", "a table, of a chain of 2"}));
  // By an operator that is no function of bytes.
  graph = Swish();
  graph.tensors.push_back(Signed({512}, 1.0f / 256, -128));
  graph.operators.push_back(Made(lowp_network::kReshape, {1}, 3));
  graph.outputs = {3, 2};
  EXPECT_EQ(WordsOf(graph),
            (Words{"a table", "a table, of a chain of 2", "a copy"}));
}

TEST(ByteFunctionsTest, AChainBeginsBehindWhatIsNoFunction) {
  Graph graph = GraphOf(
      {Signed({512}, 0.05f, -9), Signed({512}, 1.0f / 128, 0),
       Signed({512}, 0.02f, 3)},
      {Made(lowp_network::kReshape, {0}, 1), Made(lowp_network::kTanh, {1}, 2),
       Made(lowp_network::kSub, {2, 1}, 3)},
      {3});
  EXPECT_EQ(WordsOf(graph), (Words{"a copy", "a table, of a chain of 2"}));
}

TEST(ByteFunctionsTest, OtherOperandsAreNotFolded) {
  // A constant for each channel.
  Graph graph = GraphOf({Fixed(4, 0.06f, 0), Signed({2, 64, 4}, 0.07f, 11)},
                        {Made(lowp_network::kMul, {0, 1}, 2)}, {2});
  EXPECT_EQ(WordsOf(graph), Words{"in floats"});
  // Two tensors, neither of which is a function of the other.
  graph = GraphOf({Signed({2, 64, 4}, 0.06f, 0), Signed({2, 64, 4}, 0.07f, 11)},
                  {Made(lowp_network::kMul, {0, 1}, 2)}, {2});
  graph.inputs = {0, 1};
  EXPECT_EQ(WordsOf(graph), Words{"in floats"});
  // One element that is no constant.
  graph = GraphOf({Signed({1}, 0.06f, 0), Signed({2, 64, 4}, 0.07f, 11)},
                  {Made(lowp_network::kMul, {0, 1}, 2)}, {2});
  graph.inputs = {0, 1};
  EXPECT_EQ(WordsOf(graph), Words{"in floats"});
}

TEST(ByteFunctionsTest, RefusalsNameTheOperatorOfTheFile) {
  Graph graph = Swish();
  graph.tensors[1].quantization.zero_points = {3};  // LOGISTIC's are fixed
  std::unique_ptr<Network> network;
  int index = -1;
  EXPECT_FALSE(Network::Prepare(graph, {}, &network, &index).ok());
  EXPECT_EQ(index, 0);
}

}  // namespace
}  // namespace lowp_test
