// The C API's convolutions have the bytes of the C++ API's: random geometries
// on every backend, in a context and in the caller's memory.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <tuple>
#include <vector>

#include "../../public/convolution/im2col.h"
#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/conv_case.h"
#include "../support/for_each_backend.h"
#include "owned_in_c.h"

namespace lowp_test {
namespace {

using gemmlowp::FilterLayout;
using gemmlowp::PackedFilter;
using gemmlowp::PreparedConvolution;
using gemmlowp::internal::Backend;
using Bytes = std::vector<std::uint8_t>;

lowp_conv_axis AxisInC(const ConvAxis& axis) {
  return {axis.input,      axis.kernel,    axis.stride,        axis.dilation,
          axis.pad_before, axis.pad_after, axis.output_padding};
}

// Ones become zeros, which mean the same.
lowp_conv_geometry GeometryInC(const ConvGeometry& g) {
  lowp_conv_geometry c = {};
  c.size = sizeof(c);
  c.batch = g.batch == 1 ? 0 : g.batch;
  c.input_channels = g.input_channels;
  c.output_channels = g.output_channels;
  c.groups = g.groups == 1 ? 0 : g.groups;
  c.depth = AxisInC(g.depth);
  c.height = AxisInC(g.height);
  c.width = AxisInC(g.width);
  if (g.depth.input == 1) c.depth.input = 0;
  if (g.height.kernel == 1) c.height.kernel = 0;
  if (g.width.stride == 1) c.width.stride = 0;
  if (g.width.dilation == 1) c.width.dilation = 0;
  c.transposed = g.transposed;
  c.input_stride = g.input_stride;
  c.output_stride = g.output_stride;
  c.input_order = static_cast<lowp_conv_order>(g.input_order);
  c.output_order = static_cast<lowp_conv_order>(g.output_order);
  return c;
}

struct Convolution {
  explicit Convolution(Random* random) : g(RandomGeometry(random, &shape)) {
    ChooseOrders(random, &g);
    const std::int64_t positions =
        std::int64_t{g.batch} * g.depth.input * g.height.input * g.width.input;
    const int stride = g.input_stride != 0 ? g.input_stride : g.input_channels;
    input.resize(static_cast<std::size_t>(positions * stride));
    for (std::uint8_t& x : input) x = static_cast<std::uint8_t>(random->Bits());
    weights.resize(static_cast<std::size_t>(
        g.output_channels * (g.input_channels / g.groups) * g.depth.kernel *
        g.height.kernel * g.width.kernel));
    for (std::int8_t& w : weights) w = static_cast<std::int8_t>(random->Bits());
    for (int i = 0; i < g.output_channels; ++i) {
      zero_points.push_back(random->Between(-128, 127));
      bias.push_back(random->WildInt32());
      multiplier.push_back(random->WildInt32());
      exponent.push_back(random->Between(-12, 1));
    }
    input_zero_point = random->Between(0, 255);
    layout = random->Between(0, 3);
  }
  std::size_t OutputElements() const {
    const int stride =
        g.output_stride != 0 ? g.output_stride : g.output_channels;
    return static_cast<std::size_t>(shape.batch) *
               static_cast<std::size_t>(shape.depth * shape.height *
                                        shape.width) *
               static_cast<std::size_t>(stride) +
           64;
  }

  ConvShape shape;
  ConvGeometry g;
  Bytes input;
  std::vector<std::int8_t> weights;
  std::vector<std::int32_t> zero_points, bias, multiplier, exponent;
  std::int32_t input_zero_point;
  int layout;
};

// By the C++ API: the sums and the pipeline's bytes.
void Expected(const Convolution& c, const Backend& backend,
              std::vector<std::int32_t>* sums, Bytes* bytes) {
  using Row =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;
  gemmlowp::GemmContext* const context = ContextFor(backend);
  const int n = c.g.output_channels;
  PackedFilter filter;
  ASSERT_TRUE(PackedFilter::Pack(c.g, c.weights.data(),
                                 static_cast<FilterLayout>(c.layout), &filter,
                                 backend.name)
                  .ok());
  const gemmlowp::ConvZeroPoints zero_points = {c.input_zero_point, 0,
                                                c.zero_points.data()};
  PreparedConvolution convolution;
  ASSERT_TRUE(
      PreparedConvolution::Prepare<std::uint8_t>(
          context, c.g, filter, zero_points, std::make_tuple(), &convolution)
          .ok());
  ASSERT_TRUE(convolution.Run(context, c.input.data(), sums->data()).ok());
  gemmlowp::OutputStageBiasAddition<Row> bias;
  bias.bias_vector = Row(c.bias.data(), n);
  gemmlowp::OutputStageScaleInt32ByFixedPointPC<gemmlowp::VectorShape::Row>
      scale;
  scale.result_fixedpoint_multiplier = Row(c.multiplier.data(), n);
  scale.result_exponent = Row(c.exponent.data(), n);
  scale.result_offset_after_shift = 100;
  scale.result_rounding = gemmlowp::FixedPointRounding::kDouble;
  ASSERT_TRUE(PreparedConvolution::Prepare<std::uint8_t>(
                  context, c.g, filter, zero_points,
                  std::make_tuple(bias, scale,
                                  gemmlowp::OutputStageSaturatingCastToUint8()),
                  &convolution)
                  .ok());
  ASSERT_TRUE(convolution.Run(context, c.input.data(), bytes->data()).ok());
}

struct StagesOfCase {
  explicit StagesOfCase(const Convolution& c) {
    for (lowp_stage& stage : stages) {
      stage = {};
      stage.size = sizeof(stage);
      stage.per = LOWP_PER_COLUMN;
    }
    stages[0].kind = LOWP_STAGE_BIAS;
    stages[0].as.bias.bias_vector.values = c.bias.data();
    stages[1].kind = LOWP_STAGE_SCALE;
    stages[1].as.scale.result_fixedpoint_multiplier.values =
        c.multiplier.data();
    stages[1].as.scale.result_exponent.values = c.exponent.data();
    stages[1].as.scale.result_offset_after_shift = 100;
    stages[2].kind = LOWP_STAGE_SATURATING_CAST;
    stages[2].per = LOWP_PER_RESULT;
    stages[2].as.saturating_cast.type = LOWP_UINT8;
  }
  lowp_stage stages[3];
};

// Runs a prepared convolution in both ways, into memory that was poisoned.
template <typename T>
void CheckRuns(const lowp_prepared_conv* prepared, lowp_context* context,
               const Convolution& c, const std::vector<T>& expected) {
  std::vector<T> output(expected.size(), static_cast<T>(0x5a));
  ASSERT_LOWP_OK(
      lowp_prepared_conv_run(prepared, context, c.input.data(), output.data()));
  ASSERT_EQ(output, expected);
  std::size_t bytes = 0;
  ASSERT_LOWP_OK(lowp_prepared_conv_workspace_bytes(prepared, &bytes));
  std::vector<char> workspace(bytes);
  output.assign(expected.size(), static_cast<T>(0x5a));
  ASSERT_LOWP_OK(lowp_prepared_conv_run_in(prepared, c.input.data(),
                                           output.data(), workspace.data(),
                                           bytes, nullptr));
  ASSERT_EQ(output, expected);
}

void CheckInC(const Convolution& c, const Backend& backend, int threads,
              const std::vector<std::int32_t>& sums, const Bytes& bytes) {
  const OwnedInC<lowp_context> context = ContextInC(backend, threads);
  const lowp_conv_geometry geometry = GeometryInC(c.g);
  lowp_filter* made = nullptr;
  ASSERT_LOWP_OK(lowp_filter_pack(&geometry, c.weights.data(), LOWP_INT8,
                                  c.layout, backend.name, &made));
  OwnedInC<lowp_filter> filter(made);
  lowp_filter_info info = {};
  info.size = sizeof(info);
  ASSERT_LOWP_OK(lowp_filter_get_info(filter.get(), &info));
  ASSERT_LOWP_OK(lowp_filter_load(info.data, info.bytes, &made));
  filter.reset(made);
  lowp_conv conv = {};
  conv.size = sizeof(conv);
  conv.geometry = &geometry;
  conv.filter = filter.get();
  conv.input_type = LOWP_UINT8;
  conv.output_type = LOWP_INT32;
  conv.input_zero_point = c.input_zero_point;
  conv.filter_zero_points = c.zero_points.data();
  lowp_prepared_conv* prepared = nullptr;
  ASSERT_LOWP_OK(lowp_prepare_conv(context.get(), &conv, &prepared));
  const OwnedInC<lowp_prepared_conv> of_sums(prepared);
  StagesOfCase stages(c);
  conv.output_type = LOWP_UINT8;
  conv.stages = stages.stages;
  conv.stage_count = 3;
  ASSERT_LOWP_OK(lowp_prepare_conv(context.get(), &conv, &prepared));
  const OwnedInC<lowp_prepared_conv> of_bytes(prepared);
  filter.reset();  // prepared convolutions share its memory
  ASSERT_NO_FATAL_FAILURE(CheckRuns(of_sums.get(), context.get(), c, sums));
  ASSERT_NO_FATAL_FAILURE(CheckRuns(of_bytes.get(), context.get(), c, bytes));
}

TEST(CConvolutionTest, BytesOfTheCppApi) {
  Random random(91);
  for (int i = 0; i < 60; ++i) {
    const Convolution c(&random);
    SCOPED_TRACE(Text(c.g));
    const int threads = random.Between(1, 3);
    for (const Backend* backend : SupportedBackends()) {
      SCOPED_TRACE(backend->name);
      std::vector<std::int32_t> sums(c.OutputElements(), 0x5a);
      Bytes bytes(c.OutputElements(), 0x5a);
      ASSERT_NO_FATAL_FAILURE(Expected(c, *backend, &sums, &bytes));
      ASSERT_NO_FATAL_FAILURE(CheckInC(c, *backend, threads, sums, bytes));
    }
  }
}

TEST(CConvolutionTest, ShapesAndPadding) {
  Random random(92);
  for (int i = 0; i < 200; ++i) {
    ConvShape shape;
    ConvGeometry g = RandomGeometry(&random, &shape);
    lowp_conv_geometry geometry = GeometryInC(g);
    lowp_conv_shape in_c = {};
    in_c.size = sizeof(in_c);
    ASSERT_LOWP_OK(lowp_conv_output_shape(&geometry, &in_c));
    EXPECT_EQ(std::make_tuple(in_c.batch, in_c.depth, in_c.height, in_c.width,
                              in_c.channels),
              std::make_tuple(shape.batch, shape.depth, shape.height,
                              shape.width, shape.channels));
    gemmlowp::SetSamePadding(&g.width);
    ASSERT_LOWP_OK(lowp_conv_set_same_padding(&geometry.width));
    EXPECT_EQ(geometry.width.pad_before, g.width.pad_before);
    EXPECT_EQ(geometry.width.pad_after, g.width.pad_after);
  }
}

template <typename T>
void CheckIm2col(const ConvGeometry& g, int group, const std::vector<T>& input,
                 int zero_point, lowp_type type, int positions, int cols) {
  std::vector<T> wanted(static_cast<std::size_t>(positions) *
                        static_cast<std::size_t>(cols));
  std::vector<T> got = wanted;
  ASSERT_TRUE(
      gemmlowp::Im2col(g, group, input.data(), zero_point,
                       gemmlowp::MatrixMap<T, gemmlowp::MapOrder::RowMajor>(
                           wanted.data(), positions, cols))
          .ok());
  const lowp_conv_geometry geometry = GeometryInC(g);
  const lowp_matrix matrix = lowp_row_major(got.data(), type, positions, cols);
  ASSERT_LOWP_OK(
      lowp_im2col(&geometry, group, input.data(), zero_point, &matrix));
  ASSERT_EQ(got, wanted);
}

TEST(CConvolutionTest, WindowsAsMatrices) {
  Random random(93);
  for (int i = 0; i < 100; ++i) {
    Convolution c(&random);
    SCOPED_TRACE(Text(c.g));
    c.g.input_order = c.g.output_order = ConvOrder::kChannelsLast;
    const lowp_conv_geometry geometry = GeometryInC(c.g);
    const int taps = c.g.depth.kernel * c.g.height.kernel * c.g.width.kernel;
    const int group = c.g.groups - 1;
    const std::int64_t inputs = std::int64_t{c.g.batch} * c.g.depth.input *
                                c.g.height.input * c.g.width.input;
    if (c.g.transposed) {
      const int cols = taps * (c.g.output_channels / c.g.groups);
      std::vector<std::int32_t> rows(static_cast<std::size_t>(inputs * cols));
      for (std::int32_t& x : rows) x = random.WildInt32();
      std::vector<std::int32_t> wanted(c.OutputElements(), 3), got = wanted;
      ASSERT_TRUE(
          gemmlowp::Col2im(c.g, group,
                           gemmlowp::MatrixMap<const std::int32_t,
                                               gemmlowp::MapOrder::RowMajor>(
                               rows.data(), static_cast<int>(inputs), cols),
                           wanted.data())
              .ok());
      const lowp_matrix matrix =
          lowp_row_major(rows.data(), LOWP_INT32, inputs, cols);
      ASSERT_LOWP_OK(lowp_col2im(&geometry, group, &matrix, got.data()));
      ASSERT_EQ(got, wanted);
      continue;
    }
    const int positions =
        c.shape.batch * c.shape.depth * c.shape.height * c.shape.width;
    const int cols = taps * (c.g.input_channels / c.g.groups);
    ASSERT_NO_FATAL_FAILURE(CheckIm2col(c.g, group, c.input, c.input_zero_point,
                                        LOWP_UINT8, positions, cols));
    std::vector<std::int16_t> words(c.input.size());
    for (std::int16_t& word : words) {
      word = static_cast<std::int16_t>(random.WildInt32());
    }
    ASSERT_NO_FATAL_FAILURE(
        CheckIm2col(c.g, group, words, 0, LOWP_INT16, positions, cols));
  }
}

}  // namespace
}  // namespace lowp_test
