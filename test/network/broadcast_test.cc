// Operators of two tensors of any shapes that repeat: against the definition,
// for random shapes, on every backend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "../support/for_each_backend.h"
#include "../support/sample.h"
#include "built_operators.h"

namespace lowp_test {
namespace {

using Shape = std::vector<std::int32_t>;

std::size_t ElementsOf(const Shape& shape) {
  std::size_t elements = 1;
  for (std::int32_t size : shape) elements *= static_cast<std::size_t>(size);
  return elements;
}

// Of an operand, the element that serves the result's element `at`.
std::size_t ElementFor(const Shape& shape, const Shape& result,
                       std::size_t at) {
  std::size_t element = 0, stride = 1;
  for (std::size_t i = 1; i <= result.size(); ++i) {
    const auto size = static_cast<std::size_t>(result[result.size() - i]);
    if (i <= shape.size()) {
      const auto own = static_cast<std::size_t>(shape[shape.size() - i]);
      element += (own > 1 ? at % size : 0) * stride;
      stride *= own;
    }
    at /= size;
  }
  return element;
}

// Up to six axes, along some of which an operand repeats. The second one may
// lack the first axes.
struct Shapes {
  Shape x, y, result;
  explicit Shapes(std::mt19937* random) {
    const auto below = [random](std::uint32_t end) {
      return static_cast<std::int32_t>((*random)() % end);
    };
    const int axes = 1 + below(6);
    std::size_t elements = 1;
    for (int i = 0; i < axes; ++i) {
      const std::int32_t size = 1 + below(elements < 300 ? 11 : 3);
      elements *= static_cast<std::size_t>(size);
      const int repeats = below(4);
      x.push_back(repeats == 1 ? 1 : size);
      y.push_back(repeats == 2 ? 1 : size);
      result.push_back(size);
    }
    if (below(3) > 0) return;
    const auto lacked = y.begin() + below(static_cast<std::uint32_t>(axes));
    std::copy(x.begin(), x.begin() + (lacked - y.begin()), result.begin());
    y.erase(y.begin(), lacked);
  }
};

// The results of a network of one operator, whose operands have these values.
template <typename T, typename Out>
std::vector<Out> Computed(const BuiltModel& model, const char* backend,
                          const std::vector<T>& x, const std::vector<T>& y) {
  lowp_network::Graph graph;
  EXPECT_TRUE(lowp_network::ReadTflite(model.Bytes(), &graph).ok());
  lowp_network::NetworkOptions options;
  options.backend = backend;
  std::unique_ptr<lowp_network::Network> network;
  int index = -1;
  gemmlowp::Status status =
      lowp_network::Network::Prepare(graph, options, &network, &index);
  EXPECT_TRUE(status.ok()) << status.message();
  if (!status.ok()) return {};
  std::memcpy(network->tensor(graph.inputs[0]), x.data(), x.size() * sizeof(T));
  std::memcpy(network->tensor(graph.inputs[1]), y.data(), y.size() * sizeof(T));
  status = network->Run();
  EXPECT_TRUE(status.ok()) << status.message();
  const int output = graph.outputs[0];
  std::vector<Out> results(
      graph.tensors[static_cast<std::size_t>(output)].elements());
  std::memcpy(results.data(), network->tensor(output),
              results.size() * sizeof(Out));
  return results;
}

// Tensors of a type, by its number in the schema, are made by tensor(shape).
template <typename T, typename Out, typename Make, typename Definition>
void ExpectRepeated(const char* backend, std::int32_t code, const Make& tensor,
                    std::int8_t out_type, const Definition& definition) {
  std::mt19937 random(7);
  for (int i = 0; i < 120; ++i) {
    const Shapes shapes(&random);
    if (!TakesCase()) continue;
    BuiltModel model = Binary(code);
    model.tensors = {tensor(shapes.x), tensor(shapes.y), tensor(shapes.result)};
    model.tensors[2].type = out_type;
    std::vector<T> x(ElementsOf(shapes.x)), y(ElementsOf(shapes.y));
    for (T& value : x) value = static_cast<T>(random());
    for (T& value : y) value = static_cast<T>(random());
    const auto results = Computed<T, Out>(model, backend, x, y);
    ASSERT_EQ(results.size(), ElementsOf(shapes.result));
    for (std::size_t at = 0; at < results.size(); ++at) {
      const T a = x[ElementFor(shapes.x, shapes.result, at)];
      const T b = y[ElementFor(shapes.y, shapes.result, at)];
      ASSERT_EQ(std::int64_t{results[at]},
                static_cast<std::int64_t>(definition(a, b)))
          << "case " << i << ", element " << at;
    }
  }
}

TEST(BroadcastTest, OperandsRepeatAlongAnyAxes) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    const auto int8 = [](const Shape& shape) { return Int8(shape); };
    const auto int16 = [](const Shape& shape) { return Int16(shape, 0.5f); };
    const auto int32 = [](const Shape& shape) {
      return Plain<std::int32_t>(kInt32, shape);
    };
    constexpr std::int8_t kInt8 = 9;
    ExpectRepeated<std::int8_t, std::int8_t>(
        backend.name, lowp_network::kMaximum, int8, kInt8,
        [](int x, int y) { return std::max(x, y); });
    ExpectRepeated<std::int16_t, std::int16_t>(
        backend.name, lowp_network::kMinimum, int16, kInt16,
        [](int x, int y) { return std::min(x, y); });
    ExpectRepeated<std::int32_t, std::int32_t>(
        backend.name, lowp_network::kMaximum, int32, kInt32,
        [](std::int32_t x, std::int32_t y) { return std::max(x, y); });
    ExpectRepeated<std::int32_t, std::uint8_t>(
        backend.name, lowp_network::kLess, int32, kBool,
        [](std::int32_t x, std::int32_t y) { return x < y; });
  });
}

}  // namespace
}  // namespace lowp_test
