// Rescales the integers of a tensor by fixed point; leaky ReLU uses another
// scale for negative values. Needs a policy as in transform-inl.h. The
// arithmetic of a register is that of the epilogue's stages.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_REQUANTIZE_INL_H_
#define LOWP_META_TENSOR_REQUANTIZE_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/transform.h"
#include "../epilogue/activations-inl.h"
#include "../epilogue/epilogue_fixed_point-inl.h"
#include "leaky_relu_words-inl.h"
#include "rescale_channels-inl.h"
#include "rescale_words-inl.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Rescales the registers of a block with the expression of FixedPointPath.
template <class Simd, int kVectors, FixedPointPath kPath, bool kVaries>
class FusedRescale {
 public:
  // For the n elements from `channel` on.
  LOWP_INLINE FusedRescale(const IntegerRescale& rescale, std::size_t channel,
                           std::size_t n)
      : special_(rescale.special) {
    FixedPointEpilogue fused = {};
    fused.rounding = rescale.rounding;
    fused.path = rescale.path;
    fused.special = special_;
    typename Simd::I32 multiplier[kCount], exponent[kCount];
    LoadParameters<Simd, kCount, kVaries>(rescale.multipliers + channel, n,
                                          multiplier);
    LoadParameters<Simd, kCount, kVaries>(rescale.exponents + channel, n,
                                          exponent);
    LOWP_UNROLL
    for (int v = 0; v < kCount; ++v) {
      lanes_[v] = Simd::MakeFixedPointLanes(fused, multiplier[v], exponent[v]);
    }
    if constexpr (!kVaries) Simd::KeepInRegisters(&lanes_[0]);
  }
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int v) const {
    return ScaleLanes<Simd, kPath>(x, lanes_[kVaries ? v : 0], special_,
                                   /*shifts_left=*/special_);
  }

 private:
  static constexpr int kCount = kVaries ? kVectors : 1;
  typename Simd::FixedPointLanes lanes_[kCount];
  bool special_;
};

// The same for any multipliers and exponents.
template <class Simd, int kVectors, bool kVaries>
class AnyRescale {
 public:
  LOWP_INLINE AnyRescale(const IntegerRescale& rescale, std::size_t channel,
                         std::size_t n)
      : rounding_(rescale.rounding) {
    LoadParameters<Simd, kCount, kVaries>(rescale.multipliers + channel, n,
                                          multiplier_);
    LoadParameters<Simd, kCount, kVaries>(rescale.exponents + channel, n,
                                          exponent_);
  }
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int v) const {
    const int i = kVaries ? v : 0;
    return ScaleByAnyFixedPoint<Simd>(x, multiplier_[i], exponent_[i], 0,
                                      rounding_);
  }

 private:
  static constexpr int kCount = kVaries ? kVectors : 1;
  typename Simd::I32 multiplier_[kCount], exponent_[kCount];
  FixedPointRounding rounding_;
};

// Zero points: one for all channels, or those from `channel` on. If they vary,
// one per element if the run's parameters vary, else the first for all.
template <class Simd, int kVectors, bool kVaries>
LOWP_INLINE void LoadZeroPoints(const std::int32_t* zero_points, bool vary,
                                std::size_t channel, std::size_t n,
                                typename Simd::I32 (&x)[kVectors]) {
  if (vary) {
    LoadParameters<Simd, kVectors, kVaries>(zero_points + channel, n, x);
  } else {
    LoadParameters<Simd, kVectors, false>(zero_points, n, x);
  }
}

// Applies a function of single integers, from input_scalar to `scalar`, within
// the task's bounds. Function is constructed from the task, the channel of a
// block's first element and the number of its elements; it is called with a
// register of the block and the register's index.
template <class Simd, class Function, bool kVaries>
void MapIntegers(const TransformTask& task) {
  constexpr int kVectors = Simd::kBlockVectors;
  constexpr int kBlock = kVectors * Simd::kLanes;
  const std::size_t in_size =
      static_cast<std::size_t>(SizeOf(task.input_scalar));
  const std::size_t out_size = static_cast<std::size_t>(SizeOf(task.scalar));
  const typename Simd::Bounds bounds(task.scalar, task.low, task.high);
  for (std::size_t at = 0; at < task.count;) {
    const std::size_t channel = task.channel + (kVaries ? at : 0);
    // Parameters are made once: per block of all runs, or for all blocks.
    const std::size_t left = task.count - at;
    const std::size_t width = kVaries && left > kBlock ? kBlock : left;
    const Function function(task, channel, width);
    for (std::size_t run = 0; run < task.runs; ++run) {
      const std::size_t first = run * task.run_stride + at;
      const std::uint8_t* in =
          static_cast<const std::uint8_t*>(task.input) + first * in_size;
      std::uint8_t* out =
          static_cast<std::uint8_t*>(task.output) + first * out_size;
      for (std::size_t i = 0; i < width; i += kBlock) {
        const std::size_t n = width - i < kBlock ? width - i : kBlock;
        typename Simd::I32 x[kVectors];
        LoadBlock<Simd, kVectors>(task.input_scalar, in + i * in_size, n, x);
        LOWP_UNROLL
        for (int v = 0; v < kVectors; ++v) x[v] = function(x[v], v);
        Simd::template StoreClamped<kVectors>(bounds, x, out + i * out_size,
                                              static_cast<int>(n));
      }
    }
    at += width;
  }
}

// kRequantize with one of the two rescalings.
template <class Simd, class Rescaler, bool kVaries>
class Requantizer {
 public:
  LOWP_INLINE Requantizer(const TransformTask& task, std::size_t channel,
                          std::size_t n)
      : rescaler_(task.rescale->rescale, channel, n) {
    const RescaleParameters& parameters = *task.rescale;
    LoadZeroPoints<Simd, kCount, kVaries>(parameters.input_zero_points,
                                          parameters.input_zero_points_vary,
                                          channel, n, in_zero_);
    LoadZeroPoints<Simd, kCount, kVaries>(parameters.output_zero_points,
                                          parameters.output_zero_points_vary,
                                          channel, n, out_zero_);
  }
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int v) const {
    const int i = kVaries ? v : 0;
    return Simd::Add(rescaler_(Simd::Sub(x, in_zero_[i]), v), out_zero_[i]);
  }

 private:
  static constexpr int kCount = kVaries ? Simd::kBlockVectors : 1;
  Rescaler rescaler_;
  typename Simd::I32 in_zero_[kCount], out_zero_[kCount];
};

template <class Simd, class Rescaler, bool kVaries>
void RequantizeBlocks(const TransformTask& task) {
  MapIntegers<Simd, Requantizer<Simd, Rescaler, kVaries>, kVaries>(task);
}

template <class Simd, bool kVaries>
void RequantizeLanes(const TransformTask& task) {
  if (!task.rescale->rescale.fused) {
    return RequantizeBlocks<
        Simd, AnyRescale<Simd, Simd::kBlockVectors, kVaries>, kVaries>(task);
  }
  OnPath<Simd>(task.rescale->rescale.path, [&](auto path) LOWP_INLINE_LAMBDA {
    RequantizeBlocks<
        Simd, FusedRescale<Simd, Simd::kBlockVectors, path, kVaries>, kVaries>(
        task);
  });
}

// What is left of a task when the first elements of its runs are done.
LOWP_INLINE TransformTask RestOf(const TransformTask& task, std::size_t done) {
  TransformTask rest = task;
  rest.input = static_cast<const std::uint8_t*>(task.input) +
               done * static_cast<std::size_t>(SizeOf(task.input_scalar));
  rest.output = static_cast<std::uint8_t*>(task.output) +
                done * static_cast<std::size_t>(SizeOf(task.scalar));
  rest.count -= done;
  if (task.varies) rest.channel += done;
  return rest;
}

// kRequantize.
template <class Simd, bool kVaries>
void RequantizeRun(const TransformTask& task) {
  if constexpr (Simd::kHasWords) {
    using Words = typename Simd::Words;
    const std::size_t done = kVaries ? RequantizeChannels<Words>(task)
                                     : RequantizeWords<Words>(task);
    if (done == task.count) return;
    return RequantizeLanes<Simd, kVaries>(RestOf(task, done));
  }
  RequantizeLanes<Simd, kVaries>(task);
}

// kLeakyRelu, whose parameters never vary.
template <class Simd>
class LeakyRelus {
 public:
  LOWP_INLINE LeakyRelus(const TransformTask& task, std::size_t, std::size_t)
      : above_multiplier_(Simd::Set1(task.rescale->rescale.multipliers[0])),
        above_exponent_(Simd::Set1(task.rescale->rescale.exponents[0])),
        below_multiplier_(Simd::Set1(task.rescale->below.multipliers[0])),
        below_exponent_(Simd::Set1(task.rescale->below.exponents[0])),
        in_zero_(Simd::Set1(task.rescale->input_zero_points[0])),
        out_zero_(task.rescale->output_zero_points[0]),
        rounding_(task.rescale->rescale.rounding) {}
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int) const {
    return LeakyRelu<Simd>(Simd::Sub(x, in_zero_), above_multiplier_,
                           above_exponent_, below_multiplier_, below_exponent_,
                           out_zero_, rounding_);
  }

 private:
  typename Simd::I32 above_multiplier_, above_exponent_, below_multiplier_,
      below_exponent_, in_zero_;
  std::int32_t out_zero_;
  FixedPointRounding rounding_;
};

template <class Simd>
void LeakyReluRun(const TransformTask& task) {
  if constexpr (Simd::kHasWords) {
    const std::size_t done = LeakyReluWords<typename Simd::Words>(task);
    if (done == task.count) return;
    return MapIntegers<Simd, LeakyRelus<Simd>, false>(RestOf(task, done));
  }
  MapIntegers<Simd, LeakyRelus<Simd>, false>(task);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_REQUANTIZE_INL_H_
