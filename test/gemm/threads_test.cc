// Threads: the same bytes for any number of them and wherever they come from,
// and nothing shared between contexts. Meant to run under ThreadSanitizer too.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"
#include "../support/sample.h"

namespace lowp_test {
namespace {

using gemmlowp::ExecutorTask;
using gemmlowp::GemmContext;
using gemmlowp::GemmPlan;
using gemmlowp::Status;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;

// A product with everything that varies along a dimension: offsets, a bias and
// a scale. Big enough for threads where the shape says so.
template <MapOrder LhsOrder, MapOrder RhsOrder, MapOrder ResultOrder>
class Product {
 public:
  Product(int rows, int depth, int cols)
      : lhs_(rows, depth, 1, 2), rhs_(depth, cols, 2, 1) {
    Random random(3);
    for (int i = 0; i < rows; ++i) {
      lhs_offset_.push_back(random.Between(-255, 0));
      bias_.push_back(random.Between(-9999, 9999));
    }
    for (int j = 0; j < cols; ++j) {
      rhs_offset_.push_back(random.Between(-128, 128));
      multiplier_.push_back(random.Between(1 << 30, 2147483647));
      exponent_.push_back(random.Between(-12, -3));
    }
  }

  template <typename Context>
  std::vector<std::int8_t> Run(Context* context) const {
    OwnedMatrix<std::int8_t, ResultOrder> result(lhs_.rows(), rhs_.cols(), 4,
                                                 3);
    auto map = result.map();
    const Status status =
        gemmlowp::TryGemm(context, lhs_.map(), rhs_.map(), &map,
                          Column(lhs_offset_), Row(rhs_offset_), Stages());
    EXPECT_TRUE(status.ok()) << status.message();
    return result.entries();
  }

  template <typename Context>
  GemmPlan Plan(Context* context) const {
    OwnedMatrix<std::int8_t, ResultOrder> result(lhs_.rows(), rhs_.cols(), 4,
                                                 3);
    auto map = result.map();
    GemmPlan plan;
    const Status status = gemmlowp::PlanGemm(context, lhs_.map(), rhs_.map(),
                                             &map, Column(lhs_offset_),
                                             Row(rhs_offset_), Stages(), &plan);
    EXPECT_TRUE(status.ok()) << status.message();
    return plan;
  }

 private:
  using ColVector = VectorMap<const std::int32_t, VectorShape::Col>;
  using RowVector = VectorMap<const std::int32_t, VectorShape::Row>;
  static ColVector Column(const std::vector<std::int32_t>& values) {
    return ColVector(values.data(), static_cast<int>(values.size()));
  }
  static RowVector Row(const std::vector<std::int32_t>& values) {
    return RowVector(values.data(), static_cast<int>(values.size()));
  }
  auto Stages() const {
    gemmlowp::OutputStageBiasAddition<ColVector> bias{Column(bias_)};
    gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<VectorShape::Row>
        scale{Row(multiplier_), Row(exponent_), 5};
    return std::make_tuple(bias, scale,
                           gemmlowp::OutputStageSaturatingCastToInt8());
  }

  OwnedMatrix<std::uint8_t, LhsOrder> lhs_;
  OwnedMatrix<std::int8_t, RhsOrder> rhs_;
  std::vector<std::int32_t> lhs_offset_, bias_;
  std::vector<std::int32_t> rhs_offset_, multiplier_, exponent_;
};

struct Shape {
  int rows, depth, cols;
};
constexpr Shape kShapes[] = {
    {1, 1, 1},       {3, 5, 7},       {64, 64, 64},
    {1, 1500, 3000}, {3000, 1500, 1}, {257, 131, 263},
    {20, 400, 900},  {900, 400, 20},  {130, 1030, 129}};

// Calls test(product) with every order of operands and result, over the shapes.
template <typename Test>
void ForEachProduct(const Test& test) {
  for (const Shape& s : kShapes) {
    SCOPED_TRACE(testing::Message()
                 << s.rows << " x " << s.depth << " x " << s.cols);
    test(Product<kRow, kCol, kRow>(s.rows, s.depth, s.cols));
    test(Product<kRow, kCol, kCol>(s.rows, s.depth, s.cols));
    test(Product<kCol, kRow, kRow>(s.rows, s.depth, s.cols));
    test(Product<kCol, kRow, kCol>(s.rows, s.depth, s.cols));
  }
}

TEST(ThreadsTest, ResultsAreIdenticalForOneToEightThreads) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext one;
    ASSERT_TRUE(one.set_backend(backend.name).ok());
    GemmContext many;
    ASSERT_TRUE(many.set_backend(backend.name).ok());
    ForEachProduct([&](const auto& product) {
      const std::vector<std::int8_t> expected = product.Run(&one);
      for (int threads = 2; threads <= 8; ++threads) {
        if (!TakesCase()) continue;
        many.set_max_num_threads(threads);
        ASSERT_EQ(product.Run(&many), expected) << threads << " threads";
      }
    });
  });
}

TEST(ThreadsTest, SomeOfTheseProductsUseThreads) {
  GemmContext context;
  context.set_max_num_threads(4);
  int threaded = 0;
  ForEachProduct([&](const auto& product) {
    threaded += product.Plan(&context).threads > 1;
  });
  EXPECT_GE(threaded, 12);
}

TEST(ThreadsTest, ZeroStandsForTheUsableCpus) {
  GemmContext context;
  context.set_max_num_threads(0);
  EXPECT_EQ(context.max_num_threads(), 0);
  EXPECT_GE(context.thread_limit(), 1);
  EXPECT_LE(context.thread_limit(),
            static_cast<int>(std::thread::hardware_concurrency()));
  GemmContext one;
  const Product<kRow, kCol, kRow> product(257, 131, 263);
  EXPECT_EQ(product.Run(&context), product.Run(&one));
}

// Contexts share nothing: they work at once in many threads, each with threads
// of its own.
TEST(ThreadsTest, ManyContextsAtOnce) {
  GemmContext one;
  const Product<kRow, kCol, kRow> small(20, 30, 40);
  const Product<kCol, kRow, kCol> large(130, 1030, 129);
  const auto expected_small = small.Run(&one);
  const auto expected_large = large.Run(&one);
  std::atomic<int> wrong{0};
  std::vector<std::thread> callers;
  for (int t = 0; t < 6; ++t) {
    callers.emplace_back([&, t] {
      GemmContext context;
      context.set_max_num_threads(1 + t % 3);
      for (int round = 0; round < 5; ++round) {
        if (small.Run(&context) != expected_small) ++wrong;
        if (large.Run(&context) != expected_large) ++wrong;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

// A context may move between threads, as long as one at a time uses it.
TEST(ThreadsTest, OneContextAfterAnotherThread) {
  GemmContext context;
  context.set_max_num_threads(3);
  const Product<kRow, kCol, kRow> product(257, 131, 263);
  const auto expected = product.Run(&context);
  for (int round = 0; round < 3; ++round) {
    std::thread caller([&] { EXPECT_EQ(product.Run(&context), expected); });
    caller.join();
  }
}

TEST(ThreadsTest, ContextsCanBeDestroyedRightAfterACall) {
  const Product<kRow, kCol, kRow> product(257, 131, 263);
  GemmContext one;
  const auto expected = product.Run(&one);
  for (int round = 0; round < 20; ++round) {
    GemmContext context;
    context.set_max_num_threads(4);
    EXPECT_EQ(product.Run(&context), expected);
  }
}

// ---- Executors of the caller's.

// Every task on a thread of its own.
void OnNewThreads(int count, ExecutorTask task) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([task, i] { task(i); });
  }
  for (std::thread& thread : threads) thread.join();
}

void InOrder(int count, ExecutorTask task) {
  for (int i = 0; i < count; ++i) task(i);
}

void InReverse(int count, ExecutorTask task) {
  for (int i = count - 1; i >= 0; --i) task(i);
}

// All of them on one other thread, the last first.
void Elsewhere(int count, ExecutorTask task) {
  std::thread thread([count, task] { InReverse(count, task); });
  thread.join();
}

TEST(ExecutorTest, ResultsDoNotDependOnTheExecutor) {
  using ParallelFor = void (*)(int count, ExecutorTask task);
  const ParallelFor executors[] = {&OnNewThreads, &InOrder, &InReverse,
                                   &Elsewhere};
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    GemmContext one, injected;
    ASSERT_TRUE(one.set_backend(backend.name).ok());
    ASSERT_TRUE(injected.set_backend(backend.name).ok());
    ForEachProduct([&](const auto& product) {
      const auto expected = product.Run(&one);
      for (const ParallelFor& parallel_for : executors) {
        for (const int concurrency : {2, 5}) {
          if (!TakesCase()) continue;
          int calls = 0;
          auto counted = [&](int count, ExecutorTask task) {
            ++calls;
            EXPECT_GE(count, 1);
            EXPECT_LE(count, concurrency);
            parallel_for(count, task);
          };
          injected.set_executor(gemmlowp::MakeExecutor(&counted, concurrency));
          ASSERT_EQ(product.Run(&injected), expected);
          EXPECT_EQ(calls > 0, product.Plan(&injected).threads > 1);
        }
      }
    });
  });
}

TEST(ExecutorTest, AnEmptyExecutorReturnsToTheContextsThreads) {
  GemmContext context;
  int calls = 0;
  auto count_calls = [&calls](int count, ExecutorTask task) {
    ++calls;
    InOrder(count, task);
  };
  context.set_executor(gemmlowp::MakeExecutor(&count_calls, 4));
  EXPECT_EQ(context.max_num_threads(), 4);
  const Product<kRow, kCol, kRow> product(257, 131, 263);
  const auto expected = product.Run(&context);
  EXPECT_GT(calls, 0);
  calls = 0;
  context.set_executor(gemmlowp::Executor());
  EXPECT_EQ(product.Run(&context), expected);
  EXPECT_EQ(calls, 0);
}

// A context without threads of its own can have an executor.
TEST(ExecutorTest, TheBaseClassTakesAnExecutor) {
  gemmlowp::MultiThreadGemmContextBase context;
  int calls = 0;
  const auto count_calls = [&calls](int count, ExecutorTask task) {
    ++calls;
    OnNewThreads(count, task);
  };
  context.set_executor(gemmlowp::MakeExecutor(&count_calls, 3));
  const Product<kRow, kCol, kRow> product(257, 131, 263);
  GemmContext one;
  EXPECT_EQ(product.Run(&context), product.Run(&one));
  EXPECT_GT(calls, 0);
}

// ---- A pool of the caller's, as TensorFlow brings it: a context derived from
// MultiThreadGemmContextBase whose workers_pool() runs and deletes the tasks.

class DeletingPool {
 public:
  void Execute(const std::vector<gemmlowp::Task*>& tasks) {
    ++batches_;
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < tasks.size(); ++i) {
      threads.emplace_back([task = tasks[i]] { RunAndDelete(task); });
    }
    if (!tasks.empty()) RunAndDelete(tasks[0]);
    for (std::thread& thread : threads) thread.join();
    tasks_ += static_cast<int>(tasks.size());
  }
  int batches() const { return batches_; }
  int tasks() const { return tasks_; }

 private:
  static void RunAndDelete(gemmlowp::Task* task) {
    gemmlowp::Allocator allocator;
    task->local_allocator = &allocator;
    task->Run();
    delete task;
  }
  int batches_ = 0;
  int tasks_ = 0;
};

class ContextWithPool : public gemmlowp::MultiThreadGemmContextBase {
 public:
  explicit ContextWithPool(DeletingPool* pool) : pool_(pool) {}
  DeletingPool* workers_pool() {
    ++times_asked_;
    return pool_;
  }
  int times_asked() const { return times_asked_; }

 private:
  DeletingPool* pool_;
  int times_asked_ = 0;
};

TEST(PoolSubclassTest, ThePoolRunsTheTasks) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    DeletingPool pool;
    ContextWithPool context(&pool);
    GemmContext one;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    ASSERT_TRUE(one.set_backend(backend.name).ok());
    context.set_max_num_threads(4);
    ForEachProduct([&](const auto& product) {
      const int before = pool.batches();
      ASSERT_EQ(product.Run(&context), product.Run(&one));
      EXPECT_EQ(pool.batches() > before, product.Plan(&context).threads > 1);
    });
    EXPECT_GT(pool.tasks(), pool.batches());
  });
}

TEST(PoolSubclassTest, OneThreadNeedsNoPool) {
  ContextWithPool context(nullptr);
  GemmContext one;
  const Product<kRow, kCol, kRow> product(257, 131, 263);
  EXPECT_EQ(product.Run(&context), product.Run(&one));
}

TEST(PoolSubclassTest, SmallProductsAskForNoPool) {
  DeletingPool pool;
  ContextWithPool context(&pool);
  context.set_max_num_threads(4);
  Product<kRow, kCol, kRow>(64, 64, 64).Run(&context);
  EXPECT_EQ(context.times_asked(), 0);
  Product<kRow, kCol, kRow>(257, 131, 263).Run(&context);
  EXPECT_GT(context.times_asked(), 0);
}

// The same through gemmlowp's entry point with its explicit arguments.
TEST(PoolSubclassTest, GemmlowpsEntryPointsTakeTheContext) {
  DeletingPool pool;
  ContextWithPool context(&pool);
  context.set_max_num_threads(3);
  const OwnedMatrix<std::uint8_t, kRow> lhs(300, 200, 1);
  const OwnedMatrix<std::uint8_t, kCol> rhs(200, 300, 2);
  OwnedMatrix<std::int32_t, kCol> result(300, 300, 3);
  auto map = result.map();
  gemmlowp::GemmWithOutputPipeline<std::uint8_t, std::int32_t,
                                   gemmlowp::DefaultL8R8BitDepthParams>(
      &context, lhs.map(), rhs.map(), &map, -3, 4, std::tuple<>());
  const auto sums = ReferenceSums(lhs.map(), rhs.map(), -3, 4);
  for (int i = 0; i < 300 * 300; ++i) {
    ASSERT_EQ(result(i / 300, i % 300), sums[static_cast<std::size_t>(i)]);
  }
  EXPECT_GT(pool.batches(), 0);
}

}  // namespace
}  // namespace lowp_test
