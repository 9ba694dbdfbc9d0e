// The packed form of a matrix, in memory and in a blob alike: a header, then
// the panels, each with its sums before its numbers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_PACKED_FORMAT_H_
#define LOWP_INTERNAL_CONTRACT_PACKED_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <limits>

#include "backend.h"
#include "matrix_ref.h"
#include "packed_header.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Bytes are counted in 64 bits, whatever a pointer has: a padded matrix may
// need more than a small machine addresses, and whoever asks for memory must
// see it.
constexpr std::uint64_t kMaxBytes = std::numeric_limits<std::ptrdiff_t>::max();

template <typename Int>
constexpr Int RoundUpTo(int multiple, Int n) {
  return (n + multiple - 1) / multiple * multiple;
}

// The same where `power` is a power of two, as granules are.
template <typename Int>
constexpr Int RoundUpToPower(int power, Int n) {
  return (n + power - 1) & -power;
}

constexpr std::uint64_t RoundUpToAlignment(std::uint64_t bytes) {
  return (bytes + kPackedAlignment - 1) / kPackedAlignment * kPackedAlignment;
}

// Whether a group of a whole panel is one cache line.
constexpr bool GroupsAreLines(const PanelFormat& format) {
  return format.width * format.group * format.element_size == 64;
}

// Columns of panel number `index` of a side that is `columns` wide.
constexpr int PanelColumns(const PanelFormat& format, int columns, int index) {
  const int left = columns - index * format.width;
  return left < format.width ? left : format.width;
}

constexpr int PanelCount(const PanelFormat& format, int columns) {
  if (columns <= format.width) return columns > 0 ? 1 : 0;
  return columns / format.width + (columns % format.width != 0);
}

// Groups that hold `depth` numbers, the last one padded.
constexpr int GroupCount(const PanelFormat& format, int depth) {
  return depth / format.group + (depth % format.group != 0);
}

// Bytes of a panel of `padded` columns, sums included.
constexpr std::uint64_t PanelBytes(const PanelFormat& format, int padded,
                                   int depth) {
  const std::uint64_t sums = static_cast<std::uint64_t>(padded) * 4;
  const std::uint64_t numbers =
      static_cast<std::uint64_t>(GroupCount(format, depth)) * format.group *
      format.element_size * padded;
  return RoundUpToAlignment(sums) + RoundUpToAlignment(numbers);
}

// Bytes of what Backend::widen makes of such a panel.
constexpr std::uint64_t WidenedBytes(int padded, int depth) {
  const std::uint64_t chunks =
      static_cast<std::uint64_t>((depth - 1) / kWidenedDepths + 1);
  return RoundUpToAlignment((chunks * kWidenedDepths * 2 + 4) * padded);
}

// Where the numbers of a panel of `padded` columns begin.
constexpr std::size_t PanelDataOffset(int padded) {
  return static_cast<std::size_t>(
      RoundUpToAlignment(static_cast<std::uint64_t>(padded) * 4));
}

// Bytes from one copied row to the next: an odd number of cache lines keeps
// rows out of each other's cache sets.
constexpr std::uint64_t CopiedRowStride(const Backend& backend, int depth) {
  const std::uint64_t bytes =
      static_cast<std::uint64_t>(GroupCount(backend.panel, depth)) *
      backend.panel.group * backend.row_element_size;
  return (RoundUpToAlignment(bytes) / kPackedAlignment | 1) * kPackedAlignment;
}

// Bytes of all panels of a side.
constexpr std::uint64_t AllPanelsBytes(const PanelFormat& format, int columns,
                                       int depth) {
  const int count = PanelCount(format, columns);
  if (count == 0) return 0;
  const int last = PanelColumns(format, columns, count - 1);
  return static_cast<std::uint64_t>(count - 1) *
             PanelBytes(format, format.width, depth) +
         PanelBytes(format, RoundUpToPower(format.granule, last), depth);
}

inline PanelFormat FormatOf(const PackedHeader& header) {
  return {header.width, header.granule, header.group, header.element_size,
          static_cast<Domain>(header.domain)};
}

// The backend for a product with panels of this header, that one or what it has
// for a reduced range.
inline const Backend& BackendFor(const Backend& backend,
                                 const PackedHeader& panels) {
  const bool reduced =
      panels.magnitude > 0 && panels.magnitude <= kReducedRange;
  return reduced && backend.for_reduced_range != nullptr
             ? *backend.for_reduced_range
             : backend;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_PACKED_FORMAT_H_
