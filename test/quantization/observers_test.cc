// The observers: their ranges, merging, growth, and the least-divergence choice
// against another system's.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/quantization/observers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "../golden/requantization_table.h"

namespace lowp_test {
namespace {

using gemmlowp::ChannelMinMaxObserver;
using gemmlowp::HistogramObserver;
using gemmlowp::MinMaxObserver;
using gemmlowp::MovingAverageObserver;
using gemmlowp::ObservedRange;
using gemmlowp::QuantizationParams;
using gemmlowp::Status;
using gemmlowp::Symmetry;

std::vector<float> NormalValues(int count, float mean, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(mean, 1.0f);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = normal(random);
  return values;
}

double Total(const HistogramObserver& observer) {
  return std::accumulate(observer.counts().begin(), observer.counts().end(),
                         0.0);
}

TEST(MinMaxObserver, SeesAllValues) {
  MinMaxObserver observer, other;
  EXPECT_TRUE(observer.empty());
  const float a[] = {3, -1, 2};
  const float b[] = {7, 0};
  ASSERT_TRUE(observer.Observe(a, 3).ok());
  EXPECT_EQ(observer.range().min, -1);
  EXPECT_EQ(observer.range().max, 3);
  observer.Merge(other);
  EXPECT_EQ(observer.range().max, 3);
  ASSERT_TRUE(other.Observe(b, 2).ok());
  observer.Merge(other);
  EXPECT_EQ(observer.range().min, -1);
  EXPECT_EQ(observer.range().max, 7);
  MinMaxObserver fresh;
  fresh.Merge(other);
  EXPECT_EQ(fresh.range().min, 0);
}

TEST(MinMaxObserver, RefusesWhatIsNotFinite) {
  MinMaxObserver observer;
  const float bad[] = {1, 2, std::nanf("")};
  const Status status = observer.Observe(bad, 3);
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(std::string(status.argument()), "values");
  EXPECT_EQ(status.value(), 2);
  EXPECT_TRUE(observer.empty());
  EXPECT_FALSE(observer.Observe(nullptr, 1).ok());
}

TEST(ChannelMinMaxObserver, SeesEachChannel) {
  // Outer size two, three channels, inner size two.
  const float values[] = {1, 2, 10, 20, -1, -2, 3, 0, 5, 15, -7, 4};
  ChannelMinMaxObserver observer(3);
  ASSERT_TRUE(observer.Observe(values, 2, 2).ok());
  EXPECT_EQ(observer.mins()[0], 0);
  EXPECT_EQ(observer.maxs()[0], 3);
  EXPECT_EQ(observer.mins()[1], 5);
  EXPECT_EQ(observer.maxs()[1], 20);
  EXPECT_EQ(observer.mins()[2], -7);
  EXPECT_EQ(observer.maxs()[2], 4);
  ChannelMinMaxObserver merged(3), wrong(2);
  ASSERT_TRUE(merged.Merge(observer).ok());
  EXPECT_EQ(merged.maxs()[1], 20);
  EXPECT_FALSE(merged.Merge(wrong).ok());
  ChannelMinMaxObserver none(0);
  EXPECT_FALSE(none.Observe(values, 1, 1).ok());
}

// Extents whose product exceeds 64 bits, or wraps to the size that is there.
TEST(ChannelMinMaxObserver, RefusesMoreThanMemoryHas) {
  const float values[] = {1, 2, 3, 4};
  ChannelMinMaxObserver observer(2);
  const std::size_t half = ~std::size_t{0} / 2 + 1;
  for (const std::size_t inner : {std::size_t{1}, half, half + 1}) {
    const Status status = observer.Observe(values, half, inner);
    EXPECT_STREQ(status.argument(), "outer");
    EXPECT_TRUE(observer.empty());
  }
  EXPECT_TRUE(observer.Observe(values, 2, 1).ok());
}

TEST(MovingAverageObserver, MovesByTheWeight) {
  MovingAverageObserver observer(0.25f);
  const float a[] = {-4, 4};
  const float b[] = {0, 8};
  ASSERT_TRUE(observer.Observe(a, 2).ok());
  ASSERT_TRUE(observer.Observe(b, 2).ok());
  EXPECT_EQ(observer.range().min, -3);
  EXPECT_EQ(observer.range().max, 5);
  MovingAverageObserver other(0.25f);
  ASSERT_TRUE(other.Observe(b, 2).ok());
  observer.Merge(other);  // two batches and one
  EXPECT_FLOAT_EQ(observer.range().min, -2);
  EXPECT_FLOAT_EQ(observer.range().max, 6);
  MovingAverageObserver bad(0.0f);
  EXPECT_FALSE(bad.Observe(a, 2).ok());
}

TEST(HistogramObserver, NoCountIsLostWhenTheRangeGrows) {
  HistogramObserver observer(64);
  double all = 0;
  for (unsigned batch = 0; batch < 20; ++batch) {
    const std::vector<float> values =
        NormalValues(500, static_cast<float>(batch) / 4, batch);
    ASSERT_TRUE(observer.Observe(values.data(), values.size()).ok());
    all += 500;
    ASSERT_EQ(Total(observer), all);
  }
}

TEST(HistogramObserver, OneValueIsARangeToo) {
  HistogramObserver observer(16);
  const float same[] = {2, 2, 2};
  ASSERT_TRUE(observer.Observe(same, 3).ok());
  EXPECT_EQ(Total(observer), 3);
  const float wider[] = {0, 4};
  ASSERT_TRUE(observer.Observe(wider, 2).ok());
  EXPECT_EQ(observer.counts()[0], 1);
  EXPECT_EQ(observer.counts()[8], 3);
  EXPECT_EQ(observer.counts()[15], 1);
}

TEST(HistogramObserver, MergesLikeOneObserver) {
  const std::vector<float> values = NormalValues(4000, 0, 1);
  HistogramObserver whole(128), first(128), second(128);
  // The ends come first, so that no count has to move.
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  const float ends[] = {*min, *max};
  for (HistogramObserver* observer : {&whole, &first, &second}) {
    ASSERT_TRUE(observer->Observe(ends, 2).ok());
  }
  ASSERT_TRUE(whole.Observe(values.data(), values.size()).ok());
  ASSERT_TRUE(first.Observe(values.data(), 1500).ok());
  ASSERT_TRUE(second.Observe(values.data() + 1500, 2500).ok());
  ASSERT_TRUE(first.Merge(second).ok());
  EXPECT_EQ(Total(first), Total(whole) + 2);
  for (std::size_t i = 1; i + 1 < 128; ++i) {
    EXPECT_EQ(first.counts()[i], whole.counts()[i]) << i;
  }
  HistogramObserver wrong(64);
  EXPECT_FALSE(first.Merge(wrong).ok());
  HistogramObserver fresh(128);
  ASSERT_TRUE(fresh.Merge(whole).ok());
  EXPECT_EQ(fresh.counts(), whole.counts());
}

TEST(HistogramObserver, PercentilesLeaveOutliersOut) {
  HistogramObserver observer(1000);
  std::vector<float> values(10000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i % 100) / 100;
  }
  values[0] = -50;
  values[1] = 50;
  ASSERT_TRUE(observer.Observe(values.data(), values.size()).ok());
  ObservedRange range;
  ASSERT_TRUE(observer.PercentileRange(1, &range).ok());
  EXPECT_EQ(range.min, -50);
  EXPECT_EQ(range.max, 50);
  ASSERT_TRUE(observer.PercentileRange(0.999, &range).ok());
  EXPECT_NEAR(range.min, 0, 0.11);
  EXPECT_NEAR(range.max, 1, 0.11);
  EXPECT_FALSE(observer.PercentileRange(0, &range).ok());
  EXPECT_FALSE(HistogramObserver(8).PercentileRange(1, &range).ok());
  EXPECT_FALSE(HistogramObserver(1).Observe(values.data(), 1).ok());
}

class GoldenDivergence : public GoldenTableTest {};

TEST_F(GoldenDivergence, Golden) {
  const RequantizationTable table("glow_choose_params_kl");
  int narrowed = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::string schema = table.Text(row, "schema");
    const Symmetry symmetry = schema == "Asymmetric" ? Symmetry::kAsymmetric
                              : schema == "SymmetricWithUnsigned"
                                  ? Symmetry::kSymmetricUnlessPositive
                                  : Symmetry::kSymmetric;
    const gemmlowp::QuantizationRule rule =
        gemmlowp::ProfileRule(symmetry, schema == "SymmetricWithPower2Scale");
    const std::vector<float> counts = table.Floats(row, "histogram");
    QuantizationParams params, whole;
    const Status status = gemmlowp::ChooseLeastDivergenceParams(
        counts.data(), static_cast<int>(counts.size()), table.Float(row, "min"),
        table.Float(row, "max"), {-128, 127}, rule, &params);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(params.scale, table.Double(row, "scale")) << row << schema;
    EXPECT_EQ(params.zero_point, table.Int(row, "offset")) << row << schema;
    ASSERT_TRUE(gemmlowp::ChooseQuantizationParams(table.Double(row, "min"),
                                                   table.Double(row, "max"),
                                                   {-128, 127}, rule, &whole)
                    .ok());
    narrowed += params.scale < whole.scale;
  }
  EXPECT_GT(narrowed, 10);
}

TEST(LeastDivergence, FewBinsAreQuantizedWhole) {
  const float counts[] = {1, 2, 3, 4};
  QuantizationParams params, whole;
  const gemmlowp::QuantizationRule rule =
      gemmlowp::ProfileRule(Symmetry::kAsymmetric);
  ASSERT_TRUE(gemmlowp::ChooseLeastDivergenceParams(counts, 4, -1, 2,
                                                    {-128, 127}, rule, &params)
                  .ok());
  ASSERT_TRUE(
      gemmlowp::ChooseQuantizationParams(-1, 2, {-128, 127}, rule, &whole)
          .ok());
  EXPECT_EQ(params.scale, whole.scale);
  EXPECT_EQ(params.zero_point, whole.zero_point);
  EXPECT_FALSE(gemmlowp::ChooseLeastDivergenceParams(counts, 0, -1, 2,
                                                     {-128, 127}, rule, &params)
                   .ok());
}

TEST(HistogramObserver, CountsAnyFiniteValues) {
  HistogramObserver observer(16);
  const float first[] = {-1, 5e37f, 3e38f};
  const float second[] = {-3e38f};
  ASSERT_TRUE(observer.Observe(first, 3).ok());
  ASSERT_TRUE(observer.Observe(second, 1).ok());
  EXPECT_EQ(Total(observer), 4);
  // Bins of 3.75e37: the new value, -1 in the eighth, then the others.
  EXPECT_EQ(observer.counts()[0], 1);
  EXPECT_EQ(observer.counts()[15], 1);
  HistogramObserver merged(16), other(16);
  ASSERT_TRUE(merged.Observe(first, 3).ok());
  ASSERT_TRUE(other.Observe(second, 1).ok());
  ASSERT_TRUE(merged.Merge(other).ok());
  EXPECT_EQ(Total(merged), 4);
}

TEST(HistogramObserver, FindsTheBinsOfAVeryWideRange) {
  HistogramObserver observer(4);
  const float values[] = {-3e38f, -1e38f, 1e38f, 3e38f};
  ASSERT_TRUE(observer.Observe(values, 4).ok());
  EXPECT_EQ(observer.counts(), (std::vector<float>{1, 1, 1, 1}));
}

TEST(HistogramObserver, FindsTheBinsOfAVeryNarrowRange) {
  HistogramObserver observer(4);
  const float least = std::numeric_limits<float>::denorm_min();
  const float values[] = {0, least};
  ASSERT_TRUE(observer.Observe(values, 2).ok());
  EXPECT_EQ(observer.counts(), (std::vector<float>{1, 0, 0, 1}));
  const float more[] = {2 * least};
  ASSERT_TRUE(observer.Observe(more, 1).ok());
  EXPECT_EQ(Total(observer), 3);
}

TEST(MovingAverageObserver, StaysFinite) {
  const float low[] = {-3e38f};
  const float high[] = {3e38f};
  MovingAverageObserver observer(0.5f), other(0.5f);
  ASSERT_TRUE(observer.Observe(low, 1).ok());
  ASSERT_TRUE(observer.Observe(high, 1).ok());
  EXPECT_EQ(observer.range().max, 0);
  ASSERT_TRUE(other.Observe(high, 1).ok());
  MovingAverageObserver merged(0.5f);
  ASSERT_TRUE(merged.Observe(low, 1).ok());
  merged.Merge(other);
  EXPECT_EQ(merged.range().max, 0);
  MovingAverageObserver most(0.5f);
  ASSERT_TRUE(most.Observe(low, 1).ok());
  for (int i = 0; i < 200; ++i) most.Merge(other);
  EXPECT_TRUE(std::isfinite(most.range().max));
}

TEST(LeastDivergence, TakesAnyFiniteRange) {
  std::vector<float> counts(300, 1.0f);
  QuantizationParams params;
  for (const Symmetry symmetry : {Symmetry::kAsymmetric, Symmetry::kSymmetric,
                                  Symmetry::kSymmetricUnlessPositive}) {
    const Status status = gemmlowp::ChooseLeastDivergenceParams(
        counts.data(), 300, -1, 3e38f, {-128, 127},
        gemmlowp::ProfileRule(symmetry), &params);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_GT(params.scale, 3e38 / 256);
    EXPECT_LT(params.scale, 3e38 / 126);
  }
}

// A symmetric range may be wider than the observed one.
TEST(LeastDivergence, RefusesASymmetricRangeThatIsNoFloat) {
  const std::vector<float> counts(300, 1.0f);
  gemmlowp::QuantizationRule rule;
  rule.symmetry = gemmlowp::Symmetry::kSymmetric;
  QuantizationParams params;
  for (const int high : {1, 2}) {
    const Status status = gemmlowp::ChooseLeastDivergenceParams(
        counts.data(), 300, -3e38f, 1, {-2, 4 / high}, rule, &params);
    EXPECT_EQ(status.ok(), high == 2);
    EXPECT_STREQ(status.argument(), high == 2 ? "" : "max");
  }
}

TEST(LeastDivergence, RefusesCountsThatAreNone) {
  QuantizationParams params;
  for (const float wrong : {-1.0f, std::numeric_limits<float>::infinity(),
                            std::numeric_limits<float>::quiet_NaN()}) {
    const float counts[] = {1, wrong, 3};
    const Status status = gemmlowp::ChooseLeastDivergenceParams(
        counts, 3, -1, 2, {-128, 127},
        gemmlowp::ProfileRule(Symmetry::kAsymmetric), &params);
    EXPECT_EQ(status.argument(), std::string("counts"));
    EXPECT_EQ(status.value(), 1);
  }
}

}  // namespace
}  // namespace lowp_test
