// The tables of golden/requantization: inputs, and outputs that other systems'
// own code produced. A table is a text file: lines that start with # describe
// it, followed by a header line and one line per case, with fields separated by
// commas. A field may hold a list, separated by spaces.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_GOLDEN_REQUANTIZATION_TABLE_H_
#define LOWP_TEST_GOLDEN_REQUANTIZATION_TABLE_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../../public/quantization/activation_tables.h"

namespace lowp_test {

inline std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> fields;
  std::size_t from = 0;
  for (std::size_t at; (at = text.find(separator, from)) != std::string::npos;
       from = at + 1) {
    fields.push_back(text.substr(from, at - from));
  }
  fields.push_back(text.substr(from));
  return fields;
}

class RequantizationTable {
 public:
  // Reads golden/requantization/<name>.csv. Fails the test if the table is
  // missing or has no rows.
  explicit RequantizationTable(const std::string& name) {
    std::ifstream file(LOWP_GOLDEN_DIR "/requantization/" + name + ".csv");
    EXPECT_TRUE(file.good()) << name << ".csv cannot be read";
    std::string line;
    while (std::getline(file, line)) {
      if (line.empty() || line[0] == '#') continue;
      if (columns_.empty()) {
        for (const std::string& column : Split(line, ',')) {
          const std::size_t index = columns_.size();
          columns_[column] = index;
        }
      } else {
        rows_.push_back(Split(line, ','));
        EXPECT_EQ(rows_.back().size(), columns_.size()) << name << ": " << line;
      }
    }
    EXPECT_FALSE(rows_.empty()) << name << ".csv has no rows";
  }

  bool Has(const std::string& column) const {
    return columns_.count(column) != 0;
  }
  std::size_t size() const { return rows_.size(); }

  const std::string& Text(std::size_t row, const std::string& column) const {
    static const std::string kNothing;
    const auto found = columns_.find(column);
    if (found == columns_.end()) {
      ADD_FAILURE() << "the table has no column " << column;
      return kNothing;
    }
    return rows_[row][found->second];
  }
  std::int64_t Int(std::size_t row, const std::string& column) const {
    return std::strtoll(Text(row, column).c_str(), nullptr, 10);
  }
  std::int32_t Int32(std::size_t row, const std::string& column) const {
    return static_cast<std::int32_t>(Int(row, column));
  }
  // A number in hexadecimal notation; `column` is given without its suffix
  // _hex.
  double Double(std::size_t row, const std::string& column) const {
    return std::strtod(Text(row, column + "_hex").c_str(), nullptr);
  }
  float Float(std::size_t row, const std::string& column) const {
    return static_cast<float>(Double(row, column));
  }
  std::vector<std::int64_t> Ints(std::size_t row,
                                 const std::string& column) const {
    std::vector<std::int64_t> values;
    std::istringstream words(Text(row, column));
    for (std::int64_t value; words >> value;) values.push_back(value);
    return values;
  }
  std::vector<float> Floats(std::size_t row, const std::string& column) const {
    std::vector<float> values;
    std::istringstream words(Text(row, column));
    for (std::string word; words >> word;) {
      values.push_back(std::strtof(word.c_str(), nullptr));
    }
    return values;
  }

 private:
  std::map<std::string, std::size_t> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// The columns <side>_scale and <side>_zero_point.
inline gemmlowp::TensorScale ScaleAt(const RequantizationTable& table,
                                     std::size_t row, const std::string& side) {
  return {table.Float(row, side + "_scale"),
          table.Int32(row, side + "_zero_point")};
}

// A test that uses recorded tables.
class GoldenTableTest : public ::testing::Test {};

}  // namespace lowp_test

#endif  // LOWP_TEST_GOLDEN_REQUANTIZATION_TABLE_H_
