// PlanGemm: the plan is complete and agrees with the backend's table, its
// workspace is enough and not more than that, and the product that follows is
// right. plan_trace_test compares it with what runs.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "../../internal/gemm/select_kernel.h"
#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"
#include "../support/reference_stages.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::ASource;
using gemmlowp::BSource;
using gemmlowp::EpiloguePath;
using gemmlowp::GemmContext;
using gemmlowp::GemmPlan;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::internal::Backend;
using gemmlowp::internal::GemmKernel;
using gemmlowp::internal::KernelQuery;

constexpr std::int32_t kLhsOffset = -100;
constexpr std::int32_t kRhsOffset = 37;

// Pipelines of each of the three kinds of epilogues, and what they compute.
struct Stored {
  using Result = std::int32_t;
  static constexpr bool kInRegisters = true;
  static constexpr bool kScalesToBytes = false;
  static constexpr bool kStoresSums = true;
  static std::tuple<> Pipeline() { return {}; }
  static std::int32_t Expected(std::int32_t x, int, int) { return x; }
};
struct Scaled {
  using Result = std::int8_t;
  static constexpr bool kInRegisters = true;
  static constexpr bool kScalesToBytes = true;
  static constexpr bool kStoresSums = false;
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
  static constexpr bool kInRegisters = false;
  static constexpr bool kScalesToBytes = false;
  static constexpr bool kStoresSums = false;
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

// What is known of the operands: of the lhs and the rhs, in turn.
struct Operands {
  bool is_packed[2];
  bool is_contiguous[2];  // in k, in memory
};

// The plan's kernel takes the product, at no more than the cost of any other,
// and the plan mentions all others.
void ExpectCheapestKernel(const GemmPlan& plan, const Backend& backend,
                          const KernelQuery& query) {
  std::vector<std::string> others;
  for (const GemmKernel& kernel : KernelsOf(backend)) {
    SCOPED_TRACE(kernel.name);
    const char* const reason =
        gemmlowp::internal::WhyNot(backend, kernel, query);
    const float cycles =
        reason != nullptr
            ? 0
            : gemmlowp::internal::CostOf(backend, kernel, query).cycles;
    if (std::strcmp(kernel.name, plan.kernel) == 0) {
      EXPECT_EQ(reason, nullptr);
      EXPECT_EQ(plan.cycles, cycles);
      EXPECT_EQ(plan.mr, kernel.mr);
      EXPECT_EQ(plan.unpacks_b, kernel.unpack != nullptr);
      continue;
    }
    EXPECT_TRUE(reason != nullptr || cycles >= plan.cycles);
    others.push_back(std::string(kernel.name) + ": " +
                     (reason == nullptr ? "" : reason) +
                     std::to_string(cycles));
  }
  EXPECT_EQ(others.size() + 1, static_cast<std::size_t>(backend.kernel_count))
      << plan.kernel << " is no kernel of the table";
  std::vector<std::string> told;
  for (int i = 0; i < plan.passed_over_count; ++i) {
    const GemmPlan::PassedOver& other = plan.passed_over[i];
    told.push_back(std::string(other.kernel) + ": " + other.reason +
                   std::to_string(other.cycles));
    if (i == 0) continue;
    const GemmPlan::PassedOver& better = plan.passed_over[i - 1];
    EXPECT_TRUE(other.cycles == 0 ||
                (better.cycles != 0 && better.cycles <= other.cycles))
        << other.kernel << " is behind " << better.kernel;
  }
  std::sort(others.begin(), others.end());
  std::sort(told.begin(), told.end());
  EXPECT_EQ(told, others);
}

template <typename Stages>
void ExpectPlanIsComplete(const GemmPlan& plan, const Backend& backend,
                          const Operands& operands, int rows, int depth,
                          int cols) {
  EXPECT_TRUE(plan.has_work);
  EXPECT_EQ(plan.backend, &backend);
  EXPECT_STREQ(plan.backend_name, backend.name);
  for (const char* reason : {plan.backend_reason, plan.orientation_reason,
                             plan.a_reason, plan.threads_reason}) {
    EXPECT_STRNE(reason, "");
  }
  const bool b_is_rhs = plan.b_side == Side::kRhs;
  EXPECT_EQ(plan.m, b_is_rhs ? rows : cols);
  EXPECT_EQ(plan.n, b_is_rhs ? cols : rows);
  EXPECT_EQ(plan.k, depth);
  EXPECT_EQ(plan.nr, backend.panel.nr);
  EXPECT_EQ(plan.panels, (plan.n + plan.nr - 1) / plan.nr);
  EXPECT_GE(plan.panels_per_task, 1);
  EXPECT_LE(plan.panels_per_task, plan.panels);
  EXPECT_GE(plan.row_block, 1);
  EXPECT_LE(plan.row_block, plan.m);
  EXPECT_GE(plan.row_blocks, 1);
  EXPECT_LE(plan.row_blocks, (plan.m - 1) / plan.row_block + 1);
  const bool in_place = plan.b_source == BSource::kInPlace;
  EXPECT_EQ(plan.columns_per_task > 0, in_place);
  EXPECT_EQ(plan.columns_per_task % plan.nr, 0);
  EXPECT_GE(plan.threads, 1);
  EXPECT_GE(plan.threads_to_wake, 0);
  EXPECT_LT(plan.threads_to_wake, plan.threads);
  EXPECT_EQ(plan.max_magnitude, 128);  // the values are of the whole range
  // At most one side is contiguous along what it shares with the result.
  const int b = b_is_rhs ? 1 : 0, a = 1 - b;
  EXPECT_TRUE(operands.is_packed[b] || !operands.is_packed[a]);
  EXPECT_EQ(plan.a_source == ASource::kPacked, operands.is_packed[a]);
  EXPECT_EQ(plan.b_source == BSource::kPacked, operands.is_packed[b]);
  EXPECT_TRUE(plan.a_source != ASource::kInPlace || operands.is_contiguous[a]);
  EXPECT_TRUE(plan.b_source != BSource::kInPlace || !operands.is_packed[b]);
  EXPECT_EQ(plan.epilogue == EpiloguePath::kInterpreted, !Stages::kInRegisters);
  ExpectCheapestKernel(
      plan, backend,
      {plan.m, plan.n, plan.k, operands.is_packed[a], operands.is_packed[b],
       operands.is_contiguous[a], operands.is_contiguous[b],
       gemmlowp::internal::BRange::kAny, Stages::kInRegisters,
       Stages::kScalesToBytes,
       /*scales_by_column=*/false, Stages::kStoresSums, /*a_runs=*/0,
       /*a_line=*/0, b_is_rhs ? Scalar::kUint8 : Scalar::kInt8});
  const std::string text = plan.Describe();
  for (const char* part :
       {backend.name, plan.kernel, plan.backend_reason, plan.orientation_reason,
        plan.a_reason, plan.threads_reason}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  }
}

// Plans and runs one product, in a workspace of exactly the size that the plan
// states, and compares with the reference. One byte less is refused.
template <typename Stages, MapOrder ResultOrder, typename Lhs, typename Rhs>
void PlanAndRun(const Backend& backend, int threads, const Lhs& lhs,
                const Rhs& rhs, const Operands& operands,
                const std::vector<std::int32_t>& sums) {
  if (!TakesCase()) return;
  const int rows = lhs.rows(), depth = lhs.cols(), cols = rhs.cols();
  SCOPED_TRACE(testing::Message() << rows << " x " << depth << " x " << cols
                                  << ", " << threads << " threads");
  GemmContext context;
  UseBackend(backend, &context);
  context.set_max_num_threads(threads);
  OwnedMatrix<typename Stages::Result, ResultOrder> result(rows, cols, 9, 5);
  const auto before = result;
  auto map = result.map();
  GemmPlan plan;
  Status status = gemmlowp::PlanGemm(&context, lhs, rhs, &map, kLhsOffset,
                                     kRhsOffset, Stages::Pipeline(), &plan);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(result.entries(), before.entries()) << "planning wrote something";
  ExpectPlanIsComplete<Stages>(plan, backend, operands, rows, depth, cols);
  EXPECT_LE(plan.threads, threads);

  constexpr std::size_t kGuard = 256;
  std::vector<std::uint8_t> memory(plan.workspace_bytes + kGuard + 64, 0x5a);
  auto* workspace = memory.data();
  while (reinterpret_cast<std::uintptr_t>(workspace) % 64 != 0) ++workspace;
  const auto run = [&](std::size_t bytes) {
    context.set_workspace(workspace, bytes);
    return gemmlowp::TryGemm(&context, lhs, rhs, &map, kLhsOffset, kRhsOffset,
                             Stages::Pipeline());
  };
  if (plan.workspace_bytes > 0) {
    status = run(plan.workspace_bytes - 1);
    EXPECT_EQ(status.code(), gemmlowp::StatusCode::kResourceExhausted);
    EXPECT_STREQ(status.argument(), "workspace");
    EXPECT_EQ(result.entries(), before.entries());
  }
  status = run(plan.workspace_bytes);
  ASSERT_TRUE(status.ok()) << status.message();
  for (auto* p = workspace + plan.workspace_bytes;
       p < memory.data() + memory.size(); ++p) {
    ASSERT_EQ(*p, 0x5a) << "wrote past the workspace";
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
void TryEveryForm(const Backend& backend, int rows, int depth, int cols,
                  int threads) {
  OwnedMatrix<std::uint8_t, LhsOrder> lhs_values(rows, depth, 1, 3);
  OwnedMatrix<std::int8_t, RhsOrder> rhs_values(depth, cols, 2, 1);
  // Of the whole range.
  lhs_values.entries().front() = 0;
  rhs_values.entries().front() = -128;
  const auto& lhs = lhs_values;
  const auto& rhs = rhs_values;
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
    const auto run = [&](const auto& l, const auto& r, bool lhs_is_packed,
                         bool rhs_is_packed) {
      const Operands operands = {{lhs_is_packed, rhs_is_packed},
                                 {!lhs_is_packed && LhsOrder == kRow,
                                  !rhs_is_packed && RhsOrder == kCol}};
      PlanAndRun<Stages, kRow>(backend, threads, l, r, operands, sums);
      PlanAndRun<Stages, kCol>(backend, threads, l, r, operands, sums);
    };
    run(lhs.map(), rhs.map(), false, false);
    run(packed_lhs, rhs.map(), true, false);
    run(lhs.map(), packed_rhs, false, true);
    run(packed_lhs, packed_rhs, true, true);
  };
  with_stages(Stored());
  with_stages(Scaled());
  with_stages(Interpreted());
}

TEST(PlanTest, IsCompleteAndRight) {
  ForEachBackend([](const Backend& backend) {
    for (const int threads : {1, 3}) {
      // Tiny, one row, one column, one whole panel and the sizes around it.
      TryEveryForm<kRow, kCol>(backend, 1, 1, 1, threads);
      TryEveryForm<kRow, kCol>(backend, 1, 70, 130, threads);
      TryEveryForm<kCol, kRow>(backend, 130, 33, 1, threads);
      const int nr = backend.panel.nr;
      TryEveryForm<kRow, kRow>(backend, 4, 64, nr, threads);
      TryEveryForm<kCol, kCol>(backend, 7, 65, nr + 1, threads);
      TryEveryForm<kRow, kCol>(backend, 11, 7, 2 * nr - 1, threads);
      // Many rows and small k; few rows, large k; many rows, few columns.
      TryEveryForm<kRow, kCol>(backend, 30, 20, 70, threads);
      TryEveryForm<kRow, kCol>(backend, 3, 200, 70, threads);
      TryEveryForm<kRow, kCol>(backend, 300, 27, 3, threads);
      // Large enough for threads: many panels; few panels and many rows.
      TryEveryForm<kRow, kCol>(backend, 90, 150, 1000, threads);
      TryEveryForm<kCol, kRow>(backend, 1500, 300, 20, threads);
    }
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

// One column leaves nothing to be contiguous.
TEST(PlanTest, ASinglePackedColumnIsStoredAsItIs) {
  GemmContext context;
  const OwnedMatrix<std::uint8_t, kRow> lhs(50, 40, 1);
  const OwnedMatrix<std::int8_t, kRow> rhs(40, 1, 2);
  PackedMatrix packed;
  ASSERT_TRUE(PackedMatrix::Pack(rhs.const_map(), Side::kRhs, &packed).ok());
  const auto expect_plain = [&](auto* result) {
    auto map = result->map();
    GemmPlan plan;
    ASSERT_TRUE(gemmlowp::PlanGemm(&context, lhs.const_map(), packed, &map, 0,
                                   0, std::tuple<>(), &plan)
                    .ok());
    EXPECT_EQ(plan.b_side, Side::kRhs);
    EXPECT_FALSE(plan.transposed_store);
  };
  OwnedMatrix<std::int32_t, kRow> row_major(50, 1);
  expect_plain(&row_major);
  OwnedMatrix<std::int32_t, kCol> column_major(50, 1);
  expect_plain(&column_major);
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
  const auto plan_and_describe = [&] {
    GemmPlan plan;
    EXPECT_TRUE(gemmlowp::PlanGemm(&context, lhs.const_map(), rhs.map(), &map,
                                   0, 0, std::tuple<>(), &plan)
                    .ok());
    return plan.Describe();
  };
  const std::string first = plan_and_describe();
  for (int times = 0; times < 3; ++times) {
    ASSERT_TRUE(gemmlowp::TryGemm(&context, lhs.const_map(), rhs.map(), &map, 0,
                                  0, std::tuple<>())
                    .ok());
    EXPECT_EQ(plan_and_describe(), first);
    std::fill(lhs.entries().begin(), lhs.entries().end(), std::uint8_t{255});
  }
}

}  // namespace
}  // namespace lowp_test
