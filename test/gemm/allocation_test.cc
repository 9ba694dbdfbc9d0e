// Products allocate nothing once their shape has been seen: every allocation of
// this program is counted, by any thread.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/prepared_gemm.h"
#include "../support/count_allocations.h"
#include "../support/for_each_backend.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;

// Where a pointer goes that the compiler must not see freed.
void* volatile sink;

TEST_F(AllocationTest, TheCounterCounts) {
  EXPECT_EQ(AllocationsOf([] {
              sink = new std::vector<int>(1000);
              delete static_cast<std::vector<int>*>(sink);
            }),
            2);
  EXPECT_EQ(AllocationsOf([] {
              sink = std::malloc(10);
              std::free(sink);
            }),
            1);
  struct alignas(64) Line {
    char bytes[64];
  };
  EXPECT_EQ(AllocationsOf([] {
              sink = new Line;
              delete static_cast<Line*>(sink);
            }),
            1);
  EXPECT_EQ(AllocationsOf([] {}), 0);
}

struct Shape {
  int rows, depth, cols;
};
// From the largest to the smallest, so that only the first one may allocate.
constexpr Shape kShapes[] = {{300, 290, 310}, {20, 400, 310}, {300, 200, 17},
                             {1, 300, 300},   {300, 300, 1},  {70, 80, 90},
                             {5, 6, 7},       {1, 1, 1}};

// Runs the product twice, and counts the second run.
template <MapOrder ResultOrder, typename Result, typename Lhs, typename Rhs,
          typename LhsOffset, typename RhsOffset, typename Pipeline>
void ExpectNoAllocation(GemmContext* context, const Lhs& lhs, const Rhs& rhs,
                        int rows, int cols, const LhsOffset& lhs_offset,
                        const RhsOffset& rhs_offset, const Pipeline& pipeline) {
  OwnedMatrix<Result, ResultOrder> result(rows, cols);
  auto map = result.map();
  Status status;
  const auto run = [&] {
    status = gemmlowp::TryGemm(context, lhs, rhs, &map, lhs_offset, rhs_offset,
                               pipeline);
  };
  run();
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(AllocationsOf(run), 0);
  EXPECT_TRUE(status.ok());
}

struct CallersStage {
  std::int32_t operator()(std::int32_t x, int row, int column) const {
    return x + row - column;
  }
};

// Every form of epilogue and of offsets, with the operands as they come.
template <typename Lhs, typename Rhs>
void TryEveryEpilogue(GemmContext* context, const Lhs& lhs, const Rhs& rhs,
                      int rows, int cols) {
  const std::vector<std::int32_t> values(320, 1 << 30);
  const std::vector<std::int32_t> exponents(320, -6);
  const VectorMap<const std::int32_t, VectorShape::Col> column(values.data(),
                                                               rows);
  const VectorMap<const std::int32_t, VectorShape::Row> row(values.data(),
                                                            cols);
  const VectorMap<const std::int32_t, VectorShape::Row> exponent(
      exponents.data(), cols);
  gemmlowp::OutputStageBiasAddition<
      VectorMap<const std::int32_t, VectorShape::Col>>
      bias{column};
  gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<VectorShape::Row>
      scale{row, exponent, 3};
  ExpectNoAllocation<kRow, std::int32_t>(context, lhs, rhs, rows, cols, 1, 2,
                                         std::tuple<>());
  ExpectNoAllocation<kCol, std::int8_t>(
      context, lhs, rhs, rows, cols, column, row,
      std::make_tuple(bias, scale,
                      gemmlowp::OutputStageSaturatingCastToInt8()));
  ExpectNoAllocation<kRow, std::uint8_t>(
      context, lhs, rhs, rows, cols, 1, row,
      gemmlowp::MakeStandardOutputPipeline(1, 2, 3));
  ExpectNoAllocation<kRow, std::int16_t>(
      context, lhs, rhs, rows, cols, column, 2,
      std::make_tuple(gemmlowp::OutputStageTanh{3, 1000}, CallersStage(),
                      gemmlowp::OutputStageSaturatingCastToInt16()));
}

void TryEveryShape(GemmContext* context, const char* backend) {
  for (const Shape& s : kShapes) {
    if (!TakesCase()) continue;
    SCOPED_TRACE(testing::Message()
                 << s.rows << " x " << s.depth << " x " << s.cols);
    const OwnedMatrix<std::uint8_t, kRow> lhs(s.rows, s.depth);
    const OwnedMatrix<std::int8_t, kCol> rhs(s.depth, s.cols);
    const OwnedMatrix<std::uint8_t, kCol> lhs_across(s.rows, s.depth);
    const OwnedMatrix<std::int8_t, kRow> rhs_across(s.depth, s.cols);
    PackedMatrix packed_lhs, packed_rhs;
    ASSERT_TRUE(
        PackedMatrix::Pack(lhs.map(), Side::kLhs, &packed_lhs, backend).ok());
    ASSERT_TRUE(
        PackedMatrix::Pack(rhs.map(), Side::kRhs, &packed_rhs, backend).ok());
    TryEveryEpilogue(context, lhs.map(), rhs.map(), s.rows, s.cols);
    TryEveryEpilogue(context, lhs_across.map(), rhs_across.map(), s.rows,
                     s.cols);
    TryEveryEpilogue(context, packed_lhs, rhs.map(), s.rows, s.cols);
    TryEveryEpilogue(context, lhs.map(), packed_rhs, s.rows, s.cols);
    TryEveryEpilogue(context, lhs_across.map(), packed_rhs, s.rows, s.cols);
  }
}

TEST_F(AllocationTest, NoneAfterTheFirstCallOfAShape) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(testing::Message() << threads << " threads");
      GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      context.set_max_num_threads(threads);
      TryEveryShape(&context, backend.name);
    }
  });
}

// A context that has seen a large product needs nothing for smaller ones.
TEST_F(AllocationTest, NoneForSmallerShapesAfterALargerOne) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(testing::Message() << threads << " threads");
      GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      context.set_max_num_threads(threads);
      for (const Shape& s : kShapes) {
        const OwnedMatrix<std::uint8_t, kCol> lhs(s.rows, s.depth);
        const OwnedMatrix<std::uint8_t, kRow> rhs(s.depth, s.cols);
        OwnedMatrix<std::int32_t, kRow> result(s.rows, s.cols);
        auto map = result.map();
        const int count = AllocationsOf([&] {
          const Status status = gemmlowp::TryGemm(
              &context, lhs.map(), rhs.map(), &map, 1, 2, std::tuple<>());
          if (!status.ok()) std::abort();
        });
        if (&s == &kShapes[0]) {
          EXPECT_GT(count, 0) << "the first call allocates the workspace";
        } else {
          EXPECT_EQ(count, 0) << s.rows << " x " << s.depth << " x " << s.cols;
        }
      }
    }
  });
}

TEST_F(AllocationTest, NoneWithALentWorkspace) {
  const OwnedMatrix<std::uint8_t, kRow> lhs(200, 150);
  const OwnedMatrix<std::uint8_t, kRow> rhs(150, 250);
  OwnedMatrix<std::int32_t, kRow> result(200, 250);
  auto map = result.map();
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    gemmlowp::GemmPlan plan;
    ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.map(), rhs.map(), &map, 1, 2,
                                   std::tuple<>(), &plan)
                    .ok());
    std::vector<std::uint8_t> memory(plan.workspace_bytes + 64);
    context.set_workspace(memory.data(), memory.size());
    for (int times = 0; times < 3; ++times) {
      Status status;
      EXPECT_EQ(AllocationsOf([&] {
                  status = gemmlowp::TryGemm(&context, lhs.map(), rhs.map(),
                                             &map, 1, 2, std::tuple<>());
                }),
                0);
      EXPECT_TRUE(status.ok()) << status.message();
    }
  });
}

TEST_F(AllocationTest, NoneWhereAPreparedProductRuns) {
  const OwnedMatrix<std::uint8_t, kRow> lhs(200, 150);
  const OwnedMatrix<std::uint8_t, kRow> rhs(150, 250);
  OwnedMatrix<std::int32_t, kRow> result(200, 250);
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    gemmlowp::PreparedGemm prepared;
    ASSERT_TRUE(gemmlowp::PreparedGemm::Prepare(
                    &context, lhs.map(), rhs.map(), result.map(), 1, 2,
                    std::make_tuple(CallersStage()), &prepared)
                    .ok());
    std::vector<std::uint8_t> memory(prepared.workspace_bytes());
    Status status;
    EXPECT_EQ(AllocationsOf([&] {
                status = prepared.Run(lhs.map().data(), rhs.map().data(),
                                      result.map().data(), memory.data(),
                                      memory.size());
              }),
              0);
    EXPECT_TRUE(status.ok()) << status.message();
  });
}

// Refusing a call allocates nothing either.
TEST_F(AllocationTest, NoneForARefusedCall) {
  GemmContext context;
  const OwnedMatrix<std::uint8_t, kRow> lhs(20, 15);
  const OwnedMatrix<std::uint8_t, kRow> rhs(16, 25);
  OwnedMatrix<std::int32_t, kRow> result(20, 25);
  auto map = result.map();
  EXPECT_EQ(AllocationsOf([&] {
              const Status status = gemmlowp::TryGemm(
                  &context, lhs.map(), rhs.map(), &map, 1, 2, std::tuple<>());
              if (status.ok()) std::abort();
            }),
            0);
}

}  // namespace
}  // namespace lowp_test
