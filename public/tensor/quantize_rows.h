// Quantizes the rows of a matrix of floats, each with a scale of its own, as
// QuantizeRows of rowwise_quantization.h does, and adds up the codes of each
// row. Vector code in every backend, with the same bits in all of them; rows
// are divided among the context's threads.
//
// A product needs the sum of a row if its other side has a zero point, by which
// it multiplies the sum.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_TENSOR_QUANTIZE_ROWS_H_
#define LOWP_PUBLIC_TENSOR_QUANTIZE_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/contract/quantize_rows.h"
#include "../../internal/frontend/front_end.h"
#include "../rowwise/rowwise_quantization.h"
#include "../status.h"

namespace gemmlowp {
inline namespace lowp {

namespace internal {
template <typename T>
RowsProblem MakeRows(const FloatRows& values, T* quantized,
                     std::ptrdiff_t quantized_stride, float* scales,
                     std::int32_t* sums) {
  static_assert(
      std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::int8_t>,
      "lowp: rows are quantized to uint8_t or int8_t");
  RowsProblem problem;
  problem.values = values;
  problem.scalar = ScalarOf<T>();
  problem.quantized = quantized;
  problem.quantized_stride = quantized_stride;
  problem.scales = scales;
  problem.sums = sums;
  return problem;
}
}  // namespace internal

// With zero points, chosen by `rule` for the values of each row:
//   quantized(r, c) = round(values(r, c) / scales[r] + zero_points[r]),
// ties to even, in float, clamped to T, which is uint8_t or int8_t. sums[r] is
// the sum of the codes of row r; `sums` may be null. Rows of `quantized` are
// `quantized_stride` elements apart. No result may overlap the values. Nothing
// is written if the status is not ok.
template <typename Context, typename T>
Status TryQuantizeRows(Context* context, const FloatRows& values,
                       const QuantizationRule& rule, T* quantized,
                       std::ptrdiff_t quantized_stride, float* scales,
                       std::int32_t* zero_points, std::int32_t* sums) {
  internal::RowsProblem problem =
      internal::MakeRows(values, quantized, quantized_stride, scales, sums);
  problem.rule = &rule;
  problem.zero_points = zero_points;
  return internal::RunQuantizeRows(problem, internal::ResourcesOf(context));
}

// With float offsets: value = scales[r] * code + offsets[r], where code is
// quantized(r, c), plus 128 if T is int8_t. `coding` has the formula.
template <typename Context, typename T>
Status TryQuantizeRows(Context* context, const FloatRows& values,
                       RowCoding coding, T* quantized,
                       std::ptrdiff_t quantized_stride, float* scales,
                       float* offsets, std::int32_t* sums) {
  internal::RowsProblem problem =
      internal::MakeRows(values, quantized, quantized_stride, scales, sums);
  problem.coding = coding;
  problem.offsets = offsets;
  return internal::RunQuantizeRows(problem, internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_TENSOR_QUANTIZE_ROWS_H_
