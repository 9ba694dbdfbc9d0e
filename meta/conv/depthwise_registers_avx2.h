// Registers of depthwise convolutions in AVX2: two parts of 128 bits, each with
// bytes of sixteen channels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_REGISTERS_AVX2_H_
#define LOWP_META_CONV_DEPTHWISE_REGISTERS_AVX2_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/panel_format.h"
#include "../simd/float_avx2.h"
#include "../simd/store_avx2.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct DepthwiseRegistersAvx2 {
  using Simd = FloatAvx2;
  using Register = __m256i;
  // In memory: sixteen registers are too few to keep it in one.
  using FlipOf = const __m256i*;
  static constexpr int kParts = 2;
  static constexpr Signedness kReads = Signedness::kUnsigned;

  static LOWP_INLINE const __m256i* Flip(bool is_signed) {
    alignas(32) static constexpr std::uint64_t kFlips[2][4] = {
        {},
        {0x8080808080808080, 0x8080808080808080, 0x8080808080808080,
         0x8080808080808080}};
    return reinterpret_cast<const __m256i*>(kFlips[is_signed ? 1 : 0]);
  }
  static LOWP_INLINE __m256i Zero() { return _mm256_setzero_si256(); }
  static LOWP_INLINE __m256i Low8(__m256i a, __m256i b) {
    return _mm256_unpacklo_epi8(a, b);
  }
  static LOWP_INLINE __m256i High8(__m256i a, __m256i b) {
    return _mm256_unpackhi_epi8(a, b);
  }
  // Lane kLane of each part, in all of its lanes.
  template <int kLane>
  static LOWP_INLINE __m256i Spread(__m256i x) {
    return _mm256_shuffle_epi32(x, 0x55 * kLane);
  }
  static LOWP_INLINE __m256i Low16(__m256i a, __m256i b) {
    return _mm256_unpacklo_epi16(a, b);
  }
  static LOWP_INLINE __m256i High16(__m256i a, __m256i b) {
    return _mm256_unpackhi_epi16(a, b);
  }

  // Thirty-two channels of a window, or sixteen of two windows.
  template <int kGroups>
  static LOWP_INLINE __m256i Load(const std::uint8_t* const (&at)[kGroups],
                                  const __m256i* flip) {
    if constexpr (kGroups == 1) {
      return _mm256_xor_si256(
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at[0])),
          _mm256_load_si256(flip));
    } else {
      __m256i bytes = _mm256_inserti128_si256(
          _mm256_castsi128_si256(Load128(at[0])), Load128(at[1]), 1);
      // In assembly, or compilers would load it before the loop, and spill.
      __asm__("vpxor %[flip], %[bytes], %[bytes]"
              : [bytes] "+x"(bytes)
              : [flip] "m"(*flip));
      return bytes;
    }
  }

  // x[i] has channels 4 i to 4 i + 3 of each sixteen.
  template <int kGroups>
  static LOWP_INLINE void StoreSums(const __m256i (&x)[4],
                                    std::int32_t* const (&to)[kGroups]) {
    std::int32_t* const second = kGroups == 1 ? to[0] + 16 : to[kGroups - 1];
    Store(to[0], _mm256_permute2x128_si256(x[0], x[1], 0x20));
    Store(to[0] + 8, _mm256_permute2x128_si256(x[2], x[3], 0x20));
    Store(second, _mm256_permute2x128_si256(x[0], x[1], 0x31));
    Store(second + 8, _mm256_permute2x128_si256(x[2], x[3], 0x31));
  }

  // The bytes of the channels in order.
  static LOWP_INLINE __m256i Narrow(const Simd::Bounds& bounds,
                                    const __m256i (&x)[4]) {
    const __m256i lower = _mm256_packs_epi32(x[0], x[1]);
    const __m256i upper = _mm256_packs_epi32(x[2], x[3]);
    return bounds.scalar == Scalar::kUint8
               ? _mm256_min_epu8(
                     _mm256_max_epu8(_mm256_packus_epi16(lower, upper),
                                     bounds.low),
                     bounds.high)
               : _mm256_min_epi8(
                     _mm256_max_epi8(_mm256_packs_epi16(lower, upper),
                                     bounds.low),
                     bounds.high);
  }

  // Channels may be missing only where a group has sixteen.
  template <int kGroups>
  static LOWP_INLINE void StoreBytes(__m256i bytes,
                                     std::uint8_t* const (&to)[kGroups],
                                     int columns) {
    if constexpr (kGroups == 1) {
      Store(to[0], bytes);
    } else {
      StoreParts::StoreFirst<16>(bytes, to[0], columns);
      StoreParts::StoreFirst<16>(
          _mm256_castsi128_si256(_mm256_extracti128_si256(bytes, 1)), to[1],
          columns);
    }
  }

 private:
  struct StoreParts : StoreAvx2 {
    using StoreAvx2::StoreFirst;
  };
  static LOWP_INLINE __m128i Load128(const std::uint8_t* p) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  }
  static LOWP_INLINE void Store(void* p, __m256i x) {
    _mm256_storeu_si256(static_cast<__m256i*>(p), x);
  }
};

// vpmaddwd and an addition.
struct DepthwisePairsAvx2 {
  static LOWP_INLINE void Add(__m256i* sum, __m256i left, const void* right) {
    *sum = _mm256_add_epi32(
        *sum, _mm256_madd_epi16(
                  left, _mm256_load_si256(static_cast<const __m256i*>(right))));
    // Otherwise GCC adds products to each other first, and spills the sums.
    __asm__ volatile("" : "+x"(*sum));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_REGISTERS_AVX2_H_
