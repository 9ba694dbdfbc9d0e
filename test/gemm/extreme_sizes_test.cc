// Plans of products whose sizes are near the largest int: no size or count
// overflows on the way, and the workspace is as large as what lies in it.
// Nothing is multiplied: the matrices are nowhere. With LOWP_EXHAUSTIVE=1 in
// the environment, packs columns of the largest depth, for minutes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tuple>

#ifdef __unix__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmPlan;
using gemmlowp::MapOrder;
using gemmlowp::MatrixMap;
using gemmlowp::PackedMatrix;
using gemmlowp::PanelSource;
using gemmlowp::RowSource;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::StatusCode;

constexpr int kSizes[] = {1,           7,      17, 1000, 1 << 30, INT_MAX - 62,
                          INT_MAX - 1, INT_MAX};

// Whether a quarter of the address space holds a matrix: on 32 bits three
// matrices near the largest int are never apart, and where they meet is found
// by walking along them.
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

void ExpectSound(const GemmPlan& plan, int depth) {
  const std::uint64_t wide_depth = static_cast<std::uint64_t>(depth);
  ASSERT_GE(plan.panels, 1);
  ASSERT_GE(plan.row_block, 1);
  ASSERT_LE(plan.row_block, plan.panel_rows);
  const std::int64_t blocks = (plan.panel_rows - 1) / plan.row_block + 1;
  ASSERT_LE(blocks * plan.panels, INT_MAX);
  ASSERT_GE(plan.threads, 1);
  ASSERT_LE(plan.threads, blocks * plan.panels);
  std::uint64_t bytes = 0;
  if (plan.row_source == RowSource::kCopied) {
    bytes += static_cast<std::uint64_t>(plan.panel_rows) * wide_depth;
  }
  if (plan.panel_source == PanelSource::kUpFront) {
    bytes += static_cast<std::uint64_t>(plan.panel_cols) * wide_depth;
  } else if (plan.panel_source == PanelSource::kJustInTime) {
    bytes +=
        static_cast<std::uint64_t>(plan.threads) *
        static_cast<std::uint64_t>(std::min(plan.panel_cols, plan.tile_cols)) *
        wide_depth;
  }
  ASSERT_GE(plan.workspace_bytes, bytes);
}

template <MapOrder LhsOrder, MapOrder RhsOrder, MapOrder ResultOrder>
void ExpectSoundPlan(gemmlowp::GemmContext* context, int rows, int depth,
                     int cols) {
  if (!FitsAQuarter(rows, depth) || !FitsAQuarter(depth, cols) ||
      !FitsAQuarter(rows, cols)) {
    return;
  }
  SCOPED_TRACE(testing::Message() << rows << " x " << depth << " x " << cols);
  auto result = Nowhere<std::uint8_t, ResultOrder>(2, rows, cols);
  GemmPlan plan;
  const Status status = gemmlowp::PlanGemm(
      context, Nowhere<const std::uint8_t, LhsOrder>(0, rows, depth),
      Nowhere<const std::int8_t, RhsOrder>(1, depth, cols), &result, 3, -5,
      std::make_tuple(gemmlowp::OutputStageSaturatingCastToUint8()), &plan);
  if (status.ok()) return ExpectSound(plan, depth);
  ASSERT_EQ(status.code(), StatusCode::kResourceExhausted) << status.message();
  ASSERT_STREQ(status.argument(), "workspace");
}

TEST(ExtremeSizesTest, PlansAreSound) {
  constexpr MapOrder kRow = MapOrder::RowMajor, kCol = MapOrder::ColMajor;
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    for (const int threads : {1, 3, INT_MAX}) {
      gemmlowp::GemmContext context;
      ASSERT_TRUE(context.set_backend(backend.name).ok());
      context.set_max_num_threads(threads);
      for (const int rows : kSizes) {
        for (const int depth : kSizes) {
          for (const int cols : kSizes) {
            ASSERT_NO_FATAL_FAILURE((ExpectSoundPlan<kRow, kCol, kRow>(
                &context, rows, depth, cols)));
            ASSERT_NO_FATAL_FAILURE((ExpectSoundPlan<kCol, kRow, kRow>(
                &context, rows, depth, cols)));
            ASSERT_NO_FATAL_FAILURE((ExpectSoundPlan<kRow, kRow, kCol>(
                &context, rows, depth, cols)));
          }
        }
      }
    }
  });
}

#ifdef __unix__

// Addresses for so many bytes, all of them the same few megabytes.
class RepeatedMemory {
 public:
  explicit RepeatedMemory(std::size_t bytes)
      : bytes_((bytes + kPiece - 1) / kPiece * kPiece), file_(std::tmpfile()) {
    if (file_ == nullptr || ftruncate(fileno(file_), kPiece) != 0) std::abort();
    memory_ = static_cast<std::uint8_t*>(
        mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (memory_ == MAP_FAILED) std::abort();
    for (std::size_t at = 0; at < bytes_; at += kPiece) {
      if (mmap(memory_ + at, kPiece, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_FIXED, fileno(file_), 0) == MAP_FAILED) {
        std::abort();
      }
    }
  }
  RepeatedMemory(const RepeatedMemory&) = delete;
  RepeatedMemory& operator=(const RepeatedMemory&) = delete;
  ~RepeatedMemory() {
    munmap(memory_, bytes_);
    std::fclose(file_);
  }

  std::uint8_t* data() const { return memory_; }

 private:
  static constexpr std::size_t kPiece = std::size_t{4} << 20;

  const std::size_t bytes_;
  std::FILE* const file_;
  std::uint8_t* memory_;
};

template <MapOrder Order>
void PackLargestDepth(const char* backend) {
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

TEST(ExtremeSizesTest, TheLargestDepthIsPacked) {
  const char* const value = std::getenv("LOWP_EXHAUSTIVE");
  if (value == nullptr || std::string(value) != "1") {
    GTEST_SKIP() << "takes minutes; ./dev exhaustive runs it";
  }
  if (sizeof(void*) < 8) GTEST_SKIP() << "there are no such addresses";
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    PackLargestDepth<MapOrder::RowMajor>(backend.name);
    PackLargestDepth<MapOrder::ColMajor>(backend.name);
  });
}

#endif  // __unix__

}  // namespace
}  // namespace lowp_test
