// What the plan of a product with 4-bit weights prefetches.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../internal/gemm/int4_plan.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/core_costs.h"
#include "../../internal/runtime/cpu_features.h"
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

}  // namespace
}  // namespace lowp_test
