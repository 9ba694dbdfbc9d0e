// Plans of contexts that may use threads, but have none.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"
#include "../../public/int4/gemm_int4.h"
#include "../support/map_orders.h"

namespace lowp_test {
namespace {

// A context that may use threads but has none plans for one: larger workspaces
// and smaller blocks would be for nobody.
TEST(NoThreadsTest, AllIsPlannedForOne) {
  gemmlowp::MultiThreadGemmContextBase none;
  none.set_max_num_threads(8);
  gemmlowp::SingleThreadGemmContext single;
  gemmlowp::ConvGeometry g;
  g.height.input = g.width.input = 56;
  g.height.kernel = g.width.kernel = 3;
  g.input_channels = g.output_channels = 64;
  const std::vector<std::int8_t> weights(64 * 64 * 9, 1);
  gemmlowp::PackedFilter filter;
  ASSERT_TRUE(gemmlowp::PackedFilter::Pack(
                  g, weights.data(), gemmlowp::FilterLayout::kODHWI, &filter)
                  .ok());
  const std::vector<float> scales(64, 1);
  gemmlowp::PackedInt4 int4;
  ASSERT_TRUE(gemmlowp::PackedInt4::Pack(
                  gemmlowp::MatrixMap<const std::uint8_t, kRow>(
                      std::vector<std::uint8_t>(512 * 64, 3).data(), 512, 64),
                  512, gemmlowp::Int4Scales::Of(scales.data(), 64),
                  gemmlowp::Int4ZeroPoints<std::uint8_t>{}, &int4)
                  .ok());
  const auto bytes = [&](auto* context) {
    gemmlowp::PreparedConvolution convolution;
    EXPECT_TRUE(gemmlowp::PreparedConvolution::Prepare<std::uint8_t>(
                    context, g, filter, gemmlowp::ConvZeroPoints(),
                    std::make_tuple(), &convolution)
                    .ok());
    gemmlowp::PreparedInt4 product;
    EXPECT_TRUE(gemmlowp::PreparedInt4::Prepare(
                    context, int4, 4096, gemmlowp::Int4Options(), &product)
                    .ok());
    return std::make_pair(convolution.workspace_bytes(),
                          product.workspace_bytes());
  };
  EXPECT_EQ(bytes(&none), bytes(&single));
}

}  // namespace
}  // namespace lowp_test
