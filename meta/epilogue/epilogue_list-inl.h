// Interprets the epilogue as a list of operations. Runs of simple operations
// are applied to a few rows of a tile at a time (epilogue_runs-inl.h), all
// others to the whole tile in L1, with the switch over the kinds of operations
// outside the loops over rows and registers. Included by register families
// only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_LIST_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_LIST_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../../fixedpoint/fixedpoint.h"
#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "epilogue_activations-inl.h"
#include "epilogue_block-inl.h"
#include "epilogue_fixed_point-inl.h"
#include "epilogue_float-inl.h"
#include "epilogue_matrices-inl.h"
#include "epilogue_parameters-inl.h"
#include "epilogue_runs-inl.h"
#include "epilogue_tile-inl.h"
#include "table-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Simd, FixedPointRounding kRounding>
struct FixedPointFunction {
  using I32 = typename Simd::I32;
  std::int32_t offset;
  bool saturates;
  LOWP_INLINE I32 operator()(I32 x, I32 multiplier, I32 exponent) const {
    if (saturates) {
      return AddSaturatingFunction<Simd>(offset)(
          ScaleSaturating<Simd>(x, multiplier, exponent, kRounding));
    }
    return ScaleByAnyFixedPoint<Simd>(x, multiplier, exponent, offset,
                                      kRounding);
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

// zero + amplitude * tanh((x - zero) / amplitude), in fixed point, with both
// ends cut off at 8 amplitudes.
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
    MapTile<Simd>(tile,
                  FixedPointFunction<Simd, decltype(rounding)::value>{
                      op.offset, op.overflow == FixedPointOverflow::kSaturate},
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

// Applies an operation that is not simple to the whole tile.
template <class Simd>
void ApplyOp(const Epilogue& epilogue, const EpilogueOp& op, const Tile& tile) {
  switch (op.kind) {
    case EpilogueKind::kFixedPoint:
      return ApplyFixedPoint<Simd>(op, tile);
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
    case EpilogueKind::kScaleDouble:
      return ApplyScaleDouble<Simd>(op, tile);
    case EpilogueKind::kBias:
    case EpilogueKind::kQuantizeDown:
    case EpilogueKind::kClamp:
    case EpilogueKind::kTruncate:
    case EpilogueKind::kDequantize:
    case EpilogueKind::kAddFloat:
    case EpilogueKind::kMultiplyFloat:
    case EpilogueKind::kDivideFloat:
    case EpilogueKind::kClampFloat:
    case EpilogueKind::kLeakyFloat:
    case EpilogueKind::kQuantize:
    case EpilogueKind::kScaleFloat:
      return;  // simple, see ApplyRun
  }
}

// Where the rows of a tile are stored in their final type.
struct FinishedRows {
  std::uint8_t* data;
  std::ptrdiff_t stride;  // in bytes
  int columns;
};

// Applies operations from `op` on to kRows rows of a tile. If that completes
// the list, stores the rows in `out`. Returns the first operation that is not
// simple, or `end`.
template <class Simd, int kVectors, int kRows>
LOWP_INLINE const EpilogueOp* RunRows(
    const Epilogue& epilogue, const EpilogueOp* op, const EpilogueOp* end,
    const typename Simd::FixedPointLanes* lanes, const Tile& tile, int row,
    const typename Simd::Bounds& bounds, const FinishedRows& out) {
  Block<Simd, kRows, kVectors> block(tile, row);
  const EpilogueOp* const stop =
      ApplyRun<Simd>(epilogue, op, end, lanes, &block);
  if (stop == end) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Simd::template StoreClamped<kVectors>(
          bounds, block.x[r], out.data + (row + r) * out.stride, out.columns);
    }
  } else if (stop != op) {
    block.Store();
  }
  return stop;
}

// Runs the list of operations over a tile with kVectors registers per row.
template <class Simd, int kVectors>
LOWP_INLINE void RunList(const Epilogue& epilogue,
                         const typename Simd::FixedPointLanes* lanes,
                         const Tile& tile, const FinishedRows& out) {
  // A machine without vectors has registers for one row only.
  constexpr int kBlockRows = Simd::kLanes > 1 ? 4 / kVectors : 1;
  const typename Simd::Bounds bounds(epilogue.result, epilogue.low,
                                     epilogue.high);
  const EpilogueOp* op = epilogue.ops;
  const EpilogueOp* const end = op + epilogue.op_count;
  for (;;) {
    const EpilogueOp* stop = op;
    int r = 0;
    if constexpr (kBlockRows > 1) {
      for (; tile.rows - r >= kBlockRows; r += kBlockRows) {
        stop = RunRows<Simd, kVectors, kBlockRows>(epilogue, op, end, lanes,
                                                   tile, r, bounds, out);
      }
    }
    for (; r < tile.rows; ++r) {
      stop = RunRows<Simd, kVectors, 1>(epilogue, op, end, lanes, tile, r,
                                        bounds, out);
    }
    if (stop == end) return;
    ApplyOp<Simd>(epilogue, *stop, tile);
    op = stop + 1;
  }
}

// Rows that are interpreted at a time.
constexpr int kMaxInterpretedRows = 32;

// Stores the table's entries for rows of bytes, kStride apart.
template <class Simd, int kStride>
LOWP_INLINE void StoreEntries(const FinishTask& task, int row, int rows,
                              std::uint8_t* bytes) {
  ApplyTable<Simd>(task.epilogue->table, bytes,
                   static_cast<std::size_t>(rows * kStride), bytes,
                   task.epilogue->features);
  for (int r = 0; r < rows; ++r) {
    std::memcpy(ResultRow(task, row + r), bytes + r * kStride,
                static_cast<std::size_t>(task.columns));
  }
}

// Runs the list of operations over `rows` rows of kVectors registers, at most
// kMaxInterpretedRows, from the task's `row` on, and stores them. `lanes` are
// those of the operation that is fused_op.
template <class Simd, int kVectors>
LOWP_INLINE void InterpretRows(const FinishTask& task,
                               const typename Simd::FixedPointLanes* lanes,
                               int row, int rows) {
  constexpr int kStride = kVectors * Simd::kLanes;
  const Epilogue& epilogue = *task.epilogue;
  const Tile tile = {task.sums + row * task.stride,
                     static_cast<int>(task.stride),
                     rows,
                     task.columns,
                     task.first_row + row,
                     task.first_column};
  alignas(64) std::uint8_t bytes[kMaxInterpretedRows * kStride];
  const bool looks_up = epilogue.table != nullptr;
  RunList<Simd, kVectors>(epilogue, lanes, tile,
                          {looks_up ? bytes : ResultRow(task, row),
                           looks_up ? kStride : task.result_stride,
                           looks_up ? kStride : task.columns});
  if (looks_up) StoreEntries<Simd, kStride>(task, row, rows, bytes);
}

// Finishes sums in memory, of kVectors registers a row.
template <class Simd, int kVectors>
void FinishByList(const FinishTask& task) {
  typename Simd::FixedPointLanes lanes[kVectors];
  if (task.epilogue->fused_op != nullptr) {
    const FixedPointInIntegers<Simd> scaling{&task.epilogue->fixed_point};
    MakeSharedLanes(task, scaling, lanes);
    MakeColumnLanes<Simd>(task, scaling, lanes);
  }
  for (int row = 0; row < task.rows; row += kMaxInterpretedRows) {
    const int left = task.rows - row;
    InterpretRows<Simd, kVectors>(
        task, lanes, row,
        left < kMaxInterpretedRows ? left : kMaxInterpretedRows);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_LIST_INL_H_
