// Products and squared differences of 8-bit tensors in floats. Needs a policy
// as in transform-inl.h.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_BINARY_IN_FLOATS_INL_H_
#define LOWP_META_TENSOR_BINARY_IN_FLOATS_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/binary_in_floats.h"
#include "../../internal/detect_platform.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// ScalingInFloats, but for the truncation.
template <class Simd>
class FloatScaling {
 public:
  using F32 = typename Simd::F32;
  explicit FloatScaling(const ScalingInFloats& scaling)
      : factor_(Simd::Set1(scaling.factor)),
        above_(Simd::Set1(scaling.above)),
        below_(Simd::Set1(scaling.below)) {}

  LOWP_INLINE F32 operator()(F32 x) const {
    const F32 v = Simd::Mul(x, factor_);
    return Simd::Add(v, Simd::IfPositive(v, above_, below_));
  }

 private:
  const F32 factor_, above_, below_;
};

// An operand's elements minus its zero point.
template <class Simd>
class Differences {
 public:
  explicit Differences(std::int32_t zero_point)
      : zero_(Simd::Set1(zero_point)) {}
  LOWP_INLINE typename Simd::F32 operator()(typename Simd::I32 x) const {
    return Simd::ToF32(Simd::Sub(x, zero_));
  }

 private:
  const typename Simd::I32 zero_;
};

template <class Simd>
class FloatProducts {
 public:
  explicit FloatProducts(const MultiplicationInFloats& form)
      : x_(form.x_zero_point), y_(form.y_zero_point), scaled_(form.scaling) {}

  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x,
                                            typename Simd::I32 y) const {
    // Both factors have 9 bits: their product is exact.
    return Simd::ToInt32(scaled_(Simd::Mul(x_(x), y_(y))));
  }

 private:
  const Differences<Simd> x_, y_;
  const FloatScaling<Simd> scaled_;
};

template <class Simd>
class FloatSquaredDifferences {
 public:
  explicit FloatSquaredDifferences(const SquaredDifferenceInFloats& form)
      : x_(form.x_zero_point),
        y_(form.y_zero_point),
        x_scaled_(form.x_scaling),
        y_scaled_(form.y_scaling),
        scaled_(form.scaling) {}

  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x,
                                            typename Simd::I32 y) const {
    const typename Simd::F32 d =
        Simd::Sub(Simd::Trunc(x_scaled_(x_(x))), Simd::Trunc(y_scaled_(y_(y))));
    return Simd::ToInt32(scaled_(Simd::Mul(d, d)));
  }

 private:
  const Differences<Simd> x_, y_;
  const FloatScaling<Simd> x_scaled_, y_scaled_, scaled_;
};

// RegisterFamily::multiply_in_floats and square_difference_in_floats. Function
// is constructed from the form.
template <class Simd, class Function, typename Form>
void RunInFloats(const BinaryInFloatsTask<Form>& task) {
  const Function function(*task.form);
  const typename Simd::I32 zero = Simd::Set1(task.form->zero_point);
  const typename Simd::Bounds bounds(task.scalar, task.form->low,
                                     task.form->high);
  ForBlocks<Simd>(task.count, [&](auto vectors, std::size_t at,
                                  std::size_t n) LOWP_INLINE_LAMBDA {
    constexpr int kVectors = decltype(vectors)::value;
    typename Simd::I32 x[kVectors], y[kVectors];
    LoadBlock<Simd, kVectors>(task.scalar, task.x + at, n, x);
    LoadBlock<Simd, kVectors>(task.scalar, task.y + at, n, y);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      x[v] = Simd::Add(function(x[v], y[v]), zero);
    }
    Simd::template StoreClamped<kVectors>(bounds, x, task.result + at,
                                          static_cast<int>(n));
  });
}

template <class Simd>
void MultiplyInFloats(const MultiplyTask& task) {
  RunInFloats<Simd, FloatProducts<Simd>>(task);
}
template <class Simd>
void SquareDifferenceInFloats(const SquareDifferenceTask& task) {
  RunInFloats<Simd, FloatSquaredDifferences<Simd>>(task);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_BINARY_IN_FLOATS_INL_H_
