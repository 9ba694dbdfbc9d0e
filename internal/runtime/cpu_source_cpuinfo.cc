// What cpuinfo knows about the processor.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cpuinfo.h>

#include <cstddef>
#include <cstdint>

#include "cpu_source.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

std::size_t SizeOf(const cpuinfo_cache* cache) {
  return cache != nullptr ? cache->size : 0;
}

}  // namespace

// cpuinfo has all its functions on every processor.
std::uint64_t AskForFeatures() noexcept {
  if (!cpuinfo_initialize()) return 0;
  return If(cpuinfo_has_x86_avx2() && cpuinfo_has_x86_fma3(), kAvx2) |
         If(cpuinfo_has_x86_avx512f(), kAvx512F) |
         If(cpuinfo_has_x86_avx512bw(), kAvx512BW) |
         If(cpuinfo_has_x86_avx512dq(), kAvx512DQ) |
         If(cpuinfo_has_x86_avx512vl(), kAvx512VL) |
         If(cpuinfo_has_x86_avx512vnni(), kAvx512Vnni) |
         If(cpuinfo_has_x86_avx512vbmi(), kAvx512Vbmi) |
         If(cpuinfo_has_arm_neon(), kNeon) |
         If(cpuinfo_has_arm_neon_dot(), kDotprod);
}

CacheSizes AskForCacheSizes() noexcept {
  if (!cpuinfo_initialize()) return {0, 0, 0};
  return {SizeOf(cpuinfo_get_l1d_cache(0)), SizeOf(cpuinfo_get_l2_cache(0)),
          SizeOf(cpuinfo_get_l3_cache(0))};
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
