// How packed B lies in memory: panels, each with the sums of its columns.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_PANEL_FORMAT_H_
#define LOWP_INTERNAL_CONTRACT_PANEL_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "../detect_platform.h"
#include "matrix_ref.h"
#include "packed_header.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A kernel multiplies the caller's values, or these moved by 128 so that they
// fit the other signedness (one flip of the sign bit). The engine moves the
// offset by as much, so the product is the same.
enum class Signedness : std::uint8_t {
  kAsStored,
  kUnsigned,  // 0..255: s8 is flipped
  kSigned,    // -128..127: u8 is flipped
};

// A kernel's value minus the caller's.
LOWP_INLINE constexpr int ValueShift(Signedness signedness, Scalar scalar) {
  return signedness == Signedness::kUnsigned && scalar == Scalar::kInt8  ? 128
         : signedness == Signedness::kSigned && scalar == Scalar::kUint8 ? -128
                                                                         : 0;
}

// A panel holds `nr` columns of B (the last one fewer, rounded up to a multiple
// of `nr_step`, a power of two), `kr` consecutive values of k of a column side
// by side, zero padded:
//   [k / kr][columns][kr] elements of element_size bytes,
// after one int32 for each column: the sum of the column's values.
//
//   k = 0..3 of column 0 | of column 1 | ... | of column nr-1
//   k = 4..7 of column 0 | ...
struct PanelFormat {
  int nr;
  int nr_step;
  int kr;
  int element_size;
  Signedness signedness;

  LOWP_INLINE constexpr bool operator==(const PanelFormat& other) const {
    return nr == other.nr && nr_step == other.nr_step && kr == other.kr &&
           element_size == other.element_size && signedness == other.signedness;
  }
};

// The widest panel of any backend.
constexpr int kMaxNr = 64;

// Bytes are counted in 64 bits, even where pointers are smaller: a padded
// matrix may need more than the machine can address, and the code that
// allocates must notice.
constexpr std::uint64_t kMaxBytes = std::numeric_limits<std::ptrdiff_t>::max();

template <typename Int>
LOWP_INLINE constexpr Int RoundUpTo(int multiple, Int n) {
  return (n + multiple - 1) / multiple * multiple;
}

// The same where `power` is a power of two, as nr_step is.
template <typename Int>
LOWP_INLINE constexpr Int RoundUpToPower(int power, Int n) {
  return (n + power - 1) & -power;
}

LOWP_INLINE constexpr std::uint64_t RoundUpToAlignment(std::uint64_t bytes) {
  return (bytes + kPackedAlignment - 1) / kPackedAlignment * kPackedAlignment;
}

// The same for memory that exists.
LOWP_INLINE constexpr std::size_t Aligned(std::size_t bytes) {
  return static_cast<std::size_t>(RoundUpToAlignment(bytes));
}

// Bytes from an address to the first aligned one.
inline std::size_t BytesToAlignment(const void* memory) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  return (kPackedAlignment - begin % kPackedAlignment) % kPackedAlignment;
}

// Whether a group of kr values of k of a whole panel is one cache line.
LOWP_INLINE constexpr bool GroupsAreLines(const PanelFormat& format) {
  return format.nr * format.kr * format.element_size == 64;
}

// Columns of panel `index` of a side of n columns.
LOWP_INLINE constexpr int PanelColumns(const PanelFormat& format, int n,
                                       int index) {
  const int left = n - index * format.nr;
  return left < format.nr ? left : format.nr;
}

// The same with padding.
LOWP_INLINE constexpr int PaddedColumns(const PanelFormat& format,
                                        int columns) {
  return RoundUpToPower(format.nr_step, columns);
}

LOWP_INLINE constexpr int PanelCount(const PanelFormat& format, int n) {
  if (n <= format.nr) return n > 0 ? 1 : 0;
  return n / format.nr + (n % format.nr != 0);
}

// Groups of kr that hold k values, the last one padded.
LOWP_INLINE constexpr int GroupCount(const PanelFormat& format, int k) {
  return k / format.kr + (k % format.kr != 0);
}

// Bytes of a panel of `padded` columns, sums included.
LOWP_INLINE constexpr std::uint64_t PanelBytes(const PanelFormat& format,
                                               int padded, int k) {
  const std::uint64_t sums = static_cast<std::uint64_t>(padded) * 4;
  const std::uint64_t values =
      static_cast<std::uint64_t>(GroupCount(format, k)) * format.kr *
      format.element_size * padded;
  return RoundUpToAlignment(sums) + RoundUpToAlignment(values);
}

// Where the values of a panel of `padded` columns begin.
LOWP_INLINE constexpr std::size_t PanelDataOffset(int padded) {
  return static_cast<std::size_t>(
      RoundUpToAlignment(static_cast<std::uint64_t>(padded) * 4));
}

// Bytes of all panels of a side.
LOWP_INLINE constexpr std::uint64_t AllPanelsBytes(const PanelFormat& format,
                                                   int n, int k) {
  const int count = PanelCount(format, n);
  if (count == 0) return 0;
  const int last = PanelColumns(format, n, count - 1);
  return static_cast<std::uint64_t>(count - 1) *
             PanelBytes(format, format.nr, k) +
         PanelBytes(format, PaddedColumns(format, last), k);
}

inline PanelFormat FormatOf(const PackedHeader& header) {
  return {header.nr, header.nr_step, header.kr, header.element_size,
          static_cast<Signedness>(header.signedness)};
}

// Whether it has that format. In two loads of each rather than five: every call
// with packed weights asks.
inline bool HasFormat(const PackedHeader& header, const PanelFormat& format) {
  constexpr std::size_t kBytes = offsetof(PanelFormat, signedness);
  static_assert(kBytes == 16 && offsetof(PackedHeader, signedness) -
                                        offsetof(PackedHeader, nr) ==
                                    kBytes,
                "both have the fields in this order");
  std::uint64_t a[2], b[2];
  std::memcpy(a, &header.nr, kBytes);
  std::memcpy(b, &format, kBytes);
  return a[0] == b[0] && a[1] == b[1] &&
         header.signedness == static_cast<int>(format.signedness);
}

struct Panel {
  const std::int32_t* sums;
  const std::uint8_t* values;
  int first;  // column of B
  int columns;
  int padded;
};

// Panel `index` of a side of n columns; it begins at `memory`.
inline Panel PanelAt(const PanelFormat& format, const std::uint8_t* memory,
                     int n, int index) {
  Panel panel;
  panel.first = index * format.nr;
  panel.columns = PanelColumns(format, n, index);
  panel.padded = PaddedColumns(format, panel.columns);
  panel.sums = reinterpret_cast<const std::int32_t*>(memory);
  panel.values = memory + PanelDataOffset(panel.padded);
  return panel;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_PANEL_FORMAT_H_
