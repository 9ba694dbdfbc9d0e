// Arrays beside a network's file, of every type that tensors have, and what
// stands in for those that are not there.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../doc/network/recorded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "../../doc/demo/npy.h"

namespace lowp_test {
namespace {

using lowp_network::ElementType;

// Networks from a tensor of a type to another one of it, in a folder of their
// own.
class RecordedTest : public ::testing::Test {
 protected:
  RecordedTest() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "lowp_recorded_XXXXXX")
            .string();
    folder_ = mkdtemp(pattern.data());
  }
  ~RecordedTest() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& name, const char* dtype,
             const std::vector<std::uint8_t>& bytes) const {
    std::string error;
    const std::size_t size = static_cast<std::size_t>(dtype[2] - '0');
    EXPECT_TRUE(lowp_demo::WriteNpy((folder_ / name).string(),
                                    {dtype, {bytes.size() / size}, bytes},
                                    &error))
        << error;
  }

  // An error, or none.
  std::string Read(ElementType type, int elements,
                   lowp_network::Recording* recording) const {
    lowp_network::Graph graph;
    graph.tensors.resize(2);
    for (lowp_network::Tensor& tensor : graph.tensors) {
      tensor.type = type;
      tensor.shape = {elements};
    }
    graph.inputs = {0};
    graph.outputs = {1};
    std::string error;
    const bool is_read = lowp_network::ReadRecording(
        (folder_ / "a.tflite").string(), graph, recording, &error);
    EXPECT_EQ(is_read, error.empty());
    return error;
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(RecordedTest, ReadsEveryType) {
  const struct {
    ElementType type;
    const char* dtype;
  } cases[] = {{ElementType::kFloat32, "<f4"}, {ElementType::kInt32, "<i4"},
               {ElementType::kUInt8, "|u1"},   {ElementType::kInt64, "<i8"},
               {ElementType::kBool, "|b1"},    {ElementType::kInt16, "<i2"},
               {ElementType::kInt8, "|i1"}};
  for (const auto& each : cases) {
    SCOPED_TRACE(each.dtype);
    const auto bytes = static_cast<std::size_t>(each.dtype[2] - '0');
    const std::vector<std::uint8_t> input(2 * bytes, 1), output(2 * bytes, 0);
    Write("a.input.npy", each.dtype, input);
    Write("a.output0.npy", each.dtype, output);
    lowp_network::Recording recording;
    EXPECT_EQ(Read(each.type, 2, &recording), "");
    using Arrays = std::vector<std::vector<std::uint8_t>>;
    EXPECT_EQ(recording.inputs, Arrays{input});
    EXPECT_EQ(recording.outputs, Arrays{output});
    EXPECT_NE(Read(each.type, 3, &recording), "");
    Write("a.input.npy", each.type == ElementType::kInt8 ? "|b1" : "|i1",
          input);
    EXPECT_NE(Read(each.type, 2, &recording), "");
  }
}

TEST_F(RecordedTest, DrawsBoolsAndIndicesFromTwoValues) {
  for (const ElementType type :
       {ElementType::kBool, ElementType::kInt32, ElementType::kInt64}) {
    lowp_network::Recording recording;
    EXPECT_EQ(Read(type, 100, &recording), "");
    EXPECT_FALSE(recording.has_outputs());
    ASSERT_EQ(recording.inputs.size(), 1u);
    const std::vector<std::uint8_t>& bytes = recording.inputs[0];
    EXPECT_EQ(*std::min_element(bytes.begin(), bytes.end()), 0);
    EXPECT_EQ(*std::max_element(bytes.begin(), bytes.end()), 1);
  }
}

}  // namespace
}  // namespace lowp_test
