// What dynamic linear layers refuse, and the last values that they accept.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "../../public/dynamic/dynamic_linear.h"
#include "../../public/gemmlowp.h"
#include "../support/context_for.h"
#include "../support/dynamic_case.h"

namespace lowp_test {
namespace {

using gemmlowp::DynamicArithmetic;
using gemmlowp::DynamicCode;
using gemmlowp::DynamicLinear;
using gemmlowp::DynamicLinearParameters;
using gemmlowp::DynamicOrder;
using gemmlowp::DynamicScale;
using gemmlowp::DynamicScope;
using gemmlowp::GemmContext;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::StatusCode;

class DynamicDoorTest : public ::testing::Test {
 protected:
  DynamicDoorTest() {
    parameters_.scales = {scales_, 3};
    weights_ = Rows<const std::int8_t>(bytes_, 2, 3);
  }
  Status Prepare() {
    return DynamicLinear::Prepare(&context_, weights_, parameters_, &layer_);
  }
  void ExpectRefused(const char* argument) {
    const Status status = Prepare();
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << status.message();
    EXPECT_STREQ(status.argument(), argument) << status.message();
    EXPECT_TRUE(layer_.empty());
    parameters_ = DynamicLinearParameters();
    parameters_.scales = {scales_, 3};
  }
  void ExpectRunRefused(const Rows<const float>& x, const Rows<float>& y,
                        const char* argument) {
    const Status status = layer_.Run(&context_, x, y);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << status.message();
    EXPECT_STREQ(status.argument(), argument) << status.message();
  }

  GemmContext context_;
  const std::int8_t bytes_[6] = {1, 2, 3, -4, -5, -6};
  float scales_[3] = {1, 2, 3};
  float floats_[4] = {1, 2, 3, kNaN};
  std::int32_t zeros_[3] = {1, 2, 3};
  Rows<const std::int8_t> weights_;
  DynamicLinearParameters parameters_;
  DynamicLinear layer_;
};

TEST_F(DynamicDoorTest, PreparingRefuses) {
  for (const int size : {0, 2, 4}) {
    parameters_.scales = {scales_, size};
    ExpectRefused("scales");
  }
  parameters_.scales = {nullptr, 3};
  ExpectRefused("scales");
  parameters_.scales = {floats_ + 1, 3};
  ExpectRefused("scales");
  for (const int size : {-1, 1, 2, 4}) {
    parameters_.bias = {floats_, size};
    ExpectRefused("bias");
  }
  parameters_.bias = {floats_ + 1, 3};
  ExpectRefused("bias");
  for (const int size : {1, 3}) {
    parameters_.factors = {floats_, size};
    ExpectRefused("factors");
  }
  parameters_.factors = {floats_ + 2, 2};
  ExpectRefused("factors");
  for (const int size : {2, 4}) {
    parameters_.zero_points = {zeros_, size};
    ExpectRefused("zero_points");
  }
  parameters_.low = kNaN;
  ExpectRefused("low");
  parameters_.high = kNaN;
  ExpectRefused("low");
  parameters_.low = 1, parameters_.high = std::nextafter(1.0f, 0.0f);
  ExpectRefused("low");
  EXPECT_STREQ(
      DynamicLinear::Prepare(&context_, PackedMatrix(), parameters_, &layer_)
          .argument(),
      "weights.side");
  PackedMatrix packed;
  ASSERT_TRUE(PackedMatrix::Pack(weights_, Side::kLhs, &packed).ok());
  EXPECT_STREQ(DynamicLinear::Prepare(&context_, packed, parameters_, &layer_)
                   .argument(),
               "weights.side");
  EXPECT_STREQ(DynamicLinear::Prepare(static_cast<GemmContext*>(nullptr),
                                      weights_, parameters_, &layer_)
                   .argument(),
               "context");
  EXPECT_STREQ(DynamicLinear::Prepare(&context_, weights_, parameters_, nullptr)
                   .argument(),
               "layer");
  EXPECT_TRUE(layer_.empty());
}

TEST_F(DynamicDoorTest, PreparingRefusesArithmetic) {
  DynamicArithmetic& a = parameters_.arithmetic;
  a.scope = static_cast<DynamicScope>(2);
  ExpectRefused("arithmetic.scope");
  a.scale = static_cast<DynamicScale>(4);
  ExpectRefused("arithmetic.scale");
  a.code = static_cast<DynamicCode>(4);
  ExpectRefused("arithmetic.code");
  a.order = static_cast<DynamicOrder>(3);
  ExpectRefused("arithmetic.order");
  a.codes = {-128, 128};
  ExpectRefused("arithmetic.codes.high");
  a.codes = {5, 5};
  ExpectRefused("arithmetic.codes.high");
  a.range = {3, 3};
  ExpectRefused("arithmetic.range.high");
  a.range = {-128, 127};
  ExpectRefused("arithmetic.range.low");
  a.range = {0, 127};  // symmetric
  ExpectRefused("arithmetic.range.low");
  a.scale = DynamicScale::kByRule;
  a.rule.extend_to_zero = false;
  ExpectRefused("arithmetic.rule.extend_to_zero");
  a.scale = DynamicScale::kByRule;
  a.rule.nudge_zero_point = false;
  ExpectRefused("arithmetic.rule.nudge_zero_point");
}

TEST_F(DynamicDoorTest, PreparingAccepts) {
  parameters_.scales = {scales_, 1};
  parameters_.bias = {floats_, 3};
  parameters_.factors = {floats_, 2};
  parameters_.zero_points = {zeros_, 1};
  parameters_.low = parameters_.high = 1;
  parameters_.arithmetic.codes = {-128, 127};
  parameters_.arithmetic.range = {-1, 1};
  Status status = Prepare();
  EXPECT_TRUE(status.ok()) << status.message();
  parameters_.zero_points = {zeros_, 3};
  status = Prepare();
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(layer_.inputs(), 2);
  EXPECT_EQ(layer_.outputs(), 3);
}

TEST_F(DynamicDoorTest, RunsRefuse) {
  float memory[64] = {};
  const Rows<const float> x(memory, 4, 2);
  const Rows<float> y(memory + 32, 4, 3);
  ExpectRunRefused(x, y, "layer");
  EXPECT_EQ(layer_.workspace_bytes(4), 0u);
  ASSERT_TRUE(Prepare().ok());
  EXPECT_TRUE(layer_.Run(&context_, x, y).ok());
  EXPECT_TRUE(layer_
                  .Run(&context_, Rows<const float>(nullptr, 0, 2),
                       Rows<float>(nullptr, 0, 3))
                  .ok());
  ExpectRunRefused(Rows<const float>(memory, -1, 2), y, "x.rows");
  ExpectRunRefused(Rows<const float>(memory, 4, 3), y, "x.cols");
  ExpectRunRefused(Rows<const float>(memory, 4, 2, 1), y, "x.stride");
  ExpectRunRefused(Rows<const float>(nullptr, 4, 2), y, "x.data");
  ExpectRunRefused(x, Rows<float>(memory + 32, 3, 3), "y.rows");
  ExpectRunRefused(x, Rows<float>(memory + 32, 4, 2), "y.cols");
  ExpectRunRefused(x, Rows<float>(memory + 32, 4, 3, 2), "y.stride");
  ExpectRunRefused(x, Rows<float>(nullptr, 4, 3), "y.data");
  ExpectRunRefused(x, Rows<float>(memory + 7, 4, 3), "y.data");
  EXPECT_TRUE(layer_.Run(&context_, x, Rows<float>(memory + 8, 4, 3)).ok());
  EXPECT_STREQ(layer_.Run(static_cast<GemmContext*>(nullptr), x, y).argument(),
               "context");
}

}  // namespace
}  // namespace lowp_test
