// The epilogues of tiles in registers (register_tiles-inl.h). Each of them
// supplies
//   Finish(sums, out, stride, columns)
//                     finishes the sums of rows that lie `stride` bytes apart
//   kScales           whether it does more than store
// and if it scales, with constants of each register of columns, also
//   Take(task, first_column)
//                     takes the panel of the columns from that one on
//   ScaleHere, StoreBytes
//                     the two steps of Finish, for results of bytes
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_REGISTER_EPILOGUE_INL_H_
#define LOWP_META_EPILOGUE_REGISTER_EPILOGUE_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "epilogue_fixed_point-inl.h"
#include "epilogue_fused_float-inl.h"
#include "register_scaling-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Sums that are stored as the result.
template <class Simd, int kVectors>
struct RegisterStore {
  static constexpr bool kScales = false;

  LOWP_INLINE explicit RegisterStore(const GemmTask&) {}

  template <int kRows>
  LOWP_INLINE void Finish(typename Simd::I32 (&sums)[kRows][kVectors],
                          std::uint8_t* out, std::ptrdiff_t stride,
                          int columns) const {
    Simd::template StoreInt32Rows<kRows, kVectors>(sums, out, stride, columns);
  }
};

// Sums that are scaled, clamped and narrowed. `Scale` makes its constants from
// the task's epilogue, Of(epilogue). Constants(v) are those of the v-th
// register of columns; Apply scales one register with them.
template <class Simd, int kVectors, class Scale>
struct RegisterScale {
  static constexpr bool kScales = true;

  LOWP_INLINE explicit RegisterScale(const GemmTask& task)
      : scale(task),
        bounds(task.epilogue->result, Scale::Of(*task.epilogue).low,
               Scale::Of(*task.epilogue).high) {}

  LOWP_INLINE void Take(const GemmTask& task, int first_column) {
    scale.Take(task, first_column);
  }

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

// The constants that were made before of the registers of columns from `column`
// on; null: none were.
template <class Simd, class Lanes>
LOWP_INLINE const Lanes* MadeLanes(const GemmTask& task, int column) {
  if (task.constants == nullptr) return nullptr;
  return static_cast<const Lanes*>(task.constants) +
         static_cast<unsigned>(column) / Simd::kLanes;
}

// A scaling by fixed point. Constants that vary along columns are made for each
// panel, unless they were made before, which none are whose scaling needs a
// mode of its own.
template <class Simd, int kVectors, class Scaling>
struct FixedPointScale {
  using Lanes = typename Scaling::Lanes;

  static LOWP_INLINE const FixedPointEpilogue& Of(const Epilogue& epilogue) {
    return epilogue.fixed_point;
  }

  LOWP_INLINE explicit FixedPointScale(const GemmTask& task)
      : scaling(task.epilogue->fixed_point) {
    const FixedPointEpilogue& fused = Of(*task.epilogue);
    if (fused.along == Along::kCols) {
      Take(task, task.first_column);
      return;
    }
    own[0] = LanesOfRow(scaling, fused, 0);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) lanes[v] = own;
  }
  // `lanes` may point into the object.
  FixedPointScale(const FixedPointScale&) = delete;
  FixedPointScale& operator=(const FixedPointScale&) = delete;

  LOWP_INLINE void Take(const GemmTask& task, int first_column) {
    const FixedPointEpilogue& fused = Of(*task.epilogue);
    if (fused.along != Along::kCols) return;
    const Lanes* first = nullptr;
    if constexpr (kWorksInAnyMode<Scaling>) {
      first = MadeLanes<Simd, Lanes>(task, first_column);
    }
    if (first == nullptr) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const int column = v * Simd::kLanes;
        const FixedPointColumns<Simd> given = LoadFixedPointColumns<Simd>(
            fused, first_column + column, task.n - column);
        own[v] = scaling.MakeLanes(given.multiplier, given.exponent);
      }
      first = own;
    }
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) lanes[v] = first + v;
  }

  LOWP_INLINE const Lanes& Constants(int v) const { return *lanes[v]; }
  LOWP_INLINE typename Simd::I32 Apply(typename Simd::I32 x,
                                       const Lanes& k) const {
    return scaling.Scale(x, k);
  }

  Scaling scaling;
  const Lanes* lanes[kVectors];  // of each register of columns
  Lanes own[kVectors];           // if none were made before
};

// A float scaling.
template <class Simd, int kVectors>
struct FloatScale {
  static LOWP_INLINE const FloatEpilogue& Of(const Epilogue& epilogue) {
    return epilogue.floating;
  }

  LOWP_INLINE explicit FloatScale(const GemmTask& task)
      : constants(Of(*task.epilogue)) {
    Take(task, task.first_column);
  }

  LOWP_INLINE void Take(const GemmTask& task, int first_column) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const int column = v * Simd::kLanes;
      scales[v] = LoadParameter<Simd>(Of(*task.epilogue).scale, 0,
                                      first_column + column, task.n - column);
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

#endif  // LOWP_META_EPILOGUE_REGISTER_EPILOGUE_INL_H_
