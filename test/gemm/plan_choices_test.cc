// What a plan decides besides the kernel, from shapes, types and the machine:
// how rows are cut, how many threads are used and woken, what is prefetched.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../internal/contract/core_costs.h"
#include "../../internal/contract/engine_state.h"
#include "../../internal/runtime/cpu_features.h"
#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"
#include "../support/small_caches.h"

namespace lowp_test {
namespace {

using gemmlowp::BSource;
using gemmlowp::GemmContext;
using gemmlowp::GemmPlan;
using gemmlowp::PackedMatrix;
using gemmlowp::Prefetching;
using gemmlowp::Side;
using gemmlowp::internal::Backend;
using gemmlowp::internal::BForm;
using gemmlowp::internal::GemmKernel;
using gemmlowp::internal::GroupsAreLines;
using gemmlowp::internal::MemoryCosts;
using gemmlowp::internal::MemoryHere;

GemmPlan PlanOf(GemmContext* context, int rows, int depth, int cols) {
  const OwnedMatrix<std::uint8_t, kRow> lhs(rows, depth, 1);
  const OwnedMatrix<std::uint8_t, kRow> rhs(depth, cols, 2);
  OwnedMatrix<std::int32_t, kRow> result(rows, cols, 3);
  auto map = result.map();
  GemmPlan plan;
  EXPECT_TRUE(gemmlowp::PlanGemm(context, lhs.map(), rhs.map(), &map, 0, 0,
                                 std::tuple<>(), &plan)
                  .ok());
  return plan;
}

// The plan of a product whose rhs is contiguous in k, with a kernel.
template <typename Rhs>
GemmPlan PlanWith(const Backend& backend, const GemmKernel& kernel, int rows,
                  const Rhs& rhs) {
  GemmContext context;
  context.engine_state()->backend = &backend;
  EXPECT_TRUE(context.set_kernel(kernel.name).ok());
  const OwnedMatrix<std::uint8_t, kRow> lhs(rows, rhs.rows(), 1);
  OwnedMatrix<std::int8_t, kRow> result(rows, rhs.cols(), 3);
  auto map = result.map();
  const auto pipeline = std::make_tuple(
      gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{1518500250, -9, 3},
      gemmlowp::OutputStageSaturatingCastToInt8());
  GemmPlan plan;
  const gemmlowp::Status status =
      gemmlowp::PlanGemm(&context, lhs.map(), rhs, &map, 0, 0, pipeline, &plan);
  EXPECT_TRUE(status.ok()) << status.message();
  return plan;
}

// More rows than a share of the caches holds are taken in blocks, and panels
// packed before, with the same outcome as when the caller cuts them.
TEST(PlanChoicesTest, RowsBeyondTheCacheAreCutIntoBlocks) {
  constexpr int kDepth = 512, kPieces = 5;
  const auto caches = SmallCaches();
  const auto cache = std::max(caches.l2, caches.l3 / 4);
  // More than any L2 has, too: such rows are taken as they are.
  const int piece = static_cast<int>(cache / (4 * kDepth)) + 256;
  const int rows = kPieces * piece;
  for (const Backend* backend : SupportedBackends()) {
    SCOPED_TRACE(backend->name);
    const Backend& small = WithSmallCaches(*backend);
    const int cols = backend->panel.nr + 1;
    GemmContext context;
    context.engine_state()->backend = &small;
    const OwnedMatrix<std::uint8_t, kRow> lhs(rows, kDepth);
    const OwnedMatrix<std::uint8_t, kCol> rhs(kDepth, cols, 2);
    OwnedMatrix<std::int32_t, kRow> pieces(rows, cols);
    for (int first = 0; first < rows; first += piece) {
      auto part = pieces.map().block(first, 0, piece, cols);
      ASSERT_TRUE(gemmlowp::TryGemm(&context,
                                    lhs.map().block(first, 0, piece, kDepth),
                                    rhs.map(), &part, -3, 5, std::tuple<>())
                      .ok());
    }
    pieces.entries().pop_back();  // beyond the last entry of the matrix
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(threads);
      context.set_max_num_threads(threads);
      OwnedMatrix<std::int32_t, kRow> whole(rows, cols);
      auto map = whole.map();
      GemmPlan plan;
      ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.map(), rhs.map(), &map, -3,
                                     5, std::tuple<>(), &plan)
                      .ok());
      EXPECT_LT(plan.row_block, rows);
      EXPECT_EQ(plan.threads, threads);
      EXPECT_EQ(plan.b_source, BSource::kUpFront);
      ASSERT_TRUE(gemmlowp::TryGemm(&context, lhs.map(), rhs.map(), &map, -3, 5,
                                    std::tuple<>())
                      .ok());
      whole.entries().pop_back();
      EXPECT_TRUE(whole.entries() == pieces.entries());
    }
  }
}

// Blocks begin with a whole tile, and with a whole block of interleaved rows.
TEST(PlanChoicesTest, BlocksAreWholeTiles) {
  GemmContext context;
  context.set_max_num_threads(3);
  ForEachBackend([&context](const Backend& backend) {
    UseBackend(backend, &context);
    for (int rows = 1000; rows < 1050; ++rows) {
      const GemmPlan plan = PlanOf(&context, rows, 120, 100);
      EXPECT_EQ(plan.threads, 3);
      EXPECT_LT(plan.row_block, rows);
      EXPECT_EQ(plan.row_block % plan.mr, 0) << plan.kernel;
      EXPECT_EQ(plan.row_block % backend.copied_rows.interleave, 0);
    }
  });
}

// One thread, then threads that are awake, then sleeping ones too.
TEST(PlanChoicesTest, ThreadsAreWokenForLargerProductsThanTheyAreUsedFor) {
  GemmContext context;
  context.set_max_num_threads(2);
  EXPECT_EQ(PlanOf(&context, 60, 60, 60).threads, 1);
  EXPECT_EQ(PlanOf(&context, 60, 60, 60).threads_to_wake, 0);
  EXPECT_EQ(PlanOf(&context, 100, 100, 100).threads, 2);
  EXPECT_EQ(PlanOf(&context, 100, 100, 100).threads_to_wake, 0);
  EXPECT_EQ(PlanOf(&context, 200, 200, 200).threads, 2);
  EXPECT_EQ(PlanOf(&context, 200, 200, 200).threads_to_wake, 0);
  EXPECT_EQ(PlanOf(&context, 300, 300, 300).threads, 2);
  EXPECT_EQ(PlanOf(&context, 300, 300, 300).threads_to_wake, 1);
}

// The larger the product, the more threads, up to what the context allows.
TEST(PlanChoicesTest, ThreadsGrowWithTheProduct) {
  GemmContext context;
  context.set_max_num_threads(6);
  ForEachBackend([&context](const Backend& backend) {
    UseBackend(backend, &context);
    int last = 1;
    for (int size = 64; size <= 640; size += 32) {
      const GemmPlan plan = PlanOf(&context, size, size, size);
      EXPECT_GE(plan.threads, last);
      EXPECT_LE(plan.threads, 6);
      last = plan.threads;
    }
    EXPECT_EQ(last, 6);
  });
}

// Threads would write to the same cache lines if they shared out the panels.
TEST(PlanChoicesTest, NarrowResultsAreSharedOutByRows) {
  GemmContext context;
  context.set_max_num_threads(2);
  ForEachBackend([&context](const Backend& backend) {
    UseBackend(backend, &context);
    const GemmPlan plan = PlanOf(&context, 3000, 70, 64);
    EXPECT_EQ(plan.threads, 2);
    EXPECT_LT(plan.row_block, plan.m);
  });
}

TEST(PlanChoicesTest, AnExecutorOnItsOwnContextIsNotNeededForOneThread) {
  gemmlowp::SingleThreadGemmContext context;
  const OwnedMatrix<std::uint8_t, kRow> lhs(300, 300, 1);
  const OwnedMatrix<std::uint8_t, kRow> rhs(300, 300, 2);
  OwnedMatrix<std::int32_t, kRow> result(300, 300, 3);
  auto map = result.map();
  GemmPlan plan;
  ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.map(), rhs.map(), &map, 0, 0,
                                 std::tuple<>(), &plan)
                  .ok());
  EXPECT_EQ(plan.threads, 1);
}

// Columns in place are prefetched where the hardware does not follow them: far
// beyond the caches, or everywhere on processors whose costs say so; but not
// for a single row by a backend that keeps up.
TEST(PlanChoicesTest, FarColumnsInPlaceArePrefetched) {
  const auto caches = SmallCaches();
  const std::size_t far = std::max(8 * caches.l2, caches.l3 / 3);
  constexpr int kCols = 304;
  const OwnedMatrix<std::int8_t, kCol> near(
      static_cast<int>(4 * caches.l2 / kCols), kCols);
  const OwnedMatrix<std::int8_t, kCol> further(
      static_cast<int>(far / kCols) + 1, kCols);
  ForEachBackend([&](const Backend& of) {
    const Backend& backend = WithSmallCaches(of);
    for (const GemmKernel& kernel : KernelsOf(backend)) {
      if (kernel.b_form != BForm::kInPlace) continue;
      SCOPED_TRACE(kernel.name);
      for (int rows : {1, 2, 3, 8, kernel.m.max}) {
        SCOPED_TRACE(rows);
        const MemoryCosts& costs = MemoryHere(backend);
        const Prefetching far_columns = rows == 1 && costs.one_row_keeps_up
                                            ? Prefetching::kNothing
                                            : Prefetching::kLines;
        GemmPlan plan = PlanWith(backend, kernel, rows, near.map());
        EXPECT_EQ(plan.b_source, BSource::kInPlace);
        EXPECT_EQ(plan.prefetch, costs.near_in_place_l2s == 0
                                     ? far_columns
                                     : Prefetching::kNothing);
        plan = PlanWith(backend, kernel, rows, further.map());
        EXPECT_EQ(plan.prefetch, far_columns);
      }
    }
  });
}

// Kernels that prefetch do so for packed panels beyond the caches, by the panel
// or line by line, unless rows are many and the last cache is near.
TEST(PlanChoicesTest, FarPackedPanelsArePrefetched) {
  const auto caches = gemmlowp::internal::DetectedCacheSizes();
  constexpr int kCols = 16;
  ForEachBackend([&](const Backend& backend) {
    const MemoryCosts& costs = MemoryHere(backend);
    const double l2 = static_cast<double>(caches.l2);
    OwnedMatrix<std::int8_t, kCol> values(
        static_cast<int>(costs.near_packed_l2s * l2 / kCols) + 64, kCols);
    for (std::int8_t& value : values.entries()) value = 64;  // a reduced range
    const Prefetching expected = GroupsAreLines(backend.panel)
                                     ? Prefetching::kLines
                                     : Prefetching::kPanels;
    for (const bool far : {false, true}) {
      const auto map = values.const_map().block(
          0, 0, values.rows() - (far ? 0 : 100), values.cols());
      PackedMatrix packed;
      ASSERT_TRUE(
          PackedMatrix::Pack(map, Side::kRhs, &packed, backend.name).ok());
      for (const GemmKernel& kernel : KernelsOf(backend)) {
        if (IsInPlace(kernel.b_form) || !kernel.n.Has(kCols) ||
            !kernel.k.Has(map.rows())) {
          continue;
        }
        SCOPED_TRACE(kernel.name);
        for (int rows : {1, 2, 3, 9, 64, 65, 80}) {
          if (!kernel.m.Has(rows)) continue;
          const GemmPlan plan = PlanWith(backend, kernel, rows, packed);
          EXPECT_EQ(plan.b_source, BSource::kPacked);
          EXPECT_EQ(plan.prefetch,
                    far && kernel.prefetches &&
                            (rows <= 64 || (costs.last_cache_is_far &&
                                            !GroupsAreLines(backend.panel)))
                        ? expected
                        : Prefetching::kNothing)
              << rows << " rows";
        }
      }
    }
  });
}

// The plan of a product with panels packed ahead, on the backend as it would be
// if the last cache were far, or near.
GemmPlan PlanWithLastCache(bool is_far, const Backend& backend, int rows,
                           int depth, int cols) {
  Backend changed = backend;
  changed.memory.last_cache_is_far = is_far;
  changed.other_costs = {};
  const OwnedMatrix<std::uint8_t, kCol> rhs(depth, cols, 2);
  PackedMatrix packed;
  EXPECT_TRUE(
      PackedMatrix::Pack(rhs.map(), Side::kRhs, &packed, backend.name).ok());
  GemmContext context;
  context.engine_state()->backend = &changed;
  const OwnedMatrix<std::uint8_t, kRow> lhs(rows, depth, 1);
  OwnedMatrix<std::int32_t, kRow> result(rows, cols, 3);
  auto map = result.map();
  GemmPlan plan;
  EXPECT_TRUE(gemmlowp::PlanGemm(&context, lhs.map(), packed, &map, 0, 0,
                                 std::tuple<>(), &plan)
                  .ok());
  return plan;
}

const GemmKernel& KernelOf(const Backend& backend, const GemmPlan& plan) {
  const auto kernels = KernelsOf(backend);
  return *std::find_if(kernels.begin(), kernels.end(), [&](const auto& kernel) {
    return std::string(kernel.name) == plan.kernel;
  });
}

// Behind a last cache that is far, panels of more than L2 are prefetched while
// many rows meet the panel before, in passes that fit L2. Smaller ones are not.
TEST(PlanChoicesTest, AFarLastCacheIsPrefetched) {
  const auto caches = gemmlowp::internal::DetectedCacheSizes();
  constexpr int kDepth = 1024;
  const int half = static_cast<int>(caches.l2 / 2 / kDepth);
  ForEachBackend([&](const Backend& backend) {
    const auto plan_of = [&](bool is_far, int rows, int cols) {
      return PlanWithLastCache(is_far, backend, rows, kDepth, cols);
    };
    const int many = 2 * half + 64, few = half / 8;  // columns
    const GemmPlan plan = plan_of(true, 100, many);
    const bool prefetches =
        KernelOf(backend, plan).prefetches && !GroupsAreLines(backend.panel);
    EXPECT_EQ(plan.prefetch,
              prefetches ? Prefetching::kPanels : Prefetching::kNothing);
    EXPECT_EQ(plan_of(true, 100, few).prefetch, Prefetching::kNothing);
    EXPECT_EQ(plan_of(false, 100, many).prefetch, Prefetching::kNothing);
    const int rows = 3 * half;
    EXPECT_LT(plan_of(true, rows, many).row_block, rows);
  });
}

// Behind a last cache that is far, rows meet panels that fit L2 in passes that
// write few pages, if L2 does not hold rows and results.
TEST(PlanChoicesTest, PassesWriteFewPagesBeforeAFarLastCache) {
  const auto caches = gemmlowp::internal::DetectedCacheSizes();
  constexpr int kDepth = 64, kCols = 256;
  constexpr int kBytesOfRow = kDepth + 4 * kCols;
  const int fit = static_cast<int>(caches.l2 / kBytesOfRow);  // rows
  ForEachBackend([&](const Backend& backend) {
    const auto plan_of = [&](bool is_far, int rows) {
      return PlanWithLastCache(is_far, backend, rows, kDepth, kCols);
    };
    const int fewer = fit / 2, more = 3 * fit;
    EXPECT_EQ(plan_of(true, fewer).row_block, fewer);
    const GemmPlan plan = plan_of(true, more);
    const auto in_pages =
        static_cast<int>(backend.memory.result_of_pass / kBytesOfRow);
    EXPECT_LE(plan.row_block, in_pages + KernelOf(backend, plan).mr);
    EXPECT_EQ(plan_of(false, more).row_block, more);
  });
}

// Panels that are packed for the product are near when they are used.
TEST(PlanChoicesTest, PanelsOfTheProductAreNotPrefetched) {
  GemmContext context;
  ForEachBackend([&context](const Backend& backend) {
    UseBackend(backend, &context);
    const GemmPlan plan = PlanOf(&context, 9, 3000, 3000);
    EXPECT_EQ(plan.b_source, BSource::kJustInTime);
    EXPECT_EQ(plan.prefetch, Prefetching::kNothing);
  });
}

}  // namespace
}  // namespace lowp_test
