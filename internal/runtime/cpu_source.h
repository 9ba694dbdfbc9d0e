// Where lowp learns about the processor. One of the files cpu_source_*.cc is
// part of a library: that which asks cpuinfo, or that which asks the processor
// and the operating system directly and so needs no other library.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_CPU_SOURCE_H_
#define LOWP_INTERNAL_RUNTIME_CPU_SOURCE_H_

#include <cstdint>

#include "cpu_features.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

constexpr std::uint64_t If(bool condition, CpuFeature feature) {
  return condition ? static_cast<std::uint64_t>(feature) : 0;
}

// The feature bits that the source knows of: all but kAvxVnni and kI8mm. On x86
// it does not look at what the operating system saves. 0 if the processor
// cannot be asked.
std::uint64_t AskForFeatures() noexcept;

// Sizes of the data caches; 0 where the machine does not tell.
CacheSizes AskForCacheSizes() noexcept;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_CPU_SOURCE_H_
