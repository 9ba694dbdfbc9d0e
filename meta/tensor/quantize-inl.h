// Converts floats of a tensor to integers and back. Needs a policy as in
// transform-inl.h. Included by register families only, each of which compiles
// its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_QUANTIZE_INL_H_
#define LOWP_META_TENSOR_QUANTIZE_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"
#include "../../internal/contract/transform.h"
#include "../../public/value_rounding.h"
#include "transform_blocks-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A register of values quantized by the given form, clamped to low..high.
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
  } else if constexpr (kForm == ValueRounding::kAwayInDouble) {
    using F64 = typename Simd::F64;
    const F64 rounded =
        Simd::RoundAway(Simd::Div(Simd::ToF64(x), Simd::ToF64(scale)));
    const F64 clamped = Simd::Min(
        Simd::Max(rounded,
                  Simd::ToF64(Simd::Sub(Simd::Set1(task.low), zero_point))),
        Simd::ToF64(Simd::Sub(Simd::Set1(task.high), zero_point)));
    return Simd::Add(Simd::ToInt32(clamped), zero_point);
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

// What QuantizeRegister takes for a scale: its reciprocal, if the form
// multiplies.
template <class Simd, ValueRounding kForm>
LOWP_INLINE typename Simd::F32 FactorOf(typename Simd::F32 scale) {
  if constexpr (kForm == ValueRounding::kEvenByReciprocal) {
    return Simd::Div(Simd::Set1(1.0f), scale);
  } else {
    return scale;
  }
}

// The parameters of a block: one per element, or the first for all.
template <class Simd, int kVectors, bool kVaries>
struct QuantizationBlock {
  typename Simd::F32 scale[kVectors];
  typename Simd::I32 zero_point[kVectors];

  LOWP_INLINE QuantizationBlock(const TransformTask& task, std::size_t at,
                                std::size_t n) {
    constexpr int kLanes = Simd::kLanes;
    if constexpr (kVaries) {
      float buffer[kVectors * kLanes];
      const float* scales =
          WholeBlock<kVectors * kLanes>(task.scales + at, n, 1.0f, buffer);
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        scale[v] = Simd::Load(scales + v * kLanes);
      }
    } else {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) scale[v] = Simd::Set1(task.scales[0]);
    }
    LoadParameters<Simd, kVectors, kVaries>(
        task.zero_points + (kVaries ? at : 0), n, zero_point);
  }
};

// Quantizes n elements of a run, at most one block.
template <class Simd, ValueRounding kForm, int kVectors, bool kVaries>
LOWP_INLINE void QuantizeBlock(
    const TransformTask& task, const typename Simd::Bounds& bounds,
    const QuantizationBlock<Simd, kVectors, kVaries>& block, const float* in,
    std::size_t n, std::uint8_t* out) {
  constexpr int kBlock = kVectors * Simd::kLanes;
  float buffer[kBlock];
  const float* x = WholeBlock<kBlock>(in, n, 0.0f, buffer);
  typename Simd::I32 quantized[kVectors];
  LOWP_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    quantized[v] = QuantizeRegister<Simd, kForm>(
        Simd::Load(x + v * Simd::kLanes), block.scale[v], block.zero_point[v],
        task);
  }
  Simd::template StoreClamped<kVectors>(bounds, quantized, out,
                                        static_cast<int>(n));
}

template <class Simd, ValueRounding kForm, bool kVaries>
void QuantizeRun(const TransformTask& task) {
  constexpr int kVectors = Simd::kBlockVectors;
  constexpr int kBlock = kVectors * Simd::kLanes;
  const std::size_t size = static_cast<std::size_t>(SizeOf(task.scalar));
  const typename Simd::Bounds bounds(task.scalar, task.low, task.high);
  for (std::size_t at = 0; at < task.count;) {
    // Parameters are loaded once: per block of all runs, or for all blocks.
    const std::size_t left = task.count - at;
    const std::size_t width = kVaries && left > kBlock ? kBlock : left;
    QuantizationBlock<Simd, kVectors, kVaries> block(task, at, width);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      block.scale[v] = FactorOf<Simd, kForm>(block.scale[v]);
    }
    for (std::size_t run = 0; run < task.runs; ++run) {
      const std::size_t first = run * task.run_stride + at;
      const float* in = static_cast<const float*>(task.input) + first;
      std::uint8_t* out =
          static_cast<std::uint8_t*>(task.output) + first * size;
      for (std::size_t i = 0; i < width; i += kBlock) {
        const std::size_t n = width - i < kBlock ? width - i : kBlock;
        QuantizeBlock<Simd, kForm, kVectors, kVaries>(
            task, bounds, block, in + i, n, out + i * size);
      }
    }
    at += width;
  }
}

template <class Simd, ValueRounding kForm>
GEMMLOWP_NOINLINE void QuantizeApart(const TransformTask& task) {
  QuantizeRun<Simd, kForm, false>(task);
}

// The same to bytes with uniform parameters, if the policy has a quick way for
// most blocks: QuickBytes. The remaining blocks are runs of their own, not
// inlined, so that the quick loop has all registers to itself.
template <class Simd, ValueRounding kForm>
void QuantizeBytes(const TransformTask& task) {
  using Quick = typename Simd::template QuickBytes<kForm>;
  const Quick quick(task);
  if (!quick.applies()) return QuantizeRun<Simd, kForm, false>(task);
  const float* in = static_cast<const float*>(task.input);
  std::uint8_t* out = static_cast<std::uint8_t*>(task.output);
  const std::size_t count = task.count;
  for (std::size_t at = 0;;) {
    at += quick.QuantizeBlocks(in + at, count - at, out + at);
    if (at == count) return;
    TransformTask block = task;
    block.input = in + at;
    block.output = out + at;
    block.count = count - at < Quick::kCount ? count - at : Quick::kCount;
    QuantizeApart<Simd, kForm>(block);
    at += block.count;
  }
}

template <class Simd, bool kVaries>
void QuantizeRunAs(const TransformTask& task) {
  if constexpr (Simd::kQuantizesBytesQuickly && !kVaries) {
    if (SizeOf(task.scalar) == 1) {
      switch (task.rounding) {
        case ValueRounding::kEven:
          return QuantizeBytes<Simd, ValueRounding::kEven>(task);
        case ValueRounding::kEvenByReciprocal:
          return QuantizeBytes<Simd, ValueRounding::kEvenByReciprocal>(task);
        case ValueRounding::kAway:
          return QuantizeBytes<Simd, ValueRounding::kAway>(task);
        case ValueRounding::kEvenWithZeroPoint:
          return QuantizeBytes<Simd, ValueRounding::kEvenWithZeroPoint>(task);
        case ValueRounding::kAwayWithZeroPointInDouble:
          return QuantizeBytes<Simd, ValueRounding::kAwayWithZeroPointInDouble>(
              task);
        case ValueRounding::kAwayInDouble:
          return QuantizeBytes<Simd, ValueRounding::kAwayInDouble>(task);
        case ValueRounding::kTruncatedWithZeroPoint:  // 0 would be a tie
          break;
      }
    }
  }
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
    case ValueRounding::kAwayInDouble:
      return QuantizeRun<Simd, ValueRounding::kAwayInDouble, kVaries>(task);
  }
}

template <class Simd, RealPrecision kPrecision>
LOWP_INLINE typename Simd::F32 DequantizeRegister(typename Simd::I32 difference,
                                                  typename Simd::F32 scale) {
  if constexpr (kPrecision == RealPrecision::kDouble) {
    return Simd::ToF32(Simd::Mul(Simd::ToF64(difference), Simd::ToF64(scale)));
  } else {
    return Simd::Mul(Simd::ToF32(difference), scale);
  }
}

template <class Simd, Scalar kScalar, RealPrecision kPrecision, bool kVaries>
void DequantizeRunOf(const TransformTask& task) {
  constexpr int kVectors = Simd::kBlockVectors;
  constexpr int kLanes = Simd::kLanes;
  constexpr int kBlock = kVectors * kLanes;
  constexpr std::size_t size = static_cast<std::size_t>(SizeOf(kScalar));
  for (std::size_t at = 0; at < task.count;) {
    const std::size_t left = task.count - at;
    const std::size_t width = kVaries && left > kBlock ? kBlock : left;
    const QuantizationBlock<Simd, kVectors, kVaries> block(task, at, width);
    for (std::size_t run = 0; run < task.runs; ++run) {
      const std::size_t first = run * task.run_stride + at;
      const std::uint8_t* in =
          static_cast<const std::uint8_t*>(task.input) + first * size;
      float* out = static_cast<float*>(task.output) + first;
      for (std::size_t i = 0; i < width; i += kBlock) {
        const std::size_t n = width - i < kBlock ? width - i : kBlock;
        typename Simd::I32 x[kVectors];
        LoadBlock<Simd, kVectors>(kScalar, in + i * size, n, x);
        float buffer[kBlock];
        float* to = n == kBlock ? out + i : buffer;
        LOWP_UNROLL
        for (int v = 0; v < kVectors; ++v) {
          Simd::Store(to + v * kLanes, DequantizeRegister<Simd, kPrecision>(
                                           Simd::Sub(x[v], block.zero_point[v]),
                                           block.scale[v]));
        }
        if (n < kBlock) std::memcpy(out + i, buffer, n * sizeof(float));
      }
    }
    at += width;
  }
}

template <class Simd, RealPrecision kPrecision, bool kVaries>
void DequantizeRunIn(const TransformTask& task) {
  switch (task.scalar) {
    case Scalar::kUint8:
      return DequantizeRunOf<Simd, Scalar::kUint8, kPrecision, kVaries>(task);
    case Scalar::kInt8:
      return DequantizeRunOf<Simd, Scalar::kInt8, kPrecision, kVaries>(task);
    case Scalar::kInt16:
      return DequantizeRunOf<Simd, Scalar::kInt16, kPrecision, kVaries>(task);
    default:
      return DequantizeRunOf<Simd, Scalar::kInt32, kPrecision, kVaries>(task);
  }
}

template <class Simd, bool kVaries>
void DequantizeRun(const TransformTask& task) {
  return task.precision == RealPrecision::kDouble
             ? DequantizeRunIn<Simd, RealPrecision::kDouble, kVaries>(task)
             : DequantizeRunIn<Simd, RealPrecision::kFloat, kVaries>(task);
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_QUANTIZE_INL_H_
