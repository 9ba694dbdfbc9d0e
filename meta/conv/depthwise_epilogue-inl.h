// The epilogue of a depthwise block in registers, with constants for each lane
// that were made when the convolution was prepared: a line of few windows would
// wait for them. Included by backends and register families only, each of which
// compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_EPILOGUE_INL_H_
#define LOWP_META_CONV_DEPTHWISE_EPILOGUE_INL_H_

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/depthwise_task.h"
#include "../epilogue/epilogue_fixed_point-inl.h"
#include "../epilogue/epilogue_fused_float-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// One for each register of sums, in the task's constants.
template <class Simd>
struct DepthwiseConstants {
  union {
    typename Simd::F32 scales[4];
    typename Simd::FixedPointLanes lanes[4];
  };
};

// DepthwiseKernel::make_constants.
template <class Simd>
void MakeDepthwiseConstants(const Epilogue& epilogue,
                            const DepthwiseParameters& parameters,
                            void* constants) {
  using Constants = DepthwiseConstants<Simd>;
  static_assert(sizeof(Constants) <= kDepthwiseConstantBytes,
                "the engine leaves room for as many");
  Constants& made = *static_cast<Constants*>(constants);
  for (int i = 0; i < 4; ++i) {
    typename Simd::I32 first = Simd::Load(parameters.first + i * Simd::kLanes);
    if (epilogue.form == EpilogueForm::kFloat) {
      made.scales[i] = Simd::FromBits(first);
    } else {
      const FixedPointEpilogue& fused = epilogue.fixed_point;
      if (ReducesMultiplier(fused.rounding)) {
        first = ReduceMultiplier<Simd>(first);
      }
      made.lanes[i] = Simd::MakeFixedPointLanes(
          fused, first, Simd::Load(parameters.second + i * Simd::kLanes));
    }
  }
}

// What a kernel's function stores. One function for both saves a copy of the
// loops that sum, where there are enough registers for it to take no longer.
enum class DepthwiseResults { kSums, kBytes, kEither };

template <class Simd>
class DepthwiseEpilogue {
 public:
  using I32 = typename Simd::I32;

  // Null: sums are stored as they are.
  explicit LOWP_INLINE DepthwiseEpilogue(const Epilogue* given) {
    stores_sums = given == nullptr;
    if (stores_sums) return;
    const Epilogue& epilogue = *given;
    if (epilogue.form == EpilogueForm::kFloat) {
      form_ = Form::kFloat;
      float_constants_ = FloatConstants<Simd>(epilogue.floating);
      bounds = typename Simd::Bounds(epilogue.result, epilogue.floating.low,
                                     epilogue.floating.high);
    } else {
      const FixedPointEpilogue& fused = epilogue.fixed_point;
      form_ = TiesGoUpward(fused.path) ? Form::kUpward : Form::kDoubleAway;
      bounds = typename Simd::Bounds(epilogue.result, fused.low, fused.high);
    }
  }

  // Scales the sums of some windows, with what MakeDepthwiseConstants made.
  template <int kWindows>
  LOWP_INLINE void Scale(const void* constants,
                         I32 (&sums)[kWindows][4]) const {
    const DepthwiseConstants<Simd>& made =
        *static_cast<const DepthwiseConstants<Simd>*>(constants);
    switch (form_) {
      case Form::kFloat:
        LOWP_UNROLL
        for (int i = 0; i < 4; ++i) {
          const typename Simd::F32 scale = made.scales[i];
          LOWP_UNROLL
          for (int w = 0; w < kWindows; ++w) {
            sums[w][i] =
                ScaleByFloat<Simd, false>(sums[w][i], scale, float_constants_);
          }
        }
        return;
      case Form::kUpward:
        return ScaleFixedPoint<FixedPointPath::kUpward>(made, sums);
      case Form::kDoubleAway:
        return ScaleFixedPoint<FixedPointPath::kDoubleAway>(made, sums);
    }
  }

  bool stores_sums;
  typename Simd::Bounds bounds;

 private:
  enum class Form { kFloat, kUpward, kDoubleAway };

  template <FixedPointPath kPath, int kWindows>
  static LOWP_INLINE void ScaleFixedPoint(const DepthwiseConstants<Simd>& made,
                                          I32 (&sums)[kWindows][4]) {
    LOWP_UNROLL
    for (int i = 0; i < 4; ++i) {
      LOWP_UNROLL
      for (int w = 0; w < kWindows; ++w) {
        sums[w][i] = ScaleLanes<Simd, kPath, false>(sums[w][i], made.lanes[i]);
      }
    }
  }

  Form form_ = Form::kFloat;
  FloatConstants<Simd> float_constants_;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_EPILOGUE_INL_H_
