// The unit of meta/kernels/tile_unit_amx.h in C++, as Intel's manual defines
// its instructions, for tests on processors that have AVX-512 but not AMX.
// Accesses to memory are those of the instructions, so that guard pages and
// AddressSanitizer see them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_BUILD_BACKENDS_TILE_UNIT_EMULATED_H_
#define LOWP_TEST_BUILD_BACKENDS_TILE_UNIT_EMULATED_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

class TileUnitEmulated {
 public:
  LOWP_INLINE explicit TileUnitEmulated(int rows, int depth = kRowBytes) {
    SetRows(rows, depth);
  }

  LOWP_INLINE void SetRows(int rows, int depth = kRowBytes) {
    rows_ = rows;
    depth_ = depth;
    std::memset(tiles_, 0, sizeof(tiles_));
  }

  template <int kTile, int kOffset = 0>
  LOWP_INLINE void Load(const void* from, std::ptrdiff_t stride) {
    const std::uint8_t* row = static_cast<const std::uint8_t*>(from) + kOffset;
    std::memset(tiles_[kTile], 0, sizeof(tiles_[kTile]));
    for (int r = 0; r < RowsOf(kTile); ++r, row += stride) {
      std::memcpy(tiles_[kTile][r], row, BytesOf(kTile));
    }
  }
  template <int kTile>
  LOWP_INLINE void Clear() {
    std::memset(tiles_[kTile], 0, sizeof(tiles_[kTile]));
  }
  template <int kTile>
  LOWP_INLINE void Store(void* to, std::ptrdiff_t stride) const {
    std::uint8_t* row = static_cast<std::uint8_t*>(to);
    for (int r = 0; r < RowsOf(kTile); ++r, row += stride) {
      std::memcpy(row, tiles_[kTile][r], kRowBytes);
    }
  }
  template <int kSums, int kA, int kB, bool kASigned>
  LOWP_INLINE void MultiplyAdd() {
    for (int r = 0; r < RowsOf(kSums); ++r) {
      std::uint32_t sums[kRowBytes / 4];
      std::memcpy(sums, tiles_[kSums][r], kRowBytes);
      for (int group = 0; group < RowsOf(kB); ++group) {
        for (int at = 0; at < kRowBytes; ++at) {
          const std::uint8_t a = tiles_[kA][r][4 * group + at % 4];
          const int b = static_cast<std::int8_t>(tiles_[kB][group][at]);
          sums[at / 4] += static_cast<std::uint32_t>(
              (kASigned ? static_cast<std::int8_t>(a) : a) * b);
        }
      }
      std::memcpy(tiles_[kSums][r], sums, kRowBytes);
    }
  }

 private:
  static constexpr int kRowBytes = 64;

  // Tiles 4 and 5 hold A, 6 and 7 hold B.
  LOWP_INLINE int RowsOf(int tile) const {
    return tile < 6 ? rows_ : depth_ / 4;
  }
  LOWP_INLINE std::size_t BytesOf(int tile) const {
    return static_cast<std::size_t>(tile == 4 || tile == 5 ? depth_
                                                           : kRowBytes);
  }

  int rows_, depth_;
  std::uint8_t tiles_[8][16][kRowBytes];
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_TEST_BUILD_BACKENDS_TILE_UNIT_EMULATED_H_
