// The deliberate differences between lowp and the original gemmlowp. Each test
// is named in doc/differences.md, which says what the original does; the oracle
// test covers the rest, where the two agree.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <climits>
#include <cstdint>
#include <thread>
#include <tuple>
#include <type_traits>
#include <vector>

#include "../../fixedpoint/fixedpoint.h"
#include "../../public/gemmlowp.h"
#include "../support/for_each_backend.h"
#include "../support/map_orders.h"
#include "../support/owned_matrix.h"
#include "../support/reference_stages.h"

namespace lowp_test {
namespace {

using gemmlowp::GemmContext;
using gemmlowp::Status;
using gemmlowp::VectorMap;
using gemmlowp::VectorShape;

using RowVector = VectorMap<const std::int32_t, VectorShape::Row>;

// The stages' values for each accumulator: in both orders of the result, so
// that the values run along vector registers and across them; with the stages
// fused and, after a clamp that does nothing, interpreted. All must agree.
template <typename... Stages>
std::vector<std::int32_t> Evaluate(
    const gemmlowp::internal::Backend& backend,
    const std::vector<std::int32_t>& accumulators, const Stages&... stages) {
  constexpr int kRows = 5;
  const int cols = static_cast<int>(accumulators.size());
  const std::vector<std::uint8_t> zeros(static_cast<std::size_t>(cols) + kRows);
  const MatrixMap<const std::uint8_t, kRow> lhs(zeros.data(), kRows, 1);
  const MatrixMap<const std::uint8_t, kRow> rhs(zeros.data(), 1, cols);
  const gemmlowp::OutputStageBiasAddition<RowVector> bias{
      RowVector(accumulators.data(), cols)};
  const gemmlowp::OutputStageClamp nothing{INT_MIN, INT_MAX};
  GemmContext context;
  EXPECT_TRUE(context.set_backend(backend.name).ok());
  OwnedMatrix<std::int32_t, kRow> fused(kRows, cols), interpreted(kRows, cols);
  OwnedMatrix<std::int32_t, kCol> across(kRows, cols);
  auto fused_map = fused.map();
  auto across_map = across.map();
  auto interpreted_map = interpreted.map();
  EXPECT_TRUE(gemmlowp::TryGemm(&context, lhs, rhs, &fused_map, 0, 0,
                                std::make_tuple(bias, stages...))
                  .ok());
  EXPECT_TRUE(gemmlowp::TryGemm(&context, lhs, rhs, &across_map, 0, 0,
                                std::make_tuple(bias, stages...))
                  .ok());
  EXPECT_TRUE(gemmlowp::TryGemm(&context, lhs, rhs, &interpreted_map, 0, 0,
                                std::make_tuple(nothing, bias, stages...))
                  .ok());
  std::vector<std::int32_t> values;
  for (int j = 0; j < cols; ++j) {
    values.push_back(fused(0, j));
    for (int i = 0; i < kRows; ++i) {
      EXPECT_EQ(fused(i, j), values.back()) << i << ", " << j;
      EXPECT_EQ(across(i, j), values.back()) << i << ", " << j;
      EXPECT_EQ(interpreted(i, j), values.back()) << i << ", " << j;
    }
  }
  return values;
}

// Enough copies of `values` for whole panels and a remainder on every backend.
std::vector<std::int32_t> Repeat(const std::vector<std::int32_t>& values) {
  std::vector<std::int32_t> many;
  while (many.size() < 151) {
    many.insert(many.end(), values.begin(), values.end());
  }
  return many;
}

TEST(DifferencesTest, HighMultiplicationOfTheLowestNumbersSaturates) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    const std::vector<std::int32_t> lowest(151, INT_MIN);
    const gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint by_shift = {
        INT_MIN, 0, 0};
    const gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent by_exponent = {
        INT_MIN, -4, 0};
    EXPECT_EQ(Evaluate(backend, lowest, by_shift),
              std::vector<std::int32_t>(151, INT_MAX));
    EXPECT_EQ(Evaluate(backend, lowest, by_exponent),
              std::vector<std::int32_t>(151, 1 << 27));
    gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<VectorShape::Row>
        per_column;
    const std::vector<std::int32_t> exponents(151, 0);
    per_column.result_fixedpoint_multiplier = RowVector(lowest.data(), 151);
    per_column.result_exponent = RowVector(exponents.data(), 151);
    per_column.result_offset_after_shift = 0;
    EXPECT_EQ(Evaluate(backend, lowest, per_column),
              std::vector<std::int32_t>(151, INT_MAX));
  });
}

TEST(DifferencesTest, LeftShiftsSaturateOnEveryBackend) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    const std::vector<std::int32_t> values =
        Repeat({1, -1, 3, -3, 1 << 20, -(1 << 20), (1 << 28) + 1, INT_MAX,
                INT_MIN, INT_MIN + 1, 0});
    const int size = static_cast<int>(values.size());
    const std::vector<std::int32_t> multipliers(values.size(), 1 << 30);
    for (int exponent = 1; exponent <= 31; ++exponent) {
      SCOPED_TRACE(exponent);
      std::vector<std::int32_t> expected;
      for (std::int32_t x : values) {
        expected.push_back(ReferenceScale(x, 1 << 30, exponent, 7));
      }
      EXPECT_EQ(Evaluate(backend, values,
                         gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{
                             1 << 30, exponent, 7}),
                expected);
      const std::vector<std::int32_t> exponents(values.size(), exponent);
      gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<VectorShape::Row>
          per_column;
      per_column.result_fixedpoint_multiplier =
          RowVector(multipliers.data(), size);
      per_column.result_exponent = RowVector(exponents.data(), size);
      per_column.result_offset_after_shift = 7;
      EXPECT_EQ(Evaluate(backend, values, per_column), expected);
    }
    // 2^28 * 2^4 does not fit: 2^31 - 1 times one half, not zero.
    EXPECT_EQ(Evaluate(backend, std::vector<std::int32_t>(151, 1 << 28),
                       gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{
                           1 << 30, 4, 0}),
              std::vector<std::int32_t>(151, 1 << 30));
  });
}

TEST(DifferencesTest, TanhIsMonotonicUpToItsCutoff) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    for (const std::int32_t amplitude : {1, 2, 4, 64, 1 << 20, 1 << 27}) {
      SCOPED_TRACE(amplitude);
      const std::vector<std::int32_t> values =
          Repeat({-8 * amplitude, -8 * amplitude + 1, -amplitude, 0, amplitude,
                  8 * (amplitude - 1) + 7, 7 * amplitude, INT_MAX, INT_MIN});
      std::vector<std::int32_t> expected;
      for (std::int32_t x : values) {
        expected.push_back(ReferenceTanh(x, 0, amplitude));
      }
      const std::vector<std::int32_t> got =
          Evaluate(backend, values, gemmlowp::OutputStageTanh{0, amplitude});
      EXPECT_EQ(got, expected);
      EXPECT_GE(got[5], got[6]) << "one below the upper cutoff";
    }
  });
}

// The cutoffs would overflow; every backend clamps them to the range of int32.
TEST(DifferencesTest, TanhCutoffsSaturate) {
  const std::vector<std::int32_t> values =
      Repeat({INT_MIN, INT_MIN + 1, -(1 << 30), -1, 0, 1 << 30, INT_MAX - 900,
              INT_MAX - 100, INT_MAX - 1, INT_MAX});
  for (const std::int32_t zero : {INT_MAX, INT_MAX - 500, INT_MIN + 500}) {
    SCOPED_TRACE(zero);
    std::vector<std::int32_t> expected;
    ForEachBackend([&](const gemmlowp::internal::Backend& backend) {
      const std::vector<std::int32_t> got =
          Evaluate(backend, values, gemmlowp::OutputStageTanh{zero, 100});
      if (expected.empty()) expected = got;
      EXPECT_EQ(got, expected);
    });
    if (zero > 0) {
      EXPECT_EQ(expected[0], zero - 100);
    } else {
      EXPECT_EQ(expected[9], zero + 100);
    }
  }
}

TEST(DifferencesTest, RoundingHalfSumRoundsNegativeTiesAwayFromZero) {
  EXPECT_EQ(gemmlowp::RoundingHalfSum(-1, 0), -1);
  EXPECT_EQ(gemmlowp::RoundingHalfSum(-3, 0), -2);
  EXPECT_EQ(gemmlowp::RoundingHalfSum(1, 0), 1);
#if defined(GEMMLOWP_SSE4)
  const __m128i half =
      gemmlowp::RoundingHalfSum(_mm_set1_epi32(-3), _mm_setzero_si128());
  EXPECT_EQ(_mm_cvtsi128_si32(half), -2);
#endif
}

// The x86 SIMD builds of the original have no kernel for int8 operands, no int8
// or truncating cast, and no per-channel fixed-point scale.
TEST(DifferencesTest, EveryTypeAndStageExistsOnEveryProcessor) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    const OwnedMatrix<std::int8_t, kRow> lhs(19, 23, 1);
    const OwnedMatrix<std::int8_t, kCol> rhs(23, 71, 2);
    const std::vector<std::int32_t> multipliers(19, 1500000000);
    const std::vector<std::int32_t> exponents(19, -9);
    using ColVector = VectorMap<const std::int32_t, VectorShape::Col>;
    gemmlowp::OutputStageScaleInt32ByFixedPointAndExponentPC<VectorShape::Col>
        scale;
    scale.result_fixedpoint_multiplier = ColVector(multipliers.data(), 19);
    scale.result_exponent = ColVector(exponents.data(), 19);
    scale.result_offset_after_shift = 5;
    OwnedMatrix<std::int8_t, kCol> saturated(19, 71);
    OwnedMatrix<std::uint8_t, kRow> truncated(19, 71);
    auto saturated_map = saturated.map();
    auto truncated_map = truncated.map();
    gemmlowp::GemmWithOutputPipeline<
        std::int8_t, std::int8_t,
        gemmlowp::SignedL8R8WithLhsNonzeroBitDepthParams>(
        &context, lhs.map(), rhs.map(), &saturated_map, 3, -4,
        std::make_tuple(scale, gemmlowp::OutputStageSaturatingCastToInt8()));
    gemmlowp::GemmWithOutputPipeline<
        std::int8_t, std::uint8_t,
        gemmlowp::SignedL8R8WithLhsNonzeroBitDepthParams>(
        &context, lhs.map(), rhs.map(), &truncated_map, 3, -4,
        std::make_tuple(scale, gemmlowp::OutputStageTruncatingCastToUint8()));
    const std::vector<std::int32_t> sums =
        ReferenceSums(lhs.map(), rhs.map(), 3, -4);
    for (int i = 0; i < 19; ++i) {
      for (int j = 0; j < 71; ++j) {
        const std::int32_t scaled = ReferenceScale(
            sums[static_cast<std::size_t>(i * 71 + j)], 1500000000, -9, 5);
        EXPECT_EQ(saturated(i, j),
                  ReferenceSaturatingCast<std::int8_t>(scaled));
        EXPECT_EQ(truncated(i, j), ReferenceTruncatingCastToUint8(scaled));
      }
    }
  });
}

TEST(DifferencesTest, ABrokenPromiseAboutValuesChangesNothing) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    // -128 everywhere, although the parameters exclude it for the lhs.
    OwnedMatrix<std::int8_t, kRow> lhs(20, 64);
    OwnedMatrix<std::int8_t, kCol> rhs(64, 40);
    std::fill(lhs.entries().begin(), lhs.entries().end(), std::int8_t{-128});
    std::fill(rhs.entries().begin(), rhs.entries().end(), std::int8_t{-128});
    OwnedMatrix<std::int32_t, kRow> result(20, 40);
    auto map = result.map();
    gemmlowp::GemmWithOutputPipeline<
        std::int8_t, std::int32_t,
        gemmlowp::SignedL8R8WithLhsNonzeroBitDepthParams>(
        &context, lhs.const_map(), rhs.const_map(), &map, 0, 0, std::tuple<>());
    for (int i = 0; i < 20 * 40; ++i) {
      ASSERT_EQ(result(i / 40, i % 40), 64 * 16384);
    }
  });
}

TEST(DifferencesTest, APipelineMayHaveMoreThanSixStages) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    const gemmlowp::OutputStageClamp wide{-1000, 1000};
    const gemmlowp::OutputStageQuantizeDownInt32ToUint8Scale halve{1, 1, 1};
    const std::vector<std::int32_t> got =
        Evaluate(backend, Repeat({5000, -5000, 10}), wide, halve, wide, halve,
                 wide, halve, wide, halve);
    const auto expected = [](std::int32_t x) {
      for (int i = 0; i < 4; ++i) {
        x = ReferenceQuantizeDown(ReferenceClamp(x, -1000, 1000), 1, 1, 1);
      }
      return x;
    };
    EXPECT_EQ(got[0], expected(5000));
    EXPECT_EQ(got[1], expected(-5000));
    EXPECT_EQ(got[2], expected(10));
  });
}

TEST(DifferencesTest, ABiasMayBeAVectorDup) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    using ConstDup = gemmlowp::VectorDup<const std::int32_t, VectorShape::Col>;
    using Dup = gemmlowp::VectorDup<std::int32_t, VectorShape::Row>;
    const gemmlowp::OutputStageBiasAddition<ConstDup> first{ConstDup(40, 5)};
    const gemmlowp::OutputStageBiasAddition<Dup> second{Dup(2, 151)};
    EXPECT_EQ(
        Evaluate(backend, std::vector<std::int32_t>(151, 100), first, second),
        std::vector<std::int32_t>(151, 142));
  });
}

// The original overflows an int, which C++ leaves undefined.
TEST(DifferencesTest, SumsWrapAround) {
  ForEachBackend([](const gemmlowp::internal::Backend& backend) {
    GemmContext context;
    ASSERT_TRUE(context.set_backend(backend.name).ok());
    OwnedMatrix<std::uint8_t, kRow> lhs(3, 33026);
    OwnedMatrix<std::uint8_t, kCol> rhs(33026, 70);
    std::fill(lhs.entries().begin(), lhs.entries().end(), std::uint8_t{255});
    std::fill(rhs.entries().begin(), rhs.entries().end(), std::uint8_t{255});
    OwnedMatrix<std::int32_t, kRow> result(3, 70);
    auto map = result.map();
    gemmlowp::GemmWithOutputPipeline(&context, lhs.const_map(), rhs.const_map(),
                                     &map, 0, 0, std::tuple<>());
    const std::int64_t sum = std::int64_t{33026} * 255 * 255;
    ASSERT_GT(sum, INT32_MAX);
    for (int i = 0; i < 3 * 70; ++i) {
      ASSERT_EQ(result(i / 70, i % 70), Wrap(sum));
    }
  });
}

// Arguments that the original asserts on, hangs on, or leaves undefined are
// refused.
TEST(DifferencesTest, BadArgumentsAreRefused) {
  GemmContext context;
  const OwnedMatrix<std::uint8_t, kRow> matrix(4, 4);
  OwnedMatrix<std::int32_t, kRow> result(4, 4);
  auto map = result.map();
  const auto argument = [&](const auto&... stages) -> std::string {
    return gemmlowp::TryGemm(&context, matrix.map(), matrix.map(), &map, 0, 0,
                             std::make_tuple(stages...))
        .argument();
  };
  // An endless loop in the original.
  EXPECT_EQ(argument(gemmlowp::OutputStageTanh{0, -5}),
            "real_amplitude_as_int32");
  EXPECT_EQ(argument(gemmlowp::OutputStageTanh{0, 1 << 28}),
            "real_amplitude_as_int32");
  EXPECT_EQ(argument(gemmlowp::OutputStageQuantizeDownInt32ByFixedPoint{1 << 30,
                                                                        -1, 0}),
            "result_shift");
  EXPECT_EQ(
      argument(gemmlowp::OutputStageQuantizeDownInt32ToUint8Scale{0, 1, 32}),
      "result_shift");
  EXPECT_EQ(argument(gemmlowp::OutputStageScaleInt32ByFixedPointAndExponent{
                1 << 30, -32, 0}),
            "result_exponent");
  std::uint8_t bytes[32] = {};
  const MatrixMap<const std::uint8_t, kRow> in(bytes, 4, 4);
  MatrixMap<std::uint8_t, kRow> out(bytes + 8, 4, 4);
  EXPECT_STREQ(
      gemmlowp::TryGemm(
          &context, in, matrix.map(), &out, 0, 0,
          std::make_tuple(gemmlowp::OutputStageSaturatingCastToUint8()))
          .argument(),
      "result.data");
}

// Looks like a difference but is none: with k = 0 the sums are zero, and one
// might expect pipeline(0); both libraries leave the result untouched.
TEST(DifferencesTest, AnEmptyDepthLeavesTheResultAsInTheOriginal) {
  GemmContext context;
  OwnedMatrix<std::int32_t, kRow> result(4, 4, 9);
  const auto before = result.entries();
  auto map = result.map();
  const MatrixMap<const std::uint8_t, kRow> lhs(nullptr, 4, 0);
  const MatrixMap<const std::uint8_t, kRow> rhs(nullptr, 0, 4);
  gemmlowp::GemmWithOutputPipeline(&context, lhs, rhs, &map, 1, 1,
                                   std::tuple<>());
  EXPECT_EQ(result.entries(), before);
}

TEST(DifferencesTest, ZeroThreadsAreTheUsableOnes) {
  GemmContext context;
  context.set_max_num_threads(0);
  EXPECT_GE(context.thread_limit(), 1);
  EXPECT_LE(context.thread_limit(),
            static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace
}  // namespace lowp_test
