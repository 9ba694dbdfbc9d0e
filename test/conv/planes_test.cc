// Tensors with their channels first: where they are read and written in place,
// which memory is theirs, and what Describe() says. convolution_test and
// int16_convolution_test hold their values to the definition.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/convolution/im2col.h"
#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"
#include "../../public/operators/pooling.h"
#include "../support/conv_case.h"

namespace lowp_test {
namespace {

using gemmlowp::FilterLayout;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedFilter;
using gemmlowp::PreparedConvolution;
using gemmlowp::Status;

constexpr ConvOrder kFirst = ConvOrder::kChannelsFirst;

ConvGeometry Image(int size, int inputs, int outputs) {
  ConvGeometry g;
  g.input_channels = inputs;
  g.output_channels = outputs;
  g.height.input = g.width.input = size;
  return g;
}

// A convolution with a filter of ones.
template <typename... Stages>
PreparedConvolution Prepared(const ConvGeometry& g, GemmContext* context,
                             const std::tuple<Stages...>& pipeline) {
  const std::vector<std::int8_t> ones(FilterElements(g), 1);
  PackedFilter filter;
  Status status =
      PackedFilter::Pack(g, ones.data(), FilterLayout::kOIDHW, &filter);
  EXPECT_TRUE(status.ok()) << status.message();
  PreparedConvolution convolution;
  status = PreparedConvolution::Prepare<std::int8_t>(context, g, filter, {},
                                                     pipeline, &convolution);
  EXPECT_TRUE(status.ok()) << status.message();
  return convolution;
}
PreparedConvolution Prepared(const ConvGeometry& g, GemmContext* context) {
  return Prepared(g, context, std::make_tuple());
}

bool Says(const PreparedConvolution& convolution, const char* text) {
  return convolution.Describe().find(text) != std::string::npos;
}

TEST(PlanesTest, DescribeAndWorkspaceCountThem) {
  GemmContext context;
  for (int kernel : {1, 3}) {
    ConvGeometry g = Image(20, 24, 40);
    g.height.kernel = g.width.kernel = kernel;
    const std::size_t of_rows = Prepared(g, &context).workspace_bytes();
    g.input_order = kFirst;
    const PreparedConvolution of_input = Prepared(g, &context);
    EXPECT_TRUE(Says(of_input, "input with channels first"));
    EXPECT_TRUE(Says(of_input, "9600 bytes"));
    EXPECT_FALSE(Says(of_input, "output with channels first"));
    EXPECT_GE(of_input.workspace_bytes(), of_rows + 9600);
    g.output_order = kFirst;
    const PreparedConvolution of_both = Prepared(g, &context);
    EXPECT_TRUE(Says(of_both, "output with channels first"));
    EXPECT_GE(of_both.workspace_bytes(),
              of_rows + 9600 + 40 * 4 * (21 - kernel) * (21 - kernel));
    EXPECT_TRUE(Says(
        of_both,
        ("workspace " + std::to_string(of_both.workspace_bytes())).c_str()));
  }
}

// One channel, or one position, is the same in both orders.
TEST(PlanesTest, WhatIsTheSameInBothOrdersStaysInPlace) {
  GemmContext context;
  ConvGeometry one_channel = Image(9, 1, 1);
  one_channel.height.kernel = 3;
  ConvGeometry slice = one_channel;
  slice.input_stride = slice.output_stride = 3;
  ConvGeometry one_position = Image(1, 30, 50);
  one_position.batch = 3;
  one_position.input_stride = 33;
  for (ConvGeometry g : {one_channel, slice, one_position}) {
    g.input_order = g.output_order = kFirst;
    EXPECT_FALSE(Says(Prepared(g, &context), "channels first")) << Text(g);
  }
  ConvGeometry slices = slice;
  slices.batch = 2;
  slices.input_order = kFirst;
  EXPECT_TRUE(Says(Prepared(slices, &context), "channels first"));
}

TEST(PlanesTest, TensorsAreApart) {
  GemmContext context;
  ConvGeometry g = Image(4, 2, 1);
  g.batch = 2;
  g.input_stride = g.output_stride = 7;
  g.input_order = g.output_order = kFirst;
  using Cast = gemmlowp::OutputStageSaturatingCastToInt8;
  const PreparedConvolution convolution =
      Prepared(g, &context, std::make_tuple(Cast()));
  constexpr int kPlane = 16;
  std::vector<std::int8_t> memory(2 * 7 * kPlane, 1);
  std::int8_t* const input = memory.data() + kPlane;
  const auto refused = [&](std::int8_t* output) {
    return std::string(convolution.Run(&context, input, output).argument());
  };
  EXPECT_EQ(refused(memory.data()), "");  // a plane before both of the input
  EXPECT_EQ(refused(memory.data() + 1), "output");
  EXPECT_EQ(refused(input + 2 * kPlane - 1), "output");
  EXPECT_EQ(refused(input + 2 * kPlane), "");
  EXPECT_EQ(memory[3 * kPlane], 2);
  EXPECT_EQ(memory[10 * kPlane], 2);
  EXPECT_EQ(memory[4 * kPlane], 1);
}

// Planes are written last: a stage may still read what was there.
TEST(PlanesTest, StagesReadTheOutput) {
  GemmContext context;
  context.set_max_num_threads(2);
  ConvGeometry g = Image(33, 64, 70);
  g.output_order = kFirst;
  constexpr int kPositions = 33 * 33;
  const std::vector<std::int8_t> input(kPositions * 64, 1);
  std::vector<std::int32_t> output(kPositions * 70);
  for (std::size_t i = 0; i < output.size(); ++i) {
    output[i] = static_cast<std::int32_t>(i);
  }
  using Addend = MatrixMap<const std::int32_t, MapOrder::ColMajor>;
  gemmlowp::OutputStageMatrixAddition<Addend> addition;
  addition.addend_matrix = Addend(output.data(), kPositions, 70);
  const PreparedConvolution convolution =
      Prepared(g, &context, std::make_tuple(addition));
  ASSERT_TRUE(convolution.Run(&context, input.data(), output.data()).ok());
  for (std::size_t i = 0; i < output.size(); ++i) {
    ASSERT_EQ(output[i], static_cast<std::int32_t>(i) + 64);
  }
}

TEST(PlanesTest, OthersRefuseThem) {
  std::int8_t bytes[64] = {};
  std::int32_t sums[64] = {};
  ConvGeometry g = Image(4, 2, 2);
  g.input_order = kFirst;
  EXPECT_STREQ(gemmlowp::Im2col<std::int8_t>(
                   g, 0, bytes, 0,
                   MatrixMap<std::int8_t, MapOrder::RowMajor>(bytes, 16, 2))
                   .argument(),
               "geometry.input_order");
  g.input_order = ConvOrder::kChannelsLast;
  g.output_order = kFirst;
  g.transposed = true;
  EXPECT_STREQ(
      gemmlowp::Col2im(
          g, 0, MatrixMap<const std::int32_t, MapOrder::RowMajor>(sums, 16, 2),
          sums)
          .argument(),
      "geometry.output_order");
  g.transposed = false;
  GemmContext context;
  EXPECT_STREQ(gemmlowp::TryMaxPool(&context, bytes, g, bytes + 32).argument(),
               "geometry.output_order");
  g.input_order = kFirst;
  EXPECT_STREQ(gemmlowp::TryMaxPool(&context, bytes, g, bytes + 32).argument(),
               "geometry.input_order");
}

}  // namespace
}  // namespace lowp_test
