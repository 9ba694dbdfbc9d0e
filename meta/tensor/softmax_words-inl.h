// Softmax of 16-bit integers: tables of 512 steps, interpolated. Needs a policy
// as in transform-inl.h.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_SOFTMAX_WORDS_INL_H_
#define LOWP_META_TENSOR_SOFTMAX_WORDS_INL_H_

#include <cstddef>
#include <cstdint>

#include "../epilogue/activations-inl.h"
#include "requantize-inl.h"
#include "softmax_strip-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The entry for x, -2^15..2^15 - 1, of a table that spans this range in 512
// steps.
template <class Simd>
LOWP_INLINE typename Simd::I32 IndexOfStep(typename Simd::I32 x) {
  return Simd::Add(Simd::ShiftRight(x, Simd::Set1(7)), Simd::Set1(256));
}
template <class Simd>
LOWP_INLINE typename Simd::I32 InterpolateStep(typename Simd::I32 entry,
                                               typename Simd::I32 x) {
  using I32 = typename Simd::I32;
  const I32 fraction = BitAnd(x, Simd::Set1(127));
  const I32 value = BitAnd(entry, Simd::Set1(0xFFFF));
  const I32 step = Simd::ShiftRight(entry, Simd::Set1(16));
  return Simd::Add(
      value, Simd::ShiftRight(Simd::Add(Mul(step, fraction), Simd::Set1(64)),
                              Simd::Set1(7)));
}

// Replaces differences from the maximum by the places of their exponentials.
template <class Simd, class Rescaler>
LOWP_INLINE void RescaleDifferences(const IntegerRescale& by, std::size_t count,
                                    std::int32_t* values) {
  const Rescaler rescaler(by, 0, 1);
  const typename Simd::I32 end = Simd::Set1(INT16_MAX);
  MapStrip<Simd>(values, count, [&](typename Simd::I32 x) LOWP_INLINE_LAMBDA {
    return SaturateTo16<Simd>(Simd::Add(rescaler(x, 0), end));
  });
}

template <class Simd>
LOWP_NOINLINE void RescaleDifferences(const IntegerRescale& by,
                                      std::size_t count, std::int32_t* values) {
  if (!by.fused || by.special) {
    return RescaleDifferences<Simd, AnyRescale<Simd, 1, false>>(by, count,
                                                                values);
  }
  OnPath<Simd>(by.path, [&](auto path) LOWP_INLINE_LAMBDA {
    RescaleDifferences<Simd, FusedRescale<Simd, 1, path, false>>(by, count,
                                                                 values);
  });
}

template <class Simd>
class WordSoftmax {
 public:
  using I32 = typename Simd::I32;

  explicit LOWP_INLINE WordSoftmax(const TransformTask& task)
      : parameters_(*task.softmax),
        rescale_(task.rescale->rescale),
        bounds_(Scalar::kInt16, 0, INT16_MAX) {}

  LOWP_INLINE std::int32_t LargestOf(const SoftmaxRow& row) const {
    return LargestOfRow<Simd, Scalar::kInt16>(row);
  }
  LOWP_INLINE void Distances(const SoftmaxRow& row, std::int32_t largest,
                             std::int32_t* values) const {
    const I32 maximum = Simd::Set1(largest);
    ForLanesOfRow<Simd, Scalar::kInt16>(
        row, [&](std::size_t at, I32 x) LOWP_INLINE_LAMBDA {
          Simd::Store(values + at, Distance(maximum, x));
        });
  }
  static LOWP_INLINE I32 Distance(I32 largest, I32 x) {
    return Sub(x, largest);
  }
  LOWP_INLINE void Exponentials(std::int32_t* values, std::size_t count) const {
    constexpr std::size_t kPiece = 256;
    alignas(64) std::int32_t entries[kPiece];
    RescaleDifferences<Simd>(rescale_, count, values);
    for (std::size_t at = 0; at < count; at += kPiece) {
      const std::size_t left = count - at;
      const std::size_t n = left < kPiece ? left : kPiece;
      std::int32_t* const piece = values + at;
      for (std::size_t i = 0; i < n; i += Simd::kLanes) {
        Simd::Store(entries + i, IndexOfStep<Simd>(Simd::Load(piece + i)));
      }
      LookUpEach(parameters_.exponentials, n, entries);
      for (std::size_t i = 0; i < n; i += Simd::kLanes) {
        Simd::Store(piece + i, InterpolateStep<Simd>(Simd::Load(entries + i),
                                                     Simd::Load(piece + i)));
      }
    }
  }
  LOWP_INLINE std::uint32_t Sum(const std::int32_t* values,
                                std::size_t count) const {
    return SumOfStrip<Simd>(values, count,
                            [](I32 x) LOWP_INLINE_LAMBDA { return Term(x); });
  }
  static LOWP_INLINE I32 Term(I32 x) { return x; }

  // The sum scaled to 1..2 in units of 2^-16, relative to the middle of that
  // range, is the place of its reciprocal.
  LOWP_INLINE void MakeScales(const std::uint64_t* sums, std::size_t rows) {
    alignas(64) std::int32_t places[kSoftmaxRows] = {};
    for (std::size_t r = 0; r < rows; ++r) {
      const int width = BitsOf(sums[r]);
      const std::int64_t ones = static_cast<std::int64_t>(
          ((sums[r] << (31 - width)) + (1 << 13)) >> 14);
      places[r] = static_cast<std::int32_t>(ones - 3 * (1 << 15));
      shifts_[r] = width - 1;
    }
    for (std::size_t r = 0; r < rows; r += Simd::kLanes) {
      const I32 place = SaturateTo16<Simd>(Simd::Load(places + r));
      Simd::Store(reciprocals_ + r,
                  InterpolateStep<Simd>(Simd::Gather(parameters_.reciprocals,
                                                     IndexOfStep<Simd>(place)),
                                        place));
    }
  }
  LOWP_INLINE void Store(const std::int32_t* values, std::size_t row,
                         std::size_t columns, std::size_t writable,
                         std::uint8_t* out) const {
    const Scales scales = {Simd::Set1(reciprocals_[row]),
                           Simd::Set1(1 << (shifts_[row] - 1)),
                           Simd::Set1(shifts_[row])};
    StoreStrip<Simd>(bounds_, values, columns, writable, out,
                     [&](I32 x)
                         LOWP_INLINE_LAMBDA { return Unclamped(x, scales); });
  }
  struct Scales {
    I32 reciprocal, half, shift;
  };
  LOWP_INLINE Scales ScalesOfRows(std::size_t row) const {
    const I32 one = Simd::Set1(1), shift = Simd::Load(shifts_ + row);
    return {Simd::Load(reciprocals_ + row), ShiftLeft(one, Sub(shift, one)),
            shift};
  }
  static LOWP_INLINE I32 Scaled(I32 x, const Scales& scales) {
    return Simd::Min(Simd::Max(Unclamped(x, scales), Simd::Set1(0)),
                     Simd::Set1(INT16_MAX));
  }
  // Exponentials as they are.
  LOWP_INLINE void Keep(const std::int32_t* values, std::size_t columns,
                        std::uint8_t* out) const {
    StoreStrip<Simd>(bounds_, values, columns, columns, out,
                     [](I32 x) LOWP_INLINE_LAMBDA { return x; });
  }

 private:
  static LOWP_INLINE I32 Unclamped(I32 x, const Scales& scales) {
    return Simd::ShiftRight(Simd::Add(Mul(x, scales.reciprocal), scales.half),
                            scales.shift);
  }

  const SoftmaxParameters& parameters_;
  const IntegerRescale& rescale_;
  const typename Simd::Bounds bounds_;
  alignas(64) std::int32_t reciprocals_[kSoftmaxRows];
  alignas(64) std::int32_t shifts_[kSoftmaxRows];
};

// A row of any length. The exponentials are kept where the results will be.
template <class Simd>
LOWP_INLINE void LongSoftmaxRow(const TransformTask& task,
                                const std::uint8_t* in, std::uint8_t* out,
                                WordSoftmax<Simd>* kind) {
  const std::size_t columns = task.count;
  alignas(64) std::int32_t values[kSoftmaxValues];
  const std::int32_t largest = kind->LargestOf({in, columns, columns});
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < columns; at += kSoftmaxValues) {
    const std::size_t left = columns - at;
    const std::size_t n = left < kSoftmaxValues ? left : kSoftmaxValues;
    kind->Distances({in + 2 * at, n, n}, largest, values);
    kind->Exponentials(values, n);
    sum += kind->Sum(values, n);
    kind->Keep(values, n, out + 2 * at);
  }
  kind->MakeScales(&sum, 1);
  for (std::size_t at = 0; at < columns; at += kSoftmaxValues) {
    const std::size_t left = columns - at;
    const std::size_t n = left < kSoftmaxValues ? left : kSoftmaxValues;
    ForLanesOfRow<Simd, Scalar::kInt16>(
        {out + 2 * at, n, n},
        [&](std::size_t i, typename Simd::I32 x)
            LOWP_INLINE_LAMBDA { Simd::Store(values + i, x); });
    kind->Store(values, 0, n, n, out + 2 * at);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_SOFTMAX_WORDS_INL_H_
