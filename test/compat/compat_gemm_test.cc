// gemmlowp's contexts, pools and kernels, used as TensorFlow, TFLite and
// gemmlowp's own tests use them, around lowp's products.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <thread>
#include <tuple>
#include <vector>

#include "internal/kernel_default.h"
#include "internal/kernel_reference.h"
#include "internal/multi_thread_gemm.h"
#include "internal/single_thread_gemm.h"
#include "public/gemmlowp.h"

namespace {

using gemmlowp::Allocator;
using gemmlowp::BlockingCounter;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::Task;
using gemmlowp::VectorDup;
using gemmlowp::VectorShape;

template <typename Cell>
void ExpectOffsetsFillTheCell() {
  std::set<int> offsets;
  for (int width = 0; width < Cell::kWidth; ++width) {
    for (int depth = 0; depth < Cell::kDepth; ++depth) {
      offsets.insert(gemmlowp::OffsetIntoCell<Cell>(width, depth));
    }
  }
  EXPECT_EQ(offsets.size(), static_cast<std::size_t>(Cell::kSize));
  EXPECT_EQ(*offsets.begin(), 0);
  EXPECT_EQ(*offsets.rbegin(), Cell::kSize - 1);
}

TEST(KernelTest, CellLayouts) {
  using gemmlowp::CellFormat;
  using gemmlowp::CellOrder;
  using Depth = CellFormat<3, 4>;
  using Width = CellFormat<3, 4, CellOrder::WidthMajor>;
  using Diagonal = CellFormat<4, 4, CellOrder::Diagonal>;
  ExpectOffsetsFillTheCell<Depth>();
  ExpectOffsetsFillTheCell<Width>();
  ExpectOffsetsFillTheCell<Diagonal>();
  EXPECT_EQ(gemmlowp::OffsetIntoCell<Depth>(1, 2), 7);
  EXPECT_EQ(gemmlowp::OffsetIntoCell<Width>(1, 2), 6);
  for (int depth = 0; depth < 4; ++depth) {
    EXPECT_EQ(gemmlowp::OffsetIntoCell<Diagonal>(depth, depth), depth);
  }
  EXPECT_STREQ(gemmlowp::CellOrderName(CellOrder::Diagonal), "Diagonal");
}

using TestFormat = gemmlowp::KernelFormat<
    gemmlowp::KernelSideFormat<
        gemmlowp::CellFormat<3, 4, gemmlowp::CellOrder::WidthMajor>, 2>,
    gemmlowp::KernelSideFormat<gemmlowp::CellFormat<5, 4>, 1>>;

// One packed side with `depth` values per width, cell by cell.
template <typename Side>
std::vector<std::uint8_t> PackSide(int depth, int (*value)(int, int)) {
  using Cell = typename Side::Cell;
  std::vector<std::uint8_t> packed;
  for (int d0 = 0; d0 < depth; d0 += Cell::kDepth) {
    for (int w0 = 0; w0 < Side::kWidth; w0 += Cell::kWidth) {
      std::uint8_t cell[Cell::kSize];
      for (int w = 0; w < Cell::kWidth; ++w) {
        for (int d = 0; d < Cell::kDepth; ++d) {
          cell[gemmlowp::OffsetIntoCell<Cell>(w, d)] =
              static_cast<std::uint8_t>(value(w0 + w, d0 + d));
        }
      }
      packed.insert(packed.end(), cell, cell + Cell::kSize);
    }
  }
  return packed;
}

TEST(KernelTest, ReferenceKernelMultipliesPackedBlocks) {
  EXPECT_EQ(TestFormat::kRows, 6);
  EXPECT_EQ(TestFormat::kCols, 5);
  EXPECT_EQ(TestFormat::kDepth, 4);
  constexpr int kDepth = 12;
  const auto lhs = [](int row, int d) { return (row * 37 + d * 11) % 256; };
  const auto rhs = [](int col, int d) { return (col * 91 + d * 29 + 5) % 256; };
  const std::vector<std::uint8_t> a = PackSide<TestFormat::Lhs>(kDepth, lhs);
  const std::vector<std::uint8_t> b = PackSide<TestFormat::Rhs>(kDepth, rhs);
  const gemmlowp::ReferenceKernel<TestFormat> kernel;
  std::int32_t block[6 * 5];
  std::fill(std::begin(block), std::end(block), -1);
  // In two runs: a depth of 4, then 8 more.
  const gemmlowp::KernelBase& base = kernel;
  base.Run(block, 1, 6, a.data(), b.data(), 0, 4);
  base.Run(block, 1, 6, a.data() + 6 * 4, b.data() + 5 * 4, 4, 8);
  for (int row = 0; row < 6; ++row) {
    for (int col = 0; col < 5; ++col) {
      int expected = 0;
      for (int d = 0; d < kDepth; ++d) expected += lhs(row, d) * rhs(col, d);
      EXPECT_EQ(block[row + 6 * col], expected) << row << ", " << col;
    }
  }
  EXPECT_STREQ(kernel.Name(),
               "reference(Lhs: 2 cells 3x4 WidthMajor, Rhs: 1 cells 4x5 "
               "DepthMajor)");
}

// A problem in gemmlowp's usual layout: row-major weights, column-major
// activations and result.
struct Problem {
  Problem(int rows, int depth, int cols)
      : lhs_data(static_cast<std::size_t>(rows) * depth),
        rhs_data(static_cast<std::size_t>(depth) * cols),
        result_data(static_cast<std::size_t>(rows) * cols),
        lhs(lhs_data.data(), rows, depth),
        rhs(rhs_data.data(), depth, cols),
        result(result_data.data(), rows, cols) {
    std::uint32_t state = 1;
    for (auto* data : {&lhs_data, &rhs_data}) {
      for (std::uint8_t& value : *data) {
        state = state * 1664525u + 1013904223u;
        value = static_cast<std::uint8_t>(state >> 24);
      }
    }
  }

  std::int32_t Expected(int row, int col) const {
    std::int32_t sum = 0;
    for (int d = 0; d < lhs.cols(); ++d) {
      sum += (lhs(row, d) - 100) * (rhs(d, col) - 50);
    }
    return sum;
  }

  // Checks every row and every column, but not every pair.
  void ExpectRight() const {
    for (int row = 0; row < result.rows(); ++row) {
      for (int col = row % 7; col < result.cols(); col += 7) {
        ASSERT_EQ(result(row, col), Expected(row, col)) << row << ", " << col;
      }
    }
  }

  std::vector<std::uint8_t> lhs_data;
  std::vector<std::uint8_t> rhs_data;
  std::vector<std::int32_t> result_data;
  MatrixMap<const std::uint8_t, MapOrder::RowMajor> lhs;
  MatrixMap<const std::uint8_t, MapOrder::ColMajor> rhs;
  MatrixMap<std::int32_t, MapOrder::ColMajor> result;
};

template <typename Context>
void Multiply(Context* context, Problem* problem) {
  gemmlowp::GemmWithOutputPipeline<std::uint8_t, std::int32_t,
                                   gemmlowp::DefaultL8R8BitDepthParams>(
      context, problem->lhs, problem->rhs, &problem->result, -100, -50,
      std::make_tuple());
}

// A pool as TensorFlow writes it: it borrows threads from the program, owns the
// tasks, and lends an allocator to each.
class BorrowingPool {
 public:
  ~BorrowingPool() { counter_.Reset(0); }

  void Execute(const std::vector<Task*>& tasks) {
    ++batches;
    counter_.Reset(tasks.size());
    std::vector<std::thread> threads;
    for (Task* task : tasks) {
      ++tasks_seen;
      threads.emplace_back([this, task] {
        Allocator allocator;
        task->local_allocator = &allocator;
        task->Run();
        delete task;
        counter_.DecrementCount();
      });
    }
    counter_.Wait();
    for (std::thread& thread : threads) thread.join();
  }

  int batches = 0;
  int tasks_seen = 0;

 private:
  BlockingCounter counter_;
};

class BorrowingContext : public gemmlowp::MultiThreadGemmContextBase {
 public:
  explicit BorrowingContext(int threads) { set_max_num_threads(threads); }
  BorrowingPool* workers_pool() { return &workers_pool_; }

 private:
  BorrowingPool workers_pool_;
};

TEST(ContextTest, APoolOfTheCallersOwnRunsTheWork) {
  BorrowingContext context(4);
  Problem problem(300, 256, 256);
  Multiply(&context, &problem);
  problem.ExpectRight();
  EXPECT_GE(context.workers_pool()->batches, 1);
  EXPECT_GE(context.workers_pool()->tasks_seen, 2);
}

TEST(ContextTest, OneThreadLeavesThePoolAlone) {
  BorrowingContext context(1);
  Problem problem(300, 256, 256);
  Multiply(&context, &problem);
  problem.ExpectRight();
  EXPECT_EQ(context.workers_pool()->batches, 0);
}

TEST(ContextTest, TheHierarchyIsGemmlowps) {
  gemmlowp::GemmContext context;
  gemmlowp::MultiThreadGemmContext* const multi = &context;
  gemmlowp::MultiThreadGemmContextBase* const base = multi;
  gemmlowp::SingleThreadGemmContext* const single = base;
  EXPECT_EQ(context.max_num_threads(), 1);
  base->set_max_num_threads(2);
  EXPECT_EQ(multi->max_num_threads(), 2);
  single->set_l1_bytes_to_use(12345);
  single->set_l2_bytes_to_use(234567);
  single->set_l2_rhs_factor(0.5f);
  EXPECT_EQ(single->l1_bytes_to_use(), 12345);
  EXPECT_EQ(single->l2_bytes_to_use(), 234567);
  EXPECT_EQ(single->l2_rhs_factor(), 0.5f);
  ASSERT_NE(single->allocator(), nullptr);
  Problem problem(70, 40, 90);
  Multiply(single, &problem);
  problem.ExpectRight();
  Multiply(base, &problem);
  problem.ExpectRight();
}

// gemmlowp's contexts begin with the cache sizes of the processor, and classes
// derived from them set their protected members.
TEST(ContextTest, DerivedClassesReachTheMembers) {
  struct Tuned : gemmlowp::GemmContext {
    Tuned() {
      EXPECT_EQ(l1_bytes_to_use_, gemmlowp::kDefaultL1CacheSize);
      EXPECT_EQ(l2_bytes_to_use_, gemmlowp::kDefaultL2CacheSize);
      EXPECT_EQ(l2_rhs_factor_, gemmlowp::kDefaultL2RhsFactor);
      l1_bytes_to_use_ = 12345;
      max_num_threads_ = 3;
    }
  };
  Tuned context;
  EXPECT_EQ(context.l1_bytes_to_use(), 12345);
  EXPECT_EQ(context.max_num_threads(), 3);
  EXPECT_EQ(context.thread_limit(), 3);
  context.set_max_num_threads(0);
  EXPECT_GE(context.thread_limit(), 1);
  EXPECT_EQ(context.max_num_threads(), 0);
}

// TFLite runs its own kernels' tasks on the context's pool.
TEST(ContextTest, ThePoolRunsTheProgramsTasksBetweenProducts) {
  struct SumTask : Task {
    void Run() override {
      for (int i = begin; i < end; ++i) sum += i;
    }
    int begin = 0;
    int end = 0;
    std::int64_t sum = 0;
  };
  gemmlowp::GemmContext context;
  context.set_max_num_threads(3);
  Problem problem(300, 256, 256);
  for (int round = 0; round < 3; ++round) {
    Multiply(&context, &problem);
    std::vector<SumTask> tasks(3);
    for (int i = 0; i < 3; ++i) {
      tasks[i].begin = 1000 * i;
      tasks[i].end = 1000 * (i + 1);
    }
    context.workers_pool()->Execute(static_cast<int>(tasks.size()),
                                    tasks.data());
    EXPECT_EQ(tasks[0].sum + tasks[1].sum + tasks[2].sum, 2999 * 3000 / 2);
  }
  problem.ExpectRight();
}

TEST(ExplicitKernelTest, ForwardsToTheEngine) {
  using Kernel = gemmlowp::DefaultKernel<gemmlowp::DefaultL8R8BitDepthParams>;
  using LhsOffset = VectorDup<const std::int32_t, VectorShape::Col>;
  using RhsOffset = VectorDup<const std::int32_t, VectorShape::Row>;
  gemmlowp::GemmContext context;
  context.set_max_num_threads(2);
  Problem problem(130, 60, 70);
  gemmlowp::SingleThreadGemm<Kernel::Format, std::uint8_t, std::int32_t,
                             gemmlowp::DefaultL8R8BitDepthParams,
                             MapOrder::RowMajor, MapOrder::ColMajor,
                             MapOrder::ColMajor, LhsOffset, RhsOffset>(
      &context, Kernel(), problem.lhs, problem.rhs, &problem.result,
      LhsOffset(-100, 130), RhsOffset(-50, 70), std::make_tuple());
  problem.ExpectRight();
  std::fill(problem.result_data.begin(), problem.result_data.end(), -1);
  gemmlowp::MultiThreadGemm<Kernel::Format, std::uint8_t, std::int32_t,
                            gemmlowp::DefaultL8R8BitDepthParams>(
      &context, Kernel(), problem.lhs, problem.rhs, &problem.result,
      LhsOffset(-100, 130), RhsOffset(-50, 70), std::make_tuple());
  problem.ExpectRight();
  EXPECT_NE(Kernel().Name(), nullptr);
}

}  // namespace
