// Where the results of a batch may lie.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/prepared_gemm.h"

namespace lowp_test {
namespace {

using gemmlowp::BatchOperand;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PreparedGemm;
using gemmlowp::Status;

template <typename T>
using RowsOf = MatrixMap<T, MapOrder::RowMajor>;
template <typename T>
using ColumnsOf = MatrixMap<T, MapOrder::ColMajor>;

// Lines of results may lie between those of others, but not within them.
TEST(BatchResultsTest, MayLieSideBySide) {
  constexpr int kM = 6, kN = 8, kStride = 20;
  constexpr int kK = 16;
  const std::vector<std::uint8_t> lhs(kM * kK, 3);
  const std::vector<std::int8_t> rhs(kK * kN, 2);
  GemmContext context;
  std::vector<std::int8_t> scores(4 * kM * kStride);
  PreparedGemm prepared;
  ASSERT_TRUE(PreparedGemm::Prepare(
                  &context, RowsOf<const std::uint8_t>(lhs.data(), kM, kK),
                  ColumnsOf<const std::int8_t>(rhs.data(), kK, kN),
                  RowsOf<std::int8_t>(scores.data(), kM, kN, kStride), 0, 0,
                  std::make_tuple(gemmlowp::OutputStageSaturatingCastToInt8()),
                  &prepared)
                  .ok());
  for (int step = 0; step <= kM * kStride; ++step) {
    for (const int count : {2, 3}) {
      std::vector<int> writers(scores.size());
      std::fill(scores.begin(), scores.end(), 0);
      for (int i = 0; i < count; ++i) {
        for (int at = 0; at < kM * kN; ++at) {
          ++writers[static_cast<std::size_t>(i * step + at / kN * kStride +
                                             at % kN)];
        }
      }
      const bool overlap =
          *std::max_element(writers.begin(), writers.end()) > 1;
      const Status status = prepared.RunBatch(
          &context, count, BatchOperand::Strided(lhs.data(), 0),
          BatchOperand::Strided(rhs.data(), 0),
          BatchOperand::Strided(scores.data(), step));
      EXPECT_STREQ(status.argument(), overlap ? "result.stride" : "")
          << count << " results every " << step;
      for (std::size_t i = 0; status.ok() && i < scores.size(); ++i) {
        if (writers[i] > 0) {
          ASSERT_EQ(scores[i], kK * 3 * 2) << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace lowp_test
