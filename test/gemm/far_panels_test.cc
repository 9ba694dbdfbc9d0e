// Packed panels that come from beyond L2, behind a last cache that is far: rows
// meet them in another order, with the same results.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <tuple>
#include <vector>

#include "../../internal/contract/core_costs.h"
#include "../../internal/runtime/cpu_features.h"
#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/random_matrix.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::internal::Backend;
using gemmlowp::internal::GemmKernel;

// The backend as it would be if the last cache were far, or near.
Backend WithLastCache(bool is_far, const Backend& backend) {
  Backend changed = backend;
  changed.memory = gemmlowp::internal::MemoryHere(backend);
  changed.memory.last_cache_is_far = is_far;
  changed.other_costs = {};
  return changed;
}

// Rows of k bytes that begin `begin` bytes behind a cache line, `gap` bytes
// apart, times packed columns.
class FarProduct {
 public:
  FarProduct(const Backend& backend, int k, Random* random)
      : near_(WithLastCache(false, backend)),
        far_(WithLastCache(true, backend)),
        k_(k),
        n_(static_cast<int>(gemmlowp::internal::DetectedCacheSizes().l2) / k +
           random->Between(64, 140)),
        columns_(RandomBytes(static_cast<std::size_t>(n_) * k, random)) {
    const MatrixMap<const std::int8_t, MapOrder::ColMajor> columns(
        columns_.data(), k_, n_);
    EXPECT_TRUE(PackedMatrix::Pack(columns, gemmlowp::Side::kRhs, &packed_,
                                   backend.name)
                    .ok());
  }

  void ExpectSame(int m, int begin, int gap, int lhs_offset, int rhs_offset,
                  Random* random) const {
    constexpr int kLine = 64;
    const int stride = k_ + gap;
    const std::vector<std::int8_t> memory =
        RandomBytes(static_cast<std::size_t>(m) * stride + 2 * kLine, random);
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    const std::int8_t* const rows =
        memory.data() + (kLine - address % kLine) % kLine + begin;
    const auto is_same = [&](auto rows_of, const auto& pipeline, auto result) {
      using T = decltype(rows_of);
      const MatrixMap<const T, MapOrder::RowMajor> lhs(
          reinterpret_cast<const T*>(rows), m, k_, stride);
      const auto wanted =
          Product(near_, lhs, lhs_offset, rhs_offset, pipeline, result);
      return wanted ==
             Product(far_, lhs, lhs_offset, rhs_offset, pipeline, result);
    };
    gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint scale;
    scale.result_fixedpoint_multiplier = 1518500250;
    scale.result_shift = 14;
    scale.result_offset_after_shift = 5;
    const auto bytes =
        std::make_tuple(scale, gemmlowp::OutputStageSaturatingCastToInt8());
    const std::tuple<> sums;
    EXPECT_TRUE(is_same(std::int8_t(), bytes, std::int8_t())) << m;
    EXPECT_TRUE(is_same(std::uint8_t(), bytes, std::int8_t())) << m;
    EXPECT_TRUE(is_same(std::int8_t(), sums, std::int32_t())) << m;
    // Not finished in registers.
    gemmlowp::OutputStageTanh tanh;
    tanh.real_zero_as_int32 = 100;
    tanh.real_amplitude_as_int32 = 1 << 20;
    EXPECT_TRUE(is_same(std::int8_t(), std::make_tuple(tanh), std::int32_t()))
        << m;
  }

  // Whether panels are prefetched for so many rows, as the plan says.
  bool Prefetches(int m) const {
    GemmContext context;
    context.engine_state()->backend = &far_;
    const std::vector<std::int8_t> rows(static_cast<std::size_t>(m) * k_);
    std::vector<std::int32_t> result(static_cast<std::size_t>(m) * n_);
    const MatrixMap<const std::int8_t, MapOrder::RowMajor> lhs(rows.data(), m,
                                                               k_);
    MatrixMap<std::int32_t, MapOrder::RowMajor> map(result.data(), m, n_);
    gemmlowp::GemmPlan plan;
    EXPECT_TRUE(gemmlowp::PlanGemm(&context, lhs, packed_, &map, 0, 0,
                                   std::tuple<>(), &plan)
                    .ok());
    return plan.prefetch == gemmlowp::Prefetching::kPanels;
  }

 private:
  static std::vector<std::int8_t> RandomBytes(std::size_t size,
                                              Random* random) {
    std::vector<std::int8_t> bytes(size);
    for (std::int8_t& byte : bytes) {
      byte = static_cast<std::int8_t>(random->Bits());
    }
    return bytes;
  }

  template <typename Lhs, typename Pipeline, typename T>
  std::vector<T> Product(const Backend& backend, const Lhs& lhs, int lhs_offset,
                         int rhs_offset, const Pipeline& pipeline, T) const {
    GemmContext context;
    context.engine_state()->backend = &backend;
    std::vector<T> result(static_cast<std::size_t>(lhs.rows()) * n_);
    MatrixMap<T, MapOrder::RowMajor> map(result.data(), lhs.rows(), n_);
    EXPECT_TRUE(gemmlowp::TryGemm(&context, lhs, packed_, &map, lhs_offset,
                                  rhs_offset, pipeline)
                    .ok());
    return result;
  }

  const Backend near_, far_;
  const int k_, n_;
  const std::vector<std::int8_t> columns_;
  PackedMatrix packed_;
};

TEST(FarPanelsTest, FewRowsHaveTheSameResults) {
  Random random(75);
  ForEachBackend([&](const Backend& backend) {
    const auto kernels = KernelsOf(backend);
    const auto any = [&](bool GemmKernel::*is_so) {
      return std::any_of(kernels.begin(), kernels.end(),
                         [&](const auto& kernel) { return kernel.*is_so; });
    };
    if (GroupsAreLines(backend.panel) || !any(&GemmKernel::prefetches)) {
      std::printf("NOT TESTED: no kernel of %s prefetches panels\n",
                  backend.name);
      return;
    }
    for (int k :
         {1664 + 4 * random.Between(0, 100), random.Between(1601, 2100)}) {
      const FarProduct product(backend, k, &random);
      // Other kernels than those of tile units may be faster, and prefetch
      // none.
      EXPECT_TRUE(product.Prefetches(17) ||
                  !any(&GemmKernel::takes_both_signs));
      for (int m : {8, 17, 40, 48, 49, 63, 64, 65}) {
        if (!TakesCase()) continue;
        const int begin = random.Pick({0, 16, 20, 3});
        const int gap = random.OneIn(2) ? (64 - k % 64) % 64 : 0;
        product.ExpectSame(m, begin, gap, random.Pick({0, -3}),
                           random.Pick({0, 7}), &random);
      }
    }
  });
}

}  // namespace
}  // namespace lowp_test
