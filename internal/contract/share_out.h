// Shares the pieces of work on tensors among threads.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_SHARE_OUT_H_
#define LOWP_INTERNAL_CONTRACT_SHARE_OUT_H_

#include <algorithm>
#include <cstddef>

#include "../runtime/parallel_for.h"
#include "../runtime/shares.h"
#include "gemm.h"
#include "threads_for.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Calls function(begin, end) for ranges that make up 0..units, on as many
// threads as the number of elements justifies, in the default floating-point
// environment. None of them is empty.
template <typename Function>
void ShareOut(const GemmResources& resources, std::size_t units,
              std::size_t elements, std::size_t elements_per_thread,
              const Function& function) {
  const FloatEnvironment environment;
  if (IsForOneThread(resources, elements, elements_per_thread)) {
    return function(std::size_t{0}, units);
  }
  const Threads threads = ThreadsFor(resources, elements, elements_per_thread);
  const int wanted =
      threads.count == 1 ? 1 : threads.count * SharesPerThread(threads.to_wake);
  const std::size_t shares = std::min(units, static_cast<std::size_t>(wanted));
  const auto begin_of = [&](std::size_t share) {
    return units / shares * share + units % shares * share / shares;
  };
  ParallelFor(threads.crew(true), static_cast<int>(shares), [&](int share) {
    const std::size_t index = static_cast<std::size_t>(share);
    function(begin_of(index), begin_of(index + 1));
  });
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_SHARE_OUT_H_
