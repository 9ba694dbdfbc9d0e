// 4-bit weights as their owner has them: what packing and importing read.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_INT4_SOURCE_H_
#define LOWP_INTERNAL_CONTRACT_INT4_SOURCE_H_

#include <cstddef>
#include <cstdint>

#include "../../public/pack_progress.h"
#include "int4_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// How 4-bit values of a matrix of lines lie. The value (i, j), with j along
// line i, is in the byte data[i * stride + (the offset of j)].
enum class NibbleOrder : std::uint8_t {
  kBytes,     // a byte each, `step` bytes apart; the value itself
  kLowFirst,  // two a byte, the first one in the low half
  kHalves32,  // blocks of 18 bytes: 2 for a scale, then values 0 to 15 of the
              // block in low halves of bytes, and 16 to 31 in high halves
  kBytes32,   // blocks of 34 bytes: 2 for a scale, then 32 values
  kAwq,       // eight in a little-endian word: 0 2 4 6 1 3 5 7, lowest first
  kWordsAcross,  // eight lines in one, value (i, j) in bits 4 * (i % 8) of the
                 // j-th little-endian word of line i / 8
};

// One matrix of nibbles or bytes. `across`: lines run along n, not along k or
// groups.
struct NibbleMatrix {
  const std::uint8_t* data = nullptr;
  std::ptrdiff_t stride = 0;  // bytes
  std::ptrdiff_t step = 1;    // of kBytes, from one j to the next
  NibbleOrder order = NibbleOrder::kBytes;
  bool across = false;

  // The value at (row, column), where rows are values of k or groups.
  int At(std::int64_t row, std::int64_t column) const {
    std::uint8_t value;
    ReadColumn(row, column, 1, &value);
    return value;
  }
  // `count` of a column, from that row on.
  void ReadColumn(std::int64_t row, std::int64_t column, int count,
                  std::uint8_t* values) const {
    switch (order) {
      case NibbleOrder::kBytes:
        return Read<NibbleOrder::kBytes>(row, column, count, values);
      case NibbleOrder::kLowFirst:
        return Read<NibbleOrder::kLowFirst>(row, column, count, values);
      case NibbleOrder::kHalves32:
        return Read<NibbleOrder::kHalves32>(row, column, count, values);
      case NibbleOrder::kBytes32:
        return Read<NibbleOrder::kBytes32>(row, column, count, values);
      case NibbleOrder::kAwq:
        return Read<NibbleOrder::kAwq>(row, column, count, values);
      case NibbleOrder::kWordsAcross:
        return Read<NibbleOrder::kWordsAcross>(row, column, count, values);
    }
  }

 private:
  template <NibbleOrder kOrder>
  void Read(std::int64_t row, std::int64_t column, int count,
            std::uint8_t* values) const {
    if (across) {
      for (int r = 0; r < count; ++r)
        values[r] = Value<kOrder>(row + r, column);
    } else {
      for (int r = 0; r < count; ++r)
        values[r] = Value<kOrder>(column, row + r);
    }
  }
  // That of line i and place j.
  template <NibbleOrder kOrder>
  std::uint8_t Value(std::int64_t i, std::int64_t j) const {
    if constexpr (kOrder == NibbleOrder::kWordsAcross) {
      return data[i / 8 * stride + j * 4 + i % 8 / 2] >> (i % 2 * 4) & 0xF;
    }
    const std::uint8_t* const line = data + i * stride;
    if constexpr (kOrder == NibbleOrder::kBytes) return line[j * step];
    if constexpr (kOrder == NibbleOrder::kLowFirst) {
      return line[j / 2] >> (j % 2 * 4) & 0xF;
    }
    if constexpr (kOrder == NibbleOrder::kHalves32) {
      return line[j / 32 * 18 + 2 + j % 16] >> (j % 32 / 16 * 4) & 0xF;
    }
    if constexpr (kOrder == NibbleOrder::kBytes32) {
      return line[j / 32 * 34 + 2 + j % 32];
    }
    constexpr int kPlace[8] = {0, 4, 1, 5, 2, 6, 3, 7};  // of kAwq
    const int place = kPlace[j % 8];
    return line[j / 8 * 4 + place / 2] >> (place % 2 * 4) & 0xF;
  }
};

struct Int4Source {
  int k = 0, n = 0;
  int group = 0;  // 0: k
  NibbleMatrix values;
  // What is added to each value and to each zero point for them to be 0..15, or
  // 0..255 modulo 2^8.
  int bias = 0;
  bool has_8_bits = false;  // without zero points
  // Where data is null all zero points are Int4Format::zero(), with the biases.
  NibbleMatrix zero_points;
  // Added to the zero points only.
  int zero_point_bias = 0;
  Int4ScaleType scale_type = Int4ScaleType::kNone;
  const std::uint8_t* scales = nullptr;
  std::ptrdiff_t scale_group_stride = 0, scale_column_stride = 0;  // bytes
  PackProgress progress;

  // 0 where there are no values.
  int group_size() const { return group == 0 || k == 0 ? k : group; }
  int groups() const { return k == 0 ? 0 : k / group_size(); }
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_INT4_SOURCE_H_
