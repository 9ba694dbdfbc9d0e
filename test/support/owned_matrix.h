// Typed matrices that own their memory, and products of them computed by the
// reference: for tests that use the public API as programs do.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_OWNED_MATRIX_H_
#define LOWP_TEST_SUPPORT_OWNED_MATRIX_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../public/gemmlowp.h"
#include "random_matrix.h"
#include "reference_gemm.h"

namespace lowp_test {

using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;

// rows x cols entries, with gaps of `gap` entries between lines, random bytes
// everywhere.
template <typename Scalar, MapOrder Order = MapOrder::RowMajor>
class OwnedMatrix {
 public:
  OwnedMatrix(int rows, int cols, std::uint64_t seed = 1, int gap = 0)
      : rows_(rows),
        cols_(cols),
        stride_((Order == MapOrder::RowMajor ? cols : rows) + gap),
        entries_(static_cast<std::size_t>(stride_) *
                     (Order == MapOrder::RowMajor ? rows : cols) +
                 1) {
    Random random(seed);
    FillBytes(&random, entries_.data(), entries_.size() * sizeof(Scalar));
  }

  MatrixMap<Scalar, Order> map() {
    return MatrixMap<Scalar, Order>(entries_.data(), rows_, cols_, stride_);
  }
  MatrixMap<const Scalar, Order> map() const {
    return MatrixMap<const Scalar, Order>(entries_.data(), rows_, cols_,
                                          stride_);
  }
  // The same for an object that is not const.
  MatrixMap<const Scalar, Order> const_map() const { return map(); }

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  Scalar operator()(int row, int col) const { return map()(row, col); }
  // Every byte, gaps included.
  std::vector<Scalar>& entries() { return entries_; }
  const std::vector<Scalar>& entries() const { return entries_; }

 private:
  int rows_;
  int cols_;
  int stride_;
  std::vector<Scalar> entries_;
};

// The int32 sums, row-major, of a product with one offset per side.
template <typename Lhs, typename Rhs>
std::vector<std::int32_t> ReferenceSums(const Lhs& lhs, const Rhs& rhs,
                                        std::int32_t lhs_offset,
                                        std::int32_t rhs_offset) {
  return ReferenceGemm(gemmlowp::internal::Erase(lhs),
                       gemmlowp::internal::Erase(rhs),
                       std::vector<std::int32_t>(
                           static_cast<std::size_t>(lhs.rows()), lhs_offset),
                       std::vector<std::int32_t>(
                           static_cast<std::size_t>(rhs.cols()), rhs_offset));
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_OWNED_MATRIX_H_
