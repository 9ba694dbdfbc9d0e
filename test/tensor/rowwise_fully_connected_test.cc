// Fully connected layers with weights quantized row by row, on every backend:
// against the formula, and against the results of Glow's own code.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/rowwise/rowwise_fully_connected.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "../golden/requantization_table.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::FloatRounding;
using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::RowwiseLayer;
using gemmlowp::Status;
using gemmlowp::ZeroPointOrder;
using gemmlowp::internal::Backend;

template <typename T>
std::vector<T> SomeCodes(int count) {
  std::mt19937 random(3);
  std::vector<T> values(static_cast<std::size_t>(count));
  for (T& value : values) value = static_cast<T>(random());
  return values;
}

// A layer and its sums.
struct Layer {
  int rows, depth, outputs;
  std::vector<std::uint8_t> input;
  std::vector<std::int8_t> weights;  // outputs x k
  std::vector<float> scales, bias;
  std::vector<std::int32_t> offsets, integer_bias;
  static constexpr int kInputOffset = -77;

  Layer(int the_rows, int the_depth, int the_outputs)
      : rows(the_rows),
        depth(the_depth),
        outputs(the_outputs),
        input(SomeCodes<std::uint8_t>(rows * depth)),
        weights(SomeCodes<std::int8_t>(outputs * depth)) {
    for (int o = 0; o < outputs; ++o) {
      scales.push_back(0.0001f * static_cast<float>(o % 17 + 3));
      bias.push_back(0.37f * static_cast<float>(o) - 2);
      offsets.push_back(o % 11 - 5);
      integer_bias.push_back(1000 - 31 * o);
    }
  }

  MatrixMap<const std::uint8_t, MapOrder::RowMajor> Input() const {
    return {input.data(), rows, depth};
  }
  MatrixMap<const std::int8_t, MapOrder::ColMajor> Weights() const {
    return {weights.data(), depth, outputs};
  }
  std::int32_t Sum(int row, int output, bool has_offsets) const {
    std::int32_t sum = 0;
    for (int k = 0; k < depth; ++k) {
      sum +=
          (input[row * depth + k] + kInputOffset) *
          (weights[output * depth + k] + (has_offsets ? offsets[output] : 0));
    }
    return sum;
  }
};

void ExpectFloats(const Layer& layer, bool has_offsets, bool has_bias,
                  GemmContext* context) {
  std::vector<float> values(
      static_cast<std::size_t>(layer.rows * layer.outputs));
  MatrixMap<float, MapOrder::RowMajor> result(values.data(), layer.rows,
                                              layer.outputs);
  const Status status = gemmlowp::TryRowwiseFullyConnected(
      context, layer.Input(), Layer::kInputOffset, layer.Weights(),
      RowwiseLayer{layer.scales.data(),
                   has_offsets ? layer.offsets.data() : nullptr},
      has_bias ? layer.bias.data() : static_cast<const float*>(nullptr),
      &result);
  ASSERT_TRUE(status.ok()) << status.message();
  for (int r = 0; r < layer.rows; ++r) {
    for (int o = 0; o < layer.outputs; ++o) {
      const float product =
          static_cast<float>(layer.Sum(r, o, has_offsets)) * layer.scales[o];
      const float expected = has_bias ? product + layer.bias[o] : product;
      ASSERT_EQ(result(r, o), expected) << r << " " << o;
    }
  }
}

void ExpectBytes(const Layer& layer, GemmContext* context) {
  std::vector<std::int8_t> values(
      static_cast<std::size_t>(layer.rows * layer.outputs));
  MatrixMap<std::int8_t, MapOrder::RowMajor> result(values.data(), layer.rows,
                                                    layer.outputs);
  const Status status = gemmlowp::TryRowwiseFullyConnected(
      context, layer.Input(), Layer::kInputOffset, layer.Weights(),
      RowwiseLayer{layer.scales.data(), layer.offsets.data()},
      layer.integer_bias.data(), 9, FloatRounding::kAway,
      ZeroPointOrder::kBeforeRounding, &result);
  ASSERT_TRUE(status.ok()) << status.message();
  for (int r = 0; r < layer.rows; ++r) {
    for (int o = 0; o < layer.outputs; ++o) {
      const float product =
          static_cast<float>(layer.Sum(r, o, true) + layer.integer_bias[o]) *
          layer.scales[o];
      const float rounded = std::round(product + 9.0f);
      ASSERT_EQ(result(r, o), std::clamp(rounded, -128.0f, 127.0f));
    }
  }
}

TEST(RowwiseFullyConnected, IsItsFormula) {
  for (const Layer& layer :
       {Layer(1, 64, 100), Layer(5, 33, 17), Layer(64, 128, 48)}) {
    ForEachBackend([&](const Backend& backend) {
      GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      ExpectFloats(layer, true, true, &context);
      ExpectFloats(layer, false, true, &context);
      ExpectFloats(layer, true, false, &context);
      ExpectBytes(layer, &context);
    });
  }
}

TEST(RowwiseFullyConnected, Refusals) {
  const Layer layer(2, 8, 3);
  float values[6];
  MatrixMap<float, MapOrder::RowMajor> result(values, 2, 3);
  GemmContext context;
  EXPECT_STREQ(gemmlowp::TryRowwiseFullyConnected(
                   &context, layer.Input(), 0, layer.Weights(),
                   RowwiseLayer{nullptr, nullptr}, layer.bias.data(), &result)
                   .argument(),
               "layer.scales");
}

class GoldenRowwiseFullyConnected : public GoldenTableTest {};

// Glow's table gives the sums themselves: they are the bias of a product of
// zeros.
TEST_F(GoldenRowwiseFullyConnected, Glow) {
  const RequantizationTable table("glow_fc");
  const std::int8_t zero = 0;
  const MatrixMap<const std::int8_t, MapOrder::RowMajor> input(&zero, 1, 1);
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> weights(&zero, 1, 1);
  ForEachBackend([&](const Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    int mismatches = 0, of_fully_connected = 0;
    for (std::size_t row = 0; row < table.size(); ++row) {
      const float product_scale =
          table.Float(row, "in_scale") * table.Float(row, "w_scale");
      const float bias_factor = table.Float(row, "bias_scale") / product_scale;
      const std::int32_t sum = static_cast<std::int32_t>(
          table.Int(row, "dot") +
          std::lround(static_cast<float>(table.Int(row, "bias")) *
                      bias_factor));
      const float scale = product_scale / table.Float(row, "out_scale");
      std::int8_t value;
      MatrixMap<std::int8_t, MapOrder::RowMajor> result(&value, 1, 1);
      ASSERT_TRUE(
          gemmlowp::TryRowwiseFullyConnected(
              &context, input, 0, weights, RowwiseLayer{&scale, nullptr}, &sum,
              static_cast<std::int32_t>(table.Int(row, "out_offset")),
              FloatRounding::kAway, ZeroPointOrder::kBeforeRounding, &result)
              .ok());
      mismatches += value != table.Int(row, "out_interp_rowwise");
      of_fully_connected += value != table.Int(row, "out_interp_fc");
    }
    EXPECT_EQ(mismatches, 0);
    EXPECT_EQ(of_fully_connected, 34);  // as in the tables' description
  });
}

}  // namespace
}  // namespace lowp_test
