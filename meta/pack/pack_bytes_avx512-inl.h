// Packing for backends with sixteen lanes: panels of up to 64 columns of signed
// bytes, kr = 4.
//
// Written once over a policy `Groups`:
//   AddUp(sums, values)    adds the four signed bytes of each lane to its sum
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_PACK_PACK_BYTES_AVX512_INL_H_
#define LOWP_META_PACK_PACK_BYTES_AVX512_INL_H_

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/gemm_tasks.h"
#include "../../internal/detect_platform.h"
#include "../simd/prefetch-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// From this k on, columns are prefetched: neither they nor the panel fit L1
// then.
constexpr int kMinKToPrefetch = 256;

// The hardware does not follow rows of B that are this far apart, so the rows
// kRowsAhead later are prefetched.
constexpr std::ptrdiff_t kMinStrideToPrefetch = 512;
constexpr int kRowsAhead = 32;

// The sign bits to flip in a group of which `left` values are left, four of
// them at most.
LOWP_INLINE std::uint32_t GroupFlip(bool flips, int left) {
  if (!flips) return 0;
  return left >= 4 ? 0x80808080u : 0x80808080u & ((1u << (8 * left)) - 1);
}

// The low `n` bits, 0 <= n <= 64.
LOWP_INLINE std::uint64_t LowBits(int n) {
  return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
}

// Flips one group of sixteen columns, adds it to the column sums, and stores
// it. Columns outside `columns` become zero.
template <class Groups>
LOWP_INLINE void FinishGroup(__m512i bytes, std::uint32_t flip,
                             __mmask16 columns, __m512i* sums,
                             std::uint8_t* out) {
  const __m512i values = _mm512_maskz_xor_epi32(
      columns, bytes, _mm512_set1_epi32(static_cast<int>(flip)));
  Groups::AddUp(sums, values);
  _mm512_store_si512(out, values);
}

// Turns four registers of four columns each into one register per group of four
// values: lane l of quads[j] has sixteen values of column 4 l + j.
LOWP_INLINE void TransposeQuads(const __m512i (&quads)[4],
                                __m512i (&groups)[4]) {
  const __m512i a = _mm512_unpacklo_epi32(quads[0], quads[1]);
  const __m512i b = _mm512_unpackhi_epi32(quads[0], quads[1]);
  const __m512i c = _mm512_unpacklo_epi32(quads[2], quads[3]);
  const __m512i d = _mm512_unpackhi_epi32(quads[2], quads[3]);
  groups[0] = _mm512_unpacklo_epi64(a, c);
  groups[1] = _mm512_unpackhi_epi64(a, c);
  groups[2] = _mm512_unpacklo_epi64(b, d);
  groups[3] = _mm512_unpackhi_epi64(b, d);
}

// Joins four lanes in one register.
LOWP_INLINE __m512i JoinLanes(__m128i a, __m128i b, __m128i c, __m128i d) {
  const __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1);
  const __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(c), d, 1);
  return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

// Loads the next 1..16 values of sixteen columns, one register per group of
// four. The columns are contiguous in k; those from `columns` on are not read.
LOWP_INLINE void LoadGroups(const std::uint8_t* source, std::ptrdiff_t stride,
                            int columns, int count, __m512i (&groups)[4]) {
  const __mmask16 bytes = static_cast<__mmask16>(LowBits(count));
  __m512i quad[4];
  LOWP_UNROLL
  for (int j = 0; j < 4; ++j) {
    __m128i lane[4];
    LOWP_UNROLL
    for (int l = 0; l < 4; ++l) {
      const int column = 4 * l + j;
      lane[l] = column < columns
                    ? _mm_maskz_loadu_epi8(bytes, source + column * stride)
                    : _mm_setzero_si128();
    }
    quad[j] = JoinLanes(lane[0], lane[1], lane[2], lane[3]);
  }
  TransposeQuads(quad, groups);
}

// Loads the next sixteen values of sixteen columns, all of which exist;
// source[l] points to column 4 l.
LOWP_INLINE void LoadWholeGroups(const std::uint8_t* const (&source)[4],
                                 std::ptrdiff_t stride, __m512i (&groups)[4]) {
  __m512i quads[4];
  LOWP_UNROLL
  for (int j = 0; j < 4; ++j) {
    const auto column = [&](int l) LOWP_INLINE_LAMBDA {
      return _mm_loadu_si128(
          reinterpret_cast<const __m128i*>(source[l] + j * stride));
    };
    quads[j] = JoinLanes(column(0), column(1), column(2), column(3));
  }
  TransposeQuads(quads, groups);
}

// Prefetches the lines `ahead` bytes after the sixteen columns' read positions.
LOWP_INLINE void PrefetchColumns(const std::uint8_t* const (&source)[4],
                                 std::ptrdiff_t stride, std::ptrdiff_t ahead) {
  LOWP_UNROLL
  for (int l = 0; l < 4; ++l) {
    LOWP_UNROLL
    for (int j = 0; j < 4; ++j) {
      PrefetchLines<1>(source[l] + j * stride + ahead);
    }
  }
}

// Packs as many values of sixteen columns as fill whole registers; returns how
// many that are. Meanwhile, prefetches the next sixteen columns.
template <class Groups>
LOWP_INLINE int PackWholeGroups(const std::uint8_t* from, std::ptrdiff_t stride,
                                int count, bool flips, std::ptrdiff_t step,
                                std::uint8_t* out, __m512i* sums) {
  const __m512i flip = _mm512_set1_epi32(static_cast<int>(GroupFlip(flips, 4)));
  const std::uint8_t* source[4];
  LOWP_UNROLL
  for (int l = 0; l < 4; ++l) source[l] = from + 4 * l * stride;
  int k = 0;
  for (; count - k >= 16; k += 16) {
    if (k % 64 == 0 && count >= kMinKToPrefetch) {
      PrefetchColumns(source, stride, 16 * stride);
    }
    __m512i groups[4];
    LoadWholeGroups(source, stride, groups);
    LOWP_UNROLL
    for (int g = 0; g < 4; ++g) {
      const __m512i values = _mm512_xor_si512(groups[g], flip);
      Groups::AddUp(sums, values);
      _mm512_store_si512(out, values);
      out += step;
    }
    LOWP_UNROLL
    for (int l = 0; l < 4; ++l) source[l] += 16;
  }
  return k;
}

// Columns this far apart map to the same L1 set, which does not keep a line of
// each of sixteen columns while they are read a quarter at a time.
constexpr std::ptrdiff_t kSetStride = 4096;

// Like PackWholeGroups, but through copies that map to different sets, which is
// faster for columns that are a multiple of kSetStride apart.
template <class Groups>
LOWP_INLINE int PackThroughCopies(const std::uint8_t* from,
                                  std::ptrdiff_t stride, int count, bool flips,
                                  std::ptrdiff_t step, std::uint8_t* out,
                                  __m512i* sums) {
  // Small enough that PackWholeGroups does not prefetch beyond the copies.
  constexpr int kCopied = kMinKToPrefetch - 64;
  constexpr int kCopyStride = kMinKToPrefetch;
  alignas(64) std::uint8_t copies[16 * kCopyStride];
  int k = 0;
  while (count - k >= 16) {
    const int left = (count - k) / 16 * 16;
    const int copied = left < kCopied ? left : kCopied;
    for (int c = 0; c < 16; ++c) {
      const std::uint8_t* const column = from + c * stride + k;
      for (int i = 0; i < copied; i += 64) {
        if (count >= kMinKToPrefetch) {
          PrefetchLines<1>(column + i + 16 * stride);
        }
        _mm512_store_si512(
            copies + c * kCopyStride + i,
            _mm512_maskz_loadu_epi8(LowBits(copied - i), column + i));
      }
    }
    PackWholeGroups<Groups>(copies, kCopyStride, copied, flips, step, out,
                            sums);
    out += copied / 4 * step;
    k += copied;
  }
  return k;
}

// Packs columns that are contiguous in k, sixteen at a time.
template <class Groups>
LOWP_INLINE void PackContiguousColumns(const PackTask& task, bool flips) {
  const std::ptrdiff_t step =
      static_cast<std::ptrdiff_t>(task.padded_columns) * 4;
  for (int c = 0; c < task.padded_columns; c += 16) {
    const int columns = task.columns - c;
    const __mmask16 mask = static_cast<__mmask16>(LowBits(columns));
    const std::uint8_t* source = task.source + c * task.column_stride;
    std::uint8_t* out = static_cast<std::uint8_t*>(task.panel) + c * 4;
    __m512i sums = _mm512_setzero_si512();
    int k = 0;
    if (columns >= 16) {
      const std::ptrdiff_t stride = task.column_stride;
      k = stride % kSetStride == 0
              ? PackThroughCopies<Groups>(source, stride, task.k, flips, step,
                                          out, &sums)
              : PackWholeGroups<Groups>(source, stride, task.k, flips, step,
                                        out, &sums);
      out += k / 4 * step;
      source += k;
    }
    for (int left = task.k - k; left > 0; left -= 16, source += 16) {
      const int count = left < 16 ? left : 16;
      __m512i groups[4];
      LoadGroups(source, task.column_stride, columns, count, groups);
      LOWP_UNROLL
      for (int g = 0; g < 4; ++g) {
        if (4 * g < count) {
          FinishGroup<Groups>(groups[g], GroupFlip(flips, count - 4 * g), mask,
                              &sums, out);
          out += step;
        }
      }
    }
    _mm512_store_si512(task.sums + c, sums);
  }
}

// Packs B where the columns' values for the same k are contiguous: four runs of
// up to 64 bytes make one group of the whole panel.
template <class Groups>
LOWP_INLINE void PackContiguousRows(const PackTask& task, bool flips) {
  // Dword 4 l + v of a row moves to lane l, so that interleaving leaves sixteen
  // consecutive columns in register v.
  const __m512i order =
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  const __mmask64 columns = LowBits(task.columns);
  const int vectors = task.padded_columns / 16;
  const bool prefetches = task.k_stride >= kMinStrideToPrefetch;
  std::uint8_t* out = static_cast<std::uint8_t*>(task.panel);
  __m512i sums[4] = {_mm512_setzero_si512(), _mm512_setzero_si512(),
                     _mm512_setzero_si512(), _mm512_setzero_si512()};
  // Wide: it steps past task.k.
  for (std::ptrdiff_t k = 0; k < task.k; k += 4) {
    const int left = static_cast<int>(task.k - k);
    const std::uint8_t* source = task.source + k * task.k_stride;
    if (prefetches) {
      LOWP_UNROLL
      for (int j = 0; j < 4; ++j) {
        PrefetchLines<1>(source + (kRowsAhead + j) * task.k_stride);
      }
    }
    __m512i row[4];
    LOWP_UNROLL
    for (int j = 0; j < 4; ++j) {
      row[j] = j < left ? _mm512_maskz_loadu_epi8(columns,
                                                  source + j * task.k_stride)
                        : _mm512_setzero_si512();
      row[j] = _mm512_permutexvar_epi32(order, row[j]);
    }
    const __m512i a = _mm512_unpacklo_epi8(row[0], row[1]);
    const __m512i b = _mm512_unpackhi_epi8(row[0], row[1]);
    const __m512i c = _mm512_unpacklo_epi8(row[2], row[3]);
    const __m512i d = _mm512_unpackhi_epi8(row[2], row[3]);
    const __m512i groups[4] = {
        _mm512_unpacklo_epi16(a, c), _mm512_unpackhi_epi16(a, c),
        _mm512_unpacklo_epi16(b, d), _mm512_unpackhi_epi16(b, d)};
    const std::uint32_t flip = GroupFlip(flips, left);
    LOWP_UNROLL
    for (int v = 0; v < 4; ++v) {
      if (v < vectors) {
        FinishGroup<Groups>(
            groups[v], flip,
            static_cast<__mmask16>(LowBits(task.columns - 16 * v)), &sums[v],
            out);
        out += 64;
      }
    }
  }
  for (int v = 0; v < vectors; ++v) {
    _mm512_store_si512(task.sums + 16 * v, sums[v]);
  }
}

// Backend::pack.
template <class Groups>
void PackSignedBytes(const PackTask& task) {
  const bool flips = task.scalar == Scalar::kUint8;
  if (task.k_stride == 1) {
    PackContiguousColumns<Groups>(task, flips);
  } else {
    PackContiguousRows<Groups>(task, flips);
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_PACK_PACK_BYTES_AVX512_INL_H_
