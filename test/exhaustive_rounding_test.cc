// The stages that scale and round, in every backend, fused and in a list,
// against their definitions: for a sample of the accumulators, or, with
// LOWP_EXHAUSTIVE=1 in the environment, for all 2^32 of them, on all cores.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "../internal/backend.h"
#include "exhaustive_epilogue.h"
#include "exhaustive_stage.h"
#include "for_each_backend.h"
#include "reference_float_stages.h"
#include "reference_stages.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::FloatRounding;
using gemmlowp::ZeroPointOrder;
using gemmlowp::internal::Backend;
using gemmlowp::internal::EpilogueKind;

// What layers have: powers of two, whose results are full of ties, both ends of
// the multipliers and of the exponents, and three from anywhere between.
constexpr FixedPointFactor kUsual[kFactors] = {
    {1 << 30, -1},    {1 << 30, -31},   {INT32_MAX, -1},  {1073741825, -4},
    {1717986918, -3}, {1288490189, -8}, {2083272393, -2}, {1103806595, -11}};
// What takes another way: no right shift, left shifts, multipliers below 0.
constexpr FixedPointFactor kSpecial[kFactors] = {
    {1 << 30, 0},      {1717986918, 0},  {1 << 30, 1},    {1294967297, 7},
    {-1500000000, -2}, {-(1 << 30), -1}, {INT32_MIN, -3}, {0, -5}};
// As numbers that are floats: of layers, and what takes results beyond int32.
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

// Whether both are kAway, or nearly so.
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

// The accumulators come in runs of this many, each from a multiple of it on.
constexpr int kRun = 1 << 10;
constexpr std::int64_t kRuns = (std::int64_t{1} << 32) / kRun;
// A row may be longer than what is left of a run.
constexpr int kLongestRow = 256;

std::int64_t First(std::int64_t run) { return INT32_MIN + run * kRun; }

// The runs of the sample: those around the ends, 0, and the powers of two, and
// one of a prime number of others.
const std::vector<std::int64_t>& SampledRuns() {
  static const auto* const runs = [] {
    std::set<std::int64_t> set = {0, kRuns - 1};
    for (std::int64_t distance = 1; distance < kRuns / 2; distance *= 2) {
      for (const std::int64_t near : {distance - 1, distance}) {
        set.insert(kRuns / 2 + near);
        set.insert(kRuns / 2 - near - 1);
      }
    }
    for (std::int64_t run = 77; run < kRuns; run += 100003) set.insert(run);
    return new std::vector<std::int64_t>(set.begin(), set.end());
  }();
  return *runs;
}

// What a thread works with. Accumulators one after another, as one factor takes
// them, and each once for every factor, side by side; what is right of either;
// and a backend's results.
struct alignas(64) Workspace {
  std::int32_t sums[kRun + kLongestRow];
  std::int32_t repeated[kRun * kFactors];
  std::int32_t expected[kFactors][kRun];
  std::int32_t side_by_side[kRun * kFactors];
  std::int32_t results[kRun * kFactors + kLongestRow];
};

// Numbers that lie in int16, as such, in place.
void NarrowInPlace(std::int32_t* values, int count) {
  for (int i = 0; i < count; ++i) {
    const std::int16_t x = static_cast<std::int16_t>(
        std::clamp<std::int32_t>(values[i], INT16_MIN, INT16_MAX));
    std::memcpy(reinterpret_cast<char*>(values) + 2 * i, &x, sizeof(x));
  }
}

void Expect(const ScalingStage& stage, bool narrow, std::int64_t run,
            Workspace* work) {
  for (int i = 0; i < kRun + kLongestRow; ++i) {
    work->sums[i] = static_cast<std::int32_t>(First(run) + i);
  }
  for (int f = 0; f < kFactors; ++f) {
    Define(stage, f, First(run), kRun, work->expected[f]);
  }
  for (int i = 0; i < kRun; ++i) {
    for (int f = 0; f < kFactors; ++f) {
      work->repeated[i * kFactors + f] = work->sums[i];
      work->side_by_side[i * kFactors + f] = work->expected[f][i];
    }
  }
  if (!narrow) return;
  for (int f = 0; f < kFactors; ++f) NarrowInPlace(work->expected[f], kRun);
  NarrowInPlace(work->side_by_side, kRun * kFactors);
}

// All ways to apply eight factors in one backend: one after another, which is
// per tensor, and all at once, which is per channel.
class Ways {
 public:
  Ways(const Backend& backend, const ScalingStage& stage,
       const std::vector<Way>& ways, bool narrow)
      : size_(narrow ? 2 : 4) {
    for (const Way way : ways) {
      by_channel_.push_back(std::make_unique<ScalingEpilogue>(
          backend, stage, ScalingEpilogue::kAllFactors, way, narrow));
      for (int f = 0; f < kFactors; ++f) {
        by_factor_.push_back(
            std::make_unique<ScalingEpilogue>(backend, stage, f, way, narrow));
      }
    }
  }

  // Whether each result of the run is as expected.
  bool AgreeWithExpected(Workspace* work) const {
    for (const auto& epilogue : by_channel_) {
      if (!ChannelsAgree(*epilogue, work)) return false;
    }
    for (std::size_t i = 0; i < by_factor_.size(); ++i) {
      if (!TensorAgrees(*by_factor_[i], work->expected[i % kFactors], work)) {
        return false;
      }
    }
    return true;
  }

  bool AreFused() const {
    bool fused = true;
    for (const auto& epilogue : by_channel_) fused &= epilogue->is_fused();
    for (const auto& epilogue : by_factor_) fused &= epilogue->is_fused();
    return fused;
  }

 private:
  // One factor for all columns: a run fills row after row.
  bool TensorAgrees(const ScalingEpilogue& epilogue,
                    const std::int32_t* expected, Workspace* work) const {
    const int columns = epilogue.columns();
    epilogue.Apply(work->sums, (kRun + columns - 1) / columns, columns, 0,
                   work->results);
    return std::memcmp(work->results, expected, kRun * size_) == 0;
  }
  // Eight factors, column after column.
  bool ChannelsAgree(const ScalingEpilogue& epilogue, Workspace* work) const {
    const int columns = epilogue.columns();
    const int stride = std::max(columns, kFactors);
    for (int column = 0; column < kFactors; column += columns) {
      epilogue.Apply(work->repeated + column, kRun * kFactors / stride, stride,
                     column,
                     reinterpret_cast<char*>(work->results) +
                         static_cast<std::size_t>(column) * size_);
    }
    return std::memcmp(work->results, work->side_by_side,
                       kRun * kFactors * size_) == 0;
  }

  const std::size_t size_;
  std::vector<std::unique_ptr<ScalingEpilogue>> by_factor_, by_channel_;
};

// Every backend, for the sample or for all accumulators.
void CompareBackends(const ScalingStage& stage, const std::vector<Way>& ways,
                     bool narrow, bool exhaustive) {
  std::vector<Ways> backends;
  for (const Backend* backend : SupportedBackends()) {
    ASSERT_LE(backend->panel.width, kLongestRow);
    backends.emplace_back(*backend, stage, ways, narrow);
  }
  const std::int64_t runs =
      exhaustive ? kRuns : static_cast<std::int64_t>(SampledRuns().size());
  std::atomic<std::int64_t> next{0};
  std::mutex mutex;
  const auto work = [&] {
    const auto workspace = std::make_unique<Workspace>();
    for (std::int64_t i; (i = next.fetch_add(1)) < runs;) {
      const std::int64_t run = exhaustive ? i : SampledRuns()[i];
      Expect(stage, narrow, run, workspace.get());
      for (std::size_t b = 0; b < backends.size(); ++b) {
        if (backends[b].AgreeWithExpected(workspace.get())) continue;
        const std::lock_guard<std::mutex> lock(mutex);
        ADD_FAILURE() << SupportedBackends()[b]->name
                      << ": an accumulator from " << First(run) << " on";
        next = runs;
      }
    }
  };
  std::vector<std::thread> threads;
  const unsigned cores = exhaustive ? std::thread::hardware_concurrency() : 1;
  for (unsigned t = 1; t < cores; ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

void ExpectFused(const ScalingStage& stage, bool narrow) {
  ForEachBackend([&](const Backend& backend) {
    const std::vector<Way> fused = {Way::kFused, Way::kFusedLate};
    EXPECT_TRUE(Ways(backend, stage, fused, narrow).AreFused());
    EXPECT_FALSE(Ways(backend, stage, {Way::kList}, narrow).AreFused());
  });
}

class ExhaustiveRounding : public ::testing::TestWithParam<FixedPointRounding> {
};

// A multiplier of 15 bits is one of 31 that ends with zeros: the sample does.
TEST_P(ExhaustiveRounding, UsualFactors) {
  CompareBackends(
      FixedPointStage(GetParam(), kUsual), {Way::kFused}, false,
      IsExhaustive() && GetParam() != FixedPointRounding::kSingleUpward15Bits);
}

TEST_P(ExhaustiveRounding, UsualFactorsLateAndInLists) {
  CompareBackends(FixedPointStage(GetParam(), kUsual),
                  {Way::kFusedLate, Way::kList}, false, false);
}

TEST_P(ExhaustiveRounding, SpecialFactors) {
  CompareBackends(FixedPointStage(GetParam(), kSpecial),
                  {Way::kFused, Way::kList}, false, false);
}

TEST_P(ExhaustiveRounding, FusesTheUsualFactors) {
  ExpectFused(FixedPointStage(GetParam(), kUsual), false);
}

// A comparison that cannot fail would prove nothing.
TEST_P(ExhaustiveRounding, OtherRoundingsDiffer) {
  const auto workspace = std::make_unique<Workspace>();
  ForEachBackend([&](const Backend& backend) {
    const Ways ways(backend, FixedPointStage(GetParam(), kUsual), {Way::kFused},
                    false);
    for (const FixedPointRounding other : kRoundings) {
      Expect(FixedPointStage(other, kUsual), false, kRuns / 2 - 1,
             workspace.get());
      EXPECT_EQ(ways.AgreeWithExpected(workspace.get()), other == GetParam());
    }
  });
}

TEST_P(ExhaustiveRounding, DefinitionsAreTheReferences) {
  for (const auto* factors : {kUsual, kSpecial}) {
    for (const std::int64_t run : SampledRuns()) {
      for (int f = 0; f < kFactors; ++f) {
        std::int32_t results[kRun];
        Define(FixedPointStage(GetParam(), factors), f, First(run), kRun,
               results);
        for (int i = 0; i < kRun; ++i) {
          ASSERT_EQ(results[i],
                    ReferenceScale(static_cast<std::int32_t>(First(run) + i),
                                   factors[f].multiplier, factors[f].exponent,
                                   0, GetParam()));
        }
      }
    }
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
  // To even in float, the zero point after it, to at most 16 bits.
  static bool IsFused() {
    return GetParam() == std::tuple(EpilogueKind::kScaleFloat,
                                    FloatRounding::kEven,
                                    ZeroPointOrder::kAfterRounding);
  }
};

// Where the zero point comes first, it is only an addition more.
TEST_P(ExhaustiveRealRounding, UsualScales) {
  CompareBackends(Stage(kUsualScales), {Way::kFused}, IsFused(),
                  IsExhaustive() && std::get<2>(GetParam()) ==
                                        ZeroPointOrder::kAfterRounding);
}

TEST_P(ExhaustiveRealRounding, UsualScalesLateAndInLists) {
  if (IsFused()) {
    CompareBackends(Stage(kUsualScales), {Way::kFusedLate}, true, false);
  }
  CompareBackends(Stage(kUsualScales), {Way::kList}, false, false);
}

TEST_P(ExhaustiveRealRounding, SpecialScales) {
  CompareBackends(Stage(kSpecialScales), {Way::kFused}, IsFused(), false);
  CompareBackends(Stage(kSpecialScales), {Way::kList}, false, false);
}

TEST_P(ExhaustiveRealRounding, FusesTheUsualScales) {
  if (IsFused()) ExpectFused(Stage(kUsualScales), true);
}

TEST_P(ExhaustiveRealRounding, OtherRoundingsDiffer) {
  const auto workspace = std::make_unique<Workspace>();
  const auto kind = std::get<0>(GetParam());
  const FloatRounding rounding = std::get<1>(GetParam());
  const auto order = std::get<2>(GetParam());
  ForEachBackend([&](const Backend& backend) {
    const Ways ways(backend, Stage(kUsualScales), {Way::kFused}, IsFused());
    for (const FloatRounding other : kFloatRoundings) {
      if (other != rounding && AreAway(other, rounding)) continue;
      Expect(RealStage(kind, other, order, kUsualScales), IsFused(),
             kRuns / 2 - 1, workspace.get());
      EXPECT_EQ(ways.AgreeWithExpected(workspace.get()), other == rounding);
    }
  });
}

TEST_P(ExhaustiveRealRounding, DefinitionsAreTheReferences) {
  const auto& [kind, rounding, order] = GetParam();
  for (const auto* scales : {kUsualScales, kSpecialScales}) {
    const ScalingStage stage = Stage(scales);
    for (const std::int64_t run : SampledRuns()) {
      for (int f = 0; f < kFactors; ++f) {
        std::int32_t results[kRun];
        Define(stage, f, First(run), kRun, results);
        for (int i = 0; i < kRun; ++i) {
          const auto x = static_cast<std::int32_t>(First(run) + i);
          ASSERT_EQ(results[i],
                    kind == EpilogueKind::kScaleFloat
                        ? ReferenceScaleByReal(x, static_cast<float>(scales[f]),
                                               stage.offset, rounding, order)
                        : ReferenceScaleByReal(x, scales[f], stage.offset,
                                               rounding, order));
        }
      }
    }
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
