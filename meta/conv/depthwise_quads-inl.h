// How depthwise convolutions multiply four positions of a channel: as bytes in
// one instruction, or as int16 in pairs. Written over registers `R` that
// interleave values of two registers within parts of 128 bits, and a `Dot`,
// Add(sums, values, weights in memory).
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

// The weights of a window's quad are four registers of bytes.
template <class R, class Dot>
struct DepthwiseBytes : R {
  using Weight = std::int8_t;
  using Register = typename R::Register;
  static constexpr Signedness kReads = R::kReads;
  static constexpr int kInterleave = 4;

  template <class Form, class I32>
  static LOWP_INLINE void AddQuad(const Register (&x)[4], int quad,
                                  const Weight* weights,
                                  I32 (&sums)[Form::kWindows][4]) {
    constexpr int kBytes = 16 * R::kParts;
    const Register a = R::Low8(x[0], x[1]), b = R::High8(x[0], x[1]);
    const Register c = R::Low8(x[2], x[3]), d = R::High8(x[2], x[3]);
    const Register values[4] = {R::Low16(a, c), R::High16(a, c), R::Low16(b, d),
                                R::High16(b, d)};
    LOWP_UNROLL
    for (int w = 0; w < Form::kWindows; ++w) {
      if (!Form::Uses(w, quad)) continue;
      LOWP_UNROLL
      for (int i = 0; i < 4; ++i) {
        Dot::Add(&sums[w][i], values[i],
                 weights + (4 * w * Form::kQuads + i) * kBytes);
      }
    }
  }
};

// Those of a quad are four registers of int16 for its first pair, and four for
// the other one.
template <class R, class Dot>
struct DepthwisePairs : R {
  using Weight = std::int16_t;
  using Register = typename R::Register;
  static constexpr Signedness kReads = R::kReads;
  static constexpr int kInterleave = 2;

  template <class Form, class I32>
  static LOWP_INLINE void AddQuad(const Register (&x)[4], int quad,
                                  const Weight* weights,
                                  I32 (&sums)[Form::kWindows][4]) {
    constexpr int kValues = 8 * R::kParts;
    LOWP_UNROLL
    for (int pair = 0; pair < 2; ++pair) {
      const Register a = R::Low8(x[2 * pair], x[2 * pair + 1]);
      const Register b = R::High8(x[2 * pair], x[2 * pair + 1]);
      const Register values[4] = {R::Low8(a, R::Zero()), R::High8(a, R::Zero()),
                                  R::Low8(b, R::Zero()),
                                  R::High8(b, R::Zero())};
      LOWP_UNROLL
      for (int w = 0; w < Form::kWindows; ++w) {
        if (!Form::Uses(w, quad)) continue;
        LOWP_UNROLL
        for (int i = 0; i < 4; ++i) {
          Dot::Add(&sums[w][i], values[i],
                   weights + (8 * w * Form::kQuads + 4 * pair + i) * kValues);
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
