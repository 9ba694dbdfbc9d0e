// Runs prepared products in shares.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "run_in_context.h"

#include "../contract/context_in_use.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

LOWP_NOINLINE void RunInShares(const PreparedProduct& p,
                               const ProductCall& call,
                               const GemmResources& resources) {
  if (p.threads == 1) return RunShared(p, call, Executor{}, 0);
  const InUse in_use(resources.state);
  RunShared(p, call, resources.MakeExecutor(), p.threads_to_wake);
}

Status ContextInUse() {
  return InvalidArgument("context", 0,
                         "is in use by the product whose output stage or "
                         "executor multiplies with it again");
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
