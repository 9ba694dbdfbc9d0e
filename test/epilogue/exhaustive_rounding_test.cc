// Compares the stages that scale and round, in every backend, fused and in a
// list, with their definitions: for a sample of the accumulators or, with
// LOWP_EXHAUSTIVE=1 in the environment, for all 2^32 of them, on all cores.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "../../internal/contract/backend.h"
#include "../support/for_each_backend.h"
#include "../support/reference_float_stages.h"
#include "../support/reference_stages.h"
#include "exhaustive_comparison.h"
#include "exhaustive_epilogue.h"
#include "exhaustive_stage.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::FloatRounding;
using gemmlowp::ZeroPointOrder;
using gemmlowp::internal::EpilogueKind;

// Typical of layers: powers of two, whose results are full of ties; both ends
// of the multipliers and of the exponents; and three from in between.
constexpr FixedPointFactor kUsual[kFactors] = {
    {1 << 30, -1},    {1 << 30, -31},   {INT32_MAX, -1},  {1073741825, -4},
    {1717986918, -3}, {1288490189, -8}, {2083272393, -2}, {1103806595, -11}};
// Factors that take another path: no right shift, left shifts, negative
// multipliers.
constexpr FixedPointFactor kSpecial[kFactors] = {
    {1 << 30, 0},      {1717986918, 0},  {1 << 30, 1},    {1294967297, 7},
    {-1500000000, -2}, {-(1 << 30), -1}, {INT32_MIN, -3}, {0, -5}};
// Factors by which sums of 2^23 leave bytes, so that floats can scale them:
// typical of layers, and such that with the offset -2^23 barely does.
constexpr std::int32_t kOffsetOfBytes = 3;
constexpr FixedPointFactor kOfBytes[kFactors] = {
    {1 << 30, -1},    {INT32_MAX, -1},  {1073741825, -4},  {1717986918, -7},
    {1288490189, -8}, {2083272393, -9}, {1103806595, -11}, {1 << 30, -14}};
constexpr FixedPointFactor kBarelyOfBytes[kFactors] = {
    {131 << 9, -1},  {131 << 10, -2},  {131 << 12, -4},  {131 << 15, -7},
    {131 << 17, -9}, {131 << 19, -11}, {131 << 22, -14}, {131 << 23, -15}};
// The same, some without a right shift, which integers of registers do not
// take. A multiplier 0 with a left shift is one without. The second multiplier
// is the greatest that leaves room for the offset.
constexpr FixedPointFactor kUnshiftedOfBytes[kFactors] = {
    {1 << 30, 0},     {INT32_MAX - 3, 0}, {1717986918, 0},   {1073741825, 0},
    {1288490189, -1}, {2083272393, -9},   {1103806595, -11}, {0, 3}};
// Scales that floats hold exactly: typical of layers, and some whose results
// exceed int32.
constexpr double kUsualScales[kFactors] = {0x1p-17, 0x1p-1,  0.1f,   0x1p-8,
                                           1 / 3.f, 3.1e-5f, 0.017f, 0x1.fep-1};
constexpr double kSpecialScales[kFactors] = {1.0,    1.5,     255.0,   1e6f,
                                             -0.37f, -0x1p-9, 0x1p-31, 0.0};

constexpr FixedPointRounding kRoundings[] = {
    FixedPointRounding::kDouble, FixedPointRounding::kDoubleUpward,
    FixedPointRounding::kSingleUpward, FixedPointRounding::kSingleAway,
    FixedPointRounding::kSingleUpward15Bits};
constexpr FloatRounding kFloatRoundings[] = {
    FloatRounding::kEven, FloatRounding::kAway, FloatRounding::kUpward,
    FloatRounding::kTruncate, FloatRounding::kAwayBySum};

// Whether both are kAway or kAwayBySum.
bool AreAway(FloatRounding a, FloatRounding b) {
  const auto is_away = [](FloatRounding x) {
    return x == FloatRounding::kAway || x == FloatRounding::kAwayBySum;
  };
  return is_away(a) && is_away(b);
}

bool IsExhaustive() {
  const char* value = std::getenv("LOWP_EXHAUSTIVE");
  return value != nullptr && std::string(value) == "1";
}

// For all accumulators, only the faster of two ways to compute the same.
std::vector<Way> UsualWays(bool exhaustive) {
  if (exhaustive) return {Way::kFused};
  return {Way::kFused, Way::kInRegisters};
}
// Lines may be scaled by floats where nothing else is.
std::vector<Way> WaysOfBytes(bool exhaustive) {
  if (exhaustive) return {Way::kFused, Way::kLines};
  return {Way::kFused, Way::kInRegisters, Way::kLines};
}

void CompareBackends(const ScalingStage& stage, const std::vector<Way>& ways,
                     Result result, bool exhaustive) {
  Comparison(stage, ways, result, exhaustive).RunOnAllCores();
}

// `in_registers`: kernels that store such results finish it, too.
void ExpectFused(const ScalingStage& stage, Result result, bool in_registers) {
  ForEachBackend([&](const Backend& backend) {
    EXPECT_TRUE(Ways(backend, stage, {Way::kFused}, result).AreFused());
    EXPECT_FALSE(Ways(backend, stage, {Way::kList}, result).AreFused());
    const KernelTable kernels = KernelsOf(backend);
    const bool has_kernels = std::any_of(
        kernels.begin(), kernels.end(),
        [&](const GemmKernel& kernel) { return Finishes(kernel, result); });
    EXPECT_EQ(Ways(backend, stage, {Way::kInRegisters}, result).empty(),
              !(has_kernels && in_registers));
  });
}

// Calls f(ways) for each way by itself and each backend that has it.
template <typename F>
void ForEachWay(const ScalingStage& stage, Result result, F f) {
  ForEachBackend([&](const Backend& backend) {
    for (const Way way :
         WaysOf(backend, {Way::kFused, Way::kInRegisters, Way::kLines})) {
      SCOPED_TRACE(static_cast<int>(way));
      const Ways ways(backend, stage, {way}, result);
      if (!ways.empty()) f(ways);
    }
  });
}

// Both forms of the definition equal reference(accumulator, factor).
template <typename Reference>
void ExpectDefinition(const ScalingStage& stage, const Reference& reference) {
  for (const std::int64_t run : SampledRuns()) {
    if (!TakesCase()) continue;
    for (int f = 0; f < kFactors; ++f) {
      std::int32_t expected[kRun], results[kRun];
      for (int i = 0; i < kRun; ++i) {
        expected[i] =
            reference(static_cast<std::int32_t>(RunOf(run).first + i), f);
      }
      for (const Definitions* definitions :
           {&kDefinitions, &FastDefinitions()}) {
        definitions->define(stage, f, RunOf(run), kRun, results);
        ASSERT_EQ(std::memcmp(results, expected, sizeof(results)), 0)
            << "factor " << f << ", an accumulator from " << RunOf(run).first
            << " on";
      }
    }
  }
}

// Expects a backend's results to match the stage's or not, compared in full and
// in turn.
void ExpectAgreement(const Ways& ways, const ScalingStage& stage, Result result,
                     bool expected) {
  const auto workspace = std::make_unique<Workspace>();
  bool by_turns = true;
  for (int turn = 0; turn < 2 * kFactors; ++turn) {
    const std::int64_t run = kRuns / 2 - 1 - turn;
    Expect(stage, result, run, workspace.get());
    if (turn == 0) {
      EXPECT_EQ(ways.AgreeWithExpected(workspace.get()), expected);
    }
    by_turns &= ways.AgreeByTurns(run, workspace.get());
  }
  EXPECT_EQ(by_turns, expected);
}

class ExhaustiveRounding : public ::testing::TestWithParam<FixedPointRounding> {
};

// A 15-bit multiplier is a 31-bit one that ends in zeros: the sample suffices.
TEST_P(ExhaustiveRounding, UsualFactors) {
  const bool exhaustive =
      IsExhaustive() && GetParam() != FixedPointRounding::kSingleUpward15Bits;
  CompareBackends(FixedPointStage(GetParam(), kUsual), UsualWays(exhaustive),
                  Result::kInt32, exhaustive);
}

TEST_P(ExhaustiveRounding, UsualFactorsInLists) {
  CompareBackends(FixedPointStage(GetParam(), kUsual), {Way::kList},
                  Result::kInt32, false);
}

TEST_P(ExhaustiveRounding, SpecialFactors) {
  CompareBackends(FixedPointStage(GetParam(), kSpecial),
                  {Way::kFused, Way::kList}, Result::kInt32, false);
}

TEST_P(ExhaustiveRounding, FactorsOfBytes) {
  const bool exhaustive =
      IsExhaustive() && GetParam() != FixedPointRounding::kSingleUpward15Bits;
  CompareBackends(FixedPointStage(GetParam(), kOfBytes, kOffsetOfBytes),
                  WaysOfBytes(exhaustive), Result::kInt8, exhaustive);
}

TEST_P(ExhaustiveRounding, FactorsBarelyOfBytes) {
  CompareBackends(FixedPointStage(GetParam(), kBarelyOfBytes, kOffsetOfBytes),
                  WaysOfBytes(false), Result::kInt8, false);
}

TEST_P(ExhaustiveRounding, UnshiftedFactorsOfBytes) {
  CompareBackends(
      FixedPointStage(GetParam(), kUnshiftedOfBytes, kOffsetOfBytes),
      WaysOfBytes(false), Result::kInt8, false);
}

// Where floats scale, the same ways finish them as with right shifts alone.
TEST_P(ExhaustiveRounding, FloatsTakeUnshiftedFactors) {
  if (GetParam() == FixedPointRounding::kSingleAway) return;
  const ScalingStage stage =
      FixedPointStage(GetParam(), kUnshiftedOfBytes, kOffsetOfBytes);
  const ScalingStage usual =
      FixedPointStage(GetParam(), kOfBytes, kOffsetOfBytes);
  ForEachBackend([&](const Backend& backend) {
    const auto takes = [&](const ScalingStage& of, Way way) {
      return !Ways(backend, of, {way}, Result::kInt8).empty();
    };
    EXPECT_TRUE(takes(stage, Way::kFused));
    EXPECT_EQ(
        takes(stage, Way::kInRegisters),
        takes(usual, Way::kInRegisters) && backend.family->scales_in_floats());
    EXPECT_EQ(
        takes(stage, Way::kLines),
        takes(usual, Way::kLines) && backend.family->scales_lines_in_floats);
  });
}

TEST_P(ExhaustiveRounding, FusesTheUsualFactors) {
  ExpectFused(FixedPointStage(GetParam(), kUsual), Result::kInt32,
              GetParam() != FixedPointRounding::kSingleAway);
}

// Proves that the comparison can fail.
TEST_P(ExhaustiveRounding, OtherRoundingsDiffer) {
  const ScalingStage stage = FixedPointStage(GetParam(), kUsual);
  ForEachWay(stage, Result::kInt32, [&](const Ways& ways) {
    for (const FixedPointRounding other : kRoundings) {
      ExpectAgreement(ways, FixedPointStage(other, kUsual), Result::kInt32,
                      other == GetParam());
    }
  });
}

TEST_P(ExhaustiveRounding, DefinitionsAreTheReferences) {
  for (const auto* factors : {kUsual, kSpecial, kOfBytes, kUnshiftedOfBytes}) {
    ExpectDefinition(FixedPointStage(GetParam(), factors, kOffsetOfBytes),
                     [&](std::int32_t x, int f) {
                       return ReferenceScale(x, factors[f].multiplier,
                                             factors[f].exponent,
                                             kOffsetOfBytes, GetParam());
                     });
  }
}

TEST_P(ExhaustiveRounding, OtherRoundingsOfBytesDiffer) {
  const ScalingStage stage =
      FixedPointStage(GetParam(), kOfBytes, kOffsetOfBytes);
  ExpectFused(stage, Result::kInt8,
              GetParam() != FixedPointRounding::kSingleAway);
  const auto workspace = std::make_unique<Workspace>();
  for (const FixedPointRounding other : kRoundings) {
    Expect(FixedPointStage(other, kOfBytes, kOffsetOfBytes), Result::kInt8,
           kRuns / 2 - 1, workspace.get());
    ForEachWay(stage, Result::kInt8, [&](const Ways& ways) {
      EXPECT_EQ(ways.AgreeWithExpected(workspace.get()), other == GetParam());
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Roundings, ExhaustiveRounding,
                         ::testing::ValuesIn(kRoundings));

class ExhaustiveRealRounding
    : public ::testing::TestWithParam<
          std::tuple<EpilogueKind, FloatRounding, ZeroPointOrder>> {
 protected:
  static ScalingStage Stage(const double* scales) {
    return RealStage(std::get<0>(GetParam()), std::get<1>(GetParam()),
                     std::get<2>(GetParam()), scales);
  }
  static Result ResultOf() {
    return IsFused() ? Result::kInt16 : Result::kInt32;
  }
  // Ties to even in float, the zero point added afterwards, at most 16 bits.
  static bool IsFused() {
    return GetParam() == std::tuple(EpilogueKind::kScaleFloat,
                                    FloatRounding::kEven,
                                    ZeroPointOrder::kAfterRounding);
  }
};

// If the zero point comes first, it is only one more addition.
TEST_P(ExhaustiveRealRounding, UsualScales) {
  const bool exhaustive = IsExhaustive() && std::get<2>(GetParam()) ==
                                                ZeroPointOrder::kAfterRounding;
  CompareBackends(Stage(kUsualScales), UsualWays(exhaustive), ResultOf(),
                  exhaustive);
}

TEST_P(ExhaustiveRealRounding, UsualScalesInLists) {
  CompareBackends(Stage(kUsualScales), {Way::kList}, Result::kInt32, false);
}

TEST_P(ExhaustiveRealRounding, SpecialScales) {
  CompareBackends(Stage(kSpecialScales), {Way::kFused}, ResultOf(), false);
  CompareBackends(Stage(kSpecialScales), {Way::kList}, Result::kInt32, false);
}

TEST_P(ExhaustiveRealRounding, FusesTheUsualScales) {
  if (IsFused()) ExpectFused(Stage(kUsualScales), Result::kInt16, true);
}

TEST_P(ExhaustiveRealRounding, OtherRoundingsDiffer) {
  const auto kind = std::get<0>(GetParam());
  const FloatRounding rounding = std::get<1>(GetParam());
  const auto order = std::get<2>(GetParam());
  ForEachWay(Stage(kUsualScales), ResultOf(), [&](const Ways& ways) {
    for (const FloatRounding other : kFloatRoundings) {
      if (other != rounding && AreAway(other, rounding)) continue;
      ExpectAgreement(ways, RealStage(kind, other, order, kUsualScales),
                      ResultOf(), other == rounding);
    }
  });
}

TEST_P(ExhaustiveRealRounding, DefinitionsAreTheReferences) {
  const auto kind = std::get<0>(GetParam());
  const FloatRounding rounding = std::get<1>(GetParam());
  const auto order = std::get<2>(GetParam());
  for (const auto* scales : {kUsualScales, kSpecialScales}) {
    const ScalingStage stage = Stage(scales);
    ExpectDefinition(stage, [&](std::int32_t x, int f) {
      return kind == EpilogueKind::kScaleFloat
                 ? ReferenceScaleByReal(x, static_cast<float>(scales[f]),
                                        stage.offset, rounding, order)
                 : ReferenceScaleByReal(x, scales[f], stage.offset, rounding,
                                        order);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(
    Reals, ExhaustiveRealRounding,
    ::testing::Combine(::testing::Values(EpilogueKind::kScaleFloat,
                                         EpilogueKind::kScaleDouble),
                       ::testing::ValuesIn(kFloatRoundings),
                       ::testing::Values(ZeroPointOrder::kAfterRounding,
                                         ZeroPointOrder::kBeforeRounding)));

}  // namespace
}  // namespace lowp_test
