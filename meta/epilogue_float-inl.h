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

template <class Simd>
struct DequantizeFunction {
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    return Simd::Bits(
        Simd::Mul(Simd::ToF32(x), LoadParameter<Simd>(op.factor, tile, r, c)));
  }
};

template <class Simd>
struct AddFloatFunction {
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    return Simd::Bits(Simd::Add(Simd::FromBits(x),
                                LoadParameter<Simd>(op.factor, tile, r, c)));
  }
};

template <class Simd, FloatRounding kRounding>
LOWP_INLINE typename Simd::F32 Round(typename Simd::F32 x) {
  switch (kRounding) {
    case FloatRounding::kEven:
      return Simd::RoundEven(x);
    case FloatRounding::kAway:
      return Simd::RoundAway(x);
    case FloatRounding::kUpward:
      return Simd::Floor(Simd::Add(x, Simd::Set1(0.5f)));
    case FloatRounding::kTruncate:
      return Simd::Trunc(x);
  }
}

// Clamped to int32 ahead of the conversion, which no processor defines beyond,
// and ahead of the offset what its addition would take out of int32.
template <class Simd, FloatRounding kRounding>
struct QuantizeFunction {
  LOWP_INLINE explicit QuantizeFunction(const EpilogueOp& op) {
    const bool after = op.order == ZeroPointOrder::kAfterRounding;
    before = after ? 0.0f : static_cast<float>(op.offset);
    offset = after ? op.offset : 0;
    low = offset < 0 ? INT32_MIN - offset : INT32_MIN;
    high = offset > 0 ? INT32_MAX - offset : INT32_MAX;
  }
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int,
                                            int) const {
    const typename Simd::F32 rounded = Round<Simd, kRounding>(
        Simd::Add(Simd::FromBits(x), Simd::Set1(before)));
    const typename Simd::I32 whole =
        Simd::ToInt32(Simd::Min(Simd::Max(rounded, Simd::Set1(-2147483648.0f)),
                                Simd::Set1(2147483520.0f)));
    return Simd::Add(
        Simd::Min(Simd::Max(whole, Simd::Set1(low)), Simd::Set1(high)),
        Simd::Set1(offset));
  }
  float before;
  std::int32_t offset, low, high;
};

template <class Simd>
LOWP_INLINE void QuantizeTile(const EpilogueOp& op, const Tile& tile) {
  switch (op.float_rounding) {
    case FloatRounding::kEven:
      return ForEachRegister<Simd>(
          tile, QuantizeFunction<Simd, FloatRounding::kEven>(op));
    case FloatRounding::kAway:
      return ForEachRegister<Simd>(
          tile, QuantizeFunction<Simd, FloatRounding::kAway>(op));
    case FloatRounding::kUpward:
      return ForEachRegister<Simd>(
          tile, QuantizeFunction<Simd, FloatRounding::kUpward>(op));
    case FloatRounding::kTruncate:
      return ForEachRegister<Simd>(
          tile, QuantizeFunction<Simd, FloatRounding::kTruncate>(op));
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_FLOAT_INL_H_
