// The C API's products and convolutions of int16 inputs have the values of the
// definition, and batches and groups those of single products, on every
// backend.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "../support/context_for.h"
#include "../support/for_each_backend.h"
#include "../support/int16_case.h"
#include "owned_in_c.h"

namespace lowp_test {
namespace {

// A convolution of rows: a product if the kernel is 1.
ConvGeometry RowsGeometry(Random* random, int kernel) {
  ConvGeometry g;
  g.input_channels = random->Between(1, 70);
  g.output_channels = random->Between(1, 40);
  g.width.input = random->Between(kernel, 12);
  g.width.kernel = kernel;
  if (random->OneIn(2)) g.input_stride = g.input_channels + 3;
  if (random->OneIn(2)) g.output_stride = g.output_channels + 5;
  return g;
}

lowp_conv_geometry GeometryOf(const ConvGeometry& g) {
  lowp_conv_geometry geometry = {};
  geometry.size = sizeof(geometry);
  EXPECT_EQ(lowp_product_geometry(g.width.input, g.input_channels,
                                  g.output_channels, &geometry),
            LOWP_OK);
  geometry.width.kernel = g.width.kernel;
  geometry.input_stride = g.input_stride;
  geometry.output_stride = g.output_stride;
  return geometry;
}

OwnedInC<lowp_filter> FilterInC(const Int16Case<std::int8_t>& c,
                                const Backend& backend) {
  const lowp_conv_geometry geometry = GeometryOf(c.g);
  lowp_filter* filter = nullptr;
  EXPECT_EQ(lowp_filter_pack(&geometry, c.filter.data(), LOWP_INT8,
                             LOWP_FILTER_ODHWI, backend.name, &filter),
            LOWP_OK);
  return OwnedInC<lowp_filter>(filter);
}

struct Int16Stages {
  explicit Int16Stages(const Int16Case<std::int8_t>& c) {
    for (lowp_stage& stage : stages) {
      stage = {};
      stage.size = sizeof(stage);
      stage.per = LOWP_PER_COLUMN;
    }
    stages[0].kind = LOWP_STAGE_BIAS_INT64;
    stages[0].as.bias_int64.bias_vector = c.bias.data();
    stages[1].kind = LOWP_STAGE_SCALE_INT64;
    stages[1].as.scale_int64.result_fixedpoint_multiplier.values =
        c.multiplier.data();
    stages[1].as.scale_int64.result_exponent.values = c.exponent.data();
    stages[2].kind = LOWP_STAGE_BIAS;
    stages[2].per = LOWP_PER_ROW;
    stages[2].as.bias.bias_vector.values = c.row_bias.data();
  }
  lowp_stage stages[3];
};

// The result of a case: as a product if the kernel is 1, or as a convolution. T
// is std::int64_t for the sums, or std::int32_t with the stages or without any.
template <typename T>
class ResultInC {
 public:
  ResultInC(const Int16Case<std::int8_t>& c, const Backend& backend,
            int stage_count)
      : c_(c),
        context_(ContextInC(backend, 2)),
        filter_(FilterInC(c, backend)),
        stages_(c),
        stage_count_(stage_count),
        output_(c.OutputElements(), 0x5a) {}

  std::vector<T> AsProduct() {
    lowp_int16_product product = {};
    product.size = sizeof(product);
    product.lhs = lowp_row_major(c_.input.data(), LOWP_INT16, c_.g.width.input,
                                 c_.g.input_channels);
    if (c_.g.input_stride != 0) product.lhs.row_stride = c_.g.input_stride * 2;
    product.rhs = filter_.get();
    product.result = lowp_row_major(output_.data(), kType, c_.g.width.input,
                                    c_.g.output_channels);
    if (c_.g.output_stride != 0) {
      product.result.row_stride =
          c_.g.output_stride * static_cast<int>(sizeof(T));
    }
    product.lhs_zero_point = c_.zero_points.input;
    product.rhs_zero_point = FilterZeroPoint();
    product.rhs_zero_points = c_.zero_points.filter_of_channel;
    product.stages = stages_.stages;
    product.stage_count = stage_count_;
    EXPECT_EQ(lowp_gemm_int16(context_.get(), &product), LOWP_OK)
        << lowp_error_message();
    return output_;
  }

  std::vector<T> AsConvolution() {
    const lowp_conv_geometry geometry = GeometryOf(c_.g);
    lowp_conv conv = {};
    conv.size = sizeof(conv);
    conv.geometry = &geometry;
    conv.filter = filter_.get();
    conv.input_type = LOWP_INT16;
    conv.output_type = kType;
    conv.input_zero_point = c_.zero_points.input;
    conv.filter_zero_point = FilterZeroPoint();
    conv.filter_zero_points = c_.zero_points.filter_of_channel;
    conv.stages = stages_.stages;
    conv.stage_count = stage_count_;
    lowp_prepared_conv* made = nullptr;
    EXPECT_EQ(lowp_prepare_conv(context_.get(), &conv, &made), LOWP_OK)
        << lowp_error_message();
    const OwnedInC<lowp_prepared_conv> prepared(made);
    EXPECT_EQ(lowp_prepared_conv_run(made, context_.get(), c_.input.data(),
                                     output_.data()),
              LOWP_OK)
        << lowp_error_message();
    return output_;
  }

 private:
  static constexpr lowp_type kType = sizeof(T) == 8 ? LOWP_INT64 : LOWP_INT32;

  std::int32_t FilterZeroPoint() const {
    return c_.zero_points.filter_of_channel != nullptr ? 0
                                                       : c_.zero_points.filter;
  }

  const Int16Case<std::int8_t>& c_;
  OwnedInC<lowp_context> context_;
  OwnedInC<lowp_filter> filter_;
  Int16Stages stages_;
  int stage_count_;
  std::vector<T> output_;
};

template <typename T>
std::vector<T> ResultOf(const Int16Case<std::int8_t>& c, const Backend& backend,
                        bool as_product, int stage_count) {
  ResultInC<T> result(c, backend, stage_count);
  return as_product ? result.AsProduct() : result.AsConvolution();
}

TEST(CInt16Test, ValuesOfTheDefinition) {
  Random random(117);
  for (int turn = 0; turn < 40; ++turn) {
    const int kernel = turn % 2 == 0 ? 1 : random.Between(2, 3);
    const Int16Case<std::int8_t> c(RowsGeometry(&random, kernel), &random);
    SCOPED_TRACE(Text(c.g));
    const std::size_t channels = static_cast<std::size_t>(c.channels());
    const std::size_t stride = c.g.output_stride != 0
                                   ? static_cast<std::size_t>(c.g.output_stride)
                                   : channels;
    for (const Backend* backend : SupportedBackends()) {
      SCOPED_TRACE(backend->name);
      for (const bool as_product : {false, true}) {
        if (as_product && kernel != 1) continue;
        const auto sums = ResultOf<std::int64_t>(c, *backend, as_product, 0);
        const auto wrapped = ResultOf<std::int32_t>(c, *backend, as_product, 0);
        const auto scaled = ResultOf<std::int32_t>(c, *backend, as_product, 3);
        for (std::size_t i = 0; i < c.sums.size(); ++i) {
          const std::size_t row = i / channels;
          const std::size_t at = row * stride + i % channels;
          ASSERT_EQ(sums[at], c.sums[i]) << i;
          ASSERT_EQ(wrapped[at], Wrapped(c.sums[i])) << i;
          ASSERT_EQ(scaled[at],
                    Wrapped(std::int64_t{c.Scaled(i)} + c.row_bias[row]))
              << i;
        }
      }
    }
  }
}

// Products of one shape and of several, as a batch, and as groups of rows.
class CBatchTest : public ::testing::Test {
 protected:
  static constexpr int kProducts = 5, kK = 33, kN = 19;

  CBatchTest() : random_(5) {
    for (int i = 0; i < kProducts; ++i) {
      weights_.emplace_back(kK * kN);
      for (std::int8_t& w : weights_.back()) {
        w = static_cast<std::int8_t>(random_.Bits());
      }
      rows_.push_back(random_.Between(1, 40));
      first_.push_back(total_);
      total_ += rows_.back();
    }
    first_.push_back(total_);
    x_.resize(static_cast<std::size_t>(total_ * kK));
    for (std::uint8_t& x : x_) x = static_cast<std::uint8_t>(random_.Bits());
  }

  // Prepares each product, and the results of each by itself.
  void Prepare(const Backend& backend) {
    context_ = ContextInC(backend, 2);
    prepared_.clear();
    list_.clear();
    wanted_.assign(static_cast<std::size_t>(total_ * kN), 0);
    for (std::size_t i = 0; i < kProducts; ++i) {
      const lowp_matrix source =
          lowp_row_major(weights_[i].data(), LOWP_INT8, kK, kN);
      lowp_packed* packed = nullptr;
      ASSERT_LOWP_OK(lowp_pack(&source, LOWP_RHS, backend.name, &packed));
      const OwnedInC<lowp_packed> owned(packed);
      lowp_product product = {};
      product.size = sizeof(product);
      product.lhs = lowp_row_major(nullptr, LOWP_UINT8, rows_[i], kK);
      product.rhs_packed = packed;
      product.result = lowp_row_major(nullptr, LOWP_INT32, rows_[i], kN);
      product.lhs_offset = static_cast<std::int32_t>(i);
      lowp_prepared* made = nullptr;
      ASSERT_LOWP_OK(lowp_prepare_gemm(context_.get(), &product, &made));
      prepared_.emplace_back(made);
      list_.push_back(made);
      ASSERT_LOWP_OK(lowp_prepared_run(made, context_.get(), Lhs(i), nullptr,
                                       At(i, &wanted_)));
    }
  }
  const std::uint8_t* Lhs(std::size_t i) const {
    return x_.data() + first_[i] * kK;
  }
  std::int32_t* At(std::size_t i, std::vector<std::int32_t>* values) const {
    return values->data() + first_[i] * kN;
  }

  Random random_;
  std::vector<std::vector<std::int8_t>> weights_;
  std::vector<std::int32_t> rows_, first_, wanted_;
  int total_ = 0;
  std::vector<std::uint8_t> x_;
  OwnedInC<lowp_context> context_;
  std::vector<OwnedInC<lowp_prepared>> prepared_;
  std::vector<const lowp_prepared*> list_;
};

TEST_F(CBatchTest, BatchesAndGroupsAreSingleProducts) {
  for (const Backend* backend : SupportedBackends()) {
    SCOPED_TRACE(backend->name);
    ASSERT_NO_FATAL_FAILURE(Prepare(*backend));
    std::vector<std::int32_t> got(wanted_.size());
    std::vector<const void*> lhs, results;
    for (std::size_t i = 0; i < kProducts; ++i) {
      lhs.push_back(Lhs(i));
      results.push_back(At(i, &got));
    }
    lowp_batch batch = {};
    batch.size = sizeof(batch);
    batch.products = list_.data();
    batch.lhs.pointers = lhs.data();
    batch.result.pointers = results.data();
    batch.count = kProducts;
    ASSERT_LOWP_OK(lowp_run_batch(context_.get(), &batch));
    ASSERT_EQ(got, wanted_);
    got.assign(got.size(), 1);
    lowp_groups groups = {};
    groups.size = sizeof(groups);
    groups.products = list_.data();
    groups.offsets = first_.data();
    groups.x = lowp_row_major(x_.data(), LOWP_UINT8, total_, kK);
    groups.y = lowp_row_major(got.data(), LOWP_INT32, total_, kN);
    groups.groups = kProducts;
    ASSERT_LOWP_OK(lowp_run_groups(context_.get(), &groups));
    ASSERT_EQ(got, wanted_);
  }
}

// Where a matrix has one column, its order says nothing.
TEST_F(CBatchTest, GroupsOfOneColumn) {
  context_ = ContextInC(*SupportedBackends()[0], 1);
  for (const auto& [k, n] : {std::pair(1, 3), std::pair(3, 1)}) {
    const std::int8_t weights[] = {2, -3, 5};
    const std::uint8_t x[] = {1, 2, 3, 4, 5, 6};
    const lowp_matrix source = lowp_row_major(weights, LOWP_INT8, k, n);
    lowp_packed* packed = nullptr;
    ASSERT_LOWP_OK(lowp_pack(&source, LOWP_RHS, nullptr, &packed));
    const OwnedInC<lowp_packed> owned(packed);
    lowp_product product = {};
    product.size = sizeof(product);
    product.lhs = lowp_row_major(nullptr, LOWP_UINT8, 2, k);
    product.rhs_packed = packed;
    product.result = lowp_row_major(nullptr, LOWP_INT32, 2, n);
    lowp_prepared* made = nullptr;
    ASSERT_LOWP_OK(lowp_prepare_gemm(context_.get(), &product, &made));
    const OwnedInC<lowp_prepared> owner(made);
    std::int32_t wanted[6] = {}, got[6] = {};
    ASSERT_LOWP_OK(lowp_prepared_run(made, context_.get(), x, nullptr, wanted));
    const lowp_prepared* const list[] = {made};
    const std::int32_t offsets[] = {0, 2};
    lowp_groups groups = {};
    groups.size = sizeof(groups);
    groups.products = list;
    groups.offsets = offsets;
    groups.x = lowp_row_major(x, LOWP_UINT8, 2, k);
    groups.y = lowp_row_major(got, LOWP_INT32, 2, n);
    groups.groups = 1;
    ASSERT_LOWP_OK(lowp_run_groups(context_.get(), &groups));
    EXPECT_TRUE(std::equal(wanted, wanted + 6, got)) << k << " x " << n;
  }
}

TEST_F(CBatchTest, OneProductOfManyPlaces) {
  for (const Backend* backend : SupportedBackends()) {
    SCOPED_TRACE(backend->name);
    ASSERT_NO_FATAL_FAILURE(Prepare(*backend));
    const int rows = rows_[0], count = total_ / rows;
    const std::size_t entries = static_cast<std::size_t>(rows * kN);
    std::vector<std::int32_t> wanted(entries * static_cast<std::size_t>(count));
    std::vector<std::int32_t> got = wanted;
    for (int i = 0; i < count; ++i) {
      ASSERT_LOWP_OK(lowp_prepared_run(list_[0], context_.get(),
                                       x_.data() + i * rows * kK, nullptr,
                                       wanted.data() + i * rows * kN));
    }
    lowp_batch batch = {};
    batch.size = sizeof(batch);
    batch.product = list_[0];
    batch.lhs = {x_.data(), rows * kK, nullptr};
    batch.result = {got.data(), rows * kN * 4, nullptr};
    batch.count = count;
    ASSERT_LOWP_OK(lowp_run_batch(context_.get(), &batch));
    ASSERT_EQ(got, wanted);
    got.assign(got.size(), 1);
    std::size_t bytes = 0;
    ASSERT_LOWP_OK(lowp_batch_workspace_bytes(list_[0], 1, &bytes));
    std::vector<char> workspace(bytes);
    ASSERT_LOWP_OK(lowp_run_batch_in(&batch, workspace.data(), bytes, nullptr));
    ASSERT_EQ(got, wanted);
  }
}

}  // namespace
}  // namespace lowp_test
