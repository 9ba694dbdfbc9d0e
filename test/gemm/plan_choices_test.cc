// What the plan decides from shapes, types and the machine: where rows are
// read, how they are cut, how many threads are used and woken.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../internal/runtime/cpu_features.h"
#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::GemmPlan;
using gemmlowp::PanelSource;
using gemmlowp::RowSource;

constexpr MapOrder kRow = MapOrder::RowMajor;
constexpr MapOrder kCol = MapOrder::ColMajor;

// Where the rows of a product with so many columns are read.
RowSource RowSourceFor(const gemmlowp::internal::Backend& backend, int cols) {
  GemmContext context;
  EXPECT_TRUE(context.set_backend(backend.name).ok());
  const OwnedMatrix<std::uint8_t, kRow> lhs(9, 40);
  const OwnedMatrix<std::uint8_t, kCol> rhs(40, cols);
  OwnedMatrix<std::int32_t, kRow> result(9, cols);
  auto map = result.map();
  GemmPlan plan;
  EXPECT_TRUE(gemmlowp::PlanGemm(&context, lhs.map(), rhs.map(), &map, 0, 0,
                                 std::tuple<>(), &plan)
                  .ok());
  return plan.row_source;
}

// Some backend here reads rows in place; on a machine with only the portable
// one the enumerator has no product.
TEST(PlanChoicesTest, RowsAreReadInPlaceWhereTheBackendCan) {
  bool some = false;
  for (const gemmlowp::internal::Backend* backend : SupportedBackends()) {
    if (!backend->rows_in_place) continue;
    SCOPED_TRACE(backend->name);
    some = true;
    const int most = backend->most_columns_in_place;
    EXPECT_EQ(RowSourceFor(*backend, std::min(most, 200)), RowSource::kInPlace);
    if (most >= 200) continue;
    EXPECT_EQ(RowSourceFor(*backend, most + 1), RowSource::kCopied);
  }
  if (!some) GTEST_SKIP() << "no backend of this machine reads rows in place";
}

// More rows than a share of the caches holds are taken in blocks, and panels
// packed before, with the same outcome as when the caller cuts them.
TEST(PlanChoicesTest, RowsBeyondTheCacheAreCutIntoBlocks) {
  constexpr int kDepth = 512, kPieces = 5;
  const auto caches = gemmlowp::internal::DetectedCacheSizes();
  const auto cache = std::max(caches.l2, caches.l3 / 4);
  const int piece = static_cast<int>(cache / (4 * kDepth)) + 1;
  const int rows = kPieces * piece;
  for (const gemmlowp::internal::Backend* backend : SupportedBackends()) {
    SCOPED_TRACE(backend->name);
    const int cols = 3 * backend->panel.width + 1;
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend->name).ok());
    const OwnedMatrix<std::uint8_t, kRow> lhs(rows, kDepth);
    const OwnedMatrix<std::uint8_t, kCol> rhs(kDepth, cols, 2);
    OwnedMatrix<std::int32_t, kRow> pieces(rows, cols);
    for (int first = 0; first < rows; first += piece) {
      auto part = pieces.map().block(first, 0, piece, cols);
      ASSERT_TRUE(gemmlowp::TryGemm(&context,
                                    lhs.map().block(first, 0, piece, kDepth),
                                    rhs.map(), &part, -3, 5, std::tuple<>())
                      .ok());
    }
    pieces.entries().pop_back();  // beyond the last entry of the matrix
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(threads);
      context.set_max_num_threads(threads);
      OwnedMatrix<std::int32_t, kRow> whole(rows, cols);
      auto map = whole.map();
      GemmPlan plan;
      ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.map(), rhs.map(), &map, -3,
                                     5, std::tuple<>(), &plan)
                      .ok());
      EXPECT_LT(plan.row_block, rows);
      EXPECT_EQ(plan.threads, threads);
      EXPECT_EQ(plan.panel_source, PanelSource::kUpFront);
      ASSERT_TRUE(gemmlowp::TryGemm(&context, lhs.map(), rhs.map(), &map, -3, 5,
                                    std::tuple<>())
                      .ok());
      whole.entries().pop_back();
      EXPECT_TRUE(whole.entries() == pieces.entries());
    }
  }
}

TEST(PlanChoicesTest, FewColumnsAndManyRowsAreNarrow) {
  for (const gemmlowp::internal::Backend* backend : SupportedBackends()) {
    SCOPED_TRACE(backend->name);
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend->name).ok());
    struct {
      int rows, cols;
      bool narrow;
    } const cases[] = {{500, 4, true}, {500, 16, true}, {7, 8, true},
                       {9, 8, true},   {8, 16, true},   {500, 17, false},
                       {6, 4, false},  {7, 16, false},  {4, 500, false}};
    for (const auto& c : cases) {
      const OwnedMatrix<std::uint8_t, kRow> lhs(c.rows, 36);
      const OwnedMatrix<std::uint8_t, kCol> rhs(36, c.cols);
      OwnedMatrix<std::int32_t, kRow> result(c.rows, c.cols);
      auto map = result.map();
      GemmPlan plan;
      ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.map(), rhs.map(), &map, 0, 0,
                                     std::tuple<>(), &plan)
                      .ok());
      // Registers of four lanes are never much wider than the columns.
      const bool wide = backend->panel.granule > 4 || c.rows >= 16;
      // Where sums are finished at once, not if rows are few or the registers
      // more than half full.
      const bool direct = backend->multiply_direct != nullptr &&
                          backend->rows_in_place && (c.rows <= 8 || c.cols > 8);
      EXPECT_EQ(plan.narrow, c.narrow && wide && !direct &&
                                 c.cols <= backend->panel.width &&
                                 backend->multiply_narrow != nullptr)
          << c.rows << " x " << c.cols;
      EXPECT_EQ(plan.Describe().find("narrow") != std::string::npos,
                plan.narrow);
    }
  }
}

GemmPlan PlanOf(GemmContext* context, int rows, int depth, int cols) {
  const OwnedMatrix<std::uint8_t, kRow> lhs(rows, depth, 1);
  const OwnedMatrix<std::uint8_t, kRow> rhs(depth, cols, 2);
  OwnedMatrix<std::int32_t, kRow> result(rows, cols, 3);
  auto map = result.map();
  GemmPlan plan;
  EXPECT_TRUE(gemmlowp::PlanGemm(context, lhs.map(), rhs.map(), &map, 0, 0,
                                 std::tuple<>(), &plan)
                  .ok());
  return plan;
}

TEST(PlanChoicesTest, PanelsAreWidenedForManyRows) {
  GemmContext context;
  ForEachBackend([&context](const gemmlowp::internal::Backend& backend) {
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    const bool widens = backend.widen != nullptr;
    const int least = widens ? backend.rows_to_widen : 96;
    EXPECT_FALSE(PlanOf(&context, least - 1, 50, 70).widened);
    EXPECT_EQ(PlanOf(&context, least, 50, 70).widened, widens);
  });
}

// Threads that meet a packed panel with a block of few rows would widen it as
// often as there are blocks.
TEST(PlanChoicesTest, PackedPanelsAreWidenedForLongBlocks) {
  GemmContext context;
  context.set_max_num_threads(2);
  ForEachBackend([&context](const gemmlowp::internal::Backend& backend) {
    if (backend.widen == nullptr) return;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    constexpr int kDepth = 20000;
    const int cols = 3 * backend.panel.width;
    const OwnedMatrix<std::uint8_t, kRow> rhs(kDepth, cols, 2);
    gemmlowp::PackedMatrix packed;
    ASSERT_TRUE(gemmlowp::PackedMatrix::Pack(rhs.map(), gemmlowp::Side::kRhs,
                                             &packed, backend.name)
                    .ok());
    for (const bool longer : {false, true}) {
      const int rows = backend.rows_to_widen * (longer ? 8 : 1);
      const OwnedMatrix<std::uint8_t, kRow> lhs(rows, kDepth, 1);
      OwnedMatrix<std::int32_t, kRow> result(rows, cols, 3);
      auto map = result.map();
      GemmPlan plan;
      ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.map(), packed, &map, 0, 0,
                                     std::tuple<>(), &plan)
                      .ok());
      EXPECT_EQ(plan.threads, 2);
      EXPECT_EQ(plan.row_block >= backend.rows_to_widen, longer);
      EXPECT_EQ(plan.widened, longer);
    }
  });
}

// Where kernels want copies of rows, few columns do without if there are rows
// enough, and depths.
TEST(PlanChoicesTest, FewColumnsSpareTheCopyOfManyRows) {
  GemmContext context;
  ForEachBackend([&context](const gemmlowp::internal::Backend& backend) {
    if (backend.most_narrow_in_place == 0) return;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    const int columns = backend.most_narrow_in_place;
    const int depth = backend.least_narrow_depth;
    const auto source = [&context](int rows, int k, int cols) {
      return PlanOf(&context, rows, k, cols).row_source;
    };
    EXPECT_EQ(source(1024, depth, columns), RowSource::kInPlace);
    EXPECT_EQ(source(1023, depth, columns), RowSource::kCopied);
    EXPECT_EQ(source(2000, depth - 1, columns), RowSource::kCopied);
    EXPECT_EQ(source(1024, depth, columns + 1), RowSource::kCopied);
    EXPECT_EQ(source(backend.rows_to_widen - 1, 1000, 3), RowSource::kCopied);
    EXPECT_EQ(source(backend.rows_to_widen, 1000, 3), RowSource::kInPlace);
  });
}

// One thread, then threads that are awake, then sleeping ones too.
TEST(PlanChoicesTest, ThreadsAreWokenForLargerProductsThanTheyAreUsedFor) {
  GemmContext context;
  context.set_max_num_threads(2);
  EXPECT_EQ(PlanOf(&context, 100, 100, 100).threads, 1);
  EXPECT_EQ(PlanOf(&context, 100, 100, 100).threads_to_wake, 0);
  EXPECT_EQ(PlanOf(&context, 200, 200, 200).threads, 2);
  EXPECT_EQ(PlanOf(&context, 200, 200, 200).threads_to_wake, 0);
  EXPECT_EQ(PlanOf(&context, 300, 300, 300).threads, 2);
  EXPECT_EQ(PlanOf(&context, 300, 300, 300).threads_to_wake, 1);
}

// Threads would write to the same cache lines if they shared out the panels.
TEST(PlanChoicesTest, NarrowResultsAreSharedOutByRows) {
  GemmContext context;
  context.set_max_num_threads(2);
  ForEachBackend([&context](const gemmlowp::internal::Backend& backend) {
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    const GemmPlan plan = PlanOf(&context, 3000, 70, 64);
    EXPECT_EQ(plan.threads, 2);
    EXPECT_LT(plan.row_block, plan.panel_rows);
  });
}

TEST(PlanChoicesTest, AnExecutorOnItsOwnContextIsNotNeededForOneThread) {
  gemmlowp::SingleThreadGemmContext context;
  const OwnedMatrix<std::uint8_t, kRow> lhs(300, 300, 1);
  const OwnedMatrix<std::uint8_t, kRow> rhs(300, 300, 2);
  OwnedMatrix<std::int32_t, kRow> result(300, 300, 3);
  auto map = result.map();
  GemmPlan plan;
  ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.map(), rhs.map(), &map, 0, 0,
                                 std::tuple<>(), &plan)
                  .ok());
  EXPECT_EQ(plan.threads, 1);
}

}  // namespace
}  // namespace lowp_test
