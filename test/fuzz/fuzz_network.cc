// A libFuzzer target for .tflite files: any bytes are read or refused with the
// name of what is wrong, and a small network that is read runs.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "../../doc/network/read_tflite.h"
#include "../network/run_small.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  lowp_network::Graph graph;
  gemmlowp::Status status = lowp_network::ReadTflite(
      std::vector<std::uint8_t>(data, data + size), &graph);
  if (status.ok()) status = lowp_test::PrepareAndRun(graph);
  if (!status.ok() && status.argument()[0] == '\0') std::abort();
  return 0;
}
