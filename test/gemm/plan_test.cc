// PlanGemm: what it tells is what the call does, and every way through the
// engine that it can tell is taken here by some product, with right results.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/owned_matrix.h"
#include "../support/reference_stages.h"

namespace lowp_test {
namespace {

using gemmlowp::EpiloguePath;
using gemmlowp::GemmContext;
using gemmlowp::GemmPlan;
using gemmlowp::PackedMatrix;
using gemmlowp::PanelSource;
using gemmlowp::RowSource;
using gemmlowp::Side;
using gemmlowp::Status;

constexpr MapOrder kRow = MapOrder::RowMajor;
constexpr MapOrder kCol = MapOrder::ColMajor;
constexpr std::int32_t kLhsOffset = -100;
constexpr std::int32_t kRhsOffset = 37;

// Pipelines of each of the three epilogue forms, and what they compute.
struct Stored {
  using Result = std::int32_t;
  static std::tuple<> Pipeline() { return {}; }
  static std::int32_t Expected(std::int32_t x, int, int) { return x; }
};
struct InRegisters {
  using Result = std::int8_t;
  static auto Pipeline() {
    return std::make_tuple(
        gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{1518500250, -9,
                                                               3},
        gemmlowp::OutputStageClamp{-100, 90},
        gemmlowp::OutputStageSaturatingCastToInt8());
  }
  static std::int32_t Expected(std::int32_t x, int, int) {
    return ReferenceClamp(ReferenceScale(x, 1518500250, -9, 3), -100, 90);
  }
};
struct Interpreted {
  using Result = std::int16_t;
  struct Tilt {
    std::int32_t operator()(std::int32_t x, int row, int column) const {
      return x + 5 * row - 3 * column;
    }
  };
  static auto Pipeline() {
    return std::make_tuple(
        gemmlowp::OutputStageQuantizeDownInt32ToUint8Scale{7, 3, 6}, Tilt(),
        gemmlowp::OutputStageSaturatingCastToInt16());
  }
  static std::int32_t Expected(std::int32_t x, int row, int column) {
    const std::int32_t scaled = ReferenceQuantizeDown(x, 7, 3, 6);
    return ReferenceSaturatingCast<std::int16_t>(Tilt()(scaled, row, column));
  }
};

// What a run of this test has seen.
struct Taken {
  std::set<RowSource> rows;
  std::set<PanelSource> panels;
  std::set<EpiloguePath> epilogues;
  std::set<bool> transposed_stores;
  std::set<Side> panel_sides;
  std::set<bool> threaded;
  std::set<bool> narrow;
  std::set<bool> direct;

  void Add(const GemmPlan& plan) {
    rows.insert(plan.row_source);
    panels.insert(plan.panel_source);
    epilogues.insert(plan.epilogue);
    transposed_stores.insert(plan.transposed_store);
    panel_sides.insert(plan.panel_side);
    threaded.insert(plan.threads > 1);
    narrow.insert(plan.narrow);
    direct.insert(plan.direct);
  }
};

// Counts the calls of tasks and how many threads make them.
class CountingExecutor {
 public:
  explicit CountingExecutor(int concurrency) {
    executor_.state = this;
    executor_.concurrency = concurrency;
    executor_.parallel_for = &CountingExecutor::ParallelFor;
  }
  const gemmlowp::Executor& executor() const { return executor_; }
  int calls() const { return calls_; }
  int largest_count() const { return largest_count_; }

 private:
  static void ParallelFor(void* state, int count,
                          void (*task)(void* argument, int index),
                          void* argument) {
    auto* self = static_cast<CountingExecutor*>(state);
    ++self->calls_;
    self->largest_count_ = std::max(self->largest_count_, count);
    for (int i = 0; i < count; ++i) task(argument, i);
  }

  gemmlowp::Executor executor_;
  int calls_ = 0;
  int largest_count_ = 0;
};

void ExpectPlanIsComplete(const GemmPlan& plan,
                          const gemmlowp::internal::Backend& asked_for,
                          int rows, int cols) {
  EXPECT_TRUE(plan.has_work);
  const gemmlowp::internal::Backend& backend =
      plan.reduced_range ? *asked_for.for_reduced_range : asked_for;
  EXPECT_EQ(plan.backend, &backend);
  EXPECT_STREQ(plan.backend_name, asked_for.name);
  for (const char* reason : {plan.backend_reason, plan.orientation_reason,
                             plan.row_reason, plan.threads_reason}) {
    EXPECT_STRNE(reason, "");
  }
  EXPECT_EQ(plan.tile_rows, backend.tile_rows);
  EXPECT_EQ(plan.tile_cols, backend.panel.width);
  const bool panels_are_columns = plan.panel_side == Side::kRhs;
  EXPECT_EQ(plan.panel_rows, panels_are_columns ? rows : cols);
  EXPECT_EQ(plan.panel_cols, panels_are_columns ? cols : rows);
  EXPECT_EQ(plan.panels,
            (plan.panel_cols + plan.tile_cols - 1) / plan.tile_cols);
  EXPECT_GE(plan.row_block, 1);
  EXPECT_LE(plan.row_block, plan.panel_rows);
  EXPECT_GE(plan.threads, 1);
  const std::string text = plan.Describe();
  EXPECT_NE(text.find(backend.name), std::string::npos) << text;
  EXPECT_NE(text.find(plan.threads_reason), std::string::npos) << text;
}

// Plans and runs one product, through a workspace of exactly the size that the
// plan tells, and compares with the reference.
template <typename Stages, MapOrder ResultOrder, typename Lhs, typename Rhs>
void PlanAndRun(const gemmlowp::internal::Backend& backend, int threads,
                const Lhs& lhs, const Rhs& rhs, int rows, int cols,
                const std::vector<std::int32_t>& sums, Taken* taken) {
  SCOPED_TRACE(testing::Message()
               << rows << " x " << cols << ", " << threads << " threads");
  GemmContext context;
  ASSERT_TRUE(context.set_backend(backend.name).ok());
  CountingExecutor executor(threads);
  context.set_executor(executor.executor());
  OwnedMatrix<typename Stages::Result, ResultOrder> result(rows, cols, 9, 5);
  const auto before = result;
  auto map = result.map();
  GemmPlan plan;
  Status status = gemmlowp::PlanGemm(&context, lhs, rhs, &map, kLhsOffset,
                                     kRhsOffset, Stages::Pipeline(), &plan);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(result.entries(), before.entries()) << "planning wrote something";
  ExpectPlanIsComplete(plan, backend, rows, cols);
  EXPECT_LE(plan.threads, threads);
  taken->Add(plan);

  constexpr std::size_t kGuard = 256;
  std::vector<std::uint8_t> memory(plan.workspace_bytes + kGuard + 64, 0x5a);
  auto* workspace = memory.data();
  while (reinterpret_cast<std::uintptr_t>(workspace) % 64 != 0) ++workspace;
  context.set_workspace(workspace, plan.workspace_bytes);
  status = gemmlowp::TryGemm(&context, lhs, rhs, &map, kLhsOffset, kRhsOffset,
                             Stages::Pipeline());
  ASSERT_TRUE(status.ok()) << status.message();
  for (auto* p = workspace + plan.workspace_bytes;
       p < memory.data() + memory.size(); ++p) {
    ASSERT_EQ(*p, 0x5a) << "wrote past the workspace";
  }
  if (plan.threads > 1) {
    EXPECT_GT(executor.calls(), 0);
    EXPECT_EQ(executor.largest_count(), plan.threads);
  } else {
    EXPECT_EQ(executor.calls(), 0);
  }
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      const std::int32_t sum = sums[static_cast<std::size_t>(i) * cols + j];
      ASSERT_EQ(result(i, j), Stages::Expected(sum, i, j)) << i << ", " << j;
    }
  }
}

// One product in every form: operands in memory or packed, both orders of the
// result, the three pipelines.
template <MapOrder LhsOrder, MapOrder RhsOrder>
void TryEveryForm(const gemmlowp::internal::Backend& backend, int rows,
                  int depth, int cols, int threads, Taken* taken) {
  const OwnedMatrix<std::uint8_t, LhsOrder> lhs(rows, depth, 1, 3);
  const OwnedMatrix<std::int8_t, RhsOrder> rhs(depth, cols, 2, 1);
  const std::vector<std::int32_t> sums =
      ReferenceSums(lhs.map(), rhs.map(), kLhsOffset, kRhsOffset);
  PackedMatrix packed_lhs, packed_rhs;
  ASSERT_TRUE(
      PackedMatrix::Pack(lhs.map(), Side::kLhs, &packed_lhs, backend.name)
          .ok());
  ASSERT_TRUE(
      PackedMatrix::Pack(rhs.map(), Side::kRhs, &packed_rhs, backend.name)
          .ok());
  const auto with_stages = [&](auto stages) {
    using Stages = decltype(stages);
    const auto run = [&](const auto& l, const auto& r) {
      PlanAndRun<Stages, kRow>(backend, threads, l, r, rows, cols, sums, taken);
      PlanAndRun<Stages, kCol>(backend, threads, l, r, rows, cols, sums, taken);
    };
    run(lhs.map(), rhs.map());
    run(packed_lhs, rhs.map());
    run(lhs.map(), packed_rhs);
    run(packed_lhs, packed_rhs);
  };
  with_stages(Stored());
  with_stages(InRegisters());
  with_stages(Interpreted());
}

TEST(PlanTest, EveryPathIsTakenAndRight) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    Taken taken;
    for (const int threads : {1, 3}) {
      // Tiny, one row, one column, one whole tile and the numbers around it.
      TryEveryForm<kRow, kCol>(backend, 1, 1, 1, threads, &taken);
      TryEveryForm<kRow, kCol>(backend, 1, 70, 130, threads, &taken);
      TryEveryForm<kCol, kRow>(backend, 130, 33, 1, threads, &taken);
      const int r = backend.tile_rows, c = backend.panel.width;
      TryEveryForm<kRow, kRow>(backend, r, 64, c, threads, &taken);
      TryEveryForm<kCol, kCol>(backend, r + 1, 65, c + 1, threads, &taken);
      TryEveryForm<kRow, kCol>(backend, 2 * r - 1, 7, 2 * c - 1, threads,
                               &taken);
      // Many rows of little depth.
      TryEveryForm<kRow, kCol>(backend, 30, 20, 70, threads, &taken);
      // Few rows, deep columns that can be read where they lie.
      TryEveryForm<kRow, kCol>(backend, 3, 200, 70, threads, &taken);
      // Many rows, few columns.
      TryEveryForm<kRow, kCol>(backend, 300, 27, 3, threads, &taken);
      // Large enough for threads: many panels; few panels and many rows.
      TryEveryForm<kRow, kCol>(backend, 90, 150, 1000, threads, &taken);
      TryEveryForm<kCol, kRow>(backend, 1500, 300, 20, threads, &taken);
    }
    EXPECT_EQ(taken.panels.size(), backend.dot != nullptr ? 4u : 3u)
        << "not every PanelSource was taken";
    EXPECT_EQ(taken.epilogues.size(), 3u) << "not every EpiloguePath was taken";
    EXPECT_EQ(taken.rows.count(RowSource::kCopied), 1u);
    EXPECT_EQ(taken.rows.count(RowSource::kPrepacked), 1u);
    EXPECT_EQ(taken.rows.count(RowSource::kInPlace),
              backend.rows_in_place || backend.dot != nullptr ? 1u : 0u);
    EXPECT_EQ(taken.transposed_stores.size(), 2u);
    EXPECT_EQ(taken.panel_sides.size(), 2u);
    EXPECT_EQ(taken.threaded.size(), 2u);
    EXPECT_EQ(taken.narrow.size(),
              backend.multiply_narrow != nullptr ? 2u : 1u);
    EXPECT_EQ(taken.direct.size(),
              backend.multiply_direct != nullptr ? 2u : 1u);
  });
}

TEST(PlanTest, NothingToDo) {
  GemmContext context;
  const OwnedMatrix<std::uint8_t, kRow> lhs(9, 0);
  const OwnedMatrix<std::uint8_t, kRow> rhs(0, 7);
  OwnedMatrix<std::int32_t, kRow> result(9, 7);
  auto map = result.map();
  GemmPlan plan;
  plan.has_work = true;
  ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.map(), rhs.map(), &map, 0, 0,
                                 std::tuple<>(), &plan)
                  .ok());
  EXPECT_FALSE(plan.has_work);
  EXPECT_EQ(plan.workspace_bytes, 0u);
  EXPECT_FALSE(plan.Describe().empty());
}

TEST(PlanTest, NullPlan) {
  GemmContext context;
  const OwnedMatrix<std::uint8_t, kRow> lhs(9, 5);
  const OwnedMatrix<std::uint8_t, kRow> rhs(5, 7);
  OwnedMatrix<std::int32_t, kRow> result(9, 7);
  auto map = result.map();
  GemmPlan* const plan = nullptr;
  const Status status = gemmlowp::PlanGemm(&context, lhs.map(), rhs.map(), &map,
                                           0, 0, std::tuple<>(), plan);
  EXPECT_EQ(status.code(), gemmlowp::StatusCode::kInvalidArgument);
  EXPECT_STREQ(status.argument(), "plan");
}

// A plan does not depend on the values of the matrices or on earlier calls.
TEST(PlanTest, PlansAreReproducible) {
  GemmContext context;
  context.set_max_num_threads(2);
  OwnedMatrix<std::uint8_t, kRow> lhs(300, 200, 1);
  const OwnedMatrix<std::uint8_t, kRow> rhs(200, 300, 2);
  OwnedMatrix<std::int32_t, kRow> result(300, 300, 3);
  auto map = result.map();
  GemmPlan first, second;
  ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.const_map(), rhs.map(), &map, 0,
                                 0, std::tuple<>(), &first)
                  .ok());
  ASSERT_TRUE(gemmlowp::TryGemm(&context, lhs.const_map(), rhs.map(), &map, 0,
                                0, std::tuple<>())
                  .ok());
  std::fill(lhs.entries().begin(), lhs.entries().end(), std::uint8_t{255});
  ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.const_map(), rhs.map(), &map, 0,
                                 0, std::tuple<>(), &second)
                  .ok());
  EXPECT_EQ(first.Describe(), second.Describe());
  EXPECT_EQ(first.workspace_bytes, second.workspace_bytes);
}

}  // namespace
}  // namespace lowp_test
