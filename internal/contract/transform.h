// Elementwise transforms of tensors, as backends carry them out: one run of
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
  kFakeQuant,        // float to float and back: FakeQuantParameters
  kTable,            // bytes to bytes: table[x]
  kFlipSigns,        // bytes to bytes: x ^ 0x80
  kMinMax,           // float to two of them, the least and the largest
  kRequantize,       // input_scalar to `scalar`: RescaleParameters
  kRequantizeFloat,  // the same in floating point: RealParameters
  kLeakyRelu,    // kRequantize, with another multiplier below the zero point
  kLogistic,     // int16 to int16: SigmoidParameters
  kTanh,         // int16 to int16: SigmoidParameters
  kSoftmax,      // rows of input_scalar to `scalar`: SoftmaxParameters
  kAffine,       // integers, and a bias, to `scalar`: AffineParameters
  kFinite,       // float to one float: 0 if every input is finite, else NaN
  kQuantizeRow,  // float to bytes and their sum: RowParameters
};

// kFakeQuant: NudgedRange, and the steps.
struct FakeQuantParameters {
  float scale, min, max, inverse;
  FakeQuantForm form;
};

// A multiplication by multiplier * 2^(exponent - 31), rounded, and how the
// register code does it: as the expression of FixedPointPath, if `fused`.
struct IntegerRescale {
  const std::int32_t* multipliers;
  const std::int32_t* exponents;
  FixedPointRounding rounding;
  bool fused;
  bool special;
  FixedPointPath path;
};

// min(max(rescaled(x - input_zero_point) + output_zero_point, low), high), sum
// and difference modulo 2^32. Arrays are of one element, or of one for each
// channel, where the task's run begins with `channel`; the zero points only if
// they vary.
struct RescaleParameters {
  const std::int32_t* input_zero_points;
  const std::int32_t* output_zero_points;
  bool input_zero_points_vary;
  bool output_zero_points_vary;
  IntegerRescale rescale;
  IntegerRescale below;  // kLeakyRelu: of x < input_zero_point; never varies
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
  const void* scales;  // of floats or doubles
};

// What kLogistic and kTanh look up: interpolated at
//   |x * multiplier * 2^-shift, rounded up at ties|.
struct SigmoidParameters {
  std::int32_t multiplier;
  int shift;
  // Entry i is value(i) + 65536 * (value(i + 1) - value(i)), value(i) being
  // 65536 / (1 + exp(-i / 24)), raised a little and rounded.
  const std::int32_t* values_and_steps;  // 256 of them
};

// kSoftmax. exp(-d) at d of an array of 256, where inputs are bytes, and of
// `exponentials` and `reciprocals` of 512 steps (public/tensor/softmax.h),
// where they are of 16 bits.
struct SoftmaxParameters {
  const std::int32_t* exponentials;
  const std::int32_t* reciprocals;  // null for bytes
  std::int32_t multiplier;
  std::int32_t exponent;
  FixedPointRounding rounding;
};

// kAffine: integers as the real numbers min + scale * (x - offset), plus those
// of a bias, and the sum's integer trunc((sum - result_min) * result_inverse +
// result_offset), in float, each operation rounded. The inverse is that of
// result_scale, which callers give.
struct AffineParameters {
  float min, offset, scale;
  float bias_min, bias_scale;
  const void* bias;  // one number for each element of a run; null: none
  Scalar bias_scalar;
  float result_min, result_scale, result_inverse, result_offset;
};

// kQuantizeRow: the code of x, clamped to low..high.
enum class RowCodeForm : std::uint8_t {
  kZeroPoint,   // round(x / factor + offset), ties to even
  kDivide,      // round((x - offset) / factor), ties away from zero
  kReciprocal,  // round((x - offset) * factor), ties to even
};
struct RowParameters {
  RowCodeForm form;
  float offset;
  float factor;
  std::int32_t add;   // to a code that has been clamped
  std::int32_t* sum;  // of the bytes that are stored
};

struct TransformTask {
  TransformKind kind;
  std::uint64_t features;  // of the processor, as in cpu_features.h
  const void* input;
  void* output;
  std::size_t count;  // elements of the run
  // Where parameters vary along a run, several runs in a row: `runs` of them,
  // `run_stride` elements apart. Else one.
  std::size_t runs;
  std::size_t run_stride;
  Scalar input_scalar;
  Scalar scalar;  // of the quantized side, or of the output
  ValueRounding rounding;
  RealPrecision precision;  // kDequantize
  // Parameters are one for each element of the run, or one for all of it.
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
