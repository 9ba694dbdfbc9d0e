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

// Repeats each run of `unit` channels of all positions `multiplier` times. Up
// to kSpreadSlack bytes behind a position's outputs are overwritten.
struct SpreadTask {
  const std::uint8_t* from;
  std::ptrdiff_t from_stride;
  int positions, channels;
  int unit;  // 1, 4 or 8: a divisor of channels
  int multiplier;
  std::uint8_t* to;
  std::ptrdiff_t to_stride;
};
constexpr int kSpreadSlack = 8;

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_SPREAD_TASK_H_
