// What the transforms share: they cut runs into blocks of registers, and copy
// the rest of the last block to a buffer, so that nothing is read or written
// beyond the run.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_TRANSFORM_BLOCKS_INL_H_
#define LOWP_META_TENSOR_TRANSFORM_BLOCKS_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/matrix_ref.h"
#include "../../internal/contract/transform.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Calls function(vectors, at, n) for all `count` elements: n of them from `at`
// on, in decltype(vectors)::value registers. Whole blocks of kMax come first,
// then single registers, the last of which may be partial. A row shorter than a
// block is not padded to one.
template <class Simd, int kMax = Simd::kBlockVectors, class Function>
LOWP_INLINE void ForBlocks(std::size_t count, const Function& function) {
  constexpr std::size_t kLanes = Simd::kLanes;
  constexpr std::size_t kBlock = kMax * kLanes;
  std::size_t at = 0;
  for (; count - at >= kBlock; at += kBlock) {
    function(std::integral_constant<int, kMax>(), at, kBlock);
  }
  for (; at < count; at += kLanes) {
    const std::size_t left = count - at;
    function(std::integral_constant<int, 1>(), at,
             left < kLanes ? left : kLanes);
  }
}

// The first `n` elements of a block at `p`, followed by `filler`; `p` itself if
// the block is whole.
template <int kBlock, typename T>
LOWP_INLINE const T* WholeBlock(const T* p, std::size_t n, T filler,
                                T (&buffer)[kBlock]) {
  if (n == kBlock) return p;
  for (std::size_t i = 0; i < kBlock; ++i) buffer[i] = i < n ? p[i] : filler;
  return buffer;
}

// Loads a block's n integers into registers; the remaining lanes are zero. The
// switch over their type is outside the loop.
template <class Simd, int kVectors>
LOWP_INLINE void LoadBlock(Scalar scalar, const std::uint8_t* p, std::size_t n,
                           typename Simd::I32 (&x)[kVectors]) {
  constexpr int kLanes = Simd::kLanes;
  alignas(64) std::uint8_t buffer[kVectors * kLanes * 4];
  if (n < kVectors * kLanes) {
    if constexpr (Simd::kLoadsFewIntegers && kVectors == 1) {
      x[0] = Simd::LoadIntegers(scalar, p, n);
      return;
    }
    std::memset(buffer, 0, sizeof(buffer));
    std::memcpy(buffer, p, n * static_cast<std::size_t>(SizeOf(scalar)));
    p = buffer;
  }
  switch (scalar) {
    case Scalar::kUint8:
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        x[v] = Simd::LoadIntegers(Scalar::kUint8, p + v * kLanes);
      }
      return;
    case Scalar::kInt8:
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        x[v] = Simd::LoadIntegers(Scalar::kInt8, p + v * kLanes);
      }
      return;
    case Scalar::kInt16:
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        x[v] = Simd::LoadIntegers(Scalar::kInt16, p + 2 * v * kLanes);
      }
      return;
    default:
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        x[v] = Simd::LoadIntegers(Scalar::kInt32, p + 4 * v * kLanes);
      }
      return;
  }
}

// Loads a block's parameters into registers: one per element, or the first for
// all.
template <class Simd, int kVectors, bool kVaries>
LOWP_INLINE void LoadParameters(const std::int32_t* p, std::size_t n,
                                typename Simd::I32 (&x)[kVectors]) {
  if constexpr (kVaries) {
    LoadBlock<Simd, kVectors>(Scalar::kInt32,
                              reinterpret_cast<const std::uint8_t*>(p), n, x);
  } else {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) x[v] = Simd::Set1(*p);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_TRANSFORM_BLOCKS_INL_H_
