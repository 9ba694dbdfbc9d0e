// Recognises products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "product_cache.h"

#include <new>

#include "../contract/engine_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
bool EnsureProductCache(EngineState* state) {
  if (state->products == nullptr) {
    state->products = new (std::nothrow) ProductCache;
  }
  return state->products != nullptr;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
