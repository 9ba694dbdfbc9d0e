// The reader of .tflite files: what it says of files that are wrong, and that
// no damage makes it, or what is built on it, access memory out of bounds.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../doc/network/read_tflite.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "../support/sample.h"
#include "run_small.h"
#include "tflite_builder.h"

namespace lowp_test {
namespace {

using gemmlowp::Status;
using gemmlowp::StatusCode;
using lowp_network::Graph;
using lowp_network::ReadTflite;

std::string MessageOf(const BuiltModel& model) {
  Graph graph;
  return ReadTflite(model.Bytes(), &graph).message();
}

std::string MessageAfter(const std::function<void(BuiltModel*)>& change) {
  BuiltModel model;
  change(&model);
  return MessageOf(model);
}

TEST(ReadTfliteTest, ReadsASoundFile) {
  BuiltModel model;
  model.tensors[1].scales = {0.5f, 0.25f, 1, 2};
  model.tensors[1].axis = 1;
  Graph graph;
  ASSERT_TRUE(ReadTflite(model.Bytes(), &graph).ok());
  ASSERT_EQ(graph.tensors.size(), 2u);
  EXPECT_EQ(graph.tensors[0].shape, (std::vector<int>{1, 4}));
  EXPECT_EQ(graph.tensors[1].quantization.zero_points,
            (std::vector<std::int32_t>{3, 3, 3, 3}));
  ASSERT_EQ(graph.operators.size(), 1u);
  EXPECT_EQ(graph.operators[0].code, lowp_network::kReshape);
}

// Two values a byte, the first one in the low half.
TEST(ReadTfliteTest, ReadsConstantsOfInt4AsInt8) {
  BuiltModel model;
  model.tensors.push_back({{1, 5}, 17, {0.5f}, {0}, 0, {0x98, 0xf7, 0xf0}});
  Graph graph;
  ASSERT_TRUE(ReadTflite(model.Bytes(), &graph).ok());
  const lowp_network::Tensor& tensor = graph.tensors[2];
  EXPECT_EQ(tensor.type, lowp_network::ElementType::kInt8);
  const auto* const values = reinterpret_cast<const std::int8_t*>(tensor.data);
  EXPECT_EQ(std::vector<std::int8_t>(values, values + 5),
            (std::vector<std::int8_t>{-8, -7, 7, -1, 0}));
  model.tensors.push_back(model.tensors[2]);
  model.tensors[3].buffer = 2;
  Graph shared;
  ASSERT_TRUE(ReadTflite(model.Bytes(), &shared).ok());
  EXPECT_EQ(shared.tensors[2].data, shared.tensors[3].data);
  EXPECT_EQ(shared.folded.size(), 1u);
  model.tensors.pop_back();
  model.tensors[2].data = {0x98, 0xf7};
  EXPECT_EQ(MessageOf(model),
            "buffers.data = 2: has another size than its tensor");
  model.tensors[2].data = {};
  EXPECT_EQ(MessageOf(model),
            "tensors.type = 2: is int4, and the tensor no constant");
}

TEST(ReadTfliteTest, NamesWhatIsWrong) {
  EXPECT_EQ(MessageAfter([](BuiltModel* m) { m->version = 2; }),
            "version = 2: is not 3");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) { m->subgraphs = 0; }),
            "subgraphs = 0: are missing");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) { m->subgraphs = 2; }), "ok");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) { m->code_index = 1; }),
            "operators.opcode_index = 0: is not in the model");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) { m->tensors[1].type = 1; }),
            "tensors.type = 1: is none of float32, int32, int64, uint8, int16, "
            "int8, int4 and bool");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) { m->tensors[1].shape[0] = 0; }),
            "tensors.shape = 1: has a size below 1");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) {
              m->tensors[1].shape = {65536, 32768};
            }),
            "tensors.shape = 1: has more than 2^31 elements");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) { m->tensors[0].scales = {0}; }),
            "tensors.quantization.scale = 0: is not positive and finite");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) {
              m->tensors[0].scales = {1, 1};
            }),
            "tensors.quantization.scale = 0: has another size than the tensor "
            "along its axis");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) {
              m->tensors[0].zero_points = {std::int64_t{1} << 31};
            }),
            "tensors.quantization.zero_point = 0: is no int32");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) {
              m->tensors[0].data = {1, 2};
            }),
            "buffers.data = 0: has another size than its tensor");
}

TEST(ReadTfliteTest, NamesWhatIsWronglyConnected) {
  EXPECT_EQ(MessageAfter([](BuiltModel* m) { m->operator_inputs = {2}; }),
            "operators.inputs = 0: names a tensor that does not exist");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) { m->operator_outputs = {-1}; }),
            "operators.outputs = 0: names a tensor that does not exist");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) { m->inputs = {}; }),
            "operators.inputs = 0: has a tensor that no operator before it "
            "writes");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) { m->operator_outputs = {0}; }),
            "operators.outputs = 0: has a constant, a variable, an input or a "
            "tensor that is written already");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) {
              m->inputs = {0, 0};
            }),
            "inputs = 0: is a constant, a variable, or an input twice");
  EXPECT_EQ(MessageAfter([](BuiltModel* m) {
              m->tensors.push_back({});
              m->outputs = {2};
            }),
            "outputs = 2: is written by no operator");
}

TEST(ReadTfliteTest, RefusesOtherOperatorsByName) {
  BuiltModel model;
  model.code = 10;
  Graph graph;
  ASSERT_TRUE(ReadTflite(model.Bytes(), &graph).ok());
  const Status status = PrepareAndRun(graph);
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_EQ(
      status.message(),
      "operator = \"HASHTABLE_LOOKUP\": is not among those that run here");
  model.code = 100000;
  ASSERT_TRUE(ReadTflite(model.Bytes(), &graph).ok());
  EXPECT_EQ(PrepareAndRun(graph).message(),
            "operator = \"an unknown operator\": is not among those that run "
            "here");
}

std::vector<std::uint8_t> SoundFile(const char* name) {
  std::vector<std::uint8_t> bytes;
  const std::filesystem::path folder = LOWP_GOLDEN_DIR;
  EXPECT_TRUE(
      lowp_network::ReadFile((folder / "network" / name).string(), &bytes));
  return bytes;
}

TEST(ReadTfliteTest, RefusesEveryShorterFile) {
  const std::vector<std::uint8_t> bytes = BuiltModel().Bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Graph graph;
    const Status status = ReadTflite(
        std::vector<std::uint8_t>(bytes.begin(), bytes.begin() + size), &graph);
    EXPECT_EQ(status.code(), StatusCode::kDataLoss) << size;
  }
}

// Under a sanitizer, every wrong access fails the test.
TEST(ReadTfliteTest, SurvivesDamage) {
  const std::vector<std::uint8_t> files[] = {
      SoundFile("medley.tflite"),     SoundFile("mosaic.tflite"),
      SoundFile("open_batch.tflite"), SoundFile("unsigned.tflite"),
      SoundFile("wide.tflite"),       BuiltModel().Bytes()};
  std::mt19937 generator(1);
  const std::uint32_t values[] = {
      0, 1, 2, 0x7f, 0x80, 0xff, 0x7fffffff, 0x80000000, 0xffffffff, 0x10000};
  int refused = 0, ran = 0;
  for (int round = 0; round < 7500; ++round) {
    if (!TakesCase()) continue;
    std::vector<std::uint8_t> bytes = files[round % 5];
    const int changes = 1 + static_cast<int>(generator() % 3);
    for (int i = 0; i < changes; ++i) {
      const std::size_t at = generator() % bytes.size();
      if (generator() % 2 == 0) {
        bytes[at] = static_cast<std::uint8_t>(generator());
      } else if (at + 4 <= bytes.size()) {
        const std::uint32_t value = values[generator() % 10];
        std::memcpy(&bytes[at / 4 * 4], &value, 4);
      }
    }
    Graph graph;
    Status status = ReadTflite(std::move(bytes), &graph);
    if (status.ok()) status = PrepareAndRun(graph);
    EXPECT_TRUE(status.ok() || status.argument()[0] != '\0');
    ++(status.ok() ? ran : refused);
  }
  EXPECT_GT(refused, 1000 / CasesForOne());
  EXPECT_GT(ran, 1000 / CasesForOne());
}

}  // namespace
}  // namespace lowp_test
