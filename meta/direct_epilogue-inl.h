// The epilogues of a direct task (direct_panel-inl.h), on registers. Each of
// them supplies
//   Finish(sums, out, stride, columns)
//                     finishes the sums of rows that lie `stride` bytes apart
//   kVaries           whether registers of columns have constants of their own
//   kScales           whether there is more to do than to store; then also
//   ScaleHere, StoreBytes
//                     the two steps of Finish, for results of bytes
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_DIRECT_EPILOGUE_INL_H_
#define LOWP_META_DIRECT_EPILOGUE_INL_H_

#include <cstddef>
#include <cstdint>

#include "../internal/backend.h"
#include "../internal/compiler.h"
#include "epilogue-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Sums that are the result.
template <class Simd, int kVectors>
struct DirectSums {
  static constexpr bool kScales = false;
  static constexpr bool kVaries = false;

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

// Sums that are scaled, clamped and narrowed. `Scale` makes its constants of a
// task's epilogue, Of(epilogue), and scales one register of the v-th columns.
template <class Simd, int kVectors, class Scale>
struct DirectScaled {
  static constexpr bool kScales = true;
  static constexpr bool kVaries = Scale::kVaries;

  LOWP_INLINE explicit DirectScaled(const DirectTask& task)
      : scale(task),
        bounds(task.epilogue->result, Scale::Of(*task.epilogue).low,
               Scale::Of(*task.epilogue).high) {}

  template <int kRows>
  LOWP_INLINE void Finish(typename Simd::I32 (&sums)[kRows][kVectors],
                          std::uint8_t* out, std::ptrdiff_t stride,
                          int columns) const {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) sums[r][v] = scale(sums[r][v], v);
    }
    Simd::template StoreClampedRows<kRows, kVectors>(bounds, sums, out, stride,
                                                     columns);
  }

  // Scales a register of the v-th columns, and nowhere but here: compilers
  // would put that off to where the result is used.
  LOWP_INLINE void ScaleHere(typename Simd::I32* sums, int v) const {
    *sums = scale(*sums, v);
    Simd::MakeHere(sums);
  }

  // Stores sums that are scaled, for results of bytes.
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

// A scaling by fixed point, kByColumn with constants of their own for each
// register.
template <class Simd, int kVectors, bool kByColumn>
struct DirectFixedPoint {
  static constexpr bool kVaries = kByColumn;

  static LOWP_INLINE const FixedPointEpilogue& Of(const Epilogue& epilogue) {
    return epilogue.fixed_point;
  }

  LOWP_INLINE explicit DirectFixedPoint(const DirectTask& task) {
    const FixedPointEpilogue& fused = Of(*task.epilogue);
    if constexpr (kByColumn) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const int column = v * Simd::kLanes;
        lanes[v] = LanesOfColumns<Simd>(fused, task.first_column + column,
                                        task.columns - column);
      }
    } else {
      const std::int32_t multiplier = fused.multiplier.value;
      lanes[0] = Simd::MakeUsualFixedPointLanes(
          fused,
          ReducesMultiplier(fused.rounding) ? ReducedMultiplier(multiplier)
                                            : multiplier,
          fused.exponent.value);
    }
  }

  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int v) const {
    // Where ties go upward, the lanes have no sign to subtract.
    return ScaleLanes<Simd, FixedPointPath::kDoubleAway, false>(
        x, lanes[kByColumn ? v : 0]);
  }

  typename Simd::FixedPointLanes lanes[kByColumn ? kVectors : 1];
};

// A scaling by floats.
template <class Simd, int kVectors>
struct DirectFloat {
  static constexpr bool kVaries = true;

  static LOWP_INLINE const FloatEpilogue& Of(const Epilogue& epilogue) {
    return epilogue.floating;
  }

  LOWP_INLINE explicit DirectFloat(const DirectTask& task)
      : constants(Of(*task.epilogue)) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const int column = v * Simd::kLanes;
      scales[v] = LoadParameter<Simd>(Of(*task.epilogue).scale, 0,
                                      task.first_column + column,
                                      task.columns - column);
    }
  }

  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int v) const {
    return ScaleByFloat<Simd, false>(x, scales[v], constants);
  }

  typename Simd::F32 scales[kVectors];
  FloatConstants<Simd> constants;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_DIRECT_EPILOGUE_INL_H_
