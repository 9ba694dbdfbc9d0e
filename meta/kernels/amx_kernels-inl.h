// The AMX backend's kernel over a unit that multiplies tiles: that of the
// processor, or the tests' one that does the same with other instructions.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_AMX_KERNELS_INL_H_
#define LOWP_META_KERNELS_AMX_KERNELS_INL_H_

#include <immintrin.h>

#include <cstdint>

#include "../../internal/contract/backend.h"
#include "../gemm/int4_tile_unit-inl.h"
#include "../gemm/register_tiles-inl.h"
#include "../gemm/tile_unit-inl.h"
#include "../simd/float_avx512.h"
#include "../simd/int4_lanes_avx512-inl.h"
#include "kernel_table_x86-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <class Unit>
struct AmxKernel {
  using Simd = FloatAvx512;
  using TileUnit = Unit;
  static constexpr int kMaxVectors = 4;
  // Stores `ahead` zeros, `count` bytes from there on, and zeros, 64 in all.
  static LOWP_INLINE void CopyLine(const std::uint8_t* from, int ahead,
                                   int count, std::uint8_t* to) {
    const __mmask64 bytes = ~__mmask64{0} >> (64 - count) << ahead;
    _mm512_store_si512(to, _mm512_maskz_loadu_epi8(bytes, from - ahead));
  }
};

// For weights of 4 bits.
struct Int4LanesAmx : Int4LanesAvx512 {
  static LOWP_INLINE I32 AddShortProduct(I32 sum, I32 x, I32 y) {
    return _mm512_dpwssd_epi32(sum, x, y);
  }
};
template <class Unit>
struct Int4AmxKernel {
  using Lanes = Int4LanesAmx;
  using TileUnit = Unit;
};

// Sixteen rows by all columns of a panel, or 32 rows by half of them.
template <class Unit>
constexpr GemmKernel TileUnitKernel() {
  GemmKernel kernel = Tiles("32x64_tiles", kAInPlace | kACopied | kACopiedRuns,
                            {0.0019f, 0.29f, 6, 700, 50, 0.0088f, 0.34f, 0},
                            &RunInRegisters<AmxKernel<Unit>, RunTileUnit>);
  kernel.sum = &SumOnTileUnit<AmxKernel<Unit>>;
  kernel.m.min = 2;  // a single row waits less for memory in 1x64
  kernel.k.min = 33;
  kernel.m_step = 8;
  kernel.mr = kBlockRows;
  kernel.takes_both_signs = true;
  kernel.run_step = kTileDepth;
  kernel.even_rows = kTileRows;
  kernel.prefetches = true;
  return kernel;
}

// What weights of many rows are unpacked for; the rest is that of the backend
// that this one extends. Measured on a Granite Rapids.
template <class Unit>
constexpr Int4Kernel TileUnitInt4Kernel() {
  Int4Kernel kernel = {};
  kernel.costs = {200, 16, 2, 256, 0, 8192, 4, 4096, 4096};
  kernel.unpacking = {&UnpackInt4IntoTiles,
                      &MultiplyUnpackedInt4Tiles<Int4AmxKernel<Unit>>,
                      kTileDepth};
  return kernel;
}

template <int kCount>
constexpr Backend AmxBackend(const char* name, std::uint64_t features,
                             const GemmKernel (&kernels)[kCount],
                             const Int4Kernel& int4, const Backend& extended) {
  Backend backend = {};
  backend.name = name;
  backend.required_features = features;
  backend.kernels = kernels;
  backend.kernel_count = kCount;
  backend.int4 = &int4;
  backend.extends = &extended;
  // Tiles wait for L2 rather than L1, and panels come from farther away.
  backend.windows.copied_bytes = 1 << 18;
  backend.windows.window_byte = 0.13f;
  backend.windows.line_byte = 0.14f;
  backend.windows.alignment = kTileDepth;
  // Beside the unit's cycles, which were measured on products of more columns.
  backend.windows.max_outputs_together = 64;
  backend.windows.product_cycle = 0.85f;
  return backend;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_KERNELS_AMX_KERNELS_INL_H_
