// The formats in which gemmlowp's kernels take their operands, and the
// interface of a kernel. Reached as internal/kernel.h. lowp's engine picks its
// own kernels and layouts; these types only let code that names them compile.
//
// A cell is a small block of one operand, width by depth. Width is a row of the
// lhs or a column of the rhs, depth is along k. A side of a kernel is several
// cells next to each other along the width.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_KERNEL_H_
#define LOWP_INTERNAL_COMPAT_KERNEL_H_

#include <cstddef>
#include <cstdint>

#include "../../public/bit_depth.h"
#include "common.h"

namespace gemmlowp {
inline namespace lowp {

// How a cell is stored: all widths of one depth together, all depths of one
// width together, or along diagonals (square cells only).
enum class CellOrder { DepthMajor, WidthMajor, Diagonal };

inline const char* CellOrderName(CellOrder order) {
  switch (order) {
    case CellOrder::DepthMajor:
      return "DepthMajor";
    case CellOrder::WidthMajor:
      return "WidthMajor";
    case CellOrder::Diagonal:
      return "Diagonal";
  }
  return "unknown";
}

template <int tWidth, int tDepth, CellOrder tOrder = CellOrder::DepthMajor>
struct CellFormat {
  static constexpr int kWidth = tWidth;
  static constexpr int kDepth = tDepth;
  static constexpr int kSize = tWidth * tDepth;
  static constexpr CellOrder kOrder = tOrder;
};

// The position in its cell of the element (width, depth).
template <typename Cell>
constexpr int OffsetIntoCell(int width, int depth) {
  switch (Cell::kOrder) {
    case CellOrder::DepthMajor:
      return depth * Cell::kWidth + width;
    case CellOrder::WidthMajor:
      return width * Cell::kDepth + depth;
    case CellOrder::Diagonal:
      break;
  }
  // One diagonal after another, each in order of depth.
  assert(Cell::kWidth == Cell::kDepth);
  const int diagonal = (width - depth + Cell::kWidth) % Cell::kWidth;
  return diagonal * Cell::kWidth + depth;
}

// Scalar is what the kernel reads, InputScalar what the caller's matrix holds.
template <typename tCellFormat, int tCells>
struct KernelSideFormat {
  using Cell = tCellFormat;
  using Scalar = std::uint8_t;
  using InputScalar = std::uint8_t;
  static constexpr int kCells = tCells;
  static constexpr int kWidth = tCells * Cell::kWidth;
  static constexpr int kDepth = Cell::kDepth;
};

template <typename tCellFormat, int tCells>
struct KernelSideFormatInt8 : KernelSideFormat<tCellFormat, tCells> {
  using Scalar = std::int8_t;
  using InputScalar = std::uint8_t;
};

template <typename tCellFormat, int tCells>
struct KernelSideFormatInt8Inputs : KernelSideFormat<tCellFormat, tCells> {
  using Scalar = std::int8_t;
  using InputScalar = std::int8_t;
};

template <typename tLhs, typename tRhs>
struct KernelFormat {
  using Lhs = tLhs;
  using Rhs = tRhs;
  static_assert(Lhs::Cell::kDepth == Rhs::Cell::kDepth,
                "both sides must advance by the same depth");
  static constexpr int kRows = Lhs::kWidth;
  static constexpr int kCols = Rhs::kWidth;
  static constexpr int kDepth = Lhs::kDepth;
};

struct KernelBase {
  virtual ~KernelBase() = default;
  virtual const char* Name() const = 0;

  // Multiplies packed operands of `run_depth` (a multiple of the format's
  // depth) into the kRows by kCols block at `dst_ptr`, whose element (r, c) is
  // dst_ptr[r * dst_row_stride + c * dst_col_stride]. Overwrites the block when
  // `start_depth` is 0 and adds to it otherwise.
  virtual void Run(std::int32_t* dst_ptr, std::size_t dst_row_stride,
                   std::size_t dst_col_stride, const std::uint8_t* lhs_ptr,
                   const std::uint8_t* rhs_ptr, std::size_t start_depth,
                   std::size_t run_depth) const = 0;
};

// The stored value, in the input's type, that a kernel reads as 0.
template <typename InputScalar, typename KernelScalar>
struct ZeroPointInputValue {};

template <typename Scalar>
struct ZeroPointInputValue<Scalar, Scalar> {
  static constexpr Scalar kValue = 0;
};

template <>
struct ZeroPointInputValue<std::uint8_t, std::int8_t> {
  static constexpr std::uint8_t kValue = 128;
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_KERNEL_H_
