// Calls allocate nothing once their shape has been seen: every allocation of
// this program is counted, by any thread.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <tuple>
#include <vector>

#include "../../public/convolution/prepared_convolution.h"
#include "../../public/dynamic/dynamic_groups.h"
#include "../../public/gemm_batch.h"
#include "../../public/gemm_groups.h"
#include "../../public/gemmlowp.h"
#include "../../public/int4/gemm_int4.h"
#include "../../public/prepared_gemm.h"
#include "../../public/quantization/observers.h"
#include "../support/count_allocations.h"
#include "../support/for_each_backend.h"
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

constexpr MapOrder kRow = MapOrder::RowMajor;
constexpr MapOrder kCol = MapOrder::ColMajor;

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

// A product of blocks, a depthwise one, and one of phases.
template <typename Input>
void ExpectNoneWhereAConvolutionRuns() {
  gemmlowp::ConvGeometry g;
  g.input_channels = g.output_channels = 48;
  g.height.input = g.width.input = 30;
  g.height.kernel = g.width.kernel = 3;
  gemmlowp::ConvGeometry depthwise = g;
  depthwise.groups = 48;
  gemmlowp::ConvGeometry transposed = g;
  transposed.transposed = true;
  transposed.width.stride = 2;
  const std::vector<Input> input(30 * 30 * 48, 3);
  const std::vector<std::int8_t> weights(48 * 48 * 9, 5);
  std::vector<std::int32_t> output(64 * 64 * 48);
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    for (const gemmlowp::ConvGeometry& geometry : {g, depthwise, transposed}) {
      GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      context.set_max_num_threads(2);
      gemmlowp::PackedFilter filter;
      ASSERT_TRUE(gemmlowp::PackedFilter::Pack(geometry, weights.data(),
                                               gemmlowp::FilterLayout::kODHWI,
                                               &filter, backend.name)
                      .ok());
      gemmlowp::PreparedConvolution convolution;
      ASSERT_TRUE(gemmlowp::PreparedConvolution::Prepare<Input>(
                      &context, geometry, filter, {},
                      std::make_tuple(CallersStage()), &convolution)
                      .ok());
      std::vector<std::uint8_t> memory(convolution.workspace_bytes());
      const auto run = [&] {
        Status status = convolution.Run(input.data(), output.data(),
                                        memory.data(), memory.size());
        if (status.ok()) {
          status = convolution.Run(&context, input.data(), output.data());
        }
        if (!status.ok()) std::abort();
      };
      run();
      EXPECT_EQ(AllocationsOf(run), 0);
    }
  });
}
TEST_F(AllocationTest, NoneWhereAConvolutionRuns) {
  ExpectNoneWhereAConvolutionRuns<std::int8_t>();
}
TEST_F(AllocationTest, NoneWhereAConvolutionOfInt16Runs) {
  ExpectNoneWhereAConvolutionRuns<std::int16_t>();
}

// Refusing a call allocates nothing either.
TEST_F(AllocationTest, NoneForFourBitWeightsAfterTheFirstCall) {
  OwnedMatrix<std::uint8_t> values(96, 200);
  for (std::uint8_t& value : values.entries()) value &= 15;
  const std::vector<float> scales(3 * 200, 0.5f);
  gemmlowp::PackedInt4 weights;
  ASSERT_TRUE(gemmlowp::PackedInt4::Pack(
                  values.const_map(), 32,
                  gemmlowp::Int4Scales::Of(scales.data(), 200), &weights)
                  .ok());
  const OwnedMatrix<std::uint8_t> rows(20, 96);
  std::vector<float> result(20 * 200);
  GemmContext context;
  context.set_max_num_threads(2);
  Status status;
  const auto run = [&] {
    status = gemmlowp::TryGemmInt4(
        &context, gemmlowp::Int4Rows(rows.const_map()), weights,
        gemmlowp::Int4Result::Of(result.data(), 200));
  };
  run();
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(AllocationsOf(run), 0);
}

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

// Where there is no memory for the products that a context knows, it prepares
// each of them anew.
TEST_F(AllocationTest, NoMemoryForKnownProducts) {
  const OwnedMatrix<std::uint8_t, kRow> lhs(20, 15, 1);
  const OwnedMatrix<std::uint8_t, kRow> rhs(15, 25, 2);
  const std::vector<std::int32_t> expected =
      ReferenceSums(lhs.map(), rhs.map(), 1, 2);
  GemmContext context;
  for (int times = 0; times < 4; ++times) {
    OwnedMatrix<std::int32_t, kRow> result(20, 25, 3);
    auto map = result.map();
    Status status;
    most_allocations = 0;
    EXPECT_GE(AllocationsOf([&] {
                status = gemmlowp::TryGemm(&context, lhs.map(), rhs.map(), &map,
                                           1, 2, std::tuple<>());
              }),
              1);
    most_allocations = std::numeric_limits<int>::max();
    ASSERT_TRUE(status.ok()) << status.message();
    result.entries().resize(expected.size());
    EXPECT_EQ(result.entries(), expected);
  }
}

// Layers, groups and batches allocate in their first run at most; and layers
// that find no memory are refused and do not change.
TEST_F(AllocationTest, DynamicLayersAndBatches) {
  constexpr int kRows = 40, kInputs = 300, kOutputs = 200;
  const OwnedMatrix<std::int8_t, kRow> weights(kInputs, kOutputs);
  const std::vector<float> x(kRows * kInputs, 0.5f);
  std::vector<float> y(kRows * kOutputs);
  const float scale = 0.1f;
  gemmlowp::DynamicLinearParameters parameters;
  parameters.scales = {&scale, 1};
  GemmContext context;
  context.set_max_num_threads(2);
  gemmlowp::DynamicLinear layer;
  Status status(gemmlowp::StatusCode::kInvalidArgument, "", 0, "");
  for (int allowed = 0; !status.ok(); ++allowed) {
    ASSERT_TRUE(layer.empty());
    most_allocations = allowed;
    AllocationsOf([&] {
      status = gemmlowp::DynamicLinear::Prepare(&context, weights.map(),
                                                parameters, &layer);
    });
    most_allocations = std::numeric_limits<int>::max();
    if (!status.ok()) {
      ASSERT_EQ(status.code(), gemmlowp::StatusCode::kResourceExhausted);
      ASSERT_LT(allowed, 20);
    }
  }
  const MatrixMap<const float, kRow> input(x.data(), kRows, kInputs);
  const MatrixMap<float, kRow> output(y.data(), kRows, kOutputs);
  const std::int32_t offsets[] = {0, 7, kRows};
  const std::vector<gemmlowp::DynamicLinear> layers = {layer, layer};
  const OwnedMatrix<std::uint8_t, kRow> lhs(8, 24);
  const OwnedMatrix<std::int8_t, kRow> rhs(24, 40);
  OwnedMatrix<std::int32_t, kRow> sums(8, 40);
  gemmlowp::PreparedGemm prepared;
  ASSERT_TRUE(gemmlowp::PreparedGemm::Prepare(&context, lhs.map(), rhs.map(),
                                              sums.map(), 1, 2, std::tuple<>(),
                                              &prepared)
                  .ok());
  gemmlowp::PackedMatrix packed;
  ASSERT_TRUE(
      gemmlowp::PackedMatrix::Pack(rhs.map(), gemmlowp::Side::kRhs, &packed)
          .ok());
  gemmlowp::PreparedGemm expert;
  ASSERT_TRUE(gemmlowp::PreparedGemm::Prepare(&context, lhs.map(), packed,
                                              sums.map(), 1, 2, std::tuple<>(),
                                              &expert)
                  .ok());
  const gemmlowp::PreparedGemm experts[] = {expert, expert};
  const std::int32_t of_experts[] = {0, 3, 8};
  const std::int32_t index[] = {7, 0, 2, 2, 5, 1, 6, 4};
  const auto run = [&] {
    using gemmlowp::BatchOperand;
    ASSERT_TRUE(layer.Run(&context, input, output).ok());
    ASSERT_TRUE(gemmlowp::RunDynamicGroups(&context, layers.data(), 2, offsets,
                                           input, nullptr, output)
                    .ok());
    ASSERT_TRUE(prepared
                    .RunBatch(&context, 1,
                              BatchOperand::Strided(lhs.map().data(), 0),
                              BatchOperand::Strided(rhs.map().data(), 0),
                              BatchOperand::Strided(sums.map().data(), 0))
                    .ok());
    ASSERT_TRUE(
        gemmlowp::RunGemmBatch(&context, &prepared, 1,
                               BatchOperand::Strided(lhs.map().data(), 0),
                               BatchOperand::Strided(rhs.map().data(), 0),
                               BatchOperand::Strided(sums.map().data(), 0))
            .ok());
    ASSERT_TRUE(gemmlowp::RunGemmGroups(&context, experts, 2, of_experts,
                                        lhs.const_map(), index, sums.map())
                    .ok());
  };
  run();
  EXPECT_EQ(AllocationsOf(run), 0);
}

// A pool as gemmlowp's users write it. Counts the tasks that it deletes.
struct TaskPool {
  void Execute(const std::vector<gemmlowp::Task*>& tasks) {
    for (gemmlowp::Task* task : tasks) {
      task->Run();
      delete task;
    }
    batches += !tasks.empty();
  }
  int batches = 0;
};
class ContextWithPool : public gemmlowp::MultiThreadGemmContextBase {
 public:
  TaskPool* workers_pool() { return &pool_; }

 private:
  TaskPool pool_;
};

// Observers without enough memory refuse the call and do not change.
TEST_F(AllocationTest, NoMemoryForObservers) {
  const auto refusing_from = [](int allowed, const auto& function) {
    most_allocations = allowed;
    AllocationsOf(function);
    most_allocations = std::numeric_limits<int>::max();
  };
  const float values[] = {-1, 2, 3}, more[] = {9};
  Status status;
  refusing_from(0, [&] {
    gemmlowp::HistogramObserver none(64);
    status = none.Observe(values, 3);
  });
  EXPECT_STREQ(status.argument(), "bins");
  for (const int allowed : {0, 1}) {
    refusing_from(allowed, [&] {
      gemmlowp::ChannelMinMaxObserver none(3);
      status = none.Observe(values, 1, 1);
    });
    EXPECT_STREQ(status.argument(), "channels");
  }
  gemmlowp::HistogramObserver observer(64);
  ASSERT_TRUE(observer.Observe(values, 3).ok());
  gemmlowp::HistogramObserver other(64);
  ASSERT_TRUE(other.Observe(more, 1).ok());
  const std::vector<float> counts = observer.counts();
  gemmlowp::QuantizationParams params;
  for (int allowed = 0; allowed < 2; ++allowed) {
    refusing_from(allowed, [&] { status = observer.Observe(more, 1); });
    EXPECT_EQ(status.code(), gemmlowp::StatusCode::kResourceExhausted);
    refusing_from(allowed, [&] { status = observer.Merge(other); });
    EXPECT_EQ(status.code(), gemmlowp::StatusCode::kResourceExhausted);
    EXPECT_EQ(observer.counts(), counts);
    EXPECT_EQ(observer.range().max, 3);
    refusing_from(allowed, [&] {
      status = gemmlowp::ChooseLeastDivergenceParams(
          counts.data(), 64, -1, 3, {-128, 127},
          gemmlowp::ProfileRule(gemmlowp::Symmetry::kSymmetric), &params);
    });
    EXPECT_EQ(status.code(), gemmlowp::StatusCode::kResourceExhausted);
  }
}

// Where there is no memory for a pool's tasks, the call does without the pool.
TEST_F(AllocationTest, NoMemoryForTheTasksOfAPool) {
  const OwnedMatrix<std::uint8_t, kRow> lhs(300, 300, 1);
  const OwnedMatrix<std::uint8_t, kRow> rhs(300, 300, 2);
  OwnedMatrix<std::int32_t, kRow> result(300, 300);
  auto map = result.map();
  ContextWithPool context;
  context.set_max_num_threads(4);
  const auto run = [&] {
    return gemmlowp::TryGemm(&context, lhs.map(), rhs.map(), &map, 1, 2,
                             std::tuple<>());
  };
  ASSERT_TRUE(run().ok());  // now the workspace is there
  const int batches = context.workers_pool()->batches;
  ASSERT_GT(batches, 0);
  const std::vector<std::int32_t> expected =
      ReferenceSums(lhs.map(), rhs.map(), 1, 2);
  for (int allowed = 0; allowed < 5; ++allowed) {
    SCOPED_TRACE(allowed);
    for (int row = 0; row < 300; ++row) {
      for (int col = 0; col < 300; ++col) map(row, col) = -1;
    }
    Status status;
    most_allocations = allowed;
    AllocationsOf([&] { status = run(); });
    most_allocations = std::numeric_limits<int>::max();
    ASSERT_TRUE(status.ok()) << status.message();
    for (int row = 0; row < 300; ++row) {
      for (int col = 0; col < 300; ++col) {
        ASSERT_EQ(map(row, col), expected[row * 300 + col])
            << row << ' ' << col;
      }
    }
  }
}

}  // namespace
}  // namespace lowp_test
