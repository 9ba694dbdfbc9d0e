// The epilogue as backends execute it: accumulators in registers become bytes
// of the result. The fused form never leaves the registers; a list of
// operations is interpreted over a tile in L1, with the switch outside the
// loops over rows and registers.
//
// Written once over a register policy `Simd` (meta/simd_*.h); included by
// backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_INL_H_
#define LOWP_META_EPILOGUE_INL_H_

#include <cstdint>

#include "../fixedpoint/fixedpoint.h"
#include "../internal/backend.h"
#include "../internal/compiler.h"
#include "../internal/epilogue.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The fused epilogue's parameters for the columns of one panel, spread out so
// that a kernel loads them whether they vary along columns or not.
template <int kWidth>
struct FixedPointPanel {
  alignas(64) std::int32_t multiplier[kWidth];
  alignas(64) std::int32_t odd_multiplier[kWidth];  // Simd::OddLanes of it
  alignas(64) std::int32_t left_shift[kWidth];
  alignas(64) std::int32_t right_shift[kWidth];
  alignas(64) std::int32_t right_shift_less_one[kWidth];
};

LOWP_INLINE int LeftShiftOf(int exponent) {
  return exponent > 0 ? exponent : 0;
}
LOWP_INLINE int RightShiftOf(int exponent) {
  return exponent < 0 ? -exponent : 0;
}

// The registers of a parameter at a row and the columns from `column` on, of
// which `left` exist: its value for the row, or one for each column.
template <class Simd>
LOWP_INLINE typename Simd::I32 LoadParameter(const Int32Parameter& parameter,
                                             int row, int column, int left) {
  if (parameter.along == Along::kAll) return Simd::Set1(parameter.value);
  if (parameter.along == Along::kRows) return Simd::Set1(parameter.data[row]);
  const std::int32_t* data = parameter.data + column;
  return left >= Simd::kLanes ? Simd::Load(data)
                              : Simd::LoadPartial(data, left);
}

template <class Simd, int kWidth>
LOWP_INLINE void PrepareFixedPointPanel(const PanelTask& task,
                                        FixedPointPanel<kWidth>* panel) {
  using I32 = typename Simd::I32;
  const FixedPointEpilogue& fused = task.epilogue->fixed_point;
  const I32 zero = Simd::Set1(0);
  for (int c = 0; c < task.columns; c += Simd::kLanes) {
    const int column = task.first_column + c;
    const int left = task.columns - c;
    const I32 exponent =
        LoadParameter<Simd>(fused.exponent, task.first_row, column, left);
    const I32 multiplier =
        LoadParameter<Simd>(fused.multiplier, task.first_row, column, left);
    const I32 right = Simd::Max(Sub(zero, exponent), zero);
    Simd::Store(panel->multiplier + c, multiplier);
    Simd::Store(panel->odd_multiplier + c, Simd::OddLanes(multiplier));
    Simd::Store(panel->left_shift + c, Simd::Max(exponent, zero));
    Simd::Store(panel->right_shift + c, right);
    Simd::Store(panel->right_shift_less_one + c,
                Simd::Add(right, Simd::Set1(-1)));
  }
}

// Where a row of the task's part of the result begins.
LOWP_INLINE std::uint8_t* ResultRow(const PanelTask& task, int row) {
  return static_cast<std::uint8_t*>(task.result) +
         row * task.result_stride * SizeOf(task.epilogue->result);
}

// Applies the fused epilogue to one row of sums and stores it.
template <class Simd, int kVectors, int kWidth>
LOWP_INLINE void FinishFixedPointRow(
    const PanelTask& task, const FixedPointPanel<kWidth>& panel,
    const typename Simd::FixedPointConstants& constants, int row,
    typename Simd::I32 (&sums)[kVectors]) {
  using I32 = typename Simd::I32;
  const FixedPointEpilogue& fused = task.epilogue->fixed_point;
  const bool multiplier_by_row = fused.multiplier.along == Along::kRows;
  const bool exponent_by_row = fused.exponent.along == Along::kRows;
  const int result_row = task.first_row + row;
  if (fused.shifts_left) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const I32 shift =
          exponent_by_row
              ? Simd::Set1(LeftShiftOf(fused.exponent.data[result_row]))
              : Simd::Load(panel.left_shift + v * Simd::kLanes);
      sums[v] = ShiftLeft(sums[v], shift);
    }
  }
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    const int lane = v * Simd::kLanes;
    I32 multiplier, odd_multiplier, shift, shift_less_one;
    if (multiplier_by_row) {
      multiplier = Simd::Set1(fused.multiplier.data[result_row]);
      odd_multiplier = multiplier;
    } else {
      multiplier = Simd::Load(panel.multiplier + lane);
      odd_multiplier = Simd::Load(panel.odd_multiplier + lane);
    }
    if (exponent_by_row) {
      const int right = RightShiftOf(fused.exponent.data[result_row]);
      shift = Simd::Set1(right);
      shift_less_one = Simd::Set1(right - 1);
    } else {
      shift = Simd::Load(panel.right_shift + lane);
      shift_less_one = Simd::Load(panel.right_shift_less_one + lane);
    }
    const I32 scaled = Simd::RoundingDoublingHighMul(sums[v], multiplier,
                                                     odd_multiplier, constants);
    sums[v] = Simd::Add(
        Simd::RoundingShiftRight(scaled, shift, shift_less_one, constants),
        Simd::Set1(fused.offset));
  }
  Simd::template StoreClamped<kVectors>(task.epilogue->result, fused.low,
                                        fused.high, sums, ResultRow(task, row),
                                        task.columns);
}

// A tile of int32 values in L1 with its position, for interpreted epilogues.
struct Tile {
  std::int32_t* values;
  int stride;
  int rows;
  int columns;
  int first_row;  // in the result
  int first_column;
};

template <class Simd>
LOWP_INLINE typename Simd::I32 LoadParameter(const Int32Parameter& parameter,
                                             const Tile& tile, int row,
                                             int column) {
  return LoadParameter<Simd>(parameter, tile.first_row + row,
                             tile.first_column + column, tile.columns - column);
}

// value = function(value, row, column) for every register of the tile.
template <class Simd, class Function>
LOWP_INLINE void ForEachRegister(const Tile& tile, const Function& function) {
  for (int r = 0; r < tile.rows; ++r) {
    for (int c = 0; c < tile.columns; c += Simd::kLanes) {
      std::int32_t* value = tile.values + r * tile.stride + c;
      Simd::Store(value, function(Simd::Load(value), r, c));
    }
  }
}

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
    using I32 = typename Simd::I32;
    const I32 zero = Simd::Set1(0);
    const I32 exponent = LoadParameter<Simd>(op.second, tile, r, c);
    const I32 left = Simd::Max(exponent, zero);
    const I32 right = Simd::Max(Sub(zero, exponent), zero);
    const I32 scaled = SaturatingRoundingDoublingHighMul(
        ShiftLeft(x, left), LoadParameter<Simd>(op.first, tile, r, c));
    return Simd::Add(RoundingDivideByPOT(scaled, right), Simd::Set1(op.offset));
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
    case EpilogueKind::kCall:
      return CallStageOnTile(op, tile, transposed);
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
  for (int r = 0; r < rows; ++r) {
    std::uint8_t* out = ResultRow(task, row + r);
    for (int c = 0; c < task.columns; c += Simd::kLanes) {
      typename Simd::I32 value[1] = {Simd::Load(values + r * stride + c)};
      Simd::template StoreClamped<1>(epilogue.result, INT32_MIN, INT32_MAX,
                                     value, out + c * size, task.columns - c);
    }
  }
}

// Finishes a tile whose sums are in registers.
template <class Simd, int kRows, int kVectors, int kWidth>
LOWP_INLINE void FinishTile(const PanelTask& task,
                            const FixedPointPanel<kWidth>& panel, int row,
                            typename Simd::I32 (&sums)[kRows][kVectors]) {
  switch (task.epilogue->form) {
    case EpilogueForm::kStore:
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        Simd::template StoreInt32<kVectors>(sums[r], ResultRow(task, row + r),
                                            task.columns);
      }
      return;
    case EpilogueForm::kFixedPoint: {
      const typename Simd::FixedPointConstants constants;
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        FinishFixedPointRow<Simd, kVectors, kWidth>(task, panel, constants,
                                                    row + r, sums[r]);
      }
      return;
    }
    case EpilogueForm::kList: {
      alignas(64) std::int32_t values[kRows][kVectors * Simd::kLanes];
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        LOWP_UNROLL
        for (int v = 0; v < kVectors; ++v) {
          Simd::Store(values[r] + v * Simd::kLanes, sums[r][v]);
        }
      }
      InterpretTile<Simd>(task, row, kRows, values[0], kVectors * Simd::kLanes);
      return;
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_INL_H_
