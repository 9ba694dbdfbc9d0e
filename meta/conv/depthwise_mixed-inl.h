// How convolutions of narrow groups multiply: a lane takes four channels of a
// position as bytes in one instruction, or two as int16. The channels of a
// group lie side by side already, and only have to be copied to all the lanes
// of the group's outputs. Written over the registers and instructions of
// depthwise_quads-inl.h.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_MIXED_INL_H_
#define LOWP_META_CONV_DEPTHWISE_MIXED_INL_H_

#include <cstdint>

#include "../../internal/compiler.h"
#include "depthwise_quads-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Each of the four lanes of a part, in all of them.
template <class R>
struct SpreadLanes {
  explicit LOWP_INLINE SpreadLanes(typename R::Register x)
      : of{R::template Spread<0>(x), R::template Spread<1>(x),
           R::template Spread<2>(x), R::template Spread<3>(x)} {}
  typename R::Register of[4];
};

// Each lane adds the bytes of kMixed channels: 4, 8 or 16.
template <class R, class Dot, int kMixed>
struct MixedBytes : DepthwiseBytes<R, Dot> {
  using Weight = std::int8_t;
  using Register = typename R::Register;
  static constexpr int kMixes = kMixed;

  template <class Form, int kBlocks, class I32, int kWindows>
  static LOWP_INLINE void AddQuad(const Register (&x)[kBlocks][1],
                                  const Weight* weights,
                                  I32 (&sums)[kWindows][4]) {
    constexpr int kBytes = 16 * R::kParts;
    constexpr int kFours = kMixed / 4;
    Register values[kBlocks][4];
    LOWP_UNROLL
    for (int four = 0; four < kFours; ++four) {
      LOWP_UNROLL
      for (int n = 0; n < kBlocks; ++n) {
        const SpreadLanes<R> lanes(x[n][0]);
        LOWP_UNROLL
        for (int i = 0; i < 4; ++i) {
          values[n][i] = lanes.of[i / kFours * kFours + four];
        }
      }
      LOWP_UNROLL
      for (int i = 0; i < 4; ++i) {
        AddToBlocks<Form, Dot>(values, 0, i, weights + (4 * four + i) * kBytes,
                               sums);
      }
    }
  }
};

template <class R, class Dot, int kMixed>
struct MixedPairs : DepthwisePairs<R, Dot> {
  using Weight = std::int16_t;
  using Register = typename R::Register;
  static constexpr int kMixes = kMixed;

  template <class Form, int kBlocks, class I32, int kWindows>
  static LOWP_INLINE void AddQuad(const Register (&x)[kBlocks][1],
                                  const Weight* weights,
                                  I32 (&sums)[kWindows][4]) {
    static_assert(kBlocks == 1, "pairs do not share weights");
    constexpr int kValues = 8 * R::kParts;
    constexpr int kTwos = kMixed / 2;
    const SpreadLanes<R> low(R::Low8(x[0][0], R::Zero()));
    const SpreadLanes<R> high(R::High8(x[0][0], R::Zero()));
    LOWP_UNROLL
    for (int two = 0; two < kTwos; ++two) {
      LOWP_UNROLL
      for (int i = 0; i < 4; ++i) {
        const int lane = i * 2 / kTwos * kTwos + two;
        Dot::Add(&sums[0][i], lane < 4 ? low.of[lane % 4] : high.of[lane % 4],
                 weights + (4 * two + i) * kValues);
      }
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_MIXED_INL_H_
