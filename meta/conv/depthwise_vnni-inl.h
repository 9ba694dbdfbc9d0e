// Depthwise sums with vpdpbusd on 256 bits: four taps of a channel side by
// side. Where a processor has 512 bits two halves take about as long, and a
// block has half as many channels, which more convolutions fill. Copyright 2026
// The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_VNNI_INL_H_
#define LOWP_META_CONV_DEPTHWISE_VNNI_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Dot::Add(sums, unsigned bytes, signed bytes) is vpdpbusd on four registers.
template <class Dot, int kPixelsAtOnce>
struct DepthwiseVnni {
  using Weight = std::int8_t;
  static constexpr bool kReadsUnsigned = true;
  static constexpr int kChannels = 32;
  static constexpr int kTaps = 4;
  static constexpr int kPixels = kPixelsAtOnce;
  // Unpacking works within 128 bits: register i has channels 4i to 4i + 3 and
  // 4i + 16 to 4i + 19 of the block.
  struct Quad {
    __m256i of[4];
  };
  using Sums = Quad;
  using Weights = Quad;
  using Values = Quad;

  // 16 bytes at `low` and 16 at `high`.
  static LOWP_INLINE __m256i LoadHalves(const void* low, const void* high) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(
            _mm_loadu_si128(static_cast<const __m128i*>(low))),
        _mm_loadu_si128(static_cast<const __m128i*>(high)), 1);
  }
  static LOWP_INLINE Sums Load(const std::int32_t* p) {
    return {{LoadHalves(p, p + 16), LoadHalves(p + 4, p + 20),
             LoadHalves(p + 8, p + 24), LoadHalves(p + 12, p + 28)}};
  }
  static LOWP_INLINE void StoreVector(std::int32_t* p, __m256i sums) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), sums);
  }
  static LOWP_INLINE void Store(const Sums& s, std::int32_t* p) {
    StoreVector(p, _mm256_permute2x128_si256(s.of[0], s.of[1], 0x20));
    StoreVector(p + 8, _mm256_permute2x128_si256(s.of[2], s.of[3], 0x20));
    StoreVector(p + 16, _mm256_permute2x128_si256(s.of[0], s.of[1], 0x31));
    StoreVector(p + 24, _mm256_permute2x128_si256(s.of[2], s.of[3], 0x31));
  }
  static LOWP_INLINE Weights LoadWeights(const std::int8_t* p) {
    return {{LoadHalves(p, p + 64), LoadHalves(p + 16, p + 80),
             LoadHalves(p + 32, p + 96), LoadHalves(p + 48, p + 112)}};
  }
  template <bool kSigned>
  static LOWP_INLINE __m256i LoadBytes(const std::uint8_t* p) {
    const __m256i bytes =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    return kSigned ? _mm256_xor_si256(bytes, _mm256_set1_epi8(-128)) : bytes;
  }
  template <bool kSigned>
  static LOWP_INLINE Values LoadValues(const std::uint8_t* const (&taps)[4]) {
    const __m256i x0 = LoadBytes<kSigned>(taps[0]);
    const __m256i x1 = LoadBytes<kSigned>(taps[1]);
    const __m256i x2 = LoadBytes<kSigned>(taps[2]);
    const __m256i x3 = LoadBytes<kSigned>(taps[3]);
    const __m256i a = _mm256_unpacklo_epi8(x0, x1);
    const __m256i b = _mm256_unpackhi_epi8(x0, x1);
    const __m256i c = _mm256_unpacklo_epi8(x2, x3);
    const __m256i d = _mm256_unpackhi_epi8(x2, x3);
    return {{_mm256_unpacklo_epi16(a, c), _mm256_unpackhi_epi16(a, c),
             _mm256_unpacklo_epi16(b, d), _mm256_unpackhi_epi16(b, d)}};
  }
  static LOWP_INLINE Sums MultiplyAdd(Sums sums, const Values& values,
                                      const Weights& weights) {
    Dot::Add(sums.of, values.of, weights.of);
    // Otherwise Clang loads the values of all pixels first, for which there are
    // too few registers.
    __asm__ volatile("");
    return sums;
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_VNNI_INL_H_
