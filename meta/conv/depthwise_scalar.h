// Depthwise sums in portable code.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_SCALAR_H_
#define LOWP_META_CONV_DEPTHWISE_SCALAR_H_

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct DepthwiseScalar {
  using Weight = std::int16_t;
  static constexpr int kBlocks = 1;
  static constexpr int kChannels = 16;
  struct Sums {
    std::uint32_t of[kChannels];
  };
  struct Weights {
    const std::int16_t* of;
  };
  struct Values {
    std::int32_t of[kChannels];
  };

  static LOWP_INLINE Sums Load(const std::int32_t* p) {
    Sums sums;
    for (int i = 0; i < kChannels; ++i) {
      sums.of[i] = static_cast<std::uint32_t>(p[i]);
    }
    return sums;
  }
  static LOWP_INLINE void Store(const Sums& sums, std::int32_t* p) {
    for (int i = 0; i < kChannels; ++i) {
      p[i] = static_cast<std::int32_t>(sums.of[i]);
    }
  }
  static LOWP_INLINE Weights LoadWeights(const std::int16_t* p) { return {p}; }
  template <bool kSigned>
  static LOWP_INLINE Values LoadValues(const std::uint8_t* tap) {
    Values values;
    for (int i = 0; i < kChannels; ++i) {
      values.of[i] =
          kSigned ? static_cast<std::int8_t>(tap[i]) : std::int32_t{tap[i]};
    }
    return values;
  }
  static LOWP_INLINE void MultiplyAdd(Sums* sums, const Values& values,
                                      const Weights& weights) {
    for (int i = 0; i < kChannels; ++i) {
      sums->of[i] += static_cast<std::uint32_t>(values.of[i] * weights.of[i]);
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_SCALAR_H_
