// Compares a stage that scales and rounds, in every register family and in the
// backends' kernels, with its definition: for a sample of the accumulators, or
// for all of them, on all cores.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_EPILOGUE_EXHAUSTIVE_COMPARISON_H_
#define LOWP_TEST_EPILOGUE_EXHAUSTIVE_COMPARISON_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../../internal/contract/backend.h"
#include "../support/for_each_backend.h"
#include "../support/sample.h"
#include "exhaustive_epilogue.h"
#include "exhaustive_runs.h"
#include "exhaustive_stage.h"

namespace lowp_test {

using gemmlowp::internal::Backend;
using gemmlowp::internal::GemmKernel;

// A row may extend beyond the end of a run.
constexpr int kLongestRow = 256;

// A thread's buffers: accumulators in sequence, for one factor, and each
// repeated for every factor, side by side, with the expected results of either;
// accumulators that use the factors in turn, with their expected results; and
// the results of a backend.
struct alignas(64) Workspace {
  std::int32_t sums[kRun + kLongestRow];
  std::int32_t repeated[kRun * kFactors];
  std::int32_t expected[kFactors][kRun];
  std::int32_t side_by_side[kRun * kFactors];
  std::int32_t turned[kRun];
  std::int32_t expected_turned[kRun];
  std::int32_t results[kRun * kFactors + kLongestRow];
};

// Converts values to the type with saturation, in place.
template <typename T>
void NarrowInPlaceTo(std::int32_t* values, int count) {
  for (int i = 0; i < count; ++i) {
    const T x = static_cast<T>(
        std::clamp<std::int32_t>(values[i], std::numeric_limits<T>::min(),
                                 std::numeric_limits<T>::max()));
    std::memcpy(reinterpret_cast<char*>(values) + i * sizeof(T), &x, sizeof(x));
  }
}
inline void NarrowInPlace(Result result, std::int32_t* values, int count) {
  if (result == Result::kInt16) NarrowInPlaceTo<std::int16_t>(values, count);
  if (result == Result::kInt8) NarrowInPlaceTo<std::int8_t>(values, count);
}

// The faster definitions, if they run here.
inline const Definitions& FastDefinitions() {
  using namespace gemmlowp::internal;
  return IsSupported(**AllBackends().begin()) ? kWideDefinitions : kDefinitions;
}

inline void Expect(const ScalingStage& stage, Result result,
                   std::int64_t number, Workspace* work) {
  const Run run = RunOf(number);
  const Definitions& definitions = FastDefinitions();
  for (int i = 0; i < kRun + kLongestRow; ++i) {
    work->sums[i] = static_cast<std::int32_t>(run.first + i * run.step);
  }
  for (int f = 0; f < kFactors; ++f) {
    definitions.define(stage, f, run, kRun, work->expected[f]);
  }
  definitions.repeat(run, kRun, work->repeated);
  definitions.interleave(work->expected[0], kRun, work->side_by_side);
  for (unsigned i = 0; i < kRun; ++i) {
    const unsigned from = (i + static_cast<unsigned>(number)) % kRun;
    work->turned[i] = work->sums[from];
    work->expected_turned[i] = work->expected[i % kFactors][from];
  }
  for (int f = 0; f < kFactors; ++f) {
    NarrowInPlace(result, work->expected[f], kRun);
  }
  NarrowInPlace(result, work->side_by_side, kRun * kFactors);
  NarrowInPlace(result, work->expected_turned, kRun);
}

// The factor that a run uses if it uses only one.
inline int FactorOf(std::int64_t number) {
  return static_cast<int>(number % kFactors);
}

// The same for that factor only, per tensor.
inline void ExpectOne(const ScalingStage& stage, Result result,
                      std::int64_t number, Workspace* work) {
  const Run run = RunOf(number);
  for (int i = 0; i < kRun + kLongestRow; ++i) {
    work->sums[i] = static_cast<std::int32_t>(run.first + i * run.step);
  }
  std::int32_t* const expected = work->expected[FactorOf(number)];
  FastDefinitions().define(stage, FactorOf(number), run, kRun, expected);
  NarrowInPlace(result, expected, kRun);
}

// All ways to apply eight factors in one backend: one after another (per
// tensor), and all at once (per channel). Way::kInRegisters is one for each
// kernel that stores such results, and Way::kLines one for bytes, if the stage
// fits registers, and else none.
class Ways {
 public:
  Ways(const Backend& backend, const ScalingStage& stage,
       const std::vector<Way>& ways, Result result)
      : size_(static_cast<std::size_t>(gemmlowp::internal::SizeOf(result))) {
    for (const Way way : ways) {
      if (way == Way::kLines &&
          (result != Result::kInt8 || LineKernelOf(backend) == nullptr)) {
        continue;
      }
      if (way != Way::kInRegisters) {
        Add(backend, nullptr, stage, way, result);
        continue;
      }
      for (const GemmKernel& kernel : KernelsOf(backend)) {
        if (Finishes(kernel, result)) {
          Add(backend, &kernel, stage, way, result);
        }
      }
    }
  }

  bool empty() const { return by_channel_.empty(); }

  // Whether every result of the run is as expected.
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

  bool AgreeOnOne(std::int64_t run, Workspace* work) const {
    const int f = FactorOf(run);
    for (std::size_t i = f; i < by_factor_.size(); i += kFactors) {
      if (!TensorAgrees(*by_factor_[i], work->expected[f], work)) return false;
    }
    return true;
  }

  // The same with one factor per accumulator: in half of the runs the same one,
  // per tensor; otherwise all of them in turn, per channel.
  bool AgreeByTurns(std::int64_t run, Workspace* work) const {
    const int turn = static_cast<int>(run % (2 * kFactors));
    for (std::size_t i = 0; i < by_channel_.size(); ++i) {
      if (turn < kFactors
              ? !TensorAgrees(*by_factor_[i * kFactors + turn],
                              work->expected[turn], work)
              : !ColumnsAgree(*by_channel_[i], work->turned, kRun,
                              work->expected_turned, work->results)) {
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
  void Add(const Backend& backend, const GemmKernel* kernel,
           const ScalingStage& stage, Way way, Result result) {
    const auto make = [&](int factor) {
      return std::make_unique<ScalingEpilogue>(backend, kernel, stage, factor,
                                               way, result);
    };
    std::unique_ptr<ScalingEpilogue> all = make(ScalingEpilogue::kAllFactors);
    bool fits = all->fits_registers();
    std::vector<std::unique_ptr<ScalingEpilogue>> each;
    for (int f = 0; f < kFactors; ++f) {
      each.push_back(make(f));
      fits &= each.back()->fits_registers();
    }
    if ((way == Way::kInRegisters || way == Way::kLines) && !fits) return;
    by_channel_.push_back(std::move(all));
    for (auto& epilogue : each) by_factor_.push_back(std::move(epilogue));
  }

  // One factor for all columns: a run fills row after row.
  bool TensorAgrees(const ScalingEpilogue& epilogue,
                    const std::int32_t* expected, Workspace* work) const {
    const int columns = epilogue.columns();
    epilogue.Apply(work->sums, (kRun + columns - 1) / columns, columns, 0,
                   work->results);
    return std::memcmp(work->results, expected, kRun * size_) == 0;
  }
  // Eight factors, column after column, in parts that fit L1.
  bool ChannelsAgree(const ScalingEpilogue& epilogue, Workspace* work) const {
    constexpr int kPart = kRun * kFactors / 4;
    for (int i = 0; i < kRun * kFactors; i += kPart) {
      if (!ColumnsAgree(
              epilogue, work->repeated + i, kPart,
              reinterpret_cast<const char*>(work->side_by_side) + i * size_,
              work->results)) {
        return false;
      }
    }
    return true;
  }
  bool ColumnsAgree(const ScalingEpilogue& epilogue, const std::int32_t* sums,
                    int count, const void* expected, void* results) const {
    const int columns = epilogue.columns();
    const int stride = std::max(columns, kFactors);
    for (int column = 0; column < kFactors; column += columns) {
      epilogue.Apply(sums + column, count / stride, stride, column,
                     static_cast<char*>(results) +
                         static_cast<std::size_t>(column) * size_);
    }
    return std::memcmp(results, expected, count * size_) == 0;
  }

  const std::size_t size_;
  std::vector<std::unique_ptr<ScalingEpilogue>> by_factor_, by_channel_;
};

// Whether no backend before this one has its register family.
inline bool IsFirstOfFamily(const Backend& backend) {
  for (const Backend* other : SupportedBackends()) {
    if (other->family == backend.family) return other == &backend;
  }
  return false;
}

// The ways of a backend: what the register family does, and what its backends
// have in common, is left to the first backend that has it.
inline std::vector<Way> WaysOf(const Backend& backend, std::vector<Way> ways) {
  if (IsFirstOfFamily(backend)) return ways;
  ways.erase(std::remove_if(ways.begin(), ways.end(),
                            [](Way way) { return way != Way::kInRegisters; }),
             ways.end());
  return ways;
}

// Whether every accumulator meets all factors in both ways on this backend,
// instead of one of them in turn. The scalar backend is the specification and
// takes longer than all others together.
inline bool MeetsAll(const Backend& backend) {
  return std::string(backend.name) != "scalar";
}

// A comparison for the sample or for all accumulators.
class Comparison {
 public:
  Comparison(const ScalingStage& stage, const std::vector<Way>& ways,
             Result result, bool exhaustive)
      : stage_(stage),
        result_(result),
        exhaustive_(exhaustive),
        runs_(!exhaustive    ? static_cast<std::int64_t>(SampledRuns().size())
              : IsOfFloats() ? kRuns + kFloatRuns
                             : kRuns) {
    for (const Backend* backend : SupportedBackends()) {
      EXPECT_LE(backend->panel.nr, kLongestRow);
      backends_.emplace_back(*backend, stage, WaysOf(*backend, ways), result);
    }
  }

  void RunOnAllCores() {
    std::vector<std::thread> threads;
    const unsigned cores =
        exhaustive_ ? std::thread::hardware_concurrency() : 1;
    for (unsigned t = 1; t < cores; ++t) {
      threads.emplace_back([this] { Work(); });
    }
    Work();
    for (std::thread& thread : threads) thread.join();
  }

 private:
  void Work() {
    const auto workspace = std::make_unique<Workspace>();
    for (std::int64_t i; (i = next_.fetch_add(1)) < runs_;) {
      if (!exhaustive_ && !TakesCase()) continue;
      const std::int64_t run = exhaustive_ ? i : SampledRuns()[i];
      if (exhaustive_ && !IsForAll(run)) {
        CompareOne(run, workspace.get());
      } else {
        Compare(run, workspace.get());
      }
      if (exhaustive_ && (i + 1) % (kRuns / 4) == 0) Report(i + 1);
    }
  }
  void Compare(std::int64_t run, Workspace* workspace) {
    Expect(stage_, result_, run, workspace);
    for (std::size_t b = 0; b < backends_.size(); ++b) {
      if (backends_[b].empty()) continue;
      const Backend& backend = *SupportedBackends()[b];
      const bool all = !exhaustive_ || MeetsAll(backend);
      if (!(all ? backends_[b].AgreeWithExpected(workspace)
                : backends_[b].AgreeByTurns(run, workspace))) {
        Fail(backend, run);
      }
      results_ += kRun * (all ? 2 * kFactors : 1);
    }
  }
  void CompareOne(std::int64_t run, Workspace* workspace) {
    ExpectOne(stage_, result_, run, workspace);
    for (std::size_t b = 0; b < backends_.size(); ++b) {
      if (backends_[b].empty()) continue;
      if (!backends_[b].AgreeOnOne(run, workspace)) {
        Fail(*SupportedBackends()[b], run);
      }
      results_ += kRun;
    }
  }
  // A float scale sees of an accumulator only the float that it becomes: each
  // accumulator meets one factor, and each float all of them.
  bool IsForAll(std::int64_t run) const {
    return !IsOfFloats() || run >= kRuns - 1;
  }
  bool IsOfFloats() const {
    return stage_.kind == gemmlowp::internal::EpilogueKind::kScaleFloat;
  }
  void Fail(const Backend& backend, std::int64_t run) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ADD_FAILURE() << backend.name << ": an accumulator from "
                  << RunOf(run).first << " on";
    next_ = runs_;
  }
  void Report(std::int64_t runs) const {
    std::printf("  %3d%%: %.3g results are right\n",
                static_cast<int>(100 * runs / kRuns),
                static_cast<double>(results_));
    std::fflush(stdout);
  }

  const ScalingStage stage_;
  const Result result_;
  const bool exhaustive_;
  const std::int64_t runs_;
  std::vector<Ways> backends_;
  std::atomic<std::int64_t> next_{0};
  std::atomic<std::int64_t> results_{0};
  std::mutex mutex_;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_EPILOGUE_EXHAUSTIVE_COMPARISON_H_
