// Stores of AVX2's registers, whole and in part. AMD's masked stores take
// longer than runs of a power of two, which may overlap.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_SIMD_STORE_AVX2_H_
#define LOWP_META_SIMD_STORE_AVX2_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../internal/compiler.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

struct StoreAvx2 {
  using I32 = __m256i;
  static constexpr int kLanes = 8;

  static LOWP_INLINE void Store(std::int32_t* p, I32 x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
  }

  // Stores the first `columns` lanes of the vectors as they are.
  template <int kVectors>
  static LOWP_INLINE void StoreInt32(const I32 (&x)[kVectors], void* out,
                                     int columns) {
    std::int32_t* const p = static_cast<std::int32_t*>(out);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const int lanes = columns - v * kLanes;
      if (lanes >= kLanes) {
        Store(p + v * kLanes, x[v]);
      } else if (lanes > 0) {
        StorePart(x[v], p + v * kLanes, lanes);
      }
    }
  }

  // The same for several rows, `stride` bytes apart.
  template <int kRows, int kVectors>
  static LOWP_INLINE void StoreInt32Rows(const I32 (&x)[kRows][kVectors],
                                         std::uint8_t* out,
                                         std::ptrdiff_t stride, int columns) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const int lanes = columns - v * kLanes;
      std::uint8_t* const at = out + v * kLanes * 4;
      if (lanes >= kLanes) {
        LOWP_UNROLL
        for (int r = 0; r < kRows; ++r) {
          Store(reinterpret_cast<std::int32_t*>(at + r * stride), x[r][v]);
        }
      } else if (lanes >= 4) {
        StoreLanes<4, kRows, kVectors>(x, v, at, stride, lanes);
      } else if (lanes >= 2) {
        StoreLanes<2, kRows, kVectors>(x, v, at, stride, lanes);
      } else if (lanes > 0) {
        StoreLanes<1, kRows, kVectors>(x, v, at, stride, lanes);
      }
    }
  }

 protected:
  // Stores rows of 8 or 16 bytes.
  template <int kWidth>
  static LOWP_INLINE void StoreRows(__m256i bytes, std::uint8_t* out,
                                    std::ptrdiff_t stride) {
    const __m128i lower = _mm256_castsi256_si128(bytes);
    const __m128i upper = _mm256_extracti128_si256(bytes, 1);
    if constexpr (kWidth == 16) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out), lower);
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out + stride), upper);
    } else {
      _mm_storel_epi64(reinterpret_cast<__m128i*>(out), lower);
      StoreUpper(out + stride, lower);
      _mm_storel_epi64(reinterpret_cast<__m128i*>(out + 2 * stride), upper);
      StoreUpper(out + 3 * stride, upper);
    }
  }
  static LOWP_INLINE void StoreUpper(std::uint8_t* out, __m128i x) {
    const std::int64_t bytes = _mm_extract_epi64(x, 1);
    std::memcpy(out, &bytes, sizeof(bytes));
  }

  // Stores the first min(kBytes, bytes) bytes.
  template <int kBytes>
  static LOWP_INLINE void StoreFirst(__m256i x, void* out, int bytes) {
    if (bytes >= kBytes) {
      if constexpr (kBytes == 32) {
        _mm256_storeu_si256(static_cast<__m256i*>(out), x);
      } else if constexpr (kBytes == 16) {
        _mm_storeu_si128(static_cast<__m128i*>(out), _mm256_castsi256_si128(x));
      } else {
        _mm_storel_epi64(static_cast<__m128i*>(out), _mm256_castsi256_si128(x));
      }
      return;
    }
    alignas(32) std::uint8_t buffer[32];
    _mm256_store_si256(reinterpret_cast<__m256i*>(buffer), x);
    CopyPowers<kBytes / 2>(buffer, static_cast<std::uint8_t*>(out), bytes);
  }

  // Copies `bytes` bytes, fewer than 2 * kPower: two runs of a power of two,
  // which may overlap, take fewer instructions than a copy of any length.
  template <int kPower>
  static LOWP_INLINE void CopyPowers(const std::uint8_t* from, std::uint8_t* to,
                                     int bytes) {
    if (bytes >= kPower) {
      std::memcpy(to, from, kPower);
      std::memcpy(to + bytes - kPower, from + bytes - kPower, kPower);
    } else if constexpr (kPower > 1) {
      CopyPowers<kPower / 2>(from, to, bytes);
    }
  }

 private:
  // Fewer lanes than all. A function of its own, since it is called everywhere.
  static LOWP_NOINLINE void StorePart(I32 x, std::int32_t* out, int lanes) {
    const I32 row[1][1] = {{x}};
    StoreInt32Rows<1, 1>(row, reinterpret_cast<std::uint8_t*>(out), 0, lanes);
  }

  // Stores the first `lanes` lanes of each row's v-th register, kRun or more
  // but fewer than 2 * kRun, as two runs of kRun.
  template <int kRun, int kRows, int kVectors>
  static LOWP_INLINE void StoreLanes(const I32 (&x)[kRows][kVectors], int v,
                                     std::uint8_t* out, std::ptrdiff_t stride,
                                     int lanes) {
    const __m256i last =
        _mm256_add_epi32(_mm256_set1_epi32(lanes - kRun),
                         _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      StoreRun<kRun>(out, x[r][v]);
      if constexpr (kRun > 1) {
        StoreRun<kRun>(out + (lanes - kRun) * 4,
                       _mm256_permutevar8x32_epi32(x[r][v], last));
      }
      out += stride;
    }
  }
  template <int kRun>
  static LOWP_INLINE void StoreRun(std::uint8_t* out, I32 x) {
    const __m128i run = _mm256_castsi256_si128(x);
    if constexpr (kRun == 4) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out), run);
    } else if constexpr (kRun == 2) {
      _mm_storel_epi64(reinterpret_cast<__m128i*>(out), run);
    } else {
      const std::int32_t lane = _mm_cvtsi128_si32(run);
      std::memcpy(out, &lane, sizeof(lane));
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_SIMD_STORE_AVX2_H_
