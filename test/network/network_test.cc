// Whole networks on every backend, with one and two threads: the bytes that
// TensorFlow Lite's reference kernels computed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../doc/network/network.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "../../doc/network/measure.h"
#include "../../doc/network/read_tflite.h"
#include "../../doc/network/recorded.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::Status;
using lowp_network::Graph;
using lowp_network::Network;
using lowp_network::NetworkOptions;
using lowp_network::Recording;

class NetworkTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::filesystem::path folder = LOWP_GOLDEN_DIR;
    const std::string path =
        (folder / "network" / GetParam()).string() + ".tflite";
    std::vector<std::uint8_t> bytes;
    ASSERT_TRUE(lowp_network::ReadFile(path, &bytes));
    const Status status = lowp_network::ReadTflite(std::move(bytes), &graph_);
    ASSERT_TRUE(status.ok()) << status.message();
    std::string error;
    ASSERT_TRUE(lowp_network::ReadRecording(path, graph_, &recording_, &error))
        << error;
    ASSERT_TRUE(recording_.has_outputs());
  }

  void ExpectRecordedBytes(const NetworkOptions& options) const {
    std::unique_ptr<Network> network;
    int index = -1;
    Status status = Network::Prepare(graph_, options, &network, &index);
    ASSERT_TRUE(status.ok()) << index << ": " << status.message();
    // Inputs stay for the second run.
    lowp_network::SetInputs(recording_.inputs, network.get());
    for (int run = 0; run < 2; ++run) {
      status = network->Run();
      ASSERT_TRUE(status.ok()) << status.message();
      EXPECT_EQ(lowp_network::OutputsOf(*network), recording_.outputs);
    }
  }

  Graph graph_;
  Recording recording_;
};

TEST_P(NetworkTest, HasTheReferenceKernelsBytes) {
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    for (int threads : {1, 2}) {
      for (bool keeps_tensors : {false, true}) {
        NetworkOptions options;
        options.backend = backend.name;
        options.threads = threads;
        options.keeps_tensors = keeps_tensors;
        ExpectRecordedBytes(options);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Recorded, NetworkTest,
                         ::testing::Values("dense", "ds_cnn", "encoder",
                                           "keypoints", "medley", "mosaic",
                                           "open_batch", "resnet8", "tokens",
                                           "unsigned", "wide"));

}  // namespace
}  // namespace lowp_test
