// Fake quantization in each of its forms, on every backend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "../../public/tensor/transforms.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::FakeQuantForm;
using gemmlowp::GemmContext;
using gemmlowp::NudgedRange;
using gemmlowp::Status;
using gemmlowp::internal::Backend;

// Values on both sides of every tie, values far from the range, and NaN.
std::vector<float> AwkwardValues(const NudgedRange& range) {
  std::vector<float> values = {-0.0f, 3e38f, -3e38f, std::nanf("")};
  for (int i = -20; i < 280; ++i) {
    const float tie = range.min + (static_cast<float>(i) + 0.5f) * range.scale;
    for (const float value :
         {tie, std::nextafter(tie, -1e9f), std::nextafter(tie, 1e9f),
          tie + 0.3f * range.scale}) {
      values.push_back(value);
    }
  }
  return values;
}

constexpr FakeQuantForm kFakeQuantForms[] = {
    FakeQuantForm::kUpward, FakeQuantForm::kUpwardByDivision,
    FakeQuantForm::kAway, FakeQuantForm::kFromZero,
    FakeQuantForm::kFromZeroByDivision};

// A fake-quantized value by the definitions of value_rounding.h.
float FakeQuantizeByDefinition(float x, const NudgedRange& range,
                               FakeQuantForm form) {
  const float above = x > range.min ? x : range.min;  // for NaN too
  const float d = std::min(above, range.max) - range.min;
  const float reciprocal = 1.0f / range.scale;
  const float divided = d / range.scale;
  const float multiplied = d * reciprocal;
  const float by_inverse = d * range.inverse;
  const float ends = -range.min * range.inverse;
  const float zero = std::floor(ends + 0.5f);
  const bool divides = form == FakeQuantForm::kFromZeroByDivision;
  const float from_zero = (divides ? divided : by_inverse) - zero;
  float steps = 0;
  switch (form) {
    case FakeQuantForm::kUpward:
      steps = std::floor(multiplied + 0.5f);
      break;
    case FakeQuantForm::kUpwardByDivision:
      steps = std::floor(divided + 0.5f);
      break;
    case FakeQuantForm::kAway:
      steps = std::round(multiplied);
      break;
    case FakeQuantForm::kFromZero:
    case FakeQuantForm::kFromZeroByDivision:
      return std::floor(from_zero + 0.5f) * range.scale;
  }
  const float scaled = steps * range.scale;
  return scaled + range.min;
}

TEST(FakeQuantize, IsItsDefinition) {
  const struct {
    float min, max;
    gemmlowp::QuantizedRange integers;
  } ranges[] = {{-1.3f, 2.9f, {0, 255}},
                {-6, 6, {1, 255}},
                {0, 6, {0, 15}},
                {-0.37f, 0, {-128, 127}},
                {-100, 231.7f, {0, 65535}}};
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    for (const auto& r : ranges) {
      NudgedRange range;
      ASSERT_TRUE(
          gemmlowp::NudgeQuantizationRange(r.min, r.max, r.integers, &range)
              .ok());
      const std::vector<float> values = AwkwardValues(range);
      for (const FakeQuantForm form : kFakeQuantForms) {
        std::vector<float> out(values.size());
        ASSERT_TRUE(gemmlowp::TryFakeQuantize(&context, values.data(),
                                              values.size(), range, out.data(),
                                              form)
                        .ok());
        for (std::size_t i = 0; i < values.size(); ++i) {
          ASSERT_EQ(out[i], FakeQuantizeByDefinition(values[i], range, form))
              << values[i] << " by form " << static_cast<int>(form);
        }
      }
    }
  });
}

// Systems differ in the last bits. TensorFlow Lite rounds 0.49999997 steps
// down, where the addition of a half rounds them up.
TEST(FakeQuantize, HasAFormForEachSystem) {
  NudgedRange range;
  ASSERT_TRUE(
      gemmlowp::NudgeQuantizationRange(-1.3f, 2.9f, {0, 255}, &range).ok());
  std::vector<float> values;
  for (int i = -1400; i < 3000; ++i) {
    values.push_back(static_cast<float>(i) * 1e-3f);
  }
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    UseBackend(backend, &context);
    const auto fake_quantize = [&](FakeQuantForm form) {
      std::vector<float> out(values.size());
      EXPECT_TRUE(gemmlowp::TryFakeQuantize(&context, values.data(),
                                            values.size(), range, out.data(),
                                            form)
                      .ok());
      return out;
    };
    const std::vector<float> of_2017 = fake_quantize(FakeQuantForm::kUpward);
    const std::vector<float> now = fake_quantize(FakeQuantForm::kFromZero);
    std::size_t others = 0;
    for (std::size_t i = 0; i < now.size(); ++i) others += now[i] != of_2017[i];
    EXPECT_GT(others, now.size() / 4);
    const NudgedRange unit = {0, 255, 1, 0, 1};
    const float below_half = 0.49999997f;
    float up, away;
    ASSERT_TRUE(gemmlowp::TryFakeQuantize(&context, &below_half, 1, unit, &up,
                                          FakeQuantForm::kUpward)
                    .ok());
    ASSERT_TRUE(gemmlowp::TryFakeQuantize(&context, &below_half, 1, unit, &away,
                                          FakeQuantForm::kAway)
                    .ok());
    EXPECT_EQ(up, 1);
    EXPECT_EQ(away, 0);
  });
}

TEST(FakeQuantize, Refusals) {
  GemmContext context;
  const float values[4] = {1, 2, 3, 4};
  float fake[4];
  NudgedRange nudged = {-1, 1, 0x1p-127f, 0, 0};
  const auto fake_quantize = [&](FakeQuantForm form) {
    return gemmlowp::TryFakeQuantize(&context, values, 4, nudged, fake, form);
  };
  EXPECT_TRUE(fake_quantize(FakeQuantForm::kUpward).ok());
  nudged.scale = 0x1p-129f;
  for (const auto form : {FakeQuantForm::kUpward, FakeQuantForm::kAway}) {
    EXPECT_STREQ(fake_quantize(form).argument(), "range.scale");
  }
  EXPECT_TRUE(fake_quantize(FakeQuantForm::kUpwardByDivision).ok());
  for (const auto form :
       {FakeQuantForm::kFromZero, FakeQuantForm::kFromZeroByDivision}) {
    for (const float inverse : {0.0f, 255.0f, INFINITY}) {
      nudged.inverse = inverse;
      const Status by_inverse = fake_quantize(form);
      EXPECT_STREQ(by_inverse.argument(),
                   inverse == 255 ? "" : "range.inverse");
    }
  }
  EXPECT_STREQ(fake_quantize(static_cast<FakeQuantForm>(5)).argument(), "form");
}

}  // namespace
}  // namespace lowp_test
