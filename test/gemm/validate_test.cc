// Bad matrices and contexts: every entry point says what is wrong, in which
// argument, with which value, and writes nothing.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../../public/packed_matrix.h"
#include "../../public/prepared_gemm.h"
#include "../support/aligned_bytes.h"
#include "../support/for_each_backend.h"
#include "../support/owned_matrix.h"
#include "../support/validate_fixture.h"

namespace lowp_test {
namespace {

TEST_F(ValidateTest, TheUnspoiledProductIsFine) {
  auto map = result();
  const Status status = gemmlowp::TryGemm(&context_, lhs(), rhs(), &map, 0, 0,
                                          std::make_tuple(cast_));
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(status.message(), "ok");
}

TEST_F(ValidateTest, NegativeSizes) {
  using Lhs = MatrixMap<const std::uint8_t, kRow>;
  using Rhs = MatrixMap<const std::uint8_t, kCol>;
  using Result = MatrixMap<std::uint8_t, kRow>;
  const auto* a = lhs().data();
  const auto* b = rhs().data();
  auto* c = result().data();
  ExpectInvalidMatrices(Lhs(a, -6, 5, 7), rhs(), result(), "lhs.rows", -6);
  ExpectInvalidMatrices(Lhs(a, 6, -5, 7), rhs(), result(), "lhs.cols", -5);
  ExpectInvalidMatrices(Lhs(a, 6, 5, -7), rhs(), result(), "lhs.stride", -7);
  ExpectInvalidMatrices(lhs(), Rhs(b, -1, 4, 6), result(), "rhs.rows", -1);
  ExpectInvalidMatrices(lhs(), Rhs(b, 5, INT_MIN, 6), result(), "rhs.cols",
                        INT_MIN);
  ExpectInvalidMatrices(lhs(), Rhs(b, 5, 4, INT_MIN), result(), "rhs.stride",
                        INT_MIN);
  ExpectInvalidMatrices(lhs(), rhs(), Result(c, -6, 4, 7), "result.rows", -6);
  ExpectInvalidMatrices(lhs(), rhs(), Result(c, 6, -4, 7), "result.cols", -4);
  ExpectInvalidMatrices(lhs(), rhs(), Result(c, 6, 4, -7), "result.stride", -7);
  // Also where another size is zero and nothing would be read.
  ExpectInvalidMatrices(Lhs(a, 0, -5, 7), rhs(), result(), "lhs.cols", -5);
}

TEST_F(ValidateTest, StrideBelowWidth) {
  using Lhs = MatrixMap<const std::uint8_t, kRow>;
  using Rhs = MatrixMap<const std::uint8_t, kCol>;
  using Result = MatrixMap<std::uint8_t, kRow>;
  ExpectInvalidMatrices(Lhs(lhs().data(), 6, 5, 4), rhs(), result(),
                        "lhs.stride", 4);
  ExpectInvalidMatrices(Lhs(lhs().data(), 6, 5, 0), rhs(), result(),
                        "lhs.stride", 0);
  ExpectInvalidMatrices(lhs(), Rhs(rhs().data(), 5, 4, 4), result(),
                        "rhs.stride", 4);
  ExpectInvalidMatrices(lhs(), rhs(), Result(result().data(), 6, 4, 3),
                        "result.stride", 3);
}

TEST_F(ValidateTest, NullData) {
  ExpectInvalidMatrices(MatrixMap<const std::uint8_t, kRow>(nullptr, 6, 5, 7),
                        rhs(), result(), "lhs.data", 0);
  ExpectInvalidMatrices(lhs(),
                        MatrixMap<const std::uint8_t, kCol>(nullptr, 5, 4, 6),
                        result(), "rhs.data", 0);
  ExpectInvalidMatrices(lhs(), rhs(),
                        MatrixMap<std::uint8_t, kRow>(nullptr, 6, 4, 7),
                        "result.data", 0);
}

TEST_F(ValidateTest, NullContextAndResult) {
  GemmContext* const no_context = nullptr;
  MatrixMap<std::uint8_t, kRow>* const no_result = nullptr;
  auto map = result();
  const auto pipeline = std::make_tuple(cast_);
  ExpectStatus(
      gemmlowp::TryGemm(no_context, lhs(), rhs(), &map, 0, 0, pipeline),
      StatusCode::kInvalidArgument, "context", 0);
  ExpectStatus(
      gemmlowp::TryGemm(&context_, lhs(), rhs(), no_result, 0, 0, pipeline),
      StatusCode::kInvalidArgument, "result", 0);
  gemmlowp::GemmWithOutputPipeline(&context_, lhs(), rhs(), no_result, 0, 0,
                                   pipeline);
  EXPECT_EQ(handled_count, 1);
  ExpectStatus(handled, StatusCode::kInvalidArgument, "result", 0);
}

TEST_F(ValidateTest, MismatchedSizes) {
  OwnedMatrix<std::uint8_t, kCol> deeper(6, 4);
  ExpectInvalidMatrices(lhs(), deeper.const_map(), result(), "rhs.rows", 6);
  OwnedMatrix<std::uint8_t, kRow> taller(7, 4);
  ExpectInvalidMatrices(lhs(), rhs(), taller.map(), "result.rows", 7);
  OwnedMatrix<std::uint8_t, kRow> wider(6, 5);
  ExpectInvalidMatrices(lhs(), rhs(), wider.map(), "result.cols", 5);
  // A depth of zero must be so on both sides.
  ExpectInvalidMatrices(MatrixMap<const std::uint8_t, kRow>(nullptr, 6, 0, 0),
                        rhs(), result(), "rhs.rows", 5);
}

TEST_F(ValidateTest, EmptyProductsNeedNoData) {
  using Lhs = MatrixMap<const std::uint8_t, kRow>;
  using Rhs = MatrixMap<const std::uint8_t, kCol>;
  const std::vector<std::uint8_t> bytes = result_.entries();
  auto map = result();
  EXPECT_TRUE(gemmlowp::TryGemm(&context_, Lhs(nullptr, 6, 0, 0),
                                Rhs(nullptr, 0, 4, 0), &map, 0, 0,
                                std::make_tuple(cast_))
                  .ok());
  MatrixMap<std::uint8_t, kRow> no_rows(nullptr, 0, 4, 4);
  EXPECT_TRUE(gemmlowp::TryGemm(&context_, Lhs(nullptr, 0, 5, 5), rhs(),
                                &no_rows, 0, 0, std::make_tuple(cast_))
                  .ok());
  MatrixMap<std::uint8_t, kRow> no_cols(nullptr, 6, 0, 0);
  EXPECT_TRUE(gemmlowp::TryGemm(&context_, lhs(), Rhs(nullptr, 5, 0, 5),
                                &no_cols, 0, 0, std::make_tuple(cast_))
                  .ok());
  EXPECT_EQ(result_.entries(), bytes);
}

TEST_F(ValidateTest, SizesThatOverflowTheAddressSpace) {
  const std::uint8_t byte = 0;
  std::int32_t sum = 0;
  const MatrixMap<const std::uint8_t, kRow> lhs(&byte, INT_MAX, 1, 1);
  const MatrixMap<const std::uint8_t, kRow> rhs(&byte, 1, INT_MAX, INT_MAX);
  ExpectRefused(&context_, lhs, rhs,
                MatrixMap<std::int32_t, kRow>(&sum, INT_MAX, INT_MAX, INT_MAX),
                0, 0, std::tuple<>(), StatusCode::kInvalidArgument,
                "result.stride", INT_MAX);
  // An extent that wraps past the last address.
  const auto* last = reinterpret_cast<const std::uint8_t*>(UINTPTR_MAX - 8);
  ExpectInvalidMatrices(MatrixMap<const std::uint8_t, kRow>(last, 6, 5, 7),
                        this->rhs(), result(), "lhs.stride", 7);
}

// The largest extent that addresses can express, and one more element. Nothing
// is read: a product without depth is only planned.
TEST_F(ValidateTest, TheLargestExtent) {
  if (sizeof(void*) < 8) GTEST_SKIP() << "an int holds every extent there";
  const std::uint8_t byte = 0;
  std::int32_t sum = 0;
  for (const int cols : {1, 2}) {
    const MatrixMap<const std::uint8_t, kRow> lhs(&byte, INT_MAX, 0, 1);
    const MatrixMap<const std::uint8_t, kRow> rhs(&byte, 0, cols, cols);
    // (2^31 - 2) * (2^30 + 1) + cols elements of four bytes: 2^61 - 2 + cols.
    const MatrixMap<std::int32_t, kRow> result(&sum, INT_MAX, cols,
                                               (1 << 30) + 1);
    gemmlowp::GemmPlan plan;
    auto copy = result;
    const Status status = gemmlowp::PlanGemm(&context_, lhs, rhs, &copy, 0, 0,
                                             std::tuple<>(), &plan);
    if (cols == 1) {
      EXPECT_TRUE(status.ok()) << status.message();
    } else {
      ExpectStatus(status, StatusCode::kInvalidArgument, "result.stride",
                   (1 << 30) + 1);
    }
  }
}

// Operands without elements have no place, so they never overlap the result.
TEST_F(ValidateTest, OperandsWithoutElementsDoNotOverlap) {
  auto out = result();
  const MatrixMap<const std::uint8_t, kRow> lhs(out.data() + 3, 6, 0, 1);
  const MatrixMap<const std::uint8_t, kCol> rhs(out.data() + 1, 0, 4, 1);
  const Status status = gemmlowp::TryGemm(&context_, lhs, rhs, &out, 0, 0,
                                          std::make_tuple(cast_));
  EXPECT_TRUE(status.ok()) << status.message();
}

// Sizes that are sound one by one, but whose packed form no memory can hold.
TEST_F(ValidateTest, SizesThatNoWorkspaceHolds) {
  const std::uint8_t byte = 0;
  std::int32_t sum = 0;
  // Nothing may be read: the data is a single byte.
  const MatrixMap<const std::uint8_t, kCol> lhs(&byte, 1 << 22, INT_MAX,
                                                1 << 22);
  const MatrixMap<const std::uint8_t, kRow> rhs(&byte, INT_MAX, 1 << 22,
                                                1 << 22);
  MatrixMap<std::int32_t, kRow> result(&sum, 1 << 22, 1 << 22, 1 << 22);
  char memory[64];
  context_.set_workspace(memory, sizeof(memory));
  const Status status =
      gemmlowp::TryGemm(&context_, lhs, rhs, &result, 0, 0, std::tuple<>());
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(sum, 0);
}

TEST_F(ValidateTest, ResultOverlapsAnOperand) {
  std::vector<std::uint8_t> bytes(400, 7);
  using In = MatrixMap<const std::uint8_t, kRow>;
  using Out = MatrixMap<std::uint8_t, kRow>;
  const In rhs_map(rhs_.entries().data(), 5, 4, 4);
  const In lhs_map(lhs_.entries().data(), 6, 5, 5);
  const auto refuse = [&](const In& a, const In& b, const Out& c) {
    const std::vector<std::uint8_t> before = bytes;
    ExpectInvalidMatrices(a, b, c, "result.data", 0);
    EXPECT_EQ(bytes, before);
  };
  std::uint8_t* const at = bytes.data();
  refuse(In(at, 6, 5, 5), rhs_map, Out(at, 6, 4, 4));
  // The last byte of the lhs is the first of the result, and the reverse.
  refuse(In(at, 6, 5, 5), rhs_map, Out(at + 29, 6, 4, 4));
  refuse(In(at + 23, 6, 5, 5), rhs_map, Out(at, 6, 4, 4));
  // One column in common, in different strides.
  refuse(In(at, 6, 5, 20), rhs_map, Out(at + 4, 6, 4, 20));
  refuse(In(at, 6, 5, 20), rhs_map, Out(at + 10, 6, 4, 13));
  refuse(lhs_map, In(at, 5, 4, 4), Out(at + 10, 6, 4, 4));
  refuse(lhs_map, In(at + 47, 5, 4, 11), Out(at, 6, 4, 9));
  // Column-major result against a row-major operand.
  ExpectInvalidMatrices(In(at, 6, 5, 20), rhs_map,
                        MatrixMap<std::uint8_t, kCol>(at + 3, 6, 4, 20),
                        "result.data", 0);
  // Results wider than a byte.
  alignas(4) std::int32_t sums[64] = {};
  ExpectRefused(&context_, In(reinterpret_cast<std::uint8_t*>(sums) + 95, 6, 5),
                rhs_map, MatrixMap<std::int32_t, kRow>(sums, 6, 4), 0, 0,
                std::tuple<>(), StatusCode::kInvalidArgument, "result.data", 0);
}

// Packed matrices in memory of the caller: the first time that a context meets
// the product, when it knows it, and prepared.
TEST_F(ValidateTest, ResultOverlapsAPackedOperand) {
  using gemmlowp::PackedMatrix;
  using gemmlowp::Side;
  const std::size_t bytes = PackedMatrix::BytesNeeded(rhs_.map(), Side::kRhs);
  AlignedBytes memory(bytes + 64);
  PackedMatrix packed;
  ASSERT_TRUE(PackedMatrix::PackInto(rhs_.map(), Side::kRhs, memory.data(),
                                     bytes, &packed)
                  .ok());
  const std::vector<std::uint8_t> before(memory.data(), memory.data() + bytes);
  const auto lhs = lhs_.const_map();
  const auto pipeline = std::make_tuple(cast_);
  OwnedMatrix<std::uint8_t, kRow> apart(6, 4);
  gemmlowp::PreparedGemm prepared;
  ASSERT_TRUE(gemmlowp::PreparedGemm::Prepare(&context_, lhs, packed,
                                              apart.map(), 0, 0, pipeline,
                                              &prepared)
                  .ok());
  const auto expect_refused = [&](const Status& status) {
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << status.message();
    EXPECT_STREQ(status.argument(), "result.data");
  };
  MatrixMap<std::uint8_t, kRow> last(memory.data() + bytes - 1, 6, 4);
  for (int times = 0; times < 2; ++times) {
    expect_refused(
        gemmlowp::TryGemm(&context_, lhs, packed, &last, 0, 0, pipeline));
    expect_refused(prepared.Run(&context_, lhs.data(), nullptr, last.data()));
    auto behind = apart.map();
    ASSERT_TRUE(
        gemmlowp::TryGemm(&context_, lhs, packed, &behind, 0, 0, pipeline)
            .ok());
  }
  // Right behind the last byte.
  ASSERT_TRUE(
      prepared.Run(&context_, lhs.data(), nullptr, memory.data() + bytes).ok());
  EXPECT_EQ(before,
            std::vector<std::uint8_t>(memory.data(), memory.data() + bytes));
}

TEST_F(ValidateTest, NeighboursInOneBufferDoNotOverlap) {
  OwnedMatrix<std::uint8_t, kRow> buffer(6, 40);
  const OwnedMatrix<std::uint8_t, kRow> before = buffer;
  const auto all = buffer.map();
  // [lhs 0..4][result 5..8][rhs 9..12], interleaved line by line.
  auto out = all.block(0, 5, 6, 4);
  const auto left = before.map().block(0, 0, 6, 5);
  const auto right = before.map().block(0, 9, 5, 4);
  const MatrixMap<const std::uint8_t, kRow> in_left(all.data(), 6, 5, 40);
  const MatrixMap<const std::uint8_t, kRow> in_right(all.data(0, 9), 5, 4, 40);
  const Status status = gemmlowp::TryGemm(&context_, in_left, in_right, &out, 1,
                                          -2, std::make_tuple(cast_));
  ASSERT_TRUE(status.ok()) << status.message();
  const std::vector<std::int32_t> sums = ReferenceSums(left, right, 1, -2);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 40; ++j) {
      const int expected = j >= 5 && j < 9
                               ? std::min(std::max(sums[i * 4 + j - 5], 0), 255)
                               : before(i, j);
      EXPECT_EQ(buffer(i, j), expected) << i << ", " << j;
    }
  }
  // One right behind the other; and lhs and rhs may be the same memory.
  std::vector<std::uint8_t> bytes(100, 1);
  MatrixMap<std::uint8_t, kRow> behind(bytes.data() + 25, 5, 5);
  const MatrixMap<const std::uint8_t, kRow> square(bytes.data(), 5, 5);
  EXPECT_TRUE(gemmlowp::TryGemm(&context_, square, square, &behind, 0, 0,
                                std::make_tuple(cast_))
                  .ok());
  EXPECT_EQ(bytes[25], 5);
}

TEST_F(ValidateTest, WorkspaceTooSmall) {
  OwnedMatrix<std::uint8_t, kRow> a(70, 200, 1);
  OwnedMatrix<std::uint8_t, kRow> b(200, 90, 2);
  OwnedMatrix<std::int32_t, kRow> c(70, 90, 3);
  auto map = c.map();
  ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    gemmlowp::GemmPlan plan;
    ASSERT_TRUE(gemmlowp::PlanGemm(&context, a.const_map(), b.const_map(), &map,
                                   0, 0, std::tuple<>(), &plan)
                    .ok());
    ASSERT_GT(plan.workspace_bytes, 1u);
    std::vector<std::uint8_t> memory(plan.workspace_bytes + 64);
    context.set_workspace(memory.data(), plan.workspace_bytes - 1);
    const std::vector<std::int32_t> before = c.entries();
    const Status status = gemmlowp::TryGemm(
        &context, a.const_map(), b.const_map(), &map, 0, 0, std::tuple<>());
    EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
    EXPECT_NE(std::string(status.argument()).find("workspace"),
              std::string::npos)
        << status.message();
    EXPECT_EQ(status.value(),
              static_cast<std::int64_t>(plan.workspace_bytes - 1));
    EXPECT_EQ(c.entries(), before);
    handled_count = 0;
    gemmlowp::GemmWithOutputPipeline(&context, a.const_map(), b.const_map(),
                                     &map, 0, 0, std::tuple<>());
    EXPECT_EQ(handled_count, 1);
    EXPECT_EQ(handled.code(), StatusCode::kResourceExhausted);
  });
}

TEST_F(ValidateTest, NegativeThreads) {
  context_.set_max_num_threads(-3);
  ExpectRefused(&context_, lhs(), rhs(), result(), 0, 0, std::make_tuple(cast_),
                StatusCode::kInvalidArgument, "context.max_num_threads", -3);
}

TEST(ErrorHandlerTest, SetErrorHandlerReturnsThePreviousOne) {
  const gemmlowp::ErrorHandler first =
      gemmlowp::SetErrorHandler(&RememberStatus);
  EXPECT_EQ(gemmlowp::SetErrorHandler(nullptr), &RememberStatus);
  gemmlowp::SetErrorHandler(first);
}

TEST(ErrorHandlerDeathTest, ByDefaultTheMessageIsPrintedAndTheProgramAborts) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  OwnedMatrix<std::uint8_t, kRow> matrix(6, 5);
  OwnedMatrix<std::uint8_t, kRow> result(6, 5, 2);
  GemmContext context;
  auto map = result.map();
  EXPECT_EXIT(
      gemmlowp::GemmWithOutputPipeline(
          &context, matrix.const_map(), matrix.const_map(), &map, 0, 0,
          std::make_tuple(gemmlowp::OutputStageSaturatingCastToUint8())),
      ::testing::KilledBySignal(SIGABRT), "rhs\\.rows = 6: differs from lhs");
}

}  // namespace
}  // namespace lowp_test
