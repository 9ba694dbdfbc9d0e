// Repeats channels for each of their outputs, a register at a time by shuffles.
// Written once over policies of registers, one for runs of any length and one
// for whole runs of four bytes:
//   kBytes, Element   of a register, and what it is shuffled by
//   Load, Store       kBytes bytes
//   Shuffle           element order[i] of a register as element i
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

// Which elements of a register the outputs of its runs have.
template <class Element>
void FillOrder(int elements, int run, int multiplier, Element* order) {
  for (int first = 0; first < elements; first += run) {
    for (int m = 0; m < multiplier; ++m) {
      for (int i = 0; i < run; ++i) {
        *order++ = static_cast<Element>(first + i);
      }
    }
  }
}

template <class R>
void SpreadInRegisters(const SpreadTask& task) {
  using Element = typename R::Element;
  constexpr int kElements = R::kBytes / int{sizeof(Element)};
  alignas(R::kBytes) Element order[kMaxShuffled * kElements];
  int shuffled = 0;
  if (task.multiplier <= kMaxShuffled) {
    FillOrder(kElements, task.unit / int{sizeof(Element)}, task.multiplier,
              order);
    shuffled = task.channels / R::kBytes * R::kBytes;
  }
  for (int p = 0; p < task.positions; ++p) {
    const std::uint8_t* const from = task.from + p * task.from_stride;
    std::uint8_t* to = task.to + p * task.to_stride;
    for (int c = 0; c < shuffled; c += R::kBytes) {
      const typename R::Register values = R::Load(from + c);
      for (int i = 0; i < task.multiplier; ++i, to += R::kBytes) {
        R::Store(to, R::Shuffle(values, R::Load(order + i * kElements)));
      }
    }
    RepeatRuns(from + shuffled, task.channels - shuffled, task.unit,
               task.multiplier, to);
  }
}

// RegisterFamily::spread.
template <class Bytes, class Words>
void SpreadChannels(const SpreadTask& task) {
  if (task.unit % 4 == 0) {
    SpreadInRegisters<Words>(task);
  } else {
    SpreadInRegisters<Bytes>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_SPREAD_INL_H_
