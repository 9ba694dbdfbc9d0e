// The doors of geometries, of prepared convolutions and of the helpers: the
// last accepted and the first refused value of each argument.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/convolution/conv_geometry.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
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
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::OutputShape;
using gemmlowp::PackedFilter;
using gemmlowp::PreparedConvolution;
using gemmlowp::Status;
using gemmlowp::StatusCode;

ConvGeometry Plain() {
  ConvGeometry g;
  g.input_channels = 6;
  g.output_channels = 4;
  g.groups = 2;
  g.height.input = 5;
  g.width.input = 7;
  g.height.kernel = g.width.kernel = 3;
  return g;
}

// The argument that is refused; "" if none is.
std::string Refused(const ConvGeometry& g) {
  ConvShape shape = {-1, -1, -1, -1, -1};
  const Status status = OutputShape(g, &shape);
  if (!status.ok()) {
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(shape.batch, -1) << "written by a failed call";
  }
  return status.argument();
}

// One field set, checked at its last accepted and first refused value.
#define EXPECT_DOOR(set_good, set_bad, argument) \
  {                                              \
    ConvGeometry g = Plain();                    \
    g.set_good;                                  \
    EXPECT_EQ(Refused(g), "");                   \
    g.set_bad;                                   \
    EXPECT_EQ(Refused(g), argument);             \
  }

TEST(ConvGeometryTest, NamesTheWrongField) {
  EXPECT_DOOR(batch = 0, batch = -1, "geometry.batch");
  EXPECT_DOOR(input_channels = 2, input_channels = 0,
              "geometry.input_channels");
  EXPECT_DOOR(output_channels = 2, output_channels = 0,
              "geometry.output_channels");
  EXPECT_DOOR(groups = 1, groups = 0, "geometry.groups");
  EXPECT_DOOR(input_channels = 8, input_channels = 7, "geometry.groups");
  EXPECT_DOOR(output_channels = 8, output_channels = 7, "geometry.groups");
  EXPECT_DOOR(input_stride = 6, input_stride = 5, "geometry.input_stride");
  EXPECT_DOOR(output_stride = 4, output_stride = 3, "geometry.output_stride");
  EXPECT_DOOR(height.input = 3, height.input = 2, "geometry.height.input");
  EXPECT_DOOR(width.input = 3, width.input = 0, "geometry.width.input");
  EXPECT_DOOR(depth.kernel = 1, depth.kernel = 0, "geometry.depth.kernel");
  EXPECT_DOOR(depth.kernel = 1, depth.kernel = 2, "geometry.depth.input");
  EXPECT_DOOR(width.stride = 1, width.stride = 0, "geometry.width.stride");
  EXPECT_DOOR(width.dilation = 3, width.dilation = 4, "geometry.width.input");
  EXPECT_DOOR(height.dilation = 1, height.dilation = 0,
              "geometry.height.dilation");
  EXPECT_DOOR(height.pad_before = 0, height.pad_before = -1,
              "geometry.height.pad_before");
  EXPECT_DOOR(height.pad_after = 0, height.pad_after = -1,
              "geometry.height.pad_after");
  EXPECT_DOOR(width.output_padding = 0, width.output_padding = 1,
              "geometry.width.output_padding");
}

TEST(ConvGeometryTest, KnowsTwoOrders) {
  for (ConvOrder ConvGeometry::*order :
       {&ConvGeometry::input_order, &ConvGeometry::output_order}) {
    const char* const argument = order == &ConvGeometry::input_order
                                     ? "geometry.input_order"
                                     : "geometry.output_order";
    ConvGeometry g = Plain();
    g.*order = ConvOrder::kChannelsFirst;
    EXPECT_EQ(Refused(g), "");
    for (int value : {-1, 2}) {
      g.*order = static_cast<ConvOrder>(value);
      EXPECT_EQ(Refused(g), argument);
    }
  }
  if (sizeof(void*) < 8) return;
  ConvGeometry g;  // whose image may have 2^30 - 1 elements
  g.input_order = ConvOrder::kChannelsFirst;
  g.width.input = g.width.stride = 3;
  g.input_stride = (1 << 30) / 3;
  EXPECT_EQ(Refused(g), "");
  g.input_stride += 1;
  EXPECT_EQ(Refused(g), "geometry.input_order");
  g.input_order = ConvOrder::kChannelsLast;
  EXPECT_EQ(Refused(g), "");
}

TEST(ConvGeometryTest, NamesTheWrongFieldOfATransposedOne) {
  ConvGeometry g = Plain();
  g.transposed = true;
  g.width.stride = 2;
  g.width.output_padding = 1;
  EXPECT_EQ(Refused(g), "");
  g.width.output_padding = 2;
  EXPECT_EQ(Refused(g), "geometry.width.output_padding");
  g.width.output_padding = 0;
  g.width.pad_before = 14;  // 6 * 2 + 3 - 14 = 1
  EXPECT_EQ(Refused(g), "");
  g.width.pad_before = 15;
  EXPECT_EQ(Refused(g), "geometry.width.pad_before");
  g.width.pad_before = 0;
  g.width.stride = g.height.stride = 64;
  EXPECT_EQ(Refused(g), "");
  g.width.stride = 65;
  EXPECT_EQ(Refused(g), "geometry.width.stride");
}

TEST(ConvGeometryTest, RefusesWhatDoesNotFit) {
  constexpr int kMax = std::numeric_limits<int>::max();
  ConvGeometry g;
  if (sizeof(void*) < 8) {
    g.width.input = 1 << 29;  // int32 outputs take 2 GB
    EXPECT_EQ(Refused(g), "geometry.input_stride");
    return;
  }
  g.width.input = kMax;
  EXPECT_EQ(Refused(g), "");
  g.width.pad_after = 1;
  EXPECT_EQ(Refused(g), "geometry.width.input");
  g.width.pad_after = 0;
  g.batch = 2;
  EXPECT_EQ(Refused(g), "geometry.batch");
  g = ConvGeometry();
  g.width.kernel = kMax;
  g.width.pad_after = kMax - 1;
  EXPECT_EQ(Refused(g), "");
  g.input_channels = 2;
  EXPECT_EQ(Refused(g), "geometry.input_channels");
  EXPECT_STREQ(OutputShape(g, nullptr).argument(), "shape");
}

TEST(ConvGeometryTest, SamePaddingIsTensorFlows) {
  for (int input = 1; input < 20; ++input) {
    for (int kernel = 1; kernel < 6; ++kernel) {
      for (int stride = 1; stride < 4; ++stride) {
        ConvGeometry g;
        g.width.input = input;
        g.width.kernel = kernel;
        g.width.stride = stride;
        SetSamePadding(&g.width);
        ConvShape shape;
        ASSERT_TRUE(OutputShape(g, &shape).ok());
        EXPECT_EQ(shape.width, (input + stride - 1) / stride);
        EXPECT_GE(g.width.pad_after - g.width.pad_before, 0);
        EXPECT_LE(g.width.pad_after - g.width.pad_before, 1);
      }
    }
  }
}

struct Doors {
  ConvGeometry g = Plain();
  std::vector<std::int8_t> input, weights;
  std::vector<std::int32_t> output;
  PackedFilter filter;
  GemmContext context;
  ConvZeroPoints zero_points;

  Doors() : input(5 * 7 * 6), weights(4 * 9 * 3), output(3 * 5 * 4) {
    const Status status =
        PackedFilter::Pack(g, weights.data(), FilterLayout::kODHWI, &filter);
    EXPECT_TRUE(status.ok()) << status.message();
  }
  template <typename... Stages>
  Status Prepare(const std::tuple<Stages...>& pipeline,
                 PreparedConvolution* prepared) {
    return PreparedConvolution::Prepare<std::int8_t>(
        &context, g, filter, zero_points, pipeline, prepared);
  }
  std::string Refused() {
    PreparedConvolution prepared;
    const Status status = Prepare(std::make_tuple(), &prepared);
    EXPECT_EQ(prepared.empty(), !status.ok());
    return status.argument();
  }
};

TEST(PreparedConvolutionTest, NamesWhatTheFilterDoesNotFit) {
  Doors doors;
  EXPECT_EQ(doors.Refused(), "");
  const auto refused = [&](int ConvGeometry::*field, int value) {
    const ConvGeometry kept = doors.g;
    doors.g.*field = value;
    const std::string argument = doors.Refused();
    doors.g = kept;
    return argument;
  };
  EXPECT_EQ(refused(&ConvGeometry::batch, 3), "");
  EXPECT_EQ(refused(&ConvGeometry::input_channels, 8),
            "geometry.input_channels");
  EXPECT_EQ(refused(&ConvGeometry::output_channels, 6),
            "geometry.output_channels");
  EXPECT_EQ(refused(&ConvGeometry::groups, 1), "geometry.groups");
  doors.g.width.stride = doors.g.width.dilation = 2;
  EXPECT_EQ(doors.Refused(), "");
  doors.g.height.kernel = 2;
  EXPECT_EQ(doors.Refused(), "geometry.height.kernel");
  doors.g.height.kernel = 3;
  doors.g.transposed = true;
  EXPECT_EQ(doors.Refused(), "geometry.transposed");
  doors.g.transposed = false;
  doors.filter = PackedFilter();
  EXPECT_EQ(doors.Refused(), "filter");
}

TEST(PreparedConvolutionTest, NamesTheWrongZeroPointAndStage) {
  Doors doors;
  const auto refused = [&](std::int32_t input, std::int32_t filter) {
    doors.zero_points.input = input;
    doors.zero_points.filter = filter;
    return doors.Refused();
  };
  EXPECT_EQ(refused(-128, 127), "");
  EXPECT_EQ(refused(-129, 0), "zero_points.input");
  EXPECT_EQ(refused(128, 0), "zero_points.input");
  EXPECT_EQ(refused(0, 128), "zero_points.filter");
  const std::int32_t of_channel[] = {0, 1, 2, 200};
  doors.zero_points.filter = 0;
  doors.zero_points.filter_of_channel = of_channel;
  EXPECT_EQ(doors.Refused(), "zero_points.filter_of_channel");
  doors.zero_points = ConvZeroPoints();
  using Row =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;
  gemmlowp::OutputStageBiasAddition<Row> bias;
  PreparedConvolution prepared;
  bias.bias_vector = Row(of_channel, 4);
  EXPECT_TRUE(doors.Prepare(std::make_tuple(bias), &prepared).ok());
  bias.bias_vector = Row(of_channel, 3);
  EXPECT_STREQ(doors.Prepare(std::make_tuple(bias), &prepared).argument(),
               "bias_vector.size");
}

TEST(PreparedConvolutionTest, NamesWhatARunLacks) {
  Doors doors;
  PreparedConvolution prepared;
  std::vector<std::uint8_t> workspace;
  const auto run = [&](const void* input, void* output, std::size_t bytes) {
    return std::string(
        prepared.Run(input, output, workspace.data(), bytes).argument());
  };
  EXPECT_EQ(run(doors.input.data(), doors.output.data(), 0), "prepared");
  EXPECT_EQ(prepared.workspace_bytes(), 0u);
  EXPECT_EQ(prepared.Describe(), "");
  EXPECT_STREQ(
      PreparedConvolution::Prepare<std::int8_t>(
          &doors.context, doors.g, doors.filter, doors.zero_points,
          std::make_tuple(), static_cast<PreparedConvolution*>(nullptr))
          .argument(),
      "prepared");
  EXPECT_STREQ(PreparedConvolution::Prepare<std::int8_t>(
                   static_cast<GemmContext*>(nullptr), doors.g, doors.filter,
                   doors.zero_points, std::make_tuple(), &prepared)
                   .argument(),
               "context");
  ASSERT_TRUE(doors.Prepare(std::make_tuple(), &prepared).ok());
  const std::size_t bytes = prepared.workspace_bytes();
  workspace.resize(bytes);
  EXPECT_EQ(run(doors.input.data(), doors.output.data(), bytes), "");
  EXPECT_EQ(run(nullptr, doors.output.data(), bytes), "input");
  EXPECT_EQ(run(doors.input.data(), nullptr, bytes), "output");
  EXPECT_EQ(run(doors.input.data(), doors.input.data() + 200, bytes), "output");
  EXPECT_EQ(run(doors.input.data(), doors.output.data(), bytes - 64),
            "workspace");
  EXPECT_STREQ(prepared
                   .Run(static_cast<GemmContext*>(nullptr), doors.input.data(),
                        doors.output.data())
                   .argument(),
               "context");
  EXPECT_NE(prepared.Describe().find("convolution 3x3, stride 1x1"),
            std::string::npos);
}

// Tensors that no machine holds. A sanitizer tells whether something overflows.
TEST(PreparedConvolutionTest, LargestTensorsArePrepared) {
  if (sizeof(void*) < 8) GTEST_SKIP() << "there are no such addresses";
  ConvGeometry apart;  // one step goes beyond the address space
  apart.input_channels = apart.output_channels = 5;
  apart.depth.input = 3;
  apart.depth.stride = 2;
  apart.height.stride = INT32_MAX / 2;
  apart.width.input = 16;
  apart.input_stride = INT32_MAX - 1;
  ConvGeometry spread;  // the last window's tap lies 2^32 from the first one's
  spread.transposed = true;
  spread.input_channels = spread.output_channels = spread.groups = 5;
  spread.width.kernel = 2;
  spread.width.dilation = INT32_MAX - 1;
  const std::vector<std::int8_t> weights(25);
  for (const ConvGeometry& g : {apart, spread}) {
    ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
      PackedFilter filter;
      ASSERT_TRUE(PackedFilter::Pack(g, weights.data(), FilterLayout::kODHWI,
                                     &filter, backend.name)
                      .ok());
      PreparedConvolution prepared;
      const Status status = PreparedConvolution::Prepare<std::int8_t>(
          ContextFor(backend), g, filter, ConvZeroPoints(), std::make_tuple(),
          &prepared);
      EXPECT_TRUE(status.ok()) << status.message();
    });
  }
}

TEST(Im2colTest, NamesTheWrongArgument) {
  const ConvGeometry g = Plain();
  std::vector<std::int8_t> input(5 * 7 * 6), rows(15 * 27);
  using Rows = MatrixMap<std::int8_t, MapOrder::RowMajor>;
  const auto refused = [&](int group, const std::int8_t* from, int zero_point,
                           const Rows& to) {
    return std::string(
        gemmlowp::Im2col<std::int8_t>(g, group, from, zero_point, to)
            .argument());
  };
  const Rows right(rows.data(), 15, 27);
  EXPECT_EQ(refused(1, input.data(), 127, right), "");
  EXPECT_EQ(refused(2, input.data(), 0, right), "group");
  EXPECT_EQ(refused(-1, input.data(), 0, right), "group");
  EXPECT_EQ(refused(0, nullptr, 0, right), "input");
  EXPECT_EQ(refused(0, input.data(), 128, right), "zero_point");
  EXPECT_EQ(refused(0, input.data(), 0, Rows(rows.data(), 14, 27)),
            "rows.rows");
  EXPECT_EQ(refused(0, input.data(), 0, Rows(rows.data(), 15, 26, 27)),
            "rows.cols");
  EXPECT_EQ(refused(0, input.data(), 0, Rows(rows.data(), 15, 27, 26)),
            "rows.stride");
  EXPECT_EQ(refused(0, input.data(), 0, Rows(input.data() + 100, 15, 27)),
            "rows");
  ConvGeometry transposed = g;
  transposed.transposed = true;
  EXPECT_STREQ(
      gemmlowp::Im2col<std::int8_t>(transposed, 0, input.data(), 0, right)
          .argument(),
      "geometry.transposed");
}

// Nothing of the tensors is read: they are not in memory.
TEST(Im2colTest, WindowsOfInt16FitAnIntInBytes) {
  if (sizeof(void*) < 8) GTEST_SKIP() << "there are no such addresses";
  ConvGeometry g;
  g.input_channels = (1 << 30) - 1;
  g.width.input = g.width.kernel = 2;
  const int k = 2 * g.input_channels;
  std::int16_t input = 0;
  const Status status = gemmlowp::Im2col<std::int16_t>(
      g, 0, &input, 0,
      MatrixMap<std::int16_t, MapOrder::RowMajor>(
          reinterpret_cast<std::int16_t*>(std::uintptr_t{1} << 62), 1, k, k));
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_STREQ(status.argument(), "rows.cols");
}

}  // namespace
}  // namespace lowp_test
