// Carries out transforms of tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "run_transform.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "backend_list.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A thread more is worth waking for this many elements, some ten microseconds
// of work.
constexpr std::size_t kElementsPerThread = std::size_t{1} << 17;
// Elements of a chunk: few enough that a thread which is held up costs the
// others little, a multiple of every backend's block.
constexpr std::size_t kChunk = std::size_t{1} << 15;
// The most chunks of a kMinMax, each of which leaves two floats.
constexpr std::size_t kMaxMinMaxChunks = 64;

Status Refuse(const char* argument, std::int64_t value, const char* problem) {
  return Status(StatusCode::kInvalidArgument, argument, value, problem);
}

bool IsScale(float value) { return std::isfinite(value) && value > 0; }

bool HasQuantization(TransformKind kind) {
  return kind == TransformKind::kQuantize || kind == TransformKind::kDequantize;
}

Status ValidateZeroPoint(const TransformProblem& problem,
                         std::int32_t zero_point, const char* argument) {
  if (problem.kind != TransformKind::kQuantize) return Status();
  const bool is_16_bit = problem.scalar == Scalar::kInt16;
  const std::int32_t low = problem.scalar == Scalar::kUint8 ? 0
                           : is_16_bit                      ? -32768
                                                            : -128;
  const std::int32_t high = low + (is_16_bit ? 65535 : 255);
  if (zero_point < low || zero_point > high) {
    return Refuse(argument, zero_point, "is not a value of the quantized type");
  }
  if (problem.low < low || problem.low > problem.high) {
    return Refuse("range.low", problem.low,
                  "is not a value of the quantized type up to range.high");
  }
  if (problem.high > high) {
    return Refuse("range.high", problem.high,
                  "is not a value of the quantized type");
  }
  return Status();
}

Status ValidateQuantization(const TransformProblem& problem) {
  if (!problem.per_channel) {
    if (!IsScale(problem.scale)) {
      return Refuse("quantization.scale", 0, "is not positive and finite");
    }
    return ValidateZeroPoint(problem, problem.zero_point,
                             "quantization.zero_point");
  }
  if (static_cast<std::size_t>(problem.parameter_count) != problem.channels) {
    return Refuse("quantization.channels", problem.parameter_count,
                  "differs from the number of channels of the tensor");
  }
  if (problem.scales == nullptr) {
    return Refuse("quantization.scales", 0, "is a null pointer");
  }
  if (problem.zero_points == nullptr) {
    return Refuse("quantization.zero_points", 0, "is a null pointer");
  }
  for (int i = 0; i < problem.parameter_count; ++i) {
    if (!IsScale(problem.scales[i])) {
      return Refuse(
          "quantization.scales", i,
          "is the channel of a scale that is not positive and finite");
    }
    const Status status = ValidateZeroPoint(problem, problem.zero_points[i],
                                            "quantization.zero_points");
    if (!status.ok()) return status;
  }
  return Status();
}

Status Validate(const TransformProblem& problem) {
  if (problem.input == nullptr) return Refuse("input", 0, "is a null pointer");
  if (problem.output == nullptr) {
    return Refuse("output", 0, "is a null pointer");
  }
  if (HasQuantization(problem.kind)) return ValidateQuantization(problem);
  if (problem.kind == TransformKind::kFakeQuant) {
    if (!IsScale(problem.scale)) {
      return Refuse("range.scale", 0, "is not positive and finite");
    }
    if (!(std::isfinite(problem.min) && std::isfinite(problem.max) &&
          problem.min < problem.max)) {
      return Refuse("range.min", 0, "is not a finite number below range.max");
    }
  }
  return Status();
}

std::size_t InputSize(const TransformProblem& problem) {
  switch (problem.kind) {
    case TransformKind::kQuantize:
    case TransformKind::kFakeQuant:
    case TransformKind::kMinMax:
      return sizeof(float);
    case TransformKind::kDequantize:
      return static_cast<std::size_t>(SizeOf(problem.scalar));
    case TransformKind::kTable:
    case TransformKind::kFlipSigns:
      break;
  }
  return 1;
}

std::size_t OutputSize(const TransformProblem& problem) {
  switch (problem.kind) {
    case TransformKind::kQuantize:
      return static_cast<std::size_t>(SizeOf(problem.scalar));
    case TransformKind::kDequantize:
    case TransformKind::kFakeQuant:
      return sizeof(float);
    case TransformKind::kMinMax:  // the chunk's ends, wherever it lies
      return 0;
    case TransformKind::kTable:
    case TransformKind::kFlipSigns:
      break;
  }
  return 1;
}

// The tensor as runs of equal length whose parameters are uniform, or vary
// element by element in the same way in each.
struct Runs {
  std::size_t count;
  std::size_t length;
  bool varies;
};

Runs RunsOf(const TransformProblem& problem) {
  const std::size_t all = problem.outer * problem.channels * problem.inner;
  if (!problem.per_channel) return {1, all, false};
  if (problem.inner == 1) return {problem.outer, problem.channels, true};
  return {problem.outer * problem.channels, problem.inner, false};
}

class TransformExecution {
 public:
  TransformExecution(const TransformProblem& problem, const Backend& backend)
      : problem_(problem), backend_(backend), runs_(RunsOf(problem)) {
    chunks_per_run_ = (runs_.length + kChunk - 1) / kChunk;
    // Short runs are handed out several at a time.
    runs_per_share_ = std::max<std::size_t>(1, kChunk / runs_.length);
    shares_ = chunks_per_run_ > 1
                  ? runs_.count * chunks_per_run_
                  : (runs_.count + runs_per_share_ - 1) / runs_per_share_;
  }

  std::size_t shares() const { return shares_; }

  void RunShare(std::size_t share) const {
    if (chunks_per_run_ > 1) {
      const std::size_t first = share % chunks_per_run_ * kChunk;
      RunPart(share / chunks_per_run_, first,
              std::min(kChunk, runs_.length - first));
      return;
    }
    const std::size_t first = share * runs_per_share_;
    const std::size_t last = std::min(first + runs_per_share_, runs_.count);
    for (std::size_t run = first; run < last; ++run) {
      RunPart(run, 0, runs_.length);
    }
  }

 private:
  void RunPart(std::size_t run, std::size_t first, std::size_t count) const {
    const std::size_t at = run * runs_.length + first;
    const float fake_quant[] = {problem_.scale, problem_.min, problem_.max};
    TransformTask task;
    task.kind = problem_.kind;
    task.input = static_cast<const std::uint8_t*>(problem_.input) +
                 at * InputSize(problem_);
    task.output =
        static_cast<std::uint8_t*>(problem_.output) + at * OutputSize(problem_);
    task.count = count;
    task.scalar = problem_.scalar;
    task.rounding = problem_.rounding;
    task.varies = runs_.varies;
    task.low = problem_.low;
    task.high = problem_.high;
    task.table = problem_.table;
    task.scales = fake_quant;
    task.zero_points = &problem_.zero_point;
    if (problem_.per_channel) {
      const std::size_t parameter =
          runs_.varies ? first : run % problem_.channels;
      task.scales = problem_.scales + parameter;
      task.zero_points = problem_.zero_points + parameter;
    }
    backend_.transform(task);
  }

  const TransformProblem& problem_;
  const Backend& backend_;
  const Runs runs_;
  std::size_t chunks_per_run_;
  std::size_t runs_per_share_;
  std::size_t shares_;
};

int ThreadsFor(const GemmResources& resources, std::size_t elements) {
  if (resources.executor.parallel_for == nullptr) return 1;
  return static_cast<int>(
      std::min<std::size_t>(static_cast<std::size_t>(resources.max_threads),
                            elements / kElementsPerThread));
}

void RunOnThreads(const TransformExecution& execution, const Executor& executor,
                  int threads) {
  struct Shared {
    const TransformExecution& execution;
    std::atomic<std::size_t> next;
  };
  Shared shared = {execution, {0}};
  executor.parallel_for(
      executor.state, threads,
      [](void* argument, int) {
        Shared& s = *static_cast<Shared*>(argument);
        for (std::size_t share = s.next.fetch_add(1);
             share < s.execution.shares(); share = s.next.fetch_add(1)) {
          s.execution.RunShare(share);
        }
      },
      &shared);
}

// The least and the largest of a few parts, each found on its own.
void FindRange(const TransformProblem& problem, const Backend& backend,
               const GemmResources& resources) {
  const std::size_t all = problem.outer * problem.channels * problem.inner;
  const int threads = ThreadsFor(resources, all);
  const std::size_t parts =
      threads <= 1 ? 1 : std::min(kMaxMinMaxChunks, all / kChunk + 1);
  float ends[2 * kMaxMinMaxChunks];
  struct Shared {
    const TransformProblem& problem;
    const Backend& backend;
    std::size_t all, parts;
    float* ends;
  };
  Shared shared = {problem, backend, all, parts, ends};
  const auto run = [](void* argument, int index) {
    Shared& s = *static_cast<Shared*>(argument);
    const std::size_t part = static_cast<std::size_t>(index);
    const std::size_t first = s.all * part / s.parts;
    TransformTask task = {};
    task.kind = TransformKind::kMinMax;
    task.input = static_cast<const float*>(s.problem.input) + first;
    task.output = s.ends + 2 * part;
    task.count = s.all * (part + 1) / s.parts - first;
    s.backend.transform(task);
  };
  if (parts == 1) {
    run(&shared, 0);
  } else {
    resources.executor.parallel_for(resources.executor.state,
                                    static_cast<int>(parts), run, &shared);
  }
  float* output = static_cast<float*>(problem.output);
  output[0] = ends[0];
  output[1] = ends[1];
  for (std::size_t part = 1; part < parts; ++part) {
    output[0] = std::min(output[0], ends[2 * part]);
    output[1] = std::max(output[1], ends[2 * part + 1]);
  }
}

}  // namespace

Status RunTransform(const TransformProblem& problem,
                    const GemmResources& resources) {
  const std::size_t all = problem.outer * problem.channels * problem.inner;
  if (all == 0) {
    return problem.kind == TransformKind::kMinMax
               ? Refuse("count", 0, "is 0: there is no least value")
               : Status();
  }
  const Status status = Validate(problem);
  if (!status.ok()) return status;
  const Backend* backend = resources.state->backend;
  if (backend == nullptr) {
    const BackendChoice& choice = DefaultBackend();
    if (!choice.status.ok()) return choice.status;
    backend = choice.backend;
  }
  if (problem.kind == TransformKind::kMinMax) {
    FindRange(problem, *backend, resources);
    return Status();
  }
  const TransformExecution execution(problem, *backend);
  const int threads = ThreadsFor(resources, all);
  if (threads > 1) {
    RunOnThreads(execution, resources.executor, threads);
  } else {
    for (std::size_t share = 0; share < execution.shares(); ++share) {
      execution.RunShare(share);
    }
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
