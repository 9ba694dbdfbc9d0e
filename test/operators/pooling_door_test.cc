// What pooling refuses, by the name of the argument.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../../public/operators/pooling.h"

namespace lowp_test {
namespace {

using gemmlowp::AverageForm;
using gemmlowp::AveragePooling;
using gemmlowp::ConvGeometry;
using gemmlowp::GemmContext;
using gemmlowp::QuantizedRange;
using gemmlowp::Status;

class RefusedPoolingTest : public ::testing::Test {
 protected:
  RefusedPoolingTest() {
    geometry_.input_channels = 3;
    geometry_.height.input = geometry_.width.input = 4;
    geometry_.height.kernel = geometry_.width.kernel = 2;
  }

  void ExpectRefused(const char* argument) {
    output_.assign(output_.size(), 77);
    const Status status = gemmlowp::TryAveragePool(
        &context_, input_.data(), geometry_, average_, output_.data(), range_);
    EXPECT_EQ(status.code(), gemmlowp::StatusCode::kInvalidArgument);
    EXPECT_STREQ(status.argument(), argument) << status.message();
    EXPECT_EQ(output_, std::vector<std::int8_t>(output_.size(), 77));
  }

  GemmContext context_;
  ConvGeometry geometry_;
  AveragePooling average_;
  QuantizedRange range_ = {-128, 127};
  std::vector<std::int8_t> input_ = std::vector<std::int8_t>(48, 1);
  std::vector<std::int8_t> output_ = std::vector<std::int8_t>(300);
};

TEST_F(RefusedPoolingTest, Geometries) {
  const ConvGeometry right = geometry_;
  geometry_.transposed = true;
  ExpectRefused("geometry.transposed");
  geometry_ = right;
  geometry_.groups = 3;
  ExpectRefused("geometry.groups");
  geometry_ = right;
  geometry_.output_channels = 2;
  ExpectRefused("geometry.output_channels");
  geometry_ = right;
  geometry_.width.kernel = 5;
  ExpectRefused("geometry.width.input");
  geometry_ = right;
  geometry_.height.pad_before = 2;
  ExpectRefused("geometry.height.pad_before");
  geometry_ = right;
  geometry_.width.pad_after = 2;
  ExpectRefused("geometry.width.pad_after");
  geometry_ = right;
  geometry_.width = {1, 2, 1, 2, 1, 1, 0};
  ExpectRefused("geometry.width.pad_before");
}

TEST_F(RefusedPoolingTest, NoImagesAreLegal) {
  geometry_.batch = -1;
  ExpectRefused("geometry.batch");
  geometry_.batch = 0;
  ConvGeometry whole_images = geometry_;
  whole_images.height.input = whole_images.height.kernel = 1;
  whole_images.width.kernel = whole_images.width.input;
  for (const ConvGeometry& g : {geometry_, whole_images}) {
    for (const std::int8_t* input :
         {static_cast<const std::int8_t*>(nullptr),
          static_cast<const std::int8_t*>(input_.data())}) {
      std::int8_t output = 77;
      Status status = gemmlowp::TryMaxPool(&context_, input, g, &output);
      EXPECT_TRUE(status.ok()) << status.message();
      status = gemmlowp::TryAveragePool(&context_, input, g, average_,
                                        input == nullptr ? nullptr : &output);
      EXPECT_TRUE(status.ok()) << status.message();
      EXPECT_EQ(output, 77);
    }
  }
}

TEST_F(RefusedPoolingTest, WindowsOfTooManyValues) {
  ConvGeometry large;
  large.height.input = large.height.kernel = 4096;
  large.width.input = large.width.kernel = 2048;
  geometry_ = large;
  ExpectRefused("geometry");
  geometry_.width.input = geometry_.width.kernel = 2047;
  input_.resize(std::size_t{4096} * 2047, 127);
  EXPECT_TRUE(gemmlowp::TryAveragePool(&context_, input_.data(), geometry_,
                                       average_, output_.data())
                  .ok());
  EXPECT_EQ(output_[0], 127);
}

TEST_F(RefusedPoolingTest, Parameters) {
  average_.form = static_cast<AverageForm>(9);
  ExpectRefused("average.form");
  average_ = {};
  average_.input_zero_point = 128;
  ExpectRefused("average.input_zero_point");
  average_ = {};
  average_.output_zero_point = -129;
  ExpectRefused("average.output_zero_point");
  for (AverageForm form :
       {AverageForm::kRescale, AverageForm::kRescaleThenDivide}) {
    average_ = {};
    average_.form = form;
    average_.multiplier.exponent = 32;
    ExpectRefused("average.multiplier.exponent");
    average_.multiplier.exponent = -32;
    ExpectRefused("average.multiplier.exponent");
    average_.multiplier.exponent = 0;
    average_.rounding = static_cast<gemmlowp::FixedPointRounding>(5);
    ExpectRefused("average.rounding");
  }
  average_ = {};
  average_.form = AverageForm::kRescale;
  geometry_.width.pad_after = 1;
  ExpectRefused("average.form");
  average_.form = AverageForm::kRealEven;
  average_.input_scale = 0;
  ExpectRefused("average.input_scale");
  average_.input_scale = 1;
  average_.output_scale = INFINITY;
  ExpectRefused("average.output_scale");
  average_.input_scale = 3e38f;
  average_.output_scale = 0.5f;
  ExpectRefused("average.input_scale");
  average_ = {};
  range_.low = -129;
  ExpectRefused("range.low");
  range_ = {5, 4};
  ExpectRefused("range.low");
  range_ = {5, 128};
  ExpectRefused("range.high");
}

TEST_F(RefusedPoolingTest, Pointers) {
  const auto argument_of = [this](const std::int8_t* in, std::int8_t* out) {
    return std::string(
        gemmlowp::TryMaxPool(&context_, in, geometry_, out).argument());
  };
  EXPECT_EQ(argument_of(nullptr, output_.data()), "input");
  EXPECT_EQ(argument_of(input_.data(), nullptr), "output");
  EXPECT_EQ(argument_of(output_.data(), output_.data() + 47), "output");
  EXPECT_EQ(argument_of(output_.data(), output_.data() + 48), "");
  GemmContext* const none = nullptr;
  EXPECT_STREQ(
      gemmlowp::TryMaxPool(none, input_.data(), geometry_, output_.data())
          .argument(),
      "context");
}

}  // namespace
}  // namespace lowp_test
