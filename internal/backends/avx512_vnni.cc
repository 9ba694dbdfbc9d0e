// The AVX-512 VNNI backend: vpdpbusd multiplies four unsigned by four signed
// bytes and adds all four products to an int32, without saturation. Rows are
// the unsigned side, panels the signed one.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "../../meta/dot-inl.h"
#include "../../meta/pack_avx512-inl.h"
#include "../../meta/panel_loop-inl.h"
#include "../../meta/simd_avx512.h"
#include "../backend.h"
#include "../cpu_features.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// sums += four unsigned bytes times four signed ones, in each lane. The
// intrinsic would do, but for GCC, which copies accumulators in and out of its
// operand, and spills them (GCC bug 94663).
LOWP_INLINE void MultiplyAddBytes(__m512i* sums, __m512i unsigned_bytes,
                                  __m512i signed_bytes) {
  __asm__("vpdpbusd %[right], %[left], %[sums]"
          : [sums] "+v"(*sums)
          : [left] "v"(unsigned_bytes), [right] "v"(signed_bytes));
}

constexpr PanelFormat kFormat = {64, 16, 4, 1, Domain::kSigned};

struct Avx512VnniKernel {
  using Simd = SimdAvx512;
  using Numbers = __m512i;
  static constexpr int kTileRows = 6;
  static constexpr int kWidth = kFormat.width;
  static constexpr int kMaxVectors = kFormat.width / Simd::kLanes;
  static constexpr int kBytesPerVector = 64;
  static constexpr bool kReadsTails = true;

  static LOWP_INLINE __m512i Flip(std::uint8_t flip) {
    return _mm512_set1_epi8(static_cast<char>(flip));
  }
  static LOWP_INLINE __m512i LoadPanel(const std::uint8_t* p) {
    return _mm512_load_si512(p);
  }
  template <int kVectors>
  static LOWP_INLINE void MultiplyRow(__m512i (&sums)[kVectors],
                                      const std::uint8_t* row, __m512i flip,
                                      const __m512i (&numbers)[kVectors]) {
    std::int32_t group;
    std::memcpy(&group, row, sizeof(group));
    const __m512i bytes = _mm512_xor_si512(_mm512_set1_epi32(group), flip);
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      MultiplyAddBytes(&sums[v], bytes, numbers[v]);
    }
  }
  // The bytes beyond the row's end meet zeros in the panel.
  static LOWP_INLINE std::uint32_t LoadTail(const std::uint8_t* row, int tail) {
    std::uint32_t group = row[0];
    if (tail > 1) group |= static_cast<std::uint32_t>(row[1]) << 8;
    if (tail > 2) group |= static_cast<std::uint32_t>(row[2]) << 16;
    return group;
  }
};

// Sixty-four bytes of a row times as many of a column.
struct Avx512VnniDot {
  using Sums = __m512i;
  using Numbers = __m512i;
  static constexpr int kChunk = 64;
  static constexpr int kRows = 4;
  static constexpr int kColumnsOfOneRow = 8;

  explicit LOWP_INLINE Avx512VnniDot(const DotTask& task)
      : row_flip(SignFlip(task.row_scalar == Scalar::kInt8)),
        column_flip(SignFlip(task.column_scalar == Scalar::kUint8)) {}

  static LOWP_INLINE __m512i SignFlip(bool flips) {
    return _mm512_set1_epi8(static_cast<char>(flips ? 0x80 : 0));
  }
  static LOWP_INLINE __m512i Zero() { return _mm512_setzero_si512(); }
  LOWP_INLINE __m512i LoadRow(const std::uint8_t* p) const {
    return _mm512_xor_si512(_mm512_loadu_si512(p), row_flip);
  }
  LOWP_INLINE __m512i LoadColumn(const std::uint8_t* p) const {
    return _mm512_xor_si512(_mm512_loadu_si512(p), column_flip);
  }
  // Bytes beyond the end, zero or flipped, meet zeros of the column.
  LOWP_INLINE __m512i LoadRowPart(const std::uint8_t* p, int n) const {
    return _mm512_xor_si512(_mm512_maskz_loadu_epi8(LowBits(n), p), row_flip);
  }
  LOWP_INLINE __m512i LoadColumnPart(const std::uint8_t* p, int n) const {
    const __mmask64 bytes = LowBits(n);
    return _mm512_maskz_mov_epi8(
        bytes,
        _mm512_xor_si512(_mm512_maskz_loadu_epi8(bytes, p), column_flip));
  }
  static LOWP_INLINE void MultiplyAdd(__m512i* sums, __m512i row,
                                      __m512i column) {
    MultiplyAddBytes(sums, row, column);
  }
  static LOWP_INLINE void AddUp(__m512i* sums, __m512i column) {
    MultiplyAddBytes(sums, _mm512_set1_epi8(1), column);
  }
  static LOWP_INLINE void Store4(__m512i w, __m512i x, __m512i y, __m512i z,
                                 std::int32_t* out) {
    const __m512i a = _mm512_add_epi32(_mm512_unpacklo_epi32(w, x),
                                       _mm512_unpackhi_epi32(w, x));
    const __m512i b = _mm512_add_epi32(_mm512_unpacklo_epi32(y, z),
                                       _mm512_unpackhi_epi32(y, z));
    const __m512i lanes = _mm512_add_epi32(_mm512_unpacklo_epi64(a, b),
                                           _mm512_unpackhi_epi64(a, b));
    const __m256i halves = _mm256_add_epi32(
        _mm512_castsi512_si256(lanes), _mm512_extracti64x4_epi64(lanes, 1));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_add_epi32(_mm256_castsi256_si128(halves),
                                   _mm256_extracti128_si256(halves, 1)));
  }

  __m512i row_flip;
  __m512i column_flip;
};

}  // namespace

extern const Backend avx512_vnni_backend;
const Backend avx512_vnni_backend = {
    /*name=*/"avx512_vnni",
    /*required_features=*/kAvx512F | kAvx512BW | kAvx512DQ | kAvx512VL |
        kAvx512Vnni,
    /*panel=*/kFormat,
    /*tile_rows=*/Avx512VnniKernel::kTileRows,
    /*rows_in_place=*/true,
    /*row_domain=*/Domain::kUnsigned,
    /*pack=*/&PackSignedBytes,
    /*read_rows=*/&ReadRowsOfBytes,
    /*multiply=*/&MultiplyPanel<Avx512VnniKernel>,
    /*dot=*/&DotPanel<Avx512VnniDot>,
    /*dot_rows=*/8,
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
