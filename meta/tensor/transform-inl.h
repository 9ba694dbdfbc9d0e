// The elementwise transforms, written once over a policy of integer and
// floating-point registers (float_scalar.h lists its operations). Included by
// register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_TRANSFORM_INL_H_
#define LOWP_META_TENSOR_TRANSFORM_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/transform.h"
#include "../../internal/detect_platform.h"
#include "../epilogue/table-inl.h"
#include "affine-inl.h"
#include "quantize-inl.h"
#include "quantize_row-inl.h"
#include "requantize-inl.h"
#include "requantize_float-inl.h"
#include "sigmoid-inl.h"
#include "softmax-inl.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Quantizes a register of floats and converts it back, as the form says.
template <class Simd, FakeQuantForm kForm>
LOWP_INLINE typename Simd::F32 FakeQuantRegister(typename Simd::F32 d,
                                                 typename Simd::F32 scale,
                                                 typename Simd::F32 factor,
                                                 typename Simd::F32 addend) {
  using F32 = typename Simd::F32;
  constexpr bool kDivides = kForm == FakeQuantForm::kUpwardByDivision ||
                            kForm == FakeQuantForm::kFromZeroByDivision;
  const F32 half = Simd::Set1(0.5f);
  const F32 steps = kDivides ? Simd::Div(d, scale) : Simd::Mul(d, factor);
  if constexpr (kForm == FakeQuantForm::kFromZero ||
                kForm == FakeQuantForm::kFromZeroByDivision) {
    return Simd::Mul(Simd::Floor(Simd::Add(Simd::Sub(steps, addend), half)),
                     scale);
  } else {
    const F32 whole = kForm == FakeQuantForm::kAway
                          ? Simd::RoundAway(steps)
                          : Simd::Floor(Simd::Add(steps, half));
    return Simd::Add(Simd::Mul(whole, scale), addend);
  }
}

template <class Simd, FakeQuantForm kForm>
void FakeQuantRunAs(const TransformTask& task) {
  constexpr int kLanes = Simd::kLanes;
  using F32 = typename Simd::F32;
  constexpr bool kFromZero = kForm == FakeQuantForm::kFromZero ||
                             kForm == FakeQuantForm::kFromZeroByDivision;
  const FakeQuantParameters& p = *task.fake_quant;
  const float* input = static_cast<const float*>(task.input);
  float* output = static_cast<float*>(task.output);
  const F32 scale = Simd::Set1(p.scale);
  const F32 min = Simd::Set1(p.min);
  const F32 max = Simd::Set1(p.max);
  const F32 factor =
      kFromZero ? Simd::Set1(p.inverse) : Simd::Div(Simd::Set1(1.0f), scale);
  // The range's minimum, or the steps from there to 0.
  const F32 addend =
      kFromZero ? Simd::Floor(Simd::Add(
                      Simd::Mul(Simd::Mul(min, Simd::Set1(-1.0f)), factor),
                      Simd::Set1(0.5f)))
                : min;
  for (std::size_t at = 0; at < task.count; at += kLanes) {
    const std::size_t left = task.count - at;
    const std::size_t n = left < kLanes ? left : kLanes;
    float buffer[kLanes];
    const F32 x = Simd::Load(WholeBlock<kLanes>(input + at, n, 0.0f, buffer));
    const F32 d = Simd::Sub(Simd::Min(Simd::Max(x, min), max), min);
    const F32 value = FakeQuantRegister<Simd, kForm>(d, scale, factor, addend);
    if (n == kLanes) {
      Simd::Store(output + at, value);
    } else {
      Simd::Store(buffer, value);
      std::memcpy(output + at, buffer, n * sizeof(float));
    }
  }
}

template <class Simd>
void FakeQuantRun(const TransformTask& task) {
  switch (task.fake_quant->form) {
    case FakeQuantForm::kUpward:
      return FakeQuantRunAs<Simd, FakeQuantForm::kUpward>(task);
    case FakeQuantForm::kUpwardByDivision:
      return FakeQuantRunAs<Simd, FakeQuantForm::kUpwardByDivision>(task);
    case FakeQuantForm::kAway:
      return FakeQuantRunAs<Simd, FakeQuantForm::kAway>(task);
    case FakeQuantForm::kFromZero:
      return FakeQuantRunAs<Simd, FakeQuantForm::kFromZero>(task);
    case FakeQuantForm::kFromZeroByDivision:
      return FakeQuantRunAs<Simd, FakeQuantForm::kFromZeroByDivision>(task);
  }
}

template <class Simd>
void MinMaxRun(const TransformTask& task) {
  constexpr int kMax = 4;  // enough to hide the latency of a comparison
  constexpr int kLanes = Simd::kLanes;
  const float* input = static_cast<const float*>(task.input);
  typename Simd::F32 min[kMax], max[kMax];
  LOWP_UNROLL
  for (int v = 0; v < kMax; ++v) min[v] = max[v] = Simd::Set1(input[0]);
  ForBlocks<Simd, kMax>(task.count, [&](auto vectors, std::size_t at,
                                        std::size_t n) LOWP_INLINE_LAMBDA {
    constexpr int kVectors = decltype(vectors)::value;
    constexpr int kBlock = kVectors * kLanes;
    float buffer[kBlock];
    const float* x = WholeBlock<kBlock>(input + at, n, input[0], buffer);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const typename Simd::F32 value = Simd::Load(x + v * kLanes);
      min[v] = Simd::Min(value, min[v]);
      max[v] = Simd::Max(value, max[v]);
    }
  });
  LOWP_UNROLL
  for (int v = 1; v < kMax; ++v) {
    min[0] = Simd::Min(min[v], min[0]);
    max[0] = Simd::Max(max[v], max[0]);
  }
  float smallest[kLanes], largest[kLanes];
  Simd::Store(smallest, min[0]);
  Simd::Store(largest, max[0]);
  for (int i = 1; i < kLanes; ++i) {
    if (smallest[i] < smallest[0]) smallest[0] = smallest[i];
    if (largest[i] > largest[0]) largest[0] = largest[i];
  }
  float* output = static_cast<float*>(task.output);
  output[0] = smallest[0];
  output[1] = largest[0];
}

template <class Simd>
void TableRun(const TransformTask& task) {
  ApplyTable<Simd>(task.table, static_cast<const std::uint8_t*>(task.input),
                   task.count, static_cast<std::uint8_t*>(task.output),
                   task.features);
}

template <class Simd>
void FlipSignsRun(const TransformTask& task) {
  constexpr std::size_t kBytes = Simd::kBytes;
  const std::uint8_t* input = static_cast<const std::uint8_t*>(task.input);
  std::uint8_t* output = static_cast<std::uint8_t*>(task.output);
  std::size_t at = 0;
  for (; task.count - at >= kBytes; at += kBytes) {
    Simd::StoreBytes(output + at, Simd::FlipBytes(Simd::LoadBytes(input + at)));
  }
  for (; at < task.count; ++at) {
    output[at] = static_cast<std::uint8_t>(input[at] ^ 0x80);
  }
}

// RegisterFamily::transform.
template <class Simd>
void Transform(const TransformTask& task) {
  switch (task.kind) {
    case TransformKind::kQuantize:
      return task.varies ? QuantizeRunAs<Simd, true>(task)
                         : QuantizeRunAs<Simd, false>(task);
    case TransformKind::kDequantize:
      return task.varies ? DequantizeRun<Simd, true>(task)
                         : DequantizeRun<Simd, false>(task);
    case TransformKind::kFakeQuant:
      return FakeQuantRun<Simd>(task);
    case TransformKind::kTable:
      return TableRun<Simd>(task);
    case TransformKind::kFlipSigns:
      return FlipSignsRun<Simd>(task);
    case TransformKind::kMinMax:
      return MinMaxRun<Simd>(task);
    case TransformKind::kRequantize:
      return task.varies ? RequantizeRun<Simd, true>(task)
                         : RequantizeRun<Simd, false>(task);
    case TransformKind::kRequantizeFloat:
      return RequantizeFloatRun<Simd>(task);
    case TransformKind::kLeakyRelu:
      return LeakyReluRun<Simd>(task);
    case TransformKind::kLogistic:
      return SigmoidRun<Simd, TransformKind::kLogistic>(task);
    case TransformKind::kTanh:
      return SigmoidRun<Simd, TransformKind::kTanh>(task);
    case TransformKind::kSoftmax:
      return SoftmaxRun<Simd>(task);
    case TransformKind::kAffine:
      return AffineRun<Simd>(task);
    case TransformKind::kQuantizeRow:
      return QuantizeRowRun<Simd>(task);
    case TransformKind::kRange:
      return RangeRun<Simd>(task);
    case TransformKind::kReadReals:
      return ReadRealsRun<Simd>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_TRANSFORM_INL_H_
