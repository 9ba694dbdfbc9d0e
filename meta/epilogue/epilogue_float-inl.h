// The floating-point operations of interpreted epilogues, as stages/float.h
// defines them. Included by register families only, each of which compiles its
// own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_FLOAT_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_FLOAT_INL_H_

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "epilogue_fixed_point-inl.h"
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

// Arithmetic(x, factor) on floats.
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

// x plus one half with the sign of x; less than a half for |x| below one
// eighth. There neither sum reaches 1, so truncation is the same.
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

// For floats or doubles.
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

template <class Simd, FloatRounding kRounding>
struct RoundFunction {
  using I32 = typename Simd::I32;
  LOWP_INLINE I32 operator()(I32 x) const {
    return Simd::Bits(
        Round<Simd, kRounding>(Simd::FromBits(x), Simd::Set1(0.5f)));
  }
};

// To the nearest int32. The value is clamped first, because no processor
// defines the conversion outside int32.
template <class Simd>
struct ToInt32Function {
  using I32 = typename Simd::I32;
  LOWP_INLINE I32 operator()(I32 x) const {
    return Simd::ToNearestInt32(
        Simd::Min(Simd::Max(Simd::FromBits(x), Simd::Set1(-2147483648.0f)),
                  Simd::Set1(2147483520.0f)));
  }
};

template <class Simd, class Block>
LOWP_INLINE void RoundBlock(FloatRounding rounding, Block* block) {
  switch (rounding) {
    case FloatRounding::kEven:
      return;  // the conversion rounds to even
    case FloatRounding::kAway:
      return block->Map(RoundFunction<Simd, FloatRounding::kAway>());
    case FloatRounding::kUpward:
      return block->Map(RoundFunction<Simd, FloatRounding::kUpward>());
    case FloatRounding::kTruncate:
      return block->Map(RoundFunction<Simd, FloatRounding::kTruncate>());
    case FloatRounding::kAwayBySum:
      return block->Map(RoundFunction<Simd, FloatRounding::kAwayBySum>());
  }
}

// OutputStageQuantizeFloat on a block.
template <class Simd, class Block>
LOWP_INLINE void QuantizeBlock(const EpilogueOp& op, Block* block) {
  using I32 = typename Simd::I32;
  const std::int32_t offset = op.offset;
  const bool after = op.order == ZeroPointOrder::kAfterRounding;
  if (!after && offset != 0) {
    const typename Simd::F32 before = Simd::Set1(static_cast<float>(offset));
    block->Map([&](I32 x) LOWP_INLINE_LAMBDA {
      return Simd::Bits(Simd::Add(Simd::FromBits(x), before));
    });
  }
  RoundBlock<Simd>(op.float_rounding, block);
  block->Map(ToInt32Function<Simd>());
  // Converted values are at most 2^31 - 128.
  if (after && offset >= 0 && offset < 128) {
    const I32 small = Simd::Set1(offset);
    block->Map([&](I32 x) LOWP_INLINE_LAMBDA { return Simd::Add(x, small); });
  } else if (after) {
    block->Map(AddSaturatingFunction<Simd>(offset));
  }
}

template <class Simd, FloatRounding kRounding>
struct ScaleByDoubleFunction {
  using I32 = typename Simd::I32;
  using F64 = typename Simd::F64;
  double before;
  AddSaturatingFunction<Simd> add_offset;
  LOWP_INLINE I32 operator()(I32 x, const F64& factor) const {
    const F64 rounded = Round<Simd, kRounding>(
        Simd::Add(Simd::Mul(Simd::ToF64(x), factor), Simd::Set1(before)),
        Simd::Set1(0.5));
    return add_offset(
        Simd::ToInt32(Simd::Min(Simd::Max(rounded, Simd::Set1(-2147483648.0)),
                                Simd::Set1(2147483647.0))));
  }
};

template <class Simd, FloatRounding kRounding>
void ApplyScaleDouble(const EpilogueOp& op, const Tile& tile) {
  const bool after = op.order == ZeroPointOrder::kAfterRounding;
  MapTile<Simd>(tile,
                ScaleByDoubleFunction<Simd, kRounding>{
                    after ? 0.0 : static_cast<double>(op.offset),
                    AddSaturatingFunction<Simd>(after ? op.offset : 0)},
                op.wide_factor);
}

template <class Simd>
void ApplyScaleDouble(const EpilogueOp& op, const Tile& tile) {
  switch (op.float_rounding) {
    case FloatRounding::kEven:
      return ApplyScaleDouble<Simd, FloatRounding::kEven>(op, tile);
    case FloatRounding::kAway:
      return ApplyScaleDouble<Simd, FloatRounding::kAway>(op, tile);
    case FloatRounding::kUpward:
      return ApplyScaleDouble<Simd, FloatRounding::kUpward>(op, tile);
    case FloatRounding::kTruncate:
      return ApplyScaleDouble<Simd, FloatRounding::kTruncate>(op, tile);
    case FloatRounding::kAwayBySum:
      return ApplyScaleDouble<Simd, FloatRounding::kAwayBySum>(op, tile);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_FLOAT_INL_H_
