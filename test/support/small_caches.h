// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_SMALL_CACHES_H_
#define LOWP_TEST_SUPPORT_SMALL_CACHES_H_

#include <map>

#include "../../internal/contract/core_costs.h"
#include "../../internal/contract/engine_state.h"
#include "../../internal/runtime/cpu_features.h"
#include "context_for.h"

namespace lowp_test {

constexpr int kCacheFraction = 16;

// The machine's caches as WithSmallCaches() has them.
inline gemmlowp::internal::CacheSizes SmallCaches() {
  gemmlowp::internal::CacheSizes caches =
      gemmlowp::internal::DetectedCacheSizes();
  caches.l2 /= kCacheFraction;
  caches.l3 /= kCacheFraction;
  return caches;
}

// The backend as it would be if L2 and L3 were kCacheFraction times smaller, so
// that what lies beyond caches takes little memory. Kernels have their first
// costs, and the last cache is near. The copy is never destroyed, because
// contexts remember it.
inline const Backend& WithSmallCaches(const Backend& backend) {
  static auto* const copies = new std::map<const Backend*, Backend>;
  const auto [copy, is_new] = copies->emplace(&backend, backend);
  Backend& small = copy->second;
  if (is_new) {
    small.memory = gemmlowp::internal::MemoryHere(backend);
    small.memory.last_cache_is_far = false;
    small.memory.rows_in_l2 *= kCacheFraction;
    small.memory.rows_in_l3 *= kCacheFraction;
    small.memory.near_packed_l2s /= kCacheFraction;
    small.memory.near_in_place_l2s /= kCacheFraction;
    small.memory.near_in_place_l3s /= kCacheFraction;
    small.other_costs = {};
  }
  return small;
}

// While this exists, the backend's context of the test program uses the copy.
class SmallCachesInUse {
 public:
  explicit SmallCachesInUse(const Backend& backend)
      : state_(ContextFor(backend)->engine_state()), before_(state_->backend) {
    state_->backend = &WithSmallCaches(backend);
  }
  SmallCachesInUse(const SmallCachesInUse&) = delete;
  SmallCachesInUse& operator=(const SmallCachesInUse&) = delete;
  ~SmallCachesInUse() { state_->backend = before_; }

 private:
  gemmlowp::internal::EngineState* const state_;
  const Backend* const before_;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_SMALL_CACHES_H_
