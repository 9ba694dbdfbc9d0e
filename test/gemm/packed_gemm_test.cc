// Products with packed operands: either side, both sides, any order, with the
// bytes of the product of the same matrices unpacked.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <tuple>

#include "../../public/gemmlowp.h"
#include "../support/check_case.h"
#include "../support/live_case.h"

namespace lowp_test {
namespace {

// The reference, the unpacked product and the packed one agree.
void CheckPacked(GemmCase c) {
  ASSERT_TRUE(CheckOnEveryBackend(c));
  for (int packed = 1; packed < 4; ++packed) {
    c.pack_lhs = packed & 1;
    c.pack_rhs = packed & 2;
    ASSERT_TRUE(CheckOnEveryBackend(c));
  }
}

TEST(PackedGemmTest, EveryTypeAndOrder) {
  constexpr int kShapes[][3] = {{1, 1, 1},    {1, 64, 200},   {200, 64, 1},
                                {13, 17, 49}, {49, 17, 13},   {64, 128, 96},
                                {97, 33, 65}, {130, 70, 130}, {5, 300, 48}};
  Random random(1);
  for (const auto& shape : kShapes) {
    for (int types = 0; types < kTypesAndOrders; ++types) {
      for (int repeat = 0; repeat < 2; ++repeat) {
        GemmCase c = RandomCase(types, &random);
        c.rows = shape[0];
        c.depth = shape[1];
        c.cols = shape[2];
        ASSERT_NO_FATAL_FAILURE(CheckPacked(c));
      }
    }
  }
}

TEST(PackedGemmTest, RandomShapes) {
  Random random(2);
  for (int i = 0; i < 800; ++i) {
    GemmCase c = RandomCase(i, &random);
    c.rows = random.Between(1, 60);
    c.depth = random.Between(1, 60);
    c.cols = random.Between(1, 110);
    if (random.OneIn(2)) std::swap(c.rows, c.cols);
    ASSERT_NO_FATAL_FAILURE(CheckPacked(c));
  }
}

TEST(PackedGemmTest, EveryPairOfOffsets) {
  Random random(3);
  for (Offset lhs_offset : kEveryOffset) {
    for (Offset rhs_offset : kEveryOffset) {
      for (int types = 0; types < kTypesAndOrders; ++types) {
        GemmCase c = RandomCase(types, &random);
        c.rows = random.Between(1, 30);
        c.depth = random.Between(1, 30);
        c.cols = random.Between(1, 60);
        c.lhs_offset = lhs_offset;
        c.rhs_offset = rhs_offset;
        ASSERT_NO_FATAL_FAILURE(CheckPacked(c));
      }
    }
  }
}

TEST(PackedGemmTest, RandomPipelines) {
  Random random(4);
  for (int i = 0; i < 1000; ++i) {
    GemmCase c = RandomCase(i, &random);
    c.rows = random.Between(1, 60);
    c.depth = random.Between(1, 20);
    c.cols = random.Between(1, 110);
    c.pack_lhs = random.OneIn(2);
    c.pack_rhs = !c.pack_lhs || random.OneIn(2);
    LiveCase live(c, DefaultMemory());
    StageMaker maker = live.maker();
    Pipeline pipeline;
    pipeline.result = c.result;
    for (int n = random.Between(0, 4); n > 0; --n) {
      pipeline.stages.push_back(maker.Any());
    }
    if (c.result != Scalar::kInt32) {
      pipeline.stages.push_back(maker.SaturatingCast(c.result));
    }
    live.SetPipeline(pipeline);
    ASSERT_TRUE(CheckOnEveryBackend(&live));
  }
}

TEST(PackedGemmTest, Threads) {
  Random random(5);
  for (int i = 0; i < 60; ++i) {
    GemmCase c = RandomCase(random.Between(0, kTypesAndOrders - 1), &random);
    c.rows = random.Between(1, 260);
    c.depth = random.Between(1, 200);
    c.cols = random.Between(1, 260);
    c.threads = random.Between(2, 5);
    ASSERT_NO_FATAL_FAILURE(CheckPacked(c));
  }
}

// The entry points, with a matrix that is packed, shared, saved, loaded and
// mapped.
template <MapOrder ResultOrder>
void CheckEntryPoints() {
  GemmCase c;
  c.rows = 30;
  c.depth = 50;
  c.cols = 70;
  c.lhs = Scalar::kInt8;
  c.rhs_row_major = false;
  c.result_row_major = ResultOrder == MapOrder::RowMajor;
  LiveCase live(c, DefaultMemory());
  live.SetPipeline(Pipeline());
  const MatrixMap<const std::int8_t, MapOrder::RowMajor> lhs(
      static_cast<const std::int8_t*>(live.lhs().data), c.rows, c.depth);
  const MatrixMap<const std::uint8_t, MapOrder::ColMajor> rhs(
      static_cast<const std::uint8_t*>(live.rhs().data), c.depth, c.cols);
  MatrixMap<std::int32_t, ResultOrder> result(
      static_cast<std::int32_t*>(const_cast<void*>(live.result().data)), c.rows,
      c.cols);
  ForEachBackend([&](const Backend& backend) {
    gemmlowp::GemmContext* context = ContextFor(backend);
    const auto expect_right = [&](const char* what, const auto& left,
                                  const auto& right) {
      live.PoisonResult();
      const Status status = gemmlowp::TryGemm(context, left, right, &result, 0,
                                              0, std::tuple<>());
      EXPECT_TRUE(status.ok()) << what << ": " << status.message();
      EXPECT_EQ("", live.Mismatch()) << what;
    };
    PackedMatrix packed_lhs, packed_rhs;
    Status status =
        PackedMatrix::Pack(lhs, Side::kLhs, &packed_lhs, backend.name);
    ASSERT_TRUE(status.ok()) << status.message();
    status = PackedMatrix::Pack(rhs, Side::kRhs, &packed_rhs, backend.name);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_STREQ(backend.name, packed_lhs.backend());
    EXPECT_EQ(c.rows, packed_lhs.rows());
    EXPECT_EQ(c.depth, packed_lhs.cols());
    expect_right("lhs", packed_lhs, rhs);
    expect_right("rhs", lhs, packed_rhs);
    expect_right("both", packed_lhs, packed_rhs);

    PackedMatrix loaded;
    status = PackedMatrix::Load(packed_lhs.data(), packed_lhs.size(), &loaded);
    ASSERT_TRUE(status.ok()) << status.message();
    expect_right("loaded", loaded, packed_rhs);
    PackedMatrix mapped;
    status = PackedMatrix::Map(packed_rhs.data(), packed_rhs.size(), &mapped);
    ASSERT_TRUE(status.ok()) << status.message();
    expect_right("mapped", loaded, mapped);
    const PackedMatrix copy = loaded;
    loaded = PackedMatrix();
    expect_right("copied", copy, mapped);
    // Any backend of the same format reads them.
    for (const Backend* other : SupportedBackends()) {
      if (!(other->panel == backend.panel)) continue;
      context = ContextFor(*other);
      expect_right(other->name, copy, rhs);
      expect_right(other->name, lhs, mapped);
      expect_right(other->name, copy, mapped);
    }
  });
}

TEST(PackedGemmTest, EntryPointsWithRowMajorResult) {
  CheckEntryPoints<MapOrder::RowMajor>();
}
TEST(PackedGemmTest, EntryPointsWithColMajorResult) {
  CheckEntryPoints<MapOrder::ColMajor>();
}

}  // namespace
}  // namespace lowp_test
