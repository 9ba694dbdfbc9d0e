// Maps the integers of a tensor, and a bias, to integers over another range of
// real values. Needs a policy as in transform-inl.h. Included by register
// families only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_AFFINE_INL_H_
#define LOWP_META_TENSOR_AFFINE_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/transform.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The real values of a block's integers: min + scale * (x - offset).
template <class Simd, int kVectors>
LOWP_INLINE void LoadReals(Scalar scalar, const std::uint8_t* p, std::size_t n,
                           float min, float offset, float scale,
                           typename Simd::F32 (&reals)[kVectors]) {
  typename Simd::I32 x[kVectors];
  LoadBlock<Simd, kVectors>(scalar, p, n, x);
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    reals[v] =
        Simd::Add(Simd::Mul(Simd::Sub(Simd::ToF32(x[v]), Simd::Set1(offset)),
                            Simd::Set1(scale)),
                  Simd::Set1(min));
  }
}

// kAffine.
template <class Simd>
void AffineRun(const TransformTask& task) {
  using F32 = typename Simd::F32;
  constexpr int kVectors = Simd::kBlockVectors;
  constexpr std::size_t kBlock = kVectors * Simd::kLanes;
  const AffineParameters& p = *task.affine;
  const std::size_t in_size =
      static_cast<std::size_t>(SizeOf(task.input_scalar));
  const std::size_t out_size = static_cast<std::size_t>(SizeOf(task.scalar));
  const std::size_t bias_size = static_cast<std::size_t>(SizeOf(p.bias_scalar));
  const typename Simd::Bounds bounds(task.scalar, task.low, task.high);
  const F32 inverse = Simd::Set1(p.result_inverse);
  const F32 result_min = Simd::Set1(p.result_min);
  const F32 result_offset = Simd::Set1(p.result_offset);
  // The range that the conversion to int32 accepts.
  const F32 low = Simd::Set1(-2147483648.0f);
  const F32 high = Simd::Set1(2147483520.0f);
  for (std::size_t run = 0; run < task.runs; ++run) {
    const std::size_t first = run * task.run_stride;
    const std::uint8_t* in =
        static_cast<const std::uint8_t*>(task.input) + first * in_size;
    std::uint8_t* out =
        static_cast<std::uint8_t*>(task.output) + first * out_size;
    for (std::size_t at = 0; at < task.count; at += kBlock) {
      const std::size_t left = task.count - at;
      const std::size_t n = left < kBlock ? left : kBlock;
      F32 sums[kVectors];
      LoadReals<Simd, kVectors>(task.input_scalar, in + at * in_size, n, p.min,
                                p.offset, p.scale, sums);
      if (p.bias != nullptr) {
        F32 bias[kVectors];
        LoadReals<Simd, kVectors>(p.bias_scalar,
                                  static_cast<const std::uint8_t*>(p.bias) +
                                      (task.channel + at) * bias_size,
                                  n, p.bias_min, 0.0f, p.bias_scale, bias);
        LOWP_UNROLL
        for (int v = 0; v < kVectors; ++v) {
          sums[v] = Simd::Add(sums[v], bias[v]);
        }
      }
      typename Simd::I32 result[kVectors];
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const F32 real = Simd::Add(
            Simd::Mul(Simd::Sub(sums[v], result_min), inverse), result_offset);
        result[v] =
            Simd::ToInt32(Simd::Trunc(Simd::Min(Simd::Max(real, low), high)));
      }
      Simd::template StoreClamped<kVectors>(bounds, result, out + at * out_size,
                                            static_cast<int>(n));
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_AFFINE_INL_H_
