// Convolutions and products of int16 inputs against their definition in 64
// bits: random geometries, zero points and pipelines, extreme sums, on every
// backend, with one to three threads, between guard pages.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/convolution/im2col.h"
#include "../../public/convolution/int16_product.h"
#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"
#include "../../public/stages/int64.h"
#include "../support/context_for.h"
#include "../support/conv_case.h"
#include "../support/conv_run.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/int16_case.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::ConvZeroPoints;
using gemmlowp::FilterLayout;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedFilter;
using gemmlowp::PreparedConvolution;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;

using Row = VectorMap<const std::int32_t, VectorShape::Row>;
using WideRow = VectorMap<const std::int64_t, VectorShape::Row>;

// int64 and int32 sums, TensorFlow Lite's pipeline, and one that treats each
// row in its own way.
template <typename Filter>
void CheckPipelines(GemmContext* context, const Int16Case<Filter>& c,
                    const PackedFilter& filter, Placement placement,
                    ConvBuffers* buffers) {
  const gemmlowp::OutputStageBiasAdditionInt64 bias = {
      WideRow(c.bias.data(), c.channels())};
  gemmlowp::OutputStageScaleInt64ByFixedPointPC scale;
  scale.result_fixedpoint_multiplier = Row(c.multiplier.data(), c.channels());
  scale.result_exponent = Row(c.exponent.data(), c.channels());
  scale.result_offset_after_shift = 7;
  std::vector<std::int64_t> with_bias(c.sums);
  std::vector<std::int32_t> wrapped, by_row;
  std::vector<std::int16_t> scaled;
  for (std::size_t i = 0; i < c.sums.size(); ++i) {
    with_bias[i] += c.bias[i % c.channels()];
    wrapped.push_back(Wrapped(c.sums[i]));
    const std::int64_t value = Wrapped(std::int64_t{c.Scaled(i)} + 7);
    by_row.push_back(Wrapped(value + c.row_bias[i / c.channels()]));
    scaled.push_back(static_cast<std::int16_t>(
        std::min<std::int64_t>(std::max<std::int64_t>(value, -30000), 32767)));
  }
  CompareRun(context, c, filter, std::make_tuple(), wrapped, placement,
             buffers);
  if (::testing::Test::HasFatalFailure()) return;
  CompareRun(context, c, filter,
             std::make_tuple(bias, gemmlowp::OutputStageStoreInt64()),
             with_bias, placement, buffers);
  if (::testing::Test::HasFatalFailure()) return;
  CompareRun(
      context, c, filter,
      std::make_tuple(bias, scale, gemmlowp::OutputStageClamp{-30000, 32767},
                      gemmlowp::OutputStageSaturatingCastToInt16()),
      scaled, placement, buffers);
  if (::testing::Test::HasFatalFailure()) return;
  gemmlowp::OutputStageBiasAddition<
      VectorMap<const std::int32_t, VectorShape::Col>>
      row_bias;
  row_bias.bias_vector = {c.row_bias.data(), Positions(c.shape)};
  CompareRun(context, c, filter, std::make_tuple(bias, scale, row_bias), by_row,
             placement, buffers);
}

template <typename Filter>
void CheckCase(const Int16Case<Filter>& c, int threads, Random* random,
               ConvBuffers* buffers) {
  *CurrentCase() = Text(c.g);
  SCOPED_TRACE(*CurrentCase());
  const Placement placement =
      random->OneIn(2) ? Placement::kAgainstStart : Placement::kAgainstEnd;
  ForEachBackend([&](const Backend& backend) {
    GemmContext* const context = ContextFor(backend);
    context->set_max_num_threads(threads);
    PackedFilter filter;
    const Status status = PackedFilter::Pack(
        c.g, c.filter.data(), FilterLayout::kODHWI, &filter, backend.name);
    ASSERT_TRUE(status.ok()) << status.message();
    CheckPipelines(context, c, filter, placement, buffers);
  });
}

TEST(Int16ConvolutionTest, EqualsItsDefinition) {
  const FaultReporter reporter([] { return *CurrentCase(); });
  ConvBuffers buffers;
  Random random(168);
  const int cases = CasesForOne() > 1 ? 60 : 300;
  for (int i = 0; i < cases && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    ConvShape shape;
    ConvGeometry g = RandomGeometry(&random, &shape);
    ChooseOrders(&random, &g);
    const int threads = random.Between(1, 3);
    if (i % 3 == 0) {
      CheckCase(Int16Case<std::uint8_t>(g, &random), threads, &random,
                &buffers);
    } else {
      CheckCase(Int16Case<std::int8_t>(g, &random), threads, &random, &buffers);
    }
  }
}

// Large enough for threads: many rows, many columns, groups, phases, lines.
TEST(Int16ConvolutionTest, EqualsItsDefinitionInSharesOfThreads) {
  const FaultReporter reporter([] { return *CurrentCase(); });
  ConvBuffers buffers;
  Random random(169);
  ConvGeometry transposed = Square(12, 40, 48, 5);
  transposed.transposed = true;
  transposed.height.stride = 2;
  transposed.width.stride = 3;
  ConvGeometry depthwise = Square(42, 130, 130, 3);
  depthwise.groups = 130;
  std::vector<ConvGeometry> geometries = {Square(5, 96, 300, 3), depthwise,
                                          transposed};
  if (CasesForOne() == 1) {
    ConvGeometry grouped = Square(21, 48, 96, 3);
    grouped.groups = 3;
    geometries.insert(geometries.end(),
                      {Square(40, 20, 33, 3), Square(28, 90, 100, 1), grouped});
  }
  for (const ConvGeometry& g : geometries) {
    const Int16Case<std::int8_t> c(g, &random);
    for (int threads = 1; threads <= 3 && !HasFatalFailure(); ++threads) {
      CheckCase(c, threads, &random, &buffers);
    }
  }
}

// Windows that cost as much in copied lines as in copied rows, or nearly so:
// the halves of the input do not agree which is cheaper.
TEST(Int16ConvolutionTest, HalvesAreDividedAlike) {
  const FaultReporter reporter([] { return *CurrentCase(); });
  ConvBuffers buffers;
  Random random(171);
  for (const int channels : {4, 16, 32}) {
    for (const int outputs : {16, 24, 40}) {
      for (const int stride : {1, 2}) {
        ConvGeometry g = Square(32, channels, outputs, 3);
        g.height.stride = g.width.stride = stride;
        CheckCase(Int16Case<std::int8_t>(g, &random), 1 + outputs / 24, &random,
                  &buffers);
        if (HasFatalFailure()) return;
      }
    }
  }
  // Nor whether narrow groups are products.
  for (const int of_group : {2, 5}) {
    for (int kernel = 1; kernel <= 5; ++kernel) {
      for (int width = kernel; width <= 12; ++width) {
        ConvGeometry g;
        g.groups = 4;
        g.input_channels = g.output_channels = 4 * of_group;
        g.width.input = width;
        g.width.kernel = kernel;
        CheckCase(Int16Case<std::int8_t>(g, &random), 1, &random, &buffers);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// Sums that 32 bits do not hold, most of them of the largest number of terms
// that is accepted.
TEST(Int16ConvolutionTest, SumsBeyond32BitsAreExact) {
  struct Extreme {
    std::int16_t input;
    std::int8_t filter;
    std::int32_t zero_point;
    int k;
  };
  const Extreme extremes[] = {{-32768, -128, 0, 65793},
                              {-1, -128, 0, 65793},
                              {32767, -128, 0, 65793},
                              {32767, -128, -32768, 65793},
                              {-32768, 127, 0, 4096}};
  ForEachBackend([&](const Backend& backend) {
    for (const Extreme& e : extremes) {
      const ConvGeometry g = gemmlowp::ProductGeometry(2, e.k, 3);
      const std::vector<std::int16_t> input(2 * e.k, e.input);
      const std::vector<std::int8_t> filter(3 * e.k, e.filter);
      GemmContext* const context = ContextFor(backend);
      PackedFilter packed;
      ASSERT_TRUE(PackedFilter::Pack(g, filter.data(), FilterLayout::kODHWI,
                                     &packed, backend.name)
                      .ok());
      const MatrixMap<const std::int16_t, MapOrder::RowMajor> lhs(input.data(),
                                                                  2, e.k);
      std::vector<std::int64_t> sums(6, 99);
      MatrixMap<std::int64_t, MapOrder::RowMajor> result(sums.data(), 2, 3);
      ConvZeroPoints zero_points;
      zero_points.input = e.zero_point;
      const Status status = gemmlowp::TryGemmInt16(
          context, lhs, packed, zero_points, &result,
          std::make_tuple(gemmlowp::OutputStageStoreInt64()));
      ASSERT_TRUE(status.ok()) << status.message();
      EXPECT_EQ(sums,
                std::vector<std::int64_t>(
                    6, std::int64_t{e.input - e.zero_point} * e.filter * e.k));
    }
  });
}

template <typename... Stages>
Status PrepareProduct(const ConvGeometry& g, std::int32_t zero_point,
                      const std::tuple<Stages...>& pipeline) {
  GemmContext context;
  const std::vector<std::int8_t> weights(
      static_cast<std::size_t>(g.input_channels) * g.output_channels);
  PackedFilter filter;
  EXPECT_TRUE(
      PackedFilter::Pack(g, weights.data(), FilterLayout::kODHWI, &filter)
          .ok());
  ConvZeroPoints zero_points;
  zero_points.input = zero_point;
  PreparedConvolution convolution;
  const Status status = PreparedConvolution::Prepare<std::int16_t>(
      &context, g, filter, zero_points, pipeline, &convolution);
  EXPECT_EQ(status.ok(), !convolution.empty());
  return status;
}

std::string RefusedFor(const Status& status) {
  return status.ok() ? "" : status.argument();
}

TEST(Int16ConvolutionTest, RefusesByName) {
  const ConvGeometry g = gemmlowp::ProductGeometry(1, 4, 2);
  const auto refused = [&](int k, std::int32_t zero_point) {
    return RefusedFor(PrepareProduct(gemmlowp::ProductGeometry(1, k, 1),
                                     zero_point, std::make_tuple()));
  };
  EXPECT_EQ(refused(65793, 0), "");
  EXPECT_EQ(refused(65794, 0), "geometry.input_channels");
  EXPECT_EQ(refused(4, 32767), "");
  EXPECT_EQ(refused(4, 32768), "zero_points.input");
  EXPECT_EQ(refused(4, -32768), "");
  EXPECT_EQ(refused(4, -32769), "zero_points.input");

  const auto bias = [&](std::int64_t value, int count) {
    const std::vector<std::int64_t> values(2, value);
    return RefusedFor(
        PrepareProduct(g, 0,
                       std::make_tuple(gemmlowp::OutputStageBiasAdditionInt64{
                           WideRow(values.data(), count)})));
  };
  constexpr std::int64_t kMax = std::int64_t{1} << 46;
  EXPECT_EQ(bias(kMax - 1, 2), "");
  EXPECT_EQ(bias(kMax, 2), "bias_vector");
  EXPECT_EQ(bias(-kMax, 2), "");
  EXPECT_EQ(bias(-kMax - 1, 2), "bias_vector");
  EXPECT_EQ(bias(0, 1), "bias_vector.size");

  const auto scale = [&](std::int32_t multiplier, std::int32_t exponent) {
    return RefusedFor(PrepareProduct(
        g, 0,
        std::make_tuple(gemmlowp::OutputStageScaleInt64ByFixedPoint{
            multiplier, exponent, 0})));
  };
  EXPECT_EQ(scale(0, 7), "");
  EXPECT_EQ(scale(-1, 7), "result_fixedpoint_multiplier");
  EXPECT_EQ(scale(1, 8), "result_exponent");
  EXPECT_EQ(scale(INT32_MAX, -31), "");
  EXPECT_EQ(scale(1, -32), "result_exponent");
}

TEST(Int16ConvolutionTest, SaysHowItRuns) {
  GemmContext context;
  for (int groups : {1, 24}) {
    ConvGeometry g = Square(6, 24, 24, 3);
    g.groups = groups;
    const std::vector<std::int8_t> weights(24 * 24 * 9);
    PackedFilter filter;
    ASSERT_TRUE(
        PackedFilter::Pack(g, weights.data(), FilterLayout::kODHWI, &filter)
            .ok());
    PreparedConvolution convolution;
    ASSERT_TRUE(PreparedConvolution::Prepare<std::int16_t>(
                    &context, g, filter, ConvZeroPoints(), std::make_tuple(),
                    &convolution)
                    .ok());
    const std::string text = convolution.Describe();
    EXPECT_NE(text.find("the high bytes: convolution 3x3"), std::string::npos)
        << text;
    EXPECT_NE(text.find(groups == 1 ? "as a product" : "depthwise"),
              std::string::npos)
        << text;
  }
}

TEST(Int16ConvolutionTest, RunRefusesOverlap) {
  GemmContext context;
  const ConvGeometry g = gemmlowp::ProductGeometry(1, 4, 4);
  const std::vector<std::int8_t> weights(16);
  PackedFilter filter;
  ASSERT_TRUE(
      PackedFilter::Pack(g, weights.data(), FilterLayout::kODHWI, &filter)
          .ok());
  PreparedConvolution convolution;
  ASSERT_TRUE(PreparedConvolution::Prepare<std::int16_t>(
                  &context, g, filter, ConvZeroPoints(),
                  std::make_tuple(gemmlowp::OutputStageStoreInt64()),
                  &convolution)
                  .ok());
  // Four int64 of output: their last bytes in the input, or right before it.
  alignas(8) std::int16_t memory[24] = {};
  EXPECT_EQ(RefusedFor(convolution.Run(&context, memory + 15, memory)),
            "output");
  EXPECT_EQ(RefusedFor(convolution.Run(&context, memory + 16, memory)), "");
  EXPECT_EQ(RefusedFor(convolution.Run(&context, nullptr, memory)), "input");
}

// A product without rows is none, but its arguments are checked.
TEST(Int16ConvolutionTest, ProductsMayHaveNoRows) {
  const std::vector<std::int8_t> weights(20);
  PackedFilter filter;
  ASSERT_TRUE(PackedFilter::Pack(gemmlowp::ProductGeometry(1, 5, 4),
                                 weights.data(), FilterLayout::kODHWI, &filter)
                  .ok());
  GemmContext context;
  for (const int k : {5, 6}) {
    const MatrixMap<const std::int16_t, MapOrder::RowMajor> lhs(nullptr, 0, k);
    MatrixMap<std::int64_t, MapOrder::RowMajor> result(nullptr, 0, 4);
    EXPECT_EQ(RefusedFor(gemmlowp::TryGemmInt16(
                  &context, lhs, filter, ConvZeroPoints(), &result,
                  std::make_tuple(gemmlowp::OutputStageStoreInt64()))),
              k == 5 ? "" : "geometry.input_channels");
  }
}

// Windows as rows, and a product: the same sums.
TEST(Int16ConvolutionTest, Im2colAndProductAgree) {
  Random random(170);
  ConvGeometry g = Square(9, 12, 20, 3);
  g.width.stride = 2;
  g.height.dilation = 2;
  g.input_stride = 15;
  Int16Case<std::int8_t> c(g, &random);
  c.sums = ReferenceSums<std::int16_t, std::int8_t>(
      g, c.shape, {c.input.data(), 0, nullptr}, {c.filter.data(), 0, nullptr});
  const int rows = Positions(c.shape), k = 9 * 12;
  std::vector<std::int16_t> windows(static_cast<std::size_t>(rows) * (k + 3));
  const MatrixMap<std::int16_t, MapOrder::RowMajor> map(windows.data(), rows, k,
                                                        k + 3);
  ASSERT_EQ(RefusedFor(gemmlowp::Im2col(g, 0, c.input.data(), 1, map)),
            "zero_point");
  ASSERT_EQ(RefusedFor(gemmlowp::Im2col(g, 0, c.input.data(), 0, map)), "");
  PackedFilter filter;
  ASSERT_TRUE(PackedFilter::Pack(gemmlowp::ProductGeometry(1, k, 20),
                                 c.filter.data(), FilterLayout::kODHWI, &filter)
                  .ok());
  GemmContext context;
  std::vector<std::int64_t> sums(static_cast<std::size_t>(rows) * 20);
  MatrixMap<std::int64_t, MapOrder::RowMajor> result(sums.data(), rows, 20);
  const MatrixMap<const std::int16_t, MapOrder::RowMajor> lhs(windows.data(),
                                                              rows, k, k + 3);
  const Status status = gemmlowp::TryGemmInt16(
      &context, lhs, filter, ConvZeroPoints(), &result,
      std::make_tuple(gemmlowp::OutputStageStoreInt64()));
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(sums, c.sums);
}

}  // namespace
}  // namespace lowp_test
