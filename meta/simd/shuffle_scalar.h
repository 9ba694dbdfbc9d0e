// Registers of 16 bytes that are shuffled: memory that stands for them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_SHUFFLE_SCALAR_H_
#define LOWP_META_SIMD_SHUFFLE_SCALAR_H_

#include <cstdint>
#include <cstring>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct ShuffleScalar {
  using Element = std::uint8_t;
  static constexpr int kBytes = 16;
  struct Register {
    std::uint8_t at[kBytes];
  };
  static LOWP_INLINE Register Load(const std::uint8_t* from) {
    Register bytes;
    std::memcpy(bytes.at, from, sizeof(bytes.at));
    return bytes;
  }
  static LOWP_INLINE void Store(std::uint8_t* to, const Register& bytes) {
    std::memcpy(to, bytes.at, sizeof(bytes.at));
  }
  static LOWP_INLINE Register Shuffle(const Register& bytes,
                                      const Register& order) {
    Register shuffled;
    for (int i = 0; i < kBytes; ++i) shuffled.at[i] = bytes.at[order.at[i]];
    return shuffled;
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_SHUFFLE_SCALAR_H_
