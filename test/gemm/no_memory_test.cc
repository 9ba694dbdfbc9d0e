// What a call does that is given no memory: it does without, or is refused and
// changes nothing.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "../../public/dynamic/dynamic_linear.h"
#include "../../public/gemmlowp.h"
#include "../../public/quantization/observers.h"
#include "../support/count_allocations.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;

// Calls the function, which gets at most `allowed` allocations.
template <typename Function>
int AllowAllocations(int allowed, const Function& function) {
  max_allocations = allowed;
  const int count = AllocationsOf(function);
  max_allocations = std::numeric_limits<int>::max();
  return count;
}

// Where there is no memory for the products that a context knows, it prepares
// each of them anew.
TEST_F(AllocationTest, NoMemoryForKnownProducts) {
  const OwnedMatrix<std::uint8_t, kRow> lhs(20, 15, 1);
  const OwnedMatrix<std::uint8_t, kRow> rhs(15, 25, 2);
  const std::vector<std::int32_t> expected =
      ReferenceSums(lhs.map(), rhs.map(), 1, 2);
  GemmContext context;
  for (int times = 0; times < 4; ++times) {
    OwnedMatrix<std::int32_t, kRow> result(20, 25, 3);
    auto map = result.map();
    Status status;
    EXPECT_GE(AllowAllocations(0,
                               [&] {
                                 status = gemmlowp::TryGemm(&context, lhs.map(),
                                                            rhs.map(), &map, 1,
                                                            2, std::tuple<>());
                               }),
              1);
    ASSERT_TRUE(status.ok()) << status.message();
    result.entries().resize(expected.size());
    EXPECT_EQ(result.entries(), expected);
  }
}

TEST_F(AllocationTest, NoMemoryForDynamicLayers) {
  const OwnedMatrix<std::int8_t, kRow> weights(300, 200);
  const float scale = 0.1f;
  gemmlowp::DynamicLinearParameters parameters;
  parameters.scales = {&scale, 1};
  GemmContext context;
  gemmlowp::DynamicLinear layer;
  Status status(gemmlowp::StatusCode::kInvalidArgument, "", 0, "");
  int allowed = 0;
  for (; !status.ok(); ++allowed) {
    ASSERT_TRUE(layer.empty());
    AllowAllocations(allowed, [&] {
      status = gemmlowp::DynamicLinear::Prepare(&context, weights.map(),
                                                parameters, &layer);
    });
    if (!status.ok()) {
      ASSERT_EQ(status.code(), gemmlowp::StatusCode::kResourceExhausted);
      ASSERT_LT(allowed, 20);
    }
  }
  EXPECT_GT(allowed, 1);
  EXPECT_FALSE(layer.empty());
}

// Observers without enough memory refuse the call and do not change.
TEST_F(AllocationTest, NoMemoryForObservers) {
  const float values[] = {-1, 2, 3}, more[] = {9};
  Status status;
  AllowAllocations(0, [&] {
    gemmlowp::HistogramObserver none(64);
    status = none.Observe(values, 3);
  });
  EXPECT_STREQ(status.argument(), "bins");
  for (const int allowed : {0, 1}) {
    AllowAllocations(allowed, [&] {
      gemmlowp::ChannelMinMaxObserver none(3);
      status = none.Observe(values, 1, 1);
    });
    EXPECT_STREQ(status.argument(), "channels");
  }
  gemmlowp::HistogramObserver observer(64);
  ASSERT_TRUE(observer.Observe(values, 3).ok());
  gemmlowp::HistogramObserver other(64);
  ASSERT_TRUE(other.Observe(more, 1).ok());
  const std::vector<float> counts = observer.counts();
  gemmlowp::QuantizationParams params;
  for (int allowed = 0; allowed < 2; ++allowed) {
    AllowAllocations(allowed, [&] { status = observer.Observe(more, 1); });
    EXPECT_EQ(status.code(), gemmlowp::StatusCode::kResourceExhausted);
    AllowAllocations(allowed, [&] { status = observer.Merge(other); });
    EXPECT_EQ(status.code(), gemmlowp::StatusCode::kResourceExhausted);
    EXPECT_EQ(observer.counts(), counts);
    EXPECT_EQ(observer.range().max, 3);
    AllowAllocations(allowed, [&] {
      status = gemmlowp::ChooseLeastDivergenceParams(
          counts.data(), 64, -1, 3, {-128, 127},
          gemmlowp::ProfileRule(gemmlowp::Symmetry::kSymmetric), &params);
    });
    EXPECT_EQ(status.code(), gemmlowp::StatusCode::kResourceExhausted);
  }
}

// A pool as gemmlowp's users write it. Counts the tasks that it deletes.
struct TaskPool {
  void Execute(const std::vector<gemmlowp::Task*>& tasks) {
    for (gemmlowp::Task* task : tasks) {
      task->Run();
      delete task;
    }
    batches += !tasks.empty();
  }
  int batches = 0;
};
class ContextWithPool : public gemmlowp::MultiThreadGemmContextBase {
 public:
  TaskPool* workers_pool() { return &pool_; }

 private:
  TaskPool pool_;
};

// Where there is no memory for a pool's tasks, the call does without the pool.
TEST_F(AllocationTest, NoMemoryForTheTasksOfAPool) {
  const OwnedMatrix<std::uint8_t, kRow> lhs(300, 300, 1);
  const OwnedMatrix<std::uint8_t, kRow> rhs(300, 300, 2);
  OwnedMatrix<std::int32_t, kRow> result(300, 300);
  auto map = result.map();
  ContextWithPool context;
  context.set_max_num_threads(4);
  const auto run = [&] {
    return gemmlowp::TryGemm(&context, lhs.map(), rhs.map(), &map, 1, 2,
                             std::tuple<>());
  };
  ASSERT_TRUE(run().ok());  // now the workspace is there
  const int batches = context.workers_pool()->batches;
  ASSERT_GT(batches, 0);
  const std::vector<std::int32_t> expected =
      ReferenceSums(lhs.map(), rhs.map(), 1, 2);
  for (int allowed = 0; allowed < 5; ++allowed) {
    SCOPED_TRACE(allowed);
    for (int row = 0; row < 300; ++row) {
      for (int col = 0; col < 300; ++col) map(row, col) = -1;
    }
    Status status;
    AllowAllocations(allowed, [&] { status = run(); });
    ASSERT_TRUE(status.ok()) << status.message();
    for (int row = 0; row < 300; ++row) {
      for (int col = 0; col < 300; ++col) {
        ASSERT_EQ(map(row, col), expected[row * 300 + col])
            << row << ' ' << col;
      }
    }
  }
}

}  // namespace
}  // namespace lowp_test
