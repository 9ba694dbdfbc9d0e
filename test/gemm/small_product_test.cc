// The short way for small products: which products take it, and that the bytes
// are those of the general way. gemm_test has the values: its products go
// either way.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/gemm/small_product.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "../../internal/frontend/front_end.h"
#include "../../internal/gemm/plan.h"
#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;
using gemmlowp::internal::Backend;
using gemmlowp::internal::EpilogueOp;
using gemmlowp::internal::GemmProblem;
using gemmlowp::internal::Lower;
using gemmlowp::internal::RunSmallProduct;

constexpr MapOrder kRow = MapOrder::RowMajor;
constexpr MapOrder kCol = MapOrder::ColMajor;

// A product of rows x depth by depth x cols with an int32 result, to be changed
// by each test.
class SmallProductTest : public ::testing::Test {
 protected:
  static constexpr int kRows = 7, kDepth = 33, kCols = 13;

  void SetUp() override {
    problem_.lhs = gemmlowp::internal::EraseOperand(lhs_.map());
    problem_.rhs = gemmlowp::internal::EraseOperand(rhs_.map());
    problem_.result = gemmlowp::internal::Erase(result_.map());
    problem_.lhs_offset = gemmlowp::internal::Erase(-120);
    problem_.rhs_offset = gemmlowp::internal::Erase(-128);
  }

  bool IsSmall(const Backend& backend) {
    EXPECT_TRUE(context_.set_backend(backend.name).ok());
    return RunSmallProduct(problem_,
                           gemmlowp::internal::ResourcesOf(&context_));
  }

  void ExpectOnEveryBackend(bool small) {
    ForEachBackend(
        [&](const Backend& backend) { EXPECT_EQ(small, IsSmall(backend)); });
  }

  // A product rewrites its stages.
  void ExpectWithStage(bool small, const EpilogueOp& stage) {
    ForEachBackend([&](const Backend& backend) {
      EpilogueOp op = stage;
      problem_.ops = &op;
      problem_.op_count = 1;
      EXPECT_EQ(small, IsSmall(backend));
    });
  }

  OwnedMatrix<std::uint8_t, kRow> lhs_{kRows, kDepth};
  OwnedMatrix<std::uint8_t, kCol> rhs_{kDepth, kCols};
  OwnedMatrix<std::int32_t, kRow> result_{kRows, kCols};
  GemmContext context_;
  GemmProblem problem_;
};

TEST_F(SmallProductTest, ThePlainOne) { ExpectOnEveryBackend(true); }

TEST_F(SmallProductTest, EitherOrderOfTheColumns) {
  const OwnedMatrix<std::uint8_t, kRow> rhs(kDepth, kCols);
  problem_.rhs = gemmlowp::internal::EraseOperand(rhs.map());
  ExpectOnEveryBackend(true);
}

TEST_F(SmallProductTest, PackedColumns) {
  ForEachBackend([&](const Backend& backend) {
    PackedMatrix packed;
    ASSERT_TRUE(
        PackedMatrix::Pack(rhs_.map(), Side::kRhs, &packed, backend.name).ok());
    problem_.rhs = gemmlowp::internal::EraseOperand(packed);
    EXPECT_TRUE(IsSmall(backend));
    // On another backend the general way says what is wrong.
    for (const Backend* other : SupportedBackends()) {
      if (!(other->panel == backend.panel)) {
        EXPECT_FALSE(IsSmall(*other));
      }
    }
  });
}

TEST_F(SmallProductTest, EitherOrderOfTheRows) {
  const OwnedMatrix<std::uint8_t, kCol> lhs(kRows, kDepth);
  problem_.lhs = gemmlowp::internal::EraseOperand(lhs.map());
  ExpectOnEveryBackend(true);
}

TEST_F(SmallProductTest, NotPackedRows) {
  ForEachBackend([&](const Backend& backend) {
    PackedMatrix packed;
    ASSERT_TRUE(
        PackedMatrix::Pack(lhs_.map(), Side::kLhs, &packed, backend.name).ok());
    problem_.lhs = gemmlowp::internal::EraseOperand(packed);
    EXPECT_FALSE(IsSmall(backend));
  });
}

// Four panels of the widest backend, and of their work as much as of one.
TEST_F(SmallProductTest, NotManyPanels) {
  const struct {
    int rows, cols, depth;
    bool small;
  } kShapes[] = {
      {7, 64, 33, true},    {7, 65, 33, true},    {7, 256, 33, true},
      {7, 257, 33, false},  {512, 64, 64, true},  {513, 64, 64, false},
      {512, 65, 64, false}, {256, 128, 64, true}, {4096, 9, 1, true},
      {4097, 9, 1, false},
  };
  for (const auto& shape : kShapes) {
    SCOPED_TRACE(testing::Message()
                 << shape.rows << "x" << shape.cols << "x" << shape.depth);
    const OwnedMatrix<std::uint8_t, kRow> lhs(shape.rows, shape.depth);
    const OwnedMatrix<std::uint8_t, kCol> rhs(shape.depth, shape.cols);
    OwnedMatrix<std::int32_t, kRow> result(shape.rows, shape.cols);
    problem_.lhs = gemmlowp::internal::EraseOperand(lhs.map());
    problem_.rhs = gemmlowp::internal::EraseOperand(rhs.map());
    problem_.result = gemmlowp::internal::Erase(result.map());
    ForEachBackend([&](const Backend& backend) {
      EXPECT_EQ(shape.small, IsSmall(backend));
    });
  }
}

TEST_F(SmallProductTest, NotOffsetsThatVary) {
  const std::vector<std::int32_t> offsets(kRows, 3);
  problem_.lhs_offset.data = offsets.data();
  problem_.lhs_offset.size = kRows;
  problem_.lhs_offset.along = gemmlowp::internal::Along::kRows;
  ExpectOnEveryBackend(false);
}

TEST_F(SmallProductTest, NotWithALentWorkspace) {
  std::vector<std::uint8_t> memory(1 << 16);
  context_.set_workspace(memory.data(), memory.size());
  ExpectOnEveryBackend(false);
}

TEST_F(SmallProductTest, NotAnythingInvalid) {
  const GemmProblem valid = problem_;
  problem_.result.data = problem_.lhs.matrix.data;
  ExpectOnEveryBackend(false);
  problem_ = valid;
  problem_.result.stride = kCols - 1;
  ExpectOnEveryBackend(false);
  problem_ = valid;
  problem_.lhs.matrix.cols = kDepth - 1;
  ExpectOnEveryBackend(false);
  problem_ = valid;
  problem_.rhs.matrix.data = nullptr;
  ExpectOnEveryBackend(false);
  problem_ = valid;
  problem_.result.rows = problem_.lhs.matrix.rows = 0;
  ExpectOnEveryBackend(false);
  problem_ = valid;
  problem_.result.cols = problem_.rhs.matrix.cols = INT32_MAX;
  ExpectOnEveryBackend(false);
  problem_ = valid;
  context_.set_max_num_threads(-1);
  ExpectOnEveryBackend(false);
}

template <VectorShape kShape>
EpilogueOp ScaleByVector(const std::vector<std::int32_t>& numbers, int size) {
  const VectorMap<const std::int32_t, kShape> map(numbers.data(), size);
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

// Whatever happens to the sums, with numbers for all of the result, for its
// rows or for its columns.
TEST_F(SmallProductTest, WithAnyStage) {
  const std::vector<std::int32_t> numbers(std::max(kRows, kCols), 3);
  const std::vector<float> scales(kCols, 0.5f);
  const EpilogueOp kStages[] = {
      ScaleByVector<VectorShape::Row>(numbers, kCols),
      ScaleByVector<VectorShape::Col>(numbers, kRows),
      ScaleByFloats(scales),
      Lower(gemmlowp::OutputStageQuantizeDownInt32ToUint8Scale{1, 2, 3}),
      Lower(gemmlowp::OutputStageTanh{10, 1000}),
      Lower(gemmlowp::Accumulate(result_.map())),
  };
  for (const EpilogueOp& stage : kStages) {
    SCOPED_TRACE(static_cast<int>(stage.kind));
    ExpectWithStage(true, stage);
  }
}

TEST_F(SmallProductTest, NotWithAWrongStage) {
  std::vector<std::int32_t> numbers(kCols, 3);
  std::vector<float> scales(kCols, 0.5f);
  ExpectWithStage(false, ScaleByVector<VectorShape::Row>(numbers, kCols - 1));
  numbers.back() = 32;  // the exponents are these numbers too
  ExpectWithStage(false, ScaleByVector<VectorShape::Row>(numbers, kCols));
  scales.front() = std::numeric_limits<float>::quiet_NaN();
  ExpectWithStage(false, ScaleByFloats(scales));
  // The result's memory, in other places.
  EpilogueOp addition = Lower(gemmlowp::Accumulate(result_.map()));
  ++addition.matrix.stride;
  ExpectWithStage(false, addition);
}

TEST_F(SmallProductTest, NothingIsWrittenUnlessItIsSmall) {
  const std::vector<std::int32_t> before = result_.entries();
  problem_.rhs.matrix.data = nullptr;
  ExpectOnEveryBackend(false);
  EXPECT_EQ(before, result_.entries());
}

// PlanGemm knows nothing of small products: it says how this one would be
// computed in general.
TEST_F(SmallProductTest, ThePlanIsTheGeneralOne) {
  ForEachBackend([&](const Backend& backend) {
    ASSERT_TRUE(IsSmall(backend));
    gemmlowp::GemmPlan plan;
    ASSERT_TRUE(gemmlowp::internal::PlanProblem(
                    problem_, gemmlowp::internal::ResourcesOf(&context_), &plan)
                    .ok());
    EXPECT_EQ(&backend, plan.backend);
    EXPECT_EQ(backend.rows_in_place ? gemmlowp::RowSource::kInPlace
                                    : gemmlowp::RowSource::kCopied,
              plan.row_source);
    EXPECT_EQ(gemmlowp::PanelSource::kJustInTime, plan.panel_source);
    EXPECT_FALSE(plan.transposed_store);
    EXPECT_EQ((kCols - 1) / backend.panel.width + 1, plan.panels);
    EXPECT_EQ(1, plan.threads);
  });
}

}  // namespace
}  // namespace lowp_test
