// Stages that compute for themselves what they need once: the results of a
// convolution are those of the product of its windows, whichever kernels it
// takes, and however often its pipeline is prepared and run.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "../../public/convolution/im2col.h"
#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/conv_case.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::ConvZeroPoints;
using gemmlowp::FilterLayout;
using gemmlowp::GemmContext;
using gemmlowp::Im2col;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedFilter;
using gemmlowp::PreparedConvolution;
using gemmlowp::Status;

// Two images, of which a product has windows in several blocks.
ConvGeometry TwoImages(ConvOrder output_order) {
  ConvGeometry g;
  g.batch = 2;
  g.height.input = g.width.input = 9;
  g.height.kernel = g.width.kernel = 3;
  g.width.pad_before = 1;
  g.input_channels = 6;
  g.output_channels = 5;
  g.output_order = output_order;
  return g;
}

// The windows times the filter, through the pipeline.
template <class Pipeline>
std::vector<std::int32_t> ProductOf(ConvGeometry g, const ConvShape& shape,
                                    const std::vector<std::int8_t>& input,
                                    const std::vector<std::int8_t>& filter,
                                    const Pipeline& pipeline) {
  g.output_order = ConvOrder::kChannelsLast;
  const int rows = Positions(shape), k = 9 * g.input_channels;
  std::vector<std::int8_t> windows(static_cast<std::size_t>(rows * k));
  EXPECT_TRUE(Im2col(g, 0, input.data(), 0,
                     MatrixMap<std::int8_t, MapOrder::RowMajor>(windows.data(),
                                                                rows, k))
                  .ok());
  std::vector<std::int32_t> values(
      static_cast<std::size_t>(rows * g.output_channels));
  MatrixMap<std::int32_t, MapOrder::RowMajor> result(values.data(), rows,
                                                     g.output_channels);
  GemmContext context;
  EXPECT_TRUE(
      gemmlowp::TryGemm(&context,
                        MatrixMap<const std::int8_t, MapOrder::RowMajor>(
                            windows.data(), rows, k),
                        MatrixMap<const std::int8_t, MapOrder::ColMajor>(
                            filter.data(), k, g.output_channels),
                        &result, 0, 0, pipeline)
          .ok());
  return values;
}

template <class Pipeline>
void ExpectProduct(const ConvGeometry& g, const Pipeline& pipeline) {
  ConvShape shape;
  ASSERT_TRUE(gemmlowp::OutputShape(g, &shape).ok());
  Random random(31);
  const auto input = RandomValues<std::int8_t>(&random, InputElements(g));
  const auto filter = RandomValues<std::int8_t>(&random, FilterElements(g));
  const std::vector<std::int32_t> rows =
      ProductOf(g, shape, input, filter, pipeline);
  const bool is_planar = g.output_order == ConvOrder::kChannelsFirst;
  const std::size_t positions =
      static_cast<std::size_t>(shape.height * shape.width);
  const std::size_t channels = static_cast<std::size_t>(g.output_channels);
  ForEachBackend([&](const Backend& backend) {
    GemmContext* const context = ContextFor(backend);
    PackedFilter packed;
    ASSERT_TRUE(PackedFilter::Pack(g, filter.data(), FilterLayout::kODHWI,
                                   &packed, backend.name)
                    .ok());
    PreparedConvolution convolution;
    Status status = PreparedConvolution::Prepare<std::int8_t>(
        context, g, packed, ConvZeroPoints(), pipeline, &convolution);
    ASSERT_TRUE(status.ok()) << status.message();
    for (int times = 0; times < 2; ++times) {
      std::vector<std::int32_t> output(rows.size());
      status = convolution.Run(context, input.data(), output.data());
      ASSERT_TRUE(status.ok()) << status.message();
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t position = i / channels, o = i % channels;
        const std::size_t image = position / positions;
        const std::size_t at = is_planar ? (image * channels + o) * positions +
                                               position % positions
                                         : i;
        ASSERT_EQ(output[at], rows[i]) << i << " of " << backend.name;
      }
    }
  });
}

TEST(ConvStagesTest, AreThoseOfTheProduct) {
  gemmlowp::OutputStageHardSwish swish;
  ASSERT_TRUE(gemmlowp::MakeHardSwish({0.05f, 3}, {0.04f, -5}, &swish).ok());
  const gemmlowp::OutputStageQuantizeDownInt32ToUint8Scale down = {7, 3, 9};
  for (const ConvOrder order :
       {ConvOrder::kChannelsLast, ConvOrder::kChannelsFirst}) {
    const ConvGeometry g = TwoImages(order);
    ExpectProduct(g, std::make_tuple(gemmlowp::OutputStageTanh{5, 3594}));
    ExpectProduct(g, std::make_tuple(down, gemmlowp::OutputStageTanh{-20, 100},
                                     gemmlowp::OutputStageClamp{-90, 70}));
    ExpectProduct(g, std::make_tuple(down, swish));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace lowp_test
