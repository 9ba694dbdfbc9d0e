// Panels that are widened before rows meet them, and what products of them by
// Winograd's inner product add up, on every backend against the reference.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "../support/live_case.h"

namespace lowp_test {
namespace {

// The least rows for which some backend widens panels, and the rows about them.
std::vector<int> RowsAboutWidening() {
  std::set<int> rows;
  for (const Backend* backend : SupportedBackends()) {
    if (backend->widen == nullptr) continue;
    for (int more : {-1, 0, 1, 2, 3, 12}) {
      rows.insert(backend->rows_to_widen + more);
    }
  }
  if (rows.empty()) rows = {19, 32};
  return std::vector<int>(rows.begin(), rows.end());
}

// Checks a case, and that backends that widen panels do, if rows are enough.
::testing::AssertionResult CheckWidened(const GemmCase& c) {
  if (!TakesCase()) return ::testing::AssertionSuccess();
  LiveCase live(c, DefaultMemory());
  live.SetRequantizePipeline();
  for (const Backend* backend : SupportedBackends()) {
    const gemmlowp::GemmPlan plan = live.PlanOn(*backend);
    const Backend& taken = *plan.backend;  // for a reduced range, another
    const bool wanted =
        taken.widen != nullptr && plan.panel_rows >= taken.rows_to_widen;
    if (plan.widened != wanted) {
      return ::testing::AssertionFailure()
             << Describe(c) << " on " << backend->name << ": "
             << plan.Describe();
    }
    if (const auto result = Check(&live, *backend); !result) return result;
  }
  return ::testing::AssertionSuccess();
}

// Every remainder of a group of depths, on both sides of the least depth at
// which rows have terms, and of what is read at a time; any order, so that rows
// are turned around too, and packed matrices on either side.
TEST(WidenedPanelsTest, DepthsRowsAndColumns) {
  const std::vector<int> edges = TileEdges();
  Random random(81);
  for (int depth = 1; depth <= 100; ++depth) {
    for (int rows : RowsAboutWidening()) {
      for (int packed = 0; packed < 4; ++packed) {
        GemmCase c;
        SetTypesAndOrders(random.Between(0, kTypesAndOrders - 1), &c);
        SetTheRest(&random, &c);
        c.pack_lhs = (packed & 1) != 0;
        c.pack_rhs = (packed & 2) != 0;
        c.rows = rows;
        c.depth = depth;
        c.cols = edges[random.Bits() % edges.size()];
        if (random.OneIn(2)) std::swap(c.rows, c.cols);
        ASSERT_TRUE(CheckWidened(c));
      }
    }
  }
}

// The numbers that are furthest from zero, alike and mixed: sums of two of them
// need more than nine bits, and at that depth all terms, and some sums of
// products before those are taken off, need more than 32.
TEST(WidenedPanelsTest, ExtremesAndDepth) {
  Random random(82);
  for (int types = 0; types < 4; ++types) {
    for (Fill lhs : kEveryFill) {
      for (Fill rhs : kEveryFill) {
        for (int depth : {64, 333, 71000}) {
          if (depth > 1000 && !random.OneIn(3)) continue;
          GemmCase c;
          SetTypesAndOrders(types, &c);
          SetTheRest(&random, &c);
          c.lhs_fill = lhs;
          c.rhs_fill = rhs;
          c.lhs_offset = c.rhs_offset = Offset::kExtreme;
          c.rows = 33;
          c.depth = depth;
          c.cols = depth > 1000 ? 17 : 66;
          ASSERT_TRUE(CheckWidened(c));
        }
      }
    }
  }
}

// Threads prepare rows by parts, and share panels by blocks of rows.
TEST(WidenedPanelsTest, Threads) {
  Random random(83);
  for (int i = 0; i < 60; ++i) {
    GemmCase c;
    SetTypesAndOrders(random.Between(0, kTypesAndOrders - 1), &c);
    SetTheRest(&random, &c);
    c.pack_lhs = random.OneIn(2);
    c.pack_rhs = random.OneIn(2);
    c.rows = random.Between(200, 420);
    c.depth = random.Between(200, 300);
    c.cols = random.Between(60, 260);
    c.threads = random.Between(2, 3);
    ASSERT_TRUE(CheckOnEveryBackend(c));
  }
}

}  // namespace
}  // namespace lowp_test
