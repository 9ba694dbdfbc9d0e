// Finds memory for calls.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/call_workspace.h"

#include <algorithm>
#include <cstdint>

#include "../contract/packed_header.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

Status TooLargeWorkspace(std::uint64_t bytes) {
  return Status(
      StatusCode::kResourceExhausted, "workspace",
      static_cast<std::int64_t>(std::min<std::uint64_t>(bytes, INT64_MAX)),
      "bytes are more than this machine addresses");
}

Status AlignWorkspace(void* memory, std::size_t bytes, std::size_t needed,
                      void** workspace) {
  const std::size_t skipped = BytesToAlignment(memory);
  if (memory == nullptr || bytes < skipped || bytes - skipped < needed) {
    return Status(StatusCode::kResourceExhausted, "workspace",
                  static_cast<std::int64_t>(bytes),
                  "bytes are fewer than the plan's workspace_bytes, counted "
                  "from the first multiple of 64");
  }
  *workspace = static_cast<std::uint8_t*>(memory) + skipped;
  return Status();
}

LOWP_NOINLINE Status TakeOtherWorkspace(EngineState* state, std::size_t bytes,
                                        void** workspace) {
  if (state->lent_workspace != nullptr) {
    return AlignWorkspace(state->lent_workspace, state->lent_bytes, bytes,
                          workspace);
  }
  if (!state->workspace.Reserve(bytes)) {
    return OutOfMemory("workspace", bytes);
  }
  *workspace = state->workspace.data();
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
