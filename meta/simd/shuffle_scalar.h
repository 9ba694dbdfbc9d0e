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
  struct Bytes {
    std::uint8_t at[16];
  };
  static LOWP_INLINE Bytes Load(const std::uint8_t* from) {
    Bytes bytes;
    std::memcpy(bytes.at, from, sizeof(bytes.at));
    return bytes;
  }
  static LOWP_INLINE void Store(std::uint8_t* to, const Bytes& bytes) {
    std::memcpy(to, bytes.at, sizeof(bytes.at));
  }
  static LOWP_INLINE Bytes Shuffle(const Bytes& bytes, const Bytes& order) {
    Bytes shuffled;
    for (int i = 0; i < 16; ++i) shuffled.at[i] = bytes.at[order.at[i]];
    return shuffled;
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_SHUFFLE_SCALAR_H_
