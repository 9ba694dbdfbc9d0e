// How a row of an embedding table is stored with its scale and offset.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_ROWWISE_FUSED_ROW_FORMAT_H_
#define LOWP_PUBLIC_ROWWISE_FUSED_ROW_FORMAT_H_

#include <cstdint>

namespace gemmlowp {
inline namespace lowp {

// The fused formats: `columns` codes, then the scale, then the offset, without
// padding, little-endian. Of two 4-bit codes in a byte, the first is in the low
// half; if `columns` is odd, the high half of the last byte is 0.
enum class FusedRowFormat : std::uint8_t {
  k8BitFloat,
  k8BitHalf,
  k4BitFloat,
  k4BitHalf,
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_ROWWISE_FUSED_ROW_FORMAT_H_
