// The epilogue as a list of operations, interpreted over a tile in L1, with the
// switch over the kinds of operations outside the loops over rows and
// registers. Included by backends only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_LIST_INL_H_
#define LOWP_META_EPILOGUE_LIST_INL_H_

#include <cstdint>
#include <type_traits>

#include "../fixedpoint/fixedpoint.h"
#include "../internal/backend.h"
#include "../internal/compiler.h"
#include "../internal/epilogue.h"
#include "epilogue_activations-inl.h"
#include "epilogue_fixed_point-inl.h"
#include "epilogue_float-inl.h"
#include "epilogue_matrices-inl.h"
#include "epilogue_parameters-inl.h"
#include "epilogue_tile-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Simd>
struct BiasFunction {
  using I32 = typename Simd::I32;
  LOWP_INLINE I32 operator()(I32 x, I32 bias) const {
    return Simd::Add(x, bias);
  }
};

template <class Simd, FixedPointRounding kRounding>
struct FixedPointFunction {
  using I32 = typename Simd::I32;
  std::int32_t offset;
  LOWP_INLINE I32 operator()(I32 x, I32 multiplier, I32 exponent) const {
    return ScaleByAnyFixedPoint<Simd>(x, multiplier, exponent, offset,
                                      kRounding);
  }
};

template <class Simd>
struct QuantizeDownFunction {
  using I32 = typename Simd::I32;
  std::int32_t shift;
  LOWP_INLINE I32 operator()(I32 x, I32 offset, I32 multiplier) const {
    return RoundingDivideByPOT(Mul(Simd::Add(x, offset), multiplier),
                               Simd::Set1(shift));
  }
};

template <class Simd>
struct PreAndPostShiftFunction {
  using I32 = typename Simd::I32;
  std::int32_t offset;
  LOWP_INLINE I32 operator()(I32 x, I32 pre_shift, I32 multiplier,
                             I32 post_shift) const {
    const I32 product = Mul(Simd::ShiftRight(x, pre_shift), multiplier);
    return Simd::Add(DivideByPOTUpward<Simd>(product, post_shift),
                     Simd::Set1(offset));
  }
};

template <class Simd>
struct ClampFunction {
  std::int32_t low, high;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x) const {
    return Simd::Min(Simd::Max(x, Simd::Set1(low)), Simd::Set1(high));
  }
};

template <class Simd>
struct TruncateFunction {
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x) const {
    return BitAnd(x, Simd::Set1(0xFF));
  }
};

// zero + amplitude * tanh((x - zero) / amplitude), in fixed point, with the
// two ends cut off at 8 amplitudes.
template <class Simd>
struct TanhFunction {
  const TanhConstants& t;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int,
                                            int) const {
    using I32 = typename Simd::I32;
    using F0 = FixedPoint<I32, 0>;
    using F3 = FixedPoint<I32, 3>;
    const I32 zero = Simd::Set1(t.zero);
    const F3 input = F3::FromRaw(Sub(x, zero)) *
                     F0::FromRaw(Simd::Set1(t.inverse_amplitude));
    const F3 shifted =
        F3::FromRaw(ShiftLeft(input.raw(), Simd::Set1(t.input_shift)));
    const F0 output = tanh(shifted) * F0::FromRaw(Simd::Set1(t.amplitude));
    const I32 inner = Simd::Add(
        zero, Simd::ShiftRight(output.raw(), Simd::Set1(t.output_shift)));
    const I32 below = MaskIfLessThanOrEqual(x, Simd::Set1(t.cutoff_min));
    const I32 above = MaskIfGreaterThanOrEqual(x, Simd::Set1(t.cutoff_max));
    return SelectUsingMask(
        below, Simd::Set1(t.output_min),
        SelectUsingMask(above, Simd::Set1(t.output_max), inner));
  }
};

LOWP_INLINE void CallStageOnTile(const EpilogueOp& op, const Tile& tile,
                                 bool transposed) {
  for (int r = 0; r < tile.rows; ++r) {
    std::int32_t* values = tile.values + r * tile.stride;
    const int row = tile.first_row + r;
    if (transposed) {
      op.call(op.stage, values, tile.columns, tile.first_column, row, true);
    } else {
      op.call(op.stage, values, tile.columns, row, tile.first_column, false);
    }
  }
}

template <class Simd>
void ApplyFixedPoint(const EpilogueOp& op, const Tile& tile) {
  const auto apply = [&](auto rounding) {
    MapTile<Simd>(
        tile, FixedPointFunction<Simd, decltype(rounding)::value>{op.offset},
        op.first, op.second);
  };
  using Rounding = FixedPointRounding;
  switch (op.rounding) {
    case Rounding::kDouble:
      return apply(std::integral_constant<Rounding, Rounding::kDouble>());
    case Rounding::kDoubleUpward:
      return apply(std::integral_constant<Rounding, Rounding::kDoubleUpward>());
    case Rounding::kSingleUpward:
      return apply(std::integral_constant<Rounding, Rounding::kSingleUpward>());
    case Rounding::kSingleAway:
      return apply(std::integral_constant<Rounding, Rounding::kSingleAway>());
    case Rounding::kSingleUpward15Bits:
      return apply(
          std::integral_constant<Rounding, Rounding::kSingleUpward15Bits>());
  }
}

// Half the operations of the general form.
template <class Simd, FixedPointPath kPath, bool kSpecial>
struct FusedFunction {
  typename Simd::FixedPointLanes lanes;
  bool shifts_left;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x) const {
    return ScaleLanes<Simd, kPath, kSpecial>(x, lanes, shifts_left);
  }
};

template <class Simd, FixedPointPath kPath, bool kSpecial>
void ApplyFusedForm(const FixedPointEpilogue& fused, const Tile& tile) {
  using Function = FusedFunction<Simd, kPath, kSpecial>;
  if (fused.along == Along::kRows) {
    const int count = (tile.columns + Simd::kLanes - 1) / Simd::kLanes;
    for (int r = 0; r < tile.rows; ++r) {
      const Function function = {LanesOfRow<Simd>(fused, tile.first_row + r),
                                 fused.shifts_left};
      MapRegisters<Simd>(tile.values + r * tile.stride, count, Simd::kLanes,
                         function);
    }
    return;
  }
  Function function;
  function.shifts_left = fused.shifts_left;
  if (fused.along == Along::kAll) function.lanes = LanesOfRow<Simd>(fused, 0);
  for (int c = 0; c < tile.columns; c += Simd::kLanes) {
    if (fused.along == Along::kCols) {
      function.lanes =
          LanesOfColumns<Simd>(fused, tile.first_column + c, tile.columns - c);
    }
    MapRegisters<Simd>(tile.values + c, tile.rows, tile.stride, function);
  }
}

template <class Simd, FixedPointPath kPath>
LOWP_INLINE void ApplyFusedOnPath(const FixedPointEpilogue& fused,
                                  const Tile& tile) {
  return fused.special ? ApplyFusedForm<Simd, kPath, true>(fused, tile)
                       : ApplyFusedForm<Simd, kPath, false>(fused, tile);
}

template <class Simd>
void ApplyFused(const FixedPointEpilogue& fused, const Tile& tile) {
  switch (fused.path) {
    case FixedPointPath::kUpward:
      return ApplyFusedOnPath<Simd, FixedPointPath::kUpward>(fused, tile);
    case FixedPointPath::kDoubleAway:
      return ApplyFusedOnPath<Simd, FixedPointPath::kDoubleAway>(fused, tile);
    case FixedPointPath::kSingleAway:
      return ApplyFusedOnPath<Simd, FixedPointPath::kSingleAway>(fused, tile);
  }
}

template <class Simd>
void ApplyOp(const Epilogue& epilogue, const EpilogueOp& op, const Tile& tile) {
  switch (op.kind) {
    case EpilogueKind::kBias:
      return MapTile<Simd>(tile, BiasFunction<Simd>(), op.first);
    case EpilogueKind::kFixedPoint:
      return &op == epilogue.fused_op
                 ? ApplyFused<Simd>(epilogue.fixed_point, tile)
                 : ApplyFixedPoint<Simd>(op, tile);
    case EpilogueKind::kQuantizeDown:
      return MapTile<Simd>(tile, QuantizeDownFunction<Simd>{op.offset},
                           op.first, op.second);
    case EpilogueKind::kClamp:
      return MapTile<Simd>(tile, ClampFunction<Simd>{op.low, op.high});
    case EpilogueKind::kTruncate:
      return MapTile<Simd>(tile, TruncateFunction<Simd>());
    case EpilogueKind::kTanh:
      return ForEachRegister<Simd>(tile, TanhFunction<Simd>{op.tanh});
    case EpilogueKind::kPreAndPostShift:
      return MapTile<Simd>(tile, PreAndPostShiftFunction<Simd>{op.offset},
                           op.first, op.second, op.more[0]);
    case EpilogueKind::kLeakyRelu:
      return ForEachRegister<Simd>(tile, LeakyReluFunction<Simd>{op, tile});
    case EpilogueKind::kLogisticQ4:
      return ForEachRegister<Simd>(tile,
                                   SigmoidQ4Function<Simd, false>{op, tile});
    case EpilogueKind::kTanhQ4:
      return ForEachRegister<Simd>(tile,
                                   SigmoidQ4Function<Simd, true>{op, tile});
    case EpilogueKind::kHardSwish:
      return ForEachRegister<Simd>(tile, HardSwishFunction<Simd>{op});
    case EpilogueKind::kTable:
      return ForEachRegister<Simd>(tile, TableFunction<Simd>(op));
    case EpilogueKind::kAddMatrix:
      if (op.matrix.scalar == Scalar::kFloat32) {
        return ForEachRegister<Simd>(tile,
                                     AddFloatMatrixFunction<Simd>{op, tile});
      }
      return ForEachRegister<Simd>(tile, AddMatrixFunction<Simd>{op, tile});
    case EpilogueKind::kAddDequantized:
      return ForEachRegister<Simd>(tile,
                                   AddDequantizedFunction<Simd>{op, tile});
    case EpilogueKind::kAddResidual:
      return ForEachRegister<Simd>(tile, AddResidualFunction<Simd>{op, tile});
    case EpilogueKind::kCall:
      return CallStageOnTile(op, tile, epilogue.transposed);
    case EpilogueKind::kDequantize:
    case EpilogueKind::kAddFloat:
    case EpilogueKind::kMultiplyFloat:
    case EpilogueKind::kDivideFloat:
    case EpilogueKind::kClampFloat:
    case EpilogueKind::kLeakyFloat:
    case EpilogueKind::kQuantize:
    case EpilogueKind::kScaleFloat:
    case EpilogueKind::kScaleDouble:
      return ApplyFloatOp<Simd>(op, tile);
  }
}

template <class Simd>
void ApplyOps(const Epilogue& epilogue, const Tile& tile) {
  for (int i = 0; i < epilogue.op_count; ++i) {
    ApplyOp<Simd>(epilogue, epilogue.ops[i], tile);
  }
}

// Runs the list of operations over a tile of kVectors registers a row, and
// stores it.
template <class Simd, int kVectors>
void InterpretTile(const PanelTask& task, int row, int rows,
                   std::int32_t* values) {
  constexpr int kStride = kVectors * Simd::kLanes;
  const Epilogue& epilogue = *task.epilogue;
  ApplyOps<Simd>(epilogue, {values, kStride, rows, task.columns,
                            task.first_row + row, task.first_column});
  const typename Simd::Bounds bounds(epilogue.result, epilogue.low,
                                     epilogue.high);
  for (int r = 0; r < rows; ++r, values += kStride) {
    typename Simd::I32 value[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      value[v] = Simd::Load(values + v * Simd::kLanes);
    }
    Simd::template StoreClamped<kVectors>(
        bounds, value, ResultRow(task, row + r), task.columns);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_LIST_INL_H_
