// Constants of a scale, made ahead: a line of few windows, or a tile of one
// row, would wait for them.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_SCALE_CONSTANTS_INL_H_
#define LOWP_META_EPILOGUE_SCALE_CONSTANTS_INL_H_

#include <cstddef>
#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "../../internal/contract/scale_constants.h"
#include "epilogue_fixed_point-inl.h"
#include "register_scaling-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Calls make(first, second) for the parameters of each of four registers, and
// stores what it returns.
template <class Simd, class Lanes, class Function>
LOWP_INLINE std::size_t MakeFourConstants(const ScaleParameters& parameters,
                                          void* constants,
                                          const Function& make) {
  static_assert(4 * Simd::kLanes <= kMaxScaleLanes &&
                    sizeof(Lanes) <= kScaleConstantBytes * Simd::kLanes,
                "the engine leaves room for as many");
  Lanes* const made = static_cast<Lanes*>(constants);
  LOWP_UNROLL
  for (int i = 0; i < 4; ++i) {
    made[i] = make(Simd::Load(parameters.first + i * Simd::kLanes),
                   Simd::Load(parameters.second + i * Simd::kLanes));
  }
  return 4 * sizeof(Lanes);
}

// RegisterFamily::make_tile_constants and make_line_constants.
template <class Simd, class Scalings>
std::size_t MakeScaleConstants(const Epilogue& epilogue,
                               const ScaleParameters& parameters,
                               void* constants) {
  using I32 = typename Simd::I32;
  if (epilogue.form == EpilogueForm::kFloat) {
    return MakeFourConstants<Simd, typename Simd::F32>(
        parameters, constants, [](I32 scale, I32) LOWP_INLINE_LAMBDA {
          return Simd::FromBits(scale);
        });
  }
  const FixedPointEpilogue& fused = epilogue.fixed_point;
  std::size_t bytes = 0;
  Scalings::OnOne(fused, [&](const auto& scaling) LOWP_INLINE_LAMBDA {
    using Lanes = typename std::decay_t<decltype(scaling)>::Lanes;
    bytes = MakeFourConstants<Simd, Lanes>(
        parameters, constants,
        [&](I32 multiplier, I32 exponent) LOWP_INLINE_LAMBDA {
          const FixedPointColumns<Simd> used(fused, multiplier, exponent);
          return scaling.MakeLanes(used.multiplier, used.exponent);
        });
  });
  return bytes;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_SCALE_CONSTANTS_INL_H_
