// Few rows times columns that are read where they lie, on every backend against
// the reference product, and what is asked for ahead of its use.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "../../internal/contract/packed_format.h"
#include "../../internal/runtime/cpu_features.h"
#include "../../public/gemmlowp.h"
#include "../support/live_case.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmPlan;
using gemmlowp::PanelSource;
using gemmlowp::Prefetching;

// The case's orders for columns that are read where they lie: both operands
// contiguous in depth. The few rows are the lhs's or the rhs's.
void SetInPlace(bool few_rows_in_lhs, GemmCase* c) {
  c->lhs_row_major = true;
  c->rhs_row_major = false;
  c->result_row_major = few_rows_in_lhs;
  if (!few_rows_in_lhs) std::swap(c->rows, c->cols);
}

// Checks such a case, and that it takes this way where the backend has it.
::testing::AssertionResult CheckInPlace(const GemmCase& c) {
  if (!TakesCase()) return ::testing::AssertionSuccess();
  LiveCase live(c, DefaultMemory());
  live.SetRequantizePipeline();
  for (const Backend* backend : SupportedBackends()) {
    const GemmPlan plan = live.PlanOn(*backend);
    const bool in_place = plan.panel_source == PanelSource::kInPlace;
    const bool wanted =
        backend->dot != nullptr && plan.panel_rows <= backend->dot_rows;
    if (in_place != wanted) {
      return ::testing::AssertionFailure()
             << Describe(c) << " on " << backend->name << ": "
             << plan.Describe();
    }
    if (const auto result = Check(&live, *backend); !result) return result;
  }
  return ::testing::AssertionSuccess();
}

// Every remainder of the loops over depth, rows and columns.
TEST(ColumnsInPlaceTest, FewRows) {
  const std::vector<int> edges = TileEdges();
  Random random(71);
  for (int depth = 288; depth <= 420; ++depth) {
    for (int rows = 1; rows <= 9; ++rows) {
      for (int types = 0; types < 4; ++types) {
        GemmCase c;
        SetTypesAndOrders(types, &c);
        SetTheRest(&random, &c);
        c.rows = rows;
        c.depth = depth;
        c.cols = edges[random.Bits() % edges.size()];
        SetInPlace(random.OneIn(2), &c);
        ASSERT_TRUE(CheckInPlace(c));
      }
    }
  }
}

TEST(ColumnsInPlaceTest, OneRow) {
  Random random(72);
  for (int depth = 128; depth <= 260; ++depth) {
    for (int types = 0; types < 4; ++types) {
      for (Fill fill : kEveryFill) {
        GemmCase c;
        SetTypesAndOrders(types, &c);
        SetTheRest(&random, &c);
        c.lhs_fill = fill;
        c.rhs_fill = random.OneIn(2) ? fill : random.Pick(kEveryFill);
        c.rows = 1;
        c.depth = depth;
        c.cols = random.Between(2, 70);
        SetInPlace(random.OneIn(2), &c);
        ASSERT_TRUE(CheckInPlace(c));
      }
    }
  }
}

// From half the depth on, if the row meets numbers enough; the short way of
// small products leaves them alone.
TEST(ColumnsInPlaceTest, OneShallowRow) {
  Random random(74);
  for (int depth = 62; depth <= 127; ++depth) {
    for (int columns : {8192 / depth, 8192 / depth + 1, 300}) {
      GemmCase c;
      SetTypesAndOrders(random.Between(0, 3), &c);
      SetTheRest(&random, &c);
      c.lhs_offset = c.rhs_offset = Offset::kExtreme;
      c.rows = 1;
      c.depth = depth;
      c.cols = columns;
      SetInPlace(random.OneIn(2), &c);
      const bool enough = depth >= 64 && columns * depth >= 8192;
      LiveCase live(c, DefaultMemory());
      live.SetRequantizePipeline();
      for (const Backend* backend : SupportedBackends()) {
        const bool wanted = enough && backend->dot != nullptr;
        EXPECT_EQ(live.PlanOn(*backend).panel_source == PanelSource::kInPlace,
                  wanted)
            << Describe(c) << " on " << backend->name;
        EXPECT_FALSE(wanted && live.IsSmallOn(*backend));
        ASSERT_TRUE(Check(&live, *backend));
      }
    }
  }
}

TEST(ColumnsInPlaceTest, MoreRows) {
  constexpr int kRows[] = {10, 12, 15, 16, 17, 31, 33, 49, 63, 64, 65};
  Random random(73);
  for (int rows : kRows) {
    for (int types = 0; types < 4; ++types) {
      for (int more : {0, 1, 63, 65}) {
        GemmCase c;
        SetTypesAndOrders(types, &c);
        SetTheRest(&random, &c);
        c.rows = rows;
        c.depth = 32 * rows + more;
        c.cols = random.Between(66, 80);
        SetInPlace(random.OneIn(2), &c);
        ASSERT_TRUE(CheckInPlace(c));
      }
    }
  }
}

// Offsets about the ends of int16, which some kernels add to a row's numbers,
// with the numbers that are furthest from zero.
template <typename Lhs, typename Rhs>
void CheckOffsets(Lhs a, Rhs b) {
  constexpr int kDepth = 300, kCols = 35;
  gemmlowp::GemmContext context;
  for (const Backend* backend : SupportedBackends()) {
    SCOPED_TRACE(backend->name);
    ASSERT_TRUE(context.set_backend(backend->name).ok());
    for (const int rows : {1, 2, 3, 8}) {
      OwnedMatrix<Lhs, MapOrder::RowMajor> lhs(rows, kDepth);
      OwnedMatrix<Rhs, MapOrder::ColMajor> rhs(kDepth, kCols);
      std::fill(lhs.entries().begin(), lhs.entries().end(), a);
      std::fill(rhs.entries().begin(), rhs.entries().end(), b);
      for (const int end : {-32768, -32512, 32512, 32767}) {
        for (const int offset : {end - 1, end, end + 1}) {
          OwnedMatrix<std::int32_t, MapOrder::RowMajor> result(rows, kCols);
          auto map = result.map();
          ASSERT_TRUE(gemmlowp::TryGemm(&context, lhs.map(), rhs.map(), &map,
                                        offset, 3, std::tuple<>())
                          .ok());
          const std::int64_t sum =
              std::int64_t{kDepth} * (a + offset) * (b + 3);
          for (int i = 0; i < rows * kCols; ++i) {
            ASSERT_EQ(map(i / kCols, i % kCols), static_cast<std::int32_t>(sum))
                << rows << " rows, offset " << offset;
          }
        }
      }
    }
  }
}
TEST(ColumnsInPlaceTest, OffsetsAboutTheEndsOfInt16) {
  for (const int row : {-128, 127}) {
    for (const int column : {-128, 127}) {
      CheckOffsets(static_cast<std::int8_t>(row),
                   static_cast<std::int8_t>(column));
      CheckOffsets(static_cast<std::uint8_t>(row + 128),
                   static_cast<std::int8_t>(column));
      CheckOffsets(static_cast<std::int8_t>(row),
                   static_cast<std::uint8_t>(column + 128));
      CheckOffsets(static_cast<std::uint8_t>(row + 128),
                   static_cast<std::uint8_t>(column + 128));
    }
  }
}

// So many columns that shares are several panels, and the last one has fewer.
TEST(ColumnsInPlaceTest, ManyPanels) {
  Random random(75);
  for (int rows : {1, 2, 5, 9, 33}) {
    for (int columns : {1021, 1024, 1029, 1090, 2100}) {
      for (int threads : {1, 2, 3}) {
        GemmCase c;
        SetTypesAndOrders(random.Between(0, 3), &c);
        SetTheRest(&random, &c);
        c.rows = rows;
        c.depth = 128 + 32 * rows + random.Between(0, 70);
        c.cols = columns;
        c.threads = threads;
        SetInPlace(random.OneIn(2), &c);
        ASSERT_TRUE(CheckInPlace(c));
      }
    }
  }
}

// Multiplies `rows` rows with more than `bytes` bytes of columns, some of them
// packed, and expects that those in place are asked for ahead like that, but
// for a single row by a backend that keeps up.
void CheckAskingAhead(Random* random, int rows, std::size_t bytes,
                      Prefetching in_place) {
  for (int types = 0; types < 4; ++types) {
    GemmCase c;
    SetTypesAndOrders(types, &c);
    SetTheRest(random, &c);
    c.lhs_stride = c.rhs_stride = random->Pick(kEveryStride);
    c.rows = rows;
    c.depth = static_cast<int>(bytes / 300) + random->Between(0, 300);
    c.cols = 305;
    SetInPlace(true, &c);
    c.pack_rhs = types == rows % 4;
    LiveCase live(c, DefaultMemory());
    live.SetRequantizePipeline();
    for (const Backend* backend : SupportedBackends()) {
      const GemmPlan plan = live.PlanOn(*backend);
      switch (plan.panel_source) {
        case PanelSource::kInPlace:
          EXPECT_EQ(plan.prefetch, rows == 1 && backend->dot_keeps_up
                                       ? Prefetching::kNothing
                                       : in_place);
          break;
        case PanelSource::kPrepacked:
          EXPECT_EQ(plan.prefetch,
                    gemmlowp::internal::GroupsAreLines(backend->panel)
                        ? Prefetching::kLines
                        : Prefetching::kPages);
          break;
        default:
          EXPECT_EQ(plan.prefetch, Prefetching::kNothing);
      }
      ASSERT_TRUE(Check(&live, *backend));
    }
  }
}

// Columns that no cache holds are asked for ahead.
TEST(ColumnsInPlaceTest, AskedForAhead) {
  Random random(74);
  const gemmlowp::internal::CacheSizes caches =
      gemmlowp::internal::DetectedCacheSizes();
  for (int rows : {1, 2, 3, 4, 6, 9}) {
    CheckAskingAhead(&random, rows, 4 * caches.l2, Prefetching::kNothing);
  }
  const std::size_t far = std::max(8 * caches.l2, caches.l3 / 3);
  for (int rows : {1, 3, 9}) {
    CheckAskingAhead(&random, rows, far, Prefetching::kLines);
  }
}

}  // namespace
}  // namespace lowp_test
