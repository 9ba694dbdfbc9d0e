// Copies runs of bytes, all of one length, one for each row, in registers of up
// to kBlock bytes. The last register of a run lies over the one before, so that
// exactly the run's bytes are read and written, without masks.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_RUNS_INL_H_
#define LOWP_META_CONV_RUNS_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// `count` runs of `bytes` bytes; both may be 0.
struct RunsToCopy {
  const std::uint8_t* from;  // null: all bytes are 0 before they are flipped
  std::ptrdiff_t step;       // from one run to the next
  std::uint8_t* to;
  std::ptrdiff_t stride;
  std::ptrdiff_t bytes;
  int count;
  std::uint8_t flip;  // what to flip in each byte
};

template <int kBytes>
struct RunRegister {
  using Values __attribute__((vector_size(kBytes))) = std::uint8_t;
};

// Copies the register at `at`.
template <int kBytes, bool kFills>
LOWP_INLINE void CopyRegister(
    std::uint8_t* to, const std::uint8_t* from, std::ptrdiff_t at,
    const typename RunRegister<kBytes>::Values& flip) {
  typename RunRegister<kBytes>::Values values = flip;
  if constexpr (!kFills) {
    std::memcpy(&values, from + at, kBytes);
    values ^= flip;
  }
  std::memcpy(to + at, &values, kBytes);
}

// Runs of more than kBlocks - 1 and up to kBlocks registers of kBytes; 0: of at
// least one.
template <int kBytes, int kBlocks, bool kFills>
LOWP_NOINLINE void CopyRunsOfBlocks(const RunsToCopy& given) {
  const RunsToCopy runs = given;  // which cannot change with what is written
  using Values = typename RunRegister<kBytes>::Values;
  const Values flip = Values{} + runs.flip;
  const std::ptrdiff_t last = runs.bytes - kBytes;
  const std::uint8_t* from = runs.from;
  std::uint8_t* to = runs.to;
  for (int i = 0; i < runs.count; ++i) {
    if constexpr (kBlocks == 0) {
      for (std::ptrdiff_t at = 0; at < last; at += kBytes) {
        CopyRegister<kBytes, kFills>(to, from, at, flip);
      }
    } else {
      LOWP_UNROLL
      for (int b = 0; b < kBlocks - 1; ++b) {
        CopyRegister<kBytes, kFills>(to, from, b * kBytes, flip);
      }
    }
    CopyRegister<kBytes, kFills>(to, from, last, flip);
    if (!kFills) from += runs.step;
    to += runs.stride;
  }
}

// Runs shorter than kBytes.
template <int kBytes, bool kFills>
LOWP_INLINE void CopyShortRuns(const RunsToCopy& runs) {
  if constexpr (kBytes > 1) {
    if (runs.bytes < kBytes / 2) return CopyShortRuns<kBytes / 2, kFills>(runs);
    CopyRunsOfBlocks<kBytes / 2, 2, kFills>(runs);
  }
}

template <int kBlock>
LOWP_INLINE void CopyRuns(const RunsToCopy& runs) {
  if (runs.from == nullptr) {
    if (runs.bytes < kBlock) return CopyShortRuns<kBlock, true>(runs);
    return CopyRunsOfBlocks<kBlock, 0, true>(runs);
  }
  if (runs.bytes < kBlock) return CopyShortRuns<kBlock, false>(runs);
  if (runs.bytes > 3 * kBlock) return CopyRunsOfBlocks<kBlock, 0, false>(runs);
  if (runs.bytes > 2 * kBlock) return CopyRunsOfBlocks<kBlock, 3, false>(runs);
  CopyRunsOfBlocks<kBlock, 2, false>(runs);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_RUNS_INL_H_
