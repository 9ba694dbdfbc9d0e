// The epilogue as a list of operations, interpreted over a tile in L1, with the
// switch over the kinds of operations outside the loops over rows and
// registers. Included by backends only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_LIST_INL_H_
#define LOWP_META_EPILOGUE_LIST_INL_H_

#include <cstdint>

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
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    return Simd::Add(x, LoadParameter<Simd>(op.first, tile, r, c));
  }
};

template <class Simd>
struct FixedPointFunction {
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    return ScaleByAnyFixedPoint<Simd>(
        x, LoadParameter<Simd>(op.first, tile, r, c),
        LoadParameter<Simd>(op.second, tile, r, c), op.offset, op.rounding);
  }
};

template <class Simd>
struct QuantizeDownFunction {
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    const typename Simd::I32 product =
        Mul(Simd::Add(x, LoadParameter<Simd>(op.first, tile, r, c)),
            LoadParameter<Simd>(op.second, tile, r, c));
    return RoundingDivideByPOT(product, Simd::Set1(op.offset));
  }
};

template <class Simd>
struct PreAndPostShiftFunction {
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    const typename Simd::I32 product =
        Mul(Simd::ShiftRight(x, LoadParameter<Simd>(op.first, tile, r, c)),
            LoadParameter<Simd>(op.second, tile, r, c));
    return Simd::Add(DivideByPOTUpward<Simd>(
                         product, LoadParameter<Simd>(op.more[0], tile, r, c)),
                     Simd::Set1(op.offset));
  }
};

template <class Simd>
struct ClampFunction {
  const EpilogueOp& op;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int,
                                            int) const {
    return Simd::Min(Simd::Max(x, Simd::Set1(op.low)), Simd::Set1(op.high));
  }
};

template <class Simd>
struct TruncateFunction {
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int,
                                            int) const {
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
void ApplyOp(const EpilogueOp& op, const Tile& tile, bool transposed) {
  switch (op.kind) {
    case EpilogueKind::kBias:
      return ForEachRegister<Simd>(tile, BiasFunction<Simd>{op, tile});
    case EpilogueKind::kFixedPoint:
      return ForEachRegister<Simd>(tile, FixedPointFunction<Simd>{op, tile});
    case EpilogueKind::kQuantizeDown:
      return ForEachRegister<Simd>(tile, QuantizeDownFunction<Simd>{op, tile});
    case EpilogueKind::kClamp:
      return ForEachRegister<Simd>(tile, ClampFunction<Simd>{op});
    case EpilogueKind::kTruncate:
      return ForEachRegister<Simd>(tile, TruncateFunction<Simd>{});
    case EpilogueKind::kTanh:
      return ForEachRegister<Simd>(tile, TanhFunction<Simd>{op.tanh});
    case EpilogueKind::kPreAndPostShift:
      return ForEachRegister<Simd>(tile,
                                   PreAndPostShiftFunction<Simd>{op, tile});
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
    case EpilogueKind::kAddResidual:
      return ForEachRegister<Simd>(tile, AddResidualFunction<Simd>{op, tile});
    case EpilogueKind::kCall:
      return CallStageOnTile(op, tile, transposed);
    case EpilogueKind::kDequantize:
      return ForEachRegister<Simd>(tile, DequantizeFunction<Simd>{op, tile});
    case EpilogueKind::kAddFloat:
      return ForEachRegister<Simd>(tile, AddFloatFunction<Simd>{op, tile});
    case EpilogueKind::kQuantize:
      return QuantizeTile<Simd>(op, tile);
  }
}

// Runs the list of operations over a tile and stores it. The rows of `values`
// are `stride` apart, a multiple of the register's lanes.
template <class Simd>
void InterpretTile(const PanelTask& task, int row, int rows,
                   std::int32_t* values, int stride) {
  const Epilogue& epilogue = *task.epilogue;
  const Tile tile = {
      values,           stride, rows, task.columns, task.first_row + row,
      task.first_column};
  for (int i = 0; i < epilogue.op_count; ++i) {
    ApplyOp<Simd>(epilogue.ops[i], tile, epilogue.transposed);
  }
  const int size = SizeOf(epilogue.result);
  const typename Simd::Bounds bounds(epilogue.result, INT32_MIN, INT32_MAX);
  for (int r = 0; r < rows; ++r) {
    std::uint8_t* out = ResultRow(task, row + r);
    for (int c = 0; c < task.columns; c += Simd::kLanes) {
      typename Simd::I32 value[1] = {Simd::Load(values + r * stride + c)};
      Simd::template StoreClamped<1>(bounds, value, out + c * size,
                                     task.columns - c);
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_LIST_INL_H_
