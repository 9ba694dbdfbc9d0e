// Scaling by fixed point in every backend, fused and as a stage of a list,
// against its definition: for a sample of the accumulators, or, with
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
#include <string>
#include <thread>
#include <vector>

#include "../internal/backend.h"
#include "../internal/prepare_epilogue.h"
#include "for_each_backend.h"

namespace lowp_test {
namespace {

using gemmlowp::FixedPointRounding;
using gemmlowp::internal::Along;
using gemmlowp::internal::Backend;
using gemmlowp::internal::EpilogueForm;
using gemmlowp::internal::EpilogueKind;
using gemmlowp::internal::EpilogueOp;
using gemmlowp::internal::Int32Parameter;
using gemmlowp::internal::PanelTask;
using gemmlowp::internal::PreparedEpilogue;
using gemmlowp::internal::Scalar;

struct Factor {
  std::int32_t multiplier;
  std::int32_t exponent;
};

// What layers have: powers of two, whose results are full of ties, both ends of
// the multipliers and of the exponents, and three from anywhere between.
constexpr Factor kUsual[] = {
    {1 << 30, -1},    {1 << 30, -31},   {INT32_MAX, -1},  {1073741825, -4},
    {1717986918, -3}, {1288490189, -8}, {2083272393, -2}, {1103806595, -11}};
// What takes another way: no right shift, left shifts, multipliers below 0.
constexpr Factor kSpecial[] = {
    {1 << 30, 0},      {1717986918, 0},  {1 << 30, 1},    {1294967297, 7},
    {-1500000000, -2}, {-(1 << 30), -1}, {INT32_MIN, -3}, {0, -5}};

constexpr int kFactors = 8;

constexpr FixedPointRounding kRoundings[] = {
    FixedPointRounding::kDouble, FixedPointRounding::kDoubleUpward,
    FixedPointRounding::kSingleUpward, FixedPointRounding::kSingleAway};

// floor((x + half) / 2^shift), half less 1 where ties of a negative x go away
// from zero.
std::int64_t RoundingShift(std::int64_t x, int shift, bool away) {
  if (shift == 0) return x;
  const std::int64_t half = std::int64_t{1} << (shift - 1);
  return (x + half - (away && x < 0 ? 1 : 0)) >> shift;
}

// x * multiplier * 2^(exponent - 31), as output_stages.h defines it.
std::int32_t Definition(std::int32_t x, const Factor& f,
                        FixedPointRounding rounding) {
  if (rounding == FixedPointRounding::kSingleUpward ||
      rounding == FixedPointRounding::kSingleAway) {
    return static_cast<std::int32_t>(
        RoundingShift(std::int64_t{x} * f.multiplier, 31 - f.exponent,
                      rounding == FixedPointRounding::kSingleAway));
  }
  const std::int64_t shifted = std::min<std::int64_t>(
      std::max<std::int64_t>(
          std::int64_t{x} * (std::int64_t{1} << std::max(f.exponent, 0)),
          INT32_MIN),
      INT32_MAX);
  const std::int64_t high = std::min<std::int64_t>(
      RoundingShift(shifted * f.multiplier, 31, false), INT32_MAX);
  return static_cast<std::int32_t>(RoundingShift(
      high, std::max(-f.exponent, 0), rounding == FixedPointRounding::kDouble));
}

bool IsExhaustive() {
  const char* value = std::getenv("LOWP_EXHAUSTIVE");
  return value != nullptr && std::string(value) == "1";
}

// The accumulators come in runs of this many, each from a multiple of it on.
constexpr std::int64_t kRun = 1 << 10;
constexpr std::int64_t kRuns = (std::int64_t{1} << 32) / kRun;

std::int32_t Accumulator(std::int64_t run, std::int64_t i) {
  return static_cast<std::int32_t>(INT32_MIN + run * kRun + i);
}

// Whether the sample has this run: those around the ends, 0, and the powers of
// two, and one of a prime number of others.
bool IsSampled(std::int64_t run) {
  const std::int64_t from_zero = run - kRuns / 2;
  const std::int64_t distance = from_zero < 0 ? -from_zero - 1 : from_zero;
  return run == 0 || run == kRuns - 1 || (distance & (distance + 1)) == 0 ||
         (distance & (distance - 1)) == 0 || run % 100003 == 77;
}

enum class Way { kFused, kFusedLate, kList };

// A backend's epilogue over a panel of sums that are there already.
class Epilogue {
 public:
  // One factor for all columns, or `count` of them, column after column.
  Epilogue(const Backend& backend, const Factor* factors, int count,
           FixedPointRounding rounding, Way way)
      : backend_(backend), width_(backend.panel.width) {
    for (int c = 0; c < std::max(width_, kFactors); ++c) {
      multipliers_.push_back(factors[c % count].multiplier);
      exponents_.push_back(factors[c % count].exponent);
    }
    EpilogueOp* op = ops_;
    std::memset(static_cast<void*>(ops_), 0, sizeof(ops_));
    if (way == Way::kList) {
      op->kind = EpilogueKind::kClamp;
      op->low = INT32_MIN;
      op->high = INT32_MAX;
      ++op;
    }
    op->kind = EpilogueKind::kFixedPoint;
    op->rounding = rounding;
    op->first = Parameter(multipliers_, count);
    op->second = Parameter(exponents_, count);
    gemmlowp::internal::PrepareEpilogue(ops_, static_cast<int>(op - ops_) + 1,
                                        Scalar::kInt32, false, &prepared_);
    // Enough for any format: rows and a panel of zeros.
    zeros_.resize(
        static_cast<std::size_t>(kLateGroups * width_ * backend.panel.group *
                                 backend.panel.element_size) +
        64 + 4096);
    groups_ = way == Way::kFusedLate ? kLateGroups : 0;
  }

  bool is_fused() const {
    return prepared_.epilogue.form == EpilogueForm::kFixedPoint;
  }
  int width() const { return width_; }

  // `rows` rows of width() sums, 64-byte aligned, of the result's columns from
  // `column` on.
  void Apply(const std::int32_t* sums, int rows, int column,
             std::int32_t* results) const {
    alignas(64) static const std::int32_t kNothing[256] = {};
    PanelTask task = {};
    task.rows_data = Aligned();
    task.rows = rows;
    task.row_form = gemmlowp::internal::RowForm::kCopied;
    task.panel = Aligned();
    task.columns = width_;
    task.padded_columns = width_;
    task.groups = groups_;
    task.column_add = kNothing;
    task.products = sums;
    task.products_stride = width_;
    task.epilogue = &prepared_.epilogue;
    task.result = results;
    task.result_stride = width_;
    task.first_column = column;
    backend_.multiply(task);
  }

 private:
  static constexpr int kLateGroups = 16;

  static Int32Parameter Parameter(const std::vector<std::int32_t>& values,
                                  int count) {
    Int32Parameter parameter;
    parameter.data = values.data();
    if (count == 1) {
      parameter.along = Along::kAll;
      parameter.value = values[0];
    } else {
      parameter.along = Along::kCols;
      parameter.size = static_cast<int>(values.size());
    }
    return parameter;
  }
  const std::uint8_t* Aligned() const {
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(zeros_.data());
    return zeros_.data() + (64 - at % 64) % 64;
  }

  const Backend& backend_;
  const int width_;
  int groups_;
  std::vector<std::int32_t> multipliers_, exponents_;
  EpilogueOp ops_[2];
  PreparedEpilogue prepared_;
  std::vector<std::uint8_t> zeros_;
};

struct alignas(64) Block {
  std::int32_t values[kRun];
};

// What a thread works with: the results that are right, factor by factor and
// with those of all factors side by side, and those of a backend.
struct Workspace {
  Block expected[kFactors];
  std::int32_t side_by_side[kRun][kFactors];
  Block sums, results;
};

// Compare one run and return an accumulator that differs, or kNone.
constexpr std::int64_t kNone = INT64_MAX;

// One factor for all columns: a run fills row after row.
std::int64_t CompareTensor(const Epilogue& epilogue, std::int64_t run,
                           const Block& expected, Workspace* work) {
  const int width = epilogue.width();
  const int most_rows = static_cast<int>(kRun) / width;
  for (int i = 0; i < kRun;) {
    const int left = static_cast<int>(kRun) - i;
    // The last row may be longer than what is left of the run.
    const int rows = std::min(most_rows, (left + width - 1) / width);
    for (int k = 0; k < rows * width; ++k) {
      work->sums.values[k] = Accumulator(run, i + k);
    }
    epilogue.Apply(work->sums.values, rows, 0, work->results.values);
    const int count = std::min(rows * width, left);
    if (std::memcmp(work->results.values, expected.values + i,
                    static_cast<std::size_t>(count) * 4) != 0) {
      return work->sums.values[0];
    }
    i += count;
  }
  return kNone;
}

// Eight factors, column after column: an accumulator is a row.
std::int64_t CompareChannels(const Epilogue& epilogue, std::int64_t run,
                             Workspace* work) {
  const int width = epilogue.width();
  const int step = std::min(width, kFactors);
  const int most_rows = static_cast<int>(kRun) / width;
  for (int column = 0; column < kFactors; column += width) {
    for (int i = 0; i < kRun;) {
      const int rows = std::min(most_rows, static_cast<int>(kRun) - i);
      for (int r = 0; r < rows; ++r) {
        std::fill_n(work->sums.values + r * width, width,
                    Accumulator(run, i + r));
      }
      epilogue.Apply(work->sums.values, rows, column, work->results.values);
      for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < width; c += step) {
          if (std::memcmp(work->results.values + r * width + c,
                          work->side_by_side[i + r] + (column + c) % kFactors,
                          static_cast<std::size_t>(std::min(step, width - c)) *
                              4) != 0) {
            return Accumulator(run, i + r);
          }
        }
      }
      i += rows;
    }
  }
  return kNone;
}

void Expect(const Factor* factors, FixedPointRounding rounding,
            std::int64_t run, Workspace* work) {
  for (int f = 0; f < kFactors; ++f) {
    for (std::int64_t i = 0; i < kRun; ++i) {
      work->expected[f].values[i] =
          Definition(Accumulator(run, i), factors[f], rounding);
      work->side_by_side[i][f] = work->expected[f].values[i];
    }
  }
}

// All ways to apply eight factors in one backend: one after another, which is
// per tensor, and all at once, which is per channel.
struct Ways {
  std::vector<std::unique_ptr<Epilogue>> by_factor, by_channel;
  Ways(const Backend& backend, const Factor* factors,
       FixedPointRounding rounding, const std::vector<Way>& ways) {
    for (const Way way : ways) {
      by_channel.push_back(std::make_unique<Epilogue>(backend, factors,
                                                      kFactors, rounding, way));
      for (int f = 0; f < kFactors; ++f) {
        by_factor.push_back(
            std::make_unique<Epilogue>(backend, factors + f, 1, rounding, way));
      }
    }
  }

  std::int64_t CompareWithExpected(std::int64_t run, Workspace* work) const {
    for (const auto& epilogue : by_channel) {
      const std::int64_t wrong = CompareChannels(*epilogue, run, work);
      if (wrong != kNone) return wrong;
    }
    for (std::size_t i = 0; i < by_factor.size(); ++i) {
      const std::int64_t wrong =
          CompareTensor(*by_factor[i], run, work->expected[i % kFactors], work);
      if (wrong != kNone) return wrong;
    }
    return kNone;
  }
};

// Every backend, for the sample or for all accumulators.
void CompareBackends(const Factor* factors, FixedPointRounding rounding,
                     const std::vector<Way>& ways, bool exhaustive) {
  std::vector<Ways> backends;
  for (const Backend* backend : SupportedBackends()) {
    backends.emplace_back(*backend, factors, rounding, ways);
  }
  std::atomic<std::int64_t> next{0};
  std::mutex mutex;
  const auto work = [&] {
    const auto workspace = std::make_unique<Workspace>();
    for (std::int64_t run; (run = next.fetch_add(1)) < kRuns;) {
      if (!exhaustive && !IsSampled(run)) continue;
      Expect(factors, rounding, run, workspace.get());
      for (std::size_t b = 0; b < backends.size(); ++b) {
        const std::int64_t wrong =
            backends[b].CompareWithExpected(run, workspace.get());
        if (wrong == kNone) continue;
        const std::lock_guard<std::mutex> lock(mutex);
        ADD_FAILURE() << SupportedBackends()[b]->name << ": accumulator "
                      << wrong << ", rounding " << static_cast<int>(rounding);
        next = kRuns;
      }
    }
  };
  std::vector<std::thread> threads;
  const unsigned cores = exhaustive ? std::thread::hardware_concurrency() : 1;
  for (unsigned t = 1; t < cores; ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

class ExhaustiveRounding : public ::testing::TestWithParam<FixedPointRounding> {
};

TEST_P(ExhaustiveRounding, UsualFactors) {
  CompareBackends(kUsual, GetParam(), {Way::kFused}, IsExhaustive());
}

TEST_P(ExhaustiveRounding, UsualFactorsLateAndInLists) {
  CompareBackends(kUsual, GetParam(), {Way::kFusedLate, Way::kList}, false);
}

TEST_P(ExhaustiveRounding, SpecialFactors) {
  CompareBackends(kSpecial, GetParam(), {Way::kFused, Way::kList}, false);
}

TEST_P(ExhaustiveRounding, FusesTheUsualFactors) {
  ForEachBackend([](const Backend& backend) {
    for (const Way way : {Way::kFused, Way::kFusedLate}) {
      EXPECT_TRUE(
          Epilogue(backend, kUsual, kFactors, GetParam(), way).is_fused());
    }
    EXPECT_FALSE(
        Epilogue(backend, kUsual, kFactors, GetParam(), Way::kList).is_fused());
  });
}

// A comparison that cannot fail would prove nothing.
TEST_P(ExhaustiveRounding, OtherRoundingsDiffer) {
  const auto workspace = std::make_unique<Workspace>();
  ForEachBackend([&](const Backend& backend) {
    const Ways ways(backend, kUsual, GetParam(), {Way::kFused});
    for (const FixedPointRounding other : kRoundings) {
      Expect(kUsual, other, kRuns / 2 - 1, workspace.get());
      EXPECT_EQ(
          ways.CompareWithExpected(kRuns / 2 - 1, workspace.get()) == kNone,
          other == GetParam());
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Roundings, ExhaustiveRounding,
                         ::testing::ValuesIn(kRoundings));

}  // namespace
}  // namespace lowp_test
