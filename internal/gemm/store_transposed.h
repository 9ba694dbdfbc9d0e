// Stores a block of the result that was computed transposed.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_STORE_TRANSPOSED_H_
#define LOWP_INTERNAL_GEMM_STORE_TRANSPOSED_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../compiler.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Rows of elements, `stride` elements apart.
struct Block {
  const std::uint8_t* data;
  int stride;
  int rows;
  int columns;
};

// Transposes a square of elements in words of 8 bytes, one for each row: swaps
// halves of words between rows half a square apart, then quarters, and so on.
template <int kSize, int kHalf>
void TransposeWords(std::uint64_t mask, std::uint64_t* words) {
  constexpr int kShift = kHalf * kSize * 8;
  mask ^= mask << kShift;  // the lower kHalf of every 2 * kHalf elements
  LOWP_UNROLL
  for (int i = 0; i < 8 / kSize; i = (i + kHalf + 1) & ~kHalf) {
    const std::uint64_t swapped =
        ((words[i] >> kShift) ^ words[i + kHalf]) & mask;
    words[i] ^= swapped << kShift;
    words[i + kHalf] ^= swapped;
  }
  if constexpr (kHalf > 1) TransposeWords<kSize, kHalf / 2>(mask, words);
}

// Transposes a square of elements; strides are in bytes.
template <int kSize>
void TransposeSquare(const std::uint8_t* from, std::ptrdiff_t from_stride,
                     std::uint8_t* to, std::ptrdiff_t to_stride) {
  constexpr int kSquare = 8 / kSize;
  std::uint64_t words[kSquare];
  LOWP_UNROLL
  for (int i = 0; i < kSquare; ++i) {
    std::memcpy(&words[i], from + i * from_stride, sizeof(words[i]));
  }
  TransposeWords<kSize, kSquare / 2>(~std::uint64_t{0}, words);
  LOWP_UNROLL
  for (int i = 0; i < kSquare; ++i) {
    std::memcpy(to + i * to_stride, &words[i], sizeof(words[i]));
  }
}

// Stores at least a square of rows next to each other. The last squares overlap
// those before them.
template <int kSize>
void StoreSquares(const Block& block, std::uint8_t* out,
                  std::ptrdiff_t column_stride) {
  constexpr int kSquare = 8 / kSize;
  const std::ptrdiff_t stride = std::ptrdiff_t{block.stride} * kSize;
  const int last_row = block.rows - kSquare;
  const int last_column = block.columns - kSquare;
  for (int c = 0;; c = std::min(c + kSquare, last_column)) {
    const std::uint8_t* from = block.data + c * kSize;
    std::uint8_t* to = out + c * column_stride;
    for (int r = 0; r < last_row; r += kSquare) {
      TransposeSquare<kSize>(from + r * stride, stride, to + r * kSize,
                             column_stride);
    }
    TransposeSquare<kSize>(from + last_row * stride, stride,
                           to + last_row * kSize, column_stride);
    if (c == last_column) return;
  }
}

// Copies element (r, c) of the block to r * row_stride + c * column_stride.
template <int kSize>
void StoreTransposedAs(const Block& block, std::uint8_t* out,
                       std::ptrdiff_t row_stride,
                       std::ptrdiff_t column_stride) {
  constexpr int kSquare = 8 / kSize;
  if (row_stride == 1 && block.rows >= kSquare && block.columns >= kSquare) {
    return StoreSquares<kSize>(block, out, column_stride * kSize);
  }
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

// The same for elements of 1, 2 or 4 bytes; strides are in elements.
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

#endif  // LOWP_INTERNAL_GEMM_STORE_TRANSPOSED_H_
