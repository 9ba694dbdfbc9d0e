// Sizes that a file leaves open, beyond the batch.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../doc/network/resolve_shapes.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../../doc/network/graph.h"

namespace lowp_test {
namespace {

using lowp_network::ElementType;
using lowp_network::Graph;
using lowp_network::Operator;
using lowp_network::Tensor;
using Shape = std::vector<int>;

Tensor Known(Shape shape) {
  Tensor tensor;
  tensor.shape = std::move(shape);
  tensor.quantization = {{0.5f}, {0}, 0};
  return tensor;
}

// As a file has it: 1 for a size of -1.
Tensor Open(const Shape& signature) {
  Tensor tensor = Known(signature);
  for (int& size : tensor.shape) {
    tensor.is_open.push_back(size == -1);
    if (size == -1) size = 1;
  }
  return tensor;
}

// A constant of int32, which refers to the values.
Tensor IndexConstant(const std::vector<std::int32_t>& values) {
  Tensor tensor = Known({static_cast<int>(values.size())});
  tensor.type = ElementType::kInt32;
  tensor.data = reinterpret_cast<const std::uint8_t*>(values.data());
  return tensor;
}

// What becomes of an operator's output. The first tensors are the graph's
// inputs, the other ones constants.
Shape Resolved(int code, std::vector<Tensor> inputs,
               const std::vector<Tensor>& constants, const Shape& signature,
               const lowp_network::Options& options = {}) {
  Graph graph;
  Operator op;
  op.code = code;
  op.options = options;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    graph.inputs.push_back(static_cast<int>(i));
  }
  graph.tensors = std::move(inputs);
  graph.tensors.insert(graph.tensors.end(), constants.begin(), constants.end());
  for (std::size_t i = 0; i < graph.tensors.size(); ++i) {
    op.inputs.push_back(static_cast<int>(i));
  }
  op.outputs = graph.outputs = {static_cast<int>(graph.tensors.size())};
  graph.tensors.push_back(Open(signature));
  graph.operators = {op};
  lowp_network::ResolveShapes(&graph);
  return graph.tensors.back().shape;
}

TEST(ResolveShapesTest, OperatorsOnElements) {
  EXPECT_EQ(Resolved(lowp_network::kRelu, {Known({2, 6})}, {}, {-1, -1}),
            (Shape{2, 6}));
  EXPECT_EQ(Resolved(lowp_network::kDequantize, {Known({2, 6})}, {}, {-1, -1}),
            (Shape{2, 6}));
  EXPECT_EQ(Resolved(lowp_network::kAdd, {Known({2, 1, 3}), Known({5, 1})}, {},
                     {-1, -1, 3}),
            (Shape{2, 5, 3}));
  EXPECT_EQ(Resolved(lowp_network::kSoftmax, {Known({2, 6})}, {}, {-1, -1}),
            (Shape{2, 6}));
}

TEST(ResolveShapesTest, PartsThatAreWritten) {
  const std::vector<std::int32_t> shape = {4, 3};
  EXPECT_EQ(Resolved(lowp_network::kScatterNd, {Known({2, 1}), Known({2, 3})},
                     {IndexConstant(shape)}, {-1, -1}),
            (Shape{4, 3}));
  EXPECT_EQ(Resolved(lowp_network::kDynamicUpdateSlice,
                     {Known({5, 6}), Known({1, 3})}, {IndexConstant(shape)},
                     {-1, -1}),
            (Shape{5, 6}));
  EXPECT_EQ(
      Resolved(lowp_network::kMatrixDiag, {Known({5, 3})}, {}, {-1, 3, 3}),
      (Shape{5, 3, 3}));
  EXPECT_EQ(Resolved(lowp_network::kAddN, {Known({5, 3}), Known({5, 3})}, {},
                     {-1, -1}),
            (Shape{5, 3}));
}

TEST(ResolveShapesTest, JointsAndParts) {
  lowp_network::Options options;
  options.axis = -2;
  EXPECT_EQ(
      Resolved(lowp_network::kConcatenation,
               {Known({2, 3, 4}), Known({2, 5, 4})}, {}, {-1, -1, 4}, options),
      (Shape{2, 8, 4}));
  options.axis = 3;
  EXPECT_EQ(
      Resolved(lowp_network::kConcatenation,
               {Known({2, 3, 4}), Known({2, 5, 4})}, {}, {-1, -1, 4}, options),
      (Shape{1, 1, 4}));
  const std::vector<std::int32_t> begin = {0, 1, 2}, end = {0, 0, 3};
  const std::vector<std::int32_t> strides = {1, 2, 1};
  options.begin_mask = 1;
  options.end_mask = 3;
  options.shrink_axis_mask = 4;
  EXPECT_EQ(Resolved(lowp_network::kStridedSlice, {Known({2, 6, 4})},
                     {IndexConstant(begin), IndexConstant(end),
                      IndexConstant(strides)},
                     {-1, -1}, options),
            (Shape{2, 3}));
  options.ellipsis_mask = 1;
  EXPECT_EQ(Resolved(lowp_network::kStridedSlice, {Known({2, 6, 4})},
                     {IndexConstant(begin), IndexConstant(end),
                      IndexConstant(strides)},
                     {-1, -1}, options),
            (Shape{1, 1}));
}

TEST(ResolveShapesTest, Reductions) {
  const std::vector<std::int32_t> last = {-1}, both = {0, 2}, beyond = {3};
  EXPECT_EQ(Resolved(lowp_network::kMean, {Known({2, 6, 4})},
                     {IndexConstant(last)}, {-1, -1}),
            (Shape{2, 6}));
  EXPECT_EQ(Resolved(lowp_network::kReduceMax, {Known({2, 6, 4})},
                     {IndexConstant(both)}, {-1, -1, -1}),
            (Shape{1, 6, 1}));
  EXPECT_EQ(Resolved(lowp_network::kArgMax, {Known({2, 6, 4})},
                     {IndexConstant(last)}, {-1, -1}),
            (Shape{2, 6}));
  EXPECT_EQ(Resolved(lowp_network::kMean, {Known({2, 6, 4})},
                     {IndexConstant(beyond)}, {-1, -1}),
            (Shape{1, 1}));
}

TEST(ResolveShapesTest, TwoSizesBySizeOfAll) {
  const std::vector<std::int32_t> last = {-1};
  EXPECT_EQ(Resolved(lowp_network::kExpandDims, {Known({2, 6})},
                     {IndexConstant(last)}, {-1, -1, 1}),
            (Shape{2, 6, 1}));
  const std::vector<std::int8_t> weights(7 * 4);
  Tensor filter = Known({7, 4});
  filter.data = reinterpret_cast<const std::uint8_t*>(weights.data());
  EXPECT_EQ(Resolved(lowp_network::kFullyConnected, {Known({2, 3, 4})},
                     {filter}, {-1, -1, 7}),
            (Shape{2, 3, 7}));
}

TEST(ResolveShapesTest, ProductsOfMatrices) {
  lowp_network::Options options;
  const auto of = [&](const Tensor& x, const Tensor& y) {
    return Resolved(lowp_network::kBatchMatMul, {x, y}, {}, {-1, -1, 5, -1},
                    options);
  };
  EXPECT_EQ(of(Known({2, 1, 5, 8}), Known({4, 8, 7})), (Shape{2, 4, 5, 7}));
  options.adjoint_x = options.adjoint_y = 1;
  EXPECT_EQ(of(Known({2, 1, 8, 5}), Known({4, 7, 8})), (Shape{2, 4, 5, 7}));
  // As the file has it.
  EXPECT_EQ(of(Known({8}), Known({4, 7, 8})), (Shape{1, 1, 5, 1}));
}

TEST(ResolveShapesTest, TilesAndRepeatedValues) {
  const std::vector<std::int32_t> times = {1, 3, 2}, none = {1, 0, 2};
  const auto of = [](std::int32_t code,
                     const std::vector<std::int32_t>& numbers) {
    return Resolved(code, {Known({2, 1, 4})}, {IndexConstant(numbers)},
                    {-1, -1, -1});
  };
  EXPECT_EQ(of(lowp_network::kTile, times), (Shape{2, 3, 8}));
  EXPECT_EQ(of(lowp_network::kTile, none), (Shape{1, 1, 1}));
  EXPECT_EQ(of(lowp_network::kTile, {}), (Shape{1, 1, 1}));
  const std::vector<std::int32_t> sizes = {2, 5, 4};
  EXPECT_EQ(of(lowp_network::kBroadcastTo, sizes), (Shape{2, 5, 4}));
}

}  // namespace
}  // namespace lowp_test
