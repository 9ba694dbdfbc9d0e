// Registers of interleaved lines in AVX-512.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_INTERLEAVE_AVX512_H_
#define LOWP_META_CONV_INTERLEAVE_AVX512_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/contract/panel_format.h"
#include "../simd/clamped_bytes_avx512.h"
#include "../simd/float_avx512.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class DotThere>
struct InterleaveAvx512 {
  using Simd = FloatAvx512;
  using Dot = DotThere;
  using Register = __m512i;
  static constexpr Signedness kReads = Signedness::kUnsigned;
  static constexpr int kBytes = 64;
  static constexpr int kLinesOfQuad = 4;
  static constexpr int kBlocksOfGroup = 4;
  static constexpr bool kIsOneFunction = true;

  // In the order that interleaving within parts of 128 bits turns into that of
  // the channels.
  static LOWP_INLINE __m512i Load(const std::uint8_t* p) {
    return InParts(_mm512_loadu_si512(p));
  }
  static LOWP_INLINE __m512i LoadPart(const std::uint8_t* p, int count) {
    return InParts(_mm512_maskz_loadu_epi8(~__mmask64{0} >> (64 - count), p));
  }
  static LOWP_INLINE void StoreQuad(const __m512i (&x)[4], std::uint8_t flip,
                                    std::uint8_t* quad) {
    const __m512i flips = _mm512_set1_epi8(static_cast<char>(flip));
    const __m512i e = _mm512_xor_si512(_mm512_unpacklo_epi8(x[0], x[1]), flips);
    const __m512i f = _mm512_xor_si512(_mm512_unpackhi_epi8(x[0], x[1]), flips);
    const __m512i g = _mm512_xor_si512(_mm512_unpacklo_epi8(x[2], x[3]), flips);
    const __m512i h = _mm512_xor_si512(_mm512_unpackhi_epi8(x[2], x[3]), flips);
    _mm512_storeu_si512(quad, _mm512_unpacklo_epi16(e, g));
    _mm512_storeu_si512(quad + 64, _mm512_unpackhi_epi16(e, g));
    _mm512_storeu_si512(quad + 128, _mm512_unpacklo_epi16(f, h));
    _mm512_storeu_si512(quad + 192, _mm512_unpackhi_epi16(f, h));
  }
  static LOWP_INLINE __m512i LoadValues(const std::uint8_t* p) {
    return _mm512_loadu_si512(p);
  }
  // In assembly, or GCC keeps the address of each tap in a register, and
  // spills.
  template <int kTap>
  static LOWP_INLINE __m512i LoadTap(const std::uint8_t* p,
                                     std::ptrdiff_t stride) {
    using Bytes = const std::uint8_t[kBytes];
    __m512i values;
    __asm__("vmovdqu64 (%[p],%[stride],%c[tap]), %[values]"
            : [values] "=v"(values)
            : [p] "r"(p), [stride] "r"(stride), [tap] "i"(kTap),
              "m"(*reinterpret_cast<Bytes*>(p + kTap * stride)));
    return values;
  }
  static LOWP_INLINE void StoreSums(const __m512i (&sums)[4], std::uint8_t* to,
                                    int lanes) {
    Simd::StoreInt32<4>(sums, to, lanes);
  }
  static LOWP_INLINE void StoreBytes(const Simd::Bounds& bounds,
                                     const __m512i (&sums)[4], std::uint8_t* to,
                                     int lanes) {
    StoreInOrder(Bytes(bounds, Join(sums[0], sums[1]), Join(sums[2], sums[3])),
                 to, lanes);
  }

  // See interleaved_groups-inl.h.
  static LOWP_INLINE void Keep(__m512i* x) { __asm__ volatile("" : "+v"(*x)); }
  static LOWP_INLINE __m512i Join(__m512i x, __m512i y) {
    return _mm512_packs_epi32(x, y);
  }
  static LOWP_INLINE void Narrow(const Simd::Bounds& bounds,
                                 const __m512i (&joined)[4],
                                 __m512i (&bytes)[2]) {
    // Each part of 128 bits has four bytes of a register of the first block,
    // of the second one, and the same of the next register.
    const __m512 lower =
        _mm512_castsi512_ps(Bytes(bounds, joined[0], joined[1]));
    const __m512 upper =
        _mm512_castsi512_ps(Bytes(bounds, joined[2], joined[3]));
    bytes[0] = _mm512_castps_si512(
        _mm512_shuffle_ps(lower, upper, _MM_SHUFFLE(2, 0, 2, 0)));
    bytes[1] = _mm512_castps_si512(
        _mm512_shuffle_ps(lower, upper, _MM_SHUFFLE(3, 1, 3, 1)));
  }
  static LOWP_INLINE void StoreInOrder(__m512i bytes, std::uint8_t* to,
                                       int lanes) {
    const __m512i in_order = InParts(bytes);
    if (lanes == kBytes) {
      _mm512_storeu_si512(to, in_order);
    } else {
      _mm512_mask_storeu_epi8(to, (std::uint64_t{1} << lanes) - 1, in_order);
    }
  }

 private:
  static LOWP_INLINE __m512i Bytes(const Simd::Bounds& bounds, __m512i x,
                                   __m512i y) {
    return ClampedBytesOfWordsAvx512(
        {bounds.scalar == Scalar::kUint8, bounds.low, bounds.high}, x, y);
  }
  static LOWP_INLINE __m512i InParts(__m512i x) {
    return _mm512_permutexvar_epi32(
        _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15),
        x);
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_INTERLEAVE_AVX512_H_
