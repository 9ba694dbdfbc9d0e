// The unit of AMX that multiplies tiles of bytes: eight tiles, each of up to 16
// rows of 64 bytes. A tile of A has 64 values of k in a row; one of B has 16
// columns of a panel, four values of k each, in a row; a tile of sums has 16
// columns in a row. Products are added exactly, modulo 2^32 (Intel's manual,
// volume 2, TDPBUSD and TDPBSSD).
//
// On a busy machine the unit multiplies at half its rate, presumably because
// the core's other thread works. Instructions that directly follow one another
// do not overlap then: a load of a tile from L1 and a product take 24 and 28
// cycles in turn, otherwise 8 and 16 at once. With LOWP_TILE_GAP behind each,
// 32 rows by 64 columns take 0.6x to 0.7x the time there, and 0.95x to 1.0x at
// the full rate (Emerald Rapids; 6 to 16 no-ops are alike, 4 gain less).
//
// Assembly, since compilers have intrinsics only for numbers of tiles that are
// literals, and do not order all of them with other loads and stores.
//
// Included by backends only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_KERNELS_TILE_UNIT_AMX_H_
#define LOWP_META_KERNELS_TILE_UNIT_AMX_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/detect_platform.h"

#define LOWP_TILE_GAP "\n\t.rept 8\n\tnop\n\t.endr"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The policy of tile_unit-inl.h.
class TileUnitAmx {
 public:
  // See SetRows.
  LOWP_INLINE explicit TileUnitAmx(int rows, int depth = 64) {
    SetRows(rows, depth);
  }

  // Tiles 0 to 3, which hold sums, and 4 and 5, which hold A, get that many
  // rows. Those of A and of B, 6 and 7, get `depth` values of k, a multiple
  // of 4. All become zero.
  LOWP_INLINE void SetRows(int rows, int depth = 64) {
    struct {
      std::uint8_t palette, start_row;
      std::uint8_t reserved[14];
      std::uint16_t row_bytes[16];
      std::uint8_t rows[16];
    } shapes = {};
    static_assert(sizeof(shapes) == 64, "as the instruction reads it");
    shapes.palette = 1;
    for (int tile = 0; tile < 8; ++tile) {
      const bool has_a = tile == 4 || tile == 5;
      shapes.row_bytes[tile] = static_cast<std::uint16_t>(has_a ? depth : 64);
      shapes.rows[tile] =
          static_cast<std::uint8_t>(tile < 6 ? rows : depth / 4);
    }
    __asm__ volatile("ldtilecfg %0" : : "m"(shapes));
  }
  // Gives the tiles back, so that a switch to another thread need not save
  // them.
  LOWP_INLINE ~TileUnitAmx() { __asm__ volatile("tilerelease" : : : "memory"); }
  TileUnitAmx(const TileUnitAmx&) = delete;
  TileUnitAmx& operator=(const TileUnitAmx&) = delete;

  // The first row lies kOffset bytes behind `from`, the others `stride` bytes
  // apart.
  template <int kTile, int kOffset = 0>
  LOWP_INLINE void Load(const void* from, std::ptrdiff_t stride) {
    __asm__ volatile("tileloadd %c3(%0,%1,1), %%tmm%c2" LOWP_TILE_GAP
                     :
                     : "r"(from), "r"(stride), "i"(kTile), "i"(kOffset));
  }
  template <int kTile>
  LOWP_INLINE void Clear() {
    __asm__ volatile("tilezero %%tmm%c0" : : "i"(kTile));
  }
  template <int kTile>
  LOWP_INLINE void Store(void* to, std::ptrdiff_t stride) {
    __asm__ volatile("tilestored %%tmm%c2, (%0,%1,1)"
                     :
                     : "r"(to), "r"(stride), "i"(kTile)
                     : "memory");
  }
  // Adds the products of tiles kA and kB to kSums. Bytes of A are signed, or
  // unsigned; those of B are signed.
  template <int kSums, int kA, int kB, bool kASigned>
  LOWP_INLINE void MultiplyAdd() {
    if constexpr (kASigned) {
      __asm__ volatile("tdpbssd %%tmm%c2, %%tmm%c1, %%tmm%c0" LOWP_TILE_GAP
                       :
                       : "i"(kSums), "i"(kA), "i"(kB));
    } else {
      __asm__ volatile("tdpbusd %%tmm%c2, %%tmm%c1, %%tmm%c0" LOWP_TILE_GAP
                       :
                       : "i"(kSums), "i"(kA), "i"(kB));
    }
  }
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#undef LOWP_TILE_GAP

#endif  // LOWP_META_KERNELS_TILE_UNIT_AMX_H_
