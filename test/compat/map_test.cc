// The views of public/map.h, and the aggregates of public/output_stages.h and
// public/bit_depth.h that are built from them.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/map.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

#include "../../public/bit_depth.h"
#include "../../public/output_stages.h"

namespace gemmlowp {
namespace {

using RowMajorBytes = MatrixMap<std::uint8_t, MapOrder::RowMajor>;
using ColMajorBytes = MatrixMap<std::uint8_t, MapOrder::ColMajor>;
using ColInts = VectorMap<std::int32_t, VectorShape::Col>;
using ConstColInts = VectorMap<const std::int32_t, VectorShape::Col>;

static_assert(std::is_same_v<RowMajorBytes::Scalar, std::uint8_t>, "");
static_assert(RowMajorBytes::kOrder == MapOrder::RowMajor, "");
static_assert(ColInts::kShape == VectorShape::Col, "");
static_assert(std::is_trivially_copyable_v<RowMajorBytes>, "");

TEST(MatrixMapTest, DefaultIsEmpty) {
  const RowMajorBytes map;
  EXPECT_EQ(map.data(), nullptr);
  EXPECT_EQ(map.rows(), 0);
  EXPECT_EQ(map.cols(), 0);
  EXPECT_EQ(map.stride(), 0);
}

TEST(MatrixMapTest, RowMajorPlacesRowsAStrideApart) {
  std::uint8_t bytes[20];
  const RowMajorBytes map(bytes, 3, 4, 7);
  EXPECT_EQ(map.rows_stride(), 7);
  EXPECT_EQ(map.cols_stride(), 1);
  EXPECT_EQ(map.data(2, 3), bytes + 17);
  EXPECT_EQ(&map(1, 2), bytes + 9);
}

TEST(MatrixMapTest, ColMajorPlacesColumnsAStrideApart) {
  std::uint8_t bytes[20];
  const ColMajorBytes map(bytes, 3, 4, 5);
  EXPECT_EQ(map.rows_stride(), 1);
  EXPECT_EQ(map.cols_stride(), 5);
  EXPECT_EQ(map.data(2, 3), bytes + 17);
}

TEST(MatrixMapTest, WithoutAStrideThereAreNoGaps) {
  std::uint8_t bytes[12];
  EXPECT_EQ(RowMajorBytes(bytes, 3, 4).stride(), 4);
  EXPECT_EQ(ColMajorBytes(bytes, 3, 4).stride(), 3);
}

TEST(MatrixMapTest, AConstViewOfMutableDataWrites) {
  std::uint8_t bytes[4] = {};
  const RowMajorBytes map(bytes, 2, 2);
  map(1, 0) = 9;
  EXPECT_EQ(bytes[2], 9);
}

TEST(MatrixMapTest, CopiesAndAssigns) {
  std::uint8_t bytes[12];
  const RowMajorBytes map(bytes, 3, 2, 4);
  const RowMajorBytes copy(map);
  RowMajorBytes assigned;
  assigned = copy;
  EXPECT_EQ(assigned.data(), bytes);
  EXPECT_EQ(assigned.rows(), 3);
  EXPECT_EQ(assigned.cols(), 2);
  EXPECT_EQ(assigned.stride(), 4);
}

TEST(MatrixMapTest, BlocksKeepTheStride) {
  std::uint8_t bytes[20];
  const ColMajorBytes block = ColMajorBytes(bytes, 5, 4).block(1, 2, 3, 2);
  EXPECT_EQ(block.rows(), 3);
  EXPECT_EQ(block.cols(), 2);
  EXPECT_EQ(block.stride(), 5);
  EXPECT_EQ(block.data(), bytes + 11);
}

TEST(MatrixMapTest, BlocksMayBeEmpty) {
  std::uint8_t bytes[20];
  const RowMajorBytes map(bytes, 4, 5);
  EXPECT_EQ(map.block(4, 0, 0, 5).rows(), 0);
  EXPECT_EQ(map.block(0, 5, 4, 0).cols(), 0);
}

// No memory of that size is touched: the addresses lie in a reservation that
// does not exist, so they are compared as numbers.
TEST(MatrixMapTest, PositionsExceed31Bits) {
  if (sizeof(void*) < 8) GTEST_SKIP() << "positions have 32 bits here";
  std::uint8_t* const base = reinterpret_cast<std::uint8_t*>(std::size_t{4096});
  const RowMajorBytes rows(base, 100000, 100000);
  const ColMajorBytes cols(base, 100000, 100000);
  const std::uintptr_t expected = 4096 + 99998ull * 100000 + 99999;
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(rows.data(99998, 99999)),
            expected);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(cols.data(99999, 99998)),
            expected);
  EXPECT_EQ(
      reinterpret_cast<std::uintptr_t>(rows.block(99998, 99999, 1, 1).data()),
      expected);
}

// As in gemmlowp's own tests: a matrix that owns its memory.
class OwningMatrix : public MatrixMap<std::int32_t, MapOrder::ColMajor> {
 public:
  OwningMatrix(int rows, int cols)
      : storage_(static_cast<std::size_t>(rows) * cols) {
    data_ = storage_.data();
    rows_ = rows;
    cols_ = cols;
    stride_ = rows;
  }

 private:
  std::vector<std::int32_t> storage_;
};

TEST(MatrixMapTest, DerivedClassesReachTheMembers) {
  OwningMatrix matrix(2, 3);
  matrix(1, 2) = 5;
  EXPECT_EQ(*matrix.data(1, 2), 5);
  EXPECT_EQ(matrix.data(1, 2) - matrix.data(), 5);
}

TEST(VectorMapTest, ReadsWritesAndBlocks) {
  std::int32_t values[] = {1, 2, 3, 4};
  const ColInts map(values, 4);
  map(3) = 40;
  EXPECT_EQ(map.size(), 4);
  EXPECT_EQ(map.data(), values);
  EXPECT_EQ(*map.data(3), 40);
  const ColInts block = map.block(1, 3);
  EXPECT_EQ(block.size(), 3);
  EXPECT_EQ(block(2), 40);
}

TEST(VectorMapTest, DefaultIsEmptyAndAssignable) {
  std::int32_t value = 7;
  ColInts map;
  EXPECT_EQ(map.data(), nullptr);
  EXPECT_EQ(map.size(), 0);
  map = ColInts(&value, 1);
  EXPECT_EQ(map(0), 7);
}

template <typename T>
class VectorDupTest : public testing::Test {};
using DupScalars = testing::Types<std::int32_t, const std::int32_t>;
TYPED_TEST_SUITE(VectorDupTest, DupScalars);

TYPED_TEST(VectorDupTest, RepeatsItsValue) {
  using Dup = VectorDup<TypeParam, VectorShape::Row>;
  const Dup dup(-3, 1000);
  EXPECT_EQ(dup.size(), 1000);
  EXPECT_EQ(dup(0), -3);
  EXPECT_EQ(dup(999), -3);
  const Dup block = dup.block(10, 5);
  EXPECT_EQ(block.size(), 5);
  EXPECT_EQ(block(4), -3);
  Dup other;
  EXPECT_EQ(other.size(), 0);
  other = block;
  EXPECT_EQ(other(0), -3);
}

TEST(OutputStagesTest, AggregatesKeepTheOrderOfTheirFields) {
  const OutputStageQuantizeDownInt32ToUint8Scale legacy = {1, 2, 3};
  EXPECT_EQ(legacy.result_offset, 1);
  EXPECT_EQ(legacy.result_mult_int, 2);
  EXPECT_EQ(legacy.result_shift, 3);
  const OutputStageQuantizeDownInt32ToUint8ScaleByFixedPoint fixed = {4, 5, 6};
  EXPECT_EQ(fixed.result_fixedpoint_multiplier, 4);
  EXPECT_EQ(fixed.result_shift, 5);
  EXPECT_EQ(fixed.result_offset_after_shift, 6);
  const OutputStageScaleInt32ByFixedPointAndExponent scale = {7, 8, 9};
  EXPECT_EQ(scale.result_fixedpoint_multiplier, 7);
  EXPECT_EQ(scale.result_exponent, 8);
  EXPECT_EQ(scale.result_offset_after_shift, 9);
  const OutputStageClamp clamp = {-1, 1};
  EXPECT_EQ(clamp.min, -1);
  EXPECT_EQ(clamp.max, 1);
  const OutputStageTanh tanh = {10, 20};
  EXPECT_EQ(tanh.real_zero_as_int32, 10);
  EXPECT_EQ(tanh.real_amplitude_as_int32, 20);
}

TEST(OutputStagesTest, PerChannelAggregatesKeepTheOrderOfTheirFields) {
  const std::int32_t first[] = {1, 2};
  const std::int32_t second[] = {3, 4};
  const ConstColInts a(first, 2), b(second, 2);
  const OutputStageQuantizeDownInt32ToUint8ScalePC<VectorShape::Col> legacy = {
      a, b, 5};
  EXPECT_EQ(legacy.result_offset(1), 2);
  EXPECT_EQ(legacy.result_mult_int(1), 4);
  EXPECT_EQ(legacy.result_shift, 5);
  const OutputStageScaleInt32ByFixedPointAndExponentPC<VectorShape::Col> scale =
      {a, b, 6};
  EXPECT_EQ(scale.result_fixedpoint_multiplier(0), 1);
  EXPECT_EQ(scale.result_exponent(0), 3);
  EXPECT_EQ(scale.result_offset_after_shift, 6);
  const OutputStageBiasAddition<ConstColInts> bias = {a};
  EXPECT_EQ(bias.bias_vector(1), 2);
}

TEST(OutputStagesTest, StandardPipelines) {
  const auto pipeline = MakeStandardOutputPipeline(1, 2, 3);
  EXPECT_EQ(std::get<0>(pipeline).result_offset, 1);
  EXPECT_EQ(std::get<0>(pipeline).result_mult_int, 2);
  EXPECT_EQ(std::get<0>(pipeline).result_shift, 3);
  const std::int32_t values[] = {4, 5};
  const ConstColInts offset(values, 1), multiplier(values + 1, 1);
  const auto per_row =
      MakeStandardOutputPipeline<VectorShape::Col>(offset, multiplier, 6);
  EXPECT_EQ(std::get<0>(per_row).result_offset(0), 4);
  EXPECT_EQ(std::get<0>(per_row).result_mult_int(0), 5);
  EXPECT_EQ(std::get<0>(per_row).result_shift, 6);
  static_assert(std::is_same_v<std::tuple_element_t<1, decltype(per_row)>,
                               const OutputStageSaturatingCastToUint8>,
                "");
}

TEST(BitDepthTest, RangesAreThoseOfGemmlowp) {
  static_assert(DefaultL8R8BitDepthParams::LhsRange::kMinValue == 0, "");
  static_assert(DefaultL8R8BitDepthParams::RhsRange::kMaxValue == 255, "");
  static_assert(L8R8WithLhsNonzeroBitDepthParams::LhsRange::kMinValue == 1, "");
  static_assert(L8R8WithLhsNonzeroBitDepthParams::RhsRange::kMinValue == 0, "");
  static_assert(
      SignedL8R8WithLhsNonzeroBitDepthParams::LhsRange::kMinValue == -127, "");
  static_assert(
      SignedL8R8WithLhsNonzeroBitDepthParams::RhsRange::kMinValue == -128, "");
  static_assert(
      std::is_same_v<DefaultL7R5BitDepthParams, DefaultL8R8BitDepthParams>, "");
}

}  // namespace
}  // namespace gemmlowp
