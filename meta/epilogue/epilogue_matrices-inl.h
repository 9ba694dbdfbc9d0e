// The operations of an interpreted epilogue that read another matrix or a
// table. Included by register families only, each of which compiles its own
// copy.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_EPILOGUE_EPILOGUE_MATRICES_INL_H_
#define LOWP_META_EPILOGUE_EPILOGUE_MATRICES_INL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../../fixedpoint/fixedpoint.h"
#include "../../internal/compiler.h"
#include "../../internal/contract/epilogue.h"
#include "epilogue_fixed_point-inl.h"
#include "epilogue_tile-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Copies `count` elements of kSize bytes, `step` bytes apart.
template <int kSize>
LOWP_INLINE void Gather(const std::uint8_t* from, std::ptrdiff_t step,
                        int count, std::uint8_t* to) {
  for (int i = 0; i < count; ++i) {
    std::memcpy(to + i * kSize, from + i * step, kSize);
  }
}

// Loads a register of the tile from a matrix: int32 values, or the bits of
// floats.
template <class Simd>
LOWP_INLINE typename Simd::I32 LoadMatrix(const MatrixParameter& matrix,
                                          const Tile& tile, int r, int c) {
  const int size = SizeOf(matrix.scalar);
  const std::ptrdiff_t row = tile.first_row + r;
  const std::ptrdiff_t column = tile.first_column + c;
  const std::ptrdiff_t stride = matrix.stride;
  const std::uint8_t* p =
      static_cast<const std::uint8_t*>(matrix.data) +
      (matrix.row_major ? row * stride + column : column * stride + row) * size;
  const Scalar scalar = size == 4 ? Scalar::kInt32 : matrix.scalar;
  const int left = tile.columns - c;
  const int count = left < Simd::kLanes ? left : Simd::kLanes;
  if (matrix.row_major && count == Simd::kLanes) {
    return Simd::LoadIntegers(scalar, p);
  }
  alignas(64) std::uint8_t numbers[Simd::kLanes * 4] = {};
  // A single column may have any stride.
  const std::ptrdiff_t step = matrix.row_major ? size
                              : count > 1      ? stride * size
                                               : 0;
  if (size == 1) {
    Gather<1>(p, step, count, numbers);
  } else if (size == 2) {
    Gather<2>(p, step, count, numbers);
  } else {
    Gather<4>(p, step, count, numbers);
  }
  return Simd::LoadIntegers(scalar, numbers);
}

template <class Simd>
struct AddMatrixFunction {
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    return Simd::Add(x, LoadMatrix<Simd>(op.matrix, tile, r, c));
  }
};

template <class Simd>
struct AddFloatMatrixFunction {
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    return Simd::Bits(
        Simd::Add(Simd::FromBits(x),
                  Simd::FromBits(LoadMatrix<Simd>(op.matrix, tile, r, c))));
  }
};

template <class Simd>
struct AddDequantizedFunction {
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    const typename Simd::I32 number =
        Sub(LoadMatrix<Simd>(op.matrix, tile, r, c), Simd::Set1(op.offset));
    return Simd::Bits(
        Simd::Add(Simd::FromBits(x),
                  Simd::Mul(Simd::ToF32(number), Simd::Set1(op.factor.value))));
  }
};

// Scales (x - zero_point) * 2^left.
template <class Simd>
LOWP_INLINE typename Simd::I32 ScaleFinely(typename Simd::I32 x,
                                           const ResidualAdditionNumbers& n,
                                           std::int32_t zero_point,
                                           std::int32_t multiplier,
                                           std::int32_t exponent) {
  const typename Simd::I32 fine =
      Mul(Sub(x, Simd::Set1(zero_point)), Simd::Set1(1 << n.left_shift));
  return ScaleByAnyFixedPoint<Simd>(fine, Simd::Set1(multiplier),
                                    Simd::Set1(exponent), 0, n.rounding);
}

template <class Simd>
struct AddResidualFunction {
  const EpilogueOp& op;
  const Tile& tile;
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int r,
                                            int c) const {
    const ResidualAdditionNumbers& n = *op.residual;
    const typename Simd::I32 input = ScaleFinely<Simd>(
        x, n, n.input_zero_point, n.input_multiplier, n.input_exponent);
    const typename Simd::I32 residual = ScaleFinely<Simd>(
        LoadMatrix<Simd>(op.matrix, tile, r, c), n, n.residual_zero_point,
        n.residual_multiplier, n.residual_exponent);
    return ScaleByAnyFixedPoint<Simd>(
        Simd::Add(input, residual), Simd::Set1(n.result_multiplier),
        Simd::Set1(n.result_exponent), n.result_zero_point, n.rounding);
  }
};

// Looks up x, clamped to the type of the table, in a table of bytes.
template <class Simd>
struct TableFunction {
  LOWP_INLINE explicit TableFunction(const EpilogueOp& op)
      : table(static_cast<const std::uint8_t*>(op.table)), low(op.low) {}
  LOWP_INLINE typename Simd::I32 operator()(typename Simd::I32 x, int,
                                            int) const {
    const typename Simd::I32 clamped =
        Simd::Min(Simd::Max(x, Simd::Set1(low)), Simd::Set1(low + 255));
    const typename Simd::I32 entry =
        Simd::LookUpLanes(table, BitAnd(clamped, Simd::Set1(255)));
    // Sign-extended if the type is signed: low is -128 or 0.
    const typename Simd::I32 sign = Simd::Set1(-low);
    return Sub(BitXor(entry, sign), sign);
  }
  typename Simd::LaneTable table;
  std::int32_t low;
};

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_EPILOGUE_EPILOGUE_MATRICES_INL_H_
