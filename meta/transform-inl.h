// The elementwise transforms, written once over a policy of integer and
// floating-point registers (float_scalar.h lists its operations) that also has
//   kBlockVectors             registers that StoreClamped takes at once
//   Bytes, kBytes             a register of bytes
//   LoadBytes, StoreBytes     of kBytes
//   ByteTable                 256 bytes, made from a pointer
//   LookUp(table, bytes)      the byte that each one selects
//
// A run is cut into blocks; what is left of the last one is copied to a block
// of its own, so that nothing is read or written beyond the run.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TRANSFORM_INL_H_
#define LOWP_META_TRANSFORM_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../internal/compiler.h"
#include "../internal/detect_platform.h"
#include "../internal/transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The first `n` elements of a block at `p`, and `filler` behind them; `p`
// itself if the block is whole.
template <int kBlock, typename T>
LOWP_INLINE const T* WholeBlock(const T* p, std::size_t n, T filler,
                                T (&buffer)[kBlock]) {
  if (n == kBlock) return p;
  for (std::size_t i = 0; i < kBlock; ++i) buffer[i] = i < n ? p[i] : filler;
  return buffer;
}

// A register of values as the form quantizes them, clamped to low..high.
template <class Simd, ValueRounding kForm>
LOWP_INLINE typename Simd::I32 QuantizeRegister(typename Simd::F32 x,
                                                typename Simd::F32 scale,
                                                typename Simd::I32 zero_point,
                                                const TransformTask& task) {
  using F32 = typename Simd::F32;
  const F32 zero = Simd::ToF32(zero_point);
  const F32 low = Simd::Set1(static_cast<float>(task.low));
  const F32 high = Simd::Set1(static_cast<float>(task.high));
  if constexpr (kForm == ValueRounding::kAwayWithZeroPointInDouble) {
    using F64 = typename Simd::F64;
    const F64 sum = Simd::Add(Simd::Div(Simd::ToF64(x), Simd::ToF64(scale)),
                              Simd::ToF64(zero_point));
    const F64 clamped =
        Simd::Min(Simd::Max(Simd::RoundAway(sum),
                            Simd::Set1(static_cast<double>(task.low))),
                  Simd::Set1(static_cast<double>(task.high)));
    return Simd::ToInt32(clamped);
  } else if constexpr (kForm == ValueRounding::kEvenWithZeroPoint ||
                       kForm == ValueRounding::kTruncatedWithZeroPoint) {
    const F32 sum = Simd::Add(Simd::Div(x, scale), zero);
    const F32 rounded = kForm == ValueRounding::kEvenWithZeroPoint
                            ? Simd::RoundEven(sum)
                            : Simd::Trunc(sum);
    return Simd::ToInt32(Simd::Min(Simd::Max(rounded, low), high));
  } else {
    F32 rounded;
    if constexpr (kForm == ValueRounding::kEven) {
      rounded = Simd::RoundEven(Simd::Div(x, scale));
    } else if constexpr (kForm == ValueRounding::kAway) {
      rounded = Simd::RoundAway(Simd::Div(x, scale));
    } else {
      rounded = Simd::RoundEven(Simd::Mul(x, scale));  // by its reciprocal
    }
    const F32 clamped = Simd::Min(Simd::Max(rounded, Simd::Sub(low, zero)),
                                  Simd::Sub(high, zero));
    return Simd::Add(Simd::ToInt32(clamped), zero_point);
  }
}

// What a block needs of the parameters: a register of each, or a place to load
// them from.
template <class Simd, ValueRounding kForm>
LOWP_INLINE typename Simd::F32 FactorOf(typename Simd::F32 scale) {
  if constexpr (kForm == ValueRounding::kEvenByReciprocal) {
    return Simd::Div(Simd::Set1(1.0f), scale);
  } else {
    return scale;
  }
}

template <class Simd, ValueRounding kForm, bool kVaries>
void QuantizeRun(const TransformTask& task) {
  constexpr int kVectors = Simd::kBlockVectors;
  constexpr int kBlock = kVectors * Simd::kLanes;
  const float* input = static_cast<const float*>(task.input);
  std::uint8_t* output = static_cast<std::uint8_t*>(task.output);
  const int size = SizeOf(task.scalar);
  const typename Simd::Bounds bounds(task.scalar, task.low, task.high);
  typename Simd::F32 factor = FactorOf<Simd, kForm>(Simd::Set1(task.scales[0]));
  typename Simd::I32 zero_point = Simd::Set1(task.zero_points[0]);
  for (std::size_t at = 0; at < task.count; at += kBlock) {
    const std::size_t left = task.count - at;
    const std::size_t n = left < kBlock ? left : kBlock;
    float input_buffer[kBlock], scale_buffer[kBlock];
    std::int32_t zero_point_buffer[kBlock];
    const float* x = WholeBlock<kBlock>(input + at, n, 0.0f, input_buffer);
    const float* scales = nullptr;
    const std::int32_t* zero_points = nullptr;
    if constexpr (kVaries) {
      scales = WholeBlock<kBlock>(task.scales + at, n, 1.0f, scale_buffer);
      zero_points = WholeBlock<kBlock>(task.zero_points + at, n,
                                       std::int32_t{0}, zero_point_buffer);
    }
    typename Simd::I32 quantized[kVectors];
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      if constexpr (kVaries) {
        factor = FactorOf<Simd, kForm>(Simd::Load(scales + v * Simd::kLanes));
        zero_point = Simd::Load(zero_points + v * Simd::kLanes);
      }
      quantized[v] = QuantizeRegister<Simd, kForm>(
          Simd::Load(x + v * Simd::kLanes), factor, zero_point, task);
    }
    Simd::template StoreClamped<kVectors>(bounds, quantized, output + at * size,
                                          static_cast<int>(n));
  }
}

template <class Simd, bool kVaries>
void QuantizeRunAs(const TransformTask& task) {
  switch (task.rounding) {
    case ValueRounding::kEven:
      return QuantizeRun<Simd, ValueRounding::kEven, kVaries>(task);
    case ValueRounding::kEvenByReciprocal:
      return QuantizeRun<Simd, ValueRounding::kEvenByReciprocal, kVaries>(task);
    case ValueRounding::kAway:
      return QuantizeRun<Simd, ValueRounding::kAway, kVaries>(task);
    case ValueRounding::kEvenWithZeroPoint:
      return QuantizeRun<Simd, ValueRounding::kEvenWithZeroPoint, kVaries>(
          task);
    case ValueRounding::kAwayWithZeroPointInDouble:
      return QuantizeRun<Simd, ValueRounding::kAwayWithZeroPointInDouble,
                         kVaries>(task);
    case ValueRounding::kTruncatedWithZeroPoint:
      return QuantizeRun<Simd, ValueRounding::kTruncatedWithZeroPoint, kVaries>(
          task);
  }
}

template <class Simd, bool kVaries>
void DequantizeRun(const TransformTask& task) {
  constexpr int kLanes = Simd::kLanes;
  const std::uint8_t* input = static_cast<const std::uint8_t*>(task.input);
  float* output = static_cast<float*>(task.output);
  const std::size_t size = static_cast<std::size_t>(SizeOf(task.scalar));
  typename Simd::F32 scale = Simd::Set1(task.scales[0]);
  typename Simd::I32 zero_point = Simd::Set1(task.zero_points[0]);
  std::size_t at = 0;
  for (; task.count - at >= kLanes; at += kLanes) {
    if constexpr (kVaries) {
      scale = Simd::Load(task.scales + at);
      zero_point = Simd::Load(task.zero_points + at);
    }
    const typename Simd::I32 x =
        Simd::LoadIntegers(task.scalar, input + at * size);
    Simd::Store(output + at,
                Simd::Mul(Simd::ToF32(Simd::Sub(x, zero_point)), scale));
  }
  if (at == task.count) return;
  const std::size_t n = task.count - at;
  alignas(64) std::uint8_t numbers[kLanes * 4] = {};
  float scale_buffer[kLanes], values[kLanes];
  std::int32_t zero_point_buffer[kLanes];
  std::memcpy(numbers, input + at * size, n * size);
  if constexpr (kVaries) {
    scale =
        Simd::Load(WholeBlock<kLanes>(task.scales + at, n, 0.0f, scale_buffer));
    zero_point = Simd::Load(WholeBlock<kLanes>(
        task.zero_points + at, n, std::int32_t{0}, zero_point_buffer));
  }
  const typename Simd::I32 x = Simd::LoadIntegers(task.scalar, numbers);
  Simd::Store(values, Simd::Mul(Simd::ToF32(Simd::Sub(x, zero_point)), scale));
  std::memcpy(output + at, values, n * sizeof(float));
}

// The steps of NudgeQuantizationRange's users: clamped to the range's ends,
// quantized with ties up, and back, all in float. scales are {scale, the
// nudged min, the nudged max}.
template <class Simd>
void FakeQuantRun(const TransformTask& task) {
  constexpr int kLanes = Simd::kLanes;
  using F32 = typename Simd::F32;
  const float* input = static_cast<const float*>(task.input);
  float* output = static_cast<float*>(task.output);
  const F32 scale = Simd::Set1(task.scales[0]);
  const F32 inverse = Simd::Div(Simd::Set1(1.0f), scale);
  const F32 min = Simd::Set1(task.scales[1]);
  const F32 max = Simd::Set1(task.scales[2]);
  for (std::size_t at = 0; at < task.count; at += kLanes) {
    const std::size_t left = task.count - at;
    const std::size_t n = left < kLanes ? left : kLanes;
    float buffer[kLanes];
    const F32 x = Simd::Load(WholeBlock<kLanes>(input + at, n, 0.0f, buffer));
    const F32 clamped = Simd::Min(Simd::Max(x, min), max);
    const F32 steps = Simd::Floor(Simd::Add(
        Simd::Mul(Simd::Sub(clamped, min), inverse), Simd::Set1(0.5f)));
    const F32 value = Simd::Add(Simd::Mul(steps, scale), min);
    if (n == kLanes) {
      Simd::Store(output + at, value);
    } else {
      Simd::Store(buffer, value);
      std::memcpy(output + at, buffer, n * sizeof(float));
    }
  }
}

template <class Simd>
void MinMaxRun(const TransformTask& task) {
  constexpr int kVectors = 4;  // enough to hide the latency of a comparison
  constexpr int kBlock = kVectors * Simd::kLanes;
  const float* input = static_cast<const float*>(task.input);
  typename Simd::F32 min[kVectors], max[kVectors];
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    min[v] = max[v] = Simd::Set1(input[0]);
  }
  for (std::size_t at = 0; at < task.count; at += kBlock) {
    const std::size_t left = task.count - at;
    float buffer[kBlock];
    const float* x = WholeBlock<kBlock>(
        input + at, left < kBlock ? left : kBlock, input[0], buffer);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const typename Simd::F32 value = Simd::Load(x + v * Simd::kLanes);
      min[v] = Simd::Min(value, min[v]);
      max[v] = Simd::Max(value, max[v]);
    }
  }
  float least[kBlock], largest[kBlock];
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    Simd::Store(least + v * Simd::kLanes, min[v]);
    Simd::Store(largest + v * Simd::kLanes, max[v]);
  }
  for (int i = 1; i < kBlock; ++i) {
    if (least[i] < least[0]) least[0] = least[i];
    if (largest[i] > largest[0]) largest[0] = largest[i];
  }
  float* output = static_cast<float*>(task.output);
  output[0] = least[0];
  output[1] = largest[0];
}

template <class Simd>
void TableRun(const TransformTask& task) {
  constexpr std::size_t kBytes = Simd::kBytes;
  const std::uint8_t* input = static_cast<const std::uint8_t*>(task.input);
  std::uint8_t* output = static_cast<std::uint8_t*>(task.output);
  const typename Simd::ByteTable table(task.table);
  std::size_t at = 0;
  for (; task.count - at >= kBytes; at += kBytes) {
    Simd::StoreBytes(output + at,
                     Simd::LookUp(table, Simd::LoadBytes(input + at)));
  }
  for (; at < task.count; ++at) output[at] = task.table[input[at]];
}

// Simple enough for the compiler's own vectors.
LOWP_INLINE void FlipSignsRun(const TransformTask& task) {
  const std::uint8_t* input = static_cast<const std::uint8_t*>(task.input);
  std::uint8_t* output = static_cast<std::uint8_t*>(task.output);
  for (std::size_t i = 0; i < task.count; ++i) {
    output[i] = static_cast<std::uint8_t>(input[i] ^ 0x80);
  }
}

// Backend::transform.
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
      return FlipSignsRun(task);
    case TransformKind::kMinMax:
      return MinMaxRun<Simd>(task);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TRANSFORM_INL_H_
