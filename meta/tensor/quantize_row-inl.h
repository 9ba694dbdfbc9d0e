// Quantizes rows of floats to bytes, and sums the bytes in the same pass. Needs
// a policy as in transform-inl.h. Included by register families only, each of
// which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_QUANTIZE_ROW_INL_H_
#define LOWP_META_TENSOR_QUANTIZE_ROW_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/transform.h"
#include "../simd/real-inl.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Whether `offset` is added after rounding, to an integer.
constexpr bool AddsAfterRounding(RowCodeForm form) {
  return form == RowCodeForm::kQuotient || form == RowCodeForm::kProduct;
}

// What is clamped and rounded to nearest: for bounds that are integers, the
// order of the two does not matter.
template <class Simd, RowCodeForm kForm>
LOWP_INLINE typename Simd::F32 CodeOf(typename Simd::F32 x,
                                      typename Simd::F32 factor,
                                      typename Simd::F32 offset) {
  if constexpr (kForm == RowCodeForm::kZeroPoint) {
    return Simd::Add(Simd::Div(x, factor), offset);
  } else if constexpr (kForm == RowCodeForm::kDivide) {
    return Simd::RoundAway(Simd::Div(Simd::Sub(x, offset), factor));
  } else if constexpr (kForm == RowCodeForm::kQuotient) {
    return Simd::Div(x, factor);
  } else if constexpr (kForm == RowCodeForm::kProduct) {
    return Simd::Mul(x, factor);
  } else if constexpr (kForm == RowCodeForm::kFused) {
    return Simd::MulAdd(x, factor, offset);
  } else {
    return Simd::Mul(Simd::Sub(x, offset), factor);
  }
}

template <class Simd, RowCodeForm kForm>
LOWP_INLINE void QuantizeRowAs(const TransformTask& task,
                               const RowParameters& row, const float* in,
                               std::uint8_t* out) {
  using F32 = typename Simd::F32;
  using I32 = typename Simd::I32;
  constexpr int kLanes = Simd::kLanes;
  // Such an offset is an integer; the bounds move instead of the code.
  const std::int32_t moved =
      AddsAfterRounding(kForm) ? static_cast<std::int32_t>(row.offset) : 0;
  const typename Simd::Bounds bounds(task.scalar, INT32_MIN, INT32_MAX);
  const F32 factor = Simd::Set1(row.factor);
  const F32 offset = Simd::Set1(row.offset);
  const F32 low = Simd::Set1(static_cast<float>(task.low - moved));
  const F32 high = Simd::Set1(static_cast<float>(task.high - moved));
  const I32 add = Simd::Set1(row.add + moved);
  I32 sum = Simd::Set1(0);
  std::int32_t total = 0;
  ForBlocks<Simd>(task.count, [&](auto vectors, std::size_t at,
                                  std::size_t n) LOWP_INLINE_LAMBDA {
    constexpr int kVectors = decltype(vectors)::value;
    constexpr int kBlock = kVectors * kLanes;
    float buffer[kBlock];
    const float* x = WholeBlock<kBlock>(in + at, n, 0.0f, buffer);
    I32 codes[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const F32 code =
          CodeOf<Simd, kForm>(Simd::Load(x + v * kLanes), factor, offset);
      codes[v] = Simd::Add(
          Simd::ToNearestInt32(Simd::Min(Simd::Max(code, low), high)), add);
    }
    Simd::template StoreClamped<kVectors>(bounds, codes, out + at,
                                          static_cast<int>(n));
    if (n == kBlock) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) sum = Simd::Add(sum, codes[v]);
      return;
    }
    std::int32_t lanes[kLanes];
    Simd::Store(lanes, codes[0]);
    for (std::size_t i = 0; i < n; ++i) total += lanes[i];
  });
  if (row.sum != nullptr) *row.sum = total + Simd::SumOfLanes(sum);
}

template <class Simd, RowCodeForm kForm>
void QuantizeRowsAs(const TransformTask& task) {
  const float* in = static_cast<const float*>(task.input);
  std::uint8_t* out = static_cast<std::uint8_t*>(task.output);
  for (std::size_t run = 0; run < task.runs; ++run) {
    QuantizeRowAs<Simd, kForm>(task, task.row[run], in, out);
    in += task.run_stride;
    out += task.output_stride;
  }
}

// kQuantizeRow. All rows have the form of the first.
template <class Simd>
void QuantizeRowRun(const TransformTask& task) {
  switch (task.row->form) {
    case RowCodeForm::kZeroPoint:
      return QuantizeRowsAs<Simd, RowCodeForm::kZeroPoint>(task);
    case RowCodeForm::kDivide:
      return QuantizeRowsAs<Simd, RowCodeForm::kDivide>(task);
    case RowCodeForm::kReciprocal:
      return QuantizeRowsAs<Simd, RowCodeForm::kReciprocal>(task);
    case RowCodeForm::kQuotient:
      return QuantizeRowsAs<Simd, RowCodeForm::kQuotient>(task);
    case RowCodeForm::kProduct:
      return QuantizeRowsAs<Simd, RowCodeForm::kProduct>(task);
    case RowCodeForm::kFused:
      return QuantizeRowsAs<Simd, RowCodeForm::kFused>(task);
  }
}

// The largest lane. Of floats that are not all negative it has the largest
// bits; of others, the smallest.
template <class Simd>
LOWP_INLINE float LargestOf(typename Simd::F32 x) {
  const typename Simd::I32 bits = Simd::Bits(x);
  std::int32_t largest = Simd::LargestLane(bits);
  if (largest < 0) {
    largest = ~Simd::LargestLane(Simd::Sub(Simd::Set1(-1), bits));
  }
  float value;
  std::memcpy(&value, &largest, sizeof(value));
  return value;
}

// 0 if all values are finite, else NaN: the sum of their products with 0.
LOWP_NOINLINE float SumOfZeros(const float* in, std::size_t count) {
  float sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += in[i] * 0.0f;
  return sum;
}

template <class Simd>
LOWP_INLINE ValueRange RangeOfRow(const float* in, std::size_t count) {
  using F32 = typename Simd::F32;
  constexpr int kMax = 4;  // enough to hide the latency of a comparison
  constexpr int kLanes = Simd::kLanes;
  F32 min[kMax], max[kMax], sums[kMax];
  LOWP_UNROLL
  for (int v = 0; v < kMax; ++v) {
    min[v] = max[v] = Simd::Set1(in[0]);
    sums[v] = Simd::Set1(0.0f);
  }
  ForBlocks<Simd, kMax>(count, [&](auto vectors, std::size_t at,
                                   std::size_t n) LOWP_INLINE_LAMBDA {
    constexpr int kVectors = decltype(vectors)::value;
    constexpr int kBlock = kVectors * kLanes;
    float buffer[kBlock];
    const float* x = WholeBlock<kBlock>(in + at, n, in[0], buffer);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const F32 value = Simd::Load(x + v * kLanes);
      min[v] = Simd::Min(value, min[v]);
      max[v] = Simd::Max(value, max[v]);
      sums[v] = Simd::Add(sums[v], value);
    }
  });
  LOWP_UNROLL
  for (int v = 1; v < kMax; ++v) {
    min[0] = Simd::Min(min[v], min[0]);
    max[0] = Simd::Max(max[v], max[0]);
    sums[0] = Simd::Add(sums[v], sums[0]);
  }
  ValueRange range = {-LargestOf<Simd>(Simd::Mul(min[0], Simd::Set1(-1.0f))),
                      LargestOf<Simd>(max[0]), 0};
  // A sum is finite unless it has overflowed or a value is not.
  constexpr std::int32_t kInfinity = 0x7f800000;
  const std::int32_t magnitude =
      Simd::LargestLane(Simd::And(Simd::Bits(sums[0]), Simd::Set1(INT32_MAX)));
  if (magnitude >= kInfinity) range.zero_or_nan = SumOfZeros(in, count);
  return range;
}

// kRange.
template <class Simd>
void RangeRun(const TransformTask& task) {
  const float* in = static_cast<const float*>(task.input);
  ValueRange* const ranges = static_cast<ValueRange*>(task.output);
  for (std::size_t run = 0; run < task.runs; ++run) {
    ranges[run] = RangeOfRow<Simd>(in, task.count);
    in += task.run_stride;
  }
}

template <class Simd, Real kType>
LOWP_INLINE typename Simd::F32 LoadReals(const void* p) {
  if constexpr (kType == Real::kFloat32) {
    return Simd::Load(static_cast<const float*>(p));
  } else {
    return FromShortBits<Simd, kType>(Simd::LoadIntegers(Scalar::kInt16, p));
  }
}

// A register at a time; the last one from copies of what is left.
template <class Simd, Real kType>
void ReadRealsAs(const TransformTask& task) {
  constexpr std::size_t kLanes = Simd::kLanes;
  constexpr std::size_t kSize = SizeOf(kType);
  const std::uint8_t* in = static_cast<const std::uint8_t*>(task.input);
  const float* factors = task.scales;
  float* out = static_cast<float*>(task.output);
  std::size_t at = 0;
  for (; at + kLanes <= task.count; at += kLanes) {
    typename Simd::F32 x = LoadReals<Simd, kType>(in + at * kSize);
    if (factors != nullptr) x = Simd::Mul(x, Simd::Load(factors + at));
    Simd::Store(out + at, x);
  }
  const std::size_t left = task.count - at;
  if (left == 0) return;
  alignas(16) std::uint8_t last[kLanes * kSize] = {};
  float product[kLanes], last_factors[kLanes] = {};
  std::memcpy(last, in + at * kSize, left * kSize);
  typename Simd::F32 x = LoadReals<Simd, kType>(last);
  if (factors != nullptr) {
    std::memcpy(last_factors, factors + at, left * sizeof(float));
    x = Simd::Mul(x, Simd::Load(last_factors));
  }
  Simd::Store(product, x);
  std::memcpy(out + at, product, left * sizeof(float));
}

// kReadReals.
template <class Simd>
void ReadRealsRun(const TransformTask& task) {
  switch (task.real_type) {
    case Real::kFloat32:
      return ReadRealsAs<Simd, Real::kFloat32>(task);
    case Real::kBfloat16:
      return ReadRealsAs<Simd, Real::kBfloat16>(task);
    case Real::kFloat16:
      return ReadRealsAs<Simd, Real::kFloat16>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_QUANTIZE_ROW_INL_H_
