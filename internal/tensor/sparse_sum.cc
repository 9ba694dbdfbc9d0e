// Validates sums of quantized rows and divides them among threads.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/sparse_sum.h"

#include <algorithm>

#include "../backends/backend_list.h"
#include "../contract/engine_state.h"
#include "../contract/thread_costs.h"
#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// The maximum number of work items of a call: their starts are found in
// advance, and kept on the stack.
constexpr int kMaxShares = 64;

Status ValidateTable(const SparseTable& table, int rows) {
  if (rows < 0) return InvalidArgument("table.rows", rows, "is negative");
  if (table.columns < 1) {
    return InvalidArgument("table.columns", table.columns, "is not positive");
  }
  if (table.fused && table.format > FusedRowFormat::k4BitHalf) {
    return InvalidArgument("table.format", static_cast<int>(table.format),
                           "is not a FusedRowFormat");
  }
  const std::size_t bytes = table.fused
                                ? FusedRowBytes(table.format, table.columns)
                                : static_cast<std::size_t>(table.columns);
  if (bytes == 0) {
    return InvalidArgument("table.columns", table.columns,
                           "are more than memory has bytes");
  }
  if (table.stride < static_cast<std::ptrdiff_t>(bytes)) {
    return InvalidArgument("table.stride", table.stride,
                           "is smaller than a row");
  }
  if (!BytesOfRows(rows, static_cast<std::int64_t>(bytes), table.stride, 1)
           .FitsMemory()) {
    return InvalidArgument("table.stride", table.stride,
                           "takes rows out of the address space");
  }
  if (rows == 0) return Status();
  if (table.data == nullptr) {
    return NullPointer("table.data");
  }
  if (!table.fused && table.scales == nullptr) {
    return NullPointer("table.scales");
  }
  if (!table.fused && table.offsets == nullptr) {
    return NullPointer("table.offsets");
  }
  return Status();
}

template <typename Index>
Status ValidateIndices(const SparseSumProblem& problem) {
  const Index* indices = static_cast<const Index*>(problem.indices);
  for (std::size_t i = 0; i < problem.index_count; ++i) {
    if (indices[i] < 0 || indices[i] >= problem.rows) {
      return InvalidArgument("indices", static_cast<std::int64_t>(indices[i]),
                             "is not a row of the table");
    }
  }
  return Status();
}

// Refuses a result that overlaps what is read.
Status ValidateApart(const SparseSumProblem& problem) {
  const SparseTable& table = problem.table;
  const auto bytes_of = [](Extent extent) {
    return static_cast<std::size_t>(extent.value());
  };
  const std::size_t rows = static_cast<std::size_t>(problem.rows) * 4;
  const std::size_t row = table.fused
                              ? FusedRowBytes(table.format, table.columns)
                              : static_cast<std::size_t>(table.columns);
  const struct {
    const char* why;
    const void* data;
    std::size_t bytes;
  } operands[] = {
      {"overlaps table.data in memory", table.data,
       bytes_of(BytesOfRows(problem.rows, static_cast<std::int64_t>(row),
                            table.stride, 1))},
      {"overlaps table.scales in memory", table.scales, rows},
      {"overlaps table.offsets in memory", table.offsets, rows},
      {"overlaps the indices in memory", problem.indices,
       problem.index_count * (problem.wide_indices ? 8 : 4)},
      {"overlaps the weights in memory", problem.weights,
       problem.index_count * sizeof(float)},
      {"overlaps the lengths in memory", problem.lengths,
       static_cast<std::size_t>(problem.segments) * 4}};
  const std::size_t result = bytes_of(
      BytesOfRows(problem.segments, table.columns, problem.result_stride, 4));
  for (const auto& operand : operands) {
    if (operand.data != nullptr &&
        ShareBytes(problem.result, result, operand.data, operand.bytes)) {
      return InvalidArgument("result", 0, operand.why);
    }
  }
  return Status();
}

Status Validate(const SparseSumProblem& problem) {
  const Status status = ValidateTable(problem.table, problem.rows);
  if (!status.ok()) return status;
  if (problem.segments < 0) {
    return InvalidArgument("segments", problem.segments, "is negative");
  }
  if (problem.segments > 0 && problem.lengths == nullptr) {
    return NullPointer("lengths");
  }
  std::uint64_t sum = 0;
  for (int s = 0; s < problem.segments; ++s) {
    if (problem.lengths[s] < 0) {
      return InvalidArgument("lengths", problem.lengths[s], "is negative");
    }
    sum += static_cast<std::uint64_t>(problem.lengths[s]);
  }
  if (sum != problem.index_count) {
    return InvalidArgument("index_count",
                           static_cast<std::int64_t>(problem.index_count),
                           "is not the sum of the lengths");
  }
  if (problem.segments > 0 && problem.result == nullptr) {
    return NullPointer("result");
  }
  if (problem.result_stride < problem.table.columns) {
    return InvalidArgument("result_stride", problem.result_stride,
                           "is smaller than the number of columns");
  }
  if (!BytesOfRows(problem.segments, problem.table.columns,
                   problem.result_stride, sizeof(float))
           .FitsMemory()) {
    return InvalidArgument("result_stride", problem.result_stride,
                           "takes rows out of the address space");
  }
  const Status apart = ValidateApart(problem);
  if (!apart.ok() || problem.index_count == 0) return apart;
  if (problem.indices == nullptr) {
    return NullPointer("indices");
  }
  if (problem.weighted && problem.weights == nullptr) {
    return NullPointer("weights");
  }
  return problem.wide_indices ? ValidateIndices<std::int64_t>(problem)
                              : ValidateIndices<std::int32_t>(problem);
}

struct SparseShares {
  SparseSumTask tasks[kMaxShares];
};

// Cuts the segments into runs with about the same number of segments.
void CutSegments(const SparseSumProblem& problem, int count,
                 SparseShares* shares) {
  std::size_t index = 0;
  int segment = 0;
  for (int share = 0; share < count; ++share) {
    const int end =
        static_cast<int>(std::int64_t{problem.segments} * (share + 1) / count);
    SparseSumTask& task = shares->tasks[share];
    task.table = problem.table;
    task.indices = problem.indices;
    task.wide_indices = problem.wide_indices;
    task.index = index;
    task.last_index = problem.index_count;
    task.weights = problem.weighted ? problem.weights : nullptr;
    task.weights_values = problem.weights_values;
    task.lengths = problem.lengths + segment;
    task.segments = end - segment;
    task.result = problem.result + segment * problem.result_stride;
    task.result_stride = problem.result_stride;
    for (; segment < end; ++segment) {
      index += static_cast<std::size_t>(problem.lengths[segment]);
    }
  }
}

}  // namespace

Status RunSparseSum(const SparseSumProblem& problem,
                    const GemmResources& resources) {
  const FloatEnvironment environment;
  if (resources.state == nullptr) {
    return NullPointer("context");
  }
  if (resources.max_threads < 1) return NegativeThreads(resources.max_threads);
  Status status = Validate(problem);
  if (!status.ok() || problem.segments == 0) return status;
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  if (!status.ok()) return status;
  const std::size_t numbers =
      problem.index_count * static_cast<std::size_t>(problem.table.columns);
  const Executor executor =
      numbers < 2 * kReadPerThread ? Executor{} : resources.MakeExecutor();
  // Several per thread, so that a thread with long segments does not delay the
  // others.
  const int max_shares =
      std::min(kMaxShares, resources.max_threads > kMaxShares / 4
                               ? kMaxShares
                               : 4 * resources.max_threads);
  const int count = executor.parallel_for != nullptr
                        ? std::min(max_shares, problem.segments)
                        : 1;
  SparseShares shares;
  CutSegments(problem, count, &shares);
  ParallelFor(
      {executor, resources.max_threads, kWakeAll, true}, count,
      [&](int share) { backend->family->sparse_sum(shares.tasks[share]); });
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
