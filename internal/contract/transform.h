// Elementwise transforms of tensors, as backends run them: one run of
// consecutive elements at a time. Plain data.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_TRANSFORM_H_
#define LOWP_INTERNAL_CONTRACT_TRANSFORM_H_

#include <cstddef>
#include <cstdint>

#include "../../public/rounding.h"
#include "../../public/value_rounding.h"
#include "../detect_platform.h"
#include "epilogue.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

enum class TransformKind : std::uint8_t {
  kQuantize,         // float to `scalar`, by `rounding`
  kDequantize,       // `scalar` to float: float(x - zero_point) * scale
  kFakeQuant,        // float to float, quantized and back: FakeQuantParameters
  kTable,            // bytes to bytes: table[x]
  kFlipSigns,        // bytes to bytes: x ^ 0x80
  kMinMax,           // float to two floats: minimum and maximum
  kRequantize,       // input_scalar to `scalar`: RescaleParameters
  kRequantizeFloat,  // the same in floating point: RealParameters
  kLeakyRelu,  // kRequantize, with a different multiplier below the zero point
  kLogistic,   // int16 to int16: SigmoidParameters
  kTanh,       // int16 to int16: SigmoidParameters
  kSoftmax,    // rows of input_scalar to `scalar`: SoftmaxParameters
  kAffine,     // integers, and a bias, to `scalar`: AffineParameters
  kQuantizeRow,  // float to bytes and their sum: RowParameters of each run
  kRange,        // float to a ValueRange for each run
  // `real_type` to float; times scales[i], if there are any
  kReadReals,
};

// kFakeQuant: the values of NudgedRange, and the form.
struct FakeQuantParameters {
  float scale, min, max, inverse;
  FakeQuantForm form;
};

// A rounded multiplication by multiplier * 2^(exponent - 31). If `fused`,
// register code computes the expression of FixedPointPath.
struct IntegerRescale {
  const std::int32_t* multipliers;
  const std::int32_t* exponents;
  FixedPointRounding rounding;
  bool fused;
  bool special;
  FixedPointPath path;
};

// min(max(rescaled(x - input_zero_point) + output_zero_point, low), high), with
// sum and difference modulo 2^32. Arrays have one entry, or one per channel;
// the task's run then begins with `channel`. Arrays of zero points have one per
// channel only if they vary.
struct RescaleParameters {
  const std::int32_t* input_zero_points;
  const std::int32_t* output_zero_points;
  bool input_zero_points_vary;
  bool output_zero_points_vary;
  IntegerRescale rescale;
  IntegerRescale below;  // kLeakyRelu: for x < input_zero_point; never varies
};

// kRequantizeFloat: see public/tensor/requantization_float.h. Arrays as above.
struct RealParameters {
  const std::int32_t* input_zero_points;
  const std::int32_t* output_zero_points;
  bool input_zero_points_vary;
  bool output_zero_points_vary;
  bool in_double;
  FloatRounding rounding;
  ZeroPointOrder order;
  std::int32_t low, high;
  const void* scales;  // floats or doubles
};

// kLogistic and kTanh: the parameters of the table lookup, interpolated at
//   |x * multiplier * 2^-shift, rounded with ties up|.
struct SigmoidParameters {
  std::int32_t multiplier;
  int shift;
  // Entry i is value(i) + 65536 * (value(i + 1) - value(i)), where value(i) is
  // 65536 / (1 + exp(-i / 24)), raised slightly and rounded.
  const std::int32_t* values_and_steps;  // 256 entries
};

// kSoftmax: the tables of public/tensor/softmax.h. `exponentials` has the 256
// entries of SoftmaxTable for inputs of bytes; for 16-bit inputs it and
// `reciprocals` have the 512 of WideSoftmaxTables.
struct SoftmaxParameters {
  const std::int32_t* exponentials;
  const std::int32_t* reciprocals;  // null for bytes
  std::int32_t multiplier;
  std::int32_t exponent;
  FixedPointRounding rounding;
};

// kAffine: x represents min + scale * (x - offset); a bias is converted in the
// same way and added; the result is trunc((sum - result_min) * result_inverse +
// result_offset). All in float, each operation rounded. Callers give
// result_scale, and RunTransform its inverse.
struct AffineParameters {
  float min, offset, scale;
  float bias_min, bias_scale;
  const void* bias;  // one per element of a run; null: none
  Scalar bias_scalar;
  float result_min, result_scale, result_inverse, result_offset;
};

// kRange: the ends of a row's values; they say nothing unless all are finite.
// An end of 0 has any sign.
struct ValueRange {
  float min, max;
  float zero_or_nan;  // NaN: some value is not finite
  bool all_finite() const { return zero_or_nan == 0; }
};

// kQuantizeRow: how x becomes a code, clamped to low..high.
enum class RowCodeForm : std::uint8_t {
  kZeroPoint,   // round(x / factor + offset), ties to even
  kDivide,      // round((x - offset) / factor), ties away from zero
  kReciprocal,  // round((x - offset) * factor), ties to even
  kQuotient,    // round(x / factor) + offset, ties to even
  kProduct,     // round(x * factor) + offset, ties to even
  kFused,       // round(x * factor + offset), the sum rounded once to float
};
struct RowParameters {
  RowCodeForm form;
  float offset;
  float factor;
  std::int32_t add;   // added to the clamped code
  std::int32_t* sum;  // null, or where the sum of the stored bytes goes
};

struct TransformTask {
  TransformKind kind;
  std::uint64_t features;  // of the processor, see cpu_features.h
  const void* input;
  void* output;
  std::size_t count;  // elements per run
  // If parameters vary along a run, or each run is a row with its own: `runs`
  // runs, `run_stride` elements apart. Otherwise 1.
  std::size_t runs;
  std::size_t run_stride;
  std::size_t output_stride;  // kQuantizeRow: bytes from one run to the next
  Scalar input_scalar;
  Real real_type;  // of the input of kReadReals
  Scalar scalar;   // of the quantized side, or of the output
  ValueRounding rounding;
  RealPrecision precision;  // kDequantize
  // Whether there is one parameter per element of the run, or one for all of
  // it.
  bool varies;
  std::size_t channel;  // of the run's first element
  const float* scales;
  const std::int32_t* zero_points;
  // Bounds of the quantized values.
  std::int32_t low;
  std::int32_t high;
  const std::uint8_t* table;  // 256 bytes
  const FakeQuantParameters* fake_quant;
  const RescaleParameters* rescale;
  const RealParameters* real;
  const SigmoidParameters* sigmoid;
  const SoftmaxParameters* softmax;
  const AffineParameters* affine;
  const RowParameters* row;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_TRANSFORM_H_
