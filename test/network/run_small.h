// Prepares a graph of unknown origin, and runs it if that takes little.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_NETWORK_RUN_SMALL_H_
#define LOWP_TEST_NETWORK_RUN_SMALL_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "../../doc/network/network.h"

namespace lowp_test {

inline gemmlowp::Status PrepareAndRun(const lowp_network::Graph& graph) {
  lowp_network::NetworkOptions options;
  options.threads = 2;
  std::unique_ptr<lowp_network::Network> network;
  int index = -1;
  const gemmlowp::Status status =
      lowp_network::Network::Prepare(graph, options, &network, &index);
  if (!status.ok()) return status;
  std::int64_t work = 0;
  for (int i = 0; i < network->step_count(); ++i) {
    work += network->step(i).multiply_adds();
  }
  constexpr std::size_t kSmall = 1 << 20;
  constexpr std::int64_t kLittle = 20'000'000;
  if (network->tensor_bytes() > kSmall || work > kLittle) return status;
  for (int input : graph.inputs) {
    const std::size_t size =
        graph.tensors[static_cast<std::size_t>(input)].size_in_bytes();
    std::fill_n(static_cast<char*>(network->tensor(input)), size, '\1');
  }
  return network->Run();
}

}  // namespace lowp_test

#endif  // LOWP_TEST_NETWORK_RUN_SMALL_H_
