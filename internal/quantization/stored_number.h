// Scales and offsets as fused rows store them: float or half, little-endian.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_QUANTIZATION_STORED_NUMBER_H_
#define LOWP_INTERNAL_QUANTIZATION_STORED_NUMBER_H_

#include <cstdint>
#include <cstring>

#include "half.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

inline void StoreLittleEndian(std::uint32_t bits, int bytes,
                              std::uint8_t* out) {
  for (int i = 0; i < bytes; ++i) {
    out[i] = static_cast<std::uint8_t>(bits >> 8 * i);
  }
}

inline std::uint32_t LoadLittleEndian(const std::uint8_t* in, int bytes) {
  std::uint32_t bits = 0;
  for (int i = 0; i < bytes; ++i) bits |= std::uint32_t{in[i]} << 8 * i;
  return bits;
}

// Stores a number, and returns the position after it.
inline std::uint8_t* StoreNumber(float value, bool half, std::uint8_t* out) {
  if (half) {
    StoreLittleEndian(HalfOf(value), 2, out);
    return out + 2;
  }
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  StoreLittleEndian(bits, 4, out);
  return out + 4;
}

inline float LoadNumber(const std::uint8_t* in, bool half) {
  if (half) {
    return FloatOfHalf(static_cast<std::uint16_t>(LoadLittleEndian(in, 2)));
  }
  const std::uint32_t bits = LoadLittleEndian(in, 4);
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_QUANTIZATION_STORED_NUMBER_H_
