// A kernel in plain loops, for any format. Reached as
// internal/kernel_reference.h.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_COMPAT_KERNEL_REFERENCE_H_
#define LOWP_INTERNAL_COMPAT_KERNEL_REFERENCE_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "kernel.h"

namespace gemmlowp {
inline namespace lowp {

template <typename tFormat>
struct ReferenceKernel : KernelBase {
  using Format = tFormat;

  const char* Name() const override {
    static const std::string name =
        "reference(Lhs: " +
        SideName<typename Format::Lhs>(Format::Lhs::Cell::kWidth,
                                       Format::Lhs::Cell::kDepth) +
        ", Rhs: " +
        SideName<typename Format::Rhs>(Format::Rhs::Cell::kDepth,
                                       Format::Rhs::Cell::kWidth) +
        ")";
    return name.c_str();
  }

  // Sums are modulo 2^32.
  void Run(std::int32_t* dst_ptr, std::size_t dst_row_stride,
           std::size_t dst_col_stride, const std::uint8_t* lhs_ptr,
           const std::uint8_t* rhs_ptr, std::size_t start_depth,
           std::size_t run_depth) const override {
    for (int row = 0; row < Format::kRows; ++row) {
      for (int col = 0; col < Format::kCols; ++col) {
        std::int32_t* const dst =
            dst_ptr + static_cast<std::size_t>(row) * dst_row_stride +
            static_cast<std::size_t>(col) * dst_col_stride;
        std::uint32_t sum =
            start_depth == 0 ? 0 : static_cast<std::uint32_t>(*dst);
        for (std::size_t depth = 0; depth < run_depth; ++depth) {
          sum +=
              std::uint32_t{lhs_ptr[Offset<typename Format::Lhs>(row, depth)]} *
              rhs_ptr[Offset<typename Format::Rhs>(col, depth)];
        }
        *dst = static_cast<std::int32_t>(sum);
      }
    }
  }

 private:
  template <typename Side>
  static std::string SideName(int rows, int cols) {
    return std::to_string(Side::kCells) + " cells " + std::to_string(rows) +
           "x" + std::to_string(cols) + " " + CellOrderName(Side::Cell::kOrder);
  }

  // The position of the element (width, depth) in a packed side.
  template <typename Side>
  static std::size_t Offset(int width, std::size_t depth) {
    using Cell = typename Side::Cell;
    const std::size_t cell = depth / Cell::kDepth * Side::kCells +
                             static_cast<std::size_t>(width) / Cell::kWidth;
    return cell * Cell::kSize +
           static_cast<std::size_t>(OffsetIntoCell<Cell>(
               width % Cell::kWidth, static_cast<int>(depth % Cell::kDepth)));
  }
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_COMPAT_KERNEL_REFERENCE_H_
