// An operand of fewer elements than the result has, which repeats.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_REPEATED_H_
#define LOWP_INTERNAL_OPERATORS_REPEATED_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The `size` bytes of an operand of `count` bytes that meet those of the result
// from `first` on: where they lie, or, if they do not lie side by side, in the
// buffer, which has room for them.
inline const void* RepeatedRun(const void* operand, std::size_t count,
                               std::size_t first, std::size_t size,
                               void* buffer) {
  const std::uint8_t* const bytes = static_cast<const std::uint8_t*>(operand);
  std::uint8_t* const to = static_cast<std::uint8_t*>(buffer);
  const std::size_t at = first % count;
  if (size <= count - at) return bytes + at;
  std::memcpy(to, bytes + at, count - at);
  const std::size_t once = std::min(size, count);
  std::memcpy(to + (count - at), bytes, once - (count - at));
  // Whole repetitions, twice as many each time.
  for (std::size_t done = once; done < size;) {
    const std::size_t more = std::min(done, size - done);
    std::memcpy(to + done, to, more);
    done += more;
  }
  return buffer;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_REPEATED_H_
