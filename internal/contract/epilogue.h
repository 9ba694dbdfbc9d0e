// The epilogue: what happens to an int32 sum on its way to the result. The
// caller's tuple of stages becomes a list of plain operations, which is then
// simplified: leading biases join the accumulators' initial values, and the
// usual [scale][offset][clamp][cast] becomes one operation that kernels apply
// in registers. Plain data only, because backends read it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_EPILOGUE_H_
#define LOWP_INTERNAL_CONTRACT_EPILOGUE_H_

#include <cstdint>

#include "../../public/rounding.h"
#include "../../public/stages/residual_addition.h"
#include "../detect_platform.h"
#include "activations.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Operations map int32 values to int32 values, except those marked float.
enum class EpilogueKind : std::uint8_t {
  kBias,          // x + first
  kFixedPoint,    // x * first * 2^(second - 31), rounded, + offset; overflow
  kQuantizeDown,  // RoundingDivideByPOT((x + first) * second, offset)
  // ((x >> first) * second) / 2^more[0] to nearest, ties up, + offset
  kPreAndPostShift,
  kClamp,     // min(max(x, low), high)
  kTruncate,  // the low byte of x, unsigned
  kTanh,      // TanhConstants
  // With d = x - low: d scaled by first and second or, if negative, by more[0]
  // and more[1], like kFixedPoint
  kLeakyRelu,
  kLogisticQ4,  // SigmoidConstants; first and second scale the input
  kTanhQ4,      // likewise
  kHardSwish,   // HardSwishConstants
  kTable,       // table[x], x clamped to low..low+255, the range of its type
  kAddMatrix,   // x + matrix; in float if the values are floats
  kAddDequantized,  // x + float(matrix - offset) * factor, a float
  kAddResidual,     // ResidualAdditionNumbers, for x and matrix
  kCall,            // a caller's stage
  kDequantize,      // float(x) * factor, a float
  kAddFloat,        // x + factor, on a float
  kMultiplyFloat,   // x * factor, on a float
  kDivideFloat,     // x / factor, on a float
  kClampFloat,      // min(max(x, float_low), float_high), on a float
  kLeakyFloat,      // x > 0 ? x : x * factor, on a float
  kQuantize,        // a float, rounded, + offset; see OutputStageQuantizeFloat
  kScaleFloat,      // kDequantize, then kQuantize
  kScaleDouble,     // the same in double, with wide_factor
};

// The constants of a fixed-point tanh, which MakeTanhConstants derives from
// OutputStageTanh once per call.
struct TanhConstants {
  std::int32_t zero, cutoff_min, cutoff_max, output_min, output_max;
  std::int32_t inverse_amplitude;  // Q0.31
  std::int32_t amplitude;          // Q0.31
  int input_shift;                 // left
  int output_shift;                // right
};

// A matrix of the result's size.
struct MatrixParameter {
  const void* data;
  int rows;
  int cols;
  int stride;  // as in MatrixRef
  bool row_major;
  Scalar scalar;
};

// Applies a caller's stage to `count` consecutive values of the result, in
// place: values[i] belongs to (row, column + i), or to (row + i, column) if
// `down` is set. If the stage takes or yields floats, the values are their
// bits.
using StageFunction = void (*)(const void* stage, std::int32_t* values,
                               int count, int row, int column, bool down);

// Only the fields that its kind names are set.
struct EpilogueOp {
  EpilogueKind kind;
  union {
    FixedPointRounding rounding;
    FloatRounding float_rounding;
  };
  union {
    ZeroPointOrder order;
    FixedPointOverflow overflow;  // of kFixedPoint
  };
  // kFixedPoint, as the caller gave it: `second` is a right shift, still to be
  // negated.
  bool second_is_right_shift;
  std::int32_t offset;
  union {
    Int32Parameter first;
    FloatParameter factor;
    DoubleParameter wide_factor;
  };
  Int32Parameter second;
  union {
    std::int32_t low;
    float float_low;
  };
  union {
    std::int32_t high;
    float float_high;
  };
  union {
    TanhConstants tanh;
    SigmoidConstants sigmoid;
    HardSwishConstants hard_swish;
    Int32Parameter more[2];
    MatrixParameter matrix;
  };
  StageFunction call;
  union {
    const void* stage;
    const void* table;  // 256 bytes
    const ResidualAdditionNumbers* residual;
  };
};

LOWP_INLINE constexpr bool RoundsTwice(FixedPointRounding rounding) {
  return rounding == FixedPointRounding::kDouble ||
         rounding == FixedPointRounding::kDoubleUpward;
}

// Whether only the upper 15 of the multiplier's 31 bits are used.
LOWP_INLINE constexpr bool ReducesMultiplier(FixedPointRounding rounding) {
  return rounding == FixedPointRounding::kSingleUpward15Bits;
}

// Nested floors merge: every rounding, the shift and the addition of the
// offset, modulo 2^32, are one 64-bit expression,
//   (x * multiplier + add - [x < 0] * sign) >> shift,
// for a nonnegative multiplier and an exponent <= 0. With
// shift = 31 - exponent, add is
//   2^(shift - 1) + offset * 2^shift,  and 2^30 more for two roundings.
// The sign depends on the path, and turns ties from upward to away from zero.
// With exponent 0 there is no second rounding: no 2^30 in add, no 2^31 in sign.
//
// A negative multiplier -m uses the complement: floor(-w / 2^n) is
// ~floor((w - 1) / 2^n), so it takes m, sign - 1 - add, and all bits of the
// result flipped. (This gets the sign of 0 wrong, which never matters.)
enum class FixedPointPath : std::uint8_t {
  kUpward,        // sign = 0
  kDoubleUpward,  // the same for two roundings: NEON has instructions for them
  kDoubleAway,    // sign = 2^31
  kSingleAway,    // sign = 1
};

LOWP_INLINE constexpr bool TiesGoUpward(FixedPointPath path) {
  return path <= FixedPointPath::kDoubleUpward;
}

LOWP_INLINE constexpr FixedPointPath PathOf(FixedPointRounding rounding) {
  switch (rounding) {
    case FixedPointRounding::kDouble:
      return FixedPointPath::kDoubleAway;
    case FixedPointRounding::kDoubleUpward:
      return FixedPointPath::kDoubleUpward;
    case FixedPointRounding::kSingleAway:
      return FixedPointPath::kSingleAway;
    case FixedPointRounding::kSingleUpward:
    case FixedPointRounding::kSingleUpward15Bits:
      break;
  }
  return FixedPointPath::kUpward;
}

// [scale by fixed point][add offset][clamp][cast]:
// result = min(max(scaled + offset, low), high), where low and high lie in the
// range of the result's type.
struct FixedPointEpilogue {
  Int32Parameter multiplier;
  Int32Parameter exponent;
  std::int32_t offset;
  std::int32_t low;
  std::int32_t high;
  FixedPointRounding rounding;
  FixedPointPath path;
  Along along;  // for multiplier and exponent
  // Some multiplier is negative, or some exponent >= 0 whose multiplier is not
  // 0. Of a multiplier 0 any exponent gives the offset: it counts as at most
  // -1, or as at most 0 where another one is. Converters write 0 and 0 for
  // channels whose weights are all 0.
  bool special;
  bool shifts_left;  // special, and some exponent > 0
  // Whether floats find the same results: no multiplier is negative, exponents
  // are from -22 to 0, the path is not kSingleAway, `low` and `high` are
  // reached at the latest by sums of -2^23 and 2^23, and adding the offset
  // never wraps.
  bool suits_floats;
};

// `add` and `sign` of FixedPointPath for an exponent < 0.
struct FixedPointAddends {
  std::uint64_t add, sign;
};
LOWP_INLINE constexpr FixedPointAddends AddendsOf(
    const FixedPointEpilogue& fused, std::int32_t exponent) {
  const std::uint64_t first =
      RoundsTwice(fused.rounding) ? std::uint64_t{1} << 30 : 0;
  const std::uint64_t sign =
      TiesGoUpward(fused.path) ? 0 : std::uint64_t{1} << 31;
  const std::uint64_t halves =
      static_cast<std::uint64_t>(2 * std::int64_t{fused.offset} + 1);
  return {first + (halves << (30 - exponent)), sign};
}

// [scale by float, to even][add offset][clamp][cast]:
// result = round(min(max(float(x) * scale, low), high)) + offset.
// The bounds are those of the result minus the offset. They are integers that
// float holds exactly, so clamping before the rounding makes no difference.
struct FloatEpilogue {
  FloatParameter scale;
  std::int32_t offset;
  std::int32_t low;   // of the result
  std::int32_t high;  // of the result
  // Some scaled sum, or its sum with the offset, may exceed int32. Otherwise
  // the clamp can follow the conversion to int32.
  bool clamps_first;
};

// In which order a sum is multiplied by a row's scale and a column's. Each
// product is rounded to float.
enum class RealOrder : std::uint8_t {
  kRowFirst,      // (float(x) * row) * column
  kColumnFirst,   // (float(x) * column) * row
  kProductFirst,  // float(x) * (row * column)
};

// [scale by a row's float and a column's][add a float][clamp], for results that
// are real numbers:
//   y = scaled + bias, or min(max(y, low), high) of it if `clamps`,
// rounded to `type` to nearest, ties to even. A clamp of NaN is `low`.
struct RealEpilogue {
  FloatParameter row;     // kAll or kRows
  FloatParameter column;  // kAll or kCols
  FloatParameter bias;    // kAll or kCols; -0, which changes nothing: none
  RealOrder order;
  Real type;
  // The last multiplication and the addition of the bias are rounded once.
  bool fuses_bias;
  bool clamps;
  float low, high;
};

enum class EpilogueForm : std::uint8_t {
  kStore,       // int32 sums, stored as they are
  kFixedPoint,  // FixedPointEpilogue
  kFloat,       // FloatEpilogue
  kReal,        // RealEpilogue
  kList,        // the operations, one after another
};

// An epilogue as kernels see it: Along::kCols runs along the B side (the
// dimension in which the result is contiguous), Along::kRows along the A side.
// `transposed` says that these are the rows and columns of the transposed
// result, which matters only to a caller's stage. Only the fields that its form
// names are set.
struct Epilogue {
  EpilogueForm form;
  Scalar result;
  bool transposed;
  FixedPointEpilogue fixed_point;
  FloatEpilogue floating;
  RealEpilogue real;
  // kList: the operations. The last clamps and casts are in low and high.
  const EpilogueOp* ops;
  int op_count;
  const EpilogueOp* fused_op;  // the one that fixed_point also holds, or null
  std::int32_t low;
  std::int32_t high;
  // If not null, 256 bytes that map the bytes that the list yields to those of
  // the result. Then `features` are the processor's, see cpu_features.h.
  const std::uint8_t* table;
  std::uint64_t features;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_EPILOGUE_H_
