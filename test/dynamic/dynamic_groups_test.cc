// Groups of rows with dynamic layers: the bytes of one run for each group.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/dynamic/dynamic_groups.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/random_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::DynamicLinear;
using gemmlowp::DynamicLinearParameters;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::RunDynamicGroups;
using gemmlowp::Status;
using gemmlowp::internal::Backend;

template <typename T>
using Rows = MatrixMap<T, MapOrder::RowMajor>;
using Indices = std::vector<std::int32_t>;

// Experts of different weights and arithmetic.
struct Experts {
  Experts(int count, int k, int n, GemmContext* context) : k(k), n(n) {
    const gemmlowp::DynamicArithmetic arithmetics[] = {
        gemmlowp::SymmetricRows(), gemmlowp::AsymmetricRows(),
        gemmlowp::OnnxTensor()};
    Random random(static_cast<std::uint64_t>(count));
    for (int i = 0; i < count; ++i) {
      std::vector<std::int8_t> weights(static_cast<std::size_t>(k * n));
      for (std::int8_t& weight : weights) {
        weight = static_cast<std::int8_t>(random.Bits());
      }
      const float scale = 0.01f * static_cast<float>(i + 1);
      DynamicLinearParameters parameters;
      parameters.scales = {&scale, 1};
      parameters.arithmetic = arithmetics[i % 3];
      layers.emplace_back();
      const Status status = DynamicLinear::Prepare(
          context, Rows<const std::int8_t>(weights.data(), k, n), parameters,
          &layers.back());
      EXPECT_TRUE(status.ok()) << status.message();
    }
  }
  int k, n;
  std::vector<DynamicLinear> layers;
};

std::vector<float> AnyInput(int rows, int k) {
  Random random(static_cast<std::uint64_t>(rows));
  std::vector<float> x(static_cast<std::size_t>(rows * k));
  for (float& value : x) {
    value = static_cast<float>(random.Between(-999, 999)) / 64;
  }
  return x;
}

// Group by group, with rows copied together.
std::vector<float> Expected(const Experts& experts, const std::vector<float>& x,
                            const Indices& offsets, const Indices& index,
                            GemmContext* context) {
  std::vector<float> y;
  for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
    const int rows = offsets[g + 1] - offsets[g];
    if (rows == 0) continue;
    std::vector<float> part;
    for (int row = offsets[g]; row < offsets[g + 1]; ++row) {
      const auto from =
          x.begin() + experts.k * (index.empty() ? row : index[row]);
      part.insert(part.end(), from, from + experts.k);
    }
    std::vector<float> result(static_cast<std::size_t>(rows * experts.n));
    const Status status = experts.layers[g].Run(
        context, Rows<const float>(part.data(), rows, experts.k),
        Rows<float>(result.data(), rows, experts.n));
    EXPECT_TRUE(status.ok()) << status.message();
    y.insert(y.end(), result.begin(), result.end());
  }
  return y;
}

TEST(DynamicGroupsTest, EqualsRunsOfEachGroup) {
  const Indices many_offsets[] = {
      {0, 1, 1, 3, 3, 3, 8},             // few rows
      {0, 0, 70, 70, 200, 201, 265},     // more than a piece
      {0, 65, 130, 195, 260, 325, 390},  // a piece and one row
      {0, 0, 0, 0, 0, 0, 0},             // none
  };
  ForEachBackend([&](const Backend& backend) {
    GemmContext single;
    UseBackend(backend, &single);
    const Experts experts(6, 96, 130, &single);
    for (const Indices& offsets : many_offsets) {
      const int rows = offsets.back();
      for (const bool gathers : {false, true}) {
        const int x_rows = gathers ? 50 : rows;
        const std::vector<float> x = AnyInput(x_rows, experts.k);
        Indices index;  // one entry more: its data is never null
        for (int row = 0; gathers && row <= rows; ++row) {
          index.push_back(row * 17 % x_rows);
        }
        const std::vector<float> expected =
            Expected(experts, x, offsets, index, &single);
        for (const int threads : {1, 2, 8}) {
          GemmContext context;
          UseBackend(backend, &context);
          context.set_max_num_threads(threads);
          std::vector<float> y(expected.size());
          const Status status = RunDynamicGroups(
              &context, experts.layers.data(), 6, offsets.data(),
              Rows<const float>(x.data(), x_rows, experts.k),
              gathers ? index.data() : nullptr,
              Rows<float>(y.data(), rows, experts.n));
          ASSERT_TRUE(status.ok()) << status.message();
          ASSERT_EQ(y, expected) << threads << " threads, " << rows << " rows";
        }
      }
    }
  });
}

TEST(DynamicGroupsTest, GroupsWithoutRowsMayHaveEmptyLayers) {
  constexpr int kRows = 265;
  const Indices offsets = {0, 0, 70, 70, 200, 200, kRows};
  GemmContext single;
  Experts experts(6, 96, 130, &single);
  const std::vector<float> x = AnyInput(kRows, experts.k);
  const std::vector<float> expected =
      Expected(experts, x, offsets, {}, &single);
  for (const std::size_t group : {0u, 2u, 4u}) {
    experts.layers[group] = DynamicLinear();
  }
  for (const int threads : {1, 2, 8}) {  // sharing groups, and their pieces
    GemmContext context;
    context.set_max_num_threads(threads);
    std::vector<float> y(expected.size());
    const Status status =
        RunDynamicGroups(&context, experts.layers.data(), 6, offsets.data(),
                         Rows<const float>(x.data(), kRows, experts.k), nullptr,
                         Rows<float>(y.data(), kRows, experts.n));
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(y, expected) << threads << " threads";
  }
}

class DynamicGroupsDoorTest : public ::testing::Test {
 protected:
  Status Run(int groups = 3, int y_rows = 3, int x_cols = 8) {
    return RunDynamicGroups(&context_, experts_.layers.data(), groups,
                            offsets_.data(),
                            Rows<const float>(x_.data(), 3, x_cols, 8),
                            index_.data(), Rows<float>(y_.data(), y_rows, 4));
  }
  // Runs with other pointers.
  Status RunAt(const std::int32_t* offsets, const std::int32_t* index,
               const DynamicLinear* layers, int x_rows, float* y) {
    return RunDynamicGroups(&context_, layers, 3, offsets,
                            Rows<const float>(x_.data(), x_rows, 8), index,
                            Rows<float>(y, 3, 4));
  }

  GemmContext context_;
  Experts experts_{3, 8, 4, &context_};
  Indices offsets_ = {0, 1, 1, 3};
  Indices index_ = {2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  std::vector<float> x_ = std::vector<float>(24), y_ = std::vector<float>(12);
};

TEST_F(DynamicGroupsDoorTest, RefusesShapes) {
  experts_.layers[1] = DynamicLinear();  // of an empty group
  EXPECT_TRUE(Run().ok());
  EXPECT_STREQ(Run(-1).argument(), "groups");
  EXPECT_STREQ(Run(2).argument(), "y.rows");
  EXPECT_STREQ(Run(3, 2).argument(), "y.rows");
  EXPECT_STREQ(Run(3, 3, 7).argument(), "x.cols");
  index_[1] = 3;
  EXPECT_STREQ(Run().argument(), "index");
  index_[1] = -1;
  EXPECT_STREQ(Run().argument(), "index");
  index_[1] = 0;
  offsets_ = {0, 2, 1, 3};
  EXPECT_STREQ(Run().argument(), "offsets");
  offsets_ = {1, 1, 1, 3};
  EXPECT_STREQ(Run().argument(), "offsets");
  offsets_ = {0, 1, 2, 3};
  EXPECT_STREQ(Run().argument(), "layers") << "its layer is empty";
}

TEST_F(DynamicGroupsDoorTest, RefusesPlaces) {
  const DynamicLinear* const layers = experts_.layers.data();
  const std::int32_t* const offsets = offsets_.data();
  const std::int32_t* const index = index_.data();
  float* const y = y_.data();
  EXPECT_TRUE(RunAt(offsets, index, layers, 3, y).ok());
  EXPECT_TRUE(RunAt(offsets, nullptr, layers, 3, y).ok());
  EXPECT_STREQ(RunAt(offsets, nullptr, layers, 2, y).argument(), "y.rows");
  EXPECT_STREQ(RunAt(nullptr, index, layers, 3, y).argument(), "offsets");
  EXPECT_STREQ(RunAt(offsets, index, nullptr, 3, y).argument(), "layers");
  EXPECT_STREQ(
      RunAt(offsets, index, layers, 3, reinterpret_cast<float*>(index_.data()))
          .argument(),
      "y.data");
  EXPECT_STREQ(RunAt(offsets, index, layers, 3, x_.data() + 12).argument(),
               "y.data");
  EXPECT_STREQ(RunDynamicGroups(static_cast<GemmContext*>(nullptr), layers, 3,
                                offsets, Rows<const float>(x_.data(), 3, 8),
                                index, Rows<float>(y, 3, 4))
                   .argument(),
               "context");
}

}  // namespace
}  // namespace lowp_test
