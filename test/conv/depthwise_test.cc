// Depthwise convolutions in every form of their kernels, finished by every
// epilogue that kernels have, on every backend, between guard pages.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/conv_case.h"
#include "../support/conv_run.h"
#include "../support/for_each_backend.h"
#include "../support/guarded_buffer.h"
#include "../support/sample.h"
#include "depthwise_case.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::FloatRounding;
using gemmlowp::GemmContext;
using gemmlowp::PackedFilter;
using gemmlowp::Status;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;
using gemmlowp::ZeroPointOrder;
using gemmlowp::internal::Backend;

using Row = VectorMap<const std::int32_t, VectorShape::Row>;
using FloatRow = VectorMap<const float, VectorShape::Row>;

constexpr int kOffset = -7;

template <typename Out>
Out Clamp(std::int64_t value) {
  return static_cast<Out>(
      std::min<std::int64_t>(std::max<std::int64_t>(value, 3), 120));
}

// What a sum becomes, by the definitions in public/output_stages.h.
struct ByFloat {
  template <typename C>
  static std::int64_t Of(const C& c, std::int32_t sum, std::size_t channel) {
    return static_cast<std::int64_t>(
               std::nearbyint(static_cast<float>(sum) * c.scale[channel])) +
           kOffset;
  }
};
struct BySingleRounding {
  template <typename C>
  static std::int64_t Of(const C& c, std::int32_t sum, std::size_t channel) {
    const int shift = 31 - c.exponent[channel];
    return ((std::int64_t{sum} * c.multiplier[channel] +
             (std::int64_t{1} << (shift - 1))) >>
            shift) +
           kOffset;
  }
};
struct ByDoubleRounding {
  template <typename C>
  static std::int64_t Of(const C& c, std::int32_t sum, std::size_t channel) {
    return gemmlowp::RoundingDivideByPOT(
               gemmlowp::SaturatingRoundingDoublingHighMul(
                   sum, c.multiplier[channel]),
               -c.exponent[channel]) +
           kOffset;
  }
};

template <typename Out, typename By, typename C>
std::vector<Out> Expected(const C& c, bool per_tensor) {
  std::vector<Out> expected(c.sums.size());
  for (std::size_t i = 0; i < c.sums.size(); ++i) {
    expected[i] = Clamp<Out>(
        By::Of(c, c.sums[i], per_tensor ? std::size_t{0} : c.ChannelAt(i)));
  }
  return expected;
}

// Backends and the names of their kernels that ran.
std::set<std::string>* Seen() {
  static std::set<std::string> seen;
  return &seen;
}

void Note(const Backend& backend, const std::string& description) {
  std::size_t begin = description.find("kernel \"");
  if (begin == std::string::npos) return;  // products
  begin += 8;
  Seen()->insert(
      std::string(backend.name) + ": " +
      description.substr(begin, description.find('"', begin) - begin));
}

template <typename Kernels>
void ExpectSeen(const Backend& backend, const Kernels& kernels) {
  for (int i = 0; i < kernels.count; ++i) {
    EXPECT_EQ(1u, Seen()->count(std::string(backend.name) + ": " +
                                kernels.rows[i].name))
        << backend.name << ": " << kernels.rows[i].name;
  }
}

template <typename C>
class Check {
 public:
  Check(const Backend& backend, const C& c, Placement placement,
        ConvBuffers* buffers)
      : backend_(backend), c_(c), placement_(placement), buffers_(buffers) {
    const Status status =
        PackedFilter::Pack(c.g, c.filter.data(), gemmlowp::FilterLayout::kODHWI,
                           &filter_, backend.name);
    EXPECT_TRUE(status.ok()) << status.message();
  }

  template <typename Out, typename Pipeline>
  void Compare(const Pipeline& pipeline, const std::vector<Out>& expected) {
    if (::testing::Test::HasFatalFailure()) return;
    gemmlowp::GemmContext* const context = ContextFor(backend_);
    context->set_max_num_threads(1);
    std::string description;
    CompareRun(context, c_, filter_, pipeline, expected, placement_, buffers_,
               &description);
    Note(backend_, description);
  }

 private:
  const Backend& backend_;
  const C& c_;
  const Placement placement_;
  ConvBuffers* const buffers_;
  PackedFilter filter_;
};

template <typename C>
auto BiasOf(const C& c) {
  gemmlowp::OutputStageBiasAddition<Row> bias;
  bias.bias_vector = Row(c.bias.data(), c.g.output_channels);
  return bias;
}

template <typename Out>
struct Cast;
template <>
struct Cast<std::uint8_t> {
  using Stage = gemmlowp::OutputStageSaturatingCastToUint8;
};
template <>
struct Cast<std::int8_t> {
  using Stage = gemmlowp::OutputStageSaturatingCastToInt8;
};
template <>
struct Cast<std::int16_t> {
  using Stage = gemmlowp::OutputStageSaturatingCastToInt16;
};

template <typename Out, typename By, typename C>
void CheckFixedPoint(FixedPointRounding rounding, const C& c, Check<C>* check) {
  const gemmlowp::OutputStageClamp clamp{3, 120};
  gemmlowp::OutputStageScaleInt32ByFixedPointPC<VectorShape::Row> per_channel;
  per_channel.result_fixedpoint_multiplier =
      Row(c.multiplier.data(), c.g.output_channels);
  per_channel.result_exponent = Row(c.exponent.data(), c.g.output_channels);
  per_channel.result_offset_after_shift = kOffset;
  per_channel.result_rounding = rounding;
  check->template Compare<Out>(std::make_tuple(BiasOf(c), per_channel, clamp,
                                               typename Cast<Out>::Stage()),
                               Expected<Out, By>(c, false));
  gemmlowp::OutputStageScaleInt32ByFixedPoint per_tensor;
  per_tensor.result_fixedpoint_multiplier = c.multiplier[0];
  per_tensor.result_exponent = c.exponent[0];
  per_tensor.result_offset_after_shift = kOffset;
  per_tensor.result_rounding = rounding;
  check->template Compare<Out>(std::make_tuple(BiasOf(c), per_tensor, clamp,
                                               typename Cast<Out>::Stage()),
                               Expected<Out, By>(c, true));
}

template <typename Out, typename C>
void CheckPipelines(const C& c, Check<C>* check) {
  check->template Compare<std::int32_t>(std::make_tuple(BiasOf(c)), c.sums);
  gemmlowp::OutputStageScaleInt32ByFloatPC<VectorShape::Row> scale;
  scale.result_scale = FloatRow(c.scale.data(), c.g.output_channels);
  scale.result_offset = kOffset;
  scale.result_rounding = FloatRounding::kEven;
  scale.result_order = ZeroPointOrder::kAfterRounding;
  check->template Compare<Out>(
      std::make_tuple(BiasOf(c), scale, gemmlowp::OutputStageClamp{3, 120},
                      typename Cast<Out>::Stage()),
      Expected<Out, ByFloat>(c, false));
  CheckFixedPoint<Out, BySingleRounding>(FixedPointRounding::kSingleUpward, c,
                                         check);
  CheckFixedPoint<Out, ByDoubleRounding>(FixedPointRounding::kDouble, c, check);
}

template <typename In, typename Filter, typename Out>
void CheckRandomDepthwise(Random* random, ConvBuffers* buffers) {
  const DepthwiseCase<In, Filter> c(random);
  *CurrentCase() = Text(c.g);
  SCOPED_TRACE(*CurrentCase());
  const Placement placement =
      random->OneIn(2) ? Placement::kAgainstStart : Placement::kAgainstEnd;
  ForEachBackend([&](const Backend& backend) {
    Check<DepthwiseCase<In, Filter>> check(backend, c, placement, buffers);
    CheckPipelines<Out>(c, &check);
  });
}

TEST(DepthwiseTest, EqualsItsDefinitionInEveryForm) {
  const FaultReporter reporter([] { return *CurrentCase(); });
  ConvBuffers buffers;
  Random random(127);
  const int cases = CasesForOne() > 1 ? 60 : 300;
  for (int i = 0; i < cases && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    switch (i % 4) {
      case 0:
        CheckRandomDepthwise<std::int8_t, std::int8_t, std::int8_t>(&random,
                                                                    &buffers);
        break;
      case 1:
        CheckRandomDepthwise<std::uint8_t, std::int8_t, std::uint8_t>(&random,
                                                                      &buffers);
        break;
      case 2:
        CheckRandomDepthwise<std::int8_t, std::uint8_t, std::uint8_t>(&random,
                                                                      &buffers);
        break;
      default:
        CheckRandomDepthwise<std::uint8_t, std::int8_t, std::int16_t>(&random,
                                                                      &buffers);
    }
  }
  if (CasesForOne() > 1) return;
  // Each kernel of each table was the cheapest somewhere.
  for (const Backend* backend : SupportedBackends()) {
    ExpectSeen(*backend, backend->depthwise);
    ExpectSeen(*backend, backend->family->depthwise);
    ExpectSeen(*backend, backend->interleaved);
  }
}

template <typename Filter>
void CheckGeometry(const ConvGeometry& g, Random* random,
                   ConvBuffers* buffers) {
  const DepthwiseCase<std::int8_t, Filter> c(random, g);
  *CurrentCase() = Text(g);
  SCOPED_TRACE(*CurrentCase());
  ForEachBackend([&](const Backend& backend) {
    Check<DepthwiseCase<std::int8_t, Filter>> check(
        backend, c, Placement::kAgainstEnd, buffers);
    CheckPipelines<std::int8_t>(c, &check);
  });
}

// Filters of 3x3 have kernels of their own, for a few windows and two output
// lines at a time: here the last ones are alone, and lanes left over.
TEST(DepthwiseTest, AnyNumberOfWindowsOf3x3) {
  const FaultReporter reporter([] { return *CurrentCase(); });
  ConvBuffers buffers;
  Random random(137);
  for (const int channels : {1, 12, 32, 40, 64, 136}) {
    for (const int height : {2, 3, 5}) {
      for (int width = 1; width <= 9 && !HasFatalFailure(); ++width) {
        ConvGeometry g;
        g.groups = g.input_channels = g.output_channels = channels;
        g.width.input = width;
        g.height.input = height;
        g.width.kernel = g.height.kernel = 3;
        g.width.pad_before = g.width.pad_after = 1;
        g.height.pad_before = g.height.pad_after = 1;
        g.height.stride = random.Between(1, 2);
        CheckGeometry<std::int8_t>(g, &random, &buffers);
        CheckGeometry<std::uint8_t>(g, &random, &buffers);
      }
    }
  }
}

// Positions much narrower than a register, with gaps between them in both
// tensors: the last one is read and written in whole registers, for which the
// workspace must have room.
TEST(DepthwiseTest, ReadsNarrowPositionsWithinTheWorkspace) {
  const FaultReporter reporter([] { return *CurrentCase(); });
  ConvBuffers buffers;
  Random random(131);
  for (int channels = 1; channels < 20 && !HasFatalFailure(); ++channels) {
    ConvGeometry g;
    g.groups = g.input_channels = g.output_channels = channels;
    g.width.input = 5;
    g.width.kernel = 2;
    g.height.input = g.height.kernel = 4;
    g.input_stride = channels + 1;
    g.output_stride = channels + 3;
    CheckGeometry<std::int8_t>(g, &random, &buffers);
  }
}

}  // namespace
}  // namespace lowp_test
