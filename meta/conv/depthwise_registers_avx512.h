// Registers of depthwise convolutions in AVX-512: four parts of 128 bits, each
// with bytes of sixteen channels.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_REGISTERS_AVX512_H_
#define LOWP_META_CONV_DEPTHWISE_REGISTERS_AVX512_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/panel_format.h"
#include "../simd/float_avx512.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct DepthwiseRegistersAvx512 {
  using Simd = FloatAvx512;
  using Register = __m512i;
  using FlipOf = __m512i;
  static constexpr int kParts = 4;
  static constexpr Signedness kReads = Signedness::kUnsigned;

  static LOWP_INLINE __m512i Flip(bool is_signed) {
    return _mm512_set1_epi8(is_signed ? -128 : 0);
  }
  static LOWP_INLINE __m512i Zero() { return _mm512_setzero_si512(); }
  static LOWP_INLINE __m512i Low8(__m512i a, __m512i b) {
    return _mm512_unpacklo_epi8(a, b);
  }
  static LOWP_INLINE __m512i High8(__m512i a, __m512i b) {
    return _mm512_unpackhi_epi8(a, b);
  }
  // Lane kLane of each part, in all of its lanes.
  template <int kLane>
  static LOWP_INLINE __m512i Spread(__m512i x) {
    return _mm512_shuffle_epi32(x, static_cast<_MM_PERM_ENUM>(0x55 * kLane));
  }
  static LOWP_INLINE __m512i Low16(__m512i a, __m512i b) {
    return _mm512_unpacklo_epi16(a, b);
  }
  static LOWP_INLINE __m512i High16(__m512i a, __m512i b) {
    return _mm512_unpackhi_epi16(a, b);
  }

  // Sixty-four channels of a window, thirty-two of two windows, or sixteen of
  // four.
  template <int kGroups>
  static LOWP_INLINE __m512i Load(const std::uint8_t* const (&at)[kGroups],
                                  __m512i flip) {
    __m512i bytes;
    if constexpr (kGroups == 1) {
      bytes = _mm512_loadu_si512(at[0]);
    } else if constexpr (kGroups == 2) {
      bytes = _mm512_inserti64x4(_mm512_broadcast_i64x4(Load256(at[0])),
                                 Load256(at[1]), 1);
    } else {
      bytes = _mm512_broadcast_i32x4(Load128(at[0]));
      bytes = _mm512_inserti32x4(bytes, Load128(at[1]), 1);
      bytes = _mm512_inserti32x4(bytes, Load128(at[2]), 2);
      bytes = _mm512_inserti32x4(bytes, Load128(at[3]), 3);
    }
    return _mm512_xor_si512(bytes, flip);
  }

  // x[i] has channels 4 i to 4 i + 3 of each sixteen: transposes 4x4 parts.
  template <int kGroups>
  static LOWP_INLINE void StoreSums(const __m512i (&x)[4],
                                    std::int32_t* const (&to)[kGroups]) {
    const __m512i a = _mm512_shuffle_i32x4(x[0], x[1], 0x44);
    const __m512i b = _mm512_shuffle_i32x4(x[2], x[3], 0x44);
    const __m512i c = _mm512_shuffle_i32x4(x[0], x[1], 0xee);
    const __m512i d = _mm512_shuffle_i32x4(x[2], x[3], 0xee);
    const __m512i of_part[4] = {
        _mm512_shuffle_i32x4(a, b, 0x88), _mm512_shuffle_i32x4(a, b, 0xdd),
        _mm512_shuffle_i32x4(c, d, 0x88), _mm512_shuffle_i32x4(c, d, 0xdd)};
    constexpr int kPartsOfGroup = 4 / kGroups;
    LOWP_UNROLL
    for (int p = 0; p < 4; ++p) {
      _mm512_storeu_si512(to[p / kPartsOfGroup] + p % kPartsOfGroup * 16,
                          of_part[p]);
    }
  }

  // The bytes of the channels in order.
  static LOWP_INLINE __m512i Narrow(const Simd::Bounds& bounds,
                                    const __m512i (&x)[4]) {
    const __m512i lower = _mm512_packs_epi32(x[0], x[1]);
    const __m512i upper = _mm512_packs_epi32(x[2], x[3]);
    return bounds.scalar == Scalar::kUint8
               ? _mm512_min_epu8(
                     _mm512_max_epu8(_mm512_packus_epi16(lower, upper),
                                     bounds.low),
                     bounds.high)
               : _mm512_min_epi8(
                     _mm512_max_epi8(_mm512_packs_epi16(lower, upper),
                                     bounds.low),
                     bounds.high);
  }

  // Channels may be missing only where a group has sixteen.
  template <int kGroups>
  static LOWP_INLINE void StoreBytes(__m512i bytes,
                                     std::uint8_t* const (&to)[kGroups],
                                     int columns) {
    if constexpr (kGroups == 1) {
      _mm512_storeu_si512(to[0], bytes);
    } else if constexpr (kGroups == 2) {
      Store256(to[0], _mm512_castsi512_si256(bytes));
      Store256(to[1], _mm512_extracti64x4_epi64(bytes, 1));
    } else {
      const __mmask16 mask = static_cast<__mmask16>((1u << columns) - 1);
      _mm_mask_storeu_epi8(to[0], mask, _mm512_castsi512_si128(bytes));
      _mm_mask_storeu_epi8(to[1], mask, _mm512_extracti32x4_epi32(bytes, 1));
      _mm_mask_storeu_epi8(to[2], mask, _mm512_extracti32x4_epi32(bytes, 2));
      _mm_mask_storeu_epi8(to[3], mask, _mm512_extracti32x4_epi32(bytes, 3));
    }
  }

 private:
  static LOWP_INLINE __m256i Load256(const std::uint8_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static LOWP_INLINE __m128i Load128(const std::uint8_t* p) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  }
  static LOWP_INLINE void Store256(std::uint8_t* p, __m256i x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
  }
};

// vpdpbusd with the right operand in memory or not. In assembly, since GCC
// copies accumulators around the intrinsic.
struct DepthwiseDotAvx512 {
  // For two sums. One block, since GCC would load far ahead, and spill.
  static LOWP_INLINE void Add(__m512i* sum0, __m512i* sum1, __m512i left0,
                              __m512i left1, const void* right) {
    __m512i loaded;
    __asm__(
        "vmovdqa64 %[right], %[loaded]\n\t"
        "vpdpbusd %[loaded], %[left0], %[sum0]\n\t"
        "vpdpbusd %[loaded], %[left1], %[sum1]"
        : [sum0] "+&v"(*sum0), [sum1] "+&v"(*sum1), [loaded] "=&v"(loaded)
        : [left0] "v"(left0), [left1] "v"(left1),
          [right] "m"(*static_cast<const __m512i*>(right)));
  }
  static LOWP_INLINE void Add(__m512i* sum, __m512i left, const void* right) {
    __asm__(
        "vpdpbusd %[right], %[left], %[sum]"
        : [sum] "+v"(*sum)
        : [left] "v"(left), [right] "m"(*static_cast<const __m512i*>(right)));
  }
  static LOWP_INLINE void Add(__m512i* sum, __m512i left, __m512i right) {
    __asm__("vpdpbusd %[right], %[left], %[sum]"
            : [sum] "+v"(*sum)
            : [left] "v"(left), [right] "v"(right));
  }
};
// vpmaddwd and an addition.
struct DepthwisePairsAvx512 {
  static LOWP_INLINE void Add(__m512i* sum, __m512i left, const void* right) {
    *sum = _mm512_add_epi32(*sum,
                            _mm512_madd_epi16(left, _mm512_load_si512(right)));
    // Otherwise GCC adds products to each other first.
    __asm__ volatile("" : "+v"(*sum));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_REGISTERS_AVX512_H_
