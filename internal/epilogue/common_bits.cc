// Computes the bits that many values have in common.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "common_bits.h"

#include <cstddef>
#include <cstring>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

CommonBits BitsOf(const void* numbers, int count) {
  // Two at a time: 0.5x the time where compilers do not vectorize.
  const char* const bytes = static_cast<const char*>(numbers);
  std::uint64_t all = UINT64_MAX;
  std::uint64_t any = 0;
  int i = 0;
  for (; i + 1 < count; i += 2) {
    std::uint64_t two;
    std::memcpy(&two, bytes + std::ptrdiff_t{i} * 4, sizeof(two));
    all &= two;
    any |= two;
  }
  CommonBits bits = {static_cast<std::int32_t>(all & (all >> 32)),
                     static_cast<std::int32_t>(any | (any >> 32))};
  if (i < count) {
    std::int32_t last;
    std::memcpy(&last, bytes + std::ptrdiff_t{i} * 4, sizeof(last));
    bits.all &= last;
    bits.any |= last;
  }
  return bits;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
