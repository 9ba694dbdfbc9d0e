// Applies a table of 256 bytes to bytes. Needs a policy as in transform-inl.h.
// Included by register families only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_TABLE_INL_H_
#define LOWP_META_EPILOGUE_TABLE_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/cpu_feature.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Simd>
LOWP_INLINE void ApplyTable(const std::uint8_t* entries,
                            const std::uint8_t* input, std::size_t count,
                            std::uint8_t* output, std::uint64_t features) {
  if constexpr (Simd::kPermutesBytes) {
    if ((features & kAvx512Vbmi) != 0) {
      return Simd::PermuteBytes(entries, input, count, output);
    }
  }
  constexpr std::size_t kBytes = Simd::kBytes;
  const typename Simd::ByteTable table(entries);
  std::size_t at = 0;
  for (; count - at >= kBytes; at += kBytes) {
    Simd::StoreBytes(output + at,
                     Simd::LookUp(table, Simd::LoadBytes(input + at)));
  }
  for (; at < count; ++at) output[at] = entries[input[at]];
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_TABLE_INL_H_
