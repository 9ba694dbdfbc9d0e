// The operations in floating point of interpreted epilogues, as
// output_stages_float.h defines them. Included by backends only, each of which
// compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_FLOAT_INL_H_
#define LOWP_META_EPILOGUE_FLOAT_INL_H_

#include <cstdint>

#include "../internal/compiler.h"
#include "../internal/epilogue.h"
#include "epilogue_parameters-inl.h"
#include "epilogue_tile-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// float(x) * factor.
template <class Simd>
struct DequantizeFunction {
  using I32 = typename Simd::I32;
  LOWP_INLINE I32 operator()(I32 x, typename Simd::F32 factor) const {
    return Simd::Bits(Simd::Mul(Simd::ToF32(x), factor));
  }
};

// Arithmetic(x, factor) of floats.
template <class Simd, class Arithmetic>
struct FloatFunction {
  using I32 = typename Simd::I32;
  LOWP_INLINE I32 operator()(I32 x, typename Simd::F32 factor) const {
    return Simd::Bits(Arithmetic::Of(Simd::FromBits(x), factor));
  }
};

template <class Simd>
struct Plus {
  using F32 = typename Simd::F32;
  static LOWP_INLINE F32 Of(F32 x, F32 y) { return Simd::Add(x, y); }
};
template <class Simd>
struct Times {
  using F32 = typename Simd::F32;
  static LOWP_INLINE F32 Of(F32 x, F32 y) { return Simd::Mul(x, y); }
};
template <class Simd>
struct Over {
  using F32 = typename Simd::F32;
  static LOWP_INLINE F32 Of(F32 x, F32 y) { return Simd::Div(x, y); }
};
template <class Simd>
struct Leaky {
  using F32 = typename Simd::F32;
  static LOWP_INLINE F32 Of(F32 x, F32 slope) {
    return Simd::IfPositive(x, x, Simd::Mul(x, slope));
  }
};

template <class Simd>
struct ClampFloatFunction {
  float low, high;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x) const {
    return Simd::Bits(Simd::Min(Simd::Max(Simd::FromBits(x), Simd::Set1(low)),
                                Simd::Set1(high)));
  }
};

// x and a half of its sign, or, where x is below an eighth, less: neither comes
// to 1.
template <class Simd>
LOWP_INLINE typename Simd::F32 AddHalfAway(typename Simd::F32 x) {
  return Simd::Add(
      x, Simd::Min(Simd::Max(Simd::Mul(x, Simd::Set1(4.0f)), Simd::Set1(-0.5f)),
                   Simd::Set1(0.5f)));
}
template <class Simd>
LOWP_INLINE typename Simd::F64 AddHalfAway(typename Simd::F64 x) {
  return Simd::Add(
      x, Simd::Min(Simd::Max(Simd::Mul(x, Simd::Set1(4.0)), Simd::Set1(-0.5)),
                   Simd::Set1(0.5)));
}

// Of floats or doubles.
template <class Simd, FloatRounding kRounding, class Reals>
LOWP_INLINE Reals Round(Reals x, Reals half) {
  if constexpr (kRounding == FloatRounding::kEven) {
    return Simd::RoundEven(x);
  } else if constexpr (kRounding == FloatRounding::kAway) {
    return Simd::RoundAway(x);
  } else if constexpr (kRounding == FloatRounding::kUpward) {
    return Simd::Floor(Simd::Add(x, half));
  } else if constexpr (kRounding == FloatRounding::kAwayBySum) {
    return Simd::Trunc(AddHalfAway<Simd>(x));
  } else {
    return Simd::Trunc(x);
  }
}

// A real number to an integer, and the offset. The number is clamped to int32
// ahead of the conversion, which no processor defines beyond, and the integer
// ahead of the addition, to what the offset leaves inside of int32.
template <class Simd, FloatRounding kRounding>
struct Quantizer {
  using I32 = typename Simd::I32;

  LOWP_INLINE explicit Quantizer(const EpilogueOp& op) {
    const bool after = op.order == ZeroPointOrder::kAfterRounding;
    before = after ? 0 : op.offset;
    offset = after ? op.offset : 0;
    low = offset < 0 ? INT32_MIN - offset : INT32_MIN;
    high = offset > 0 ? INT32_MAX - offset : INT32_MAX;
  }
  LOWP_INLINE I32 Of(typename Simd::F32 x) const {
    const typename Simd::F32 rounded = Round<Simd, kRounding>(
        Simd::Add(x, Simd::Set1(static_cast<float>(before))), Simd::Set1(0.5f));
    return AddOffset(
        Simd::ToInt32(Simd::Min(Simd::Max(rounded, Simd::Set1(-2147483648.0f)),
                                Simd::Set1(2147483520.0f))));
  }
  LOWP_INLINE I32 Of(typename Simd::F64 x) const {
    const typename Simd::F64 rounded = Round<Simd, kRounding>(
        Simd::Add(x, Simd::Set1(static_cast<double>(before))), Simd::Set1(0.5));
    return AddOffset(
        Simd::ToInt32(Simd::Min(Simd::Max(rounded, Simd::Set1(-2147483648.0)),
                                Simd::Set1(2147483647.0))));
  }
  LOWP_INLINE I32 AddOffset(I32 x) const {
    return Simd::Add(Simd::Min(Simd::Max(x, Simd::Set1(low)), Simd::Set1(high)),
                     Simd::Set1(offset));
  }

  std::int32_t before, offset, low, high;
};

template <class Simd, FloatRounding kRounding>
struct QuantizeFunction {
  Quantizer<Simd, kRounding> quantizer;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x) const {
    return quantizer.Of(Simd::FromBits(x));
  }
};

template <class Simd, FloatRounding kRounding>
struct ScaleByRealFunction {
  Quantizer<Simd, kRounding> quantizer;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x,
                                            typename Simd::F32 factor) const {
    return quantizer.Of(Simd::Mul(Simd::ToF32(x), factor));
  }
  LOWP_INLINE typename Simd::I32 operator()(
      typename Simd::I32 x, const typename Simd::F64& factor) const {
    return quantizer.Of(Simd::Mul(Simd::ToF64(x), factor));
  }
};

template <class Simd, FloatRounding kRounding>
void ApplyRounding(const EpilogueOp& op, const Tile& tile) {
  const Quantizer<Simd, kRounding> quantizer(op);
  if (op.kind == EpilogueKind::kQuantize) {
    MapTile<Simd>(tile, QuantizeFunction<Simd, kRounding>{quantizer});
  } else if (op.kind == EpilogueKind::kScaleFloat) {
    MapTile<Simd>(tile, ScaleByRealFunction<Simd, kRounding>{quantizer},
                  op.factor);
  } else {
    MapTile<Simd>(tile, ScaleByRealFunction<Simd, kRounding>{quantizer},
                  op.wide_factor);
  }
}

template <class Simd>
void ApplyRounding(const EpilogueOp& op, const Tile& tile) {
  switch (op.float_rounding) {
    case FloatRounding::kEven:
      return ApplyRounding<Simd, FloatRounding::kEven>(op, tile);
    case FloatRounding::kAway:
      return ApplyRounding<Simd, FloatRounding::kAway>(op, tile);
    case FloatRounding::kUpward:
      return ApplyRounding<Simd, FloatRounding::kUpward>(op, tile);
    case FloatRounding::kTruncate:
      return ApplyRounding<Simd, FloatRounding::kTruncate>(op, tile);
    case FloatRounding::kAwayBySum:
      return ApplyRounding<Simd, FloatRounding::kAwayBySum>(op, tile);
  }
}

template <class Simd, template <class> class Arithmetic>
void ApplyArithmetic(const EpilogueOp& op, const Tile& tile) {
  MapTile<Simd>(tile, FloatFunction<Simd, Arithmetic<Simd>>(), op.factor);
}

template <class Simd>
LOWP_INLINE void ApplyFloatOp(const EpilogueOp& op, const Tile& tile) {
  switch (op.kind) {
    case EpilogueKind::kDequantize:
      return MapTile<Simd>(tile, DequantizeFunction<Simd>(), op.factor);
    case EpilogueKind::kAddFloat:
      return ApplyArithmetic<Simd, Plus>(op, tile);
    case EpilogueKind::kMultiplyFloat:
      return ApplyArithmetic<Simd, Times>(op, tile);
    case EpilogueKind::kDivideFloat:
      return ApplyArithmetic<Simd, Over>(op, tile);
    case EpilogueKind::kLeakyFloat:
      return ApplyArithmetic<Simd, Leaky>(op, tile);
    case EpilogueKind::kClampFloat:
      return MapTile<Simd>(
          tile, ClampFloatFunction<Simd>{op.float_low, op.float_high});
    default:
      return ApplyRounding<Simd>(op, tile);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_FLOAT_INL_H_
