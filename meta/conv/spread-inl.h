// Repeats channels for each of their outputs, sixteen at a time by shuffles.
// Written once over a policy of registers of 16 bytes:
//   Load, Store  16 bytes
//   Shuffle      byte order[i] of a register as byte i
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_SPREAD_INL_H_
#define LOWP_META_CONV_SPREAD_INL_H_

#include <cstdint>
#include <cstring>

#include "../../internal/contract/spread_task.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kSpreadAtOnce = 16;
// With more outputs of a channel, these are filled one by one.
constexpr int kMaxShuffled = 8;

// The bytes of a run, over and over.
LOWP_INLINE std::uint64_t RepeatedRun(const std::uint8_t* from, int unit) {
  std::uint64_t eight;
  std::uint32_t four;
  switch (unit) {
    case 1:
      return *from * std::uint64_t{0x0101010101010101};
    case 4:
      std::memcpy(&four, from, sizeof(four));
      return four * std::uint64_t{0x0000000100000001};
    default:
      std::memcpy(&eight, from, sizeof(eight));
      return eight;
  }
}

// Up to kSpreadSlack bytes behind the last output are overwritten.
void RepeatRuns(const std::uint8_t* from, int channels, int unit,
                int multiplier, std::uint8_t* to) {
  const int outputs = unit * multiplier;
  for (int c = 0; c < channels; c += unit, to += outputs) {
    const std::uint64_t run = RepeatedRun(from + c, unit);
    for (int i = 0; i < outputs; i += kSpreadSlack) {
      std::memcpy(to + i, &run, sizeof(run));
    }
  }
}

// RegisterFamily::spread.
template <class R>
void SpreadChannels(const SpreadTask& task) {
  // Which of sixteen channels each byte of their outputs has.
  alignas(kSpreadAtOnce)
      std::uint8_t order[kMaxShuffled * kSpreadAtOnce + kSpreadSlack];
  int shuffled = 0;
  if (task.multiplier <= kMaxShuffled) {
    std::uint8_t all[kSpreadAtOnce];
    for (int c = 0; c < kSpreadAtOnce; ++c) {
      all[c] = static_cast<std::uint8_t>(c);
    }
    RepeatRuns(all, kSpreadAtOnce, task.unit, task.multiplier, order);
    shuffled = task.channels / kSpreadAtOnce * kSpreadAtOnce;
  }
  for (int p = 0; p < task.positions; ++p) {
    const std::uint8_t* const from = task.from + p * task.from_stride;
    std::uint8_t* to = task.to + p * task.to_stride;
    for (int c = 0; c < shuffled; c += kSpreadAtOnce) {
      const typename R::Bytes bytes = R::Load(from + c);
      for (int i = 0; i < task.multiplier; ++i, to += kSpreadAtOnce) {
        R::Store(to, R::Shuffle(bytes, R::Load(order + i * kSpreadAtOnce)));
      }
    }
    RepeatRuns(from + shuffled, task.channels - shuffled, task.unit,
               task.multiplier, to);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_SPREAD_INL_H_
