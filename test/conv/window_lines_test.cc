// Convolutions that read windows in copied lines: each kernel that does, forced
// by name, over random geometries against the definition and the scalar
// backend, with one and two threads, between guard pages.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/conv_case.h"
#include "../support/guarded_buffer.h"
#include "../support/kernel_case.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::PackedFilter;
using gemmlowp::PreparedConvolution;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;

using Row = VectorMap<const std::int32_t, VectorShape::Row>;
using FloatRow = VectorMap<const float, VectorShape::Row>;

// Whether runs may end with what meets zeros: nothing is summed over them.
bool MayFill(const TableRow& row) {
  return !row.backend->copied_rows.have_terms();
}

// Windows of whole groups of four channels, of as many values as the kernel
// needs, or of any number, mostly of few outputs, and as many in a line as suit
// it; they may lie evenly after all.
ConvGeometry Geometry(Random* random, const TableRow& row, ConvShape* shape) {
  const GemmKernel& kernel = *row.kernel;
  // Other runs are refused, read by no such kernel, or meet zeros at their end.
  const int step = MayFill(row) && random->OneIn(3) ? 1
                   : random->OneIn(8)               ? 4
                                      : std::max(kernel.run_step, 4);
  const int max_outputs = std::min(kernel.n.max, 140);
  for (;;) {
    ConvGeometry g = RandomGeometry(random, shape);
    g.groups = random->OneIn(4) ? random->Between(2, 3) : 1;
    const int gap = g.input_stride > 0 ? g.input_stride - g.input_channels : 0;
    g.input_channels =
        g.groups * step * random->Between(1, std::max(72 / step, 2));
    g.output_channels = g.groups * random->Between(1, max_outputs);
    if (g.input_stride > 0) g.input_stride = g.input_channels + gap;
    if (g.output_stride > 0) g.output_stride = g.output_channels + gap;
    if (!gemmlowp::OutputShape(g, shape).ok()) continue;
    const bool fills_tiles = shape->width % kernel.even_rows == 0 ||
                             shape->width % kernel.even_rows > 10;
    if (Positions(*shape) >= 24 && Positions(*shape) < 1500 &&
        (fills_tiles || random->OneIn(8))) {
      return g;
    }
  }
}

template <typename In, typename Filter>
class LinesCase {
 public:
  LinesCase(Random* random, const TableRow& row)
      : random_(random), g_(Geometry(random, row, &shape_)) {
    *CurrentCase() = Text(g_);
    input_ = RandomValues<In>(random, InputElements(g_));
    filter_ = RandomValues<Filter>(random, FilterElements(g_));
    zero_points_.input = random->Between(std::numeric_limits<In>::min(),
                                         std::numeric_limits<In>::max());
    zero_points_.filter = std::is_signed_v<Filter> ? 0 : 128;
    for (int i = 0; i < g_.output_channels; ++i) {
      bias_.push_back(random->Between(-100000, 100000));
      multiplier_.push_back(random->Between(1 << 30, INT32_MAX));
      exponent_.push_back(random->Between(-14, -6));
      scale_.push_back(1.0f / static_cast<float>(random->Between(50, 9000)));
    }
  }

  // How many runs were filled up.
  int filled() const { return filled_; }

  // With every kind of epilogue; returns how many runs read copied lines.
  int Check(const TableRow& row) {
    const std::vector<std::int32_t> sums = ReferenceConvolution<In, Filter>(
        g_, shape_, {input_.data(), zero_points_.input, nullptr},
        {filter_.data(), zero_points_.filter, nullptr});
    const std::uint8_t* const bytes =
        reinterpret_cast<const std::uint8_t*>(sums.data());
    int taken = Compare<std::int32_t>(
        row, std::make_tuple(), {bytes, bytes + sums.size() * sizeof(sums[0])});
    gemmlowp::OutputStageBiasAddition<Row> bias;
    bias.bias_vector = Row(bias_.data(), g_.output_channels);
    const gemmlowp::OutputStageSaturatingCastToInt8 cast;
    gemmlowp::OutputStageScaleInt32ByFixedPointPC<VectorShape::Row> fixed = {};
    fixed.result_fixedpoint_multiplier =
        Row(multiplier_.data(), g_.output_channels);
    fixed.result_exponent = Row(exponent_.data(), g_.output_channels);
    fixed.result_offset_after_shift = -5;
    for (auto rounding : {gemmlowp::FixedPointRounding::kDouble,
                          gemmlowp::FixedPointRounding::kSingleUpward}) {
      fixed.result_rounding = rounding;
      taken += CompareWithScalar<std::int8_t>(
          row, std::make_tuple(bias, fixed, cast));
      taken += CompareWithScalar<std::int16_t>(
          row, std::make_tuple(bias, fixed,
                               gemmlowp::OutputStageSaturatingCastToInt16()));
    }
    gemmlowp::OutputStageScaleInt32ByFloatPC<VectorShape::Row> floats = {};
    floats.result_scale = FloatRow(scale_.data(), g_.output_channels);
    floats.result_offset = 3;
    floats.result_rounding = gemmlowp::FloatRounding::kEven;
    floats.result_order = gemmlowp::ZeroPointOrder::kAfterRounding;
    taken += CompareWithScalar<std::int8_t>(
        row, std::make_tuple(bias, floats, cast));
    gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent alike = {};
    alike.result_fixedpoint_multiplier = multiplier_[0];
    alike.result_exponent = exponent_[0];
    alike.result_offset_after_shift = 7;
    return taken + CompareWithScalar<std::int8_t>(
                       row, std::make_tuple(bias, alike, cast));
  }

 private:
  std::size_t Elements() const {
    const std::size_t stride =
        g_.output_stride != 0 ? g_.output_stride : g_.output_channels;
    return (Positions(shape_) - 1) * stride + g_.output_channels;
  }

  template <typename Stages>
  Status Prepare(GemmContext* context, const char* backend,
                 const Stages& stages, PreparedConvolution* convolution) {
    PackedFilter filter;
    const Status status = PackedFilter::Pack(
        g_, filter_.data(), gemmlowp::FilterLayout::kODHWI, &filter, backend);
    EXPECT_TRUE(status.ok()) << status.message();
    return PreparedConvolution::Prepare<In>(context, g_, filter, zero_points_,
                                            stages, convolution);
  }

  // `expected`: the output without gaps.
  template <typename Out, typename Stages>
  int Compare(const TableRow& row, const Stages& stages,
              const std::vector<std::uint8_t>& expected) {
    static GuardedBuffer inputs{1 << 22}, outputs{1 << 22};
    static GuardedBuffer workspace{1 << 24};
    GemmContext* const context = ContextFor(*row.backend);
    const int threads = random_->Between(1, 2);
    context->set_max_num_threads(threads);
    EXPECT_TRUE(context->set_kernel(row.kernel->name).ok());
    PreparedConvolution convolution;
    const Status status =
        Prepare(context, row.backend->name, stages, &convolution);
    EXPECT_TRUE(context->set_kernel(nullptr).ok());
    // Some phase or block is not for this kernel.
    if (!status.ok()) return 0;
    const std::string text = convolution.Describe();
    if (text.find(row.kernel->name) == std::string::npos) return 0;
    if (text.find("in lines of the input") == text.npos) return 0;
    if (text.find("meet zeros of the filter") != text.npos) ++filled_;
    const Placement placement =
        random_->OneIn(2) ? Placement::kAgainstStart : Placement::kAgainstEnd;
    In* const input = reinterpret_cast<In*>(
        inputs.Place(input_.size() * sizeof(In), placement, 1));
    std::memcpy(input, input_.data(), input_.size() * sizeof(In));
    const std::size_t bytes = Elements() * sizeof(Out);
    std::uint8_t* const output = outputs.Place(bytes, placement, sizeof(Out));
    std::memset(output, 0xa5, bytes);
    std::vector<std::uint8_t> wanted(output, output + bytes);
    const std::size_t of_position = g_.output_channels * sizeof(Out);
    const std::size_t stride =
        g_.output_stride != 0 ? g_.output_stride * sizeof(Out) : of_position;
    for (int p = 0; p < Positions(shape_); ++p) {
      std::memcpy(wanted.data() + p * stride, expected.data() + p * of_position,
                  of_position);
    }
    const std::size_t needed = convolution.workspace_bytes();
    const Status run =
        threads > 1
            ? convolution.Run(context, input, output)
            : convolution.Run(input, output,
                              workspace.Place(needed, placement, 1), needed);
    EXPECT_TRUE(run.ok()) << run.message();
    EXPECT_EQ(0, std::memcmp(output, wanted.data(), bytes)) << text;
    return 1;
  }

  template <typename Out, typename Stages>
  int CompareWithScalar(const TableRow& row, const Stages& stages) {
    GemmContext scalar;
    EXPECT_TRUE(scalar.set_backend("scalar").ok());
    PreparedConvolution convolution;
    Status status = Prepare(&scalar, "scalar", stages, &convolution);
    EXPECT_TRUE(status.ok()) << status.message();
    std::vector<Out> output(Elements());
    status = convolution.Run(&scalar, input_.data(), output.data());
    EXPECT_TRUE(status.ok()) << status.message();
    std::vector<std::uint8_t> expected;
    const std::size_t stride =
        g_.output_stride != 0 ? g_.output_stride : g_.output_channels;
    for (int p = 0; p < Positions(shape_); ++p) {
      const auto* const first =
          reinterpret_cast<const std::uint8_t*>(output.data() + p * stride);
      expected.insert(expected.end(), first,
                      first + g_.output_channels * sizeof(Out));
    }
    return Compare<Out>(row, stages, expected);
  }

  Random* const random_;
  ConvShape shape_;
  const ConvGeometry g_;
  std::vector<In> input_;
  std::vector<Filter> filter_;
  gemmlowp::ConvZeroPoints zero_points_;
  std::vector<std::int32_t> bias_, multiplier_, exponent_;
  std::vector<float> scale_;
  int filled_ = 0;
};

class WindowLinesTest : public ::testing::TestWithParam<TableRow> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(WindowLinesTest);

TEST_P(WindowLinesTest, EqualTheDefinition) {
  const FaultReporter reporter([] { return *CurrentCase(); });
  Random random(31);
  const int cases = CasesForOne() > 1 ? 20 : 70;
  int taken = 0, filled = 0;
  // Which of them read copied lines, and fill runs, the costs decide.
  const auto are_enough = [&] {
    return taken > cases && (!MayFill(GetParam()) || filled > cases / 4);
  };
  for (int i = 0; i < cases || (i < 5 * cases && !are_enough()); ++i) {
    if (HasFailure()) break;
    SCOPED_TRACE(i);
    if (i % 2 == 0) {
      LinesCase<std::int8_t, std::int8_t> c(&random, GetParam());
      taken += c.Check(GetParam());
      filled += c.filled();
    } else {
      LinesCase<std::uint8_t, std::uint8_t> c(&random, GetParam());
      taken += c.Check(GetParam());
      filled += c.filled();
    }
    if (HasFailure()) ADD_FAILURE() << *CurrentCase();
  }
  EXPECT_GT(taken, cases) << "too few were read in copied lines";
  EXPECT_EQ(MayFill(GetParam()), filled > cases / 4) << filled;
}

std::vector<TableRow> EveryRowOfRuns() {
  std::vector<TableRow> rows;
  for (const TableRow& row : EveryTableRow()) {
    if (Takes(*row.kernel, AForm::kCopiedRuns)) rows.push_back(row);
  }
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Rows, WindowLinesTest,
                         ::testing::ValuesIn(EveryRowOfRuns()), NameOfTableRow);

}  // namespace
}  // namespace lowp_test
