// The fused scaling by fixed point, which turns rows of sums into rows of the
// result in one pass.
//
// Written over a register policy `Simd` (meta/simd/simd_*.h), which supplies
//   FixedPointLanes         a register's constants: `left`, `whole` and `flip`
//                           below, and whatever else suits the machine
//   MakeFixedPointLanes     the constants for a multiplier and an exponent per
//                           lane, or for one of each for all lanes
//   KeepInRegisters(lanes)  keeps compilers from loading constants again, if
//                           there are enough registers for them
//   ScaleByFixedPoint<path> the scaling by a multiplier >= 0, an exponent <= 0
//   kRoundsTwice            whether it has a better way for kDoubleUpward than
//                           the one for kUpward
//   FixedPointInFloat       the same scaling as a class like FixedPointOnPath
//                           below, for epilogues that suit floats, while one of
//                           its Mode objects lives; void: there is none
//   Bounds, StoreClamped    the last clamp, and narrowing; several rows by
//                           StoreClampedRows if kScalesTiles
//   kFinishesPairs          whether two rows in memory are finished at a time,
//                           with the same constants: where kernels finish
//                           their sums in registers that is not worth its code
//
// Included by backends and register families only, each of which compiles its
// own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_FIXED_POINT_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_FIXED_POINT_INL_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "../simd/any_mode.h"
#include "any_fixed_point-inl.h"
#include "epilogue_parameters-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// FixedPointEpilogue::special: the greatest exponent that counts as it is.
LOWP_INLINE std::int32_t MaxExponent(const FixedPointEpilogue& fused) {
  return !fused.special ? -1 : fused.suits_floats ? 0 : INT32_MAX;
}

// A register of multipliers and exponents, as constants are made of them.
template <class Simd>
struct FixedPointColumns {
  using I32 = typename Simd::I32;
  LOWP_INLINE FixedPointColumns(const FixedPointEpilogue& fused,
                                I32 given_multiplier, I32 given_exponent)
      : multiplier(given_multiplier),
        exponent(Simd::Min(given_exponent, Simd::Set1(MaxExponent(fused)))) {
    if (ReducesMultiplier(fused.rounding)) {
      multiplier = ReduceMultiplier<Simd>(multiplier);
    }
  }
  I32 multiplier, exponent;
};

// Those of the columns from `column` on, of which `left` exist.
template <class Simd>
LOWP_INLINE FixedPointColumns<Simd> LoadFixedPointColumns(
    const FixedPointEpilogue& fused, int column, int left) {
  return {fused, LoadColumns<Simd>(fused.multiplier.data + column, left),
          LoadColumns<Simd>(fused.exponent.data + column, left)};
}

// The scaling of one register, see FixedPointEpilogue for what the flags say.
template <class Simd, FixedPointPath kPath>
LOWP_INLINE typename Simd::I32 ScaleLanes(
    typename Simd::I32 x, const typename Simd::FixedPointLanes& lanes,
    bool special, bool shifts_left) {
  if (shifts_left) x = ShiftLeft(x, lanes.left);
  typename Simd::I32 scaled = Simd::template ScaleByFixedPoint<kPath>(x, lanes);
  if (special) {
    scaled = BitXor(Simd::Add(scaled, BitAnd(x, lanes.whole)), lanes.flip);
  }
  return scaled;
}

// Calls function(path), with the path as a constant of its type. If a register
// has no instruction for kDoubleUpward, kUpward serves as well.
template <FixedPointPath kPath>
using PathConstant = std::integral_constant<FixedPointPath, kPath>;

template <class Simd, class Function>
LOWP_INLINE void OnPath(FixedPointPath path, const Function& function) {
  switch (path) {
    case FixedPointPath::kDoubleUpward:
      if constexpr (Simd::kRoundsTwice) {
        return function(PathConstant<FixedPointPath::kDoubleUpward>());
      }
      [[fallthrough]];
    case FixedPointPath::kUpward:
      return function(PathConstant<FixedPointPath::kUpward>());
    case FixedPointPath::kDoubleAway:
      return function(PathConstant<FixedPointPath::kDoubleAway>());
    case FixedPointPath::kSingleAway:
      return function(PathConstant<FixedPointPath::kSingleAway>());
  }
}

// A fused scaling by integers, on any path: its constants.
template <class Simd>
struct FixedPointInIntegers {
  using Lanes = typename Simd::FixedPointLanes;

  // Of a register of multipliers and exponents, or of one of each for all.
  template <class Int32>
  LOWP_INLINE Lanes MakeLanes(Int32 multiplier, Int32 exponent) const {
    return Simd::MakeFixedPointLanes(*fused, multiplier, exponent);
  }
  static LOWP_INLINE void KeepInRegisters(Lanes* lanes) {
    Simd::KeepInRegisters(lanes);
  }

  const FixedPointEpilogue* fused;
};

// The whole of it.
template <class Simd, FixedPointPath kPath, bool kSpecial>
struct FixedPointOnPath : FixedPointInIntegers<Simd> {
  LOWP_INLINE typename Simd::I32 Scale(
      typename Simd::I32 x, const typename Simd::FixedPointLanes& lanes) const {
    return ScaleLanes<Simd, kPath>(x, lanes, kSpecial,
                                   kSpecial && this->fused->shifts_left);
  }
};

// Whether it is a scaling, and changes no mode.
template <class Scaling>
constexpr bool kWorksInAnyMode =
    std::is_same_v<typename Scaling::Mode, AnyMode>;
template <>
inline constexpr bool kWorksInAnyMode<void> = false;

// Whether floats scale whatever suits them. To change the mode takes too long
// for a few sums.
template <class Simd>
constexpr bool kScalesInFloat =
    kWorksInAnyMode<typename Simd::FixedPointInFloat>;

// Whether floats scale so many rows of a panel. A family that leaves few rows
// to integers leaves all special scalings to them, too.
template <class Simd>
LOWP_INLINE bool TakesFloats(const FixedPointEpilogue& fused, int rows) {
  return fused.suits_floats && rows >= Simd::FixedPointInFloat::kMinRows &&
         (kScalesInFloat<Simd> || !fused.special);
}

// The constants of a row, if they do not vary along columns.
template <class Scaling>
LOWP_INLINE typename Scaling::Lanes LanesOfRow(const Scaling& scaling,
                                               const FixedPointEpilogue& fused,
                                               int row) {
  std::int32_t multiplier = ValueOfRow(fused.multiplier, row);
  if (ReducesMultiplier(fused.rounding)) {
    multiplier = ReducedMultiplier(multiplier);
  }
  const std::int32_t exponent = ValueOfRow(fused.exponent, row);
  const std::int32_t max_exponent = MaxExponent(fused);
  return scaling.MakeLanes(multiplier,
                           exponent < max_exponent ? exponent : max_exponent);
}

// The constants of a block's columns, where they vary along those: a set for
// each register.
template <class Simd, class Scaling>
LOWP_INLINE void MakeColumnLanes(const FinishTask& block,
                                 const Scaling& scaling,
                                 typename Scaling::Lanes* lanes) {
  const FixedPointEpilogue& fused = block.epilogue->fixed_point;
  if (fused.along != Along::kCols) return;
  for (int c = 0; c < block.columns; c += Simd::kLanes, ++lanes) {
    const FixedPointColumns<Simd> columns = LoadFixedPointColumns<Simd>(
        fused, block.first_column + c, block.columns - c);
    *lanes = scaling.MakeLanes(columns.multiplier, columns.exponent);
  }
}

// The one set of constants, where they vary along nothing.
template <class Scaling>
LOWP_INLINE void MakeSharedLanes(const FinishTask& task, const Scaling& scaling,
                                 typename Scaling::Lanes* lanes) {
  const FixedPointEpilogue& fused = task.epilogue->fixed_point;
  if (fused.along == Along::kAll) *lanes = LanesOfRow(scaling, fused, 0);
}

// Finishes kRows rows from the task's `row` on with the same constants:
// lanes[0], lanes[step], ... for the registers of a row.
template <class Simd, int kVectors, int kRows, class Scaling>
LOWP_INLINE void FinishSameLanes(const FinishTask& task, const Scaling& scaling,
                                 const typename Simd::Bounds& bounds, int row,
                                 const typename Scaling::Lanes* lanes,
                                 int step) {
  typename Simd::I32 scaled[kRows][kVectors];
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    typename Scaling::Lanes k = lanes[v * step];
    if constexpr (kRows > 1) Scaling::KeepInRegisters(&k);
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      scaled[r][v] = scaling.Scale(
          Simd::Load(task.sums + (row + r) * task.stride + v * Simd::kLanes),
          k);
    }
  }
  std::uint8_t* out = ResultRow(task, row);
  if constexpr (Simd::kScalesTiles) {
    return Simd::template StoreClampedRows<kRows, kVectors>(
        bounds, scaled, out, task.result_stride, task.columns);
  }
  LOWP_UNROLL
  for (int r = 0; r < kRows; ++r) {
    Simd::template StoreClamped<kVectors>(bounds, scaled[r], out, task.columns);
    out += task.result_stride;
  }
}

// Special scalings are rare: one row at a time will do.
template <class Simd, int kVectors, bool kSpecial, class Scaling>
LOWP_INLINE void FinishFixedPointRows(
    const FinishTask& task, const Scaling& scaling,
    const typename Simd::Bounds& bounds,
    const typename Scaling::Lanes* block_lanes) {
  const FixedPointEpilogue& fused = task.epilogue->fixed_point;
  const int step = fused.along == Along::kCols ? 1 : 0;
  int row = 0;
  if constexpr (Simd::kFinishesPairs && !kSpecial) {
    if (fused.along != Along::kRows) {
      for (; row + 1 < task.rows; row += 2) {
        FinishSameLanes<Simd, kVectors, 2>(task, scaling, bounds, row,
                                           block_lanes, step);
      }
    }
  }
  for (; row < task.rows; ++row) {
    typename Scaling::Lanes lanes_of_row;
    const typename Scaling::Lanes* lanes = block_lanes;
    if (fused.along == Along::kRows) {
      lanes_of_row = LanesOfRow(scaling, fused, task.first_row + row);
      lanes = &lanes_of_row;
    }
    FinishSameLanes<Simd, kVectors, 1>(task, scaling, bounds, row, lanes, step);
  }
}

// Calls finish(block, bounds, lanes) for the task's blocks of kVectors
// registers of a row.
template <class Simd, int kVectors, class Scaling, class Function>
LOWP_INLINE void ForEachScaledBlock(const FinishTask& task,
                                    const Scaling& scaling,
                                    const Function& finish) {
  const FixedPointEpilogue& fused = task.epilogue->fixed_point;
  const typename Simd::Bounds bounds(task.epilogue->result, fused.low,
                                     fused.high);
  typename Scaling::Lanes lanes[kVectors];
  MakeSharedLanes(task, scaling, lanes);
  ForEachBlock<Simd, kVectors>(task,
                               [&](const FinishTask& block) LOWP_INLINE_LAMBDA {
                                 MakeColumnLanes<Simd>(block, scaling, lanes);
                                 finish(block, bounds, lanes);
                               });
}

// Finishes sums in memory, kVectors registers of a row at a time.
template <class Simd, int kVectors>
void FinishFixedPoint(const FinishTask& task) {
  using Bounds = typename Simd::Bounds;
  const FixedPointEpilogue& fused = task.epilogue->fixed_point;
  if constexpr (kVectors > 1) {
    // Special scalings are rare: a register at a time will do.
    if (fused.special && !(kScalesInFloat<Simd> && fused.suits_floats)) {
      return FinishFixedPoint<Simd, 1>(task);
    }
  }
  using InFloat = typename Simd::FixedPointInFloat;
  if constexpr (!std::is_void_v<InFloat>) {
    if (TakesFloats<Simd>(fused, task.rows)) {
      using Scaling = InFloat;
      const typename Scaling::Mode mode(true);
      const Scaling scaling(fused);
      return ForEachScaledBlock<Simd, kVectors>(
          task, scaling,
          [&](const FinishTask& block, const Bounds& bounds,
              const typename Scaling::Lanes* lanes) LOWP_INLINE_LAMBDA {
            FinishFixedPointRows<Simd, kVectors, false>(block, scaling, bounds,
                                                        lanes);
          });
    }
  }
  ForEachScaledBlock<Simd, kVectors>(
      task, FixedPointInIntegers<Simd>{&fused},
      [&](const FinishTask& block, const Bounds& bounds,
          const typename Simd::FixedPointLanes* lanes) LOWP_INLINE_LAMBDA {
        OnPath<Simd>(fused.path, [&](auto path) LOWP_INLINE_LAMBDA {
          if constexpr (kVectors == 1) {
            if (fused.special) {
              return FinishFixedPointRows<Simd, 1, true>(
                  block, FixedPointOnPath<Simd, path, true>{{&fused}}, bounds,
                  lanes);
            }
          }
          FinishFixedPointRows<Simd, kVectors, false>(
              block, FixedPointOnPath<Simd, path, false>{{&fused}}, bounds,
              lanes);
        });
      });
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_FIXED_POINT_INL_H_
