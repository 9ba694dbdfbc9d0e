// Fills panels of packed 4-bit weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "int4_panel.h"

#include <algorithm>
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
  int padded;

  std::uint8_t* block(int group) const {
    return bytes + group * format.block_bytes(padded);
  }
  // The bytes of column c in the first of the two lines that hold the values of
  // k from i on, of one half of the weights.
  std::uint8_t* bytes_of(int group, int c, int i, int half) const {
    const std::int64_t step =
        std::int64_t{i} / kInt4Step * (padded / kInt4Strip) + c / kInt4Strip;
    return block(group) + half * format.half_bytes(padded) + step * 128 +
           c % kInt4Strip * 4;
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

// What is known of the columns of a group: what weights are multiplied by and
// less, and the sums of the weights and of their magnitudes.
struct Int4Columns {
  double scales[kInt4Nr];
  int zeros[kInt4Nr];
  std::int32_t sums[kInt4Nr];
  std::int32_t magnitudes[kInt4Nr];
};

// The low halves of four bytes, and in the high halves those of the next four.
std::uint32_t Interleaved(const std::uint8_t* values) {
  std::uint32_t low, high;
  std::memcpy(&low, values, sizeof(low));
  std::memcpy(&high, values + 4, sizeof(high));
  return (low & 0x0F0F0F0F) | (high & 0x0F0F0F0F) << 4;
}

// The values of k from i on that two lines hold.
Status CopyStep(const Int4Panel& panel, int group, int i, int c,
                Int4Columns* columns) {
  const Int4Source& source = panel.source;
  const int count = std::min(panel.format.group - i, kInt4Step);
  std::uint8_t values[kInt4Step] = {};
  source.values.ReadColumn(std::int64_t{group} * panel.format.group + i,
                           panel.first + c, count, values);
  const int zero = columns->zeros[c];
  std::int32_t sum = 0, magnitude = 0;
  std::uint8_t any = 0;
  for (int j = 0; j < count; ++j) {
    values[j] = static_cast<std::uint8_t>(values[j] + source.bias);
    any |= values[j];
    sum += values[j] - zero;
    magnitude += std::abs(values[j] - zero);
  }
  if (any > 15 && !panel.format.has_8_bits) {
    return InvalidArgument("values.data", panel.first + c,
                           "is a column with a value that 4 bits do not hold");
  }
  columns->sums[c] += sum;
  columns->magnitudes[c] += magnitude;
  for (int half = panel.format.halves() - 1; half >= 0; --half) {
    std::uint8_t* const to = panel.bytes_of(group, c, i, half);
    const std::uint32_t words[2] = {Interleaved(values),
                                    Interleaved(values + kInt4LineK)};
    std::memcpy(to, &words[0], sizeof(words[0]));
    std::memcpy(to + 64, &words[1], sizeof(words[1]));
    for (std::uint8_t& value : values) value >>= 4;
  }
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
  const Int4Panel panel = {source, format, bytes, index * kInt4Nr,
                           Int4Format::padded(columns)};
  double max_sums[kInt4Nr] = {};
  for (int group = 0; group < format.groups(); ++group) {
    Int4Columns known = {};
    for (int c = 0; c < columns; ++c) {
      Status status = CopyScale(panel, group, c, &known.scales[c]);
      if (status.ok()) status = CopyZeroPoint(panel, group, c, &known.zeros[c]);
      if (!status.ok()) return status;
    }
    // Lines of the source may run along either.
    for (int i = 0; i < format.group; i += kInt4Step) {
      for (int c = 0; c < columns; ++c) {
        const Status status = CopyStep(panel, group, i, c, &known);
        if (!status.ok()) return status;
      }
    }
    for (int c = 0; c < columns; ++c) {
      StoreSum(panel, group, c, known.sums[c]);
      max_sums[c] +=
          known.scales[c] * (255 * static_cast<double>(known.magnitudes[c]));
    }
  }
  for (int c = 0; c < columns; ++c) bound->Add(max_sums[c]);
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
