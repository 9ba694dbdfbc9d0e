// Quantizes rows of floats to bytes, and sums the bytes in the same pass. Needs
// a policy as in transform-inl.h. Included by backends only, each of which
// compiles its own copy.
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

template <class Simd, RowCodeForm kForm>
LOWP_INLINE typename Simd::F32 CodeOf(typename Simd::F32 x,
                                      typename Simd::F32 factor,
                                      typename Simd::F32 offset) {
  if constexpr (kForm == RowCodeForm::kZeroPoint) {
    return Simd::RoundEven(Simd::Add(Simd::Div(x, factor), offset));
  } else if constexpr (kForm == RowCodeForm::kDivide) {
    return Simd::RoundAway(Simd::Div(Simd::Sub(x, offset), factor));
  } else if constexpr (kForm == RowCodeForm::kQuotient) {
    return Simd::Add(Simd::RoundEven(Simd::Div(x, factor)), offset);
  } else if constexpr (kForm == RowCodeForm::kProduct) {
    return Simd::Add(Simd::RoundEven(Simd::Mul(x, factor)), offset);
  } else if constexpr (kForm == RowCodeForm::kFused) {
    return Simd::RoundEven(Simd::MulAdd(x, factor, offset));
  } else {
    return Simd::RoundEven(Simd::Mul(Simd::Sub(x, offset), factor));
  }
}

template <class Simd, RowCodeForm kForm>
void QuantizeRowAs(const TransformTask& task) {
  using F32 = typename Simd::F32;
  using I32 = typename Simd::I32;
  constexpr int kLanes = Simd::kLanes;
  const RowParameters& row = *task.row;
  const float* in = static_cast<const float*>(task.input);
  std::uint8_t* out = static_cast<std::uint8_t*>(task.output);
  const typename Simd::Bounds bounds(task.scalar, INT32_MIN, INT32_MAX);
  const F32 factor = Simd::Set1(row.factor);
  const F32 offset = Simd::Set1(row.offset);
  const F32 low = Simd::Set1(static_cast<float>(task.low));
  const F32 high = Simd::Set1(static_cast<float>(task.high));
  const I32 add = Simd::Set1(row.add);
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
      codes[v] =
          Simd::Add(Simd::ToInt32(Simd::Min(Simd::Max(code, low), high)), add);
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
  std::int32_t lanes[kLanes];
  Simd::Store(lanes, sum);
  for (int i = 0; i < kLanes; ++i) total += lanes[i];
  *row.sum = total;
}

// kQuantizeRow.
template <class Simd>
void QuantizeRowRun(const TransformTask& task) {
  switch (task.row->form) {
    case RowCodeForm::kZeroPoint:
      return QuantizeRowAs<Simd, RowCodeForm::kZeroPoint>(task);
    case RowCodeForm::kDivide:
      return QuantizeRowAs<Simd, RowCodeForm::kDivide>(task);
    case RowCodeForm::kReciprocal:
      return QuantizeRowAs<Simd, RowCodeForm::kReciprocal>(task);
    case RowCodeForm::kQuotient:
      return QuantizeRowAs<Simd, RowCodeForm::kQuotient>(task);
    case RowCodeForm::kProduct:
      return QuantizeRowAs<Simd, RowCodeForm::kProduct>(task);
    case RowCodeForm::kFused:
      return QuantizeRowAs<Simd, RowCodeForm::kFused>(task);
  }
}

// kRange. The product of a value with 0 is 0, or NaN if the value is not
// finite.
template <class Simd>
void RangeRun(const TransformTask& task) {
  using F32 = typename Simd::F32;
  constexpr int kMost = 4;  // enough to hide the latency of a comparison
  constexpr int kLanes = Simd::kLanes;
  const float* in = static_cast<const float*>(task.input);
  const F32 zero = Simd::Set1(0.0f);
  F32 min[kMost], max[kMost], sums[kMost];
  LOWP_UNROLL
  for (int v = 0; v < kMost; ++v) {
    min[v] = max[v] = Simd::Set1(in[0]);
    sums[v] = zero;
  }
  ForBlocks<Simd, kMost>(task.count, [&](auto vectors, std::size_t at,
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
      sums[v] = Simd::Add(sums[v], Simd::Mul(value, zero));
    }
  });
  LOWP_UNROLL
  for (int v = 1; v < kMost; ++v) {
    min[0] = Simd::Min(min[v], min[0]);
    max[0] = Simd::Max(max[v], max[0]);
    sums[0] = Simd::Add(sums[v], sums[0]);
  }
  float least[kLanes], largest[kLanes], total[kLanes];
  Simd::Store(least, min[0]);
  Simd::Store(largest, max[0]);
  Simd::Store(total, sums[0]);
  // Halves: lanes one after another would take longer than a short row.
  for (int half = kLanes / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) {
      const float low = least[i + half], high = largest[i + half];
      least[i] = low < least[i] ? low : least[i];
      largest[i] = high > largest[i] ? high : largest[i];
      total[i] += total[i + half];
    }
  }
  float* const out = static_cast<float*>(task.output);
  out[0] = least[0];
  out[1] = largest[0];
  out[2] = total[0];
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
