// What the plan of a product with 4-bit weights prefetches, and its workspace.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/gemm/int4_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../internal/contract/core_costs.h"
#include "../../internal/runtime/cpu_features.h"
#include "../../public/gemm_context.h"
#include "../../public/int4/gemm_int4.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::Int4ScaleType;
using gemmlowp::internal::Backend;
using gemmlowp::internal::Int4Costs;
using gemmlowp::internal::Int4CostsHere;
using gemmlowp::internal::Int4Format;
using gemmlowp::internal::kInt4Nr;
using gemmlowp::internal::MemoryHere;
using gemmlowp::internal::PlanInt4;

// Weights that take `l2s` times the size of L2.
Int4Format FormatOf(int group, double l2s) {
  constexpr int kK = 4096;
  const double bytes =
      l2s * static_cast<double>(gemmlowp::internal::DetectedCacheSizes().l2);
  Int4Format format = {kK, 0, group, Int4ScaleType::kFloat16, false, false};
  const double panel = static_cast<double>(format.panel_bytes(kInt4Nr));
  format.n = kInt4Nr * (static_cast<int>(bytes / panel) + 1);
  return format;
}

TEST(Int4PlanTest, PrefetchesWholeGroupsOfWeightsThatAreFar) {
  ForEachBackend([](const Backend& backend) {
    const Int4Costs& costs = Int4CostsHere(backend);
    const double far = static_cast<double>(costs.near_l2s);
    for (const int group : {16, 32, 128, 512, 4096}) {
      const Int4Format near = FormatOf(group, far / 2);
      const Int4Format format = FormatOf(group, far);
      EXPECT_EQ(PlanInt4(near, backend, 8, false, 1).ahead, 0);
      // A row alone reads memory in order. Processors on which prefetching
      // pays even so have no near memory.
      const bool always = MemoryHere(backend).near_in_place_l2s == 0;
      for (const Int4Format& any : {near, format}) {
        EXPECT_EQ(PlanInt4(any, backend, 1, false, 1).ahead,
                  always ? costs.row_bytes_ahead : 0);
      }
      const std::ptrdiff_t ahead = PlanInt4(format, backend, 2, false, 1).ahead;
      const std::int64_t block = format.block_bytes(kInt4Nr);
      if (block <= costs.bytes_ahead) {
        EXPECT_EQ(ahead % block, 0) << group;
        EXPECT_GT(ahead + block, costs.bytes_ahead) << group;
      }
      EXPECT_LE(ahead, costs.bytes_ahead) << group;
      EXPECT_EQ(ahead > 0, costs.bytes_ahead > 0) << group;
    }
  });
}

// No size overflows, also where a pointer has 32 bits: the workspace holds the
// rows, or is refused.
TEST(Int4PlanTest, WorkspacesOfTheMostRows) {
  ForEachBackend([](const Backend& backend) {
    for (const int k : {1, 64, 1 << 20}) {
      const Int4Format format = {
          k, 4, std::min(k, 64), Int4ScaleType::kFloat32, false, false};
      for (const int m : {1, 1 << 20, 66060288, INT_MAX}) {
        const std::uint64_t least =
            static_cast<std::uint64_t>(m) * static_cast<std::uint64_t>(k);
        EXPECT_GT(PlanInt4(format, backend, m, true, 3).total, least)
            << m << " x " << k;
      }
    }
  });
}

TEST(Int4PlanTest, RefusesWorkspacesBeyondTheAddressSpace) {
  const std::vector<std::int8_t> weights(64, 1);
  const std::vector<float> scales(1, 1);
  gemmlowp::PackedInt4 packed;
  ASSERT_TRUE(
      gemmlowp::PackedInt4::Pack(
          gemmlowp::MatrixMap<const std::int8_t, gemmlowp::MapOrder::RowMajor>(
              weights.data(), 64, 1),
          64, gemmlowp::Int4Scales::Of(scales.data(), 1), &packed)
          .ok());
  gemmlowp::GemmContext context;
  gemmlowp::PreparedInt4 prepared;
  const gemmlowp::Status status = gemmlowp::PreparedInt4::Prepare(
      &context, packed, INT_MAX, gemmlowp::Int4Options(), &prepared);
  if (sizeof(void*) > 4) {
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_GT(prepared.workspace_bytes(), std::uint64_t{INT_MAX} * 64);
  } else {
    EXPECT_EQ(status.code(), gemmlowp::StatusCode::kResourceExhausted);
    EXPECT_STREQ(status.argument(), "workspace");
    EXPECT_TRUE(prepared.empty());
  }
}

}  // namespace
}  // namespace lowp_test
