// Bad parameters of the activation stages and of the pre- and post-shift
// stages: refused by name and value, with nothing written.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/validate_fixture.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::VectorShape;

class ValidateActivationsTest : public ValidateTest {
 protected:
  // Spoils one field of a sound stage.
  template <typename Stage, typename Field, typename Value>
  void ExpectSpoiled(Stage stage, Field Stage::*field, Value value,
                     const char* argument) {
    stage.*field = value;
    ExpectInvalidPipeline(std::make_tuple(stage), argument,
                          static_cast<std::int64_t>(value));
  }
  // A vector for the result's columns that is too long, is null, or has an
  // entry out of range.
  template <typename Stage>
  void ExpectSpoiledVector(Stage stage, RowVector Stage::*field,
                           const char* name) {
    const std::string data = std::string(name) + ".data";
    const std::string size = std::string(name) + ".size";
    stage.*field = RowVector(values_.data(), 6);
    ExpectInvalidPipeline(std::make_tuple(stage), size.c_str(), 6);
    stage.*field = RowVector(nullptr, 4);
    ExpectInvalidPipeline(std::make_tuple(stage), data.c_str(), 0);
  }
  template <typename Stage>
  void ExpectSpoiledEntry(Stage stage, RowVector Stage::*field, int value,
                          const char* name) {
    const std::vector<std::int32_t> spoiled = {1, 2, 3, value};
    stage.*field = RowVector(spoiled.data(), 4);
    ExpectInvalidPipeline(std::make_tuple(stage), name, value);
  }

  const std::vector<std::int32_t> values_ = std::vector<std::int32_t>(8, 1);
  const RowVector good_ = RowVector(values_.data(), 4);
};

TEST_F(ValidateActivationsTest, PreAndPostShift) {
  using Stage = gemmlowp::OutputStageScaleInt32ByPreAndPostShift;
  using PC =
      gemmlowp::OutputStageScaleInt32ByPreAndPostShiftPC<VectorShape::Row>;
  const Stage stage = {1, 2, 3, 4};
  const PC pc = {good_, good_, good_, 4};
  for (const int shift : {-1, 32, INT_MIN, INT_MAX}) {
    ExpectSpoiled(stage, &Stage::result_pre_shift, shift, "result_pre_shift");
    ExpectSpoiled(stage, &Stage::result_post_shift, shift, "result_post_shift");
    ExpectSpoiledEntry(pc, &PC::result_pre_shift, shift, "result_pre_shift");
    ExpectSpoiledEntry(pc, &PC::result_post_shift, shift, "result_post_shift");
  }
  ExpectSpoiledVector(pc, &PC::result_pre_shift, "result_pre_shift");
  ExpectSpoiledVector(pc, &PC::result_multiplier, "result_multiplier");
  ExpectSpoiledVector(pc, &PC::result_post_shift, "result_post_shift");
}

TEST_F(ValidateActivationsTest, LeakyRelu) {
  using Stage = gemmlowp::OutputStageLeakyRelu;
  using PC = gemmlowp::OutputStageLeakyReluPC<VectorShape::Row>;
  constexpr auto kDouble = FixedPointRounding::kDouble;
  const Stage stage = {1, 1 << 30, 1, 1 << 30, -3, 5, kDouble};
  const PC pc = {1, good_, good_, good_, good_, 5, kDouble};
  for (const int exponent : {-32, 32, INT_MIN, INT_MAX}) {
    ExpectSpoiled(stage, &Stage::identity_exponent, exponent,
                  "identity_exponent");
    ExpectSpoiled(stage, &Stage::alpha_exponent, exponent, "alpha_exponent");
    ExpectSpoiledEntry(pc, &PC::identity_exponent, exponent,
                       "identity_exponent");
    ExpectSpoiledEntry(pc, &PC::alpha_exponent, exponent, "alpha_exponent");
  }
  ExpectSpoiled(stage, &Stage::rounding, static_cast<FixedPointRounding>(5),
                "rounding");
  ExpectSpoiledVector(pc, &PC::identity_multiplier, "identity_multiplier");
  ExpectSpoiledVector(pc, &PC::identity_exponent, "identity_exponent");
  ExpectSpoiledVector(pc, &PC::alpha_multiplier, "alpha_multiplier");
  ExpectSpoiledVector(pc, &PC::alpha_exponent, "alpha_exponent");
}

template <typename Stage, typename PC, typename Fixture>
void ExpectSigmoidsRefused(Fixture* test, const RowVector& good) {
  const Stage stage = {1, 1 << 30, 1, 100, 23, -128, -128, 127};
  const PC pc = {1, good, good, 100, 23, -128, -128, 127};
  for (const int exponent : {-32, 32, INT_MIN, INT_MAX}) {
    test->Spoiled(stage, &Stage::input_exponent, exponent, "input_exponent");
    test->SpoiledEntry(pc, &PC::input_exponent, exponent, "input_exponent");
  }
  for (const int radius : {-1, INT_MIN}) {
    test->Spoiled(stage, &Stage::input_radius, radius, "input_radius");
  }
  for (const int shift : {-1, 32, INT_MIN, INT_MAX}) {
    test->Spoiled(stage, &Stage::result_shift, shift, "result_shift");
  }
  test->Spoiled(stage, &Stage::result_min, 128, "result_min");
  test->SpoiledVector(pc, &PC::input_multiplier, "input_multiplier");
  test->SpoiledVector(pc, &PC::input_exponent, "input_exponent");
}

class ValidateSigmoidsTest : public ValidateActivationsTest {
 public:
  template <typename... T>
  void Spoiled(const T&... arguments) {
    ExpectSpoiled(arguments...);
  }
  template <typename... T>
  void SpoiledEntry(const T&... arguments) {
    ExpectSpoiledEntry(arguments...);
  }
  template <typename... T>
  void SpoiledVector(const T&... arguments) {
    ExpectSpoiledVector(arguments...);
  }
};

TEST_F(ValidateSigmoidsTest, LogisticAndTanh) {
  constexpr VectorShape kRowShape = VectorShape::Row;
  ExpectSigmoidsRefused<gemmlowp::OutputStageLogisticQ4,
                        gemmlowp::OutputStageLogisticQ4PC<kRowShape>>(this,
                                                                      good_);
  ExpectSigmoidsRefused<gemmlowp::OutputStageTanhQ4,
                        gemmlowp::OutputStageTanhQ4PC<kRowShape>>(this, good_);
}

TEST_F(ValidateActivationsTest, HardSwish) {
  using Stage = gemmlowp::OutputStageHardSwish;
  const Stage stage = {0, 1 << 14, -3, 1 << 14, 2, 0};
  for (const int multiplier : {-32769, 32768, INT_MIN, INT_MAX}) {
    ExpectSpoiled(stage, &Stage::result_multiplier, multiplier,
                  "result_multiplier");
    ExpectSpoiled(stage, &Stage::share_multiplier, multiplier,
                  "share_multiplier");
  }
  for (const int exponent : {-32, 1, INT_MIN, INT_MAX}) {
    ExpectSpoiled(stage, &Stage::result_exponent, exponent, "result_exponent");
  }
  for (const int exponent : {-32, 32, INT_MIN, INT_MAX}) {
    ExpectSpoiled(stage, &Stage::share_exponent, exponent, "share_exponent");
  }
}

// The functions that derive stages refuse invalid scales, and then leave the
// stage unchanged.
TEST(MakeActivationsTest, RefusesBadScales) {
  const gemmlowp::TensorScale sound = {1.0f / 16, 3};
  for (const float scale : {0.0f, -1.0f, INFINITY, NAN}) {
    const gemmlowp::TensorScale bad = {scale, 0};
    gemmlowp::OutputStageLeakyRelu leaky = {};
    leaky.input_zero_point = 77;
    constexpr auto kDouble = FixedPointRounding::kDouble;
    ExpectStatus(gemmlowp::MakeLeakyRelu(bad, 0.1f, sound, kDouble, &leaky),
                 StatusCode::kInvalidArgument, "input.scale", 0);
    ExpectStatus(gemmlowp::MakeLeakyRelu(sound, 0.1f, bad, kDouble, &leaky),
                 StatusCode::kInvalidArgument, "result.scale", 0);
    EXPECT_EQ(leaky.input_zero_point, 77);
    gemmlowp::OutputStageHardSwish swish = {};
    ExpectStatus(gemmlowp::MakeHardSwish(bad, sound, &swish),
                 StatusCode::kInvalidArgument, "input.scale", 0);
    ExpectStatus(gemmlowp::MakeHardSwish(sound, bad, &swish),
                 StatusCode::kInvalidArgument, "result.scale", 0);
  }
  for (const float alpha : {INFINITY, -INFINITY, NAN}) {
    gemmlowp::OutputStageLeakyRelu leaky = {};
    ExpectStatus(gemmlowp::MakeLeakyRelu(sound, alpha, sound,
                                         FixedPointRounding::kDouble, &leaky),
                 StatusCode::kInvalidArgument, "alpha", 0);
  }
  for (const float scale : {0x1p-19f, 8.5f, -1.0f, NAN}) {
    gemmlowp::OutputStageLogisticQ4 logistic = {};
    gemmlowp::OutputStageTanhQ4 tanh = {};
    ExpectStatus(gemmlowp::MakeLogisticQ4({scale, 0}, &logistic),
                 StatusCode::kInvalidArgument, "input.scale", 0);
    ExpectStatus(gemmlowp::MakeTanhQ4({scale, 0}, &tanh),
                 StatusCode::kInvalidArgument, "input.scale", 0);
  }
  gemmlowp::OutputStageHardSwish swish = {};
  ExpectStatus(gemmlowp::MakeHardSwish({1000.0f, 0}, {1.0f, 0}, &swish),
               StatusCode::kInvalidArgument, "input.scale", 0);
}

// Each scale is valid by itself.
TEST(MakeActivationsTest, RefusesWhatIsNoFloat) {
  gemmlowp::OutputStageLeakyRelu leaky = {};
  constexpr auto kDouble = FixedPointRounding::kDouble;
  ExpectStatus(
      gemmlowp::MakeLeakyRelu({1e30f, 0}, 1, {1e-30f, 0}, kDouble, &leaky),
      StatusCode::kInvalidArgument, "input.scale", 0);
  ExpectStatus(
      gemmlowp::MakeLeakyRelu({1e30f, 0}, 1e30f, {1, 0}, kDouble, &leaky),
      StatusCode::kInvalidArgument, "alpha", 0);
  for (const int rounding : {4, 5}) {
    const Status status = gemmlowp::MakeLeakyRelu(
        {1, 0}, 1, {1, 0}, static_cast<FixedPointRounding>(rounding), &leaky);
    EXPECT_EQ(status.ok(), rounding == 4);
    EXPECT_STREQ(status.argument(), rounding == 4 ? "" : "rounding");
  }
  gemmlowp::OutputStageHardSwish swish = {};
  EXPECT_TRUE(gemmlowp::MakeHardSwish({3e36f, 0}, {3e36f, 0}, &swish).ok());
  ExpectStatus(gemmlowp::MakeHardSwish({5e36f, 0}, {5e36f, 0}, &swish),
               StatusCode::kInvalidArgument, "input.scale", 0);
  // A 128th of 64 * 2^-149 is half of the smallest float, and rounds to 0; of
  // 65 * 2^-149, it rounds up to that float, which is the result's scale.
  EXPECT_TRUE(
      gemmlowp::MakeHardSwish({0x1p-143f, 0}, {0x1p-149f, 0}, &swish).ok());
  ExpectStatus(
      gemmlowp::MakeHardSwish({65 * 0x1p-149f, 0}, {0x1p-149f, 0}, &swish),
      StatusCode::kInvalidArgument, "input.scale", 0);
}

}  // namespace
}  // namespace lowp_test
