// Products one after another in one context, which knows some of them: packed
// operands, stages, workspaces, threads and kernels change between them, and
// each result is right, or refused for the right reason.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "../../internal/contract/engine_state.h"
#include "../../internal/gemm/product_cache.h"
#include "../../public/gemmlowp.h"
#include "../support/check_case.h"
#include "../support/erase_operand.h"
#include "../support/kernel_case.h"
#include "../support/live_case.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;
using gemmlowp::internal::GemmProblem;
using gemmlowp::internal::Lower;

// A product whose rhs or stages change.
class ProductSequenceTest : public ::testing::Test {
 protected:
  static constexpr int kRows = 7, kDepth = 33, kCols = 13;

  void SetUp() override {
    problem_.lhs = EraseOperand(lhs_.map());
    problem_.rhs = EraseOperand(rhs_.map());
    problem_.result = gemmlowp::internal::Erase(result_.map());
    problem_.lhs_offset = gemmlowp::internal::Erase(-120);
    problem_.rhs_offset = gemmlowp::internal::Erase(3);
  }
  // A product rewrites its stages.
  Status Run(GemmContext* context, std::vector<EpilogueOp> stages = {}) {
    problem_.ops = stages.data();
    problem_.op_count = static_cast<int>(stages.size());
    return gemmlowp::internal::RunGemm(
        problem_, gemmlowp::internal::ResourcesOf(context));
  }
  bool IsKnown(GemmContext* context) {
    auto* const products = context->engine_state()->products;
    return products != nullptr && gemmlowp::internal::IsPreparedFor(
                                      *products->PlaceOf(problem_), problem_,
                                      gemmlowp::internal::TypesOf(problem_),
                                      gemmlowp::internal::ResourcesOf(context));
  }

  OwnedMatrix<std::uint8_t, kRow> lhs_{kRows, kDepth, 1};
  OwnedMatrix<std::int8_t, kCol> rhs_{kDepth, kCols, 2};
  OwnedMatrix<std::int32_t, kRow> result_{kRows, kCols, 3, 1};
  GemmProblem problem_;
};

// A packed matrix at the same place may by now be of the other side, empty, or
// of another format.
TEST_F(ProductSequenceTest, PackedOperands) {
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    PackedMatrix packed, for_the_other_side;
    ASSERT_TRUE(
        PackedMatrix::Pack(rhs_.map(), Side::kRhs, &packed, backend.name).ok());
    ASSERT_TRUE(PackedMatrix::Pack(rhs_.map(), Side::kLhs, &for_the_other_side,
                                   backend.name)
                    .ok());
    problem_.rhs = EraseOperand(packed);
    ASSERT_TRUE(Run(&context).ok());
    ASSERT_TRUE(Run(&context).ok());
    EXPECT_TRUE(IsKnown(&context));
    problem_.rhs = EraseOperand(for_the_other_side);
    EXPECT_FALSE(IsKnown(&context));
    EXPECT_STREQ(Run(&context).argument(), "rhs.side");
    problem_.rhs = EraseOperand(PackedMatrix());
    EXPECT_FALSE(IsKnown(&context));
    EXPECT_STREQ(Run(&context).argument(), "rhs");
    for (const Backend* other : SupportedBackends()) {
      if (other->panel == backend.panel) continue;
      PackedMatrix for_another;
      ASSERT_TRUE(
          PackedMatrix::Pack(rhs_.map(), Side::kRhs, &for_another, other->name)
              .ok());
      problem_.rhs = EraseOperand(for_another);
      EXPECT_FALSE(IsKnown(&context)) << other->name;
      EXPECT_STREQ(Run(&context).argument(), "rhs.backend");
    }
    problem_.rhs = EraseOperand(packed);
    ASSERT_TRUE(Run(&context).ok());
    EXPECT_TRUE(IsKnown(&context));
    problem_.rhs = EraseOperand(rhs_.map());
    EXPECT_FALSE(IsKnown(&context));
  });
}

// Kernels for a range would be wrong beyond it.
TEST_F(ProductSequenceTest, PackedRanges) {
  OwnedMatrix<std::int8_t, kCol> values[] = {
      {kDepth, kCols, 2}, {kDepth, kCols, 2}, {kDepth, kCols, 2}};
  values[0].entries().front() = -128;
  values[1].entries().front() = -127;
  for (std::int8_t& value : values[1].entries()) {
    value = std::max<std::int8_t>(value, -127);
  }
  for (std::int8_t& value : values[2].entries()) value /= 2;
  ForEachBackend([&](const Backend& backend) {
    if (backend.panel.signedness != gemmlowp::internal::Signedness::kSigned) {
      return;  // has none
    }
    PackedMatrix packed[3];
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(PackedMatrix::Pack(values[i].const_map(), Side::kRhs,
                                     &packed[i], backend.name)
                      .ok());
    }
    for (int first = 0; first < 3; ++first) {
      for (int other = 0; other < 3; ++other) {
        GemmContext context;
        UseBackend(backend, &context);
        problem_.rhs = EraseOperand(packed[first]);
        ASSERT_TRUE(Run(&context).ok());
        ASSERT_TRUE(Run(&context).ok());
        EXPECT_TRUE(IsKnown(&context));
        problem_.rhs = EraseOperand(packed[other]);
        EXPECT_EQ(IsKnown(&context), first == other);
      }
    }
  });
}

template <VectorShape kShape>
EpilogueOp ScaleByVector(const std::vector<std::int32_t>& values, int size) {
  const VectorMap<const std::int32_t, kShape> map(values.data(), size);
  return Lower(gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<kShape>{
      map, map, 5});
}

EpilogueOp ScaleByFloats(const std::vector<float>& scales) {
  return Lower(gemmlowp::OutputStageScaleInt32ByFloatPC<VectorShape::Row>{
      {scales.data(), static_cast<int>(scales.size())},
      0,
      gemmlowp::FloatRounding::kEven,
      gemmlowp::ZeroPointOrder::kAfterRounding});
}

EpilogueOp Bias(const std::int32_t* values, int size) {
  using Vector = VectorMap<const std::int32_t, VectorShape::Row>;
  return Lower(gemmlowp::OutputStageBiasAddition<Vector>{Vector(values, size)});
}

// The stages of a known product are checked again for each call.
TEST_F(ProductSequenceTest, WrongStages) {
  std::vector<std::int32_t> exponents(kCols, 3), wrong(kCols, 3);
  wrong.back() = 32;
  std::vector<float> scales(kCols, 0.5f), no_scales(kCols, 0.5f);
  no_scales.front() = std::numeric_limits<float>::quiet_NaN();
  // The result's memory, in other places.
  EpilogueOp addition = Lower(gemmlowp::Accumulate(result_.map()));
  ++addition.matrix.stride;
  const EpilogueOp kWrong[] = {
      ScaleByVector<VectorShape::Row>(exponents, kCols - 1),
      ScaleByVector<VectorShape::Row>(wrong, kCols),
      ScaleByFloats(no_scales),
      Bias(exponents.data(), kCols - 1),
      Bias(nullptr, kCols),
      Bias(result_.entries().data(), kCols),
      Bias(result_.entries().data() - (kCols - 1), kCols),
      addition};
  const EpilogueOp kRight[] = {
      ScaleByVector<VectorShape::Row>(exponents, kCols), ScaleByFloats(scales),
      Bias(exponents.data(), kCols), Lower(gemmlowp::OutputStageTanh{10, 1000}),
      Lower(gemmlowp::Accumulate(result_.map()))};
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ASSERT_TRUE(Run(&context).ok());
    for (const EpilogueOp& right : kRight) {
      ASSERT_TRUE(Run(&context, {right}).ok());
      ASSERT_TRUE(IsKnown(&context));
      const std::vector<std::int32_t> before = result_.entries();
      for (const EpilogueOp& stage : kWrong) {
        GemmContext fresh;
        UseBackend(backend, &fresh);
        const Status expected = Run(&fresh, {stage});
        const Status status = Run(&context, {stage});
        EXPECT_FALSE(status.ok());
        EXPECT_EQ(status.code(), expected.code());
        EXPECT_STREQ(status.argument(), expected.argument());
        EXPECT_STREQ(status.problem(), expected.problem());
        EXPECT_EQ(result_.entries(), before);
      }
    }
  });
}

// A bias for each row needs memory that the same product without it does not.
TEST(ProductSequencesTest, WithAndWithoutRowBiases) {
  Random random(96);
  GemmCase c;
  c.rhs = Scalar::kInt8;
  c.rhs_row_major = false;
  c.rows = c.depth = c.cols = 8;
  LiveCase live(c, DefaultMemory());
  const Pipeline without = {{}, Scalar::kInt32};
  const Pipeline with = {
      {live.maker().Bias(live.maker().MakeParameter(
          Along::kRows, [&] { return random.WildInt32(); }))},
      Scalar::kInt32};
  for (const Pipeline& pipeline : {without, without, with, without, with}) {
    live.SetPipeline(pipeline);
    ASSERT_TRUE(CheckOnEveryBackend(&live));
  }
}

struct Sizes {
  int rows, depth, cols;
};

// Sizes of products that share one place in a context's memory.
std::vector<Sizes> SizesOfOnePlace() {
  gemmlowp::internal::ProductCache products;
  const auto place_of = [&](const Sizes& sizes) {
    GemmProblem problem;
    problem.result.rows = sizes.rows;
    problem.result.cols = sizes.cols;
    problem.lhs.matrix.cols = sizes.depth;
    return products.PlaceOf(problem);
  };
  std::vector<Sizes> found = {{8, 19, 13}};
  for (int rows = 1; rows <= 20 && found.size() < 4; rows += 3) {
    for (int cols = 1; cols <= 40 && found.size() < 4; cols += 12) {
      if (place_of({rows, 8, cols}) == place_of(found[0])) {
        found.push_back({rows, 8, cols});
      }
    }
  }
  return found;
}

// Products that differ in several respects, in one context and one place of its
// memory, each of them twice, with one kind of stages and then another.
TEST(ProductSequencesTest, InOnePlace) {
  const std::vector<Sizes> sizes = SizesOfOnePlace();
  ASSERT_EQ(sizes.size(), 4u);
  Random random(95);
  for (int i = 0; i < 1500; ++i) {
    GemmCase c = RandomCase(random.Between(0, kTypesAndOrders - 1), &random);
    const Sizes& of = sizes[random.OneIn(2) ? 0 : random.Between(1, 3)];
    c.rows = of.rows;
    c.depth = of.depth;
    c.cols = of.cols;
    c.lhs_fill = random.Pick(kEveryFill);
    c.lhs_offset = random.OneIn(2) ? Offset::kZero : random.Pick(kEveryOffset);
    c.rhs_offset = random.OneIn(2) ? Offset::kZero : random.Pick(kEveryOffset);
    c.lend_workspace = random.OneIn(20);
    c.pack_lhs = random.OneIn(3);
    c.pack_rhs = random.OneIn(3);
    c.threads = random.OneIn(8) ? 2 : 1;
    if (!TakesCase()) continue;
    LiveCase live(c, DefaultMemory());
    for (int kind = 0; kind < 3; ++kind) {
      live.SetRequantizePipeline();
      for (int time = 0; time < 2; ++time) {
        ASSERT_TRUE(CheckOnEveryBackend(&live));
      }
    }
  }
}

// The same product by one kernel after another.
TEST(ProductSequencesTest, ByOtherKernels) {
  Random random(97);
  GemmCase c;
  c.rhs = Scalar::kInt8;
  c.rhs_row_major = false;
  c.lhs_offset = c.rhs_offset = Offset::kExtreme;
  c.rows = 9;
  c.depth = 50;
  c.cols = 16;
  for (const bool pack : {false, true}) {
    c.pack_rhs = pack;
    LiveCase live(c, DefaultMemory());
    live.SetPipeline(Pipeline());
    for (const TableRow& row : EveryTableRow()) {
      live.set_kernel(row.kernel->name);
      gemmlowp::GemmPlan plan;
      if (!live.TryPlanOn(*row.backend, &plan).ok()) continue;
      ASSERT_TRUE(Check(&live, *row.backend));
      live.set_kernel(nullptr);
      ASSERT_TRUE(Check(&live, *row.backend));
    }
  }
}

// A context of many threads that nobody supplies computes on one thread, until
// there is an executor.
TEST(ProductSequencesTest, WithAndWithoutAnExecutor) {
  const OwnedMatrix<std::uint8_t, kRow> lhs(300, 200, 1);
  const OwnedMatrix<std::uint8_t, kCol> rhs(200, 300, 2);
  const auto sums = ReferenceSums(lhs.map(), rhs.map(), -3, 4);
  gemmlowp::MultiThreadGemmContextBase context;
  int calls = 0;
  const auto in_order = [&calls](int count, gemmlowp::ExecutorTask task) {
    ++calls;
    for (int i = 0; i < count; ++i) task(i);
  };
  for (int times = 0; times < 12; ++times) {
    const bool has_executor = times / 3 % 2 != 0;
    if (has_executor) {
      context.set_executor(gemmlowp::MakeExecutor(&in_order, 4));
    } else {
      context.set_executor(gemmlowp::Executor());
      context.set_max_num_threads(4);
    }
    calls = 0;
    OwnedMatrix<std::int32_t, kRow> result(300, 300, 3);
    auto map = result.map();
    ASSERT_TRUE(gemmlowp::TryGemm(&context, lhs.map(), rhs.map(), &map, -3, 4,
                                  std::tuple<>())
                    .ok());
    EXPECT_EQ(calls > 0, has_executor);
    EXPECT_TRUE(std::equal(sums.begin(), sums.end(), result.entries().begin()));
  }
}

}  // namespace
}  // namespace lowp_test
