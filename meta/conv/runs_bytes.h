// Runs of bytes in blocks of kBlock, and shorter ones by their two ends, which
// compilers make loads and stores of.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_RUNS_BYTES_H_
#define LOWP_META_CONV_RUNS_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <int kBlock>
struct RunsOfBlocks {
  using Length = std::ptrdiff_t;
  static LOWP_INLINE Length MakeLength(std::ptrdiff_t bytes) { return bytes; }

  // From kBytes to twice as many.
  template <int kBytes>
  static LOWP_INLINE void CopyEnds(std::uint8_t* to, const std::uint8_t* from,
                                   Length bytes) {
    std::uint8_t first[kBytes], last[kBytes];
    std::memcpy(first, from, kBytes);
    std::memcpy(last, from + bytes - kBytes, kBytes);
    std::memcpy(to, first, kBytes);
    std::memcpy(to + bytes - kBytes, last, kBytes);
  }
  template <int kBytes>
  static LOWP_INLINE void CopyShort(std::uint8_t* to, const std::uint8_t* from,
                                    Length bytes) {
    if (bytes >= kBytes) {
      CopyEnds<kBytes>(to, from, bytes);
    } else if constexpr (kBytes > 1) {
      CopyShort<kBytes / 2>(to, from, bytes);
    }
  }
  static LOWP_INLINE void Copy(std::uint8_t* to, const std::uint8_t* from,
                               Length bytes) {
    if (bytes < kBlock) return CopyShort<kBlock / 2>(to, from, bytes);
    for (Length i = 0; i + kBlock < bytes; i += kBlock) {
      std::memcpy(to + i, from + i, kBlock);
    }
    std::memcpy(to + bytes - kBlock, from + bytes - kBlock, kBlock);
  }
  static constexpr int kMaxWindow = 0;
  static constexpr int kShortRun = kBlock;
  template <int>
  static LOWP_INLINE void CopyShortRun(std::uint8_t* to,
                                       const std::uint8_t* from, Length bytes) {
    Copy(to, from, bytes);
  }
  template <int>
  static LOWP_INLINE void CopyOneRun(std::uint8_t* to, const std::uint8_t* from,
                                     Length bytes) {
    Copy(to, from, bytes);
  }
  static LOWP_INLINE void Fill(std::uint8_t* to, std::uint8_t value,
                               Length bytes) {
    std::memset(to, value, static_cast<std::size_t>(bytes));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_RUNS_BYTES_H_
