// Rows that begin anywhere within a cache line, all alike or each elsewhere,
// and end with memory: every kernel that reads them in place against the
// portable backend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/guarded_buffer.h"
#include "../support/kernel_case.h"
#include "../support/random_matrix.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;

struct RowsAtEnd {
  int m, n, k, stride;
};

// The int32 product of the rows that end with a page.
template <typename Lhs>
std::vector<std::int32_t> MultiplyRows(GemmContext* context,
                                       const RowsAtEnd& product,
                                       const Lhs* rows,
                                       const std::vector<std::int8_t>& weights,
                                       Status* status) {
  const auto [m, n, k, stride] = product;
  std::vector<std::int32_t> sums(static_cast<std::size_t>(m * n));
  const MatrixMap<const Lhs, MapOrder::RowMajor> lhs(rows, m, k, stride);
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> rhs(weights.data(), k,
                                                             n);
  MatrixMap<std::int32_t, MapOrder::RowMajor> result(sums.data(), m, n);
  *status =
      gemmlowp::TryGemm(context, lhs, rhs, &result, -3, 5, std::tuple<>());
  return sums;
}

template <typename Lhs>
void CheckRows(const TableRow& row, const RowsAtEnd& product, Random* random) {
  static GuardedBuffer buffer{1 << 20};
  const std::size_t bytes =
      static_cast<std::size_t>(product.m - 1) * product.stride + product.k;
  Lhs* const rows =
      reinterpret_cast<Lhs*>(buffer.Place(bytes, Placement::kAgainstEnd, 1));
  for (std::size_t i = 0; i < bytes; ++i) {
    rows[i] = static_cast<Lhs>(random->Bits());
  }
  std::vector<std::int8_t> weights(
      static_cast<std::size_t>(product.k * product.n));
  for (std::int8_t& value : weights) {
    value = static_cast<std::int8_t>(random->Bits());
  }
  GemmContext* const context = ContextFor(*row.backend);
  ASSERT_TRUE(context->set_kernel(row.kernel->name).ok());
  Status status;
  const auto sums = MultiplyRows(context, product, rows, weights, &status);
  ASSERT_TRUE(context->set_kernel(nullptr).ok());
  if (!status.ok()) return;  // not for these sizes
  GemmContext scalar;
  ASSERT_TRUE(scalar.set_backend("scalar").ok());
  const auto expected = MultiplyRows(&scalar, product, rows, weights, &status);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(sums, expected)
      << row.name() << ": " << product.m << " rows of " << product.k << ", "
      << product.stride << " apart, times " << product.n << " columns";
}

// The rows begin as far before a line as k is beyond a multiple of one.
void CheckK(const TableRow& row, int k, Random* random) {
  if (!TakesCase()) return;
  const int m = random->Between(1, 70);
  // A panel and another one, or a narrow one alone.
  constexpr int kColumns[] = {70, 70, 48, 20, 6};
  const int n = kColumns[random->Between(0, 4)];
  const int stride =
      random->OneIn(4) ? k + random->Between(0, 70) : (k + 63) / 64 * 64;
  CheckRows<std::uint8_t>(row, {m, n, k, stride}, random);
  CheckRows<std::int8_t>(row, {m, n, k, stride}, random);
}

TEST(RowAlignmentTest, RowsBeginAnywhere) {
  Random random(5);
  for (const TableRow& row : EveryTableRow()) {
    if (!Takes(*row.kernel, AForm::kInPlace)) continue;
    for (int k = 500; k <= 640; ++k) CheckK(row, k, &random);
    // Long rows are multiplied in pieces.
    for (int k = 1500; k <= 2300; k += random.Between(1, 70)) {
      CheckK(row, k, &random);
    }
  }
}

}  // namespace
}  // namespace lowp_test
