// What PlanGemm says is what runs: backends whose functions record their calls
// multiply products of all kinds, by every kernel, and the records are compared
// with the plans. Every choice that a plan can state is made for some product.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "../../public/gemm_plan.h"
#include "../support/check_case.h"
#include "../support/kernel_case.h"
#include "../support/live_case.h"
#include "../support/traced_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::ASource;
using gemmlowp::BSource;
using gemmlowp::EpiloguePath;
using gemmlowp::GemmPlan;
using gemmlowp::Prefetching;

// The choices that were made for the products of a backend.
struct Taken {
  std::set<std::string> kernels;
  std::set<ASource> a_sources;
  std::set<BSource> b_sources;
  std::set<EpiloguePath> epilogues;
  std::set<bool> transposed_stores, unpacked, threaded, row_blocks, several;

  void Add(const GemmPlan& plan) {
    kernels.insert(plan.kernel);
    a_sources.insert(plan.a_source);
    b_sources.insert(plan.b_source);
    epilogues.insert(plan.epilogue);
    transposed_stores.insert(plan.transposed_store);
    unpacked.insert(plan.unpacks_b);
    threaded.insert(plan.threads > 1);
    row_blocks.insert(plan.row_block < plan.m);
    several.insert(plan.panels_per_task > 1);
  }
};

int Total(const std::map<int, int>& calls) {
  int total = 0;
  for (const auto& of_kernel : calls) total += of_kernel.second;
  return total;
}

// Only the plan's kernel ran, and it finished the sums or left that to the
// register family.
void ExpectKernel(const GemmPlan& plan, const Backend& backend,
                  const Trace& trace) {
  const bool in_registers = plan.epilogue == EpiloguePath::kInRegisters;
  const std::map<int, int>& calls = in_registers ? trace.runs : trace.sums;
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_STREQ(backend.kernels[calls.begin()->first].name, plan.kernel);
  EXPECT_EQ(Total(trace.runs) > 0, in_registers);
  EXPECT_EQ(Total(trace.sums) > 0, !in_registers);
  EXPECT_EQ(trace.finishes > 0, !in_registers);
  if (in_registers) {
    // The kernel makes them, or they were made when the product was prepared.
    EXPECT_TRUE(trace.columns_prepared == 0 ||
                trace.columns_prepared == plan.panels);
  } else {
    EXPECT_GT(trace.columns_prepared, 0);
  }
  EXPECT_EQ(trace.elements, std::int64_t{plan.m} * plan.n);
}

void ExpectA(const GemmPlan& plan, const Backend& backend, const Trace& trace) {
  const bool is_packed = plan.a_source == ASource::kPacked;
  const bool copies_panels = is_packed && backend.copy_panel_rows != nullptr;
  EXPECT_EQ(trace.rows_copied, plan.a_source == ASource::kCopied ? plan.m : 0);
  EXPECT_EQ(trace.panel_rows_copied, copies_panels ? plan.m : 0);
  EXPECT_TRUE(trace.rows_summed == 0 ||
              (trace.rows_summed == plan.m && !is_packed));
  const AForm form = plan.a_source == ASource::kInPlace ? AForm::kInPlace
                     : is_packed && !copies_panels      ? AForm::kPanel
                                                        : AForm::kCopied;
  EXPECT_EQ(trace.a_forms, std::set<AForm>{form});
}

void ExpectB(const GemmPlan& plan, const Trace& trace) {
  switch (plan.b_source) {
    case BSource::kPacked:
    case BSource::kInPlace:
      EXPECT_EQ(trace.panels_packed, 0);
      break;
    case BSource::kUpFront:
      EXPECT_EQ(trace.panels_packed, plan.panels);
      EXPECT_EQ(trace.columns_packed, plan.n);
      break;
    case BSource::kJustInTime:
      EXPECT_GE(trace.panels_packed, plan.panels);
      EXPECT_LE(trace.panels_packed, plan.panels * plan.threads);
      EXPECT_GE(trace.columns_packed, plan.n);
      break;
  }
  EXPECT_EQ(trace.panels_unpacked > 0, plan.unpacks_b);
  EXPECT_GE(trace.panels_unpacked, plan.unpacks_b ? plan.panels : 0);
  if (plan.threads == 1 && plan.row_block == plan.m) {
    EXPECT_LE(trace.panels_unpacked, plan.panels);
  }
  EXPECT_EQ(trace.prefetches,
            std::set<bool>{plan.prefetch != Prefetching::kNothing});
}

void ExpectTasks(const GemmPlan& plan, const Trace& trace,
                 const MatrixRef& result) {
  EXPECT_LE(trace.threads.size(), static_cast<std::size_t>(plan.threads));
  // The last block also has the rows that are too few for one.
  EXPECT_LT(trace.max_rows, 2 * plan.row_block);
  if (!plan.transposed_store && trace.a_forms.count(AForm::kPanel) == 0) {
    EXPECT_GE(trace.max_rows, plan.row_block);
  }
  EXPECT_LE(trace.max_panels, plan.panels_per_task);
  // The last panel may be narrower, and is a task of its own then.
  EXPECT_GE(trace.max_panels, plan.panels_per_task - 1);
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(result.data);
  const std::uintptr_t size = Extent(result) * SizeOf(result.scalar);
  for (const void* stored : trace.results) {
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(stored);
    EXPECT_EQ(at - begin < size, !plan.transposed_store);
  }
}

// Multiplies the case as the context does not know it, and again.
void CheckTrace(const TracedBackend& traced, LiveCase* live, Taken* taken) {
  const Backend& backend = traced.original();
  TracedBackend::Use use(traced);
  GemmPlan plan;
  const Status status = live->TryPlanOn(backend, &plan);
  ASSERT_TRUE(status.ok()) << live->Describe() << ": " << status.message();
  EXPECT_EQ(plan.backend, &traced.copy());
  EXPECT_TRUE(use.trace().threads.empty()) << "planning called something";
  taken->Add(plan);
  for (int times = 0; times < 2; ++times) {
    SCOPED_TRACE(live->Describe() + "\n" + plan.Describe());
    live->PoisonResult();
    use.Clear();
    const Status run = live->TryRunOn(backend);
    ASSERT_TRUE(run.ok()) << run.message();
    const Trace trace = use.trace();
    ExpectKernel(plan, backend, trace);
    ExpectA(plan, backend, trace);
    ExpectB(plan, trace);
    ExpectTasks(plan, trace, live->result());
    ASSERT_EQ(live->Mismatch(), "");
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
}

// Small products, and some that are worth several threads.
KernelCase AnyCase(const TableRow& row, Random* random) {
  constexpr int kLarge[][3] = {
      {1, 2000, 1700}, {3, 3000, 1000}, {7, 3000, 400},
      {64, 300, 450},  {2500, 16, 200}, {130, 1000, 60},
      {6000, 8, 260},  {1100, 20, 280}, {600, 200, 120}};
  const GemmKernel& kernel = *row.kernel;
  int m = random->Between(1, 200), n = random->Between(1, 300);
  int k = random->Between(1, 70);
  const bool is_large = random->OneIn(6);
  if (is_large) {
    const auto& shape = kLarge[random->Bits() % std::size(kLarge)];
    m = shape[0];
    n = shape[1];
    k = shape[2];
  }
  KernelCase of = KernelCaseMaker(row, random)
                      .Make(Clamped(m, kernel.m), Clamped(n, kernel.n),
                            Clamped(k, kernel.k));
  of.rest.threads = is_large ? random->Between(1, 3) : 1;
  return of;
}

// Two threads, several blocks of rows and three panels: since threads cannot
// have equally many panels, the panels are packed up front.
KernelCase UpFrontCase(const TableRow& row, Random* random) {
  const int n = 2 * row.backend->panel.nr + 1;
  KernelCase of =
      KernelCaseMaker(row, random).Make(12000000 / (n * 300), n, 300);
  of.pack_a = of.pack_b = of.transposed_store = false;
  of.rest.threads = 2;
  return of;
}

// Expects every choice that the backend has.
void ExpectAllTaken(const Backend& backend, const Taken& taken) {
  const KernelTable kernels = KernelsOf(backend);
  const auto some = [&](auto has) {
    return std::any_of(kernels.begin(), kernels.end(), has);
  };
  const auto one_or_two = [](bool both) { return both ? 2u : 1u; };
  EXPECT_EQ(taken.kernels.size(),
            static_cast<std::size_t>(backend.kernel_count));
  EXPECT_EQ(taken.a_sources.count(ASource::kPacked), 1u);
  EXPECT_EQ(taken.a_sources.count(ASource::kCopied),
            some([](const auto& k) { return Takes(k, AForm::kCopied); }));
  EXPECT_EQ(taken.a_sources.count(ASource::kInPlace),
            some([](const auto& k) { return Takes(k, AForm::kInPlace); }));
  EXPECT_EQ(taken.b_sources.size(),
            some([](const auto& k) { return IsInPlace(k.b_form); }) ? 4u : 3u)
      << "not every BSource was taken";
  EXPECT_EQ(taken.epilogues.size(),
            some([](const auto& k) { return k.run != nullptr; }) ? 3u : 2u)
      << "not every EpiloguePath was taken";
  EXPECT_EQ(taken.transposed_stores.size(), 2u);
  EXPECT_EQ(
      taken.unpacked.size(),
      one_or_two(some([](const auto& k) { return k.unpack != nullptr; })));
  EXPECT_EQ(taken.several.size(),
            one_or_two(some([](const auto& k) { return k.takes_panels; })));
  EXPECT_EQ(taken.threaded.size(), 2u);
  EXPECT_EQ(taken.row_blocks.size(), 2u);
}

TEST(PlanTraceTest, WhatIsPlannedIsWhatRuns) {
  Random random(17);
  ForEachBackend([&](const Backend& backend) {
    // The backend's context keeps what it prepared for it.
    static std::vector<std::unique_ptr<TracedBackend>> all;
    all.push_back(std::make_unique<TracedBackend>(backend));
    const TracedBackend& traced = *all.back();
    Taken taken;
    const int cases = std::max(100, 500 / backend.kernel_count);
    for (const GemmKernel& kernel : KernelsOf(backend)) {
      const TableRow row = {&backend, &kernel};
      for (int i = 0; i < cases; ++i) {
        const bool up_front = i == 0;
        const KernelCase of =
            up_front ? UpFrontCase(row, &random) : AnyCase(row, &random);
        if (!TakesCase()) continue;
        LiveCase live(AsGemmCase(of), DefaultMemory());
        // By the kernel, or by the one that the engine chooses.
        live.set_kernel(up_front || random.OneIn(3) ? nullptr : kernel.name);
        live.SetPipeline(KernelCaseMaker(row, &random).MakePipeline(of, &live));
        ASSERT_NO_FATAL_FAILURE(CheckTrace(traced, &live, &taken));
      }
    }
    if (CasesForOne() == 1) ExpectAllTaken(backend, taken);
  });
}

// Rows whose sign kernels flip are copied if that costs less, which depends on
// the machine.
TEST(PlanTraceTest, RowsAreFlippedOnce) {
  Random random(19);
  ForEachBackend([&](const Backend& backend) {
    if (!backend.copied_rows.are_flipped) return;
    // The backend's context keeps what it prepared for it.
    static std::vector<std::unique_ptr<TracedBackend>> all;
    all.push_back(std::make_unique<TracedBackend>(backend));
    TracedBackend* const traced = all.back().get();
    traced->set_flip_cost(1);
    for (const GemmKernel& kernel : KernelsOf(backend)) {
      if (IsInPlace(kernel.b_form)) continue;
      const TableRow row = {&backend, &kernel};
      for (int i = 0; i < 100; ++i) {
        KernelCase of = AnyCase(row, &random);
        of.a_contiguous = true;
        of.pack_a = false;
        const GemmCase c = AsGemmCase(of);
        if (!TakesCase()) continue;
        LiveCase live(c, DefaultMemory());
        live.set_kernel(kernel.name);
        live.SetPipeline(KernelCaseMaker(row, &random).MakePipeline(of, &live));
        Taken taken;
        ASSERT_NO_FATAL_FAILURE(CheckTrace(*traced, &live, &taken));
        const int shift = gemmlowp::internal::ValueShift(
            backend.copied_rows.signedness, of.swapped ? c.rhs : c.lhs);
        const bool flips = shift != 0 && !kernel.takes_both_signs;
        EXPECT_EQ(
            taken.a_sources,
            std::set<ASource>{flips ? ASource::kCopied : ASource::kInPlace});
      }
    }
  });
}

// With all tasks of a backend's copy prefetching into the given cache.
void CheckPrefetching(const Backend& backend, bool into_l1, Random* random) {
  // The backend's context keeps what it prepared for it.
  static std::vector<std::unique_ptr<TracedBackend>> all;
  all.push_back(std::make_unique<TracedBackend>(backend));
  all.back()->memory().prefetches_into_l1 = into_l1;
  const TracedBackend::Use use(*all.back(), /*prefetches=*/true);
  for (const GemmKernel& kernel : KernelsOf(backend)) {
    if (IsInPlace(kernel.b_form)) continue;
    const TableRow row = {&backend, &kernel};
    for (int i = 0; i < 60; ++i) {
      const int m = random->Between(1, random->OneIn(3) ? 90 : 18);
      const int n = random->Between(1, 3 * backend.panel.nr);
      const int k = random->Between(1, random->OneIn(3) ? 1200 : 150);
      const KernelCase of =
          KernelCaseMaker(row, random)
              .Make(Clamped(m, kernel.m), Clamped(n, kernel.n),
                    Clamped(k, kernel.k));
      if (!TakesCase()) continue;
      LiveCase live(AsGemmCase(of), DefaultMemory());
      live.set_kernel(kernel.name);
      live.SetPipeline(KernelCaseMaker(row, random).MakePipeline(of, &live));
      ASSERT_TRUE(Check(&live, backend)) << live.Describe();
    }
  }
}

// Tiles that prefetch give the same sums, also with panels that come from
// nearby, and beyond the last one. Which products prefetch, and into which
// cache, depends on the machine (plan_choices_test).
TEST(PlanTraceTest, PrefetchingChangesNoBits) {
  Random random(18);
  ForEachBackend([&](const Backend& backend) {
    for (const bool into_l1 : {false, true}) {
      SCOPED_TRACE(into_l1 ? "into L1" : "into L2");
      CheckPrefetching(backend, into_l1, &random);
    }
  });
}

}  // namespace
}  // namespace lowp_test
