// Products of 8-bit tensors in floats. Needs a policy as in transform-inl.h.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_MULTIPLY_IN_FLOATS_INL_H_
#define LOWP_META_TENSOR_MULTIPLY_IN_FLOATS_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/multiplication_in_floats.h"
#include "../../internal/detect_platform.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Simd>
class FloatProducts {
 public:
  explicit FloatProducts(const MultiplicationInFloats& form)
      : x_zero_(Simd::Set1(form.x_zero_point)),
        y_zero_(Simd::Set1(form.y_zero_point)),
        factor_(Simd::Set1(form.factor)),
        above_(Simd::Set1(form.above)),
        below_(Simd::Set1(form.below)),
        zero_(Simd::Set1(form.zero_point)) {}

  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x,
                                            typename Simd::I32 y) const {
    // Both factors have 9 bits: their product is exact.
    const F32 v = Simd::Mul(Simd::Mul(Simd::ToF32(Simd::Sub(x, x_zero_)),
                                      Simd::ToF32(Simd::Sub(y, y_zero_))),
                            factor_);
    const F32 moved = Simd::Add(v, Simd::IfPositive(v, above_, below_));
    return Simd::Add(Simd::ToInt32(moved), zero_);
  }

 private:
  using F32 = typename Simd::F32;
  const typename Simd::I32 x_zero_, y_zero_;
  const F32 factor_, above_, below_;
  const typename Simd::I32 zero_;
};

// RegisterFamily::multiply_in_floats.
template <class Simd>
void MultiplyInFloats(const MultiplyTask& task) {
  const MultiplicationInFloats& form = *task.form;
  const FloatProducts<Simd> product(form);
  const typename Simd::Bounds bounds(task.scalar, form.low, form.high);
  ForBlocks<Simd>(task.count, [&](auto vectors, std::size_t at,
                                  std::size_t n) LOWP_INLINE_LAMBDA {
    constexpr int kVectors = decltype(vectors)::value;
    typename Simd::I32 x[kVectors], y[kVectors];
    LoadBlock<Simd, kVectors>(task.scalar, task.x + at, n, x);
    LoadBlock<Simd, kVectors>(task.scalar, task.y + at, n, y);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) x[v] = product(x[v], y[v]);
    Simd::template StoreClamped<kVectors>(bounds, x, task.result + at,
                                          static_cast<int>(n));
  });
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_MULTIPLY_IN_FLOATS_INL_H_
