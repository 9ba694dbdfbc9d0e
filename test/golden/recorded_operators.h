// Reads the operators that golden/operators/record.py recorded.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_GOLDEN_RECORDED_OPERATORS_H_
#define LOWP_TEST_GOLDEN_RECORDED_OPERATORS_H_

#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../../public/quantization/activation_tables.h"

namespace lowp_test {

using gemmlowp::TensorScale;

struct RecordedOperator {
  int number = 0;
  std::string name, type;
  std::vector<std::vector<int>> shapes;  // of the inputs
  std::vector<std::vector<std::int32_t>> inputs;
  std::vector<int> result_shape;
  std::vector<std::int32_t> result;
  std::vector<TensorScale> scales;  // of the inputs, then of the result
  float alpha = 0;
  std::map<std::string, std::vector<int>> options;

  // 0 if there is none of that name.
  int Option(const std::string& option) const {
    const auto found = options.find(option);
    return found == options.end() ? 0 : found->second.at(0);
  }
};

inline std::vector<std::int32_t> ReadIntegers(std::istringstream* words) {
  std::vector<std::int32_t> integers;
  for (std::int32_t value; *words >> value;) integers.push_back(value);
  return integers;
}

inline std::vector<float> ReadBits(std::istringstream* words) {
  std::vector<float> reals;
  for (std::string hexadecimal; *words >> hexadecimal;) {
    const std::uint32_t bits =
        static_cast<std::uint32_t>(std::stoul(hexadecimal, nullptr, 16));
    reals.emplace_back();
    std::memcpy(&reals.back(), &bits, sizeof(bits));
  }
  return reals;
}

inline std::vector<RecordedOperator> ReadOperators(const std::string& path) {
  std::vector<RecordedOperator> operators;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "#") continue;
    if (word == "case") {
      operators.emplace_back();
      RecordedOperator& last = operators.back();
      words >> last.number >> last.name >> last.type;
      continue;
    }
    RecordedOperator& last = operators.back();
    if (word == "scales") {
      for (const float scale : ReadBits(&words)) {
        last.scales.push_back({scale, 0});
      }
    } else if (word == "alpha") {
      last.alpha = ReadBits(&words).at(0);
    } else if (word == "zero_points") {
      std::size_t i = 0;
      for (const std::int32_t zero : ReadIntegers(&words)) {
        last.scales.at(i++).zero_point = zero;
      }
    } else if (word == "shape") {
      last.result_shape = ReadIntegers(&words);
    } else if (word == "result") {
      last.result = ReadIntegers(&words);
    } else if (word.compare(0, 5, "shape") == 0) {
      last.shapes.push_back(ReadIntegers(&words));
    } else if (word.compare(0, 5, "input") == 0) {
      last.inputs.push_back(ReadIntegers(&words));
    } else {
      last.options[word] = ReadIntegers(&words);
    }
  }
  return operators;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_GOLDEN_RECORDED_OPERATORS_H_
