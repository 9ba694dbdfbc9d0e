// Fills panels of packed 4-bit weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "int4_panel.h"

#include <cstdlib>
#include <cstring>

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// One panel in the making.
struct Int4Panel {
  const Int4Source& source;
  const Int4Format& format;
  std::uint8_t* bytes;
  int first;
  int columns;
  int padded;

  std::uint8_t* block(int group) const {
    return bytes + group * format.block_bytes(padded);
  }
  // The byte of column c whose halves hold values i and i + 4 of a line, of one
  // half of the weights.
  std::uint8_t* byte(int group, int c, int i, int half) const {
    const std::int64_t step =
        std::int64_t{i} / kInt4Step * (padded / kInt4Strip) + c / kInt4Strip;
    const std::int64_t line = step * 2 + i % kInt4Step / kInt4LineK;
    return block(group) + half * format.half_bytes(padded) + line * 64 +
           c % kInt4Strip * 4 + i % 4;
  }
};

bool IsFinite(Int4ScaleType type, const std::uint8_t* scale) {
  if (type == Int4ScaleType::kFloat32) {
    std::uint32_t bits;
    std::memcpy(&bits, scale, sizeof(bits));
    return (bits & 0x7F800000) != 0x7F800000;
  }
  if (type == Int4ScaleType::kNone || type == Int4ScaleType::kInt32) {
    return true;
  }
  std::uint16_t bits;
  std::memcpy(&bits, scale, sizeof(bits));
  const int exponent = type == Int4ScaleType::kFloat16 ? 0x7C00 : 0x7F80;
  return (bits & exponent) != exponent;
}

Status CopyScale(const Int4Panel& panel, int group, int c, double* magnitude) {
  const Int4Format& format = panel.format;
  const int size = format.scale_bytes();
  *magnitude = 1;
  if (size == 0) return Status();
  const std::uint8_t* const scale =
      panel.source.scales + group * panel.source.scale_group_stride +
      std::int64_t{panel.first + c} * panel.source.scale_column_stride;
  if (!IsFinite(format.scale_type, scale)) {
    return InvalidArgument("scales.data", panel.first + c,
                           "is a column with a scale that is not finite");
  }
  std::memcpy(panel.block(group) + format.scales_at(panel.padded) + c * size,
              scale, static_cast<std::size_t>(size));
  if (format.scale_type == Int4ScaleType::kInt32) {
    std::int32_t integer;
    std::memcpy(&integer, scale, sizeof(integer));
    *magnitude = std::abs(static_cast<double>(integer));
  }
  return Status();
}

Status CopyZeroPoint(const Int4Panel& panel, int group, int c, int* zero) {
  const Int4Source& source = panel.source;
  *zero = panel.format.zero();
  if (source.zero_points.data == nullptr) return Status();
  *zero =
      static_cast<std::uint8_t>(source.zero_points.At(group, panel.first + c) +
                                source.bias + source.zero_point_bias);
  if (*zero > 16) {
    return InvalidArgument(
        "zero_points.data", panel.first + c,
        "is a column with a zero point that 4 bits do not hold");
  }
  panel.block(group)[panel.format.zero_points_at(panel.padded) + c] =
      static_cast<std::uint8_t>(*zero);
  return Status();
}

// Also sums the column's weights and their magnitudes.
Status CopyValues(const Int4Panel& panel, int group, int c, int zero,
                  std::int32_t* sum, double* magnitudes) {
  const Int4Source& source = panel.source;
  const std::int64_t first = std::int64_t{group} * panel.format.group;
  std::int32_t total = 0, magnitude = 0;
  for (int i = 0; i < panel.format.group; ++i) {
    const std::uint8_t value = static_cast<std::uint8_t>(
        source.values.At(first + i, panel.first + c) + source.bias);
    if (value > 15 && !panel.format.has_8_bits) {
      return InvalidArgument("values.data", panel.first + c,
                             "is a column with a value that 4 bits do not "
                             "hold");
    }
    for (int half = panel.format.halves() - 1, rest = value; half >= 0;
         --half, rest >>= 4) {
      *panel.byte(group, c, i, half) |=
          static_cast<std::uint8_t>((rest & 0xF) << (i % kInt4LineK / 4 * 4));
    }
    total += value - zero;
    magnitude += std::abs(value - zero);
  }
  *sum = total;
  *magnitudes = magnitude;
  return Status();
}

void StoreSum(const Int4Panel& panel, int group, int c, std::int32_t sum) {
  const int size = panel.format.sum_bytes();
  std::uint8_t* const at = panel.bytes + panel.format.sums_at(panel.padded) +
                           (std::int64_t{group} * panel.padded + c) * size;
  const std::int16_t narrow = static_cast<std::int16_t>(sum);
  std::memcpy(at, size == 2 ? static_cast<const void*>(&narrow) : &sum,
              static_cast<std::size_t>(size));
}

}  // namespace

Status FillInt4Panel(const Int4Source& source, const Int4Format& format,
                     int index, std::uint8_t* bytes, Int4Bound* bound) {
  const int columns = format.columns(index);
  const Int4Panel panel = {source,  format,
                           bytes,   index * kInt4Nr,
                           columns, Int4Format::padded(columns)};
  for (int c = 0; c < columns; ++c) {
    double most = 0;
    for (int group = 0; group < format.groups(); ++group) {
      double scale, magnitudes = 0;
      int zero;
      std::int32_t sum = 0;
      Status status = CopyScale(panel, group, c, &scale);
      if (status.ok()) status = CopyZeroPoint(panel, group, c, &zero);
      if (status.ok()) {
        status = CopyValues(panel, group, c, zero, &sum, &magnitudes);
      }
      if (!status.ok()) return status;
      StoreSum(panel, group, c, sum);
      most += scale * (255 * magnitudes);
    }
    bound->Add(most);
  }
  return Status();
}

bool AreInt4ScalesFinite(const Int4Format& format, const std::uint8_t* panels) {
  for (int i = 0; i < format.panels() && format.groups() > 0; ++i) {
    const int padded = Int4Format::padded(format.columns(i));
    for (int group = 0; group < format.groups(); ++group) {
      const std::uint8_t* const scales = panels +
                                         group * format.block_bytes(padded) +
                                         format.scales_at(padded);
      for (int c = 0; c < padded; ++c) {
        if (!IsFinite(format.scale_type, scales + c * format.scale_bytes())) {
          return false;
        }
      }
    }
    panels += format.panel_bytes(kInt4Nr);
  }
  return true;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
