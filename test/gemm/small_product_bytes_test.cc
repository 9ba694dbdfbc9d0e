// The bytes of small products: those of the general way, for every epilogue
// that a backend finishes at once and some that it does not, and nothing
// between the rows of the result.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/owned_matrix.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::GemmContext;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;
using gemmlowp::internal::Backend;

constexpr MapOrder kRow = MapOrder::RowMajor;
constexpr MapOrder kCol = MapOrder::ColMajor;
constexpr int kMaxSize = 256;

struct Shape {
  int rows, cols, depth;
};

// Numbers for each row or column, and what depends on them.
struct Parameters {
  Parameters() {
    Random random(7);
    for (int i = 0; i < kMaxSize; ++i) {
      biases.push_back(random.Between(-20000, 20000));
      multipliers.push_back(random.Between(1 << 30, INT32_MAX));
      exponents.push_back(random.Between(-12, -1));
      scales.push_back(static_cast<float>(random.Between(1, 1000)) / 50000);
    }
  }
  std::vector<std::int32_t> biases, multipliers, exponents;
  std::vector<float> scales;
};

template <VectorShape kShape, typename T>
VectorMap<const T, kShape> Along(const std::vector<T>& values, int size) {
  return VectorMap<const T, kShape>(values.data(), size);
}

// The result, gaps included, of a product of Lhs and Rhs numbers; `general`:
// not as a small one. `packed`: with a packed panel side.
template <typename Lhs, typename Rhs, typename Result, MapOrder kOrder,
          typename Pipeline>
std::vector<Result> Multiply(const Backend& backend, const Shape& shape,
                             bool general, bool packed,
                             const Pipeline& pipeline) {
  // Rows are read in place where they are contiguous in depth; panels need not
  // be.
  OwnedMatrix<Lhs, kRow> lhs(shape.rows, shape.depth, 3, shape.depth % 3);
  OwnedMatrix<Rhs, kCol> rhs(shape.depth, shape.cols, 5, shape.cols % 2);
  OwnedMatrix<Result, kOrder> result(shape.rows, shape.cols, 9, shape.rows % 4);
  GemmContext context;
  UseBackend(backend, &context);
  static std::vector<std::uint8_t> memory(1 << 20);
  if (general) context.set_workspace(memory.data(), memory.size());
  auto map = result.map();
  const int lhs_offset = shape.depth % 5 - 130;
  const int rhs_offset = shape.cols % 3 == 0 ? -128 : shape.cols % 3 - 1;
  gemmlowp::Status status;
  PackedMatrix panels;
  if (!packed) {
    status = TryGemm(&context, lhs.const_map(), rhs.const_map(), &map,
                     lhs_offset, rhs_offset, pipeline);
  } else if (kOrder == kRow) {
    EXPECT_TRUE(
        PackedMatrix::Pack(rhs.const_map(), Side::kRhs, &panels, backend.name)
            .ok());
    status = TryGemm(&context, lhs.const_map(), panels, &map, lhs_offset,
                     rhs_offset, pipeline);
  } else {
    EXPECT_TRUE(
        PackedMatrix::Pack(lhs.const_map(), Side::kLhs, &panels, backend.name)
            .ok());
    status = TryGemm(&context, panels, rhs.const_map(), &map, lhs_offset,
                     rhs_offset, pipeline);
  }
  EXPECT_TRUE(status.ok()) << status.message();
  return result.entries();
}

template <typename Lhs, typename Rhs, typename Result, typename Pipeline>
void ExpectSameBytes(const Shape& shape, const Pipeline& pipeline) {
  ForEachBackend([&](const Backend& backend) {
    SCOPED_TRACE(testing::Message()
                 << shape.rows << "x" << shape.cols << "x" << shape.depth);
    for (const bool packed : {false, true}) {
      ASSERT_EQ((Multiply<Lhs, Rhs, Result, kRow>(backend, shape, true, packed,
                                                  pipeline)),
                (Multiply<Lhs, Rhs, Result, kRow>(backend, shape, false, packed,
                                                  pipeline)));
      ASSERT_EQ((Multiply<Lhs, Rhs, Result, kCol>(backend, shape, true, packed,
                                                  pipeline)),
                (Multiply<Lhs, Rhs, Result, kCol>(backend, shape, false, packed,
                                                  pipeline)));
    }
  });
}

// Calls check(shape) for small shapes around everything that ends somewhere.
template <typename Check>
void ForEachShape(const Check& check) {
  int turn = 0;
  for (int cols : {1,  4,  5,  8,  12, 16, 17,  31,  32,  33,
                   48, 49, 63, 64, 65, 90, 128, 133, 196, 256}) {
    for (int rows : {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 21, 64}) {
      // Each pair with one small depth and a larger one, in turn.
      for (int depth : {1 + turn % 9, 28 + turn % 23}) {
        if (TakesCase()) check(Shape{rows, cols, depth});
        if (testing::Test::HasFailure()) return;
      }
      ++turn;
    }
  }
}

// All pairs of signs, and results as they are.
TEST(SmallProductBytesTest, Sums) {
  using U = std::uint8_t;
  using S = std::int8_t;
  const std::tuple<> none;
  ForEachShape([&](const Shape& shape) {
    ExpectSameBytes<U, U, std::int32_t>(shape, none);
    ExpectSameBytes<U, S, std::int32_t>(shape, none);
    ExpectSameBytes<S, U, std::int32_t>(shape, none);
    ExpectSameBytes<S, S, std::int32_t>(shape, none);
  });
}

gemmlowp::OutputStageScaleInt32ByFixedPoint FixedPoint(
    FixedPointRounding rounding, int exponent) {
  gemmlowp::OutputStageScaleInt32ByFixedPoint stage;
  stage.result_fixedpoint_multiplier = 1431655765;
  stage.result_exponent = exponent;
  stage.result_offset_after_shift = 100;
  stage.result_rounding = rounding;
  return stage;
}

// Biases along either dimension before a scaling that does not vary, in each
// rounding; some exponents are not fused as the others are.
TEST(SmallProductBytesTest, OneFixedPointScale) {
  const Parameters parameters;
  ForEachShape([&](const Shape& shape) {
    gemmlowp::OutputStageBiasAddition<
        VectorMap<const std::int32_t, VectorShape::Row>>
        by_column;
    by_column.bias_vector =
        Along<VectorShape::Row>(parameters.biases, shape.cols);
    gemmlowp::OutputStageBiasAddition<
        VectorMap<const std::int32_t, VectorShape::Col>>
        by_row;
    by_row.bias_vector = Along<VectorShape::Col>(parameters.biases, shape.rows);
    for (FixedPointRounding rounding :
         {FixedPointRounding::kDouble, FixedPointRounding::kDoubleUpward,
          FixedPointRounding::kSingleUpward, FixedPointRounding::kSingleAway,
          FixedPointRounding::kSingleUpward15Bits}) {
      const int exponent = 1 - (shape.rows + shape.cols) % 13;
      const auto scale = FixedPoint(rounding, exponent);
      ExpectSameBytes<std::uint8_t, std::int8_t, std::uint8_t>(
          shape, std::make_tuple(by_column, scale,
                                 gemmlowp::OutputStageSaturatingCastToUint8()));
      ExpectSameBytes<std::uint8_t, std::uint8_t, std::int8_t>(
          shape, std::make_tuple(by_row, by_column, scale,
                                 gemmlowp::OutputStageClamp{
                                     shape.depth % 2 == 0 ? -100 : 100, 120},
                                 gemmlowp::OutputStageSaturatingCastToInt8()));
    }
    ExpectSameBytes<std::uint8_t, std::int8_t, std::int16_t>(
        shape, std::make_tuple(FixedPoint(FixedPointRounding::kDouble, -5),
                               gemmlowp::OutputStageSaturatingCastToInt16()));
    ExpectSameBytes<std::uint8_t, std::int8_t, std::int32_t>(
        shape, std::make_tuple(FixedPoint(FixedPointRounding::kDouble, -3)));
  });
}

template <VectorShape kShape>
auto FixedPointAlong(const Parameters& parameters, int size) {
  gemmlowp::OutputStageScaleInt32ByFixedPointPC<kShape> stage;
  stage.result_fixedpoint_multiplier =
      Along<kShape>(parameters.multipliers, size);
  stage.result_exponent = Along<kShape>(parameters.exponents, size);
  stage.result_offset_after_shift = -3;
  stage.result_rounding = FixedPointRounding::kDouble;
  return stage;
}

TEST(SmallProductBytesTest, FixedPointScalesThatVary) {
  const Parameters parameters;
  ForEachShape([&](const Shape& shape) {
    ExpectSameBytes<std::uint8_t, std::int8_t, std::int8_t>(
        shape, std::make_tuple(
                   FixedPointAlong<VectorShape::Row>(parameters, shape.cols),
                   gemmlowp::OutputStageSaturatingCastToInt8()));
    ExpectSameBytes<std::int8_t, std::int8_t, std::uint8_t>(
        shape, std::make_tuple(
                   FixedPointAlong<VectorShape::Col>(parameters, shape.rows),
                   gemmlowp::OutputStageSaturatingCastToUint8()));
  });
}

TEST(SmallProductBytesTest, FloatScales) {
  const Parameters parameters;
  ForEachShape([&](const Shape& shape) {
    gemmlowp::OutputStageScaleInt32ByFloat one;
    one.result_scale = shape.depth % 7 == 0 ? 2.5f : 0.0123f;
    one.result_offset = 17;
    one.result_rounding = gemmlowp::FloatRounding::kEven;
    one.result_order = gemmlowp::ZeroPointOrder::kAfterRounding;
    gemmlowp::OutputStageScaleInt32ByFloatPC<VectorShape::Row> by_column;
    by_column.result_scale =
        Along<VectorShape::Row>(parameters.scales, shape.cols);
    by_column.result_offset = -4;
    by_column.result_rounding = gemmlowp::FloatRounding::kEven;
    by_column.result_order = gemmlowp::ZeroPointOrder::kAfterRounding;
    ExpectSameBytes<std::uint8_t, std::int8_t, std::uint8_t>(
        shape,
        std::make_tuple(one, gemmlowp::OutputStageSaturatingCastToUint8()));
    ExpectSameBytes<std::uint8_t, std::int8_t, std::int8_t>(
        shape, std::make_tuple(by_column,
                               gemmlowp::OutputStageSaturatingCastToInt8()));
  });
}

}  // namespace
}  // namespace lowp_test
