// No read or write outside of the caller's buffers: every one of them lies
// between pages that may not be touched, and those that the product only reads
// are read-only.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../support/check_case.h"
#include "../support/live_case.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

class GuardPageTest : public ::testing::TestWithParam<Placement> {
 protected:
  GuardPageTest()
      : memory_(GetParam()), reporter_(&LiveCase::DescribeCurrent) {}

  // The usual pipeline, or one of arbitrary stages with vectors of their own;
  // the context's workspace, or one between guard pages too.
  void Check(GemmCase c, Random* random) {
    if (!TakesCase()) return;
    c.lend_workspace = random->OneIn(2);
    LiveCase live(c, &memory_);
    if (random->OneIn(2)) {
      live.SetRequantizePipeline();
    } else {
      StageMaker maker = live.maker();
      Pipeline pipeline;
      pipeline.result = c.result;
      for (int n = random->Between(0, 3); n > 0; --n) {
        pipeline.stages.push_back(maker.Any());
      }
      if (c.result != Scalar::kInt32) {
        pipeline.stages.push_back(maker.SaturatingCast(c.result));
      }
      live.SetPipeline(pipeline);
    }
    ASSERT_TRUE(CheckOnEveryBackend(&live));
  }

  GuardedMemory memory_;
  FaultReporter reporter_;
};

TEST_P(GuardPageTest, EveryTypeAndOrderAroundTileEdges) {
  const std::vector<int> edges = TileEdges();
  Random random(1);
  for (int rows : edges) {
    for (int cols : edges) {
      for (int types = 0; types < kTypesAndOrders; ++types) {
        GemmCase c = RandomCase(types, &random);
        c.rows = rows;
        c.depth = edges[random.Bits() % edges.size()];
        c.cols = cols;
        ASSERT_NO_FATAL_FAILURE(Check(c, &random));
      }
    }
  }
}

TEST_P(GuardPageTest, EveryDepth) {
  Random random(2);
  for (int depth = 1; depth <= 140; ++depth) {
    for (int types = 0; types < kTypesAndOrders; ++types) {
      GemmCase c = RandomCase(types, &random);
      c.rows = random.Between(1, 14);
      c.depth = depth;
      c.cols = random.OneIn(2) ? random.Between(1, 14) : random.Between(1, 70);
      ASSERT_NO_FATAL_FAILURE(Check(c, &random));
    }
  }
}

// Enough rows for panels to be widened first, and few enough columns for rows
// to be read in place beside them.
TEST_P(GuardPageTest, ManyRowsWithWidenedPanels) {
  Random random(7);
  for (int depth = 1; depth <= 70; ++depth) {
    for (int types = 0; types < kTypesAndOrders; types += 4) {
      GemmCase c = RandomCase(types + random.Between(0, 3), &random);
      c.rows = random.Between(96, 110);
      c.depth = depth;
      c.cols = random.Between(1, 40);
      if (random.OneIn(2)) {
        c.rows += (1 << 14) / depth;
        c.cols = random.Between(1, 9);
      }
      if (!c.result_row_major) std::swap(c.rows, c.cols);
      ASSERT_NO_FATAL_FAILURE(Check(c, &random));
    }
  }
}

// Deep enough for columns to be read in place where rows are few.
TEST_P(GuardPageTest, FewRowsWithColumnsReadInPlace) {
  Random random(5);
  for (int depth = 128; depth <= 200; ++depth) {
    for (int types = 0; types < 4; ++types) {
      GemmCase c = RandomCase(types, &random);
      c.lhs_row_major = c.result_row_major = true;
      c.rhs_row_major = false;
      c.rows = random.OneIn(2) ? 1 : random.Between(2, 12);
      c.depth = depth + (c.rows > 4 ? 32 * (c.rows - 4) : 0);
      c.cols = random.OneIn(2) ? random.Between(1, 9) : random.Between(1, 70);
      ASSERT_NO_FATAL_FAILURE(Check(c, &random));
    }
  }
}

// Tiles that are finished while the next one is multiplied, as far as its depth
// suffices, and the last of them afterwards.
TEST_P(GuardPageTest, FusedEpilogueOfEveryNumberOfTiles) {
  Random random(6);
  for (int rows = 1; rows <= 26; ++rows) {
    for (int cols : {1, 16, 31, 48, 64, 65, 127}) {
      for (Scalar result : kEveryResult) {
        GemmCase c =
            RandomCase(random.Between(0, kTypesAndOrders - 1), &random);
        c.result = result;
        c.rows = rows;
        c.depth = random.Between(1, 100);
        c.cols = cols;
        if (!c.result_row_major) std::swap(c.rows, c.cols);
        LiveCase live(c, &memory_);
        live.SetRequantizePipeline();
        ASSERT_TRUE(CheckOnEveryBackend(&live));
      }
    }
  }
}

TEST_P(GuardPageTest, NarrowPanels) {
  Random random(6);
  for (int cols = 1; cols <= 16; ++cols) {
    for (int types = 0; types < kTypesAndOrders; ++types) {
      for (int repeat = 0; repeat < 3; ++repeat) {
        GemmCase c = RandomCase(types, &random);
        if (random.OneIn(2)) c.result_stride = Stride::kTight;
        c.rows = random.Between(16, 90);
        c.depth = random.Between(1, 40);
        c.cols = cols;
        c.pack_rhs = random.OneIn(4);
        if (!c.result_row_major) {
          std::swap(c.rows, c.cols);
          std::swap(c.pack_lhs, c.pack_rhs);
        }
        ASSERT_NO_FATAL_FAILURE(Check(c, &random));
      }
    }
  }
}

TEST_P(GuardPageTest, LargerAndWithThreads) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    GemmCase c = RandomCase(i, &random);
    c.rows = random.Between(1, 200);
    c.depth = random.Between(1, 400);
    c.cols = random.Between(1, 200);
    c.threads = random.Between(1, 3);
    ASSERT_NO_FATAL_FAILURE(Check(c, &random));
  }
}

// A packed operand lies in memory of exactly the size that was asked for.
TEST_P(GuardPageTest, PackedOperands) {
  const std::vector<int> sizes = TileEdges();
  Random random(4);
  for (int i = 0; i < 2500; ++i) {
    GemmCase c = RandomCase(i, &random);
    c.rows = sizes[random.Bits() % sizes.size()];
    c.depth = random.Between(1, 70);
    c.cols = sizes[random.Bits() % sizes.size()];
    c.pack_lhs = random.OneIn(2);
    c.pack_rhs = !c.pack_lhs || random.OneIn(2);
    if (random.OneIn(4)) c.lhs_fill = c.rhs_fill = Fill::kReduced;
    ASSERT_NO_FATAL_FAILURE(Check(c, &random));
  }
}

// The guards themselves: a byte too far is a fault that names the case.
TEST_P(GuardPageTest, CatchesAByteTooFar) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  GemmCase c;
  c.rows = 3;
  c.depth = 5;
  c.cols = 7;
  LiveCase live(c, &memory_);
  const auto* const data =
      static_cast<const volatile std::uint8_t*>(live.lhs().data);
  const int outside = GetParam() == Placement::kAgainstEnd ? 3 * 5 : -1;
  EXPECT_DEATH(static_cast<void>(data[outside]), "memory fault in.*3x5x7");
}

INSTANTIATE_TEST_SUITE_P(, GuardPageTest,
                         ::testing::Values(Placement::kAgainstStart,
                                           Placement::kAgainstEnd),
                         [](const ::testing::TestParamInfo<Placement>& info) {
                           return info.param == Placement::kAgainstStart
                                      ? "Start"
                                      : "End";
                         });

}  // namespace
}  // namespace lowp_test
