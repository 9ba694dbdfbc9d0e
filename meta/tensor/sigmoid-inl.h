// Logistic and tanh of 16-bit tensors: a table of the logistic function in
// steps of 1/24, interpolated. Needs a policy as in transform-inl.h, with
//   Entries                  256 int32, made from a pointer
//   LookUp(entries, index)   replaces each lane of an array of registers by the
//                            entry that it is the index of
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_SIGMOID_INL_H_
#define LOWP_META_TENSOR_SIGMOID_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/transform.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The table's value at distance * 2^-kFraction, times 2^kFraction, from the
// entry there; `end` beyond the end of the table.
template <class Simd, int kFraction>
LOWP_INLINE typename Simd::I32 Interpolate(typename Simd::I32 entry,
                                           typename Simd::I32 distance,
                                           std::int32_t end) {
  using I32 = typename Simd::I32;
  const I32 last = Simd::Set1(255);
  const I32 index = Simd::ShiftRight(distance, Simd::Set1(kFraction));
  const I32 fraction = BitAnd(distance, Simd::Set1((1 << kFraction) - 1));
  const I32 value = BitAnd(entry, Simd::Set1(0xFFFF));
  const I32 step = Simd::ShiftRight(entry, Simd::Set1(16));
  const I32 inside =
      Simd::Add(Mul(value, Simd::Set1(1 << kFraction)), Mul(fraction, step));
  return SelectUsingMask(MaskIfLessThan(index, last), inside, Simd::Set1(end));
}

// logistic(x) in units of 2^-15, from the distance |x| in units of 2^-12 / 3
// and the mask of negative x.
template <class Simd>
LOWP_INLINE typename Simd::I32 LogisticOf(typename Simd::I32 entry,
                                          typename Simd::I32 distance,
                                          typename Simd::I32 negative) {
  using I32 = typename Simd::I32;
  const I32 value = Interpolate<Simd, 9>(entry, distance, 0x7FFF << 10);
  const I32 half = Simd::Set1(1 << 9);
  // For negative x: 1 - value, whose ties go down.
  const I32 mirrored = Sub(Simd::Set1((1 << 25) + (1 << 9) - 1), value);
  return Simd::ShiftRight(
      SelectUsingMask(negative, mirrored, Simd::Add(value, half)),
      Simd::Set1(10));
}

// tanh(x) = 2 * logistic(2 * x) - 1.
template <class Simd>
LOWP_INLINE typename Simd::I32 TanhOf(typename Simd::I32 entry,
                                      typename Simd::I32 distance,
                                      typename Simd::I32 negative) {
  using I32 = typename Simd::I32;
  const I32 value = Interpolate<Simd, 8>(entry, distance, 0xFFFF << 8);
  const I32 above = Sub(value, Simd::Set1((1 << 23) - (1 << 7)));
  const I32 below = Sub(Simd::Set1((1 << 23) + (1 << 7) - 1), value);
  return Simd::ShiftRight(SelectUsingMask(negative, below, above),
                          Simd::Set1(8));
}

// kLogistic and kTanh.
template <class Simd, TransformKind kKind>
void SigmoidRun(const TransformTask& task) {
  using I32 = typename Simd::I32;
  constexpr int kVectors = Simd::kBlockVectors;
  constexpr int kBlock = kVectors * Simd::kLanes;
  constexpr bool kIsTanh = kKind == TransformKind::kTanh;
  const SigmoidParameters& parameters = *task.sigmoid;
  const typename Simd::Entries entries(parameters.values_and_steps);
  const std::uint8_t* in = static_cast<const std::uint8_t*>(task.input);
  std::uint8_t* out = static_cast<std::uint8_t*>(task.output);
  const typename Simd::Bounds bounds(Scalar::kInt16, INT16_MIN, INT16_MAX);
  const I32 zero = Simd::Set1(0), last = Simd::Set1(255);
  const I32 multiplier = Simd::Set1(parameters.multiplier);
  const I32 shift = Simd::Set1(parameters.shift);
  const I32 half =
      Simd::Set1(parameters.shift > 0 ? 1 << (parameters.shift - 1) : 0);
  for (std::size_t at = 0; at < task.count; at += kBlock) {
    const std::size_t left = task.count - at;
    const std::size_t n = left < kBlock ? left : kBlock;
    I32 x[kVectors], entry[kVectors];
    LoadBlock<Simd, kVectors>(Scalar::kInt16, in + 2 * at, n, x);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      x[v] = Simd::ShiftRight(Simd::Add(Mul(x[v], multiplier), half), shift);
      const I32 distance = Simd::Max(x[v], Sub(zero, x[v]));
      entry[v] = Simd::Min(
          Simd::ShiftRight(distance, Simd::Set1(kIsTanh ? 8 : 9)), last);
    }
    Simd::LookUp(entries, entry);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const I32 negative = MaskIfLessThan(x[v], zero);
      const I32 distance = Simd::Max(x[v], Sub(zero, x[v]));
      if constexpr (kIsTanh) {
        x[v] = TanhOf<Simd>(entry[v], distance, negative);
      } else {
        x[v] = LogisticOf<Simd>(entry[v], distance, negative);
      }
    }
    Simd::template StoreClamped<kVectors>(bounds, x, out + 2 * at,
                                          static_cast<int>(n));
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_SIGMOID_INL_H_
