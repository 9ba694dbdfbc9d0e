// The features that the processor has and the operating system lets us use,
// detected once.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_RUNTIME_CPU_FEATURES_H_
#define LOWP_INTERNAL_RUNTIME_CPU_FEATURES_H_

#include <cstddef>
#include <cstdint>

#include "../cpu_feature.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// All feature bits of this machine; 0 if the processor cannot be asked. Safe
// from any thread; the first call detects them.
std::uint64_t DetectedCpuFeatures() noexcept;

// The registers that CPUID and XGETBV set on x86; zero where they do not run.
struct X86Registers {
  unsigned leaf7_0_edx;  // CPUID leaf 7, subleaf 0
  unsigned leaf7_1_eax;  // subleaf 1
  unsigned xcr0;         // its lower half
};

// The feature bits of x86 that cpuinfo does not know: kAvxVnni, and kAmxInt8,
// for which a process has to ask the system besides (MayUseTiles).
std::uint64_t X86FeaturesUnknownToCpuinfo(X86Registers registers) noexcept;

// What CPUID says about the kind of an x86 processor: leaf 0's vendor, eax of
// leaf 1.
enum class X86Vendor : std::uint8_t { kOther, kAmd, kIntel };
struct X86Identity {
  X86Vendor vendor;
  unsigned leaf1_eax;
  unsigned leaf7_0_edx;
};

// AMD's since family 1ah are kZen5, except those of notebooks. Their bit for
// units of 512 bits, leaf 8000001a, is zero in virtual machines. Of Intel's,
// kGoldenCove are those with AMX, whatever a virtual machine calls them.
Core CoreOf(X86Identity identity) noexcept;

// The same of this machine; kOther where the processor cannot be asked.
Core DetectedCore() noexcept;

// Sizes in bytes of the data caches that a core reads through; each is at least
// as large as the one before. If the machine does not tell: 32 KiB, 512 KiB,
// and no third level, which then has the size of the second.
struct CacheSizes {
  std::size_t l1d;
  std::size_t l2;
  std::size_t l3;
};

CacheSizes DetectedCacheSizes() noexcept;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_RUNTIME_CPU_FEATURES_H_
