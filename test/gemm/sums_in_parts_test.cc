// Epilogues that need sums in memory have them made for some rows of a panel
// at a time. Parts end anywhere within a kernel's tiles: their sums are those
// of the portable backend, with and without a term for each row.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/kernel_case.h"
#include "../support/random_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::OutputStageTanh;

struct BytesProduct {
  int m, n, k;
  int rhs_offset;  // not 0: rows have terms
  std::vector<std::uint8_t> lhs;
  std::vector<std::int8_t> rhs;
};

BytesProduct MakeBytesProduct(int m, int n, int k, int rhs_offset,
                              Random* random) {
  BytesProduct product = {m, n, k, rhs_offset, {}, {}};
  product.lhs.resize(static_cast<std::size_t>(m) * k);
  product.rhs.resize(static_cast<std::size_t>(n) * k);
  for (auto& value : product.lhs) {
    value = static_cast<std::uint8_t>(random->Bits());
  }
  for (auto& value : product.rhs) {
    value = static_cast<std::int8_t>(random->Bits());
  }
  return product;
}

// A tanh of the sums, which no kernel computes in registers.
std::vector<std::int32_t> TanhOfProduct(GemmContext* context,
                                        const BytesProduct& product,
                                        Status* status) {
  const auto& [m, n, k, rhs_offset, lhs, rhs] = product;
  std::vector<std::int32_t> values(static_cast<std::size_t>(m) * n);
  MatrixMap<std::int32_t, MapOrder::RowMajor> result(values.data(), m, n);
  *status = gemmlowp::TryGemm(
      context,
      MatrixMap<const std::uint8_t, MapOrder::RowMajor>(lhs.data(), m, k),
      MatrixMap<const std::int8_t, MapOrder::ColMajor>(rhs.data(), k, n),
      &result, -128, rhs_offset,
      std::make_tuple(OutputStageTanh{/*real_zero_as_int32=*/100,
                                      /*real_amplitude_as_int32=*/1 << 18}));
  return values;
}

// The kernels that leave sums in memory.
std::vector<TableRow> RowsThatSum() {
  std::vector<TableRow> rows;
  for (const TableRow& row : EveryTableRow()) {
    if (row.kernel->sum != nullptr) rows.push_back(row);
  }
  return rows;
}

class SumsInPartsTest : public ::testing::TestWithParam<TableRow> {};

TEST_P(SumsInPartsTest, EqualThoseOfThePortableBackend) {
  const TableRow& row = GetParam();
  GemmContext* const context = ContextFor(*row.backend);
  GemmContext portable;
  ASSERT_TRUE(portable.set_backend("scalar").ok());
  Random random(11);
  // Panels of less than 64 columns have parts of other heights.
  for (const int n : {7, 16, 31, 48, 64, 150}) {
    for (const int m : {1, 15, 31, 32, 33, 47, 56, 97, 130, 300}) {
      for (const int rhs_offset : {0, 9}) {
        if (!TakesCase()) continue;
        const BytesProduct product = MakeBytesProduct(
            m, n, random.Between(33, 200), rhs_offset, &random);
        ASSERT_TRUE(context->set_kernel(row.kernel->name).ok());
        Status status;
        const auto values = TanhOfProduct(context, product, &status);
        ASSERT_TRUE(context->set_kernel(nullptr).ok());
        if (!status.ok()) {  // not for these sizes
          EXPECT_STREQ(status.argument(), "kernel") << status.message();
          continue;
        }
        const auto expected = TanhOfProduct(&portable, product, &status);
        ASSERT_TRUE(status.ok()) << status.message();
        EXPECT_EQ(values, expected) << m << " x " << n << " x " << product.k
                                    << ", offset " << rhs_offset;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, SumsInPartsTest,
                         ::testing::ValuesIn(RowsThatSum()), NameOfTableRow);

}  // namespace
}  // namespace lowp_test
