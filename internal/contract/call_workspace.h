// The memory of a call: the caller's, or the context's own.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_CALL_WORKSPACE_H_
#define LOWP_INTERNAL_CONTRACT_CALL_WORKSPACE_H_

#include <cstddef>

#include "../../public/status.h"
#include "../compiler.h"
#include "engine_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

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
