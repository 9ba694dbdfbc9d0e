// QuantizeRows of rowwise_quantization.h as vector code: codes and row sums in
// one pass, with the same bits in all backends; rows are divided among the
// context's threads. A product multiplies the sums by the zero point of its
// other side.
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

// T is uint8_t or int8_t. sums[r] is the sum of the stored codes of row r;
// `sums` may be null.
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
