// Few rows of A times columns of B in place: every kernel that reads them so,
// against the reference product. kernel_table_test has the ends of ranges; here
// are all remainders, columns in several streams and tasks, offsets about the
// ends of int16, and memory that is prefetched.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../../internal/runtime/cpu_features.h"
#include "../../public/gemmlowp.h"
#include "../support/check_case.h"
#include "../support/kernel_case.h"
#include "../support/live_case.h"
#include "../support/owned_matrix.h"
#include "../support/small_caches.h"

namespace lowp_test {
namespace {

using gemmlowp::BSource;
using gemmlowp::GemmPlan;
using gemmlowp::Prefetching;

// Calls f(row) for each kernel that reads B in place.
template <typename F>
void ForEachInPlace(F f) {
  for (const TableRow& row : EveryTableRow()) {
    if (!IsInPlace(row.kernel->b_form)) continue;
    SCOPED_TRACE(row.name());
    ASSERT_NO_FATAL_FAILURE(f(row));
  }
}

// Of these, those that read columns contiguous in k.
template <typename F>
void ForEachGemv(F f) {
  ForEachInPlace([&](const TableRow& row) {
    if (row.kernel->b_form == BForm::kInPlace) f(row);
  });
}

// Plans the case and multiplies; tells the plan.
void CheckGemv(const TableRow& row, const KernelCase& of, Random* random,
               GemmPlan* plan) {
  LiveCase live(AsGemmCase(of), DefaultMemory());
  live.set_kernel(row.kernel->name);
  live.SetPipeline(KernelCaseMaker(row, random).MakePipeline(of, &live));
  const Status status = live.TryPlanOn(*row.backend, plan);
  ASSERT_TRUE(status.ok()) << live.Describe() << ": " << status.message();
  ASSERT_STREQ(plan->kernel, row.kernel->name);
  ASSERT_EQ(plan->b_source, BSource::kInPlace);
  ASSERT_TRUE(Check(&live, *row.backend));
}
void CheckGemv(const TableRow& row, const KernelCase& of, Random* random) {
  if (!TakesCase()) return;
  GemmPlan plan;
  CheckGemv(row, of, random, &plan);
}

// Every remainder of the loops over k, rows and columns.
TEST(GemvTest, FewRows) {
  const std::vector<int> edges = TileEdges();
  Random random(71);
  ForEachInPlace([&](const TableRow& row) {
    for (int k = 1; k <= 420; ++k) {
      for (int m = row.kernel->m.min; m <= std::min(9, row.kernel->m.max);
           ++m) {
        const int n =
            Clamped(edges[random.Bits() % edges.size()], row.kernel->n);
        const KernelCase of = KernelCaseMaker(row, &random).Make(m, n, k);
        ASSERT_NO_FATAL_FAILURE(CheckGemv(row, of, &random));
      }
    }
  });
}

TEST(GemvTest, OneRow) {
  Random random(72);
  ForEachInPlace([&](const TableRow& row) {
    if (!row.kernel->m.Has(1)) return;
    for (int k = 1; k <= 260; ++k) {
      for (Fill fill : kEveryFill) {
        const int n = Clamped(random.Between(2, 70), row.kernel->n);
        KernelCase of = KernelCaseMaker(row, &random).Make(1, n, k);
        of.a_fill = fill;
        of.b_fill = random.OneIn(2) ? fill : random.Pick(kEveryFill);
        ASSERT_NO_FATAL_FAILURE(CheckGemv(row, of, &random));
      }
    }
  });
}

TEST(GemvTest, MoreRows) {
  Random random(73);
  ForEachInPlace([&](const TableRow& row) {
    for (int m = 4; m <= row.kernel->m.max; ++m) {
      for (int repeat = 0; repeat < 8; ++repeat) {
        const int k = random.Between(1, random.OneIn(2) ? 64 : 700);
        const int n = Clamped(random.Between(1, 80), row.kernel->n);
        const KernelCase of = KernelCaseMaker(row, &random).Make(m, n, k);
        ASSERT_NO_FATAL_FAILURE(CheckGemv(row, of, &random));
      }
    }
  });
}

// So many columns that tasks are several panels wide, and the last one has
// fewer.
TEST(GemvTest, ManyColumns) {
  Random random(75);
  ForEachInPlace([&](const TableRow& row) {
    for (int m : {1, 2, 5, 8, 9, 33, 64}) {
      if (!row.kernel->m.Has(m)) continue;
      for (int n : {1021, 1023, 1024, 1025, 1029, 1090, 2100}) {
        for (int threads : {1, 2, 3}) {
          KernelCase of = KernelCaseMaker(row, &random)
                              .Make(m, n, random.Between(100, 400 + 8 * m));
          of.rest.threads = threads;
          ASSERT_NO_FATAL_FAILURE(CheckGemv(row, of, &random));
        }
      }
    }
  });
}

// Offsets about the ends of int16, which some kernels add to a row's values,
// with the values that are furthest from zero.
template <typename Lhs, typename Rhs>
void CheckOffsets(Lhs a, Rhs b, const TableRow& row) {
  constexpr int kDepth = 300, kCols = 35;
  gemmlowp::GemmContext context;
  UseBackend(*row.backend, &context);
  ASSERT_TRUE(context.set_kernel(row.kernel->name).ok());
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
        const std::int64_t sum = std::int64_t{kDepth} * (a + offset) * (b + 3);
        for (int i = 0; i < rows * kCols; ++i) {
          ASSERT_EQ(map(i / kCols, i % kCols), static_cast<std::int32_t>(sum))
              << rows << " rows, offset " << offset;
        }
      }
    }
  }
}
TEST(GemvTest, OffsetsAboutTheEndsOfInt16) {
  ForEachGemv([](const TableRow& row) {
    for (const int a : {-128, 127}) {
      for (const int b : {-128, 127}) {
        const auto s8 = [](int value) {
          return static_cast<std::int8_t>(value);
        };
        const auto u8 = [](int value) {
          return static_cast<std::uint8_t>(value + 128);
        };
        ASSERT_NO_FATAL_FAILURE(CheckOffsets(s8(a), s8(b), row));
        ASSERT_NO_FATAL_FAILURE(CheckOffsets(u8(a), s8(b), row));
        ASSERT_NO_FATAL_FAILURE(CheckOffsets(s8(a), u8(b), row));
        ASSERT_NO_FATAL_FAILURE(CheckOffsets(u8(a), u8(b), row));
      }
    }
  });
}

// More bytes than a thread can hope to find in a cache, if caches were small.
// plan_choices_test checks when they are prefetched; here they are multiplied.
TEST(GemvTest, PrefetchedColumns) {
  const auto caches = SmallCaches();
  const std::size_t far = std::max(8 * caches.l2, caches.l3 / 3);
  constexpr int kCols = 305;
  Random random(74);
  ForEachGemv([&](const TableRow& row) {
    const SmallCachesInUse small(*row.backend);
    bool prefetched = false;
    for (int m : {1, 2, 3, 6, 8}) {
      const int k = static_cast<int>(far / 300) + random.Between(0, 300);
      KernelCase of = KernelCaseMaker(row, &random).Make(m, kCols, k);
      of.rest.lhs_stride = of.rest.rhs_stride = random.Pick(kEveryStride);
      GemmPlan plan;
      ASSERT_NO_FATAL_FAILURE(CheckGemv(row, of, &random, &plan));
      prefetched |= plan.prefetch == Prefetching::kLines;
    }
    EXPECT_TRUE(prefetched);
  });
}

}  // namespace
}  // namespace lowp_test
