// Computes the bits that many values have in common.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "common_bits.h"

#include <cstddef>
#include <cstring>

#include "../compiler.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

namespace {

// Calls function(two) for `count` values in pairs, eight values at a time where
// there are as many: compilers do not vectorize a loop over single ones.
// Returns how many values were in pairs.
template <class Function>
LOWP_ALWAYS_INLINE int ForEachPair(const char* values, int count,
                                   const Function& function) {
  const auto take = [&](int first) {
    std::uint64_t two;
    std::memcpy(&two, values + std::ptrdiff_t{first} * 4, sizeof(two));
    function(two);
  };
  int i = 0;
  for (; count - i >= 8; i += 8) {
    take(i);
    take(i + 2);
    take(i + 4);
    take(i + 6);
  }
  for (; count - i >= 2; i += 2) take(i);
  return i;
}

}  // namespace

CommonBits BitsOf(const void* numbers, int count) {
  const char* const bytes = static_cast<const char*>(numbers);
  std::uint64_t all = UINT64_MAX;
  std::uint64_t any = 0;
  const int paired = ForEachPair(bytes, count, [&](std::uint64_t two) {
    all &= two;
    any |= two;
  });
  CommonBits bits = {static_cast<std::int32_t>(all & (all >> 32)),
                     static_cast<std::int32_t>(any | (any >> 32))};
  if (paired < count) {
    std::int32_t last;
    std::memcpy(&last, bytes + std::ptrdiff_t{paired} * 4, sizeof(last));
    bits.all &= last;
    bits.any |= last;
  }
  return bits;
}

bool AreAtLeast(const std::int32_t* values, int count, int min) {
  // The low five bits of a value are 32 more than it, so adding -min to them
  // sets the sixth if the value is at least `min`.
  constexpr std::uint64_t kBoth = 0x100000001u;
  const std::uint64_t add = static_cast<std::uint64_t>(-min) * kBoth;
  std::uint64_t sums = UINT64_MAX;
  const int paired =
      ForEachPair(reinterpret_cast<const char*>(values), count,
                  [&](std::uint64_t two) { sums &= (two & 31 * kBoth) + add; });
  return (sums & 32 * kBoth) == 32 * kBoth &&
         (paired == count || values[paired] >= min);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
