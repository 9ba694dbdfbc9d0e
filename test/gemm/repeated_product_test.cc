// Small products that a context remembers: which ones it takes for the same,
// and that those after one it remembers are as right as the first.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/contract/repeated_product.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "../../internal/backends/backend_list.h"
#include "../support/live_case.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::internal::EraseOperand;
using gemmlowp::internal::GemmProblem;
using gemmlowp::internal::RunSmallProduct;

constexpr MapOrder kRow = MapOrder::RowMajor;
constexpr MapOrder kCol = MapOrder::ColMajor;

// A product that every backend with a multiply_direct leaves to that.
class RepeatedProductTest : public ::testing::Test {
 protected:
  static constexpr int kRows = 8, kDepth = 24, kCols = 12;

  void SetUp() override {
    problem_.lhs = EraseOperand(lhs_.map());
    problem_.rhs = EraseOperand(rhs_.map());
    problem_.result = gemmlowp::internal::Erase(result_.map());
    problem_.lhs_offset = gemmlowp::internal::Erase(-120);
    problem_.rhs_offset = gemmlowp::internal::Erase(3);
  }

  bool Run(GemmContext* context) {
    return RunSmallProduct(problem_, gemmlowp::internal::ResourcesOf(context));
  }
  // A context's first product is not remembered.
  bool RunTwice(GemmContext* context) { return Run(context) && Run(context); }
  bool IsFound(GemmContext* context) {
    return gemmlowp::internal::FindRepeatedProduct(
               problem_, context->engine_state()) != nullptr;
  }

  OwnedMatrix<std::uint8_t, kRow> lhs_{kRows, kDepth, 1};
  OwnedMatrix<std::int8_t, kCol> rhs_{kDepth, kCols, 2};
  OwnedMatrix<std::int32_t, kRow> result_{kRows, kCols, 3, 1};
  GemmProblem problem_;
};

TEST_F(RepeatedProductTest, IsFoundWhereItIsDirect) {
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    EXPECT_FALSE(IsFound(&context));
    ASSERT_TRUE(Run(&context));
    EXPECT_FALSE(IsFound(&context));
    ASSERT_TRUE(Run(&context));
    EXPECT_EQ(IsFound(&context), backend.multiply_direct != nullptr);
  });
}

// What the kernel reads there is a copy, made anew for each product.
TEST_F(RepeatedProductTest, IsNotFoundWhereRowsAreCopied) {
  const OwnedMatrix<std::uint8_t, kCol> lhs(kRows, kDepth);
  problem_.lhs = EraseOperand(lhs.map());
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    ASSERT_TRUE(RunTwice(&context));
    EXPECT_FALSE(IsFound(&context));
  });
}

// By the right side's format, which a packed matrix at the same place need not
// have any more.
TEST_F(RepeatedProductTest, IsFoundPacked) {
  ForEachBackend([&](const Backend& backend) {
    if (backend.multiply_direct == nullptr) return;
    GemmContext context;
    UseBackend(backend, &context);
    PackedMatrix packed, for_the_other_side;
    ASSERT_TRUE(
        PackedMatrix::Pack(rhs_.map(), Side::kRhs, &packed, backend.name).ok());
    ASSERT_TRUE(PackedMatrix::Pack(rhs_.map(), Side::kLhs, &for_the_other_side,
                                   backend.name)
                    .ok());
    problem_.rhs = EraseOperand(packed);
    ASSERT_TRUE(RunTwice(&context));
    EXPECT_TRUE(IsFound(&context));
    problem_.rhs = EraseOperand(for_the_other_side);
    EXPECT_FALSE(IsFound(&context));
    problem_.rhs = EraseOperand(PackedMatrix());
    EXPECT_FALSE(IsFound(&context));
    problem_.rhs = EraseOperand(rhs_.map());
    EXPECT_FALSE(IsFound(&context));
    for (const Backend* other : SupportedBackends()) {
      if (other->panel == backend.panel) continue;
      PackedMatrix for_another;
      ASSERT_TRUE(
          PackedMatrix::Pack(rhs_.map(), Side::kRhs, &for_another, other->name)
              .ok());
      problem_.rhs = EraseOperand(for_another);
      EXPECT_FALSE(IsFound(&context)) << other->name;
    }
  });
}

// For panels of a reduced range a backend may have other functions.
TEST_F(RepeatedProductTest, IsNotTakenForOneOfAnotherRange) {
  OwnedMatrix<std::int8_t, kCol> reduced(kDepth, kCols, 2);
  for (std::int8_t& number : reduced.entries()) number /= 2;
  ForEachBackend([&](const Backend& backend) {
    if (backend.multiply_direct == nullptr) return;
    PackedMatrix packed[2];
    ASSERT_TRUE(
        PackedMatrix::Pack(rhs_.map(), Side::kRhs, &packed[0], backend.name)
            .ok());
    ASSERT_TRUE(PackedMatrix::Pack(reduced.const_map(), Side::kRhs, &packed[1],
                                   backend.name)
                    .ok());
    for (int first : {0, 1}) {
      GemmContext context;
      UseBackend(backend, &context);
      problem_.rhs = EraseOperand(packed[first]);
      ASSERT_TRUE(RunTwice(&context));
      EXPECT_TRUE(IsFound(&context));
      problem_.rhs = EraseOperand(packed[1 - first]);
      EXPECT_EQ(IsFound(&context), backend.for_reduced_range == nullptr);
    }
  });
}

// Whatever else a product may differ in.
TEST_F(RepeatedProductTest, IsNotTakenForAnother) {
  using gemmlowp::internal::Along;
  std::vector<std::int32_t> offsets(kDepth, -120);
  void* const result = result_.entries().data();
  const std::size_t result_bytes = result_.entries().size() * 4;
  const std::vector<std::function<void(GemmProblem*)>> kChanges = {
      [](GemmProblem* p) { --p->lhs.matrix.rows; },
      [](GemmProblem* p) { --p->lhs.matrix.cols; },
      [](GemmProblem* p) { ++p->lhs.matrix.stride; },
      [](GemmProblem* p) { p->lhs.matrix.row_major = false; },
      [](GemmProblem* p) { p->lhs.matrix.scalar = Scalar::kInt8; },
      [](GemmProblem* p) { p->lhs.is_packed = true; },
      [](GemmProblem* p) { p->lhs.matrix.data = nullptr; },
      [&](GemmProblem* p) { p->lhs.matrix.data = result; },
      [](GemmProblem* p) { --p->rhs.matrix.rows; },
      [](GemmProblem* p) { --p->rhs.matrix.cols; },
      [](GemmProblem* p) { ++p->rhs.matrix.stride; },
      [](GemmProblem* p) { p->rhs.matrix.row_major = true; },
      [](GemmProblem* p) { p->rhs.matrix.scalar = Scalar::kUint8; },
      [](GemmProblem* p) { p->rhs.is_packed = true; },
      [](GemmProblem* p) { p->rhs.matrix.data = nullptr; },
      // The last byte of one in the other's first, and the other way around.
      [&](GemmProblem* p) {
        p->rhs.matrix.data =
            static_cast<std::uint8_t*>(result) - (kDepth * kCols - 1);
      },
      [&](GemmProblem* p) {
        p->rhs.matrix.data =
            static_cast<std::uint8_t*>(result) + result_bytes - 9;
      },
      [](GemmProblem* p) { --p->result.rows; },
      [](GemmProblem* p) { --p->result.cols; },
      [](GemmProblem* p) { ++p->result.stride; },
      [](GemmProblem* p) { p->result.row_major = false; },
      [](GemmProblem* p) { p->result.scalar = Scalar::kUint8; },
      [](GemmProblem* p) { p->result.data = nullptr; },
      [](GemmProblem* p) { ++p->lhs_offset.value; },
      [](GemmProblem* p) { ++p->rhs_offset.value; },
      [&](GemmProblem* p) {
        p->lhs_offset.data = offsets.data();
        p->lhs_offset.along = Along::kRows;
      },
      [&](GemmProblem* p) {
        p->rhs_offset.data = offsets.data();
        p->rhs_offset.along = Along::kCols;
      },
  };
  const GemmProblem same = problem_;
  ForEachBackend([&](const Backend& backend) {
    if (backend.multiply_direct == nullptr) return;
    GemmContext context;
    UseBackend(backend, &context);
    ASSERT_TRUE(RunTwice(&context));
    for (std::size_t i = 0; i < kChanges.size(); ++i) {
      kChanges[i](&problem_);
      EXPECT_FALSE(IsFound(&context)) << "change " << i;
      problem_ = same;
      EXPECT_TRUE(IsFound(&context)) << "after change " << i;
    }
    for (const Backend* other : SupportedBackends()) {
      UseBackend(*other, &context);
      EXPECT_EQ(IsFound(&context), other == &backend);
    }
  });
}

// Right beside the result is not in it.
TEST_F(RepeatedProductTest, IsFoundElsewhere) {
  constexpr int kResultBytes = ((kRows - 1) * (kCols + 1) + kCols) * 4;
  alignas(64)
      std::uint8_t memory[kRows * kDepth + kResultBytes + kDepth * kCols] = {};
  ForEachBackend([&](const Backend& backend) {
    if (backend.multiply_direct == nullptr) return;
    GemmContext context;
    UseBackend(backend, &context);
    ASSERT_TRUE(RunTwice(&context));
    problem_.lhs.matrix.data = memory;
    problem_.result.data = memory + kRows * kDepth;
    problem_.rhs.matrix.data = memory + kRows * kDepth + kResultBytes;
    EXPECT_TRUE(IsFound(&context));
  });
}

// A bias for each row needs memory that the same product without it does not.
TEST(RepeatedProductsTest, AreRightWithAndWithoutRowBiases) {
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

// Products that differ in this and that, in one context and one place of its
// memory, each of them twice, with one kind of stages and then another.
TEST(RepeatedProductsTest, AreRight) {
  Random random(95);
  for (int i = 0; i < 1500; ++i) {
    GemmCase c;
    SetTypesAndOrders(random.Between(0, kTypesAndOrders - 1), &c);
    SetTheRest(&random, &c);
    c.rows = 8;
    c.depth = random.OneIn(2) ? 8 : 19;
    c.cols = random.OneIn(2) ? 8 : 13;
    c.lhs_fill = random.Pick(kEveryFill);
    c.lhs_offset = random.OneIn(2) ? Offset::kZero : Offset::kExtreme;
    c.rhs_offset = random.OneIn(2) ? Offset::kZero : Offset::kExtreme;
    c.lend_workspace = random.OneIn(20);
    c.pack_lhs = !c.result_row_major && random.OneIn(2);
    c.pack_rhs = c.result_row_major && random.OneIn(2);
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

}  // namespace
}  // namespace lowp_test
