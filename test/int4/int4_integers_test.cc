// Integer results of products with 4-bit weights on every backend: sums, sums
// of groups, pipelines, and what int32 holds.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "../../internal/contract/panel_format.h"
#include "../../public/gemmlowp.h"
#include "../../public/int4/gemm_int4.h"
#include "../support/context_for.h"
#include "../support/for_each_backend.h"
#include "../support/int4_case.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;

Int4Case IntegerCase(const Int4Shape& shape, bool scaled, Random* random) {
  Int4Case test = RandomInt4Case(shape, random);
  test.scale_type = scaled ? Int4ScaleType::kInt32 : Int4ScaleType::kNone;
  for (std::uint32_t& scale : test.scales) {
    scale = RandomScale(random, Int4ScaleType::kInt32, false);
  }
  return test;
}

TEST(Int4IntegersTest, IntegerResultsAndGroupSums) {
  Random random(10);
  constexpr Int4Shape kShapes[] = {{1, 1, 16, 16},    {3, 70, 64, 16},
                                   {9, 130, 96, 32},  {26, 64, 33, 0},
                                   {100, 20, 64, 64}, {2, 3, 0, 0}};
  for (const Int4Shape& shape : kShapes) {
    for (const int kind : {0, 1, 2, 3}) {
      Int4Case test = IntegerCase(shape, kind % 2 == 1, &random);
      if (kind >= 2) Widen(&test, &random);
      const Int4Arguments arguments(test);
      const PackedInt4 packed = Packed(arguments);
      ASSERT_TRUE(packed.fits_int32());
      const int m = shape.m, n = shape.n, groups = test.groups();
      ForEachBackend([&](const Backend& backend) {
        GemmContext* const context = ContextFor(backend);
        std::vector<std::int32_t> sums(static_cast<std::size_t>(m * n));
        MatrixMap<std::int32_t, MapOrder::RowMajor> map(sums.data(), m, n);
        ASSERT_TRUE(
            TryGemmInt4(context, arguments.Rows(), packed, &map, std::tuple<>())
                .ok());
        std::vector<std::int64_t> wide(static_cast<std::size_t>(m * (n + 2)),
                                       -7);
        ASSERT_TRUE(
            SumInt4(context, arguments.Rows(), packed, wide.data(), n + 2)
                .ok());
        std::vector<std::int32_t> of_groups(
            static_cast<std::size_t>(m * n * groups));
        ASSERT_TRUE(
            GroupSumsInt4(context, arguments.Rows(), packed, of_groups.data())
                .ok());
        for (int r = 0; r < m; ++r) {
          for (int c = 0; c < n; ++c) {
            ASSERT_EQ(sums[r * n + c], test.Sum(r, c)) << Describe(test);
            ASSERT_EQ(wide[r * (n + 2) + c], test.Sum(r, c)) << Describe(test);
            for (int g = 0; g < groups; ++g) {
              ASSERT_EQ(of_groups[(r * groups + g) * n + c],
                        test.GroupSum(r, g, c))
                  << Describe(test);
            }
          }
          ASSERT_EQ(wide[r * (n + 2) + n], -7);
        }
      });
    }
  }
}

// As a product of 8-bit weights, of which each is its group's scale times the
// 4-bit one.
template <typename T, MapOrder Order, typename... Stages>
void ExpectPipeline(const Int4Case& test, const PackedInt4& packed,
                    const std::tuple<Stages...>& pipeline) {
  const Int4Arguments arguments(test);
  const Int4Shape& shape = test.shape;
  std::vector<std::int8_t> weights;
  for (int k = 0; k < shape.k; ++k) {
    for (int c = 0; c < shape.n; ++c) {
      const int g = k / test.group();
      weights.push_back(static_cast<std::int8_t>(
          test.IntegerScale(g, c) *
          (test.weights[k * shape.n + c] - test.Zero(g, c))));
    }
  }
  const MatrixMap<const std::int8_t, MapOrder::RowMajor> rhs(weights.data(),
                                                             shape.k, shape.n);
  const std::size_t size = static_cast<std::size_t>(shape.m) * shape.n;
  std::vector<T> expected(size);
  MatrixMap<T, Order> expected_map(expected.data(), shape.m, shape.n);
  GemmContext context;
  const std::vector<std::int8_t> signed_rows(test.a.begin(), test.a.end());
  const std::vector<std::uint8_t> rows(test.a.begin(), test.a.end());
  const auto multiply = [&](const auto& lhs) {
    return TryGemm(&context, lhs, rhs, &expected_map, -test.RowZero(0), 0,
                   pipeline);
  };
  const Status reference =
      test.signed_rows
          ? multiply(MatrixMap<const std::int8_t, MapOrder::RowMajor>(
                signed_rows.data(), shape.m, shape.k))
          : multiply(MatrixMap<const std::uint8_t, MapOrder::RowMajor>(
                rows.data(), shape.m, shape.k));
  ASSERT_TRUE(reference.ok()) << reference.message();
  ForEachBackend([&](const Backend& backend) {
    std::vector<T> result(size);
    MatrixMap<T, Order> map(result.data(), shape.m, shape.n);
    const Status status = TryGemmInt4(ContextFor(backend), arguments.Rows(),
                                      packed, &map, pipeline);
    ASSERT_TRUE(status.ok()) << status.message();
    ASSERT_EQ(result, expected) << Describe(test);
  });
}

template <MapOrder Order>
void TestPipelines(const Int4Case& test) {
  const PackedInt4 packed = Packed(Int4Arguments(test));
  Random random(12);
  std::vector<std::int32_t> of_columns, of_rows, multipliers, exponents;
  for (int c = 0; c < test.shape.n; ++c) {
    of_columns.push_back(random.Between(-9999, 9999));
    multipliers.push_back(random.Between(1 << 30, INT32_MAX));
    exponents.push_back(random.Between(-9, -5));
  }
  for (int r = 0; r < test.shape.m; ++r) {
    of_rows.push_back(random.Between(-9999, 9999));
  }
  using RowVector =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;
  using ColVector =
      gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Col>;
  gemmlowp::OutputStageBiasAddition<RowVector> column_bias;
  column_bias.bias_vector = RowVector(of_columns.data(), test.shape.n);
  gemmlowp::OutputStageBiasAddition<ColVector> row_bias;
  row_bias.bias_vector = ColVector(of_rows.data(), test.shape.m);
  gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent scale;
  scale.result_fixedpoint_multiplier = 1518500250;
  scale.result_exponent = -6;
  scale.result_offset_after_shift = 3;
  gemmlowp::OutputStageClamp clamp;
  clamp.min = -90;
  clamp.max = 100;
  gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<
      gemmlowp::VectorShape::Row>
      by_column;
  by_column.result_fixedpoint_multiplier =
      RowVector(multipliers.data(), test.shape.n);
  by_column.result_exponent = RowVector(exponents.data(), test.shape.n);
  by_column.result_offset_after_shift = -2;
  ExpectPipeline<std::int32_t, Order>(test, packed,
                                      std::make_tuple(column_bias, row_bias));
  ExpectPipeline<std::int8_t, Order>(
      test, packed,
      std::make_tuple(column_bias, scale, clamp,
                      gemmlowp::OutputStageSaturatingCastToInt8()));
  ExpectPipeline<std::uint8_t, Order>(
      test, packed,
      std::make_tuple(by_column, gemmlowp::OutputStageSaturatingCastToUint8()));
  ExpectPipeline<std::int16_t, Order>(
      test, packed,
      std::make_tuple(row_bias, clamp, scale,
                      gemmlowp::OutputStageSaturatingCastToInt16()));
}

TEST(Int4IntegersTest, Pipelines) {
  Random random(11);
  constexpr Int4Shape kShapes[] = {
      {1, 70, 64, 16}, {9, 130, 96, 32}, {100, 33, 40, 0}};
  for (const Int4Shape& shape : kShapes) {
    for (const bool scaled : {false, true}) {
      Int4Case test = IntegerCase(shape, scaled, &random);
      if (test.row_zeros.size() > 1) test.row_zeros.resize(1);
      for (std::uint32_t& scale : test.scales) {
        scale = static_cast<std::uint32_t>(random.Between(-7, 7));
      }
      TestPipelines<MapOrder::RowMajor>(test);
      TestPipelines<MapOrder::ColMajor>(test);
      if (HasFatalFailure()) return;
    }
  }
}

// Rows' zero points are read when other rows are already stored.
TEST(Int4IntegersTest, PipelinesRefuseResultsThatOverlapWhatTheyRead) {
  Random random(13);
  const Int4Case test = IntegerCase({2, 8, 64, 32}, false, &random);
  const PackedInt4 packed = Packed(Int4Arguments(test));
  GemmContext context;
  const std::vector<std::int8_t> values(2 * 64, 1);
  alignas(4) std::int32_t memory[2 * 8 + 2] = {};
  Int4Rows rows(
      MatrixMap<const std::int8_t, MapOrder::RowMajor>(values.data(), 2, 64));
  rows.zero_point_count = 2;
  const auto refused_for = [&](std::int32_t* result) -> std::string {
    std::fill(std::begin(memory), std::end(memory), 0);
    MatrixMap<std::int32_t, MapOrder::RowMajor> map(result, 2, 8);
    return TryGemmInt4(&context, rows, packed, &map, std::make_tuple())
        .argument();
  };
  rows.zero_points = memory;
  EXPECT_EQ(refused_for(memory + 1), "result.data");
  EXPECT_EQ(refused_for(memory + 2), "");
  rows.zero_points = memory + 16;
  EXPECT_EQ(refused_for(memory + 1), "result.data");
  EXPECT_EQ(refused_for(memory), "");
  // The weights.
  std::vector<std::uint8_t> blob(packed.size() + 128);
  std::uint8_t* const aligned =
      blob.data() + gemmlowp::internal::BytesToAlignment(blob.data());
  std::memcpy(aligned, packed.data(), packed.size());
  PackedInt4 mapped;
  ASSERT_TRUE(PackedInt4::Map(aligned, packed.size(), &mapped).ok());
  std::fill(std::begin(memory), std::end(memory), 0);
  auto* const last =
      reinterpret_cast<std::int32_t*>(aligned + packed.size() - 4);
  MatrixMap<std::int32_t, MapOrder::RowMajor> map(last, 2, 8);
  const Status status =
      TryGemmInt4(&context, rows, mapped, &map, std::make_tuple());
  EXPECT_STREQ(status.argument(), "result.data");
}

// The certificate: the last sums that int32 holds, and the first that it does
// not; 64 bits hold them.
TEST(Int4IntegersTest, SumsBeyondInt32) {
  // 255 * 15 * 16 * 35089 is less than 2^31, one scale more is too much.
  for (const int scale : {35089, 35090}) {
    const std::vector<std::uint8_t> weights(16, 15);
    const std::vector<std::uint8_t> zeros(1, 0);
    const std::int32_t scales[] = {scale};
    const Int4ZeroPoints<std::uint8_t> zero_points = {zeros.data(), 1, 1};
    PackedInt4 packed;
    ASSERT_TRUE(
        PackedInt4::Pack(MatrixMap<const std::uint8_t, MapOrder::RowMajor>(
                             weights.data(), 16, 1),
                         16, Int4Scales::Of(scales, 1), zero_points, &packed)
            .ok());
    const bool fits = 255.0 * 15 * 16 * scales[0] < 0x1p31;
    EXPECT_EQ(packed.fits_int32(), fits);
    const std::vector<std::int8_t> a(16, 127);
    Int4Rows rows(
        MatrixMap<const std::int8_t, MapOrder::RowMajor>(a.data(), 1, 16));
    const std::int32_t zero = -128;
    rows.zero_points = &zero;
    rows.zero_point_count = 1;
    ForEachBackend([&](const Backend& backend) {
      std::int32_t sum = 5;
      MatrixMap<std::int32_t, MapOrder::RowMajor> map(&sum, 1, 1);
      const Status status =
          TryGemmInt4(ContextFor(backend), rows, packed, &map, std::tuple<>());
      EXPECT_EQ(status.ok(), fits);
      const std::int64_t expected = std::int64_t{255} * 15 * 16 * scales[0];
      if (fits) {
        EXPECT_EQ(sum, expected);
      } else {
        EXPECT_STREQ(status.argument(), "weights.fits_int32");
        EXPECT_EQ(sum, 5);
      }
      std::int64_t wide = 0;
      ASSERT_TRUE(SumInt4(ContextFor(backend), rows, packed, &wide, 1).ok());
      EXPECT_EQ(wide, expected);
    });
  }
}

}  // namespace
}  // namespace lowp_test
