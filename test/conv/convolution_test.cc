// Convolutions against their definition: random geometries, orders, types, zero
// points and pipelines, on every backend, with one and two threads, between
// guard pages.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "../../fixedpoint/fixedpoint.h"
#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/conv_case.h"
#include "../support/conv_run.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::ConvZeroPoints;
using gemmlowp::FilterLayout;
using gemmlowp::GemmContext;
using gemmlowp::PackedFilter;
using gemmlowp::PreparedConvolution;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;

using Row = VectorMap<const std::int32_t, VectorShape::Row>;
using Column = VectorMap<const std::int32_t, VectorShape::Col>;

// A case and what it needs.
template <typename In, typename Filter>
struct ConvCase {
  ConvGeometry g;
  ConvShape shape;
  std::vector<In> input;
  std::vector<Filter> filter;
  ConvZeroPoints zero_points;
  std::vector<std::int32_t> filter_zero_points;
  std::vector<std::int32_t> sums;  // by definition
  std::vector<std::int32_t> bias, multiplier, exponent, row_bias;

  explicit ConvCase(Random* random) {
    g = RandomGeometry(random, &shape);
    ChooseOrders(random, &g);
    Fill(random);
  }
  ConvCase(const ConvGeometry& geometry, Random* random) : g(geometry) {
    EXPECT_TRUE(gemmlowp::OutputShape(g, &shape).ok());
    Fill(random);
  }

  // Of all channels.
  void SetFilterZeroPoint(std::int32_t zero_point) {
    filter_zero_points.clear();
    zero_points.filter = zero_point;
    zero_points.filter_of_channel = nullptr;
    SetSums();
  }

  void Fill(Random* random) {
    input = RandomValues<In>(random, lowp_test::InputElements(g));
    filter = RandomValues<Filter>(random, FilterElements(g));
    if (random->OneIn(3)) {  // of reduced range
      for (Filter& value : filter) {
        value = static_cast<Filter>(value % 64 +
                                    (std::is_signed_v<Filter> ? 0 : 96));
      }
    }
    zero_points.input = RandomZeroPoint<In>(random);
    zero_points.filter = RandomZeroPoint<Filter>(random);
    if (random->OneIn(3)) {
      for (int i = 0; i < g.output_channels; ++i) {
        filter_zero_points.push_back(RandomZeroPoint<Filter>(random));
      }
      zero_points.filter_of_channel = filter_zero_points.data();
    }
    SetSums();
    const bool has_dead = random->OneIn(4);
    for (int i = 0; i < g.output_channels; ++i) {
      bias.push_back(random->Between(-100000, 100000));
      // As converters write it for a channel whose weights are 0.
      const bool is_dead = has_dead && random->OneIn(8);
      multiplier.push_back(is_dead ? 0 : random->Between(1 << 30, INT32_MAX));
      exponent.push_back(is_dead ? 0 : random->Between(-14, -6));
    }
    for (int i = 0; i < Positions(shape); ++i) {
      row_bias.push_back(random->Between(-1000, 1000));
    }
  }

  void SetSums() {
    sums = ReferenceConvolution<In, Filter>(
        g, shape, {input.data(), zero_points.input, nullptr},
        {filter.data(), zero_points.filter, zero_points.filter_of_channel});
  }
};

template <typename C>
std::vector<std::int8_t> ScaledSums(const C& c, int zero_point) {
  std::vector<std::int8_t> scaled(c.sums.size());
  for (std::size_t i = 0; i < c.sums.size(); ++i) {
    const int o = static_cast<int>(i % c.g.output_channels);
    const std::int32_t sum =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(c.sums[i]) +
                                  static_cast<std::uint32_t>(c.bias[o]));
    const std::int32_t value =
        gemmlowp::RoundingDivideByPOT(
            gemmlowp::SaturatingRoundingDoublingHighMul(sum, c.multiplier[o]),
            -c.exponent[o]) +
        zero_point;
    scaled[i] = static_cast<std::int8_t>(std::min(std::max(value, -100), 120));
  }
  return scaled;
}

// A pipeline that treats each row in its own way, at the place of the output.
template <typename C>
std::vector<std::int32_t> SumsWithRows(const C& c,
                                       const std::vector<std::int32_t>& plus) {
  std::vector<std::int32_t> sums(c.sums);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] = static_cast<std::int32_t>(
        static_cast<std::uint32_t>(sums[i]) +
        static_cast<std::uint32_t>(c.row_bias[i / c.g.output_channels]) +
        static_cast<std::uint32_t>(plus[i]));
  }
  return sums;
}

template <typename C>
void CheckPipelines(GemmContext* context, const C& c,
                    const PackedFilter& filter, Placement placement,
                    ConvBuffers* buffers) {
  CompareRun<std::int32_t>(context, c, filter, std::make_tuple(), c.sums,
                           placement, buffers);
  if (::testing::Test::HasFatalFailure()) return;
  const int channels = c.g.output_channels;
  gemmlowp::OutputStageBiasAddition<Row> bias;
  bias.bias_vector = Row(c.bias.data(), channels);
  gemmlowp::OutputStageScaleInt32ByFixedPointPC<VectorShape::Row> scale;
  scale.result_fixedpoint_multiplier = Row(c.multiplier.data(), channels);
  scale.result_exponent = Row(c.exponent.data(), channels);
  scale.result_offset_after_shift = -5;
  scale.result_rounding = gemmlowp::FixedPointRounding::kDouble;
  CompareRun<std::int8_t>(
      context, c, filter,
      std::make_tuple(bias, scale, gemmlowp::OutputStageClamp{-100, 120},
                      gemmlowp::OutputStageSaturatingCastToInt8()),
      ScaledSums(c, -5), placement, buffers);
  if (::testing::Test::HasFatalFailure()) return;
  std::vector<std::int32_t> plus(c.sums.size());
  for (std::size_t i = 0; i < plus.size(); ++i) {
    plus[i] = static_cast<std::int32_t>(i * 2654435761u);
  }
  gemmlowp::OutputStageBiasAddition<Column> row_bias;
  row_bias.bias_vector = Column(c.row_bias.data(), Positions(c.shape));
  using Addend =
      gemmlowp::MatrixMap<const std::int32_t, gemmlowp::MapOrder::RowMajor>;
  gemmlowp::OutputStageMatrixAddition<Addend> addition;
  addition.addend_matrix = Addend(plus.data(), Positions(c.shape), channels);
  CompareRun<std::int32_t>(context, c, filter,
                           std::make_tuple(row_bias, addition),
                           SumsWithRows(c, plus), placement, buffers);
}

template <typename In, typename Filter>
void CheckCase(const ConvCase<In, Filter>& c, int threads, Random* random,
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

template <typename In, typename Filter>
void CheckRandomCase(Random* random, ConvBuffers* buffers) {
  const ConvCase<In, Filter> c(random);
  CheckCase(c, random->Between(1, 2), random, buffers);
}

TEST(ConvolutionTest, EqualsItsDefinition) {
  const FaultReporter reporter([] { return *CurrentCase(); });
  ConvBuffers buffers;
  Random random(27);
  // Where everything is slower, fewer.
  const int cases = CasesForOne() > 1 ? 80 : 400;
  for (int i = 0; i < cases && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    switch (i % 4) {
      case 0:
        CheckRandomCase<std::int8_t, std::int8_t>(&random, &buffers);
        break;
      case 1:
        CheckRandomCase<std::uint8_t, std::uint8_t>(&random, &buffers);
        break;
      case 2:
        CheckRandomCase<std::uint8_t, std::int8_t>(&random, &buffers);
        break;
      default:
        CheckRandomCase<std::int8_t, std::uint8_t>(&random, &buffers);
    }
  }
}

// Steps so large that the position after the last one does not fit an int.
TEST(ConvolutionTest, LargestStepsReachNothing) {
  ConvBuffers buffers;
  Random random(29);
  ConvGeometry dilated;
  dilated.input_channels = 3;
  dilated.output_channels = 20;
  dilated.width.input = 9;
  dilated.width.stride = 2;
  dilated.width.dilation = INT32_MAX;
  ConvGeometry strided = dilated;
  strided.width.stride = 1 << 30;
  strided.width.dilation = 1;
  strided.width.pad_after = INT32_MAX - 9;
  ConvGeometry depthwise = dilated;  // of one tap, whose dilation is unused
  depthwise.output_channels = depthwise.groups = 3;
  depthwise.width.stride = 1;
  ConvGeometry two_taps = depthwise;  // in reach of the first window alone
  two_taps.width.kernel = 2;
  two_taps.width.dilation = INT32_MAX - 2;
  two_taps.width.pad_after = INT32_MAX - 9;
  ConvGeometry cut;  // whose whole output would have 2^32 positions
  cut.transposed = true;
  cut.input_channels = cut.output_channels = 3;
  cut.width.kernel = cut.height.kernel = 2;
  cut.width.dilation = cut.height.dilation = 1 << 16;
  cut.width.pad_before = cut.height.pad_after = 1 << 16;
  ConvGeometry padded;  // a single window, whose steps multiply to 2^61
  padded.input_channels = 16;
  padded.output_channels = 20;
  padded.height.stride = INT32_MAX;
  padded.height.pad_before = 1 << 20;
  padded.width.input = 5;
  padded.width.kernel = 4;
  padded.width.stride = 1 << 30;
  padded.width.dilation = 1680;
  padded.width.pad_before = 1 << 20;
  for (const ConvGeometry& g :
       {dilated, strided, depthwise, two_taps, cut, padded}) {
    CheckCase(ConvCase<std::int8_t, std::int8_t>(g, &random), 1, &random,
              &buffers);
  }
}

// A plain product, windows, and channels by themselves; and no image.
TEST(ConvolutionTest, RefusesANegativeNumberOfThreads) {
  GemmContext context, negative;
  negative.set_max_num_threads(-1);
  Random random(31);
  for (const int kernel : {1, 3}) {
    for (const int groups : {1, 4}) {
      for (const int batch : {0, 1}) {
        ConvGeometry g;
        g.input_channels = g.output_channels = 4;
        g.groups = groups;
        g.width.input = 9;
        g.width.kernel = kernel;
        const ConvCase<std::int8_t, std::int8_t> test(g, &random);
        PackedFilter filter;
        ASSERT_TRUE(PackedFilter::Pack(g, test.filter.data(),
                                       FilterLayout::kODHWI, &filter)
                        .ok());
        g.batch = batch;
        PreparedConvolution prepared;
        ASSERT_TRUE(PreparedConvolution::Prepare<std::int8_t>(
                        &context, g, filter, test.zero_points,
                        std::make_tuple(), &prepared)
                        .ok());
        std::vector<std::int32_t> output(4 * 9, 77);
        const std::vector<std::int32_t> before = output;
        EXPECT_STREQ(prepared.Run(&negative, test.input.data(), output.data())
                         .argument(),
                     "context.max_num_threads");
        EXPECT_EQ(output, before);
      }
    }
  }
}

// Groups that are multiplied together, or channels that meet their neighbours,
// whichever takes less time: of few channels, and of as many as fill a panel.
TEST(ConvolutionTest, GroupsEqualTheirDefinition) {
  const FaultReporter reporter([] { return *CurrentCase(); });
  ConvBuffers buffers;
  Random random(30);
  struct Groups {
    int count, inputs, outputs;
  };
  for (const Groups& groups :
       {Groups{8, 3, 3}, Groups{24, 3, 3}, Groups{8, 5, 5}, Groups{6, 7, 7},
        Groups{4, 9, 9}, Groups{6, 3, 6}, Groups{4, 16, 16}, Groups{2, 20, 32},
        Groups{3, 8, 21}}) {
    for (int kernel : {1, 3}) {
      ConvGeometry g =
          Square(kernel == 1 ? 9 : 13, groups.count * groups.inputs,
                 groups.count * groups.outputs, kernel);
      g.groups = groups.count;
      g.height.stride = random.Between(1, 2);
      g.transposed = random.OneIn(4);
      ConvCase<std::int8_t, std::int8_t> c(g, &random);
      if (random.OneIn(2)) {
        c.SetFilterZeroPoint(0);
      }
      CheckCase(c, random.Between(1, 2), &random, &buffers);
      if (HasFatalFailure()) return;
    }
  }
}

// Large enough for two threads: many rows, few rows with many columns, groups,
// phases, lines.
TEST(ConvolutionTest, EqualsItsDefinitionInSharesOfThreads) {
  const FaultReporter reporter([] { return *CurrentCase(); });
  ConvBuffers buffers;
  Random random(28);
  ConvGeometry grouped = Square(21, 48, 96, 3);
  grouped.groups = 3;
  ConvGeometry transposed = Square(12, 40, 48, 5);
  transposed.transposed = true;
  transposed.height.stride = 2;
  transposed.width.stride = 3;
  ConvGeometry depthwise = Square(42, 130, 130, 3);
  depthwise.groups = 130;
  ConvGeometry line;  // in parts
  line.input_channels = line.output_channels = line.groups = 40;
  line.width.input = 4000;
  line.width.kernel = 9;
  line.width.dilation = 2;
  SetSamePadding(&line.width);
  ConvGeometry narrow = Square(31, 128, 128, 3);
  narrow.groups = 32;
  std::vector<ConvGeometry> geometries = {Square(5, 96, 200, 3), depthwise,
                                          transposed, line, narrow};
  if (CasesForOne() == 1) {
    geometries.insert(geometries.end(),
                      {Square(40, 20, 33, 3), Square(28, 90, 100, 1), grouped});
  }
  ConvGeometry planes = Square(29, 50, 70, 1);
  planes.batch = 2;
  planes.input_stride = 53;
  planes.output_stride = 71;
  geometries.push_back(planes);
  for (ConvGeometry g : geometries) {
    ChooseOrders(&random, &g);
    const ConvCase<std::int8_t, std::int8_t> c(g, &random);
    CheckCase(c, 2, &random, &buffers);
    CheckCase(c, 1, &random, &buffers);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace lowp_test
