// The peak of a multiply-add instruction in registers, and the sum of memory,
// for the peak_<backend>.cc of x86-64.
//
// Written once over a policy `Isa`:
//   Words                    a register as 32-bit values, whose sums wrap
//                            around as the processor's do
//   Sums                     what one MultiplyAdd adds to: Words, or several
//   kSums                    how many of them keep the pipes busy
//   kMultiplyAdds            per MultiplyAdd
//   Left(), Right()          factors
//   MultiplyAdd(sums, a, b)  *sums += *a times b, in such a way that the
//                            compiler sees another product each time
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_BENCH_PEAK_X86_INL_H_
#define LOWP_BENCH_PEAK_X86_INL_H_

#include <immintrin.h>

#include <cstdint>
#include <utility>

#include "../internal/detect_platform.h"
#include "peak.h"
#include "sum-inl.h"

namespace lowp_bench {
namespace {

using Words256 = std::uint32_t __attribute__((vector_size(32), may_alias));
using Words512 = std::uint32_t __attribute__((vector_size(64), may_alias));

// Not a loop over the sums: GCC would keep them in memory.
template <class Isa, int... kIndex>
LOWP_INLINE std::int32_t DotProducts(std::int64_t turns,
                                     std::integer_sequence<int, kIndex...>) {
  using Words = typename Isa::Words;
  typename Isa::Sums sums[sizeof...(kIndex)] = {};
  Words a = Isa::Left();
  const Words b = Isa::Right();
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    (Isa::MultiplyAdd(&sums[kIndex], &a, b), ...);
  }
  return static_cast<std::int32_t>((sums[kIndex][0] + ...));
}

template <class Isa>
std::int32_t MultiplyAdds(std::int64_t turns) {
  return DotProducts<Isa>(turns, std::make_integer_sequence<int, Isa::kSums>());
}

template <class Isa>
constexpr PeakLoop PeakOf(const char* name) {
  return {name, Isa::kMultiplyAdds * Isa::kSums, &MultiplyAdds<Isa>,
          &SumMemory<typename Isa::Words>};
}

}  // namespace
}  // namespace lowp_bench

#endif  // LOWP_BENCH_PEAK_X86_INL_H_
