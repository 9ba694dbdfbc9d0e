// The memory of a call: the caller's, or the context's own.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_CALL_WORKSPACE_H_
#define LOWP_INTERNAL_CONTRACT_CALL_WORKSPACE_H_

#include <cstddef>
#include <cstdint>

#include "../../public/status.h"
#include "../compiler.h"
#include "engine_state.h"
#include "panel_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

Status TooLargeWorkspace(std::uint64_t bytes);

// Refuses a workspace that is larger than the address space.
LOWP_ALWAYS_INLINE Status CheckWorkspaceSize(std::uint64_t bytes) {
  return bytes > kMaxBytes ? TooLargeWorkspace(bytes) : Status();
}

// The first `needed` bytes of the memory that are aligned to kPackedAlignment.
Status AlignWorkspace(void* memory, std::size_t bytes, std::size_t needed,
                      void** workspace);

// Memory that the context owns, which may have to grow, or was lent.
Status TakeOtherWorkspace(EngineState* state, std::size_t bytes,
                          void** workspace);

// `bytes` aligned bytes of the context.
LOWP_ALWAYS_INLINE Status TakeWorkspace(EngineState* state, std::size_t bytes,
                                        void** workspace) {
  if (state->lent_workspace != nullptr || bytes > state->workspace.size()) {
    return TakeOtherWorkspace(state, bytes, workspace);
  }
  *workspace = state->workspace.data();
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_CALL_WORKSPACE_H_
