// Matrices quantized row by row: every row has its own scale and offset, in
// arrays beside the matrix or fused to the end of the row, as embedding tables
// and fully connected weights are stored.
//
// There are two kinds of offset:
//   an integer zero point   value = scale * (quantized - zero_point)
//   a float offset          value = scale * quantized + offset
// The latter need not represent 0, and suits rows that are far from it.
//
// Values must be finite; there is at least one column; rows are `stride`
// elements apart. Rows must not overlap one another, nor results the values.
// Functions that fail do so with kInvalidArgument, and write nothing.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_ROWWISE_ROWWISE_QUANTIZATION_H_
#define LOWP_PUBLIC_ROWWISE_ROWWISE_QUANTIZATION_H_

#include <cstddef>
#include <cstdint>

#include "../export.h"
#include "../quantization/quantization_params.h"
#include "../status.h"
#include "../value_rounding.h"
#include "fused_row_format.h"

namespace gemmlowp {
inline namespace lowp {

// A matrix of floats, row-major.
struct FloatRows {
  const float* data = nullptr;
  int rows = 0;
  int columns = 0;
  std::ptrdiff_t stride = 0;
};

// How a row's values become codes 0..levels, where levels is 255 or 15, and min
// and max are the row's, 0 if they are -0:
enum class RowCoding : std::uint8_t {
  // scale = (max - min) / levels in double, 1 if max - min < 1e-10
  // code = round((value - min) / scale), ties away from zero, where the
  // difference, the scale and the quotient are rounded to float
  // Glow.
  kDivide,
  // scale = (max - min) / levels in float; min and scale are first rounded to
  // half if they are stored as half
  // code = round((value - min) * (1 / scale)), ties to even; for 8-bit codes
  // with float scales the reciprocal is levels / (max - min + 1e-8)
  // FBGEMM, Caffe2, PyTorch.
  kMultiplyByReciprocal,
};

// The size of a fused row in bytes; 0 if an argument is wrong.
LOWP_EXPORT std::size_t FusedRowBytes(FusedRowFormat format, int columns);

// Quantizes each row to the fused format. The rows of `fused` are
// `fused_stride` bytes apart, at least FusedRowBytes(format, values.columns).
LOWP_EXPORT Status QuantizeFusedRows(const FloatRows& values,
                                     FusedRowFormat format, RowCoding coding,
                                     std::uint8_t* fused,
                                     std::ptrdiff_t fused_stride);

// value = code * scale + offset in float, with the product rounded first; or in
// double, with the sum rounded to float. The latter equals a fused
// multiply-add where a double holds the sum.
LOWP_EXPORT Status DequantizeFusedRows(
    const std::uint8_t* fused, std::ptrdiff_t fused_stride,
    FusedRowFormat format, int rows, int columns, float* values,
    std::ptrdiff_t stride, RealPrecision precision = RealPrecision::kFloat);

// 8-bit rows with float offsets beside them. Signed codes are the unsigned ones
// minus 128 and mean the same values: scale * (code + 128) + offset.
LOWP_EXPORT Status QuantizeRows(const FloatRows& values, RowCoding coding,
                                std::uint8_t* quantized,
                                std::ptrdiff_t quantized_stride, float* scales,
                                float* offsets);
LOWP_EXPORT Status QuantizeRows(const FloatRows& values, RowCoding coding,
                                std::int8_t* quantized,
                                std::ptrdiff_t quantized_stride, float* scales,
                                float* offsets);

// 8-bit rows with zero points, chosen by `rule` for the values of each row:
// code = round(value / scale + zero_point), ties to even, in float, clamped. A
// product takes the negated zero points as per-row offsets.
LOWP_EXPORT Status QuantizeRows(const FloatRows& values,
                                const QuantizationRule& rule,
                                std::uint8_t* quantized,
                                std::ptrdiff_t quantized_stride, float* scales,
                                std::int32_t* zero_points);
LOWP_EXPORT Status QuantizeRows(const FloatRows& values,
                                const QuantizationRule& rule,
                                std::int8_t* quantized,
                                std::ptrdiff_t quantized_stride, float* scales,
                                std::int32_t* zero_points);

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_ROWWISE_ROWWISE_QUANTIZATION_H_
