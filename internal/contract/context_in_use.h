// Whether a context is in use: one product or convolution at a time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_CONTEXT_IN_USE_H_
#define LOWP_INTERNAL_CONTRACT_CONTEXT_IN_USE_H_

#include <atomic>

#include "../../public/status.h"
#include "../detect_platform.h"
#include "engine_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Says that a product is under way, for as long as this lives.
class InUse {
 public:
  explicit InUse(EngineState* state) : state_(*state) {
    state_.in_use.store(true, std::memory_order_relaxed);
  }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;
  ~InUse() { state_.in_use.store(false, std::memory_order_relaxed); }

 private:
  EngineState& state_;
};

// The error of a context that is in use by another product.
Status ContextInUse();

// That error, if the context is.
LOWP_ALWAYS_INLINE Status CheckNotInUse(const EngineState& state) {
  return state.in_use.load(std::memory_order_relaxed) ? ContextInUse()
                                                      : Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_CONTEXT_IN_USE_H_
