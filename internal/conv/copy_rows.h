// Copies rows of bytes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_COPY_ROWS_H_
#define LOWP_INTERNAL_CONV_COPY_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Rows in memory, `stride` bytes apart.
template <typename Byte>
struct RowsOfBytes {
  Byte* first;
  std::ptrdiff_t stride;
};

// At least sizeof(Word) bytes of each row and at most twice as many, as two
// words that may overlap.
template <typename Word>
void CopyRowsOfTwoWords(const RowsOfBytes<const std::uint8_t>& from,
                        const RowsOfBytes<std::uint8_t>& to, int rows,
                        std::ptrdiff_t bytes) {
  const std::ptrdiff_t second =
      bytes - static_cast<std::ptrdiff_t>(sizeof(Word));
  for (int r = 0; r < rows; ++r) {
    const std::uint8_t* const source = from.first + r * from.stride;
    std::uint8_t* const target = to.first + r * to.stride;
    Word words[2];
    std::memcpy(&words[0], source, sizeof(Word));
    std::memcpy(&words[1], source + second, sizeof(Word));
    std::memcpy(target, &words[0], sizeof(Word));
    std::memcpy(target + second, &words[1], sizeof(Word));
  }
}

// `rows` rows of `bytes` bytes; short ones without a call for each.
inline void CopyRows(const RowsOfBytes<const std::uint8_t>& from,
                     const RowsOfBytes<std::uint8_t>& to, int rows,
                     std::ptrdiff_t bytes) {
  if (bytes >= 4 && bytes <= 8) {
    return CopyRowsOfTwoWords<std::uint32_t>(from, to, rows, bytes);
  }
  if (bytes > 8 && bytes <= 16) {
    return CopyRowsOfTwoWords<std::uint64_t>(from, to, rows, bytes);
  }
  for (int r = 0; r < rows; ++r) {
    std::memcpy(to.first + r * to.stride, from.first + r * from.stride,
                static_cast<std::size_t>(bytes));
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_COPY_ROWS_H_
