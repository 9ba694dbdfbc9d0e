// Where tensors lie in one piece of memory: those that are not needed at the
// same time may share it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_MEMORY_PLAN_H_
#define LOWP_DOC_NETWORK_MEMORY_PLAN_H_

#include <cstddef>
#include <vector>

#include "graph.h"

namespace lowp_network {

struct MemoryPlan {
  // The position of each tensor, a multiple of kAlignment.
  std::vector<std::size_t> offsets;
  std::size_t bytes = 0;

  static constexpr std::size_t kAlignment = 64;
};

// Constants, which lie in the file, take none. With `shares` a tensor is needed
// from the operator that writes it to the last one that reads it, outputs to
// the end, and inputs and variables always.
MemoryPlan PlanMemory(const Graph& graph, bool shares);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_MEMORY_PLAN_H_
