// Convolutions, 4-bit weights, dynamic layers, groups and batches allocate in
// their first run at most.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "../../public/convolution/prepared_convolution.h"
#include "../../public/dynamic/dynamic_groups.h"
#include "../../public/gemm_batch.h"
#include "../../public/gemm_groups.h"
#include "../../public/gemmlowp.h"
#include "../../public/int4/gemm_int4.h"
#include "../../public/prepared_gemm.h"
#include "../support/count_allocations.h"
#include "../support/for_each_backend.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

struct CallersStage {
  std::int32_t operator()(std::int32_t x, int row, int column) const {
    return x + row - column;
  }
};

// A product of blocks, a depthwise one, one of phases, and a pointwise one of
// planes.
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
  gemmlowp::ConvGeometry planes = g;
  planes.height.kernel = planes.width.kernel = 1;
  planes.input_order = planes.output_order =
      gemmlowp::ConvOrder::kChannelsFirst;
  const std::vector<Input> input(30 * 30 * 48, 3);
  const std::vector<std::int8_t> weights(48 * 48 * 9, 5);
  std::vector<std::int32_t> output(64 * 64 * 48);
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    for (const gemmlowp::ConvGeometry& geometry :
         {g, depthwise, transposed, planes}) {
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
  ASSERT_TRUE(gemmlowp::DynamicLinear::Prepare(&context, weights.map(),
                                               parameters, &layer)
                  .ok());
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

}  // namespace
}  // namespace lowp_test
