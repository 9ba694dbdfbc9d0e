// What a context keeps for the engine between calls.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_ENGINE_STATE_H_
#define LOWP_INTERNAL_CONTRACT_ENGINE_STATE_H_

#include <atomic>
#include <cstddef>

#include "../runtime/workspace.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct Backend;
class ProductCache;

struct EngineState {
  // Null: the best one that this machine can run, or the one that LOWP_BACKEND
  // names.
  const Backend* backend = nullptr;
  // The name of the kernel to use; null: the cheapest one, or the one that
  // LOWP_KERNEL names.
  const char* kernel = nullptr;
  // Grown to the largest call seen, unless the caller lends memory.
  AlignedBuffer workspace;
  void* lent_workspace = nullptr;
  std::size_t lent_bytes = 0;
  // Null before the first product, unless memory was lent: then nothing is
  // allocated later.
  ProductCache* products = nullptr;
  // Whether a product is under way. What it calls, an output stage or an
  // executor, reads it on any thread when it multiplies itself.
  std::atomic<bool> in_use{false};
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_ENGINE_STATE_H_
