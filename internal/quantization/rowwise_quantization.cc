// Quantizes matrices row by row.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/rowwise/rowwise_quantization.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "half.h"
#include "row_code.h"
#include "stored_number.h"
#include "validate_rows.h"

namespace gemmlowp {
inline namespace lowp {
namespace {

using internal::InvalidArgument;
using internal::LoadNumber;
using internal::NullPointer;
using internal::RowCode;
using internal::StoreNumber;

// kDivide treats shorter ranges as empty; kMultiplyByReciprocal adds its
// epsilon so that a range is never 0.
constexpr double kMinRange = 1e-10;
constexpr float kReciprocalEpsilon = 1e-8f;

bool HasHalves(FusedRowFormat format) {
  return format == FusedRowFormat::k8BitHalf ||
         format == FusedRowFormat::k4BitHalf;
}

bool HasNibbles(FusedRowFormat format) {
  return format == FusedRowFormat::k4BitFloat ||
         format == FusedRowFormat::k4BitHalf;
}

std::int64_t CodeBytes(FusedRowFormat format, int columns) {
  return HasNibbles(format) ? (std::int64_t{columns} + 1) / 2 : columns;
}

constexpr internal::RowNames kValuesNames = {"values.rows", "values.columns",
                                             "values.data", "values.stride"};
constexpr internal::RowNames kFloatsNames = {"rows", "columns", "values",
                                             "stride"};

// Rows of bytes that are read or written, and the names of their arguments.
struct Bytes {
  const void* data;
  std::ptrdiff_t stride;
  const char* data_name;
  const char* stride_name;
};

// Checks `count` rows of `bytes` bytes each.
Status ValidateBytes(const Bytes& rows, int count, std::int64_t bytes) {
  if (rows.data == nullptr) {
    return NullPointer(rows.data_name);
  }
  if (rows.stride < bytes) {
    return InvalidArgument(rows.stride_name, rows.stride,
                           "is smaller than a quantized row");
  }
  if (!internal::BytesOfRows(count, bytes, rows.stride, 1).FitsMemory()) {
    return InvalidArgument(rows.stride_name, rows.stride,
                           "takes rows out of the address space");
  }
  return Status();
}

Status ValidateRows(const FloatRows& values, const Bytes& out,
                    std::int64_t out_bytes) {
  Status status = internal::ValidateFloatRows(values, kValuesNames);
  if (!status.ok() || values.rows == 0) return status;
  status = ValidateBytes(out, values.rows, out_bytes);
  if (status.ok()) {
    status = internal::ValidateApart(
        values, {{out.data_name, out.data, out.stride, out_bytes}});
  }
  if (!status.ok()) return status;
  for (int r = 0; r < values.rows; ++r) {
    const float* row = values.data + r * values.stride;
    if (!std::all_of(row, row + values.columns,
                     [](float x) { return std::isfinite(x); })) {
      return InvalidArgument("values.data", r,
                             "is a row with a value that is not finite");
    }
  }
  return Status();
}

struct RowRange {
  float min;
  float max;
};

// Adding 0 turns -0 into 0, so that the sign does not depend on which zero is
// found first.
RowRange RangeOfRow(const FloatRows& values, int row) {
  const float* first = values.data + row * values.stride;
  const auto [min, max] = std::minmax_element(first, first + values.columns);
  return {*min + 0.0f, *max + 0.0f};
}

RowCode CodeByDivision(const RowRange& range, float levels) {
  const double length =
      static_cast<double>(range.max) - static_cast<double>(range.min);
  const float scale =
      length < kMinRange ? 1.0f : static_cast<float>(length / levels);
  return {scale, range.min, 0, levels};
}

float RoundedToHalf(float value) {
  return internal::FloatOfHalf(internal::HalfOf(value));
}

RowCode CodeByReciprocal(const RowRange& range, float levels, bool halves) {
  if (!halves && levels == 255) {
    const float length = range.max - range.min;
    return {length / levels, range.min, levels / (length + kReciprocalEpsilon),
            levels};
  }
  const float offset = halves ? RoundedToHalf(range.min) : range.min;
  const float length = range.max - offset;
  float scale = length == 0 ? 1.0f : length / levels;
  if (halves) scale = RoundedToHalf(scale);
  if (scale == 0 || std::isinf(1.0f / scale)) scale = 1.0f;
  return {scale, offset, 1.0f / scale, levels};
}

RowCode CodeOf(const RowRange& range, RowCoding coding, float levels,
               bool halves) {
  return coding == RowCoding::kDivide ? CodeByDivision(range, levels)
                                      : CodeByReciprocal(range, levels, halves);
}

// Computes the code of each row before any row is written: `use` is called with
// a row's index and code once all rows are known to have one.
template <typename Use>
Status ForEachCode(const FloatRows& values, RowCoding coding, float levels,
                   bool halves, const Use& use) {
  if (coding > RowCoding::kMultiplyByReciprocal) {
    return InvalidArgument("coding", static_cast<int>(coding),
                           "is not a RowCoding");
  }
  for (const bool uses : {false, true}) {
    for (int r = 0; r < values.rows; ++r) {
      const RowCode code =
          CodeOf(RangeOfRow(values, r), coding, levels, halves);
      if (!internal::IsUsable(code)) {
        return InvalidArgument("values.data", r,
                               "is a row too wide for the coding's numbers");
      }
      if (uses) use(r, code);
    }
  }
  return Status();
}

// The parameters that a rule chooses for a row of T.
template <typename T>
Status ChooseForRow(const FloatRows& values, int row,
                    const QuantizationRule& rule, QuantizationParams* params) {
  const RowRange range = RangeOfRow(values, row);
  const Status chosen = internal::OfARow(
      ChooseQuantizationParams(range.min, range.max, QuantizedRangeOf<T>(),
                               rule, params),
      row);
  if (!chosen.ok()) return chosen;
  const float scale = static_cast<float>(params->scale);
  if (!(scale > 0 && std::isfinite(scale))) {
    return InvalidArgument("rule", row,
                           "gives this row a scale of 0 or infinity");
  }
  return Status();
}

Status ValidateRowNumbers(const FloatRows& values, const float* scales,
                          const void* offsets, const char* offsets_name) {
  if (values.rows == 0) return Status();
  if (scales == nullptr) return NullPointer("scales");
  if (offsets == nullptr) return NullPointer(offsets_name);
  return internal::ValidateApart(
      values, {{"scales", scales, 4, 4}, {offsets_name, offsets, 4, 4}});
}

template <typename T>
Status QuantizeRowsWithFloatOffset(const FloatRows& values, RowCoding coding,
                                   T* quantized,
                                   std::ptrdiff_t quantized_stride,
                                   float* scales, float* offsets) {
  const internal::FloatEnvironment environment;
  Status status = ValidateRows(
      values, {quantized, quantized_stride, "quantized", "quantized_stride"},
      values.columns);
  if (status.ok()) {
    status = ValidateRowNumbers(values, scales, offsets, "offsets");
  }
  if (!status.ok()) return status;
  return ForEachCode(
      values, coding, 255, false, [&](int r, const RowCode& code) {
        scales[r] = code.scale;
        offsets[r] = code.offset;
        const float* row = values.data + r * values.stride;
        T* out = quantized + r * quantized_stride;
        for (int c = 0; c < values.columns; ++c) {
          out[c] = static_cast<T>(code(row[c]) + std::numeric_limits<T>::min());
        }
      });
}

template <typename T>
Status QuantizeRowsWithZeroPoint(const FloatRows& values,
                                 const QuantizationRule& rule, T* quantized,
                                 std::ptrdiff_t quantized_stride, float* scales,
                                 std::int32_t* zero_points) {
  const internal::FloatEnvironment environment;
  Status status = ValidateRows(
      values, {quantized, quantized_stride, "quantized", "quantized_stride"},
      values.columns);
  if (status.ok()) {
    status = ValidateRowNumbers(values, scales, zero_points, "zero_points");
  }
  QuantizationParams params;
  for (int r = 0; status.ok() && r < values.rows; ++r) {
    status = ChooseForRow<T>(values, r, rule, &params);
  }
  if (!status.ok()) return status;
  constexpr QuantizedRange kRange = QuantizedRangeOf<T>();
  for (int r = 0; r < values.rows; ++r) {
    status = ChooseForRow<T>(values, r, rule, &params);
    const float scale = static_cast<float>(params.scale);
    scales[r] = scale;
    zero_points[r] = params.zero_point;
    const float* row = values.data + r * values.stride;
    T* out = quantized + r * quantized_stride;
    for (int c = 0; c < values.columns; ++c) {
      const float code = std::nearbyint(row[c] / scale +
                                        static_cast<float>(params.zero_point));
      out[c] = static_cast<T>(
          std::min(std::max(code, static_cast<float>(kRange.low)),
                   static_cast<float>(kRange.high)));
    }
  }
  return Status();
}

}  // namespace

namespace internal {

RowCode ByteCodeOf(float min, float max, RowCoding coding) {
  return CodeOf({min, max}, coding, 255, false);
}

}  // namespace internal

std::size_t FusedRowBytes(FusedRowFormat format, int columns) {
  if (format > FusedRowFormat::k4BitHalf || columns < 1) return 0;
  const internal::Extent bytes = static_cast<std::uint64_t>(
      CodeBytes(format, columns) + (HasHalves(format) ? 4 : 8));
  return bytes.FitsMemory() ? static_cast<std::size_t>(bytes.value()) : 0;
}

Status QuantizeFusedRows(const FloatRows& values, FusedRowFormat format,
                         RowCoding coding, std::uint8_t* fused,
                         std::ptrdiff_t fused_stride) {
  const internal::FloatEnvironment environment;
  if (format > FusedRowFormat::k4BitHalf) {
    return InvalidArgument("format", static_cast<int>(format),
                           "is not a FusedRowFormat");
  }
  const Status status = ValidateRows(
      values, {fused, fused_stride, "fused", "fused_stride"},
      static_cast<std::int64_t>(FusedRowBytes(format, values.columns)));
  if (!status.ok()) return status;
  const bool halves = HasHalves(format);
  const bool nibbles = HasNibbles(format);
  const float levels = nibbles ? 15.0f : 255.0f;
  return ForEachCode(
      values, coding, levels, halves, [&](int r, const RowCode& code) {
        const float* row = values.data + r * values.stride;
        std::uint8_t* out = fused + r * fused_stride;
        std::uint8_t* end = out + CodeBytes(format, values.columns);
        std::fill(out, end, std::uint8_t{0});
        for (int c = 0; c < values.columns; ++c) {
          const int shift = nibbles && c % 2 == 1 ? 4 : 0;
          std::uint8_t& byte = out[nibbles ? c / 2 : c];
          byte = static_cast<std::uint8_t>(byte | code(row[c]) << shift);
        }
        end = StoreNumber(code.scale, halves, end);
        StoreNumber(code.offset, halves, end);
      });
}

Status DequantizeFusedRows(const std::uint8_t* fused,
                           std::ptrdiff_t fused_stride, FusedRowFormat format,
                           int rows, int columns, float* values,
                           std::ptrdiff_t stride, RealPrecision precision) {
  const internal::FloatEnvironment environment;
  if (format > FusedRowFormat::k4BitHalf) {
    return InvalidArgument("format", static_cast<int>(format),
                           "is not a FusedRowFormat");
  }
  if (precision > RealPrecision::kDouble) {
    return InvalidArgument("precision", static_cast<int>(precision),
                           "is not a RealPrecision");
  }
  Status status = internal::ValidateFloatRows({values, rows, columns, stride},
                                              kFloatsNames);
  if (!status.ok() || rows == 0) return status;
  const auto bytes = static_cast<std::int64_t>(FusedRowBytes(format, columns));
  status = ValidateBytes({fused, fused_stride, "fused", "fused_stride"}, rows,
                         bytes);
  if (status.ok()) {
    status = internal::ValidateApart({values, rows, columns, stride},
                                     {{"fused", fused, fused_stride, bytes}});
  }
  if (!status.ok()) return status;
  const bool halves = HasHalves(format);
  const bool nibbles = HasNibbles(format);
  for (int r = 0; r < rows; ++r) {
    const std::uint8_t* row = fused + r * fused_stride;
    const std::uint8_t* numbers = row + CodeBytes(format, columns);
    const float scale = LoadNumber(numbers, halves);
    const float offset = LoadNumber(numbers + (halves ? 2 : 4), halves);
    for (int c = 0; c < columns; ++c) {
      const int byte = row[nibbles ? c / 2 : c];
      const int code = !nibbles ? byte : c % 2 == 1 ? byte >> 4 : byte & 0xF;
      if (precision == RealPrecision::kDouble) {
        values[r * stride + c] = static_cast<float>(
            static_cast<double>(code) * static_cast<double>(scale) +
            static_cast<double>(offset));
        continue;
      }
      const float product = static_cast<float>(code) * scale;
      values[r * stride + c] = product + offset;
    }
  }
  return Status();
}

Status QuantizeRows(const FloatRows& values, RowCoding coding,
                    std::uint8_t* quantized, std::ptrdiff_t quantized_stride,
                    float* scales, float* offsets) {
  return QuantizeRowsWithFloatOffset(values, coding, quantized,
                                     quantized_stride, scales, offsets);
}

Status QuantizeRows(const FloatRows& values, RowCoding coding,
                    std::int8_t* quantized, std::ptrdiff_t quantized_stride,
                    float* scales, float* offsets) {
  return QuantizeRowsWithFloatOffset(values, coding, quantized,
                                     quantized_stride, scales, offsets);
}

Status QuantizeRows(const FloatRows& values, const QuantizationRule& rule,
                    std::uint8_t* quantized, std::ptrdiff_t quantized_stride,
                    float* scales, std::int32_t* zero_points) {
  return QuantizeRowsWithZeroPoint(values, rule, quantized, quantized_stride,
                                   scales, zero_points);
}

Status QuantizeRows(const FloatRows& values, const QuantizationRule& rule,
                    std::int8_t* quantized, std::ptrdiff_t quantized_stride,
                    float* scales, std::int32_t* zero_points) {
  return QuantizeRowsWithZeroPoint(values, rule, quantized, quantized_stride,
                                   scales, zero_points);
}

}  // namespace lowp
}  // namespace gemmlowp
