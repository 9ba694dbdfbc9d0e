// Models of one operator, for tests of what it computes and refuses.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_NETWORK_BUILT_OPERATORS_H_
#define LOWP_TEST_NETWORK_BUILT_OPERATORS_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../../doc/network/graph.h"
#include "../../doc/network/network.h"
#include "../../doc/network/read_tflite.h"
#include "run_small.h"
#include "tflite_builder.h"

namespace lowp_test {

// Numbers of types in the schema.
constexpr std::int8_t kInt32 = 2, kInt64 = 4, kBool = 6, kInt16 = 7;

using Change = std::function<void(BuiltModel*)>;

inline std::string MessageOfRun(const BuiltModel& model) {
  lowp_network::Graph graph;
  gemmlowp::Status status = lowp_network::ReadTflite(model.Bytes(), &graph);
  if (status.ok()) status = PrepareAndRun(graph);
  return status.message();
}

// Ready to run; null if it is refused, which is a failure.
inline std::unique_ptr<lowp_network::Network> NetworkOf(
    const BuiltModel& model, lowp_network::Graph* graph) {
  EXPECT_TRUE(lowp_network::ReadTflite(model.Bytes(), graph).ok());
  std::unique_ptr<lowp_network::Network> network;
  int index = -1;
  const gemmlowp::Status status =
      lowp_network::Network::Prepare(*graph, {}, &network, &index);
  EXPECT_TRUE(status.ok()) << status.message();
  return network;
}

// What a model of one input of T makes of these values: its output of Out.
template <typename T = std::int8_t, typename Out = T>
std::vector<Out> ResultsOf(const BuiltModel& model,
                           const std::vector<T>& values, std::size_t at = 0) {
  lowp_network::Graph graph;
  const auto network = NetworkOf(model, &graph);
  if (network == nullptr) return {};
  std::memcpy(network->tensor(graph.inputs[0]), values.data(),
              values.size() * sizeof(T));
  EXPECT_TRUE(network->Run().ok());
  const int output = graph.outputs[at];
  std::vector<Out> results(
      graph.tensors[static_cast<std::size_t>(output)].elements());
  std::memcpy(results.data(), network->tensor(output),
              results.size() * sizeof(Out));
  return results;
}

// What a run says of these values of the first input.
inline std::string MessageOf(const BuiltModel& model,
                             const std::vector<std::int32_t>& values) {
  lowp_network::Graph graph;
  const auto network = NetworkOf(model, &graph);
  if (network == nullptr) return "";
  std::memcpy(network->tensor(graph.inputs[0]), values.data(),
              values.size() * sizeof(values[0]));
  return network->Run().message();
}

inline std::string MessageAfter(const BuiltModel& sound, const Change& change) {
  BuiltModel model = sound;
  change(&model);
  return MessageOfRun(model);
}

inline BuiltTensor Int8(std::vector<std::int32_t> shape) {
  BuiltTensor tensor;
  tensor.shape = std::move(shape);
  return tensor;
}

inline BuiltTensor Int16(std::vector<std::int32_t> shape, float scale) {
  BuiltTensor tensor = Int8(std::move(shape));
  tensor.type = 7;
  tensor.scales = {scale};
  tensor.zero_points = {0};
  return tensor;
}

inline BuiltTensor Constant(std::vector<std::int32_t> shape, std::size_t bytes,
                            std::int8_t type) {
  BuiltTensor tensor = Int8(std::move(shape));
  tensor.type = type;
  tensor.zero_points = {0};
  tensor.data.assign(bytes, 1);
  return tensor;
}

// One of another type, without a scale: its number in the schema, and the
// contents of a constant.
template <typename T>
BuiltTensor Plain(std::int8_t type, std::vector<std::int32_t> shape,
                  const std::vector<T>& values = {}) {
  BuiltTensor tensor = Int8(std::move(shape));
  tensor.type = type;
  tensor.scales = {};
  tensor.zero_points = {};
  tensor.data.resize(values.size() * sizeof(T));
  if (!values.empty()) {
    std::memcpy(tensor.data.data(), values.data(), tensor.data.size());
  }
  return tensor;
}

inline BuiltTensor Ints(const std::vector<std::int32_t>& values) {
  BuiltTensor tensor =
      Constant({static_cast<std::int32_t>(values.size())}, 0, 2);
  for (std::int32_t value : values) {
    for (int shift = 0; shift < 32; shift += 8) {
      tensor.data.push_back(static_cast<std::uint8_t>(value >> shift));
    }
  }
  return tensor;
}

// Operators of two tensors of int8.
inline BuiltModel Binary(std::int32_t code) {
  BuiltModel model;
  model.code = code;
  model.tensors = {Int8({2, 3, 4}), Int8({1, 3, 4}), Int8({2, 3, 4})};
  model.inputs = model.operator_inputs = {0, 1};
  model.operator_outputs = model.outputs = {2};
  return model;
}

inline BuiltTensor Scaled(std::vector<std::int32_t> shape, float scale,
                          std::int32_t zero_point) {
  BuiltTensor tensor = Int8(std::move(shape));
  tensor.scales = {scale};
  tensor.zero_points = {zero_point};
  return tensor;
}

// An operator from {0} and constants to the last tensor.
inline BuiltModel WithConstants(std::int32_t code, BuiltTensor input,
                                std::vector<BuiltTensor> constants,
                                BuiltTensor output) {
  BuiltModel model;
  model.code = code;
  model.tensors = {std::move(input)};
  for (BuiltTensor& constant : constants) {
    model.tensors.push_back(std::move(constant));
  }
  model.tensors.push_back(std::move(output));
  model.operator_inputs.clear();
  const auto last = static_cast<std::int32_t>(model.tensors.size()) - 1;
  for (std::int32_t i = 0; i < last; ++i) model.operator_inputs.push_back(i);
  model.operator_outputs = model.outputs = {last};
  return model;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_NETWORK_BUILT_OPERATORS_H_
