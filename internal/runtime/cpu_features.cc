// Detects the processor's features: through cpuinfo, and directly for those
// that cpuinfo does not know. Everything that depends on the architecture is in
// a section of its own below.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "cpu_features.h"

#include <cpuinfo.h>

#include <algorithm>
#include <cstdio>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct NamedFeature {
  CpuFeature feature;
  const char* name;
};

// In the order of the bits; x86 names are spelled as in Linux's /proc/cpuinfo.
constexpr NamedFeature kNames[] = {
    {kAvx2, "avx2"},
    {kAvx512F, "avx512f"},
    {kAvx512BW, "avx512bw"},
    {kAvx512DQ, "avx512dq"},
    {kAvx512VL, "avx512vl"},
    {kAvx512Vnni, "avx512_vnni"},
    {kAvx512Vbmi, "avx512vbmi"},
    {kAvxVnni, "avx_vnni"},
    {kAmxInt8, "amx_int8"},
    {kNeon, "neon"},
    {kDotprod, "dotprod"},
    {kI8mm, "i8mm"},
};

std::uint64_t If(bool condition, CpuFeature feature) {
  return condition ? static_cast<std::uint64_t>(feature) : 0;
}

// Whether the operating system saves the given state, from XCR0: bits 1 and 2
// are the lower and upper halves of ymm, 5 to 7 the mask registers and zmm, 17
// and 18 the tiles.
constexpr bool Saves(unsigned xcr0, unsigned state) {
  return (xcr0 & state) == state;
}
constexpr bool SavesYmm(unsigned xcr0) { return Saves(xcr0, 0x6); }
constexpr bool SavesTiles(unsigned xcr0) { return Saves(xcr0, 0x60000); }

#if defined(__x86_64__) || defined(__i386__)

constexpr bool SavesZmm(unsigned xcr0) { return Saves(xcr0, 0xe6); }

X86Registers ReadX86Registers() {
  X86Registers registers = {0, 0, 0};
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  constexpr unsigned kOsxsave = 1u << 27;  // xgetbv may be executed
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & kOsxsave) != 0) {
    unsigned high = 0;
    __asm__ volatile("xgetbv" : "=a"(registers.xcr0), "=d"(high) : "c"(0));
  }
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0) {
    registers.leaf7_edx = edx;
    // eax is the last subleaf.
    if (eax >= 1 && __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) != 0) {
      registers.leaf7_1_eax = eax;
    }
  }
  return registers;
}

std::uint64_t DetectX86() {
  const X86Registers registers = ReadX86Registers();
  std::uint64_t found = X86FeaturesUnknownToCpuinfo(registers);
  if (SavesYmm(registers.xcr0))
    found |= If(cpuinfo_has_x86_avx2() && cpuinfo_has_x86_fma3(), kAvx2);
  if (SavesZmm(registers.xcr0)) {
    found |= If(cpuinfo_has_x86_avx512f(), kAvx512F) |
             If(cpuinfo_has_x86_avx512bw(), kAvx512BW) |
             If(cpuinfo_has_x86_avx512dq(), kAvx512DQ) |
             If(cpuinfo_has_x86_avx512vl(), kAvx512VL) |
             If(cpuinfo_has_x86_avx512vnni(), kAvx512Vnni) |
             If(cpuinfo_has_x86_avx512vbmi(), kAvx512Vbmi);
  }
  return found;
}

std::uint64_t DetectForArchitecture() { return DetectX86(); }

#elif defined(__aarch64__) && defined(__linux__)

std::uint64_t DetectForArchitecture() {
  constexpr unsigned long kHwcap2I8mm = 1ul << 13;
  return If(cpuinfo_has_arm_neon(), kNeon) |
         If(cpuinfo_has_arm_neon_dot(), kDotprod) |
         If((getauxval(AT_HWCAP2) & kHwcap2I8mm) != 0, kI8mm);
}

#else

std::uint64_t DetectForArchitecture() {
  return If(cpuinfo_has_arm_neon(), kNeon) |
         If(cpuinfo_has_arm_neon_dot(), kDotprod);
}

#endif

bool InitializeCpuinfo() {
  static const bool initialized = cpuinfo_initialize();
  return initialized;
}

std::size_t SizeOr(const cpuinfo_cache* cache, std::size_t otherwise) {
  return cache != nullptr && cache->size != 0 ? cache->size : otherwise;
}

CacheSizes DetectCacheSizes() {
  CacheSizes sizes = {32 * 1024, 512 * 1024, 0};
  if (InitializeCpuinfo()) {
    sizes.l1d = SizeOr(cpuinfo_get_l1d_cache(0), sizes.l1d);
    sizes.l2 = SizeOr(cpuinfo_get_l2_cache(0), sizes.l2);
    sizes.l3 = SizeOr(cpuinfo_get_l3_cache(0), sizes.l3);
  }
  sizes.l2 = std::max(sizes.l2, sizes.l1d);
  sizes.l3 = std::max(sizes.l3, sizes.l2);
  return sizes;
}

}  // namespace

std::uint64_t X86FeaturesUnknownToCpuinfo(X86Registers registers) noexcept {
  constexpr unsigned kTileAndInt8 = 1u << 24 | 1u << 25;
  constexpr unsigned kVnni = 1u << 4;
  return If(SavesTiles(registers.xcr0) &&
                (registers.leaf7_edx & kTileAndInt8) == kTileAndInt8,
            kAmxInt8) |
         If(SavesYmm(registers.xcr0) && (registers.leaf7_1_eax & kVnni) != 0,
            kAvxVnni);
}

std::uint64_t DetectedCpuFeatures() noexcept {
  static const std::uint64_t features =
      InitializeCpuinfo() ? DetectForArchitecture() : 0;
  return features;
}

const char* CpuFeatureName(std::uint64_t feature) noexcept {
  for (const NamedFeature& named : kNames) {
    if (named.feature == feature) return named.name;
  }
  return "?";
}

void CpuFeatureNames(std::uint64_t features, char* text,
                     std::size_t size) noexcept {
  text[0] = '\0';
  std::size_t used = 0;
  for (const NamedFeature& named : kNames) {
    if ((features & named.feature) == 0) continue;
    const int length = std::snprintf(text + used, size - used, "%s%s",
                                     used == 0 ? "" : " ", named.name);
    if (length < 0 || static_cast<std::size_t>(length) >= size - used) {
      text[used] = '\0';
      return;
    }
    used += static_cast<std::size_t>(length);
  }
}

CacheSizes DetectedCacheSizes() noexcept {
  static const CacheSizes sizes = DetectCacheSizes();
  return sizes;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
