// A tile of values that an interpreted epilogue works over. Included by
// backends only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_TILE_INL_H_
#define LOWP_META_EPILOGUE_TILE_INL_H_

#include <cstdint>

#include "../internal/compiler.h"
#include "../internal/epilogue.h"
#include "epilogue_parameters-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A tile of values in L1 with its position. They are int32, or the bits of
// floats, as the operation that comes next takes them.
struct Tile {
  std::int32_t* values;
  int stride;
  int rows;
  int columns;
  int first_row;  // in the result
  int first_column;
};

// The registers of a parameter at a place in the tile.
template <class Simd, class Parameter>
LOWP_INLINE auto LoadParameter(const Parameter& parameter, const Tile& tile,
                               int row, int column) {
  return LoadParameter<Simd>(parameter, tile.first_row + row,
                             tile.first_column + column, tile.columns - column);
}

// value = function(value, row, column) for every register of the tile.
template <class Simd, class Function>
LOWP_INLINE void ForEachRegister(const Tile& tile, const Function& function) {
  for (int r = 0; r < tile.rows; ++r) {
    for (int c = 0; c < tile.columns; c += Simd::kLanes) {
      std::int32_t* value = tile.values + r * tile.stride + c;
      Simd::Store(value, function(Simd::Load(value), r, c));
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_TILE_INL_H_
