// Detects the processor's features: through the source that the library was
// built with, and directly for those that cpuinfo does not know. Everything
// that depends on the architecture is in a section of its own below.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "cpu_features.h"

#include <algorithm>

#include "cpu_source.h"
#include "found_once.h"
#include "os.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Whether the operating system saves the given state, from XCR0: bits 1 and 2
// are the lower and upper halves of ymm, 5 to 7 the mask registers and zmm.
constexpr bool Saves(unsigned xcr0, unsigned state) {
  return (xcr0 & state) == state;
}
constexpr bool SavesYmm(unsigned xcr0) { return Saves(xcr0, 0x6); }

// Whether the processor has tiles and their products of bytes.
constexpr bool HasAmxInt8(unsigned leaf7_0_edx) {
  constexpr unsigned kTilesAndInt8 = 1u << 24 | 1u << 25;
  return (leaf7_0_edx & kTilesAndInt8) == kTilesAndInt8;
}

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
  // Of leaf 7, eax is the last subleaf.
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0) {
    registers.leaf7_0_edx = edx;
    if (eax >= 1 && __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) != 0) {
      registers.leaf7_1_eax = eax;
    }
  }
  return registers;
}

// Those of the source's features whose registers the operating system saves.
std::uint64_t SavedFeatures(unsigned xcr0) {
  constexpr std::uint64_t kOfZmm =
      kAvx512F | kAvx512BW | kAvx512DQ | kAvx512VL | kAvx512Vnni | kAvx512Vbmi;
  return If(SavesYmm(xcr0), kAvx2) | (SavesZmm(xcr0) ? kOfZmm : 0);
}

X86Identity Identify() {
  constexpr unsigned kAuth = 0x68747541;  // of "AuthenticAMD"
  constexpr unsigned kGenu = 0x756e6547;  // of "GenuineIntel"
  X86Identity identity = {X86Vendor::kOther, 0, 0};
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (__get_cpuid(0, &eax, &ebx, &ecx, &edx) == 0) return identity;
  identity.vendor = ebx == kAuth   ? X86Vendor::kAmd
                    : ebx == kGenu ? X86Vendor::kIntel
                                   : X86Vendor::kOther;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0) identity.leaf1_eax = eax;
  identity.leaf7_0_edx = ReadX86Registers().leaf7_0_edx;
  return identity;
}

std::uint64_t DetectForArchitecture() {
  const X86Registers registers = ReadX86Registers();
  std::uint64_t features = X86FeaturesUnknownToCpuinfo(registers) |
                           (AskForFeatures() & SavedFeatures(registers.xcr0));
  if ((features & kAmxInt8) != 0 && !MayUseTiles()) features &= ~kAmxInt8;
  return features;
}

#else

X86Identity Identify() { return {X86Vendor::kOther, 0, 0}; }

#endif

#if defined(__aarch64__) && defined(__linux__)

std::uint64_t DetectForArchitecture() {
  constexpr unsigned long kHwcap2I8mm = 1ul << 13;
  return AskForFeatures() |
         If((getauxval(AT_HWCAP2) & kHwcap2I8mm) != 0, kI8mm);
}

#elif !defined(__x86_64__) && !defined(__i386__)

std::uint64_t DetectForArchitecture() { return AskForFeatures(); }

#endif

CacheSizes DetectCacheSizes() {
  const auto size_or = [](std::size_t size, std::size_t otherwise) {
    return size != 0 ? size : otherwise;
  };
  CacheSizes sizes = AskForCacheSizes();
  sizes.l1d = size_or(sizes.l1d, 32 * 1024);
  sizes.l2 = std::max(size_or(sizes.l2, 512 * 1024), sizes.l1d);
  sizes.l3 = std::max(sizes.l3, sizes.l2);
  return sizes;
}

}  // namespace

std::uint64_t X86FeaturesUnknownToCpuinfo(X86Registers registers) noexcept {
  constexpr unsigned kVnni = 1u << 4;
  constexpr unsigned kTileState = 0x60000;  // their shapes, their contents
  return If(SavesYmm(registers.xcr0) && (registers.leaf7_1_eax & kVnni) != 0,
            kAvxVnni) |
         If(Saves(registers.xcr0, kTileState) &&
                HasAmxInt8(registers.leaf7_0_edx),
            kAmxInt8);
}

std::uint64_t DetectedCpuFeatures() noexcept {
  static FoundOnce<std::uint64_t> features;
  return features.Get(&DetectForArchitecture);
}

// CPUID leaf 1 in AMD's manual, volume 3: family 15 is the sum of two fields.
// AMD's models left out are of notebooks, whose units have 256 bits.
Core CoreOf(X86Identity identity) noexcept {
  const unsigned eax = identity.leaf1_eax;
  const unsigned family = (eax >> 8 & 0xf) + (eax >> 20 & 0xff);
  const unsigned tens_of_model = eax >> 16 & 0xf;
  switch (identity.vendor) {
    case X86Vendor::kAmd:
      return family >= 0x1a && tens_of_model != 2 && tens_of_model != 6
                 ? Core::kZen5
                 : Core::kOther;
    case X86Vendor::kIntel:
      return HasAmxInt8(identity.leaf7_0_edx) ? Core::kGoldenCove
                                              : Core::kOther;
    case X86Vendor::kOther:
      break;
  }
  return Core::kOther;
}

Core DetectedCore() noexcept {
  static FoundOnce<Core> core;
  return core.Get([] { return CoreOf(Identify()); });
}

CacheSizes DetectedCacheSizes() noexcept {
  static FoundOnce<CacheSizes> sizes;
  return sizes.Get(&DetectCacheSizes);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
