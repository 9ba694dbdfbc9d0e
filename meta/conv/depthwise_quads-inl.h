// How depthwise convolutions multiply four positions of a channel: as bytes in
// one instruction, or as int16 in pairs. Written over registers `R` that
// interleave values of two registers within parts of 128 bits, and a `Dot`,
// Add(sums, values, weights in memory), for one register or for two.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_QUADS_INL_H_
#define LOWP_META_CONV_DEPTHWISE_QUADS_INL_H_

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/panel_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Adds register i of each block, one or two, times weights of window w.
template <class Form, class Dot, int kBlocks, class Register, class I32,
          int kWindows>
LOWP_INLINE void AddToBlocks(const Register (&values)[kBlocks][4], int w, int i,
                             const void* weights, I32 (&sums)[kWindows][4]) {
  static_assert(kBlocks <= 2, "weights are loaded for two");
  if constexpr (kBlocks == 1) {
    Dot::Add(&sums[w][i], values[0][i], weights);
  } else {
    Dot::Add(&sums[w][i], &sums[Form::kWindows + w][i], values[0][i],
             values[1][i], weights);
  }
}

// The weights of a window's quad are four registers of bytes.
template <class R, class Dot>
struct DepthwiseBytes : R {
  using Weight = std::int8_t;
  using Register = typename R::Register;
  static constexpr Signedness kReads = R::kReads;
  static constexpr int kInterleave = 4;
  static constexpr int kMixes = 1;
  // Two blocks share the weights, where registers are left for a second one.
  template <class Form, int kGroups>
  static constexpr int kBlocksOf =
      R::kParts == 4 && Form::kWindows <= 2 && kGroups* Form::kQuads <= 2 ? 2
                                                                          : 1;

  template <class Form, int kBlocks, class I32, int kWindows>
  static LOWP_INLINE void AddQuad(const Register (&x)[kBlocks][4],
                                  const Weight* weights,
                                  I32 (&sums)[kWindows][4]) {
    constexpr int kBytes = 16 * R::kParts;
    Register values[kBlocks][4];
    LOWP_UNROLL
    for (int n = 0; n < kBlocks; ++n) {
      const Register a = R::Low8(x[n][0], x[n][1]);
      const Register b = R::High8(x[n][0], x[n][1]);
      const Register c = R::Low8(x[n][2], x[n][3]);
      const Register d = R::High8(x[n][2], x[n][3]);
      values[n][0] = R::Low16(a, c);
      values[n][1] = R::High16(a, c);
      values[n][2] = R::Low16(b, d);
      values[n][3] = R::High16(b, d);
    }
    LOWP_UNROLL
    for (int w = 0; w < Form::kWindows; ++w) {
      LOWP_UNROLL
      for (int i = 0; i < 4; ++i) {
        const Weight* const right =
            weights + (w * Form::kPositions + i) * kBytes;
        AddToBlocks<Form, Dot>(values, w, i, right, sums);
      }
    }
  }
};

// The weights of a window's quad are four registers of int16 for its first
// pair, and four for the other one, if there is one.
template <class R, class Dot>
struct DepthwisePairs : R {
  using Weight = std::int16_t;
  using Register = typename R::Register;
  static constexpr Signedness kReads = R::kReads;
  static constexpr int kInterleave = 2;
  static constexpr int kMixes = 1;
  // Two blocks share the computation of addresses: with two positions, and
  // registers of two parts, that takes as long as the sums.
  template <class Form, int kGroups>
  static constexpr int kBlocksOf =
      R::kParts == 2 && Form::kWindows == 1 && Form::kPositions == 2 ? 2 : 1;

  template <class Form, int kBlocks, int kPositions, class I32, int kWindows>
  static LOWP_INLINE void AddQuad(const Register (&x)[kBlocks][kPositions],
                                  const Weight* weights,
                                  I32 (&sums)[kWindows][4]) {
    constexpr int kValues = 8 * R::kParts;
    LOWP_UNROLL
    for (int pair = 0; pair < kPositions / 2; ++pair) {
      LOWP_UNROLL
      for (int n = 0; n < kBlocks; ++n) {
        const Register a = R::Low8(x[n][2 * pair], x[n][2 * pair + 1]);
        const Register b = R::High8(x[n][2 * pair], x[n][2 * pair + 1]);
        const Register values[4] = {
            R::Low8(a, R::Zero()), R::High8(a, R::Zero()),
            R::Low8(b, R::Zero()), R::High8(b, R::Zero())};
        LOWP_UNROLL
        for (int w = 0; w < Form::kWindows; ++w) {
          LOWP_UNROLL
          for (int i = 0; i < 4; ++i) {
            Dot::Add(
                &sums[n * Form::kWindows + w][i], values[i],
                weights + (2 * w * Form::kPositions + 4 * pair + i) * kValues);
          }
        }
      }
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_QUADS_INL_H_
