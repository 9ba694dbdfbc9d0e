// The peak of tdpbusd on whole tiles: 16 x 16 sums of 64 products each.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../meta/kernels/tile_unit_amx.h"
#include "peak_x86-inl.h"

namespace lowp_bench {
namespace {

using gemmlowp::internal::TileUnitAmx;

constexpr int kProducts = 4;  // of a turn, each into sums of its own
constexpr int kRows = 16, kRowBytes = 64;

std::int32_t MultiplyTiles(std::int64_t turns) {
  alignas(64) std::uint8_t tile[kRows * kRowBytes] = {3};
  __asm__ volatile("" : : : "memory");
  TileUnitAmx unit(kRows);
  unit.Load<4>(tile, kRowBytes);
  unit.Load<6>(tile, kRowBytes);
  for (std::int64_t turn = 0; turn < turns; ++turn) {
    unit.MultiplyAdd<0, 4, 6, false>();
    unit.MultiplyAdd<1, 4, 6, false>();
    unit.MultiplyAdd<2, 4, 6, false>();
    unit.MultiplyAdd<3, 4, 6, false>();
  }
  alignas(64) std::int32_t sums[kRows * kRowBytes / 4];
  unit.Store<0>(sums, kRowBytes);
  return sums[0];
}

}  // namespace

extern const PeakLoop amx_peak;
const PeakLoop amx_peak = {"amx", kProducts* kRows* kRows* kRowBytes,
                           &MultiplyTiles, &SumMemory<Words512>};

}  // namespace lowp_bench
