// Every kernel of every backend's table, forced by name, against the reference
// product: over the sizes, forms of A and B, types, values, offsets and
// epilogues that its row declares.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "../../public/gemm_plan.h"
#include "../support/check_case.h"
#include "../support/kernel_case.h"
#include "../support/live_case.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmPlan;
using gemmlowp::internal::PanelFormat;

class KernelTableTest : public ::testing::TestWithParam<TableRow> {
 protected:
  KernelTableTest() : reporter_(&LiveCase::DescribeCurrent) {}

  const Backend& backend() const { return *GetParam().backend; }
  const GemmKernel& kernel() const { return *GetParam().kernel; }
  bool TakesAnyB() const { return kernel().b_range == BRange::kAny; }
  const PanelFormat& format() const { return backend().panel; }

  std::vector<int> Rows() const {
    return SizesOf(kernel().m, {kernel().mr, 2 * kernel().mr, kernel().m_step,
                                2 * kernel().m_step});
  }
  std::vector<int> Columns() const {
    return SizesOf(kernel().n,
                   {format().nr_step, format().nr, format().nr / 2});
  }
  std::vector<int> Depths() const {
    return SizesOf(kernel().k, {format().kr, 2 * format().kr,
                                gemmlowp::internal::kUnpackedStep, 32, 64});
  }
  int Pick(const std::vector<int>& sizes) {
    return sizes[random_.Bits() % sizes.size()];
  }

  KernelCase Make(int m, int n, int k) {
    return KernelCaseMaker(GetParam(), &random_).Make(m, n, k);
  }

  // The case is planned and multiplied by the kernel. A third of the cases lie
  // between pages that may not be touched; some are multiplied again, as the
  // context knows them.
  void Check(const KernelCase& of) {
    if (!TakesCase()) return;
    Memory* const memory = random_.OneIn(3) ? &against_end_
                           : random_.OneIn(8)
                               ? static_cast<Memory*>(&against_start_)
                               : DefaultMemory();
    LiveCase live(AsGemmCase(of), memory);
    live.set_kernel(kernel().name);
    live.SetPipeline(
        KernelCaseMaker(GetParam(), &random_).MakePipeline(of, &live));
    GemmPlan plan;
    const Status status = live.TryPlanOn(backend(), &plan);
    ASSERT_TRUE(status.ok()) << live.Describe() << ": " << status.message();
    ASSERT_STREQ(plan.kernel, kernel().name);
    ASSERT_TRUE(plan.m == of.m && plan.n == of.n && plan.k == of.k)
        << live.Describe();
    if (plan.columns_per_task > 0) {
      ASSERT_GE(plan.columns_per_task, kernel().n.min) << live.Describe();
    }
    threaded_ |= plan.threads > 1;
    for (int times = random_.OneIn(4) ? 2 : 1; times > 0; --times) {
      ASSERT_TRUE(lowp_test::Check(&live, backend()));
    }
  }

  Random random_{7};
  GuardedMemory against_start_{Placement::kAgainstStart};
  GuardedMemory against_end_{Placement::kAgainstEnd};
  FaultReporter reporter_;
  bool threaded_ = false;
};

// The ends of the ranges, and the sizes about whole tiles and panels.
TEST_P(KernelTableTest, EdgesOfTilesAndRanges) {
  for (int m : Rows()) {
    for (int n : Columns()) {
      for (int repeat = 0; repeat < 5; ++repeat) {
        ASSERT_NO_FATAL_FAILURE(Check(Make(m, n, Pick(Depths()))));
      }
    }
  }
}

// Every remainder of the loops over k, with values that are hard on sums in 16
// bits, of all four pairs of types.
TEST_P(KernelTableTest, EveryK) {
  const SizeRange& range = kernel().k;
  const auto check = [&](int k) {
    for (int types = 0; types < 4; ++types) {
      for (Fill fill : kEveryFill) {
        KernelCase of = Make(Pick(Rows()), Pick(Columns()), k);
        SetTypesAndOrders(types, &of.rest);
        of.a_fill = fill;
        if (TakesAnyB()) of.b_fill = random_.Pick(kEveryFill);
        if (of.m * of.n > 2000) of.n = Clamped(9, kernel().n);
        ASSERT_NO_FATAL_FAILURE(Check(of));
      }
    }
  };
  for (int k = range.min; k < range.min + 140 && range.Has(k); ++k) {
    ASSERT_NO_FATAL_FAILURE(check(k));
  }
  for (int k = range.max; k > 4 && k > range.max - 9 && k < 4096; --k) {
    if (!range.Has(k)) continue;
    ASSERT_NO_FATAL_FAILURE(check(k));
  }
}

// Every count of rows up to several tiles of each kind, with panels of every
// count of registers, whole and partial.
TEST_P(KernelTableTest, EveryTile) {
  const SizeRange& range = kernel().m;
  for (int m = range.min; m < range.min + 70 && range.Has(m); ++m) {
    for (int end = format().nr_step; end <= format().nr;
         end += format().nr_step) {
      for (int repeat = 0; repeat < 4; ++repeat) {
        const int n = end - random_.Between(0, format().nr_step - 1);
        if (!kernel().n.Has(n)) continue;
        const int k = Clamped(random_.Between(1, 100), kernel().k);
        ASSERT_NO_FATAL_FAILURE(Check(Make(m, n, k)));
      }
    }
  }
}

// All pairs of fills, with k so large that sums of extreme products pass the
// limits of int32 and uint32, if the kernel takes that.
TEST_P(KernelTableTest, EveryPairOfFills) {
  for (int types = 0; types < 4; ++types) {
    for (Fill a_fill : kEveryFill) {
      for (Fill b_fill : kEveryFill) {
        for (int k : {64, 333, 1100, 33025, 71000}) {
          if (!kernel().k.Has(k) || (k > 1000 && !random_.OneIn(4))) continue;
          if (k > 10000 && !random_.OneIn(5)) continue;
          const int n = k > 1000 ? 17 : 66;
          KernelCase of = Make(Clamped(k > 1000 ? 5 : 33, kernel().m),
                               Clamped(n, kernel().n), k);
          SetTypesAndOrders(types, &of.rest);
          of.a_fill = a_fill;
          if (TakesAnyB()) of.b_fill = b_fill;
          if (random_.OneIn(2)) of.a_offset = of.b_offset = Offset::kZero;
          ASSERT_NO_FATAL_FAILURE(Check(of));
        }
      }
    }
  }
}

TEST_P(KernelTableTest, EveryPairOfOffsets) {
  const bool any = KernelCaseMaker(GetParam(), &random_).takes_any_epilogue();
  for (Offset a_offset : kEveryOffset) {
    for (Offset b_offset : kEveryOffset) {
      if (!any && (a_offset > Offset::kWrap || b_offset > Offset::kWrap)) {
        continue;
      }
      for (int repeat = 0; repeat < 32; ++repeat) {
        KernelCase of = Make(Pick(Rows()), Pick(Columns()), Pick(Depths()));
        SetTypesAndOrders(repeat % 4, &of.rest);
        of.a_offset = a_offset;
        of.b_offset = b_offset;
        ASSERT_NO_FATAL_FAILURE(Check(of));
      }
    }
  }
}

// Rows of the result that follow one another without gaps may be finished as
// one, with what varies along columns repeated.
TEST_P(KernelTableTest, DenseResults) {
  for (int n = 1; n <= format().nr; ++n) {
    if (!kernel().n.Has(n)) continue;
    for (int m : {1, 9, 20, 70, 203, 700}) {
      if (n > 20 && m > 100) continue;
      for (int repeat = 0; repeat < 4; ++repeat) {
        const int k = Clamped(random_.Between(1, 40), kernel().k);
        KernelCase of = Make(Clamped(m, kernel().m), n, k);
        of.rest.result_stride = Stride::kTight;
        of.transposed_store = false;
        ASSERT_NO_FATAL_FAILURE(Check(of));
      }
    }
  }
}

// Blocks of the result that are transposed as they are stored.
TEST_P(KernelTableTest, TransposedStores) {
  if (IsInPlace(kernel().b_form)) return;
  for (int m : {1, 2, 3, 7, 8, 47, 48, 49, 50, 51, 97, 145}) {
    for (int n : Columns()) {
      const int k = Clamped(random_.Between(1, 40), kernel().k);
      KernelCase of = Make(Clamped(m, kernel().m), n, k);
      if (!TakesUnpackedA(kernel(), of.a_contiguous)) continue;
      of.pack_a = false;
      of.pack_b = of.transposed_store = true;
      ASSERT_NO_FATAL_FAILURE(Check(of));
    }
  }
}

// Products that are worth several threads: blocks of rows, many panels.
TEST_P(KernelTableTest, Threads) {
  constexpr int kShapes[][3] = {
      {1, 2000, 1700},
      {3, 3000, 1000},
      {3, 40000, 250},
      {7, 3000, 400},
      {64, 300, 450},
      {300, 170, 200},
      {2500, 16, 200},
      {130, 1000, 60},
      {129, 500, 140},
      {6000, 8, 260},
      {300, 1300, 20},
      {3001, 70, 40},
      {260, 257, 131},
      {30, 700, 1400},
      // Few rows and panels, of which threads cannot have as many as they want.
      {9, 64, 14000},
      {13, 60, 10000},
      {1, 60, 60000},
      {40, 16, 14000},
      {40, 8, 20000}};
  for (const auto& shape : kShapes) {
    const int m = Clamped(shape[0], kernel().m);
    const int n = Clamped(shape[1], kernel().n);
    const int k = Clamped(shape[2], kernel().k);
    if (1.0 * m * n * k > 4e7) continue;
    for (int threads : {1, 2, 3}) {
      KernelCase of = Make(m, n, k);
      of.rest.threads = threads;
      ASSERT_NO_FATAL_FAILURE(Check(of));
    }
  }
  EXPECT_TRUE(threaded_ || CasesForOne() > 1) << "no shape was large enough";
}

INSTANTIATE_TEST_SUITE_P(Rows, KernelTableTest,
                         ::testing::ValuesIn(EveryTableRow()), NameOfTableRow);

// Names tell kernels apart, and a plan has room for all of them.
TEST(KernelTablesTest, AreSound) {
  ForEachBackend([](const Backend& backend) {
    const gemmlowp::internal::PanelFormat& panel = backend.panel;
    EXPECT_GE(panel.nr_step, 1);
    EXPECT_EQ(panel.nr_step & (panel.nr_step - 1), 0) << "no power of two";
    EXPECT_EQ(panel.nr % panel.nr_step, 0);
    EXPECT_LE(panel.nr, gemmlowp::internal::kMaxNr);
    std::set<std::string> names;
    for (const GemmKernel& kernel : KernelsOf(backend)) {
      SCOPED_TRACE(kernel.name);
      EXPECT_TRUE(names.insert(kernel.name).second) << "twice";
      EXPECT_TRUE(kernel.run != nullptr || kernel.sum != nullptr);
      EXPECT_EQ(kernel.unpack != nullptr, kernel.b_form == BForm::kUnpacked);
      EXPECT_NE(kernel.a_forms, 0);
      EXPECT_GE(kernel.mr, 1);
      EXPECT_GE(kernel.m_step, 1);
      for (const SizeRange& range : {kernel.m, kernel.n, kernel.k}) {
        EXPECT_GE(range.min, 1);
        EXPECT_LE(range.min, range.max);
      }
      EXPECT_LE(kernel.m.min, gemmlowp::internal::kMaxMinRows);
      if (Takes(kernel, AForm::kPanel)) {
        EXPECT_EQ(kernel.m.min, 1) << "panels may end after a row";
      }
      if (Takes(kernel, AForm::kCopied)) {
        EXPECT_EQ(kernel.mr % backend.copied_rows.interleave, 0)
            << "a tile begins within a block of interleaved rows";
      }
      if (IsInPlace(kernel.b_form)) {
        EXPECT_LE(kernel.m.max, gemmlowp::internal::kMaxRowsInPlace);
      }
    }
    EXPECT_LE(backend.kernel_count, GemmPlan::kMaxPassedOver + 1);
  });
}

// Whatever the shape, some kernel takes it: with any operand packed or not,
// contiguous in k or not, and the epilogue that is hardest to serve.
TEST(KernelTablesTest, ServeEveryProduct) {
  Random random(3);
  const std::vector<int> edges = TileEdges();
  for (int i = 0; i < 4000; ++i) {
    GemmCase c;
    SetTypesAndOrders(random.Between(0, kTypesAndOrders - 1), &c);
    c.rows = random.OneIn(9) ? random.Between(1, 3000)
                             : edges[random.Bits() % edges.size()];
    c.depth = random.OneIn(9) ? random.Between(1, 3000) : random.Between(1, 70);
    c.cols = random.OneIn(9) ? random.Between(1, 3000)
                             : edges[random.Bits() % edges.size()];
    if (1.0 * c.rows * c.depth * c.cols > 1e6 || !TakesCase()) continue;
    c.pack_lhs = random.OneIn(2);
    c.pack_rhs = random.OneIn(2);
    c.lhs_offset = random.OneIn(2) ? Offset::kZero : Offset::kVector;
    c.rhs_offset = random.OneIn(2) ? Offset::kZero : Offset::kVector;
    c.lhs_fill = c.rhs_fill = Fill::kMagnitude;
    LiveCase live(c, DefaultMemory());
    live.SetPipeline(
        {{live.maker().User<MixInPosition>("MixInPosition")}, Scalar::kInt32});
    for (const Backend* backend : SupportedBackends()) {
      GemmPlan plan;
      const Status status = live.TryPlanOn(*backend, &plan);
      ASSERT_TRUE(status.ok()) << live.Describe() << ": " << status.message();
    }
  }
}

}  // namespace
}  // namespace lowp_test
