// Registers of interleaved lines in AVX2.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_INTERLEAVE_AVX2_H_
#define LOWP_META_CONV_INTERLEAVE_AVX2_H_

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "../../internal/contract/panel_format.h"
#include "../simd/float_avx2.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class DotThere>
struct InterleaveAvx2 {
  using Simd = FloatAvx2;
  using Dot = DotThere;
  using Register = __m256i;
  static constexpr Signedness kReads = Signedness::kUnsigned;
  static constexpr int kBytes = 32;
  static constexpr int kLinesOfQuad = 4;
  static constexpr int kBlocksOfGroup = 2;
  static constexpr bool kIsOneFunction = false;

  // In the order that interleaving within parts of 128 bits turns into that of
  // the channels.
  static LOWP_INLINE __m256i Load(const std::uint8_t* p) {
    return _mm256_permutevar8x32_epi32(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)),
        _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7));
  }
  static LOWP_INLINE __m256i LoadPart(const std::uint8_t* p, int count) {
    alignas(32) std::uint8_t bytes[kBytes] = {};
    std::memcpy(bytes, p, static_cast<std::size_t>(count));
    return Load(bytes);
  }
  static LOWP_INLINE void StoreQuad(const __m256i (&x)[4], std::uint8_t flip,
                                    std::uint8_t* quad) {
    const __m256i flips = _mm256_set1_epi8(static_cast<char>(flip));
    const __m256i e = _mm256_xor_si256(_mm256_unpacklo_epi8(x[0], x[1]), flips);
    const __m256i f = _mm256_xor_si256(_mm256_unpackhi_epi8(x[0], x[1]), flips);
    const __m256i g = _mm256_xor_si256(_mm256_unpacklo_epi8(x[2], x[3]), flips);
    const __m256i h = _mm256_xor_si256(_mm256_unpackhi_epi8(x[2], x[3]), flips);
    Store(quad, _mm256_unpacklo_epi16(e, g));
    Store(quad + 32, _mm256_unpackhi_epi16(e, g));
    Store(quad + 64, _mm256_unpacklo_epi16(f, h));
    Store(quad + 96, _mm256_unpackhi_epi16(f, h));
  }
  static LOWP_INLINE __m256i LoadValues(const std::uint8_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static LOWP_INLINE void StoreSums(const __m256i (&sums)[4], std::uint8_t* to,
                                    int lanes) {
    Simd::StoreInt32<4>(sums, to, lanes);
  }
  static LOWP_INLINE void StoreBytes(const Simd::Bounds& bounds,
                                     const __m256i (&x)[4], std::uint8_t* to,
                                     int lanes) {
    StoreInOrder(Bytes(bounds, Join(x[0], x[1]), Join(x[2], x[3])), to, lanes);
  }

  // See interleaved_groups-inl.h.
  static LOWP_INLINE void Keep(__m256i* x) { __asm__ volatile("" : "+x"(*x)); }
  static LOWP_INLINE __m256i Join(__m256i x, __m256i y) {
    return _mm256_packs_epi32(x, y);
  }
  static LOWP_INLINE void Narrow(const Simd::Bounds& bounds,
                                 const __m256i (&joined)[4],
                                 __m256i (&bytes)[2]) {
    // Each part of 128 bits has four bytes of a register of the first block,
    // of the second one, and the same of the next register.
    const __m256 lower =
        _mm256_castsi256_ps(Bytes(bounds, joined[0], joined[1]));
    const __m256 upper =
        _mm256_castsi256_ps(Bytes(bounds, joined[2], joined[3]));
    bytes[0] = _mm256_castps_si256(
        _mm256_shuffle_ps(lower, upper, _MM_SHUFFLE(2, 0, 2, 0)));
    bytes[1] = _mm256_castps_si256(
        _mm256_shuffle_ps(lower, upper, _MM_SHUFFLE(3, 1, 3, 1)));
  }
  // Bytes of four registers, four of each in each part of 128 bits.
  static LOWP_INLINE void StoreInOrder(__m256i bytes, std::uint8_t* to,
                                       int lanes) {
    const __m256i in_order = _mm256_permutevar8x32_epi32(
        bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    if (lanes == kBytes) {
      Store(to, in_order);
    } else {
      alignas(32) std::uint8_t all[kBytes];
      Store(all, in_order);
      std::memcpy(to, all, static_cast<std::size_t>(lanes));
    }
  }

 protected:
  // Words packed to bytes, and clamped.
  static LOWP_INLINE __m256i Bytes(const Simd::Bounds& bounds, __m256i x,
                                   __m256i y) {
    return bounds.scalar == Scalar::kUint8
               ? _mm256_min_epu8(
                     _mm256_max_epu8(_mm256_packus_epi16(x, y), bounds.low),
                     bounds.high)
               : _mm256_min_epi8(
                     _mm256_max_epi8(_mm256_packs_epi16(x, y), bounds.low),
                     bounds.high);
  }
  static LOWP_INLINE void Store(std::uint8_t* p, __m256i x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
  }
};

// vpmaddwd and an addition, with weights in a register or in memory. In
// assembly, since GCC copies registers around the intrinsics.
struct InterleavedPairsDotAvx2 {
  static LOWP_INLINE void Add(__m256i* sum, __m256i left, __m256i right) {
    __m256i products;
    __asm__(
        "vpmaddwd %[right], %[left], %[products]\n\t"
        "vpaddd %[products], %[sum], %[sum]"
        : [sum] "+&x"(*sum), [products] "=&x"(products)
        : [left] "x"(left), [right] "x"(right));
  }
  static LOWP_INLINE void Add(__m256i* sum, __m256i left, const void* right) {
    __m256i products;
    __asm__(
        "vpmaddwd %[right], %[left], %[products]\n\t"
        "vpaddd %[products], %[sum], %[sum]"
        : [sum] "+&x"(*sum), [products] "=&x"(products)
        : [left] "x"(left), [right] "m"(*static_cast<const __m256i*>(right)));
  }
};

// Two lines as int16.
struct InterleavePairsAvx2 : InterleaveAvx2<InterleavedPairsDotAvx2> {
  static constexpr int kLinesOfQuad = 2;
  static constexpr bool kIsOneFunction = true;

  static LOWP_INLINE void StoreQuad(const __m256i (&x)[2], std::uint8_t flip,
                                    std::uint8_t* quad) {
    const __m256i flips = _mm256_set1_epi8(static_cast<char>(flip));
    const __m256i zero = _mm256_setzero_si256();
    const __m256i e = _mm256_xor_si256(_mm256_unpacklo_epi8(x[0], x[1]), flips);
    const __m256i f = _mm256_xor_si256(_mm256_unpackhi_epi8(x[0], x[1]), flips);
    Store(quad, _mm256_unpacklo_epi8(e, zero));
    Store(quad + 32, _mm256_unpackhi_epi8(e, zero));
    Store(quad + 64, _mm256_unpacklo_epi8(f, zero));
    Store(quad + 96, _mm256_unpackhi_epi8(f, zero));
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_INTERLEAVE_AVX2_H_
