// How packed 4-bit weights lie in memory: one format for all backends.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_INT4_FORMAT_H_
#define LOWP_INTERNAL_CONTRACT_INT4_FORMAT_H_

#include <cstdint>

#include "../detect_platform.h"

namespace gemmlowp {
inline namespace lowp {

// The scales of groups of 4-bit weights.
enum class Int4ScaleType : std::uint8_t {
  kNone,     // 1
  kFloat32,  // float
  kFloat16,
  kBfloat16,
  kInt32,  // integers: sums stay integers
};

namespace internal {

// The first bytes of packed 4-bit weights: little-endian and without pointers,
// so that the bytes can be stored and mapped.
struct Int4Header {
  char magic[8];              // "lowpINT4"
  std::uint32_t version;      // of this layout
  std::uint32_t header_size;  // bytes up to the first panel
  std::int32_t k, n;
  std::int32_t group;            // values of k in a group
  std::int32_t scale_type;       // Int4ScaleType
  std::int32_t has_zero_points;  // 0: all are 8
  // 1: with int8 or uint8 rows and any zero points of theirs, int32 holds
  // every sum over groups of scale * group sum.
  std::int32_t fits_int32;
  std::uint64_t payload_bytes;
  std::uint64_t checksum;   // of the payload, and of the header with this zero
  std::int32_t has_8_bits;  // 1: weights are -128..127
  std::uint8_t padding[68];
};
static_assert(sizeof(Int4Header) == 128,
              "the panels behind the header must stay aligned");

// Columns of a panel, and of a strip.
constexpr int kInt4Nr = 64;
constexpr int kInt4Strip = 16;
// Values of k of a strip that a line of 64 bytes holds.
constexpr int kInt4LineK = 8;
// A group is padded to a multiple of this.
constexpr int kInt4Step = 16;
// Weights are stored as 0..15, of which this is subtracted where the packed
// matrix has no zero points.
constexpr int kInt4Zero = 8;

// A panel holds up to 64 columns, rounded up to strips of 16. It has a block
// for each group along k:
//   for each 16 values of k, for each strip, two lines of 64 bytes, for 8 of
//     the values each: 4 bytes for each column, the i-th of which holds value i
//     in its low half and value i + 4 in its high half;
//   the scales of the columns, 4, 2 or 0 bytes each;
//   the zero points of the columns, 1 byte each, if there are any.
// Weights of 8 bits are 128 more in memory, 0..255, and have two sets of such
// lines: of their high halves, then of their low ones. A sum with them is 16
// times the sum with the high halves plus the sum with the low ones.
// Behind the blocks stand, for each group, the sums over k of (weight - zero
// point) of the columns: int16, or int32 where a group is long. Padding, which
// rounds a panel up to 64 bytes, is zero.
struct Int4Format {
  int k, n;
  int group;
  Int4ScaleType scale_type;
  bool has_zero_points;
  bool has_8_bits;

  // Halves of bytes that a weight takes, and what is subtracted from it where
  // there are no zero points.
  LOWP_INLINE constexpr int halves() const { return has_8_bits ? 2 : 1; }
  LOWP_INLINE constexpr int zero() const {
    return has_8_bits ? 128 : kInt4Zero;
  }
  // For any int8 or uint8 rows with zero points, int32 holds the sums of groups
  // up to this: 255 * 16 * 2^19 and 255 * 128 * 2^15 are less than 2^31.
  LOWP_INLINE constexpr int max_group() const {
    return has_8_bits ? 1 << 15 : 1 << 19;
  }
  LOWP_INLINE constexpr int groups() const {
    return k == 0 ? 0 : (k - 1) / group + 1;
  }
  LOWP_INLINE constexpr int padded_group() const {
    return (group + kInt4Step - 1) / kInt4Step * kInt4Step;
  }
  LOWP_INLINE constexpr int scale_bytes() const {
    return scale_type == Int4ScaleType::kNone ? 0
           : scale_type == Int4ScaleType::kFloat16 ||
                   scale_type == Int4ScaleType::kBfloat16
               ? 2
               : 4;
  }
  // -16 * 2047 and -128 * 255 fit an int16.
  LOWP_INLINE constexpr int sum_bytes() const {
    return group <= (has_8_bits ? 255 : 2047) ? 2 : 4;
  }

  LOWP_INLINE constexpr int panels() const {
    return n == 0 ? 0 : (n - 1) / kInt4Nr + 1;
  }
  LOWP_INLINE constexpr int columns(int panel) const {
    return n - panel * kInt4Nr < kInt4Nr ? n - panel * kInt4Nr : kInt4Nr;
  }
  LOWP_INLINE static constexpr int padded(int columns) {
    return (columns + kInt4Strip - 1) / kInt4Strip * kInt4Strip;
  }

  // Of a panel of `padded` columns, in bytes; the offsets are within a block.
  LOWP_INLINE constexpr std::int64_t half_bytes(int padded) const {
    return std::int64_t{padded} * padded_group() / 2;
  }
  LOWP_INLINE constexpr std::int64_t scales_at(int padded) const {
    return half_bytes(padded) * halves();
  }
  LOWP_INLINE constexpr std::int64_t zero_points_at(int padded) const {
    return scales_at(padded) + std::int64_t{padded} * scale_bytes();
  }
  LOWP_INLINE constexpr std::int64_t block_bytes(int padded) const {
    return zero_points_at(padded) + (has_zero_points ? padded : 0);
  }
  LOWP_INLINE constexpr std::int64_t sums_at(int padded) const {
    return block_bytes(padded) * groups();
  }
  LOWP_INLINE constexpr std::int64_t panel_bytes(int padded) const {
    return (sums_at(padded) + std::int64_t{padded} * sum_bytes() * groups() +
            63) /
           64 * 64;
  }
  LOWP_INLINE constexpr std::int64_t payload_bytes() const {
    return panels() == 0 ? 0
                         : (panels() - 1) * panel_bytes(kInt4Nr) +
                               panel_bytes(padded(columns(panels() - 1)));
  }
};

LOWP_INLINE constexpr Int4Format FormatOf(const Int4Header& header) {
  return {header.k,
          header.n,
          header.group,
          static_cast<Int4ScaleType>(header.scale_type),
          header.has_zero_points != 0,
          header.has_8_bits != 0};
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_INT4_FORMAT_H_
