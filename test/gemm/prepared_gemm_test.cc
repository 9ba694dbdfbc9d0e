// PreparedGemm's own promises. That its bytes are those of TryGemm, whatever
// the product, is checked wherever a LiveCase is prepared.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/prepared_gemm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::MapOrder;
using gemmlowp::PackedMatrix;
using gemmlowp::PreparedGemm;
using gemmlowp::Side;
using gemmlowp::Status;
using gemmlowp::StatusCode;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;
using gemmlowp::internal::Backend;

constexpr int kRows = 37, kDepth = 61, kCols = 45;

using Column = VectorMap<const std::int32_t, VectorShape::Col>;

class PreparedGemmTest : public ::testing::Test {
 protected:
  auto Pipeline() const {
    return std::make_tuple(
        gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint{1 << 30, 7, 11},
        gemmlowp::OutputStageSaturatingCastToUint8());
  }
  template <typename Stages>
  Status Prepare(const Stages& stages, PreparedGemm* prepared) {
    return PreparedGemm::Prepare(&context_, lhs_.const_map(), rhs_.const_map(),
                                 result_.map(), 3, -4, stages, prepared);
  }
  Status Run(const PreparedGemm& prepared, std::vector<std::uint8_t>* memory) {
    return prepared.Run(lhs_.map().data(), rhs_.map().data(),
                        result_.map().data(), memory->data(), memory->size());
  }
  std::vector<std::uint8_t> Expected() {
    OwnedMatrix<std::uint8_t, kRow> result(kRows, kCols);
    auto map = result.map();
    const Status status = gemmlowp::TryGemm(
        &context_, lhs_.const_map(), rhs_.const_map(), &map, 3, -4, Pipeline());
    EXPECT_TRUE(status.ok()) << status.message();
    return BytesOf(result);
  }
  static std::vector<std::uint8_t> BytesOf(
      const OwnedMatrix<std::uint8_t, kRow>& matrix) {
    return {matrix.entries().begin(), matrix.entries().begin() + kRows * kCols};
  }
  static void ExpectInvalid(const Status& status, const char* argument) {
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << status.message();
    EXPECT_STREQ(status.argument(), argument) << status.message();
  }

  GemmContext context_;
  OwnedMatrix<std::uint8_t, kRow> lhs_{kRows, kDepth, 1};
  OwnedMatrix<std::uint8_t, kCol> rhs_{kDepth, kCols, 2};
  OwnedMatrix<std::uint8_t, kRow> result_{kRows, kCols};
};

TEST_F(PreparedGemmTest, ThreadsShareOne) {
  ForEachBackend([&](const Backend& backend) {
    ASSERT_TRUE(context_.set_backend(backend.name).ok());
    const std::vector<std::uint8_t> expected = Expected();
    PreparedGemm prepared;
    ASSERT_TRUE(Prepare(Pipeline(), &prepared).ok());
    std::vector<std::thread> threads;
    std::vector<std::vector<std::uint8_t>> results(4);
    for (std::vector<std::uint8_t>& result : results) {
      threads.emplace_back([&, copy = prepared] {
        std::vector<std::uint8_t> memory(copy.workspace_bytes());
        result.resize(expected.size());
        for (int times = 0; times < 20; ++times) {
          const Status status =
              copy.Run(lhs_.map().data(), rhs_.map().data(), result.data(),
                       memory.data(), memory.size());
          ASSERT_TRUE(status.ok()) << status.message();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& result : results) EXPECT_EQ(result, expected);
  });
}

// Weights and pipeline need not outlive Prepare.
TEST_F(PreparedGemmTest, OwnsWeightsAndPipeline) {
  const std::vector<std::uint8_t> expected = Expected();
  PreparedGemm prepared;
  {
    auto packed = std::make_unique<PackedMatrix>();
    ASSERT_TRUE(
        PackedMatrix::Pack(rhs_.const_map(), Side::kRhs, packed.get()).ok());
    auto stages = std::make_unique<decltype(Pipeline())>(Pipeline());
    ASSERT_TRUE(PreparedGemm::Prepare(&context_, lhs_.const_map(), *packed,
                                      result_.map(), 3, -4, *stages, &prepared)
                    .ok());
    std::memset(static_cast<void*>(stages.get()), 0xff, sizeof(*stages));
  }
  std::vector<std::uint8_t> memory(prepared.workspace_bytes());
  const Status status =
      prepared.Run(lhs_.map().data(), nullptr, result_.map().data(),
                   memory.data(), memory.size());
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(BytesOf(result_), expected);
}

TEST_F(PreparedGemmTest, OffsetsMayChange) {
  std::vector<std::int32_t> offsets(kRows, 3);
  PreparedGemm prepared;
  ASSERT_TRUE(PreparedGemm::Prepare(
                  &context_, lhs_.const_map(), rhs_.const_map(), result_.map(),
                  Column(offsets.data(), kRows), -4, Pipeline(), &prepared)
                  .ok());
  for (const std::int32_t offset : {3, -100, 1 << 20}) {
    offsets.assign(offsets.size(), offset);
    ASSERT_TRUE(prepared
                    .Run(&context_, lhs_.map().data(), rhs_.map().data(),
                         result_.map().data())
                    .ok());
    OwnedMatrix<std::uint8_t, kRow> expected(kRows, kCols);
    auto map = expected.map();
    ASSERT_TRUE(gemmlowp::TryGemm(&context_, lhs_.const_map(), rhs_.const_map(),
                                  &map, offset, -4, Pipeline())
                    .ok());
    EXPECT_EQ(result_.entries(), expected.entries());
  }
}

TEST_F(PreparedGemmTest, SaysHowItRuns) {
  PreparedGemm prepared;
  EXPECT_TRUE(prepared.empty());
  EXPECT_EQ(prepared.workspace_bytes(), 0u);
  EXPECT_FALSE(prepared.plan().has_work);
  ASSERT_TRUE(Prepare(Pipeline(), &prepared).ok());
  EXPECT_FALSE(prepared.empty());
  gemmlowp::GemmPlan plan;
  auto map = result_.map();
  ASSERT_TRUE(gemmlowp::PlanGemm(&context_, lhs_.const_map(), rhs_.const_map(),
                                 &map, 3, -4, Pipeline(), &plan)
                  .ok());
  EXPECT_EQ(prepared.plan().Describe(), plan.Describe());
}

TEST_F(PreparedGemmTest, RunsOnTheCallersThreads) {
  constexpr int kMany = 700;
  const OwnedMatrix<std::uint8_t, kRow> lhs(kMany, 300, 1);
  const OwnedMatrix<std::uint8_t, kCol> rhs(300, kMany, 2);
  OwnedMatrix<std::int32_t, kRow> expected(kMany, kMany), result(kMany, kMany);
  context_.set_max_num_threads(3);
  auto map = expected.map();
  ASSERT_TRUE(gemmlowp::TryGemm(&context_, lhs.map(), rhs.map(), &map, 3, -4,
                                std::tuple<>())
                  .ok());
  PreparedGemm prepared;
  ASSERT_TRUE(PreparedGemm::Prepare(&context_, lhs.map(), rhs.map(),
                                    result.map(), 3, -4, std::tuple<>(),
                                    &prepared)
                  .ok());
  EXPECT_EQ(prepared.plan().threads, 3);
  int calls = 0;
  auto one_by_one = [&calls](int count, gemmlowp::ExecutorTask task) {
    ++calls;
    for (int i = count - 1; i >= 0; --i) task(i);
  };
  std::vector<std::uint8_t> memory(prepared.workspace_bytes());
  for (const bool with_executor : {true, false}) {
    std::memset(result.map().data(), 0, kMany * kMany * sizeof(std::int32_t));
    const Status status =
        prepared.Run(lhs.map().data(), rhs.map().data(), result.map().data(),
                     memory.data(), memory.size(),
                     with_executor ? gemmlowp::MakeExecutor(&one_by_one, 3)
                                   : gemmlowp::Executor());
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(result.entries(), expected.entries());
  }
  EXPECT_GT(calls, 0);
}

TEST_F(PreparedGemmTest, RefusesWhatTryGemmRefuses) {
  PreparedGemm prepared;
  ExpectInvalid(
      Prepare(std::make_tuple(
                  gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint{1, 99, 0},
                  gemmlowp::OutputStageSaturatingCastToUint8()),
              &prepared),
      "result_shift");
  OwnedMatrix<std::uint8_t, kRow> wider(kRows, kCols + 1);
  ExpectInvalid(
      PreparedGemm::Prepare(&context_, lhs_.const_map(), rhs_.const_map(),
                            wider.map(), 3, -4, Pipeline(), &prepared),
      "result.cols");
  ExpectInvalid(
      PreparedGemm::Prepare(&context_, lhs_.const_map(), PackedMatrix(),
                            result_.map(), 3, -4, Pipeline(), &prepared),
      "rhs");
  ExpectInvalid(
      PreparedGemm::Prepare(static_cast<GemmContext*>(nullptr),
                            lhs_.const_map(), rhs_.const_map(), result_.map(),
                            3, -4, Pipeline(), &prepared),
      "context");
  ExpectInvalid(Prepare(Pipeline(), nullptr), "prepared");
  EXPECT_TRUE(prepared.empty());
}

TEST_F(PreparedGemmTest, ChecksEachRun) {
  std::vector<std::uint8_t> memory;
  ExpectInvalid(Run(PreparedGemm(), &memory), "prepared");
  ExpectInvalid(PreparedGemm().Run(&context_, nullptr, nullptr, nullptr),
                "prepared");
  // The vectors of the pipeline lie where the first result goes.
  std::vector<std::int32_t> biases(kRows * kCols);
  const Column bias(biases.data(), kRows);
  const auto stages = std::tuple_cat(
      std::make_tuple(gemmlowp::OutputStageBiasAddition<Column>{bias}),
      Pipeline());
  PreparedGemm prepared;
  ASSERT_TRUE(Prepare(stages, &prepared).ok());
  memory.resize(prepared.workspace_bytes());
  const std::vector<std::uint8_t> before = result_.entries();
  const auto run = [&](const void* lhs, const void* rhs, void* result) {
    return prepared.Run(lhs, rhs, result, memory.data(), memory.size());
  };
  void* const lhs = lhs_.map().data();
  void* const rhs = rhs_.map().data();
  void* const result = result_.map().data();
  ExpectInvalid(run(nullptr, rhs, result), "lhs.data");
  ExpectInvalid(run(lhs, nullptr, result), "rhs.data");
  ExpectInvalid(run(lhs, rhs, nullptr), "result.data");
  ExpectInvalid(run(lhs, rhs, lhs), "result.data");
  ExpectInvalid(run(lhs, rhs, biases.data()), "bias_vector.data");
  ExpectInvalid(
      prepared.Run(static_cast<GemmContext*>(nullptr), lhs, rhs, result),
      "context");
  GemmContext negative;
  negative.set_max_num_threads(-1);
  ExpectInvalid(prepared.Run(&negative, lhs, rhs, result),
                "context.max_num_threads");
  Status status = prepared.Run(lhs, rhs, result, memory.data(), 10);
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
  EXPECT_STREQ(status.argument(), "workspace");
  status = prepared.Run(lhs, rhs, result, nullptr, memory.size());
  EXPECT_EQ(status.code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(result_.entries(), before) << "a refused run has written";
  EXPECT_TRUE(run(lhs, rhs, result).ok());
}

// Vectors on both sides of the result, in one piece of memory: each may not
// share a byte with it, and what lies between them may.
TEST_F(PreparedGemmTest, ResultMayLieBetweenVectors) {
  const std::vector<std::uint8_t> expected = Expected();
  constexpr int kBytes = kRows * kCols;
  constexpr int kWords = (kBytes + 3) / 4;
  std::vector<std::int32_t> memory(kRows + kWords + kRows);
  std::int32_t* const offsets = memory.data();
  std::int32_t* const biases = offsets + kRows + kWords;
  std::fill_n(offsets, kRows, 3);
  const auto stages = std::tuple_cat(
      std::make_tuple(
          gemmlowp::OutputStageBiasAddition<Column>{Column(biases, kRows)}),
      Pipeline());
  PreparedGemm prepared;
  ASSERT_TRUE(PreparedGemm::Prepare(
                  &context_, lhs_.const_map(), rhs_.const_map(), result_.map(),
                  Column(offsets, kRows), -4, stages, &prepared)
                  .ok());
  const auto run = [&](int byte) {
    return prepared.Run(
        &context_, lhs_.map().data(), rhs_.map().data(),
        reinterpret_cast<std::uint8_t*>(offsets + kRows) + byte);
  };
  const std::vector<std::int32_t> before = memory;
  ExpectInvalid(run(-1), "lhs_offset.data");
  ExpectInvalid(run(4 * kWords - kBytes + 1), "bias_vector.data");
  EXPECT_EQ(memory, before) << "a refused run has written";
  ASSERT_TRUE(run(0).ok());
  EXPECT_EQ(std::memcmp(offsets + kRows, expected.data(), kBytes), 0);
}

// Factors without a right shift, some among usual ones and dead channels, with
// constants that were made ahead and without.
TEST_F(PreparedGemmTest, ScalesFromOneHalfOn) {
  using Row = VectorMap<const std::int32_t, VectorShape::Row>;
  std::vector<std::int32_t> multipliers(kCols, 1717986918), exponents(kCols);
  for (int c = 0; c < kCols; ++c) {
    exponents[c] = c % 3 == 0 ? 0 : -c % 14 - 1;
    if (c % 11 == 5) {
      multipliers[c] = 0;
      exponents[c] = c % 2 == 0 ? 0 : 3;
    }
  }
  gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<VectorShape::Row>
      scale;
  scale.result_fixedpoint_multiplier = Row(multipliers.data(), kCols);
  scale.result_exponent = Row(exponents.data(), kCols);
  scale.result_offset_after_shift = 5;
  const auto stages =
      std::make_tuple(scale, gemmlowp::OutputStageSaturatingCastToUint8());
  OwnedMatrix<std::int32_t, kRow> sums(kRows, kCols);
  auto map = sums.map();
  ASSERT_TRUE(gemmlowp::TryGemm(&context_, lhs_.const_map(), rhs_.const_map(),
                                &map, -120, -130, std::tuple<>())
                  .ok());
  std::vector<std::uint8_t> expected;
  for (int i = 0; i < kRows * kCols; ++i) {
    const auto c = static_cast<std::size_t>(i % kCols);
    const std::int32_t high = gemmlowp::SaturatingRoundingDoublingHighMul(
        sums.entries()[static_cast<std::size_t>(i)], multipliers[c]);
    const std::int32_t scaled =
        gemmlowp::RoundingDivideByPOT(high, std::max(0, -exponents[c])) + 5;
    expected.push_back(
        static_cast<std::uint8_t>(std::min(std::max(scaled, 0), 255)));
  }
  ForEachBackend([&](const Backend& backend) {
    ASSERT_TRUE(context_.set_backend(backend.name).ok());
    PackedMatrix packed;
    ASSERT_TRUE(
        PackedMatrix::Pack(rhs_.const_map(), Side::kRhs, &packed, backend.name)
            .ok());
    for (const int rows : {1, 4, kRows}) {
      const gemmlowp::MatrixMap<const std::uint8_t, kRow> lhs(lhs_.map().data(),
                                                              rows, kDepth);
      gemmlowp::MatrixMap<std::uint8_t, kRow> result(result_.map().data(), rows,
                                                     kCols);
      PreparedGemm prepared;
      ASSERT_TRUE(PreparedGemm::Prepare(&context_, lhs, packed, result, -120,
                                        -130, stages, &prepared)
                      .ok());
      const auto bytes = static_cast<std::size_t>(rows * kCols);
      for (const bool is_prepared : {true, false}) {
        std::memset(result.data(), 0, bytes);
        const Status status =
            is_prepared
                ? prepared.Run(&context_, lhs.data(), nullptr, result.data())
                : gemmlowp::TryGemm(&context_, lhs, packed, &result, -120, -130,
                                    stages);
        ASSERT_TRUE(status.ok()) << status.message();
        EXPECT_EQ(std::memcmp(result.data(), expected.data(), bytes), 0)
            << rows << ", " << is_prepared;
      }
    }
  });
}

TEST_F(PreparedGemmTest, HasNothingToDoWithoutWork) {
  const OwnedMatrix<std::uint8_t, kRow> lhs(0, kDepth);
  OwnedMatrix<std::uint8_t, kRow> result(0, kCols);
  PreparedGemm prepared;
  ASSERT_TRUE(PreparedGemm::Prepare(&context_, lhs.map(), rhs_.const_map(),
                                    result.map(), 3, -4, Pipeline(), &prepared)
                  .ok());
  EXPECT_EQ(prepared.workspace_bytes(), 0u);
  auto planned = result.map();
  gemmlowp::GemmPlan plan;
  ASSERT_TRUE(gemmlowp::PlanGemm(&context_, lhs.map(), rhs_.const_map(),
                                 &planned, 3, -4, Pipeline(), &plan)
                  .ok());
  EXPECT_EQ(prepared.plan().Describe(), plan.Describe());
  EXPECT_STRNE(plan.backend_name, "");
  EXPECT_TRUE(
      prepared.Run(nullptr, rhs_.map().data(), nullptr, nullptr, 0).ok());
}

}  // namespace
}  // namespace lowp_test
