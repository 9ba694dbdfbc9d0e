// A tile of values that an interpreted epilogue works on. Included by register
// families only, each of which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_TILE_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_TILE_INL_H_

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "epilogue_parameters-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A tile of values in L1, with its position in the result. The values are int32
// or the bits of floats, as the next operation takes them.
struct Tile {
  std::int32_t* values;
  int stride;
  int rows;
  int columns;
  int first_row;  // in the result
  int first_column;
};

// Loads a parameter for a position in the tile.
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

// value = function(value, registers...) for the registers of a row or of a
// column: `count` of them, `step` elements apart.
template <class Simd, class Function, class... Registers>
LOWP_INLINE void MapRegisters(std::int32_t* values, int count, int step,
                              const Function& function,
                              Registers... registers) {
  for (; count > 0; --count, values += step) {
    Simd::Store(values, function(Simd::Load(values), registers...));
  }
}

// value = function(value, parameters...) for every register of the tile, with
// the parameters in registers. They are loaded as rarely as they vary: inside
// the loop, stores to the tile would force the compiler to reload them.
template <class Simd, class Function, class... Parameters>
LOWP_INLINE void MapTile(const Tile& tile, const Function& function,
                         const Parameters&... parameters) {
  const bool by_row = ((parameters.along == Along::kRows) || ...);
  const bool by_column = ((parameters.along == Along::kCols) || ...);
  if (!by_row) {
    for (int c = 0; c < tile.columns; c += Simd::kLanes) {
      MapRegisters<Simd>(tile.values + c, tile.rows, tile.stride, function,
                         LoadParameter<Simd>(parameters, tile, 0, c)...);
    }
  } else if (!by_column) {
    const int count = (tile.columns + Simd::kLanes - 1) / Simd::kLanes;
    for (int r = 0; r < tile.rows; ++r) {
      MapRegisters<Simd>(tile.values + r * tile.stride, count, Simd::kLanes,
                         function,
                         LoadParameter<Simd>(parameters, tile, r, 0)...);
    }
  } else {
    for (int r = 0; r < tile.rows; ++r) {
      for (int c = 0; c < tile.columns; c += Simd::kLanes) {
        MapRegisters<Simd>(tile.values + r * tile.stride + c, 1, 0, function,
                           LoadParameter<Simd>(parameters, tile, r, c)...);
      }
    }
  }
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_TILE_INL_H_
