// Every backend against the reference product: types, orders, strides, shapes,
// offsets, threads, depths at the limits of int32.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "../support/check_case.h"

namespace lowp_test {
namespace {

std::vector<int> Shuffled(int count, Random* random) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 1);
  random->Shuffle(&values);
  return values;
}

// Latin squares: in each round, each of rows, depth and columns takes every
// value from 1 to 130 once.
TEST(GemmTest, EverySizeTo130WithAllTypesAndOrders) {
  Random random(130);
  for (int round = 0; round < 4; ++round) {
    const std::vector<int> rows = Shuffled(130, &random);
    const std::vector<int> depths = Shuffled(130, &random);
    const std::vector<int> cols = Shuffled(130, &random);
    for (int i = 0; i < 130; ++i) {
      for (int types = 0; types < kTypesAndOrders; ++types) {
        GemmCase c = RandomCase(types, &random);
        c.rows = rows[i];
        c.depth = depths[i];
        c.cols = cols[i];
        ASSERT_TRUE(CheckOnEveryBackend(c));
      }
    }
  }
}

// Every pair of edges as (rows, columns), at depths around a few groups.
TEST(GemmTest, TileEdges) {
  std::vector<int> edges = TileEdges();
  for (int more : {10, 14, 18, 19, 20, 24, 25, 48, 49, 80, 96, 97, 112, 130}) {
    edges.push_back(more);
  }
  Random random(1);
  for (int rows : edges) {
    for (int cols : edges) {
      for (int repeat = 0; repeat < 6; ++repeat) {
        GemmCase c =
            RandomCase(random.Between(0, kTypesAndOrders - 1), &random);
        c.rows = rows;
        c.depth = repeat == 0 ? random.Between(1, 130) : random.Between(1, 17);
        c.cols = cols;
        ASSERT_TRUE(CheckOnEveryBackend(c));
      }
    }
  }
}

TEST(GemmTest, EveryDepthTo70WithAdversarialValues) {
  const std::vector<int> edges = TileEdges();
  Random random(70);
  for (int depth = 1; depth <= 70; ++depth) {
    for (int types = 0; types < kTypesAndOrders; ++types) {
      for (Fill fill : kEveryFill) {
        GemmCase c = RandomCase(types, &random);
        c.rows = random.Between(1, 9);
        c.depth = depth;
        c.cols = edges[random.Bits() % edges.size()];
        if (random.OneIn(2)) std::swap(c.rows, c.cols);
        c.lhs_fill = fill;
        c.rhs_fill = random.OneIn(2) ? fill : random.Pick(kEveryFill);
        ASSERT_TRUE(CheckOnEveryBackend(c));
      }
    }
  }
}

// Many rows with a panel of few columns, around the numbers of rows at which
// the engine changes its method, with every depth of the loops' remainders, and
// with values that reveal sums that saturate.
TEST(GemmTest, NarrowPanels) {
  constexpr int kRows[] = {15,  16,  17,  23,  24,  31,  63,  64,   65,
                           127, 128, 129, 257, 342, 515, 683, 1024, 2050};
  Random random(72);
  for (int cols = 1; cols <= 17; ++cols) {
    for (int types = 0; types < kTypesAndOrders; ++types) {
      for (int repeat = 0; repeat < 6; ++repeat) {
        GemmCase c = RandomCase(types, &random);
        c.rows = random.Pick(kRows);
        c.depth = random.Between(1, repeat == 0 ? 140 : 40);
        c.cols = cols;
        // Rows that follow one another without gaps are a case of their own.
        if (random.OneIn(2)) c.result_stride = Stride::kTight;
        if (random.OneIn(2)) {
          c.lhs_offset = random.Pick({Offset::kZero, Offset::kExtreme});
          c.rhs_offset = random.Pick({Offset::kZero, Offset::kExtreme});
        }
        c.lhs_fill = random.Pick(kEveryFill);
        c.rhs_fill = random.Pick(kEveryFill);
        c.pack_lhs = random.OneIn(6);
        c.pack_rhs = random.OneIn(3);
        c.threads = random.OneIn(4) ? 2 : 1;
        if (!c.result_row_major) {
          std::swap(c.rows, c.cols);
          std::swap(c.pack_lhs, c.pack_rhs);
        }
        ASSERT_TRUE(CheckOnEveryBackend(c));
      }
    }
  }
}

// At these depths sums of extreme products reach and pass the limits of int32
// and uint32, and 16-bit sums would have done so long before.
TEST(GemmTest, DepthsAtTheLimitsOfInt32) {
  constexpr int kDepths[] = {33024,  33025,  33026,  65792,  65793,
                             66051,  66052,  131070, 131071, 131072,
                             131073, 262143, 262144};
  constexpr Fill kFills[] = {Fill::kMagnitude, Fill::kHighest};
  Random random(31);
  for (int depth : kDepths) {
    for (int types = 0; types < 4; ++types) {
      for (Fill fill : kFills) {
        GemmCase c;
        SetTypesAndOrders(types + 4 * random.Between(0, 7), &c);
        c.rows = random.Between(1, 6);
        c.depth = depth;
        c.cols =
            random.OneIn(4) ? random.Between(17, 33) : random.Between(1, 6);
        c.lhs_fill = fill;
        c.rhs_fill = random.OneIn(3) ? Fill::kPairs : fill;
        c.lhs_offset = random.Pick(kEveryOffset);
        c.rhs_offset = random.Pick(kEveryOffset);
        if (random.OneIn(2)) c.lhs_offset = c.rhs_offset = Offset::kZero;
        c.seed = random.Bits();
        ASSERT_TRUE(CheckOnEveryBackend(c));
      }
    }
  }
}

TEST(GemmTest, LongAndThin) {
  constexpr int kShapes[][3] = {{1, 1, 5000},   {1, 7, 5000},   {5000, 1, 1},
                                {5000, 9, 1},   {3, 700, 3},    {1, 5000, 1},
                                {1, 1000, 700}, {700, 1000, 1}, {2, 257, 1030},
                                {1030, 257, 2}, {1, 4096, 64},  {64, 4096, 1},
                                {300, 300, 300}};
  Random random(5000);
  for (const auto& shape : kShapes) {
    for (int types = 0; types < kTypesAndOrders; types += 1) {
      GemmCase c = RandomCase(types, &random);
      c.rows = shape[0];
      c.depth = shape[1];
      c.cols = shape[2];
      const double work = 1.0 * c.rows * c.depth * c.cols;
      if (work > 1e7 && types % 5 != 0) continue;
      ASSERT_TRUE(CheckOnEveryBackend(c));
    }
  }
}

TEST(GemmTest, EveryPairOfOffsets) {
  Random random(2);
  for (Offset lhs_offset : kEveryOffset) {
    for (Offset rhs_offset : kEveryOffset) {
      for (int types = 0; types < kTypesAndOrders; ++types) {
        for (Scalar result : kEveryResult) {
          GemmCase c = RandomCase(types, &random);
          c.rows = random.Between(1, 40);
          c.depth = random.Between(1, 40);
          c.cols = random.Between(1, 70);
          c.lhs_offset = lhs_offset;
          c.rhs_offset = rhs_offset;
          c.result = result;
          ASSERT_TRUE(CheckOnEveryBackend(c));
        }
      }
    }
  }
}

TEST(GemmTest, EveryTripleOfStrides) {
  Random random(3);
  constexpr Stride kStrides[] = {Stride::kTight, Stride::kPadded,
                                 Stride::kPowerOfTwo, Stride::kLargePowerOfTwo};
  for (Stride lhs : kStrides) {
    for (Stride rhs : kStrides) {
      for (Stride result : kStrides) {
        for (int types = 0; types < kTypesAndOrders; ++types) {
          GemmCase c = RandomCase(types, &random);
          c.rows = random.Between(1, 50);
          c.depth = random.Between(1, 50);
          c.cols = random.Between(1, 50);
          c.lhs_stride = lhs;
          c.rhs_stride = rhs;
          c.result_stride = result;
          ASSERT_TRUE(CheckOnEveryBackend(c));
        }
      }
    }
  }
}

// Backends may treat columns and rows that share a cache's sets differently.
// Deep ones, so that there are several pieces of them, and more rows than are
// multiplied with columns in place.
TEST(GemmTest, DeepLinesFarApart) {
  Random random(31);
  for (int depth : {64, 65, 191, 192, 193, 207, 208, 255, 256, 400, 600}) {
    for (int types = 0; types < kTypesAndOrders; ++types) {
      GemmCase c = RandomCase(types, &random);
      c.rows = random.Between(65, 80);
      c.depth = depth;
      c.cols = random.Between(65, 130);
      c.lhs_stride = c.rhs_stride = Stride::kLargePowerOfTwo;
      if (!TakesCase()) continue;
      ASSERT_TRUE(CheckOnEveryBackend(c));
    }
  }
}

// The stride of a matrix of one line is never used, so it may be anything.
TEST(GemmTest, OneLineNeedsNoStride) {
  Random random(9);
  for (int i = 0; i < 40 * kTypesAndOrders; ++i) {
    GemmCase c = RandomCase(i, &random);
    c.rows = random.OneIn(2) ? 1 : random.Between(2, 40);
    c.depth = random.OneIn(2) ? 1 : random.Between(2, 40);
    c.cols = random.OneIn(2) ? 1 : random.Between(2, 40);
    c.lhs_stride = c.rhs_stride = c.result_stride = Stride::kZeroIfOneLine;
    ASSERT_TRUE(CheckOnEveryBackend(c));
  }
}

TEST(GemmTest, Threads) {
  Random random(8);
  constexpr int kSizes[] = {1, 16, 63, 130, 200, 257};
  for (int rows : kSizes) {
    for (int cols : kSizes) {
      for (int repeat = 0; repeat < 4; ++repeat) {
        GemmCase c =
            RandomCase(random.Between(0, kTypesAndOrders - 1), &random);
        c.rows = rows;
        c.depth = random.Between(1, 300);
        c.cols = cols;
        c.threads = random.Between(2, 8);
        ASSERT_TRUE(CheckOnEveryBackend(c));
      }
    }
  }
}

TEST(GemmTest, EmptyDimensionsLeaveTheResultUntouched) {
  Random random(0);
  for (int empty = 1; empty < 8; ++empty) {
    for (int types = 0; types < kTypesAndOrders; ++types) {
      GemmCase c = RandomCase(types, &random);
      c.rows = empty & 1 ? 0 : 5;
      c.depth = empty & 2 ? 0 : 6;
      c.cols = empty & 4 ? 0 : 7;
      ASSERT_TRUE(CheckOnEveryBackend(c));
    }
  }
}

}  // namespace
}  // namespace lowp_test
