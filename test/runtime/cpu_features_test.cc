// The detected features must match those that the kernel detects and lists.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/runtime/cpu_features.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "../../internal/detect_platform.h"
#include "../../internal/runtime/os.h"

namespace gemmlowp {
namespace internal {
namespace {

struct Feature {
  CpuFeature bit;
  const char* name;  // in /proc/cpuinfo
};

const Feature kFeatures[] = {
    {kAvx2, "avx2"},
    {kAvx512F, "avx512f"},
    {kAvx512BW, "avx512bw"},
    {kAvx512DQ, "avx512dq"},
    {kAvx512VL, "avx512vl"},
    {kAvx512Vnni, "avx512_vnni"},
    {kAvx512Vbmi, "avx512vbmi"},
    {kAvxVnni, "avx_vnni"},
    {kNeon, "asimd"},
    {kDotprod, "asimddp"},
    {kI8mm, "i8mm"},
    {kAmxInt8, "amx_int8"},
};

#if defined(GEMMLOWP_ARM)
constexpr char kListName[] = "Features";
#else
constexpr char kListName[] = "flags";
#endif

// The words on the line with the first processor's features. An emulated
// processor has none, because the file describes the host.
std::set<std::string> KernelFeatures() {
  std::ifstream file("/proc/cpuinfo");
  std::set<std::string> features;
  for (std::string line; features.empty() && std::getline(file, line);) {
    if (line.rfind(kListName, 0) == 0) {
      std::istringstream words(line.substr(line.find(':') + 1));
      for (std::string word; words >> word;) features.insert(word);
    }
  }
  return features;
}

TEST(CpuFeaturesTest, AgreesWithTheKernel) {
  const std::set<std::string> kernel = KernelFeatures();
  if (kernel.empty()) GTEST_SKIP() << "no list of features in /proc/cpuinfo";
  for (const Feature& feature : kFeatures) {
    // What the kernel lists it may still refuse to this process.
    const bool may_use = feature.bit != kAmxInt8 || MayUseTiles();
    EXPECT_EQ((DetectedCpuFeatures() & feature.bit) != 0,
              may_use && kernel.count(feature.name) != 0)
        << feature.name;
  }
}

// The bits of Intel's manual, volume 2, CPUID, and volume 1, chapter 13.
TEST(CpuFeaturesTest, AvxVnniNeedsSavedYmm) {
  constexpr unsigned kVnni = 1u << 4, kXmm = 1u << 1, kYmm = 1u << 2;
  for (const unsigned xcr0 : {0u, 1u, kXmm, kYmm, kXmm | kYmm, 0xe7u}) {
    const bool saved = (xcr0 & kXmm) != 0 && (xcr0 & kYmm) != 0;
    EXPECT_EQ(X86FeaturesUnknownToCpuinfo({0, kVnni, xcr0}),
              saved ? std::uint64_t{kAvxVnni} : 0u)
        << xcr0;
    EXPECT_EQ(X86FeaturesUnknownToCpuinfo({0, ~kVnni, xcr0}), 0u) << xcr0;
  }
}

// Intel's manual, volume 1, chapters 13 and 18: both states of tiles, and both
// bits of the processor.
TEST(CpuFeaturesTest, NeedsTilesToBeSaved) {
  constexpr unsigned kTiles = 1u << 24, kInt8 = 1u << 25;
  constexpr unsigned kShapes = 1u << 17, kContents = 1u << 18;
  for (const unsigned edx : {0u, kTiles, kInt8, kTiles | kInt8, ~0u}) {
    for (const unsigned xcr0 : {0u, kShapes, kContents, kShapes | kContents}) {
      const bool usable = (edx & kTiles) != 0 && (edx & kInt8) != 0 &&
                          xcr0 == (kShapes | kContents);
      EXPECT_EQ(X86FeaturesUnknownToCpuinfo({edx, 0, xcr0}),
                usable ? std::uint64_t{kAmxInt8} : 0u)
          << edx << " " << xcr0;
    }
  }
}

// leaf1_eax of processors that AMD's revision guides and Intel's specification
// updates list.
TEST(CpuFeaturesTest, KnowsCores) {
  constexpr X86Vendor kAmd = X86Vendor::kAmd, kIntel = X86Vendor::kIntel;
  constexpr unsigned kAmx = 1u << 24 | 1u << 25;
  const auto core_of = [](X86Vendor vendor, unsigned leaf1_eax,
                          unsigned leaf7_edx = 0) {
    return CoreOf({vendor, leaf1_eax, leaf7_edx});
  };
  EXPECT_EQ(core_of(kAmd, 0x00b00f21), Core::kZen5);   // Turin, 1ah 2
  EXPECT_EQ(core_of(kAmd, 0x00b40f40), Core::kZen5);   // Granite Ridge, 1ah 44
  EXPECT_EQ(core_of(kAmd, 0x00b20f40), Core::kOther);  // Strix Point, 1ah 24
  EXPECT_EQ(core_of(kAmd, 0x00b60f00), Core::kOther);  // Krackan Point, 1ah 60
  EXPECT_EQ(core_of(kAmd, 0x00a10f11), Core::kOther);  // Genoa, 19h
  // Emerald Rapids, and Granite Rapids as a virtual machine names it.
  EXPECT_EQ(core_of(kIntel, 0x000c06f2, kAmx), Core::kGoldenCove);
  EXPECT_EQ(core_of(kIntel, 0x000a0671, kAmx), Core::kGoldenCove);
  EXPECT_EQ(core_of(kIntel, 0x000606a6), Core::kOther);  // Ice Lake
  EXPECT_EQ(core_of(kIntel, 0x00b00f21), Core::kOther);
  EXPECT_EQ(core_of(kAmd, 0x000c06f2, kAmx), Core::kOther);
  EXPECT_EQ(core_of(X86Vendor::kOther, 0x00b00f21), Core::kOther);
  EXPECT_EQ(core_of(X86Vendor::kOther, 0x000c06f2, kAmx), Core::kOther);
  EXPECT_EQ(core_of(X86Vendor::kOther, 0), Core::kOther);
}

TEST(CpuFeaturesTest, HasNoUnnamedBits) {
  std::uint64_t all = 0;
  for (const Feature& feature : kFeatures) {
    EXPECT_EQ(all & feature.bit, 0u) << feature.name << " shares its bit";
    all |= feature.bit;
  }
  EXPECT_EQ(DetectedCpuFeatures() & ~all, 0u);
}

TEST(CpuFeaturesTest, IsTheSameFromEveryThread) {
  std::vector<std::thread> threads;
  std::vector<std::uint64_t> seen(4);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    threads.emplace_back([&seen, i] { seen[i] = DetectedCpuFeatures(); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t features : seen) {
    EXPECT_EQ(features, DetectedCpuFeatures());
  }
}

TEST(CacheSizesTest, ArePlausibleAndOrdered) {
  const CacheSizes sizes = DetectedCacheSizes();
  EXPECT_GE(sizes.l1d, 4u * 1024);
  EXPECT_LE(sizes.l1d, 4u * 1024 * 1024);
  EXPECT_GE(sizes.l2, sizes.l1d);
  EXPECT_GE(sizes.l3, sizes.l2);
  EXPECT_LE(sizes.l3, std::size_t{1} << 31);
}

}  // namespace
}  // namespace internal
}  // namespace gemmlowp
