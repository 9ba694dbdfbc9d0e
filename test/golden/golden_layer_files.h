// Reads the recorded layers of golden/: one folder per layer, with layer.txt,
// which has a key and its values on each line, and the arrays as .npy files.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_GOLDEN_GOLDEN_LAYER_FILES_H_
#define LOWP_TEST_GOLDEN_GOLDEN_LAYER_FILES_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../../doc/demo/npy.h"

namespace lowp_test {

inline std::filesystem::path GoldenFolder() { return LOWP_GOLDEN_DIR; }

using LayerText = std::map<std::string, std::vector<std::string>>;

inline LayerText ReadLayerText(const std::filesystem::path& folder) {
  LayerText text;
  std::ifstream file(folder / "layer.txt");
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string key, value;
    words >> key;
    while (words >> value) text[key].push_back(value);
  }
  return text;
}

inline int IntOf(const LayerText& text, const std::string& key,
                 std::size_t index = 0) {
  const auto found = text.find(key);
  if (found == text.end() || found->second.size() <= index) {
    ADD_FAILURE() << "layer.txt has no " << key;
    return 0;
  }
  return std::stoi(found->second[index]);
}

template <typename T>
std::vector<T> ReadArray(const std::filesystem::path& path,
                         const std::string& dtype) {
  lowp_demo::NpyArray array;
  std::string error;
  if (!lowp_demo::ReadNpy(path.string(), &array, &error)) {
    ADD_FAILURE() << error;
    return {};
  }
  EXPECT_EQ(array.dtype, dtype) << path;
  std::vector<T> values(array.bytes.size() / sizeof(T));
  if (!values.empty()) {
    std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  }
  return values;
}

// The contents of every recorded layer:
//   output(pixel, channel) = clamp(round(
//     (bias(channel) + sum of (input - input_zero_point) * filter)
//         * multiplier(channel) * 2^(shift(channel) - 31)) + output_zero_point)
struct RecordedLayer {
  std::int32_t input_zero_point, output_zero_point;
  std::int32_t activation_min, activation_max;
  std::vector<std::int8_t> input, filter, output;
  std::vector<std::int32_t> bias, multiplier, shift;
};

inline void ReadRecordedLayer(const std::filesystem::path& folder,
                              const LayerText& text, RecordedLayer* layer) {
  layer->input_zero_point = IntOf(text, "tflm_input_zero_point");
  layer->output_zero_point = IntOf(text, "tflm_output_zero_point");
  layer->activation_min = IntOf(text, "activation_min");
  layer->activation_max = IntOf(text, "activation_max");
  layer->input = ReadArray<std::int8_t>(folder / "input.npy", "|i1");
  layer->filter = ReadArray<std::int8_t>(folder / "filter.npy", "|i1");
  layer->output = ReadArray<std::int8_t>(folder / "output.npy", "|i1");
  layer->bias = ReadArray<std::int32_t>(folder / "bias.npy", "<i4");
  layer->multiplier = ReadArray<std::int32_t>(folder / "multiplier.npy", "<i4");
  layer->shift = ReadArray<std::int32_t>(folder / "shift.npy", "<i4");
}

// The folders of the layers of a model or a case, in order.
inline std::vector<std::filesystem::path> LayerFolders(
    const std::string& model) {
  std::vector<std::filesystem::path> folders;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(GoldenFolder() / model)) {
    if (entry.path().filename() == "layer.txt") {
      folders.push_back(entry.path().parent_path());
    }
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_GOLDEN_GOLDEN_LAYER_FILES_H_
