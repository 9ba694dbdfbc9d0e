// The instruction sets that a processor may have.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CPU_FEATURE_H_
#define LOWP_INTERNAL_CPU_FEATURE_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Bits of a feature mask. A bit is set when the processor has the instructions
// and the operating system saves the registers they use.
enum CpuFeature : std::uint64_t {
  kAvx2 = 1u << 0,  // and FMA3, which came with it
  kAvx512F = 1u << 1,
  kAvx512BW = 1u << 2,
  kAvx512DQ = 1u << 3,
  kAvx512VL = 1u << 4,
  kAvx512Vnni = 1u << 5,
  kAvx512Vbmi = 1u << 6,
  kAvxVnni = 1u << 7,
  kNeon = 1u << 8,
  kDotprod = 1u << 9,
  kI8mm = 1u << 10,
  // Tiles and their products of bytes; the process may use them.
  kAmxInt8 = 1u << 11,
};

// Processors on which the same instructions take other times than on the rest.
enum class Core : std::uint8_t {
  kOther,
  kZen5,        // with two units of 512 bits
  kGoldenCove,  // of servers, with AMX: Sapphire to Granite Rapids
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CPU_FEATURE_H_
