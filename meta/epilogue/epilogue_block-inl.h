// A few rows of a tile in registers, to which a run of an interpreted
// epilogue's operations is applied. Included by register families only, each of
// which compiles its own copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_BLOCK_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_BLOCK_INL_H_

#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "epilogue_parameters-inl.h"
#include "epilogue_tile-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// kRows rows of a tile, from `row` of the tile on.
template <class Simd, int kRows, int kVectors>
struct Block {
  using I32 = typename Simd::I32;

  LOWP_INLINE Block(const Tile& tile, int row) : tile(tile), row(row) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) x[r][v] = Simd::Load(Place(r, v));
    }
  }

  // The address in the tile of a register's values.
  LOWP_INLINE std::int32_t* Place(int r, int v) const {
    return tile.values + (row + r) * tile.stride + v * Simd::kLanes;
  }

  // Stores the values back to the tile.
  LOWP_INLINE void Store() const {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) Simd::Store(Place(r, v), x[r][v]);
    }
  }

  // The row of the result that is row r of the block.
  LOWP_INLINE int ResultRow(int r) const { return tile.first_row + row + r; }

  // x = function(x).
  template <class Function>
  LOWP_INLINE void Map(const Function& function) {
    LOWP_UNROLL
    for (int r = 0; r < kRows; ++r) {
      LOWP_UNROLL
      for (int v = 0; v < kVectors; ++v) x[r][v] = function(x[r][v]);
    }
  }

  // x = function(x, parameter), with the parameter in a register.
  template <class Parameter, class Function>
  LOWP_INLINE void Map(const Parameter& parameter, const Function& function) {
    if (parameter.along == Along::kAll) {
      const auto value = Simd::Set1(parameter.value);
      Map([&](I32 y) LOWP_INLINE_LAMBDA { return function(y, value); });
    } else if (parameter.along == Along::kRows) {
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) {
        const auto value = Simd::Set1(parameter.data[ResultRow(r)]);
        LOWP_UNROLL
        for (int v = 0; v < kVectors; ++v) x[r][v] = function(x[r][v], value);
      }
    } else if (tile.columns >= kVectors * Simd::kLanes) {
      MapByColumns(parameter.data + tile.first_column, kVectors * Simd::kLanes,
                   function);
    } else {
      MapByColumns(parameter.data + tile.first_column, tile.columns, function);
    }
  }

  // The same with parameters that vary along columns, of which `columns` exist.
  template <class Number, class Function>
  LOWP_INLINE void MapByColumns(const Number* data, int columns,
                                const Function& function) {
    LOWP_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const int column = v * Simd::kLanes;
      const auto value = LoadColumns<Simd>(data + column, columns - column);
      LOWP_UNROLL
      for (int r = 0; r < kRows; ++r) x[r][v] = function(x[r][v], value);
    }
  }

  const Tile& tile;
  const int row;
  I32 x[kRows][kVectors];
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_BLOCK_INL_H_
