// Whether a context is in use: one product or convolution at a time.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_CONTEXT_IN_USE_H_
#define LOWP_INTERNAL_CONTRACT_CONTEXT_IN_USE_H_

#include "../../public/status.h"
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

// An error if the context is in use by another product.
Status CheckNotInUse(const EngineState& state);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_CONTEXT_IN_USE_H_
