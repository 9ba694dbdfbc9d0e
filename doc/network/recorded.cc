// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "recorded.h"

#include <cstddef>
#include <cstring>
#include <fstream>
#include <random>

#include "../demo/npy.h"

namespace lowp_network {
namespace {

bool Exists(const std::string& path) { return std::ifstream(path).good(); }

const char* NumpyType(ElementType type) {
  switch (type) {
    case ElementType::kFloat32:
      return "<f4";
    case ElementType::kInt8:
      return "|i1";
    case ElementType::kUInt8:
      return "|u1";
    case ElementType::kInt16:
      return "<i2";
    case ElementType::kInt32:
      return "<i4";
    case ElementType::kInt64:
      return "<i8";
    case ElementType::kBool:
      return "|b1";
  }
  return "";
}

bool ReadTensorFile(const std::string& path, const Tensor& tensor,
                    std::vector<std::uint8_t>* bytes, std::string* error) {
  lowp_demo::NpyArray array;
  if (!lowp_demo::ReadNpy(path, &array, error)) return false;
  if (array.dtype != NumpyType(tensor.type) ||
      array.bytes.size() != tensor.size_in_bytes()) {
    *error =
        path + ": is of another type or size than the tensor " + tensor.name;
    return false;
  }
  *bytes = std::move(array.bytes);
  return true;
}

std::vector<std::uint8_t> RandomValues(const Tensor& tensor) {
  std::mt19937 generator(1);
  std::vector<std::uint8_t> bytes(tensor.size_in_bytes());
  if (tensor.type == ElementType::kFloat32) {
    std::uniform_real_distribution<float> values(-1, 1);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(float)) {
      const float value = values(generator);
      std::memcpy(&bytes[i], &value, sizeof(float));
    }
  } else {
    // Integers of more bytes stand for places or words: 0 and 1, which exist.
    // Bools have no other values.
    const bool is_0_or_1 = tensor.type == ElementType::kInt32 ||
                           tensor.type == ElementType::kInt64 ||
                           tensor.type == ElementType::kBool;
    const std::size_t step = is_0_or_1 ? tensor.element_bytes() : 1;
    const unsigned mask = is_0_or_1 ? 1 : 255;
    for (std::size_t i = 0; i < bytes.size(); i += step) {
      bytes[i] = static_cast<std::uint8_t>(generator() & mask);
    }
  }
  return bytes;
}

}  // namespace

bool ReadRecording(const std::string& model, const Graph& graph,
                   Recording* recording, std::string* error) {
  const std::string stem = model.substr(0, model.rfind(".tflite"));
  bool all_inputs = true;
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    const std::string path =
        stem + ".input" + (graph.inputs.size() == 1 ? "" : std::to_string(i)) +
        ".npy";
    const Tensor& tensor =
        graph.tensors[static_cast<std::size_t>(graph.inputs[i])];
    recording->inputs.push_back(RandomValues(tensor));
    if (!Exists(path)) {
      all_inputs = false;
    } else if (!ReadTensorFile(path, tensor, &recording->inputs.back(),
                               error)) {
      return false;
    }
  }
  for (std::size_t i = 0; all_inputs && i < graph.outputs.size(); ++i) {
    const std::string path = stem + ".output" + std::to_string(i) + ".npy";
    if (i == 0 && !Exists(path)) return true;
    recording->outputs.emplace_back();
    if (!ReadTensorFile(
            path, graph.tensors[static_cast<std::size_t>(graph.outputs[i])],
            &recording->outputs.back(), error)) {
      return false;
    }
  }
  return true;
}

}  // namespace lowp_network
