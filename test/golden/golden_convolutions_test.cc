// Every convolution of a real network, on every backend: as a product,
// depthwise ones a channel at a time, and as a PreparedConvolution with one and
// two threads. Exact with the two roundings of the recorded run, and with one
// rounding wrong in as many outputs as the recording's description says.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/convolution/prepared_convolution.h"
#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "golden_layer_files.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::VectorShape;

struct Convolution : RecordedLayer {
  std::string name;
  bool depthwise;
  int input_height, input_width, input_channels;
  int filter_height, filter_width, channels;
  int height, width;
  int stride_h, stride_w, pad_top, pad_left;
  int pixels() const { return height * width; }
  int taps() const { return filter_height * filter_width; }
};

Convolution ReadConvolution(const std::filesystem::path& folder,
                            const LayerText& text) {
  Convolution c;
  c.name = folder.filename().string();
  c.depthwise = text.at("op")[0] == "DEPTHWISE_CONV_2D";
  c.input_height = IntOf(text, "input_shape", 1);
  c.input_width = IntOf(text, "input_shape", 2);
  c.input_channels = IntOf(text, "input_shape", 3);
  c.filter_height = IntOf(text, "filter_shape", 1);
  c.filter_width = IntOf(text, "filter_shape", 2);
  c.height = IntOf(text, "output_shape", 1);
  c.width = IntOf(text, "output_shape", 2);
  c.channels = IntOf(text, "output_shape", 3);
  c.stride_h = IntOf(text, "stride_h");
  c.stride_w = IntOf(text, "stride_w");
  c.pad_top = IntOf(text, "pad_top");
  c.pad_left = IntOf(text, "pad_left");
  ReadRecordedLayer(folder, text, &c);
  return c;
}

// The inputs under the filter for each pixel, for `count` input channels from
// `first` on: pixels x (taps * count), with the zero point around the image.
std::vector<std::int8_t> Patches(const Convolution& c, int first, int count) {
  std::vector<std::int8_t> patches;
  patches.reserve(static_cast<std::size_t>(c.pixels()) * c.taps() * count);
  for (int y = 0; y < c.height; ++y) {
    for (int x = 0; x < c.width; ++x) {
      for (int tap = 0; tap < c.taps(); ++tap) {
        const int row = y * c.stride_h - c.pad_top + tap / c.filter_width;
        const int col = x * c.stride_w - c.pad_left + tap % c.filter_width;
        const bool inside =
            row >= 0 && row < c.input_height && col >= 0 && col < c.input_width;
        const int at = (row * c.input_width + col) * c.input_channels + first;
        for (int i = 0; i < count; ++i) {
          patches.push_back(inside
                                ? c.input[at + i]
                                : static_cast<std::int8_t>(c.input_zero_point));
        }
      }
    }
  }
  return patches;
}

// The pipeline that requantizes `count` channels from `first` on.
auto PipelineOf(const Convolution& c, int first, int count,
                FixedPointRounding rounding) {
  using Vector = gemmlowp::VectorMap<const std::int32_t, VectorShape::Row>;
  gemmlowp::OutputStageBiasAddition<Vector> bias;
  bias.bias_vector = Vector(c.bias.data() + first, count);
  gemmlowp::OutputStageScaleInt32ByFixedPointPC<VectorShape::Row> scale;
  scale.result_fixedpoint_multiplier =
      Vector(c.multiplier.data() + first, count);
  scale.result_exponent = Vector(c.shift.data() + first, count);
  scale.result_offset_after_shift = c.output_zero_point;
  scale.result_rounding = rounding;
  return std::make_tuple(
      bias, scale,
      gemmlowp::OutputStageClamp{c.activation_min, c.activation_max},
      gemmlowp::OutputStageSaturatingCastToInt8());
}

// One product: the patches times the filters of `count` channels from `first`
// on, which are stored one after another at `filters`.
void Multiply(GemmContext* context, const Convolution& c,
              const std::vector<std::int8_t>& patches,
              const std::int8_t* filters, int first, int count,
              FixedPointRounding rounding, std::vector<std::int8_t>* output) {
  const int depth = static_cast<int>(patches.size()) / c.pixels();
  const MatrixMap<const std::int8_t, MapOrder::RowMajor> lhs(patches.data(),
                                                             c.pixels(), depth);
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> rhs(filters, depth,
                                                             count);
  MatrixMap<std::int8_t, MapOrder::RowMajor> result(
      output->data() + first, c.pixels(), count, c.channels);
  const gemmlowp::Status status =
      gemmlowp::TryGemm(context, lhs, rhs, &result, -c.input_zero_point, 0,
                        PipelineOf(c, first, count, rounding));
  EXPECT_TRUE(status.ok()) << status.message();
}

// How many outputs differ from the recorded ones.
int Mismatches(GemmContext* context, const Convolution& c,
               FixedPointRounding rounding) {
  std::vector<std::int8_t> output(c.output.size(), 99);
  if (c.depthwise) {
    const int multiplier = c.channels / c.input_channels;
    std::vector<std::int8_t> patches;
    std::vector<std::int8_t> filter(c.taps());
    for (int channel = 0; channel < c.channels; ++channel) {
      if (channel % multiplier == 0) {
        patches = Patches(c, channel / multiplier, 1);
      }
      for (int tap = 0; tap < c.taps(); ++tap) {
        filter[tap] = c.filter[tap * c.channels + channel];
      }
      Multiply(context, c, patches, filter.data(), channel, 1, rounding,
               &output);
    }
  } else {
    Multiply(context, c, Patches(c, 0, c.input_channels), c.filter.data(), 0,
             c.channels, rounding, &output);
  }
  int mismatches = 0;
  for (std::size_t i = 0; i < output.size(); ++i) {
    mismatches += output[i] != c.output[i];
  }
  return mismatches;
}

gemmlowp::ConvAxis AxisOf(int input, int kernel, int stride, int pad_before,
                          int output) {
  gemmlowp::ConvAxis axis;
  axis.input = input;
  axis.kernel = kernel;
  axis.stride = stride;
  axis.pad_before = pad_before;
  axis.pad_after =
      std::max(0, (output - 1) * stride + kernel - input - pad_before);
  return axis;
}

// The same through the convolutions of the library.
int MismatchesOfConvolution(GemmContext* context, const char* backend,
                            const Convolution& c, FixedPointRounding rounding) {
  gemmlowp::ConvGeometry geometry;
  geometry.input_channels = c.input_channels;
  geometry.output_channels = c.channels;
  geometry.groups = c.depthwise ? c.input_channels : 1;
  geometry.height =
      AxisOf(c.input_height, c.filter_height, c.stride_h, c.pad_top, c.height);
  geometry.width =
      AxisOf(c.input_width, c.filter_width, c.stride_w, c.pad_left, c.width);
  gemmlowp::ConvShape shape;
  gemmlowp::Status status = gemmlowp::OutputShape(geometry, &shape);
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(shape.height, c.height);
  EXPECT_EQ(shape.width, c.width);
  gemmlowp::PackedFilter filter;
  status =
      gemmlowp::PackedFilter::Pack(geometry, c.filter.data(),
                                   c.depthwise ? gemmlowp::FilterLayout::kDHWIO
                                               : gemmlowp::FilterLayout::kODHWI,
                                   &filter, backend);
  EXPECT_TRUE(status.ok()) << status.message();
  gemmlowp::ConvZeroPoints zero_points;
  zero_points.input = c.input_zero_point;
  gemmlowp::PreparedConvolution convolution;
  status = gemmlowp::PreparedConvolution::Prepare<std::int8_t>(
      context, geometry, filter, zero_points,
      PipelineOf(c, 0, c.channels, rounding), &convolution);
  EXPECT_TRUE(status.ok()) << status.message();
  std::vector<std::int8_t> output(c.output.size(), 99);
  status = convolution.Run(context, c.input.data(), output.data());
  EXPECT_TRUE(status.ok()) << status.message();
  int mismatches = 0;
  for (std::size_t i = 0; i < output.size(); ++i) {
    mismatches += output[i] != c.output[i];
  }
  return mismatches;
}

struct Case {
  const char* name;
  int wrong_with_one_rounding;
};

class RecordedNetworkTest : public ::testing::TestWithParam<Case> {};

TEST_P(RecordedNetworkTest, ExactWithTwoRoundingsOnly) {
  const std::string name = std::string("person_detect/") + GetParam().name;
  std::vector<Convolution> convolutions;
  for (const std::filesystem::path& folder : LayerFolders(name)) {
    const LayerText text = ReadLayerText(folder);
    if (text.at("op")[0].find("CONV_2D") != std::string::npos) {
      convolutions.push_back(ReadConvolution(folder, text));
    }
  }
  EXPECT_EQ(convolutions.size(), 28u);
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    int wrong = 0;
    for (const Convolution& c : convolutions) {
      EXPECT_EQ(0, Mismatches(&context, c, FixedPointRounding::kDouble))
          << c.name;
      wrong += Mismatches(&context, c, FixedPointRounding::kSingleUpward);
    }
    // Within the 614 to 661 that the description of the layers gives.
    EXPECT_EQ(wrong, GetParam().wrong_with_one_rounding);
    for (int threads : {1, 2}) {
      context.set_max_num_threads(threads);
      wrong = 0;
      for (const Convolution& c : convolutions) {
        EXPECT_EQ(0, MismatchesOfConvolution(&context, backend.name, c,
                                             FixedPointRounding::kDouble))
            << c.name;
        wrong += MismatchesOfConvolution(&context, backend.name, c,
                                         FixedPointRounding::kSingleUpward);
      }
      EXPECT_EQ(wrong, GetParam().wrong_with_one_rounding);
    }
  });
}

// A depthwise convolution of one channel with multiplier 8.
TEST(GoldenConvolutionsTest, DepthwiseOfOneChannelIsExact) {
  int convolutions = 0;
  for (const std::filesystem::path& folder : LayerFolders("micro_speech")) {
    const LayerText text = ReadLayerText(folder);
    if (text.at("op")[0] != "DEPTHWISE_CONV_2D") continue;
    const Convolution c = ReadConvolution(folder, text);
    ++convolutions;
    ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
      GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      EXPECT_EQ(0, MismatchesOfConvolution(&context, backend.name, c,
                                           FixedPointRounding::kDouble));
    });
  }
  EXPECT_EQ(convolutions, 2);
}

INSTANTIATE_TEST_SUITE_P(Cases, RecordedNetworkTest,
                         ::testing::Values(Case{"person", 636},
                                           Case{"no_person", 614}));

}  // namespace
}  // namespace lowp_test
