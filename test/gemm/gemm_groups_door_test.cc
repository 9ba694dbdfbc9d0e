// Groups of rows whose shapes, products or places do not fit are refused.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/gemm_groups.h"
#include "../../public/gemmlowp.h"
#include "experts.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::PreparedGemm;
using gemmlowp::RunGemmGroups;
using gemmlowp::Status;
using gemmlowp::StatusCode;

class GemmGroupsDoorTest : public ::testing::Test {
 protected:
  Status Run(int groups = 3, int y_rows = 3, int x_cols = 8, int y_cols = 4) {
    return RunGemmGroups(&context_, products_.data(), groups, offsets_.data(),
                         Rows<const std::uint8_t>(x_.data(), 3, x_cols, 8),
                         index_.data(),
                         Rows<std::int8_t>(y_.data(), y_rows, y_cols));
  }
  Status RunAt(const std::int32_t* offsets, const std::int32_t* index,
               const PreparedGemm* products, int x_rows, std::int8_t* y) {
    return RunGemmGroups(&context_, products, 3, offsets,
                         Rows<const std::uint8_t>(x_.data(), x_rows, 8), index,
                         Rows<std::int8_t>(y, 3, 4));
  }
  void ExpectRefused(const Status& status, const char* argument,
                     const char* why) {
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_STREQ(status.argument(), argument) << status.message();
    EXPECT_NE(std::string(status.message()).find(why), std::string::npos)
        << status.message();
    EXPECT_EQ(y_, std::vector<std::int8_t>(12, 99)) << "written";
  }
  // In place of the last group's product.
  template <typename Lhs, typename Rhs, typename Result>
  void PrepareLast(const Lhs& lhs, const Rhs& rhs, const Result& result) {
    const Status status = PreparedGemm::Prepare(
        &context_, lhs, rhs, result, 0, 0,
        std::make_tuple(gemmlowp::OutputStageSaturatingCastToInt8()),
        &products_[2]);
    ASSERT_TRUE(status.ok()) << status.message();
  }

  GemmContext context_;
  Experts experts_{3, 8, 4, 3, nullptr};
  std::vector<PreparedGemm> products_ = experts_.Prepare(&context_);
  Indices offsets_ = {0, 1, 1, 3};
  Indices index_ = {2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  std::vector<std::uint8_t> x_ = std::vector<std::uint8_t>(24);
  std::vector<std::int8_t> y_ = std::vector<std::int8_t>(12, 99);
};

TEST_F(GemmGroupsDoorTest, RefusesShapes) {
  ExpectRefused(Run(-1), "groups", "negative");
  ExpectRefused(Run(2), "y.rows", "last one of offsets");
  ExpectRefused(Run(3, 2), "y.rows", "last one of offsets");
  ExpectRefused(Run(3, 3, 7), "x.cols", "depth");
  ExpectRefused(Run(3, 3, 8, 3), "y.cols", "columns");
  index_[1] = 3;
  ExpectRefused(Run(), "index", "not a row");
  index_[1] = -1;
  ExpectRefused(Run(), "index", "not a row");
  index_[1] = 0;
  offsets_ = {0, 2, 1, 3};
  ExpectRefused(Run(), "offsets", "smaller");
  offsets_ = {0, 1, 1, 3};
  products_[1] = PreparedGemm();  // of an empty group
  EXPECT_TRUE(Run().ok());
}

TEST_F(GemmGroupsDoorTest, RefusesProducts) {
  const Rows<const std::uint8_t> lhs(nullptr, 3, 8);
  const Rows<std::int8_t> result(nullptr, 3, 4);
  const PackedMatrix& rhs = experts_.packed[2];
  PrepareLast(lhs, experts_.Map(2), result);
  ExpectRefused(Run(), "products", "packed");
  PrepareLast(MatrixMap<const std::uint8_t, MapOrder::ColMajor>(nullptr, 3, 8),
              rhs, result);
  ExpectRefused(Run(), "products", "rows of an lhs");
  PrepareLast(lhs, rhs,
              MatrixMap<std::int8_t, MapOrder::ColMajor>(nullptr, 3, 4));
  ExpectRefused(Run(), "products", "rows of an lhs");
  PrepareLast(Rows<const std::int8_t>(nullptr, 3, 8), rhs, result);
  ExpectRefused(Run(), "products", "lhs of another type");
  PrepareLast(Rows<const std::uint8_t>(nullptr, 0, 8), rhs,
              Rows<std::int8_t>(nullptr, 0, 4));
  ExpectRefused(Run(), "products", "no rows");
  products_[2] = PreparedGemm();
  ExpectRefused(Run(), "products", "empty");
  // Vectors along rows have an entry for each row of y.
  const Experts two_rows(3, 8, 4, 2, nullptr);
  const std::vector<PreparedGemm> of_two = two_rows.Prepare(&context_);
  products_[0] = of_two[0];
  products_[2] = of_two[1];
  EXPECT_TRUE(Run().ok());
  y_.assign(12, 99);
  products_[2] = of_two[2];
  ExpectRefused(Run(), "lhs_offset.size", "rows of the result");
}

TEST_F(GemmGroupsDoorTest, RefusesPlaces) {
  const PreparedGemm* const products = products_.data();
  const std::int32_t* const offsets = offsets_.data();
  const std::int32_t* const index = index_.data();
  std::int8_t* const y = y_.data();
  ExpectRefused(RunAt(offsets, nullptr, products, 2, y), "y.rows", "x.rows");
  ExpectRefused(RunAt(nullptr, index, products, 3, y), "offsets", "null");
  ExpectRefused(RunAt(offsets, index, nullptr, 3, y), "products", "null");
  ExpectRefused(RunAt(offsets, index, products, 3,
                      reinterpret_cast<std::int8_t*>(index_.data())),
                "y.data", "offsets or index");
  ExpectRefused(RunAt(offsets, index, products, 3,
                      reinterpret_cast<std::int8_t*>(x_.data() + 12)),
                "y.data", "overlaps x");
  ExpectRefused(
      RunGemmGroups(static_cast<GemmContext*>(nullptr), products, 3, offsets,
                    Rows<const std::uint8_t>(x_.data(), 3, 8), index,
                    Rows<std::int8_t>(y, 3, 4)),
      "context", "null");
  EXPECT_TRUE(RunAt(offsets, index, products, 3, y).ok());
  const std::int32_t none[4] = {0, 0, 0, 0};
  EXPECT_TRUE(RunGemmGroups(&context_, products, 3, none,
                            Rows<const std::uint8_t>(x_.data(), 3, 8), nullptr,
                            Rows<std::int8_t>(y, 0, 4))
                  .ok());
}

}  // namespace
}  // namespace lowp_test
