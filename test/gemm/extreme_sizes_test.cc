// Plans of products whose sizes are near the largest int: no size or count
// overflows on the way, and the workspace is as large as what lies in it.
// Nothing is multiplied: the matrices are nowhere.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <tuple>

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmPlan;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PanelSource;
using gemmlowp::RowSource;
using gemmlowp::Status;
using gemmlowp::StatusCode;

constexpr int kSizes[] = {1,           7,      17, 1000, 1 << 30, INT_MAX - 62,
                          INT_MAX - 1, INT_MAX};

// Whether a quarter of the address space holds a matrix: on 32 bits three
// matrices near the largest int are never apart, and where they meet is found
// by walking along them.
bool FitsAQuarter(int rows, int cols) {
  return static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(cols) <
         (std::uint64_t{1} << (sizeof(void*) * 8 - 2)) - 64;
}

// A matrix without gaps that begins at some quarter of the address space.
template <typename Scalar, MapOrder Order>
MatrixMap<Scalar, Order> Nowhere(int quarter, int rows, int cols) {
  const std::uintptr_t begin = static_cast<std::uintptr_t>(quarter)
                               << (sizeof(void*) * 8 - 2);
  return MatrixMap<Scalar, Order>(reinterpret_cast<Scalar*>(begin + 64), rows,
                                  cols);
}

void ExpectSound(const GemmPlan& plan, int depth) {
  const std::uint64_t wide_depth = static_cast<std::uint64_t>(depth);
  ASSERT_GE(plan.panels, 1);
  ASSERT_GE(plan.row_block, 1);
  ASSERT_LE(plan.row_block, plan.panel_rows);
  const std::int64_t blocks = (plan.panel_rows - 1) / plan.row_block + 1;
  ASSERT_LE(blocks * plan.panels, INT_MAX);
  ASSERT_GE(plan.threads, 1);
  ASSERT_LE(plan.threads, blocks * plan.panels);
  std::uint64_t bytes = 0;
  if (plan.row_source == RowSource::kCopied) {
    bytes += static_cast<std::uint64_t>(plan.panel_rows) * wide_depth;
  }
  if (plan.panel_source == PanelSource::kUpFront) {
    bytes += static_cast<std::uint64_t>(plan.panel_cols) * wide_depth;
  } else if (plan.panel_source == PanelSource::kJustInTime) {
    bytes +=
        static_cast<std::uint64_t>(plan.threads) *
        static_cast<std::uint64_t>(std::min(plan.panel_cols, plan.tile_cols)) *
        wide_depth;
  }
  ASSERT_GE(plan.workspace_bytes, bytes);
}

template <MapOrder LhsOrder, MapOrder RhsOrder, MapOrder ResultOrder>
void ExpectSoundPlan(gemmlowp::GemmContext* context, int rows, int depth,
                     int cols) {
  if (!FitsAQuarter(rows, depth) || !FitsAQuarter(depth, cols) ||
      !FitsAQuarter(rows, cols)) {
    return;
  }
  SCOPED_TRACE(testing::Message() << rows << " x " << depth << " x " << cols);
  auto result = Nowhere<std::uint8_t, ResultOrder>(2, rows, cols);
  GemmPlan plan;
  const Status status = gemmlowp::PlanGemm(
      context, Nowhere<const std::uint8_t, LhsOrder>(0, rows, depth),
      Nowhere<const std::int8_t, RhsOrder>(1, depth, cols), &result, 3, -5,
      std::make_tuple(gemmlowp::OutputStageSaturatingCastToUint8()), &plan);
  if (status.ok()) return ExpectSound(plan, depth);
  ASSERT_EQ(status.code(), StatusCode::kResourceExhausted) << status.message();
  ASSERT_STREQ(status.argument(), "workspace");
}

TEST(ExtremeSizesTest, PlansAreSound) {
  constexpr MapOrder kRow = MapOrder::RowMajor, kCol = MapOrder::ColMajor;
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    for (const int threads : {1, 3, INT_MAX}) {
      gemmlowp::GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      context.set_max_num_threads(threads);
      for (const int rows : kSizes) {
        for (const int depth : kSizes) {
          for (const int cols : kSizes) {
            ASSERT_NO_FATAL_FAILURE((ExpectSoundPlan<kRow, kCol, kRow>(
                &context, rows, depth, cols)));
            ASSERT_NO_FATAL_FAILURE((ExpectSoundPlan<kCol, kRow, kRow>(
                &context, rows, depth, cols)));
            ASSERT_NO_FATAL_FAILURE((ExpectSoundPlan<kRow, kRow, kCol>(
                &context, rows, depth, cols)));
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace lowp_test
