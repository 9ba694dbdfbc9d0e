// Runs transforms of tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/run_transform.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "../backends/backend_list.h"
#include "../contract/engine_state.h"
#include "../contract/requantization.h"
#include "../contract/threads_for.h"
#include "../runtime/cpu_features.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"
#include "transform_memory.h"
#include "validate_transform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Elements per chunk: few enough that a delayed thread costs the others little,
// and a multiple of every backend's block.
constexpr std::size_t kChunk = std::size_t{1} << 15;
// The maximum number of chunks of a kMinMax, each of which yields two floats.
constexpr std::size_t kMaxMinMaxChunks = 64;
// The tensor as runs of equal length. Parameters are uniform within each run,
// or vary element by element in the same way in each.
struct Runs {
  std::size_t count;
  std::size_t length;
  bool varies;
  bool whole;  // must not be cut
};

Runs RunsOf(const TransformProblem& problem) {
  const std::size_t all = problem.outer * problem.channels * problem.inner;
  if (problem.kind == TransformKind::kSoftmax) {
    return {problem.outer, problem.inner, true, true};
  }
  if (problem.kind == TransformKind::kAffine) {
    return {problem.outer, problem.inner, true, false};
  }
  if (!problem.per_channel) return {1, all, false, false};
  if (problem.inner == 1) return {problem.outer, problem.channels, true, false};
  return {problem.outer * problem.channels, problem.inner, false, false};
}

// The results of a softmax of rows of two bytes, from the most negative
// difference of these on.
constexpr int kMaxDifference = 255;
struct DifferenceTable {
  std::uint8_t results[(2 * kMaxDifference + 1) * 2 * sizeof(std::int16_t)];
};

std::uint8_t LowestByte(Scalar scalar) {
  return scalar == Scalar::kInt8 ? 1 << 7 : 0;
}

// A row is kRowBytes of results.
template <int kRowBytes>
void LookUpDifferences(const TransformTask& task) {
  const auto* in = static_cast<const std::uint8_t*>(task.input);
  auto* out = static_cast<std::uint8_t*>(task.output);
  const std::uint8_t* const of_equal = task.table + kMaxDifference * kRowBytes;
  const int flip = LowestByte(task.input_scalar);
  for (std::size_t n = task.runs; n > 0; --n, in += 2, out += kRowBytes) {
    const int difference = (in[0] ^ flip) - (in[1] ^ flip);
    std::memcpy(out, of_equal + difference * kRowBytes, kRowBytes);
  }
}

// A softmax with a table is that of rows of two bytes.
class TransformExecution {
 public:
  TransformExecution(const TransformProblem& problem, const ElementSizes& sizes,
                     const Backend& backend)
      : problem_(problem),
        sizes_(sizes),
        backend_(backend),
        runs_(RunsOf(problem)) {
    chunks_per_run_ = runs_.whole ? 1 : (runs_.length + kChunk - 1) / kChunk;
    runs_per_share_ = 1;
    shares_ = runs_.count * chunks_per_run_;
    if (shares_ > 1 && runs_.length <= kChunk / 2) {
      // Several short runs form one work item.
      runs_per_share_ = kChunk / runs_.length;
      shares_ = (runs_.count + runs_per_share_ - 1) / runs_per_share_;
    }
  }

  std::size_t shares() const { return shares_; }

  void RunShare(std::size_t share) const {
    if (chunks_per_run_ > 1) {
      const std::size_t first = share % chunks_per_run_ * kChunk;
      RunPart(share / chunks_per_run_, 1, first,
              std::min(kChunk, runs_.length - first));
      return;
    }
    const std::size_t first = share * runs_per_share_;
    const std::size_t last = std::min(first + runs_per_share_, runs_.count);
    if (runs_.varies) return RunPart(first, last - first, 0, runs_.length);
    for (std::size_t run = first; run < last; ++run) {
      RunPart(run, 1, 0, runs_.length);
    }
  }

 private:
  // Runs `count` elements of each of `runs` runs, from element `first` on.
  void RunPart(std::size_t run, std::size_t runs, std::size_t first,
               std::size_t count) const {
    const std::size_t at = run * runs_.length + first;
    TransformTask task;
    task.kind = problem_.kind;
    task.features = DetectedCpuFeatures();
    task.input =
        static_cast<const std::uint8_t*>(problem_.input) + at * sizes_.input;
    task.output =
        static_cast<std::uint8_t*>(problem_.output) + at * sizes_.output;
    task.count = count;
    task.runs = runs;
    task.run_stride = runs_.length;
    task.input_scalar = problem_.input_scalar;
    task.scalar = problem_.scalar;
    task.rounding = problem_.rounding;
    task.varies = runs_.varies;
    task.low = problem_.low;
    task.high = problem_.high;
    task.table = problem_.table;
    task.scales = &problem_.scale;
    task.zero_points = &problem_.zero_point;
    task.precision = problem_.precision;
    task.fake_quant = &problem_.fake_quant;
    task.rescale = &problem_.rescale;
    task.real = &problem_.real;
    task.sigmoid = &problem_.sigmoid;
    task.softmax = &problem_.softmax;
    task.affine = &problem_.affine;
    task.channel = problem_.kind == TransformKind::kAffine ? first : 0;
    if (problem_.per_channel) {
      task.channel = runs_.varies ? first : run % problem_.channels;
      if (problem_.scales != nullptr) {
        task.scales = problem_.scales + task.channel;
        task.zero_points = problem_.zero_points + task.channel;
      }
    }
    if (problem_.kind != TransformKind::kSoftmax || task.table == nullptr) {
      return backend_.family->transform(task);
    }
    return sizes_.output == 1 ? LookUpDifferences<2>(task)
                              : LookUpDifferences<4>(task);
  }

  const TransformProblem& problem_;
  const ElementSizes sizes_;
  const Backend& backend_;
  const Runs runs_;
  std::size_t chunks_per_run_;
  std::size_t runs_per_share_;
  std::size_t shares_;
};

// Where one of `parts` equal parts begins. (all * part may overflow.)
std::size_t BeginOf(std::size_t part, std::size_t parts, std::size_t all) {
  return all / parts * part + all % parts * part / parts;
}

// Finds the minimum and maximum of each part separately, then of all.
void FindRange(const TransformProblem& problem, const Backend& backend,
               const GemmResources& resources) {
  const std::size_t all = problem.outer * problem.channels * problem.inner;
  const Threads threads = ThreadsFor(resources, all, kCopiedPerThread);
  // The result does not depend on their number.
  const std::size_t parts =
      threads.count == 1 ? 1 : std::min(kMaxMinMaxChunks, all / kChunk + 1);
  float ends[2 * kMaxMinMaxChunks];
  ParallelFor(threads.crew(true), static_cast<int>(parts), [&](int index) {
    const std::size_t part = static_cast<std::size_t>(index);
    const std::size_t first = BeginOf(part, parts, all);
    TransformTask task = {};
    task.kind = TransformKind::kMinMax;
    task.input = static_cast<const float*>(problem.input) + first;
    task.output = ends + 2 * part;
    task.count = BeginOf(part + 1, parts, all) - first;
    backend.family->transform(task);
  });
  float* output = static_cast<float*>(problem.output);
  output[0] = ends[0];
  output[1] = ends[1];
  for (std::size_t part = 1; part < parts; ++part) {
    output[0] = std::min(output[0], ends[2 * part]);
    output[1] = std::max(output[1], ends[2 * part + 1]);
  }
}

void Execute(const TransformProblem& problem, const ElementSizes& sizes,
             const Backend& backend, const GemmResources& resources) {
  const TransformExecution execution(problem, sizes, backend);
  const std::size_t all = problem.outer * problem.channels * problem.inner;
  if (IsForOneThread(resources, all, kCopiedPerThread)) {
    for (std::size_t share = 0; share < execution.shares(); ++share) {
      execution.RunShare(share);
    }
    return;
  }
  const Threads threads = ThreadsFor(resources, all, kCopiedPerThread);
  ParallelFor(
      threads.crew(true), static_cast<int>(execution.shares()),
      [&](int share) { execution.RunShare(static_cast<std::size_t>(share)); });
}

// Whether it maps single bytes, all of them in the same way.
bool IsFunctionOfBytes(const TransformProblem& problem,
                       const ElementSizes& sizes) {
  return (problem.kind == TransformKind::kRequantize ||
          problem.kind == TransformKind::kRequantizeFloat ||
          problem.kind == TransformKind::kLeakyRelu ||
          (problem.kind == TransformKind::kAffine &&
           problem.affine.bias == nullptr)) &&
         !problem.per_channel && sizes.input == 1 && sizes.output == 1;
}

// Applies the function to each of the 256 bytes once.
void MakeTable(TransformProblem problem, const Backend& backend,
               std::uint8_t (&table)[256]) {
  std::uint8_t bytes[256];
  for (int i = 0; i < 256; ++i) bytes[i] = static_cast<std::uint8_t>(i);
  problem.input = bytes;
  problem.output = table;
  problem.outer = 1;
  problem.channels = 1;
  problem.inner = 256;
  TransformExecution(problem, {1, 1}, backend).RunShare(0);
}

// From as many rows of two bytes on, a table of all differences pays off: its
// entries take as long as 256 rows, on all backends.
constexpr std::size_t kRowsWorthDifferences = 320;

// Whether it maps so many rows of two bytes, whose softmax follows from their
// difference.
bool IsFunctionOfDifferences(const TransformProblem& problem,
                             const ElementSizes& sizes) {
  return problem.kind == TransformKind::kSoftmax && problem.inner == 2 &&
         sizes.input == 1 && problem.outer >= kRowsWorthDifferences;
}

// Writes the entries of negative differences: results in the other order. Row
// is unsigned, and has the bits of two results.
template <typename Row>
void SwapResults(std::uint8_t* of_equal) {
  constexpr int kSize = sizeof(Row), kHalf = 4 * kSize;
  for (int d = 1; d <= kMaxDifference; ++d) {
    Row row;
    std::memcpy(&row, of_equal + d * kSize, kSize);
    row = static_cast<Row>(row << kHalf | row >> kHalf);
    std::memcpy(of_equal - d * kSize, &row, kSize);
  }
}

// Applies the function to a row of each difference.
void MakeDifferences(TransformProblem problem, const ElementSizes& sizes,
                     const Backend& backend, DifferenceTable* table) {
  const std::uint8_t lowest = LowestByte(problem.input_scalar);
  std::uint8_t rows[kMaxDifference + 1][2];
  for (int d = 0; d <= kMaxDifference; ++d) {
    rows[d][0] = static_cast<std::uint8_t>(lowest + d);
    rows[d][1] = lowest;
  }
  std::uint8_t* const of_equal =
      table->results + kMaxDifference * 2 * sizes.output;
  problem.input = rows;
  problem.output = of_equal;
  problem.outer = kMaxDifference + 1;
  TransformExecution(problem, sizes, backend).RunShare(0);
  if (sizes.output == 1) {
    SwapResults<std::uint16_t>(of_equal);
  } else {
    SwapResults<std::uint32_t>(of_equal);
  }
}

// Whether floats are computed, which the caller's choice of rounding changes.
bool ComputesFloats(TransformKind kind) {
  return kind != TransformKind::kTable && kind != TransformKind::kFlipSigns;
}

// Whether the caller's parameters are not yet what backends take.
bool DerivesParameters(TransformKind kind) {
  return kind == TransformKind::kRequantize ||
         kind == TransformKind::kRequantizeFloat ||
         kind == TransformKind::kLeakyRelu || kind == TransformKind::kSoftmax ||
         kind == TransformKind::kAffine;
}

// Derives the parameters of a valid problem, and runs it.
void ExecuteDerived(TransformProblem problem, const ElementSizes& sizes,
                    std::size_t all, const Backend& backend,
                    const GemmResources& resources) {
  const SoftmaxParameters softmax = problem.softmax;
  if (problem.kind == TransformKind::kAffine) {
    problem.affine.result_inverse = 1.0f / problem.affine.result_scale;
  } else if (problem.kind == TransformKind::kSoftmax) {
    // Of the distances from a row's maximum; bytes need none.
    problem.rescale = {};
    problem.rescale.rescale = {&softmax.multiplier,
                               &softmax.exponent,
                               softmax.rounding,
                               false,
                               false,
                               {}};
  }
  if (problem.kind == TransformKind::kRequantize ||
      problem.kind == TransformKind::kLeakyRelu ||
      problem.kind == TransformKind::kSoftmax) {
    ChooseRescalePath(problem.input_scalar,
                      problem.per_channel ? problem.parameter_count : 1,
                      &problem.rescale.rescale);
  }
  std::uint8_t table[256];
  if (all >= backend.family->costs.bytes_worth_a_table &&
      IsFunctionOfBytes(problem, sizes)) {
    MakeTable(problem, backend, table);
    problem.kind = TransformKind::kTable;
    problem.table = table;
  }
  DifferenceTable differences;
  if (IsFunctionOfDifferences(problem, sizes)) {
    MakeDifferences(problem, sizes, backend, &differences);
    problem.table = differences.results;
  }
  Execute(problem, sizes, backend, resources);
}

// Counts the elements; if there are none, nothing else is checked. Here and
// below, no status that is ok is assigned: a copy loads registers whose words
// were just stored, which takes longer than a check.
Status Validate(const TransformProblem& problem, const ElementSizes& sizes,
                std::size_t* all) {
  const Status of_memory = ValidateMemory(problem, sizes, all);
  if (!of_memory.ok() || *all == 0) return of_memory;
  const Status of_numbers = ValidateTransform(problem);
  if (!of_numbers.ok()) return of_numbers;
  return ValidateOverlap(problem, sizes, *all);
}

}  // namespace

Status RunTransform(const TransformProblem& problem,
                    const GemmResources& resources) {
  if (resources.state == nullptr) return NullPointer("context");
  if (resources.max_threads < 1) return NegativeThreads(resources.max_threads);
  const FloatEnvironment environment(ComputesFloats(problem.kind));
  const ElementSizes sizes = SizesOf(problem);
  std::size_t all = 0;
  const Status of_all = Validate(problem, sizes, &all);
  if (!of_all.ok() || all == 0) return of_all;
  const Backend* backend = nullptr;
  const Status of_backend = BackendOf(*resources.state, &backend);
  if (!of_backend.ok()) return of_backend;
  if (problem.kind == TransformKind::kMinMax) {
    FindRange(problem, *backend, resources);
  } else if (!DerivesParameters(problem.kind)) {
    Execute(problem, sizes, *backend, resources);
  } else {
    ExecuteDerived(problem, sizes, all, *backend, resources);
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
