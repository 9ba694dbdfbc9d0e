// Stages written by a caller: lambdas and structs, anywhere in the tuple,
// called with the right position for every order and any number of threads.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/check_case.h"

namespace lowp_test {
namespace {

using gemmlowp::OutputStageBiasAddition;
using gemmlowp::OutputStageClamp;
using gemmlowp::OutputStageSaturatingCastToInt8;
using gemmlowp::OutputStageSaturatingCastToUint8;
using gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent;
using ColumnBias =
    OutputStageBiasAddition<VectorMap<const std::int32_t, VectorShape::Row>>;

template <MapOrder Order, typename T>
MatrixMap<T, Order> Map(std::vector<std::remove_const_t<T>>* data, int rows,
                        int cols) {
  return MatrixMap<T, Order>(data->data(), rows, cols);
}

// The call of the library, and the expected value of an element.
using MultiplyFunction = std::function<Status(
    gemmlowp::GemmContext* context, std::vector<std::int32_t>* values)>;
using ExpectedFunction =
    std::function<std::int32_t(std::int32_t sum, int row, int col)>;

std::int32_t ToBits(std::int32_t value) { return value; }
std::int32_t ToBits(float value) { return BitsOf(value); }

// A product of u8 by s8, and its sums.
struct Product {
  Product(int rows, int depth, int cols)
      : rows(rows), depth(depth), cols(cols) {
    Random random(rows * 1000 + cols);
    lhs.resize(rows * depth);
    rhs.resize(depth * cols);
    for (auto& value : lhs) value = static_cast<std::uint8_t>(random.Bits());
    for (auto& value : rhs) value = static_cast<std::int8_t>(random.Bits());
  }

  template <MapOrder LhsOrder, MapOrder RhsOrder>
  std::vector<std::int32_t> Sums() {
    const auto a = Map<LhsOrder, const std::uint8_t>(&lhs, rows, depth);
    const auto b = Map<RhsOrder, const std::int8_t>(&rhs, depth, cols);
    return ReferenceGemm(gemmlowp::internal::Erase(a),
                         gemmlowp::internal::Erase(b),
                         std::vector<std::int32_t>(rows, 3),
                         std::vector<std::int32_t>(cols, -5));
  }

  // One product, its result row by row. All templates are here.
  template <typename T, MapOrder LhsOrder, MapOrder RhsOrder,
            MapOrder ResultOrder, typename... Stages>
  Status Multiply(gemmlowp::GemmContext* context,
                  const std::tuple<Stages...>& pipeline,
                  std::vector<std::int32_t>* values) {
    std::vector<T> data(rows * cols);
    auto result = Map<ResultOrder, T>(&data, rows, cols);
    const Status status = gemmlowp::TryGemm(
        context, Map<LhsOrder, const std::uint8_t>(&lhs, rows, depth),
        Map<RhsOrder, const std::int8_t>(&rhs, depth, cols), &result, 3, -5,
        pipeline);
    values->clear();
    for (int row = 0; row < rows; ++row) {
      for (int col = 0; col < cols; ++col) {
        values->push_back(ToBits(result(row, col)));
      }
    }
    return status;
  }

  // Multiplies on every backend, with 1 to 4 threads, and compares.
  void Check(const std::string& orders, const MultiplyFunction& multiply,
             const std::vector<std::int32_t>& sums,
             const ExpectedFunction& expected) {
    SCOPED_TRACE(std::to_string(rows) + "x" + std::to_string(depth) + "x" +
                 std::to_string(cols) +
                 ", orders of lhs, rhs, result: " + orders);
    std::vector<std::int32_t> expected_values;
    for (int at = 0; at < rows * cols; ++at) {
      expected_values.push_back(expected(sums[at], at / cols, at % cols));
    }
    ForEachBackend([&](const Backend& backend) {
      for (int threads = 1; threads <= 4; ++threads) {
        SCOPED_TRACE(std::to_string(threads) + " threads");
        gemmlowp::GemmContext* const context = ContextFor(backend);
        context->set_max_num_threads(threads);
        std::vector<std::int32_t> values;
        const Status status = multiply(context, &values);
        ASSERT_TRUE(status.ok()) << status.message();
        const int at = static_cast<int>(
            std::mismatch(values.begin(), values.end(), expected_values.begin())
                .first -
            values.begin());
        if (at == rows * cols) continue;
        FAIL() << values[at] << " is not " << expected_values[at] << " at ("
               << at / cols << ", " << at % cols << ")";
      }
    });
  }

  template <typename T, MapOrder LhsOrder, MapOrder RhsOrder,
            MapOrder ResultOrder, typename... Stages>
  void CheckOrder(const std::tuple<Stages...>& pipeline,
                  const ExpectedFunction& expected) {
    const auto name = [](MapOrder order) {
      return order == MapOrder::RowMajor ? "row " : "column ";
    };
    Check(
        std::string(name(LhsOrder)) + name(RhsOrder) + name(ResultOrder),
        [&](gemmlowp::GemmContext* context, std::vector<std::int32_t>* values) {
          return Multiply<T, LhsOrder, RhsOrder, ResultOrder>(context, pipeline,
                                                              values);
        },
        Sums<LhsOrder, RhsOrder>(), expected);
  }

  template <typename T, typename... Stages>
  void CheckBothResultOrders(const std::tuple<Stages...>& pipeline,
                             const ExpectedFunction& expected) {
    constexpr MapOrder kRow = MapOrder::RowMajor, kCol = MapOrder::ColMajor;
    CheckOrder<T, kRow, kCol, kRow>(pipeline, expected);
    CheckOrder<T, kRow, kCol, kCol>(pipeline, expected);
  }

  template <typename T, typename... Stages>
  void CheckEveryOrder(const std::tuple<Stages...>& pipeline,
                       const ExpectedFunction& expected) {
    constexpr MapOrder kRow = MapOrder::RowMajor, kCol = MapOrder::ColMajor;
    CheckBothResultOrders<T>(pipeline, expected);
    CheckOrder<T, kRow, kRow, kRow>(pipeline, expected);
    CheckOrder<T, kRow, kRow, kCol>(pipeline, expected);
    CheckOrder<T, kCol, kRow, kRow>(pipeline, expected);
    CheckOrder<T, kCol, kRow, kCol>(pipeline, expected);
    CheckOrder<T, kCol, kCol, kRow>(pipeline, expected);
    CheckOrder<T, kCol, kCol, kCol>(pipeline, expected);
  }

  int rows, depth, cols;
  std::vector<std::uint8_t> lhs;
  std::vector<std::int8_t> rhs;
};

constexpr int kSizes[][3] = {{1, 1, 1},    {5, 9, 3},     {17, 4, 49},
                             {50, 30, 16}, {130, 64, 97}, {1, 20, 130},
                             {130, 20, 1}, {200, 65, 210}};

TEST(UserStageTest, ReceivesValueAndPosition) {
  const auto stage = [](std::int32_t value, int row, int col) {
    return Wrap(std::int64_t{value} * 1000003 + 1009 * row - col);
  };
  for (const auto& size : kSizes) {
    Product product(size[0], size[1], size[2]);
    ASSERT_NO_FATAL_FAILURE(
        product.CheckEveryOrder<std::int32_t>(std::make_tuple(stage), stage));
  }
}

// A stage is called once for each position of the result, and for no other.
TEST(UserStageTest, IsCalledOnceForEachPosition) {
  const int rows = 37, cols = 101;
  Product product(rows, 8, cols);
  std::vector<std::atomic<int>> visits(rows * cols);
  std::atomic<int> strays{0};
  const auto count = [&](std::int32_t value, int row, int col) {
    if (row < 0 || row >= rows || col < 0 || col >= cols) {
      ++strays;
    } else {
      ++visits[row * cols + col];
    }
    return value;
  };
  const auto same = [](std::int32_t sum, int, int) { return sum; };
  ASSERT_NO_FATAL_FAILURE(
      product.CheckEveryOrder<std::int32_t>(std::make_tuple(count), same));
  // Eight orders with one to four threads.
  const int runs = 8 * 4 * static_cast<int>(SupportedBackends().size());
  for (const std::atomic<int>& count : visits) ASSERT_EQ(count, runs);
  EXPECT_EQ(0, strays);
}

// Stages with state: a table by pointer, values by copy.
struct LookUp {
  const std::vector<std::int32_t>* table;
  std::int32_t scale;
  std::int32_t operator()(std::int32_t value, int row, int col) const {
    const std::size_t at = static_cast<std::uint32_t>(value) + row + 3 * col;
    return (*table)[at % table->size()] * scale;
  }
};

TEST(UserStageTest, FirstMiddleAndLast) {
  const std::vector<std::int32_t> table = {5, -7, 300, -40000, 12, 0, 77};
  const LookUp look_up{&table, 3};
  std::int32_t negate = -1;
  const auto flip = [negate](std::int32_t value, int, int) {
    return Wrap(std::int64_t{value} * negate);
  };
  OutputStageScaleInt32ByFixedPointAndExponent scale{};
  scale.result_fixedpoint_multiplier = 1500000000;
  scale.result_exponent = -4;
  scale.result_offset_after_shift = 11;
  const auto scaled = [&](std::int32_t value) {
    return ReferenceScale(value, 1500000000, -4, 11);
  };
  OutputStageClamp clamp{};
  clamp.min = -90;
  clamp.max = 90;
  for (const auto& size : kSizes) {
    Product product(size[0], size[1], size[2]);
    std::vector<std::int32_t> bias(product.cols);
    Random random(4);
    for (auto& value : bias) value = random.WildInt32();
    ColumnBias bias_stage{};
    bias_stage.bias_vector = {bias.data(), product.cols};

    SCOPED_TRACE("first");
    product.CheckBothResultOrders<std::int8_t>(
        std::make_tuple(flip, bias_stage, scale, clamp,
                        OutputStageSaturatingCastToInt8()),
        [&](std::int32_t sum, int row, int col) {
          return ReferenceClamp(
              scaled(ReferenceBias(flip(sum, row, col), bias[col])), -90, 90);
        });
    SCOPED_TRACE("in the middle");
    product.CheckBothResultOrders<std::uint8_t>(
        std::make_tuple(bias_stage, scale, look_up, flip, clamp,
                        OutputStageSaturatingCastToUint8()),
        [&](std::int32_t sum, int row, int col) {
          const std::int32_t value =
              look_up(scaled(ReferenceBias(sum, bias[col])), row, col);
          return ReferenceClamp(-value, 0, 90);
        });
    SCOPED_TRACE("last");
    product.CheckBothResultOrders<std::int32_t>(
        std::make_tuple(bias_stage, scale, clamp, look_up),
        [&](std::int32_t sum, int row, int col) {
          return look_up(
              ReferenceClamp(scaled(ReferenceBias(sum, bias[col])), -90, 90),
              row, col);
        });
    if (HasFatalFailure()) return;
  }
}

// The last stage may also be the cast.
template <typename T>
struct NarrowTo {
  T operator()(std::int32_t value, int row, int col) const {
    return static_cast<T>(value + 5 * row + col);
  }
};

template <typename T>
void CheckLastStageReturning() {
  OutputStageClamp clamp{};
  clamp.min = -100000;
  clamp.max = 100000;
  for (const auto& size : kSizes) {
    Product product(size[0], size[1], size[2]);
    product.CheckBothResultOrders<T>(
        std::make_tuple(clamp, NarrowTo<T>()),
        [](std::int32_t sum, int row, int col) {
          return NarrowTo<T>()(ReferenceClamp(sum, -100000, 100000), row, col);
        });
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(UserStageTest, LastStageReturnsUint8) {
  CheckLastStageReturning<std::uint8_t>();
}
TEST(UserStageTest, LastStageReturnsInt8) {
  CheckLastStageReturning<std::int8_t>();
}
TEST(UserStageTest, LastStageReturnsInt16) {
  CheckLastStageReturning<std::int16_t>();
}

// Stages on floats between the library's own, and one that takes values of
// either type.
TEST(UserStageTest, TakesAndGivesFloats) {
  const auto halve = [](float value, int row, int col) {
    return value * 0.5f + static_cast<float>(row - 2 * col);
  };
  const auto same = [](auto value, int, int) { return value; };
  const auto to_float = [](std::int32_t value, int, int) {
    return static_cast<float>(value) - 0.25f;
  };
  const auto to_int32 = [](float value, int row, int) {
    return static_cast<std::int32_t>(value) + row;
  };
  gemmlowp::OutputStageDequantize dequantize{};
  dequantize.result_scale = 0.37f;
  for (const auto& size : kSizes) {
    Product product(size[0], size[1], size[2]);
    SCOPED_TRACE("to float");
    product.CheckBothResultOrders<float>(
        std::make_tuple(same, dequantize, same, halve),
        [&](std::int32_t sum, int row, int col) {
          return BitsOf(halve(ReferenceDequantize(sum, 0.37f), row, col));
        });
    SCOPED_TRACE("through float");
    product.CheckBothResultOrders<std::int32_t>(
        std::make_tuple(to_float, halve, to_int32),
        [&](std::int32_t sum, int row, int col) {
          return to_int32(halve(to_float(sum, 0, 0), row, col), row, col);
        });
    if (HasFatalFailure()) return;
  }
}

TEST(UserStageTest, TwelveStages) {
  const auto add = [](int n) {
    return [n](std::int32_t value, int row, int) {
      return Wrap(std::int64_t{value} + n * row);
    };
  };
  OutputStageClamp clamp{};
  clamp.min = -2000000;
  clamp.max = 2000000;
  const auto pipeline =
      std::make_tuple(add(1), clamp, add(2), clamp, add(3), clamp, add(4),
                      clamp, add(5), clamp, add(6), clamp);
  Product product(40, 33, 50);
  product.CheckBothResultOrders<std::int32_t>(
      pipeline, [](std::int32_t sum, int row, int) {
        for (int n = 1; n <= 6; ++n) {
          sum = ReferenceClamp(sum + n * row, -2000000, 2000000);
        }
        return sum;
      });
}

}  // namespace
}  // namespace lowp_test
