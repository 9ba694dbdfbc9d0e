// Copies and fills of a few bytes, which are most of what windows are made of:
// a call for each would take longer than the copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_COPY_RUN_H_
#define LOWP_INTERNAL_CONV_COPY_RUN_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Longer ones are worth a call.
constexpr std::size_t kLongRun = 512;

template <std::size_t kBytes>
inline void CopyEnds(std::uint8_t* to, const std::uint8_t* from,
                     std::size_t bytes) {
  std::uint8_t first[kBytes], last[kBytes];
  std::memcpy(first, from, kBytes);
  std::memcpy(last, from + bytes - kBytes, kBytes);
  std::memcpy(to, first, kBytes);
  std::memcpy(to + bytes - kBytes, last, kBytes);
}

// Copies `bytes` bytes between places that do not overlap.
inline void CopyRun(std::uint8_t* to, const std::uint8_t* from,
                    std::size_t bytes) {
  if (bytes >= 16) {
    if (bytes > kLongRun) {
      std::memcpy(to, from, bytes);
      return;
    }
    std::size_t i = 0;
    for (; i + 16 < bytes; i += 16) std::memcpy(to + i, from + i, 16);
    std::memcpy(to + bytes - 16, from + bytes - 16, 16);
  } else if (bytes >= 8) {
    CopyEnds<8>(to, from, bytes);
  } else if (bytes >= 4) {
    CopyEnds<4>(to, from, bytes);
  } else if (bytes >= 2) {
    CopyEnds<2>(to, from, bytes);
  } else if (bytes == 1) {
    *to = *from;
  }
}

inline void FillRun(std::uint8_t* to, std::uint8_t value, std::size_t bytes) {
  if (bytes != 0) std::memset(to, value, bytes);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_COPY_RUN_H_
