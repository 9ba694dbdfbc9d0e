// Places the largest tensor first, each as low as those before it allow: the
// greedy rule by size of Pisarchyk and Lee (arXiv:2001.03288), which is within
// a few percent of the optimum for chains with few branches.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "memory_plan.h"

#include <algorithm>

namespace lowp_network {
namespace {

struct Block {
  std::size_t tensor, bytes;
  int first, last;  // operators; -1: before all of them
  std::size_t offset = 0;
};

std::size_t Aligned(std::size_t bytes) {
  constexpr std::size_t kMask = MemoryPlan::kAlignment - 1;
  return (bytes + kMask) & ~kMask;
}

std::vector<Block> BlocksOf(const Graph& graph, bool shares) {
  const int end = static_cast<int>(graph.operators.size());
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < graph.tensors.size(); ++i) {
    const Tensor& tensor = graph.tensors[i];
    const bool is_constant = tensor.data != nullptr;
    blocks.push_back(
        {i, is_constant ? 0 : Aligned(tensor.size_in_bytes()), -1, -1});
    if (!shares || tensor.is_variable) blocks.back().last = end;
  }
  for (int op = 0; op < end; ++op) {
    const Operator& at = graph.operators[static_cast<std::size_t>(op)];
    for (int i : at.outputs) {
      Block& block = blocks[static_cast<std::size_t>(i)];
      if (block.last < end) block.first = block.last = op;
    }
    for (int i : at.inputs) {
      if (i < 0) continue;
      Block& block = blocks[static_cast<std::size_t>(i)];
      block.last = std::max(block.last, op);
    }
  }
  for (const std::vector<int>* ends : {&graph.inputs, &graph.outputs}) {
    for (int i : *ends) blocks[static_cast<std::size_t>(i)].last = end;
  }
  return blocks;
}

// The lowest position at which a block meets none of those that are placed,
// which are in order of their positions.
std::size_t LowestPlace(const Block& block, const std::vector<Block>& placed) {
  std::size_t offset = 0;
  for (const Block& other : placed) {
    if (other.last < block.first || block.last < other.first) continue;
    if (offset + block.bytes <= other.offset) break;
    offset = std::max(offset, other.offset + other.bytes);
  }
  return offset;
}

}  // namespace

MemoryPlan PlanMemory(const Graph& graph, bool shares) {
  std::vector<Block> blocks = BlocksOf(graph, shares);
  std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.tensor < b.tensor;
  });
  MemoryPlan plan;
  plan.offsets.resize(blocks.size());
  std::vector<Block> placed;
  for (Block& block : blocks) {
    block.offset = LowestPlace(block, placed);
    plan.offsets[block.tensor] = block.offset;
    plan.bytes = std::max(plan.bytes, block.offset + block.bytes);
    placed.insert(std::upper_bound(placed.begin(), placed.end(), block,
                                   [](const Block& a, const Block& b) {
                                     return a.offset < b.offset;
                                   }),
                  block);
  }
  return plan;
}

}  // namespace lowp_network
