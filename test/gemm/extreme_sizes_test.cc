// Plans of products whose sizes are near the largest int: no size or count
// overflows, and the workspace is at least as large as what lies in it. Nothing
// is multiplied: the matrices are not in memory. With LOWP_EXHAUSTIVE=1 in the
// environment, packs columns of the largest k, which takes minutes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <tuple>

#include "../../public/gemmlowp.h"
#include "../../public/prepared_gemm.h"
#include "../support/for_each_backend.h"
#include "../support/repeated_memory.h"

namespace lowp_test {
namespace {

using gemmlowp::ASource;
using gemmlowp::BSource;
using gemmlowp::GemmPlan;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::StatusCode;

constexpr int kSizes[] = {1,           7,      17, 1000, 1 << 30, INT_MAX - 62,
                          INT_MAX - 1, INT_MAX};

// Whether a quarter of the address space holds a matrix. On 32 bits, three
// matrices near the largest int always overlap, and the check for overlaps
// takes time that grows with their size.
bool FitsAQuarter(int rows, int cols) {
  return static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(cols) <
         (std::uint64_t{1} << (sizeof(void*) * 8 - 2)) - 64;
}

// A matrix without gaps that begins at some quarter of the address space.
template <typename Scalar, MapOrder Order>
MatrixMap<Scalar, Order> Nowhere(int quarter, int rows, int cols) {
  const std::uintptr_t begin = static_cast<std::uintptr_t>(quarter)
                               << (sizeof(void*) * 8 - 2);
  return MatrixMap<Scalar, Order>(reinterpret_cast<Scalar*>(begin + 64), rows,
                                  cols);
}

// The fewest rows that the plan's kernel takes.
int MinRows(const GemmPlan& plan) {
  for (const gemmlowp::internal::GemmKernel& kernel :
       KernelsOf(*plan.backend)) {
    if (std::string(kernel.name) == plan.kernel) return kernel.m.min;
  }
  ADD_FAILURE() << plan.kernel;
  return 1;
}

// Fewer bytes than the plan's workspace must have.
std::uint64_t BytesAtLeast(const GemmPlan& plan) {
  const std::uint64_t k = static_cast<std::uint64_t>(plan.k);
  const std::uint64_t of_thread_panels =
      static_cast<std::uint64_t>(plan.threads) *
      static_cast<std::uint64_t>(std::min(plan.n, plan.nr)) * k;
  std::uint64_t bytes = 0;
  if (plan.a_source == ASource::kCopied) {
    bytes += static_cast<std::uint64_t>(plan.m) * k;
  }
  if (plan.b_source == BSource::kUpFront) {
    bytes += static_cast<std::uint64_t>(plan.n) * k;
  } else if (plan.b_source == BSource::kJustInTime) {
    bytes += of_thread_panels;
  }
  if (plan.unpacks_b) bytes += 2 * of_thread_panels;
  return bytes;
}

void ExpectSound(const GemmPlan& plan) {
  ASSERT_GE(plan.panels, 1);
  ASSERT_GE(plan.panels_per_task, 1);
  ASSERT_LE(plan.panels_per_task, plan.panels);
  ASSERT_GE(plan.row_block, 1);
  ASSERT_LE(plan.row_block, plan.m);
  // The last block takes what is left, which may be more than the others take.
  const std::int64_t blocks =
      (plan.m - std::min(MinRows(plan), plan.m)) / plan.row_block + 1;
  ASSERT_EQ(plan.row_blocks, blocks);
  ASSERT_LE(blocks * plan.panels, INT_MAX);
  ASSERT_GE(plan.threads, 1);
  ASSERT_LE(plan.threads, blocks * plan.panels);
  ASSERT_GE(plan.workspace_bytes, BytesAtLeast(plan));
  ASSERT_FALSE(plan.Describe().empty());
}

void ExpectNoMemory(const Status& status, const char* argument) {
  ASSERT_EQ(status.code(), StatusCode::kResourceExhausted) << status.message();
  ASSERT_STREQ(status.argument(), argument);
  ASSERT_GT(status.value(), 0);
}

// A prepared product has the same plan; its matrices have no place yet.
template <MapOrder LhsOrder, MapOrder RhsOrder, MapOrder ResultOrder>
void ExpectPreparedLike(gemmlowp::GemmContext* context, const Status& planned,
                        const GemmPlan& plan, int m, int k, int n) {
  gemmlowp::PreparedGemm prepared;
  const Status status = gemmlowp::PreparedGemm::Prepare(
      context, MatrixMap<const std::uint8_t, LhsOrder>(nullptr, m, k),
      MatrixMap<const std::int8_t, RhsOrder>(nullptr, k, n),
      MatrixMap<std::uint8_t, ResultOrder>(nullptr, m, n), 3, -5,
      std::make_tuple(gemmlowp::OutputStageSaturatingCastToUint8()), &prepared);
  if (!planned.ok()) return ExpectNoMemory(status, "workspace");
  ASSERT_TRUE(status.ok()) << status.message();
  ASSERT_EQ(prepared.plan().workspace_bytes, plan.workspace_bytes);
  ASSERT_GE(prepared.workspace_bytes(), plan.workspace_bytes);
}

template <MapOrder LhsOrder, MapOrder RhsOrder, MapOrder ResultOrder>
void ExpectSoundPlan(gemmlowp::GemmContext* context, int m, int k, int n) {
  if (!FitsAQuarter(m, k) || !FitsAQuarter(k, n) || !FitsAQuarter(m, n)) {
    return;
  }
  SCOPED_TRACE(testing::Message() << m << " x " << k << " x " << n);
  auto result = Nowhere<std::uint8_t, ResultOrder>(2, m, n);
  GemmPlan plan;
  const Status status = gemmlowp::PlanGemm(
      context, Nowhere<const std::uint8_t, LhsOrder>(0, m, k),
      Nowhere<const std::int8_t, RhsOrder>(1, k, n), &result, 3, -5,
      std::make_tuple(gemmlowp::OutputStageSaturatingCastToUint8()), &plan);
  if (status.ok()) {
    ASSERT_NO_FATAL_FAILURE(ExpectSound(plan));
  } else {
    ASSERT_NO_FATAL_FAILURE(ExpectNoMemory(status, "workspace"));
  }
  ExpectPreparedLike<LhsOrder, RhsOrder, ResultOrder>(context, status, plan, m,
                                                      k, n);
}

TEST(ExtremeSizesTest, PlansAreSound) {
  constexpr MapOrder kRow = MapOrder::RowMajor, kCol = MapOrder::ColMajor;
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    for (const int threads : {1, 3, INT_MAX}) {
      gemmlowp::GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      context.set_max_num_threads(threads);
      for (const int m : kSizes) {
        for (const int k : kSizes) {
          for (const int n : kSizes) {
            ASSERT_NO_FATAL_FAILURE(
                (ExpectSoundPlan<kRow, kCol, kRow>(&context, m, k, n)));
            ASSERT_NO_FATAL_FAILURE(
                (ExpectSoundPlan<kCol, kRow, kRow>(&context, m, k, n)));
            ASSERT_NO_FATAL_FAILURE(
                (ExpectSoundPlan<kRow, kRow, kCol>(&context, m, k, n)));
          }
        }
      }
    }
  });
}

#ifdef __unix__

template <MapOrder Order>
void PackLargestK(const char* backend) {
  const RepeatedMemory column(INT_MAX);
  const MatrixMap<const std::uint8_t, Order> source(column.data(), INT_MAX, 1);
  const std::size_t bytes =
      PackedMatrix::BytesNeeded(source, Side::kRhs, backend);
  ASSERT_GE(bytes, static_cast<std::size_t>(INT_MAX));
  const RepeatedMemory memory(bytes);
  PackedMatrix packed;
  EXPECT_TRUE(PackedMatrix::PackInto(source, Side::kRhs, memory.data(), bytes,
                                     &packed, backend)
                  .ok());
}

TEST(ExtremeSizesTest, TheLargestKIsPacked) {
  const char* const value = std::getenv("LOWP_EXHAUSTIVE");
  if (value == nullptr || std::string(value) != "1") {
    GTEST_SKIP() << "takes minutes; ./dev exhaustive runs it";
  }
  if (sizeof(void*) < 8) GTEST_SKIP() << "there are no such addresses";
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    PackLargestK<MapOrder::RowMajor>(backend.name);
    PackLargestK<MapOrder::ColMajor>(backend.name);
  });
}

#endif  // __unix__

}  // namespace
}  // namespace lowp_test
