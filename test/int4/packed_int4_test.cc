// What packing 4-bit weights refuses, and products with them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/int4/packed_int4.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/int4/gemm_int4.h"
#include "../support/int4_case.h"
#include "good_weights.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::PreparedInt4;

TEST(PackedInt4Test, RefusesBadWeights) {
  PackedInt4 packed;
  ASSERT_TRUE(Good().Pack(&packed).ok());
  EXPECT_EQ(packed.k(), 64);
  EXPECT_EQ(packed.n(), 20);
  EXPECT_EQ(packed.group(), 32);
  EXPECT_EQ(packed.groups(), 2);
  EXPECT_TRUE(packed.has_zero_points());
  const void* before = packed.data();
  const auto refuses = [&](const char* argument, const auto& change) {
    Good good;
    change(&good);
    ExpectRefused(good.Pack(&packed), argument);
    EXPECT_EQ(packed.data(), before);
  };
  for (const int group : {16, 32, 64, 0}) {
    Good good;
    good.group = group;
    EXPECT_TRUE(good.Pack(&packed).ok()) << group;
  }
  ASSERT_TRUE(Good().Pack(&packed).ok());
  before = packed.data();
  refuses("group", [](Good* g) { g->group = -1; });
  refuses("group", [](Good* g) { g->group = 48; });
  refuses("group", [](Good* g) { g->group = 8; });
  refuses("group", [](Good* g) { g->group = 128; });
  refuses("values.rows", [](Good* g) { g->k = -1; });
  refuses("values.data", [](Good* g) { g->values[777] = 16; });
  refuses("zero_points.data", [](Good* g) { g->zeros[21] = 17; });
  refuses("scales.data", [](Good* g) {
    g->scales[39] = std::numeric_limits<float>::infinity();
  });
  refuses("scales.data", [](Good* g) {
    g->scales[0] = std::numeric_limits<float>::quiet_NaN();
  });
  Good good;
  good.values[777] = 15;
  good.zeros[21] = 16;
  good.scales[39] = std::numeric_limits<float>::max();
  EXPECT_TRUE(good.Pack(&packed).ok());
  EXPECT_TRUE(good.Pack(Int4Scales::Of(good.halves.data(), 20), &packed).ok());
  good.halves[3].bits = 0x7BFF;
  EXPECT_TRUE(good.Pack(Int4Scales::Of(good.halves.data(), 20), &packed).ok());
  good.halves[3].bits = 0x7C00;
  ExpectRefused(good.Pack(Int4Scales::Of(good.halves.data(), 20), &packed),
                "scales.data");
  EXPECT_TRUE(good.Pack(Int4Scales::Of(good.bfloats(), 20), &packed).ok());
  good.halves[3].bits = 0x7F80;
  ExpectRefused(good.Pack(Int4Scales::Of(good.bfloats(), 20), &packed),
                "scales.data");
  ExpectRefused(
      good.Pack(Int4Scales::Of(static_cast<const float*>(nullptr), 20),
                &packed),
      "scales.data");
  Int4Scales unknown = Int4Scales::Of(good.scales.data(), 20);
  unknown.type = static_cast<Int4ScaleType>(9);
  ExpectRefused(good.Pack(unknown, &packed), "scales.type");
  ExpectRefused(good.Pack(nullptr), "packed");
}

TEST(PackedInt4Test, RefusesSignedValuesOutOfRange) {
  std::vector<std::int8_t> values(16, -8);
  const MatrixMap<const std::int8_t, MapOrder::ColMajor> map(values.data(), 16,
                                                             1);
  PackedInt4 packed;
  EXPECT_TRUE(PackedInt4::Pack(map, 0, Int4Scales::None(), &packed).ok());
  values[5] = 7;
  EXPECT_TRUE(PackedInt4::Pack(map, 0, Int4Scales::None(), &packed).ok());
  for (const int bad : {8, -9, 127, -128}) {
    values[5] = static_cast<std::int8_t>(bad);
    ExpectRefused(PackedInt4::Pack(map, 0, Int4Scales::None(), &packed),
                  "values.data");
  }
}

// Integer scales so large that even 64 bits might not do.
TEST(PackedInt4Test, RefusesScalesBeyondInt64) {
  const int k = 1 << 19;
  const std::vector<std::uint8_t> values(static_cast<std::size_t>(k), 15);
  const std::uint8_t zero = 0;
  std::int32_t scale = INT32_MAX;
  PackedInt4 packed;
  const auto pack = [&] {
    return PackedInt4::Pack(
        MatrixMap<const std::uint8_t, MapOrder::RowMajor>(values.data(), k, 1),
        0, Int4Scales::Of(&scale, 1), Int4ZeroPoints<std::uint8_t>{&zero, 1, 1},
        &packed);
  };
  ASSERT_TRUE(pack().ok());
  EXPECT_FALSE(packed.fits_int32());
  scale = 2;  // 2 * 2^19 * 15 * 255 is more than 2^31
  ASSERT_TRUE(pack().ok());
  EXPECT_FALSE(packed.fits_int32());
  scale = 1;
  ASSERT_TRUE(pack().ok());
  EXPECT_TRUE(packed.fits_int32());
  EXPECT_EQ(packed.group(), k);
}

// The largest group, and one more.
TEST(PackedInt4Test, RefusesLongerGroupsOf8BitsThanInt32Holds) {
  const std::vector<std::int8_t> values((1 << 15) + 1, 3);
  for (const int more : {0, 1}) {
    PackedInt4 packed;
    const Status status =
        PackedInt4::PackBytes(MatrixMap<const std::int8_t, MapOrder::RowMajor>(
                                  values.data(), (1 << 15) + more, 1),
                              0, Int4Scales::None(), &packed);
    EXPECT_EQ(status.ok(), more == 0);
    if (more == 1) ExpectRefused(status, "group");
  }
}

TEST(PackedInt4Test, RefusesLongerGroupsThanInt32Holds) {
  const std::vector<std::uint8_t> values((1 << 19) + 1, 3);
  PackedInt4 packed;
  for (const int more : {0, 1}) {
    const Status status =
        PackedInt4::Pack(MatrixMap<const std::uint8_t, MapOrder::RowMajor>(
                             values.data(), (1 << 19) + more, 1),
                         0, Int4Scales::None(), &packed);
    EXPECT_EQ(status.ok(), more == 0);
    if (more == 1) ExpectRefused(status, "group");
  }
}

// Products of 5 rows with Good weights.
struct GoodProduct {
  GoodProduct() { EXPECT_TRUE(Good().Pack(&packed).ok()); }

  Int4Rows Rows(int m = 5, int k = 64) const {
    Int4Rows rows(
        MatrixMap<const std::int8_t, MapOrder::RowMajor>(a.data(), m, k));
    rows.scales = scales.data();
    return rows;
  }
  Status Run(const Int4Rows& rows, const Int4Result& to) {
    return TryGemmInt4(&context, rows, packed, to);
  }
  Status Run(const Int4Rows& rows) {
    return Run(rows, Int4Result::Of(result.data(), 20));
  }

  GemmContext context;
  PackedInt4 packed;
  std::vector<std::int8_t> a = std::vector<std::int8_t>(5 * 65, 1);
  std::vector<float> scales = std::vector<float>(5, 1);
  std::vector<float> result = std::vector<float>(5 * 20, -3);
};

TEST(PackedInt4Test, ProductsRefuseBadArguments) {
  GoodProduct p;
  ASSERT_TRUE(p.Run(p.Rows()).ok());
  p.result.assign(p.result.size(), -3);
  ExpectRefused(p.Run(p.Rows(5, 63)), "rows.values.cols");
  ExpectRefused(p.Run(p.Rows(-1)), "rows.values.rows");
  Int4Rows rows = p.Rows();
  rows.zero_point_count = 1;
  ExpectRefused(p.Run(rows), "rows.zero_points");
  std::vector<std::int32_t> zeros(5, 127);
  rows.zero_points = zeros.data();
  rows.zero_point_count = 4;
  ExpectRefused(p.Run(rows), "rows.zero_point_count");
  rows.zero_point_count = 5;
  zeros[4] = 128;
  ExpectRefused(p.Run(rows), "rows.zero_points");
  zeros[4] = -129;
  ExpectRefused(p.Run(rows), "rows.zero_points");
  p.scales[4] = std::numeric_limits<float>::infinity();
  ExpectRefused(p.Run(p.Rows()), "rows.scales");
  p.scales[4] = 1;
  ExpectRefused(p.Run(p.Rows(), Int4Result::Of(p.result.data(), 19)),
                "result.stride");
  ExpectRefused(
      p.Run(p.Rows(), Int4Result::Of(static_cast<float*>(nullptr), 20)),
      "result.data");
  ExpectRefused(
      p.Run(p.Rows(), Int4Result::Of(reinterpret_cast<float*>(p.a.data()), 20)),
      "result.data");
  ExpectRefused(p.Run(p.Rows(), Int4Result::Of(p.scales.data(), 20)),
                "result.data");
  Int4Result unknown = Int4Result::Of(p.result.data(), 20);
  unknown.type = static_cast<Int4ResultType>(3);
  ExpectRefused(p.Run(p.Rows(), unknown), "result.type");
  EXPECT_EQ(p.result, std::vector<float>(5 * 20, -3));
  p.packed = PackedInt4();
  ExpectRefused(p.Run(p.Rows()), "weights");
}

// Outcomes that the scales do not allow.
TEST(PackedInt4Test, ProductsRefuseTheWrongScales) {
  GoodProduct p;
  std::vector<std::int32_t> sums(5 * 20, 9);
  MatrixMap<std::int32_t, MapOrder::RowMajor> map(sums.data(), 5, 20);
  ExpectRefused(
      TryGemmInt4(&p.context, p.Rows(), p.packed, &map, std::tuple<>()),
      "weights.scale_type");
  std::vector<std::int64_t> wide(5 * 20, 9);
  ExpectRefused(SumInt4(&p.context, p.Rows(), p.packed, wide.data(), 20),
                "weights.scale_type");
  ASSERT_TRUE(Good().Pack(Int4Scales::None(), &p.packed).ok());
  ExpectRefused(p.Run(p.Rows()), "weights.scale_type");
  EXPECT_TRUE(
      TryGemmInt4(&p.context, p.Rows(), p.packed, &map, std::tuple<>()).ok());
  MatrixMap<std::int32_t, MapOrder::RowMajor> narrow(sums.data(), 5, 19);
  ExpectRefused(
      TryGemmInt4(&p.context, p.Rows(), p.packed, &narrow, std::tuple<>()),
      "result.cols");
  MatrixMap<std::int32_t, MapOrder::RowMajor> low(sums.data(), 4, 20);
  ExpectRefused(
      TryGemmInt4(&p.context, p.Rows(), p.packed, &low, std::tuple<>()),
      "result.rows");
  gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint bad = {};
  bad.result_shift = 99;
  std::vector<std::uint8_t> bytes(5 * 20);
  MatrixMap<std::uint8_t, MapOrder::RowMajor> byte_map(bytes.data(), 5, 20);
  EXPECT_FALSE(
      TryGemmInt4(
          &p.context, p.Rows(), p.packed, &byte_map,
          std::make_tuple(bad, gemmlowp::OutputStageSaturatingCastToUint8()))
          .ok());
}

TEST(PackedInt4Test, PreparedRefusesMoreRows) {
  GoodProduct p;
  PreparedInt4 prepared;
  ExpectRefused(
      prepared.Run(&p.context, p.Rows(), Int4Result::Of(p.result.data(), 20)),
      "prepared");
  ExpectRefused(PreparedInt4::Prepare(&p.context, PackedInt4(), 5,
                                      Int4Options(), &prepared),
                "weights");
  ExpectRefused(
      PreparedInt4::Prepare(&p.context, p.packed, -1, Int4Options(), &prepared),
      "max_rows");
  for (const int max_rows : {4, 5}) {
    ASSERT_TRUE(PreparedInt4::Prepare(&p.context, p.packed, max_rows,
                                      Int4Options(), &prepared)
                    .ok());
    const Status status =
        prepared.Run(&p.context, p.Rows(), Int4Result::Of(p.result.data(), 20));
    EXPECT_EQ(status.ok(), max_rows == 5);
    if (max_rows == 4) ExpectRefused(status, "rows.values.rows");
  }
}

}  // namespace
}  // namespace lowp_test
