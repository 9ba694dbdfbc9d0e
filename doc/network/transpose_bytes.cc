// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "transpose_bytes.h"

#include <cstring>
#include <initializer_list>

namespace lowp_network {
namespace {

constexpr std::size_t kBlock = 8;  // rows and columns, and bytes of a word

// Exchanges the upper parts of `low` with the lower ones of `high`, in units of
// 2 * bits; `mask` has the lower ones.
void Exchange(std::uint64_t mask, int bits, std::uint64_t* low,
              std::uint64_t* high) {
  const std::uint64_t differ = ((*low >> bits) ^ *high) & mask;
  *high ^= differ;
  *low ^= differ << bits;
}

// The bytes of words are those of columns in order, the lowest first, as on all
// machines that lowp is for.
void TransposeBlock(const std::uint8_t* from, std::ptrdiff_t from_stride,
                    std::uint8_t* to, std::ptrdiff_t to_stride) {
  std::uint64_t words[kBlock];
  for (std::uint64_t& word : words) {
    std::memcpy(&word, from, kBlock);
    from += from_stride;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    Exchange(0x00000000ffffffff, 32, &words[i], &words[i + 4]);
  }
  for (std::size_t i : {0, 1, 4, 5}) {
    Exchange(0x0000ffff0000ffff, 16, &words[i], &words[i + 2]);
  }
  for (std::size_t i : {0, 2, 4, 6}) {
    Exchange(0x00ff00ff00ff00ff, 8, &words[i], &words[i + 1]);
  }
  for (const std::uint64_t& word : words) {
    std::memcpy(to, &word, kBlock);
    to += to_stride;
  }
}

// Byte by byte: what does not fill blocks.
void TransposeRest(const std::uint8_t* from, std::ptrdiff_t from_stride,
                   std::size_t rows, std::size_t columns, std::uint8_t* to,
                   std::ptrdiff_t to_stride) {
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t row = 0; row < rows; ++row) {
      to[row] = from[static_cast<std::ptrdiff_t>(row) * from_stride];
    }
    ++from;
    to += to_stride;
  }
}

}  // namespace

void TransposeBytes(const std::uint8_t* from, std::ptrdiff_t from_stride,
                    std::size_t rows, std::size_t columns, std::uint8_t* to,
                    std::ptrdiff_t to_stride) {
  const std::size_t whole_rows = rows - rows % kBlock;
  const std::size_t whole_columns = columns - columns % kBlock;
  const auto source = [&](std::size_t row, std::size_t column) {
    return from + static_cast<std::ptrdiff_t>(row) * from_stride + column;
  };
  const auto target = [&](std::size_t row, std::size_t column) {
    return to + static_cast<std::ptrdiff_t>(column) * to_stride + row;
  };
  for (std::size_t column = 0; column < whole_columns; column += kBlock) {
    for (std::size_t row = 0; row < whole_rows; row += kBlock) {
      TransposeBlock(source(row, column), from_stride, target(row, column),
                     to_stride);
    }
  }
  TransposeRest(source(whole_rows, 0), from_stride, rows - whole_rows,
                whole_columns, target(whole_rows, 0), to_stride);
  TransposeRest(source(0, whole_columns), from_stride, rows,
                columns - whole_columns, target(0, whole_columns), to_stride);
}

}  // namespace lowp_network
