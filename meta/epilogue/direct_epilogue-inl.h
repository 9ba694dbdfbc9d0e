// The epilogues of a direct task (direct_panel-inl.h), on registers. Each of
// them supplies
//   Finish(sums, out, stride, columns)
//                     finishes the sums of rows that lie `stride` bytes apart
//   kVaries           whether constants differ between registers of columns;
//                     then also
//   Take(task)        takes the panel that the task has moved on to
//   kScales           whether it does more than store
//   Once              the same epilogue, for few tiles
// and if it scales, also
//   ScaleHere, StoreBytes
//                     the two steps of Finish, for results of bytes
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_DIRECT_EPILOGUE_INL_H_
#define LOWP_META_EPILOGUE_DIRECT_EPILOGUE_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/backend.h"
#include "epilogue-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Sums that are stored as the result.
template <class Simd, int kVectors>
struct DirectSums {
  static constexpr bool kScales = false;
  static constexpr bool kVaries = false;
  using Once = DirectSums;

  LOWP_INLINE explicit DirectSums(const DirectTask&) {}

  template <int kRows>
  LOWP_INLINE void Finish(typename Simd::I32 (&sums)[kRows][kVectors],
                          std::uint8_t* out, std::ptrdiff_t stride,
                          int columns) const {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      Simd::template StoreInt32<kVectors>(sums[r], out, columns);
      out += stride;
    }
  }
};

// Sums that are scaled, clamped and narrowed. `Scale` makes its constants from
// the task's epilogue, Of(epilogue). Constants(v) are those of the v-th
// register of columns; Apply scales one register with them.
template <class Simd, int kVectors, class Scale>
struct DirectScaled {
  static constexpr bool kScales = true;
  static constexpr bool kVaries = Scale::kVaries;
  using Once = DirectScaled<Simd, kVectors, typename Scale::Once>;

  LOWP_INLINE explicit DirectScaled(const DirectTask& task)
      : scale(task),
        bounds(task.epilogue->result, Scale::Of(*task.epilogue).low,
               Scale::Of(*task.epilogue).high) {}

  LOWP_INLINE void Take(const DirectTask& task) { scale.Take(task); }

  template <int kRows>
  LOWP_INLINE void Finish(typename Simd::I32 (&sums)[kRows][kVectors],
                          std::uint8_t* out, std::ptrdiff_t stride,
                          int columns) const {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const auto& constants = scale.Constants(v);
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        sums[r][v] = scale.Apply(sums[r][v], constants);
      }
    }
    Simd::template StoreClampedRows<kRows, kVectors>(bounds, sums, out, stride,
                                                     columns);
  }

  // Scales a register of the v-th columns here: compilers would otherwise delay
  // it until the result is used.
  LOWP_INLINE void ScaleHere(typename Simd::I32* sums, int v) const {
    *sums = scale.Apply(*sums, scale.Constants(v));
    Simd::MakeHere(sums);
  }

  // Stores scaled sums, for results of bytes.
  template <int kRows>
  LOWP_INLINE void StoreBytes(
      const typename Simd::I32 (&scaled)[kRows][kVectors], std::uint8_t* out,
      std::ptrdiff_t stride, int columns) const {
    Simd::template StoreClampedByteRows<kRows, kVectors>(bounds, scaled, out,
                                                         stride, columns);
  }

  Scale scale;
  typename Simd::Bounds bounds;
};

template <class Simd, FixedPointPath kPath>
struct DirectFixedPointScale {
  using Lanes = typename Simd::FixedPointLanes;

  static LOWP_INLINE const FixedPointEpilogue& Of(const Epilogue& epilogue) {
    return epilogue.fixed_point;
  }

  static LOWP_INLINE typename Simd::I32 Apply(typename Simd::I32 x,
                                              const Lanes& lanes) {
    return ScaleLanes<Simd, kPath, false>(x, lanes);
  }
};

// A fixed-point scaling with the same constants for all columns.
template <class Simd, FixedPointPath kPath>
struct DirectFixedPoint : DirectFixedPointScale<Simd, kPath> {
  static constexpr bool kVaries = false;
  using Once = DirectFixedPoint;

  LOWP_INLINE explicit DirectFixedPoint(const DirectTask& task) {
    const FixedPointEpilogue& fused = task.epilogue->fixed_point;
    const std::int32_t multiplier = fused.multiplier.value;
    lanes = Simd::MakeUsualFixedPointLanes(fused,
                                           ReducesMultiplier(fused.rounding)
                                               ? ReducedMultiplier(multiplier)
                                               : multiplier,
                                           fused.exponent.value);
  }

  LOWP_INLINE const typename Simd::FixedPointLanes& Constants(int) const {
    return lanes;
  }

  typename Simd::FixedPointLanes lanes;
};

// A fixed-point scaling with constants per register of columns, made where they
// are used. With few tiles, constants in memory would not be ready in time.
template <class Simd, FixedPointPath kPath>
struct DirectChannelsOnce : DirectFixedPointScale<Simd, kPath> {
  static constexpr bool kVaries = true;
  using Once = DirectChannelsOnce;

  LOWP_INLINE explicit DirectChannelsOnce(const DirectTask& task)
      : fused(task.epilogue->fixed_point),
        first_column(task.first_column),
        columns(task.columns) {}

  LOWP_INLINE void Take(const DirectTask& task) {
    first_column = task.first_column;
  }

  LOWP_INLINE typename Simd::FixedPointLanes Constants(int v) const {
    const int column = v * Simd::kLanes;
    const FixedPointColumns<Simd> given(fused, first_column + column,
                                        columns - column);
    return Simd::MakeUsualFixedPointLanes(fused, given.multiplier,
                                          given.exponent);
  }

  const FixedPointEpilogue& fused;
  int first_column;
  int columns;
};

// The same for many tiles.
template <class Simd, int kVectors, FixedPointPath kPath>
struct DirectChannels : DirectFixedPointScale<Simd, kPath> {
  static constexpr bool kVaries = true;
  using Once = DirectChannelsOnce<Simd, kPath>;

  LOWP_INLINE explicit DirectChannels(const DirectTask& task) {
    const Once once(task);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) lanes[v] = once.Constants(v);
  }

  LOWP_INLINE const typename Simd::FixedPointLanes& Constants(int v) const {
    return lanes[v];
  }

  typename Simd::FixedPointLanes lanes[kVectors];
};

// A float scaling.
template <class Simd, int kVectors>
struct DirectFloat {
  static constexpr bool kVaries = true;
  using Once = DirectFloat;

  static LOWP_INLINE const FloatEpilogue& Of(const Epilogue& epilogue) {
    return epilogue.floating;
  }

  LOWP_INLINE explicit DirectFloat(const DirectTask& task)
      : constants(Of(*task.epilogue)) {
    Take(task);
  }

  LOWP_INLINE void Take(const DirectTask& task) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const int column = v * Simd::kLanes;
      scales[v] = LoadParameter<Simd>(Of(*task.epilogue).scale, 0,
                                      task.first_column + column,
                                      task.columns - column);
    }
  }

  LOWP_INLINE const typename Simd::F32& Constants(int v) const {
    return scales[v];
  }

  LOWP_INLINE typename Simd::I32 Apply(typename Simd::I32 x,
                                       const typename Simd::F32& scale) const {
    return ScaleByFloat<Simd, false>(x, scale, constants);
  }

  typename Simd::F32 scales[kVectors];
  FloatConstants<Simd> constants;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_DIRECT_EPILOGUE_INL_H_
