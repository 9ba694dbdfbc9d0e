// Tensors of no images: everything is checked, nothing is read or written.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/convolution/im2col.h"
#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"

namespace lowp_test {
namespace {

using gemmlowp::ConvGeometry;
using gemmlowp::ConvOrder;
using gemmlowp::ConvShape;
using gemmlowp::ConvZeroPoints;
using gemmlowp::FilterLayout;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedFilter;
using gemmlowp::PreparedConvolution;
using gemmlowp::Status;
using gemmlowp::StatusCode;

// Of images of 9 x 8 positions, and no image.
ConvGeometry NoImages(int channels, int groups, bool transposed) {
  ConvGeometry g;
  g.batch = 0;
  g.input_channels = g.output_channels = channels;
  g.groups = groups;
  g.height.input = 9;
  g.width.input = 8;
  g.height.kernel = g.width.kernel = 3;
  g.transposed = transposed;
  g.width.stride = transposed ? 2 : 1;
  return g;
}

std::vector<ConvGeometry> Geometries() {
  std::vector<ConvGeometry> geometries = {
      NoImages(12, 1, false), NoImages(12, 12, false), NoImages(12, 3, false),
      NoImages(12, 1, true), NoImages(12, 12, true)};
  ConvGeometry one_product = NoImages(12, 1, false);
  one_product.height.kernel = one_product.width.kernel = 1;
  geometries.push_back(one_product);
  const std::size_t count = geometries.size();
  for (std::size_t i = 0; i < count; ++i) {
    ConvGeometry planes = geometries[i];
    planes.input_order = planes.output_order = ConvOrder::kChannelsFirst;
    geometries.push_back(planes);
  }
  return geometries;
}

PackedFilter FilterOf(const ConvGeometry& g) {
  const std::vector<std::int8_t> weights(12 * 12 * 9, 1);
  PackedFilter filter;
  const Status status =
      PackedFilter::Pack(g, weights.data(), FilterLayout::kODHWI, &filter);
  EXPECT_TRUE(status.ok()) << status.message();
  return filter;
}

template <typename Input>
void ExpectNothingDone(GemmContext* context, const ConvGeometry& g) {
  PreparedConvolution convolution;
  Status status = PreparedConvolution::Prepare<Input>(
      context, g, FilterOf(g), ConvZeroPoints(), std::make_tuple(),
      &convolution);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(convolution.workspace_bytes(), 0u);
  EXPECT_NE(convolution.Describe().find("no images"), std::string::npos);
  status = convolution.Run(context, nullptr, nullptr);
  EXPECT_TRUE(status.ok()) << status.message();
  status = convolution.Run(nullptr, nullptr, nullptr, 0);
  EXPECT_TRUE(status.ok()) << status.message();
  const Input input = 1;
  std::int32_t output = 77;
  EXPECT_TRUE(convolution.Run(context, &input, &output).ok());
  EXPECT_EQ(output, 77);
}

TEST(EmptyBatchTest, ConvolutionsDoNothing) {
  GemmContext context;
  for (int threads : {1, 3}) {
    context.set_max_num_threads(threads);
    for (const ConvGeometry& g : Geometries()) {
      ExpectNothingDone<std::uint8_t>(&context, g);
      ExpectNothingDone<std::int8_t>(&context, g);
      ExpectNothingDone<std::int16_t>(&context, g);
    }
  }
}

TEST(EmptyBatchTest, TheOutputHasNoImages) {
  for (const ConvGeometry& g : Geometries()) {
    ConvShape shape = {-1, -1, -1, -1, -1};
    const Status status = OutputShape(g, &shape);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(shape.batch, 0);
    EXPECT_EQ(shape.channels, 12);
    EXPECT_EQ(shape.height, g.transposed ? 11 : 10 - g.height.kernel);
  }
}

// Images have to be possible, even if there is none.
TEST(EmptyBatchTest, ArgumentsAreChecked) {
  ConvShape shape;
  ConvGeometry g = NoImages(12, 1, false);
  g.height.input = g.width.input = 1 << 16;
  EXPECT_STREQ(OutputShape(g, &shape).argument(), "geometry.batch");
  g = NoImages(12, 1, false);
  const PackedFilter filter = FilterOf(g);
  GemmContext context;
  const auto refused = [&](const ConvZeroPoints& zero_points,
                           const auto& pipeline) {
    PreparedConvolution prepared;
    return std::string(
        PreparedConvolution::Prepare<std::uint8_t>(
            &context, g, filter, zero_points, pipeline, &prepared)
            .argument());
  };
  EXPECT_EQ(refused({-1}, std::make_tuple()), "zero_points.input");
  gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent scale;
  scale.result_exponent = 32;
  EXPECT_EQ(refused({}, std::make_tuple(scale)), "result_exponent");
  // The matrix that a stage adds has as many rows as there are positions.
  const MatrixMap<const std::int32_t, MapOrder::RowMajor> none(nullptr, 0, 12);
  const auto added = [](const auto& map) {
    return std::make_tuple(
        gemmlowp::OutputStageMatrixAddition<
            MatrixMap<const std::int32_t, MapOrder::RowMajor>>{map});
  };
  EXPECT_EQ(refused({}, added(none)), "");
}

TEST(EmptyBatchTest, Im2colDoesNothing) {
  GemmContext context;
  for (int threads : {1, 3}) {
    context.set_max_num_threads(threads);
    const MatrixMap<std::int8_t, MapOrder::RowMajor> rows(nullptr, 0, 9 * 12);
    Status status = Im2col(&context, NoImages(12, 1, false), 0,
                           static_cast<const std::int8_t*>(nullptr), 0, rows);
    EXPECT_TRUE(status.ok()) << status.message();
    const MatrixMap<std::int32_t, MapOrder::RowMajor> sums(nullptr, 0, 9 * 12);
    status = Col2im(&context, NoImages(12, 1, true), 0, sums, nullptr);
    EXPECT_TRUE(status.ok()) << status.message();
  }
}

}  // namespace
}  // namespace lowp_test
