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
#include "../epilogue/register_scaling-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A block's constants, for each register of sums.
template <class Lanes>
using DepthwiseConstants = Lanes[4];

// What a kernel's function stores. One function for both saves a copy of the
// loops that sum, where there are enough registers for it to take no longer.
enum class DepthwiseResults { kSums, kBytes, kEither };

template <class Simd>
class DepthwiseEpilogue {
 public:
  using I32 = typename Simd::I32;

  // Null: sums are stored as they are.
  explicit LOWP_INLINE DepthwiseEpilogue(const Epilogue* given)
      : mode_(given != nullptr && given->form == EpilogueForm::kFixedPoint &&
              LineScalings<Simd>::TakesFast(given->fixed_point)) {
    stores_sums = given == nullptr;
    if (stores_sums) return;
    const Epilogue& epilogue = *given;
    if (epilogue.form == EpilogueForm::kFloat) {
      form_ = Form::kFloat;
      float_.constants = FloatConstants<Simd>(epilogue.floating);
      bounds = typename Simd::Bounds(epilogue.result, epilogue.floating.low,
                                     epilogue.floating.high);
    } else {
      const FixedPointEpilogue& fused = epilogue.fixed_point;
      form_ = LineScalings<Simd>::TakesFast(fused) ? Form::kFast : Form::kAny;
      if (form_ == Form::kFast) {
        fast_ = Fast(fused);
      } else {
        any_ = Any(fused);
      }
      bounds = typename Simd::Bounds(epilogue.result, fused.low, fused.high);
    }
  }

  // Scales the sums of some windows, with what make_line_constants made.
  template <int kWindows>
  LOWP_INLINE void Scale(const void* constants,
                         I32 (&sums)[kWindows][4]) const {
    switch (form_) {
      case Form::kFloat:
        return ScaleBy(float_, constants, sums);
      case Form::kFast:
        return ScaleBy(fast_, constants, sums);
      case Form::kAny:
        return ScaleBy(any_, constants, sums);
    }
  }

  // Calls function(scaling) if floats scale the sums. False if not.
  template <class Function>
  LOWP_INLINE bool OnFloats(const Function& function) const {
    if (form_ == Form::kAny) return false;
    if (form_ == Form::kFloat) {
      function(float_);
    } else {
      function(fast_);
    }
    return true;
  }

  bool stores_sums;
  typename Simd::Bounds bounds;

 private:
  using Fast = typename LineScalings<Simd>::Fast;
  using Any = typename LineScalings<Simd>::Any;
  enum class Form { kFloat, kFast, kAny };

  struct FloatScaling {
    using Lanes = typename Simd::F32;
    LOWP_INLINE I32 Scale(I32 x, const Lanes& scale) const {
      return ScaleByFloat<Simd, false>(x, scale, constants);
    }
    FloatConstants<Simd> constants;
  };

  template <class Scaling, int kWindows>
  static LOWP_INLINE void ScaleBy(const Scaling& scaling, const void* constants,
                                  I32 (&sums)[kWindows][4]) {
    using Constants = DepthwiseConstants<typename Scaling::Lanes>;
    const Constants& made = *static_cast<const Constants*>(constants);
    LOWP_UNROLL
    for (int i = 0; i < 4; ++i) {
      LOWP_UNROLL
      for (int w = 0; w < kWindows; ++w) {
        sums[w][i] = scaling.Scale(sums[w][i], made[i]);
      }
    }
  }

  const typename Fast::Mode mode_;
  Form form_ = Form::kFloat;
  FloatScaling float_;
  Fast fast_;
  Any any_;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_EPILOGUE_INL_H_
