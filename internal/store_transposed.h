// Stores a block of the result that was computed transposed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_STORE_TRANSPOSED_H_
#define LOWP_INTERNAL_STORE_TRANSPOSED_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Rows of numbers, `stride` numbers apart.
struct Block {
  const std::uint8_t* data;
  int stride;
  int rows;
  int columns;
};

// Copies number (r, c) of the block to r * row_stride + c * column_stride.
template <int kSize>
void StoreTransposedAs(const Block& block, std::uint8_t* out,
                       std::ptrdiff_t row_stride,
                       std::ptrdiff_t column_stride) {
  for (int c = 0; c < block.columns; ++c) {
    for (int r = 0; r < block.rows; ++r) {
      std::memcpy(
          out + (r * row_stride + c * column_stride) * kSize,
          block.data +
              (static_cast<std::ptrdiff_t>(r) * block.stride + c) * kSize,
          kSize);
    }
  }
}

// The same of numbers of 1, 2 or 4 bytes; strides are in numbers.
inline void StoreTransposed(const Block& block, int size, std::uint8_t* out,
                            std::ptrdiff_t row_stride,
                            std::ptrdiff_t column_stride) {
  switch (size) {
    case 1:
      return StoreTransposedAs<1>(block, out, row_stride, column_stride);
    case 2:
      return StoreTransposedAs<2>(block, out, row_stride, column_stride);
    default:
      return StoreTransposedAs<4>(block, out, row_stride, column_stride);
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_STORE_TRANSPOSED_H_
