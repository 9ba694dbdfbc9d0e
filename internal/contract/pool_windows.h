// Windows of a tensor without a geometry: where their values lie, and tasks of
// summing them, of finding their maxima and of dividing the sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_POOL_WINDOWS_H_
#define LOWP_INTERNAL_CONTRACT_POOL_WINDOWS_H_

#include <cstddef>
#include <cstdint>

#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Taps of a task: sums of this many bytes fit int16.
constexpr int kMaxPoolTaps = 128;

// Windows whose values lie alike: those of window w for tap t begin at
//   input + w * window_step + offsets[t]
// and are `channels` elements.
struct PoolWindows {
  Scalar scalar;  // of 8 or 16 bits
  const void* input;
  int channels;
  int windows;
  std::ptrdiff_t window_step;  // elements
  const std::ptrdiff_t* offsets;
  int taps;  // at most kMaxPoolTaps
  // Whether these are not the first taps: values join what is in the result.
  bool continues;
};

// The sums of each window's channels, one window after another.
struct PoolSumsTask {
  PoolWindows of;
  std::int32_t start;  // is added, unless the task continues
  std::int32_t* sums;
};

// The maxima of each window's channels, clamped.
struct PoolMaximaTask {
  PoolWindows of;
  std::int32_t low, high;
  void* result;
  std::ptrdiff_t result_step;  // elements between windows
};

// clamp((x + n / 2) / n + add, low, high) for x = sum + offset > 0, and
// (x - n / 2) / n otherwise; quotients are truncated.
struct DivideSumsTask {
  const std::int32_t* sums;
  std::size_t count;
  std::int32_t offset;  // x fits int32
  std::int32_t n;       // 1 to 2^30
  std::int32_t add;     // of the type
  Scalar scalar;
  std::int32_t low, high;  // of the type
  void* result;
  // |x| + n / 2 is less than 2^22 - 1: float holds what the formula needs.
  bool is_small;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_POOL_WINDOWS_H_
