// What the processor and the operating system say when asked directly, for
// builds without cpuinfo. Everything that depends on the architecture is in a
// section of its own.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "cpu_source.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#elif defined(__linux__)
#include <sys/auxv.h>

#include <cstdio>
#include <cstring>
#endif

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Notes the size of a cache that holds data.
[[maybe_unused]] void SetSize(unsigned level, std::size_t size,
                              CacheSizes* sizes) {
  if (level == 1) sizes->l1d = size;
  if (level == 2) sizes->l2 = size;
  if (level == 3) sizes->l3 = size;
}

#if defined(__x86_64__) || defined(__i386__)

// Intel's manual, volume 2, CPUID, leaves 1 and 7. Code for AVX2 has fused
// multiply-adds too.
std::uint64_t Features() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  const auto has = [](unsigned word, int bit) {
    return (word >> bit & 1u) != 0;
  };
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0) return 0;
  const bool fma3 = has(ecx, 12);
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0) return 0;
  return If(has(ebx, 5) && fma3, kAvx2) | If(has(ebx, 16), kAvx512F) |
         If(has(ebx, 17), kAvx512DQ) | If(has(ebx, 30), kAvx512BW) |
         If(has(ebx, 31), kAvx512VL) | If(has(ecx, 1), kAvx512Vbmi) |
         If(has(ecx, 11), kAvx512Vnni);
}

// Intel describes its caches in leaf 4, AMD (manual, volume 3, appendix E.4.15)
// in the same form in leaf 8000001d.
CacheSizes Sizes() {
  CacheSizes sizes = {0, 0, 0};
  for (const unsigned leaf : {4u, 0x8000001du}) {
    for (unsigned index = 0; index < 8; ++index) {
      unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
      if (__get_cpuid_count(leaf, index, &eax, &ebx, &ecx, &edx) == 0) break;
      constexpr unsigned kNone = 0, kInstructions = 2;
      const unsigned type = eax & 0x1f;
      if (type == kNone) break;
      if (type == kInstructions) continue;
      const std::size_t line = (ebx & 0xfff) + 1;
      const std::size_t partitions = (ebx >> 12 & 0x3ff) + 1;
      const std::size_t ways = (ebx >> 22) + 1;
      const std::size_t sets = std::size_t{ecx} + 1;
      SetSize(eax >> 5 & 7, line * partitions * ways * sets, &sizes);
    }
    if (sizes.l1d != 0) break;
  }
  return sizes;
}

#elif defined(__linux__)

// The bits of Linux's asm/hwcap.h for the two widths of Arm.
std::uint64_t Features() {
#if defined(__aarch64__)
  constexpr unsigned long kAsimd = 1ul << 1, kAsimdDp = 1ul << 20;
#else
  constexpr unsigned long kAsimd = 1ul << 12, kAsimdDp = 1ul << 24;
#endif
#if defined(__aarch64__) || defined(__arm__)
  const unsigned long bits = getauxval(AT_HWCAP);
  return If((bits & kAsimd) != 0, kNeon) | If((bits & kAsimdDp) != 0, kDotprod);
#else
  static_cast<void>(kAsimd | kAsimdDp);
  return 0;
#endif
}

// Reads a word of a file that describes one of the first processor's caches.
bool ReadWord(int index, const char* name, char (&word)[32]) {
  char path[80];
  std::snprintf(path, sizeof(path),
                "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, name);
  std::FILE* const file = std::fopen(path, "r");
  if (file == nullptr) return false;
  const bool read = std::fscanf(file, "%31s", word) == 1;
  std::fclose(file);
  return read;
}

CacheSizes Sizes() {
  CacheSizes sizes = {0, 0, 0};
  char type[32], level[32], size[32];
  for (int index = 0; index < 8 && ReadWord(index, "type", type); ++index) {
    if (std::strcmp(type, "Instruction") == 0) continue;
    unsigned levels = 0, kibibytes = 0;
    if (ReadWord(index, "level", level) && ReadWord(index, "size", size) &&
        std::sscanf(level, "%u", &levels) == 1 &&
        std::sscanf(size, "%uK", &kibibytes) == 1) {
      SetSize(levels, std::size_t{kibibytes} * 1024, &sizes);
    }
  }
  return sizes;
}

#else

// What the compiler was told that the processor has.
std::uint64_t Features() {
#if defined(__ARM_FEATURE_DOTPROD)
  return If(true, kNeon) | If(true, kDotprod);
#elif defined(__ARM_NEON)
  return If(true, kNeon);
#else
  return 0;
#endif
}

CacheSizes Sizes() { return {0, 0, 0}; }

#endif

}  // namespace

std::uint64_t AskForFeatures() noexcept { return Features(); }

CacheSizes AskForCacheSizes() noexcept { return Sizes(); }

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
