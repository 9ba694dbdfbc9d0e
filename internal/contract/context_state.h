// The engine's part of a context, opaque to users of the library: where an
// EngineState lies.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_CONTEXT_STATE_H_
#define LOWP_INTERNAL_CONTRACT_CONTEXT_STATE_H_

#include <cstddef>

#include "../../public/export.h"
#include "../../public/status.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct EngineState;

class ContextState {
 public:
  LOWP_EXPORT ContextState() noexcept;
  ContextState(const ContextState&) = delete;
  ContextState& operator=(const ContextState&) = delete;
  LOWP_EXPORT ~ContextState();

  EngineState* engine() { return engine_; }

  // What SingleThreadGemmContext offers.
  LOWP_EXPORT Status SetBackend(const char* name);
  LOWP_EXPORT Status SetKernel(const char* name);
  LOWP_EXPORT void SetWorkspace(void* memory, std::size_t bytes);
  LOWP_EXPORT const char* BackendName() const;
  LOWP_EXPORT const char* KernelName() const;

 private:
  static constexpr std::size_t kBytes = 192;
  EngineState* const engine_;  // in memory_
  alignas(std::max_align_t) unsigned char memory_[kBytes];
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_CONTEXT_STATE_H_
