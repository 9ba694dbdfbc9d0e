// Softmax of rows. Needs a policy as in transform-inl.h. Included by backends
// only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_SOFTMAX_INL_H_
#define LOWP_META_TENSOR_SOFTMAX_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../fixedpoint/fixedpoint.h"
#include "../../internal/compiler.h"
#include "../../internal/contract/transform.h"
#include "../epilogue/epilogue_fixed_point-inl.h"
#include "../epilogue/table-inl.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The maximum of a row, which is not empty.
template <class Simd>
LOWP_INLINE std::int32_t LargestOfRow(Scalar scalar, const std::uint8_t* row,
                                      std::size_t columns) {
  constexpr std::size_t kLanes = Simd::kLanes;
  const std::size_t size = static_cast<std::size_t>(SizeOf(scalar));
  typename Simd::I32 largest = Simd::Set1(INT32_MIN);
  std::int32_t found = INT32_MIN;
  std::int32_t lanes[kLanes];
  const auto take = [&](std::size_t n) LOWP_INLINE_LAMBDA {
    for (std::size_t i = 0; i < n; ++i) {
      found = lanes[i] > found ? lanes[i] : found;
    }
  };
  ForBlocks<Simd>(columns, [&](auto vectors, std::size_t at,
                               std::size_t n) LOWP_INLINE_LAMBDA {
    constexpr int kVectors = decltype(vectors)::value;
    typename Simd::I32 x[kVectors];
    LoadBlock<Simd, kVectors>(scalar, row + at * size, n, x);
    if (n < kLanes) {
      Simd::Store(lanes, x[0]);
      take(n);
      return;
    }
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) largest = Simd::Max(largest, x[v]);
  });
  Simd::Store(lanes, largest);
  take(kLanes);
  return found;
}

// Sums values in 0..2^19, passed as the registers of a block; a partial
// register must come last.
template <class Simd>
class WideSum {
 public:
  template <int kVectors>
  LOWP_INLINE void Add(const typename Simd::I32 (&x)[kVectors], std::size_t n) {
    constexpr int kLanes = Simd::kLanes;
    if (n < kVectors * kLanes || blocks_ == kMaxBlocks) Flush();
    if (n < kVectors * kLanes) {
      std::int32_t lanes[kVectors * kLanes];
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) Simd::Store(lanes + v * kLanes, x[v]);
      for (std::size_t i = 0; i < n; ++i) {
        total_ += static_cast<std::uint64_t>(lanes[i]);
      }
      return;
    }
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) sum_ = Simd::Add(sum_, x[v]);
    ++blocks_;
  }
  LOWP_INLINE std::uint64_t Total() {
    Flush();
    return total_;
  }

 private:
  // 1023 times four registers of 2^19 fit a lane.
  static constexpr int kMaxBlocks = 1023;
  LOWP_INLINE void Flush() {
    std::int32_t lanes[Simd::kLanes];
    Simd::Store(lanes, sum_);
    for (int i = 0; i < Simd::kLanes; ++i) {
      total_ += static_cast<std::uint64_t>(lanes[i]);
    }
    sum_ = Simd::Set1(0);
    blocks_ = 0;
  }
  typename Simd::I32 sum_ = Simd::Set1(0);
  std::uint64_t total_ = 0;
  int blocks_ = 0;
};

LOWP_INLINE int BitsOf(std::uint64_t x) { return 64 - __builtin_clzll(x); }

// The exponentials of the distances between a block and the row's maximum.
template <class Simd, int kVectors>
LOWP_INLINE void ExponentialsOf(const std::int32_t* table, std::int32_t largest,
                                typename Simd::I32 (&x)[kVectors]) {
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    // Lanes beyond the row, and bytes that do not occur in it, may exceed its
    // maximum.
    const typename Simd::I32 distance =
        Simd::Max(Sub(Simd::Set1(largest), x[v]), Simd::Set1(0));
    x[v] = Simd::Gather(table, Simd::Min(distance, Simd::Set1(255)));
  }
}

// 1 / (the sum of exponentials, in units of 2^-19), as
// reciprocal * 2^-31 * 2^-bits.
struct SoftmaxScale {
  std::int32_t reciprocal;
  int bits;
  explicit LOWP_INLINE SoftmaxScale(std::uint64_t sum) {
    const int width = BitsOf(sum);
    bits = width - 20;
    const std::uint64_t normalized =
        width > 32 ? sum >> (width - 32) : sum << (32 - width);
    const std::int32_t rest = static_cast<std::int32_t>(
        static_cast<std::uint32_t>(normalized) - (std::uint32_t{1} << 31));
    reciprocal = one_over_one_plus_x_for_x_in_0_1(
                     FixedPoint<std::int32_t, 0>::FromRaw(rest))
                     .raw();
  }
};

template <class Simd>
LOWP_INLINE void StoreSoftmax(const TransformTask& task, const std::uint8_t* in,
                              std::uint8_t* out, std::size_t columns,
                              std::int32_t largest, const SoftmaxScale& scale) {
  const std::size_t size = static_cast<std::size_t>(SizeOf(task.scalar));
  const typename Simd::Bounds bounds(task.scalar, task.low, task.high);
  const typename Simd::I32 reciprocal = Simd::Set1(scale.reciprocal);
  const typename Simd::I32 low = Simd::Set1(task.low);
  const int shift = scale.bits + 31 - 8 * static_cast<int>(size);
  ForBlocks<Simd>(columns, [&](auto vectors, std::size_t at,
                               std::size_t n) LOWP_INLINE_LAMBDA {
    constexpr int kVectors = decltype(vectors)::value;
    typename Simd::I32 x[kVectors];
    LoadBlock<Simd, kVectors>(task.input_scalar, in + at, n, x);
    ExponentialsOf<Simd, kVectors>(task.softmax->exponentials, largest, x);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const typename Simd::I32 product =
          SaturatingRoundingDoublingHighMul(reciprocal, x[v]);
      // A shift of 31 or more leaves nothing of a product.
      x[v] =
          Simd::Add(shift < 32 ? RoundingDivideByPOT(product, Simd::Set1(shift))
                               : Simd::Set1(0),
                    low);
    }
    Simd::template StoreClamped<kVectors>(bounds, x, out + at * size,
                                          static_cast<int>(n));
  });
}

// Processes a row of bytes.
template <class Simd>
LOWP_INLINE void SoftmaxRow(const TransformTask& task, const std::uint8_t* in,
                            std::uint8_t* out) {
  // From this length on, a table of all results pays.
  constexpr std::size_t kColumnsWorthATable = 1024;
  const std::size_t columns = task.count;
  const std::int32_t largest =
      LargestOfRow<Simd>(task.input_scalar, in, columns);
  WideSum<Simd> sum;
  ForBlocks<Simd>(columns, [&](auto vectors, std::size_t at,
                               std::size_t n) LOWP_INLINE_LAMBDA {
    constexpr int kVectors = decltype(vectors)::value;
    typename Simd::I32 x[kVectors];
    LoadBlock<Simd, kVectors>(task.input_scalar, in + at, n, x);
    ExponentialsOf<Simd, kVectors>(task.softmax->exponentials, largest, x);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      x[v] = RoundingDivideByPOT(x[v], Simd::Set1(12));
    }
    sum.Add(x, n);
  });
  const SoftmaxScale scale(sum.Total());
  if (columns < kColumnsWorthATable || SizeOf(task.scalar) != 1) {
    return StoreSoftmax<Simd>(task, in, out, columns, largest, scale);
  }
  std::uint8_t bytes[256], results[256];
  for (int i = 0; i < 256; ++i) bytes[i] = static_cast<std::uint8_t>(i);
  StoreSoftmax<Simd>(task, bytes, results, 256, largest, scale);
  ApplyTable<Simd>(results, in, columns, out, task.features);
}

// The value at x, -2^15..2^15 - 1, of a table that spans this range in steps.
template <class Simd>
LOWP_INLINE typename Simd::I32 InterpolateSteps(const std::int32_t* table,
                                                typename Simd::I32 x) {
  using I32 = typename Simd::I32;
  const I32 index =
      Simd::Add(Simd::ShiftRight(x, Simd::Set1(7)), Simd::Set1(256));
  const I32 fraction = BitAnd(x, Simd::Set1(127));
  const I32 entry = Simd::Gather(table, index);
  const I32 value = BitAnd(entry, Simd::Set1(0xFFFF));
  const I32 step = Simd::ShiftRight(entry, Simd::Set1(16));
  return Simd::Add(
      value, Simd::ShiftRight(Simd::Add(Mul(step, fraction), Simd::Set1(64)),
                              Simd::Set1(7)));
}

template <class Simd>
LOWP_INLINE typename Simd::I32 Saturated(typename Simd::I32 x) {
  return Simd::Min(Simd::Max(x, Simd::Set1(INT16_MIN)), Simd::Set1(INT16_MAX));
}

// Processes a row of int16. The exponentials are kept where the results will
// be.
template <class Simd>
LOWP_INLINE void WideSoftmaxRow(const TransformTask& task,
                                const std::uint8_t* in, std::uint8_t* out) {
  using I32 = typename Simd::I32;
  const SoftmaxParameters& p = *task.softmax;
  const std::size_t columns = task.count;
  const typename Simd::Bounds bounds(Scalar::kInt16, 0, INT16_MAX);
  const I32 largest =
      Simd::Set1(LargestOfRow<Simd>(Scalar::kInt16, in, columns));
  WideSum<Simd> sum;
  ForBlocks<Simd>(columns, [&](auto vectors, std::size_t at,
                               std::size_t n) LOWP_INLINE_LAMBDA {
    constexpr int kVectors = decltype(vectors)::value;
    I32 x[kVectors];
    LoadBlock<Simd, kVectors>(Scalar::kInt16, in + 2 * at, n, x);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const I32 scaled = ScaleByAnyFixedPoint<Simd>(
          Sub(x[v], largest), Simd::Set1(p.multiplier), Simd::Set1(p.exponent),
          INT16_MAX, p.rounding);
      x[v] = InterpolateSteps<Simd>(p.exponentials, Saturated<Simd>(scaled));
    }
    sum.Add(x, n);
    Simd::template StoreClamped<kVectors>(bounds, x, out + 2 * at,
                                          static_cast<int>(n));
  });
  // The sum scaled to 1..2 in units of 2^-16, relative to the middle of that
  // range.
  const std::uint64_t total = sum.Total();
  const int width = BitsOf(total);
  const std::int64_t ones =
      static_cast<std::int64_t>(((total << (31 - width)) + (1 << 13)) >> 14);
  const std::int32_t centred = static_cast<std::int32_t>(ones - 3 * (1 << 15));
  std::int32_t lanes[Simd::kLanes];
  Simd::Store(lanes, InterpolateSteps<Simd>(
                         p.reciprocals, Saturated<Simd>(Simd::Set1(centred))));
  const I32 reciprocal = Simd::Set1(lanes[0]);
  const int shift = width - 1;
  ForBlocks<Simd>(columns, [&](auto vectors, std::size_t at,
                               std::size_t n) LOWP_INLINE_LAMBDA {
    constexpr int kVectors = decltype(vectors)::value;
    I32 x[kVectors];
    LoadBlock<Simd, kVectors>(Scalar::kInt16, out + 2 * at, n, x);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      x[v] = Simd::ShiftRight(
          Simd::Add(Mul(x[v], reciprocal), Simd::Set1(1 << (shift - 1))),
          Simd::Set1(shift));
    }
    Simd::template StoreClamped<kVectors>(bounds, x, out + 2 * at,
                                          static_cast<int>(n));
  });
}

// kSoftmax.
template <class Simd>
void SoftmaxRun(const TransformTask& task) {
  const std::size_t in_size =
      static_cast<std::size_t>(SizeOf(task.input_scalar));
  const std::size_t out_size = static_cast<std::size_t>(SizeOf(task.scalar));
  for (std::size_t run = 0; run < task.runs; ++run) {
    const std::size_t first = run * task.run_stride;
    const std::uint8_t* in =
        static_cast<const std::uint8_t*>(task.input) + first * in_size;
    std::uint8_t* out =
        static_cast<std::uint8_t*>(task.output) + first * out_size;
    if (task.softmax->reciprocals == nullptr) {
      SoftmaxRow<Simd>(task, in, out);
    } else {
      WideSoftmaxRow<Simd>(task, in, out);
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_SOFTMAX_INL_H_
