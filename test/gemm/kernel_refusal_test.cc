// What a kernel's row does not declare is refused when the kernel is forced:
// sizes past the ends of its ranges, needs that are not met, forms of A and B
// that it cannot read. Nothing is written then.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "../../internal/contract/engine_state.h"
#include "../../public/gemm_plan.h"
#include "../support/check_case.h"
#include "../support/kernel_case.h"
#include "../support/live_case.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmPlan;
using gemmlowp::StatusCode;

class KernelRefusalTest : public ::testing::TestWithParam<TableRow> {
 protected:
  const Backend& backend() const { return *GetParam().backend; }
  const GemmKernel& kernel() const { return *GetParam().kernel; }

  // A product that the kernel takes, with the simplest epilogue.
  KernelCase Fitting() {
    const gemmlowp::internal::PanelFormat& format = backend().panel;
    KernelCase of =
        KernelCaseMaker(GetParam(), &random_)
            .Make(Clamped(2 * kernel().mr + 1, kernel().m),
                  Clamped(format.nr + 1, kernel().n), Clamped(21, kernel().k));
    of.a_offset = of.b_offset = Offset::kExtreme;
    of.transposed_store = false;
    return of;
  }

  // Scales along all of the result, or along A's rows, and casts.
  void SetScaling(const KernelCase& of, bool along_rows, LiveCase* live) {
    StageMaker maker = live->maker();
    const Along along = !along_rows  ? Along::kAll
                        : of.swapped ? Along::kCols
                                     : Along::kRows;
    const auto parameter = [&](int value) {
      return maker.MakeParameter(along, [value] { return value; });
    };
    Pipeline pipeline = {{maker.Scale(parameter(1518500250), parameter(-9), 3)},
                         of.rest.result};
    if (of.rest.result != Scalar::kInt32) {
      pipeline.stages.push_back(maker.SaturatingCast(of.rest.result));
    }
    live->SetPipeline(std::move(pipeline));
  }
  // A caller's stage, which no kernel knows.
  static void SetList(const KernelCase& of, LiveCase* live) {
    StageMaker maker = live->maker();
    Pipeline pipeline = {{maker.User<MixInPosition>("MixInPosition")},
                         of.rest.result};
    if (of.rest.result != Scalar::kInt32) {
      pipeline.stages.push_back(maker.SaturatingCast(of.rest.result));
    }
    live->SetPipeline(std::move(pipeline));
  }

  void ExpectTaken(const KernelCase& of) {
    LiveCase live(AsGemmCase(of), DefaultMemory());
    live.set_kernel(kernel().name);
    SetScaling(of, false, &live);
    EXPECT_TRUE(Check(&live, backend()));
  }
  void ExpectRefused(const KernelCase& of) {
    LiveCase live(AsGemmCase(of), DefaultMemory());
    SetScaling(of, false, &live);
    ExpectRefused(&live);
  }
  void ExpectRefused(LiveCase* live) {
    live->set_kernel(kernel().name);
    GemmPlan plan;
    ExpectIsRefusal(live->TryPlanOn(backend(), &plan));
    // As a product that the context does not know, and again.
    for (int times = 0; times < 2; ++times) {
      live->PoisonResult();
      ExpectIsRefusal(live->TryRunOn(backend()));
      EXPECT_TRUE(live->IsUntouched()) << live->Describe();
    }
    // Some other kernel takes it.
    live->set_kernel(nullptr);
    EXPECT_TRUE(Check(live, backend()));
  }
  void ExpectIsRefusal(const Status& status) {
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_STREQ(status.argument(), "kernel");
    ASSERT_NE(status.text(), nullptr);
    EXPECT_STREQ(status.text(), kernel().name);
    EXPECT_STRNE(status.problem(), "");
  }

  Random random_{11};
};

TEST_P(KernelRefusalTest, TakesWhatIsChangedBelow) {
  for (int times = 0; times < 20; ++times) ExpectTaken(Fitting());
}

TEST_P(KernelRefusalTest, OnePastEachEndOfEachRange) {
  const auto try_past = [&](const SizeRange& range, int KernelCase::*size) {
    constexpr int kMax = std::numeric_limits<int>::max();
    if (range.min > 1) {
      KernelCase of = Fitting();
      of.*size = range.min - 1;
      ExpectRefused(of);
    }
    if (range.max < kMax) {
      KernelCase of = Fitting();
      of.*size = range.max + 1;
      ExpectRefused(of);
    }
  };
  try_past(kernel().m, &KernelCase::m);
  try_past(kernel().n, &KernelCase::n);
  try_past(kernel().k, &KernelCase::k);
}

// Values of B that are not packed, or beyond the range.
TEST_P(KernelRefusalTest, ARangeThatIsNotKnown) {
  if (kernel().b_range == BRange::kAny) return;
  KernelCase of = Fitting();
  if (TakesUnpackedA(kernel(), of.a_contiguous)) {
    of.pack_a = of.pack_b = false;
    ExpectRefused(of);
  }
  of = Fitting();
  of.b_fill = Fill::kLowest;
  ExpectRefused(of);
  if (kernel().b_range != BRange::kReduced) return;
  for (Fill fill : {Fill::kMagnitude, Fill::kHighest, Fill::kSymmetric}) {
    of = Fitting();
    of.b_fill = fill;
    ExpectRefused(of);
  }
}

TEST_P(KernelRefusalTest, EpiloguesThatTheKernelCannotFinish) {
  const bool bytes = kernel().scales_to_bytes;
  const bool in_registers = kernel().sum == nullptr;
  if (bytes) {
    for (Scalar words : {Scalar::kInt32, Scalar::kInt16}) {
      KernelCase of = Fitting();
      of.rest.result = words;
      ExpectRefused(of);
    }
  }
  if (!bytes && !in_registers) return;
  KernelCase of = Fitting();
  LiveCase along_rows(AsGemmCase(of), DefaultMemory());
  SetScaling(of, true, &along_rows);
  ExpectRefused(&along_rows);
  of = Fitting();
  LiveCase list(AsGemmCase(of), DefaultMemory());
  SetList(of, &list);
  ExpectRefused(&list);
  of = Fitting();
  of.a_offset = Offset::kVector;
  ExpectRefused(of);
  of = Fitting();
  of.b_offset = Offset::kVector;
  ExpectRefused(of);
}

TEST_P(KernelRefusalTest, FormsOfBThatTheKernelCannotRead) {
  if (!IsInPlace(kernel().b_form)) return;
  KernelCase of = Fitting();
  of.pack_b = true;
  ExpectRefused(of);
  of = Fitting();
  of.b_contiguous = kernel().b_form == BForm::kLines;
  ExpectRefused(of);
}

TEST_P(KernelRefusalTest, FormsOfAThatTheKernelCannotRead) {
  for (const bool contiguous : {true, false}) {
    if (TakesUnpackedA(kernel(), contiguous)) continue;
    KernelCase of = Fitting();
    of.pack_a = false;
    of.a_contiguous = contiguous;
    // A single row without gaps is contiguous in any order.
    of.rest.lhs_stride = of.rest.rhs_stride = Stride::kPadded;
    ExpectRefused(of);
  }
  if (TakesPackedA(GetParam())) return;
  KernelCase of = Fitting();
  of.pack_a = of.pack_b = true;
  ExpectRefused(of);
}

INSTANTIATE_TEST_SUITE_P(Rows, KernelRefusalTest,
                         ::testing::ValuesIn(EveryTableRow()), NameOfTableRow);

// Names that no table has, and those that another backend's has.
TEST(KernelNamesTest, OfOtherTables) {
  gemmlowp::GemmContext context;
  for (const char* name : {"", "4x", "no kernel"}) {
    const Status status = context.set_kernel(name);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_STREQ(status.argument(), "kernel");
    EXPECT_STREQ(status.text(), name);
  }
  const std::vector<TableRow> rows = EveryTableRow();
  ForEachBackend([&](const Backend& backend) {
    for (const TableRow& row : rows) {
      const KernelTable kernels = KernelsOf(backend);
      if (std::any_of(kernels.begin(), kernels.end(),
                      [&](const GemmKernel& kernel) {
                        return std::strcmp(kernel.name, row.kernel->name) == 0;
                      })) {
        continue;
      }
      LiveCase live(GemmCase(), DefaultMemory());
      live.SetPipeline(Pipeline());
      live.set_kernel(row.kernel->name);
      live.PoisonResult();
      const Status status = live.TryRunOn(backend);
      EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
      EXPECT_STREQ(status.argument(), "kernel");
      EXPECT_STREQ(status.text(), row.kernel->name);
      EXPECT_TRUE(live.IsUntouched());
    }
  });
}

// A wrong name changes nothing, and a null one returns to any kernel.
TEST(KernelNamesTest, AreKept) {
  for (const TableRow& row : EveryTableRow()) {
    gemmlowp::GemmContext context;
    UseBackend(*row.backend, &context);
    ASSERT_TRUE(context.set_kernel(row.kernel->name).ok());
    EXPECT_STREQ(context.engine_state()->kernel, row.kernel->name);
    EXPECT_FALSE(context.set_kernel("no kernel").ok());
    EXPECT_STREQ(context.engine_state()->kernel, row.kernel->name);
    ASSERT_TRUE(context.set_kernel(nullptr).ok());
    EXPECT_EQ(context.engine_state()->kernel, nullptr);
  }
}

}  // namespace
}  // namespace lowp_test
