// A sound product that the tests of bad arguments spoil in one place, and what
// they then expect of every entry point.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_VALIDATE_FIXTURE_H_
#define LOWP_TEST_SUPPORT_VALIDATE_FIXTURE_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "../../public/gemmlowp.h"
#include "map_orders.h"
#include "owned_matrix.h"

namespace lowp_test {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::StatusCode;
using ColVector =
    gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Col>;
using RowVector =
    gemmlowp::VectorMap<const std::int32_t, gemmlowp::VectorShape::Row>;

// The last status that the handler of the void entry points received.
inline Status handled;
inline int handled_count = 0;
inline void RememberStatus(const Status& status) {
  handled = status;
  ++handled_count;
}

// `value` is 0 where that of the argument is real.
inline void ExpectStatus(const Status& status, StatusCode code,
                         const char* argument, std::int64_t value) {
  EXPECT_EQ(status.code(), code) << status.message();
  EXPECT_STREQ(status.argument(), argument) << status.message();
  EXPECT_EQ(status.value(), value) << status.message();
  EXPECT_STRNE(status.problem(), "");
  const std::string message = status.message();
  EXPECT_NE(message.find(argument), std::string::npos) << message;
  if (!status.is_real()) {
    EXPECT_NE(message.find(std::to_string(value)), std::string::npos)
        << message;
  }
  EXPECT_NE(message.find(status.problem()), std::string::npos) << message;
}

// A sound product of 6x5 with 5x4, which each test spoils in one place.
class ValidateTest : public ::testing::Test {
 protected:
  void SetUp() override {
    handled_count = 0;
    previous_ = gemmlowp::SetErrorHandler(&RememberStatus);
  }
  void TearDown() override { gemmlowp::SetErrorHandler(previous_); }

  // Both families of entry points refuse the call with the same message, and
  // change no byte of the result's memory.
  template <typename Context, typename Lhs, typename Rhs, typename Result,
            typename LhsOffset, typename RhsOffset, typename Pipeline>
  void ExpectRefused(Context* context, const Lhs& lhs, const Rhs& rhs,
                     Result result, const LhsOffset& lhs_offset,
                     const RhsOffset& rhs_offset, const Pipeline& pipeline,
                     StatusCode code, const char* argument,
                     std::int64_t value) {
    SCOPED_TRACE(argument);
    const std::vector<std::uint8_t> bytes = result_.entries();
    const std::vector<std::int32_t> sums = sums_.entries();
    ExpectStatus(gemmlowp::TryGemm(context, lhs, rhs, &result, lhs_offset,
                                   rhs_offset, pipeline),
                 code, argument, value);
    gemmlowp::GemmPlan plan;
    ExpectStatus(gemmlowp::PlanGemm(context, lhs, rhs, &result, lhs_offset,
                                    rhs_offset, pipeline, &plan),
                 code, argument, value);
    handled_count = 0;
    gemmlowp::GemmWithOutputPipeline(context, lhs, rhs, &result, lhs_offset,
                                     rhs_offset, pipeline);
    EXPECT_EQ(handled_count, 1);
    ExpectStatus(handled, code, argument, value);
    EXPECT_EQ(result_.entries(), bytes);
    EXPECT_EQ(sums_.entries(), sums);
  }

  template <typename Lhs, typename Rhs, typename Result>
  void ExpectInvalidMatrices(const Lhs& lhs, const Rhs& rhs, Result result,
                             const char* argument, std::int64_t value) {
    ExpectRefused(&context_, lhs, rhs, result, 0, 0, std::make_tuple(cast_),
                  StatusCode::kInvalidArgument, argument, value);
  }

  template <typename Pipeline>
  void ExpectInvalidPipeline(const Pipeline& pipeline, const char* argument,
                             std::int64_t value) {
    ExpectRefused(&context_, lhs(), rhs(), sums_.map(), 0, 0, pipeline,
                  StatusCode::kInvalidArgument, argument, value);
  }

  // The same for an argument whose value is text.
  template <typename Pipeline>
  void ExpectInvalidWord(const Pipeline& pipeline, const char* argument,
                         const std::string& word) {
    auto result = sums_.map();
    const std::vector<std::int32_t> sums = sums_.entries();
    const Status status =
        gemmlowp::TryGemm(&context_, lhs(), rhs(), &result, 0, 0, pipeline);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_STREQ(status.argument(), argument) << status.message();
    EXPECT_EQ(status.text(), word) << status.message();
    EXPECT_EQ(sums_.entries(), sums);
  }

  MatrixMap<const std::uint8_t, kRow> lhs() const { return lhs_.map(); }
  MatrixMap<const std::uint8_t, kCol> rhs() const { return rhs_.map(); }
  MatrixMap<std::uint8_t, kRow> result() { return result_.map(); }

  GemmContext context_;
  const gemmlowp::OutputStageSaturatingCastToUint8 cast_ = {};
  OwnedMatrix<std::uint8_t, kRow> lhs_{6, 5, 1, 2};
  OwnedMatrix<std::uint8_t, kCol> rhs_{5, 4, 2, 1};
  OwnedMatrix<std::uint8_t, kRow> result_{6, 4, 3, 3};
  OwnedMatrix<std::int32_t, kRow> sums_{6, 4, 4, 3};

 private:
  gemmlowp::ErrorHandler previous_ = nullptr;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_VALIDATE_FIXTURE_H_
