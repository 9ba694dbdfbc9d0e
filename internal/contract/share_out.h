// Shares the pieces of work on tensors among threads.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_SHARE_OUT_H_
#define LOWP_INTERNAL_CONTRACT_SHARE_OUT_H_

#include <algorithm>
#include <cstddef>

#include "../compiler.h"
#include "../runtime/parallel_for.h"
#include "../runtime/shares.h"
#include "gemm.h"
#include "threads_for.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A function of a range whose type is forgotten: what shares the work out is
// there once, not once for each function. Lives as long as the function.
class RangeFunction {
 public:
  template <typename Function>
  RangeFunction(const Function& function)  // implicit, for ShareOut's callers
      : function_(&function),
        call_([](const void* f, std::size_t begin, std::size_t end) {
          (*static_cast<const Function*>(f))(begin, end);
        }) {}

  void operator()(std::size_t begin, std::size_t end) const {
    call_(function_, begin, end);
  }

 private:
  const void* function_;
  void (*call_)(const void*, std::size_t, std::size_t);
};

// Calls function(begin, end) for ranges that make up 0..units, on as many
// threads as the number of elements justifies, in the default floating-point
// environment. None of them is empty.
LOWP_NOINLINE inline void ShareOut(const GemmResources& resources,
                                   std::size_t units, std::size_t elements,
                                   std::size_t elements_per_thread,
                                   RangeFunction function) {
  const FloatEnvironment environment;
  if (IsForOneThread(resources, elements, elements_per_thread)) {
    return function(0, units);
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
