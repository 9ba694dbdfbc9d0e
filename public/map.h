// Views of the caller's memory as matrices and vectors: the arguments of every
// entry point. A view owns nothing and copies nothing.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_MAP_H_
#define LOWP_PUBLIC_MAP_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gemmlowp {
inline namespace lowp {

// Whether columns or rows are contiguous.
enum class MapOrder { ColMajor, RowMajor };

// A rows x cols matrix. Entry (row, col) is
//   data[row + col * stride]  in column-major order, stride >= rows;
//   data[row * stride + col]  in row-major order, stride >= cols.
// Sizes and the stride are ints; offsets in memory are ptrdiff_t, so a matrix
// may hold more than 2^31 entries.
//
// A view of a const matrix has a const Scalar: MatrixMap<const uint8_t, ...>. A
// const view of a mutable matrix gives mutable entries, as a const pointer
// does.
template <typename tScalar, MapOrder tOrder>
class MatrixMap {
 public:
  using Scalar = tScalar;
  static constexpr MapOrder kOrder = tOrder;

 protected:
  Scalar* data_ = nullptr;
  int rows_ = 0;
  int cols_ = 0;
  int stride_ = 0;

 public:
  MatrixMap() = default;
  // Without gaps: the stride is the number of rows (column-major) or columns.
  MatrixMap(Scalar* data, int rows, int cols)
      : MatrixMap(data, rows, cols,
                  kOrder == MapOrder::ColMajor ? rows : cols) {}
  // `stride` is in entries.
  MatrixMap(Scalar* data, int rows, int cols, int stride)
      : data_(data), rows_(rows), cols_(cols), stride_(stride) {}

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int stride() const { return stride_; }
  // The distance in entries from one row, or one column, to the next.
  int rows_stride() const { return kOrder == MapOrder::ColMajor ? 1 : stride_; }
  int cols_stride() const { return kOrder == MapOrder::RowMajor ? 1 : stride_; }

  Scalar* data() const { return data_; }
  Scalar* data(int row, int col) const {
    return data_ + static_cast<std::ptrdiff_t>(row) * rows_stride() +
           static_cast<std::ptrdiff_t>(col) * cols_stride();
  }
  Scalar& operator()(int row, int col) const { return *data(row, col); }

  // The block_rows x block_cols matrix whose entry (0, 0) is this one's
  // (start_row, start_col). It must lie inside; only debug builds check.
  MatrixMap block(int start_row, int start_col, int block_rows,
                  int block_cols) const {
    assert(start_row >= 0 && start_row <= rows_ - block_rows);
    assert(start_col >= 0 && start_col <= cols_ - block_cols);
    return MatrixMap(data(start_row, start_col), block_rows, block_cols,
                     stride_);
  }
};

// A column vector has an entry for each row of a matrix, a row vector has one
// for each column: the shape says along which dimension a parameter varies.
enum class VectorShape { Col, Row };

// `size` contiguous entries.
template <typename tScalar, VectorShape tShape>
class VectorMap {
 public:
  using Scalar = tScalar;
  static constexpr VectorShape kShape = tShape;

 protected:
  Scalar* data_ = nullptr;
  int size_ = 0;

 public:
  VectorMap() = default;
  VectorMap(Scalar* data, int size) : data_(data), size_(size) {}

  int size() const { return size_; }
  Scalar* data() const { return data_; }
  Scalar* data(int index) const { return data_ + index; }
  Scalar& operator()(int index) const { return *data(index); }

  // Entries start to start + len - 1, which must exist; only debug builds
  // check.
  VectorMap block(int start, int len) const {
    assert(start >= 0 && start <= size_ - len);
    return VectorMap(data(start), len);
  }
};

// `size` equal entries; the object holds the value itself. Offsets and bias
// vectors may be a VectorDup or a VectorMap.
template <typename tScalar, VectorShape tShape>
class VectorDup {
 public:
  using Scalar = tScalar;
  static constexpr VectorShape kShape = tShape;

 protected:
  // Without the const of a const Scalar, so that the object can be assigned.
  std::remove_const_t<Scalar> data_ = 0;
  int size_ = 0;

 public:
  VectorDup() = default;
  VectorDup(Scalar data, int size) : data_(data), size_(size) {}

  int size() const { return size_; }
  const Scalar& operator()(int) const { return data_; }

  VectorDup block(int start, int len) const {
    assert(start >= 0 && start <= size_ - len);
    static_cast<void>(start);
    return VectorDup(data_, len);
  }
};

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_MAP_H_
