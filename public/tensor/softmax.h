// Softmax over the rows of a quantized matrix, in TensorFlow Lite's integer
// arithmetic: exp(beta * x) / (the sum of exp(beta * x) over the row), where x
// are the row's real values. Vector code in every backend, with the same bits
// in all of them; the rows of large matrices are divided among the context's
// threads.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_TENSOR_SOFTMAX_H_
#define LOWP_PUBLIC_TENSOR_SOFTMAX_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/contract/run_transform.h"
#include "../../internal/frontend/front_end.h"
#include "../export.h"
#include "../quantization/quantization_params.h"
#include "../rounding.h"
#include "../status.h"
#include "transforms.h"

namespace gemmlowp {
inline namespace lowp {

// Exponentials for 8-bit inputs: entry d is for a distance of d steps below the
// row's maximum, in units of 2^-31; 0 if the scaled distance would need more
// than five integer bits.
struct SoftmaxTable {
  std::int32_t exponentials[256];
};

// Builds the table for inputs of this scale. Both arguments must be positive
// and finite, and their product not below 2^-27.
LOWP_EXPORT Status BuildSoftmaxTable(float input_scale, float beta,
                                     SoftmaxTable* table);

// The same for 16-bit inputs: the multiplier that scales a distance below the
// row's maximum to units of 10 / 65535, and tables with 512 steps of exp(x) for
// x from -10 to 0, and of 1 / (1 + x) for x from 0 to 1, in units of 2^-15. The
// low half of an entry is its value, the high half the step to the next one.
struct WideSoftmaxTables {
  std::int32_t multiplier;
  std::int32_t exponent;
  FixedPointRounding rounding;
  std::int32_t exponentials[512];
  std::int32_t reciprocals[512];
};

// The type that tables are computed in. Two of the reciprocals differ:
// TensorFlow Lite for Microcontrollers computes them in float, LiteRT 2.3 in
// double.
enum class TableArithmetic { kFloat, kDouble };

// Builds the tables for inputs of this scale. Both arguments must be positive
// and finite; their product may be up to 2.5, and has no lower limit.
// `rounding` is one of the first four.
LOWP_EXPORT Status
BuildWideSoftmaxTables(float input_scale, float beta,
                       FixedPointRounding rounding, WideSoftmaxTables* tables,
                       TableArithmetic arithmetic = TableArithmetic::kFloat);

namespace internal {
template <typename In, typename Out>
TransformProblem MakeSoftmax(const In* values, std::size_t rows,
                             std::size_t columns, Out* result) {
  TransformProblem problem = MakeTransform(TransformKind::kSoftmax, values,
                                           result, {rows, 1, columns});
  problem.input_scalar = ScalarOf<In>();
  problem.scalar = ScalarOf<Out>();
  problem.low = QuantizedRangeOf<Out>().low;
  problem.high = QuantizedRangeOf<Out>().high;
  return problem;
}
}  // namespace internal

// Rows follow one another without gaps. In is uint8_t or int8_t. Out is In, in
// units of 1/256 above its lowest value, or int16_t, in units of 1/65536 above
// -32768. `result` may be `values` if Out is In.
template <typename Context, typename In, typename Out>
Status TrySoftmax(Context* context, const In* values, std::size_t rows,
                  std::size_t columns, const SoftmaxTable& table, Out* result) {
  static_assert(
      (std::is_same_v<In, std::uint8_t> || std::is_same_v<In, std::int8_t>)&&(
          std::is_same_v<In, Out> || std::is_same_v<Out, std::int16_t>),
      "lowp: softmax takes uint8_t or int8_t to the same type or to "
      "int16_t");
  internal::TransformProblem problem =
      internal::MakeSoftmax(values, rows, columns, result);
  problem.softmax = {table.exponentials, nullptr, 0, 0,
                     FixedPointRounding::kDouble};
  return internal::RunTransform(problem, internal::ResourcesOf(context));
}

// At most 65535 columns; the result is in units of 2^-15.
template <typename Context>
Status TrySoftmax(Context* context, const std::int16_t* values,
                  std::size_t rows, std::size_t columns,
                  const WideSoftmaxTables& tables, std::int16_t* result) {
  internal::TransformProblem problem =
      internal::MakeSoftmax(values, rows, columns, result);
  problem.softmax = {tables.exponentials, tables.reciprocals, tables.multiplier,
                     tables.exponent, tables.rounding};
  return internal::RunTransform(problem, internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_TENSOR_SOFTMAX_H_
