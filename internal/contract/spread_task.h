// Channels of several outputs each, as depthwise kernels read them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_SPREAD_TASK_H_
#define LOWP_INTERNAL_CONTRACT_SPREAD_TASK_H_

#include <cstddef>
#include <cstdint>

#include "../detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Repeats each byte of `positions` runs of `channels` bytes `multiplier` times.
struct SpreadTask {
  const std::uint8_t* from;
  std::ptrdiff_t from_stride;
  int positions, channels;
  int multiplier;  // 2 .. kMaxSpread
  std::uint8_t* to;
  std::ptrdiff_t to_stride;
};
constexpr int kMaxSpread = 8;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_SPREAD_TASK_H_
