// Quantizes matrices row by row with a backend's code. All rows are looked at
// first, so that nothing is written if one has to be refused; what was chosen
// for them is kept.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/quantize_rows.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

#include "../backends/backend_list.h"
#include "../contract/call_workspace.h"
#include "../contract/context_in_use.h"
#include "../contract/engine_state.h"
#include "../contract/thread_costs.h"
#include "../quantization/row_code.h"
#include "../quantization/validate_rows.h"
#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Elements of rows that are taken together: they stay in L1.
constexpr int kElementsAtATime = 1 << 12;
constexpr int kMaxRowsAtATime = 16;

// What the range of a row's values says about it.
struct RowChoice {
  RowParameters parameters;
  float scale;
  std::int32_t zero_point;
};

// Quantizes one matrix on one backend, some rows at a time.
class RowsExecution {
 public:
  // `kept` has room for the choices of all rows, or is null.
  RowsExecution(const RowsProblem& problem, const Backend& backend,
                RowChoice* kept)
      : problem_(problem),
        backend_(backend),
        kept_(kept),
        at_a_time_(
            std::max(1, std::min(kMaxRowsAtATime,
                                 kElementsAtATime / problem.values.columns))) {}

  int shares() const { return (problem_.values.rows - 1) / at_a_time_ + 1; }

  // Chooses for all rows of a share. The first one that has to be refused, or
  // -1.
  int Check(int share) const {
    RowChoice choices[kMaxRowsAtATime];
    const int first = FirstOf(share);
    return ChooseAll(first, CountOf(share),
                     kept_ != nullptr ? kept_ + first : choices);
  }

  // Why a row is refused.
  Status Refusal(int row) const {
    ValueRange range;
    RowChoice choice;
    FindRanges(row, 1, &range);
    return Choose(row, range, &choice);
  }

  // Of rows that have been checked.
  void Quantize(int share) const {
    RowChoice choices[kMaxRowsAtATime];
    RowParameters parameters[kMaxRowsAtATime];
    const int first = FirstOf(share), count = CountOf(share);
    const RowChoice* chosen = choices;
    if (kept_ != nullptr) {
      chosen = kept_ + first;
    } else {
      ChooseAll(first, count, choices);
    }
    for (int i = 0; i < count; ++i) {
      const int row = first + i;
      parameters[i] = chosen[i].parameters;
      problem_.scales[row] = chosen[i].scale;
      if (problem_.rule != nullptr) {
        problem_.zero_points[row] = chosen[i].zero_point;
      } else {
        problem_.offsets[row] = chosen[i].parameters.offset;
      }
      if (problem_.sums != nullptr) parameters[i].sum = problem_.sums + row;
    }
    Encode(first, count, parameters);
  }

 private:
  int FirstOf(int share) const { return share * at_a_time_; }
  int CountOf(int share) const {
    return std::min(at_a_time_, problem_.values.rows - FirstOf(share));
  }

  TransformTask TaskOf(TransformKind kind, int first, int count) const {
    TransformTask task = {};
    task.kind = kind;
    task.input = problem_.values.data + first * problem_.values.stride;
    task.count = static_cast<std::size_t>(problem_.values.columns);
    task.runs = static_cast<std::size_t>(count);
    task.run_stride = static_cast<std::size_t>(problem_.values.stride);
    task.scalar = problem_.scalar;
    return task;
  }

  void FindRanges(int first, int count, ValueRange* ranges) const {
    TransformTask task = TaskOf(TransformKind::kRange, first, count);
    task.output = ranges;
    backend_.family->transform(task);
  }

  int ChooseAll(int first, int count, RowChoice* choices) const {
    ValueRange ranges[kMaxRowsAtATime];
    FindRanges(first, count, ranges);
    for (int i = 0; i < count; ++i) {
      if (!Choose(first + i, ranges[i], choices + i).ok()) return first + i;
    }
    return -1;
  }

  void Encode(int first, int count, const RowParameters* parameters) const {
    const bool has_sign =
        problem_.rule != nullptr && problem_.scalar == Scalar::kInt8;
    TransformTask task = TaskOf(TransformKind::kQuantizeRow, first, count);
    task.output = static_cast<std::uint8_t*>(problem_.quantized) +
                  first * problem_.quantized_stride;
    task.output_stride = static_cast<std::size_t>(problem_.quantized_stride);
    task.low = has_sign ? -128 : 0;
    task.high = has_sign ? 127 : 255;
    task.row = parameters;
    backend_.family->transform(task);
  }

  // Refuses rows that are not finite, and those for which a rule or a coding
  // gives no scale.
  Status Choose(int row, const ValueRange& range, RowChoice* choice) const {
    if (!range.all_finite()) {
      return InvalidArgument("values.data", row,
                             "is a row with a value that is not finite");
    }
    // Adding 0 turns -0 into 0, so that the sign does not depend on which zero
    // is found first.
    const float min = range.min + 0.0f, max = range.max + 0.0f;
    return problem_.rule == nullptr ? ChooseByCoding(row, min, max, choice)
                                    : ChooseByRule(row, min, max, choice);
  }

  Status ChooseByCoding(int row, float min, float max,
                        RowChoice* choice) const {
    const RowCode code = ByteCodeOf(min, max, problem_.coding);
    if (!IsUsable(code)) {
      return InvalidArgument("values.data", row,
                             "is a row too wide for the coding's numbers");
    }
    const bool divides = code.reciprocal == 0;
    choice->scale = code.scale;
    choice->zero_point = 0;
    choice->parameters = {
        divides ? RowCodeForm::kDivide : RowCodeForm::kReciprocal, code.offset,
        divides ? code.scale : code.reciprocal,
        problem_.scalar == Scalar::kInt8 ? -128 : 0, nullptr};
    return Status();
  }

  Status ChooseByRule(int row, float min, float max, RowChoice* choice) const {
    const QuantizedRange range = problem_.scalar == Scalar::kInt8
                                     ? QuantizedRange{-128, 127}
                                     : QuantizedRange{0, 255};
    QuantizationParams params;
    const Status chosen =
        ChooseQuantizationParams(min, max, range, *problem_.rule, &params);
    if (!chosen.ok()) return OfARow(chosen, row);
    choice->scale = static_cast<float>(params.scale);
    if (!(choice->scale > 0 && std::isfinite(choice->scale))) {
      return InvalidArgument("rule", row,
                             "gives this row a scale of 0 or infinity");
    }
    choice->zero_point = params.zero_point;
    choice->parameters = {RowCodeForm::kZeroPoint,
                          static_cast<float>(params.zero_point), choice->scale,
                          0, nullptr};
    return Status();
  }

  const RowsProblem& problem_;
  const Backend& backend_;
  RowChoice* const kept_;
  const int at_a_time_;
};

Status ValidateShape(const RowsProblem& problem) {
  const FloatRows& values = problem.values;
  const Status status = ValidateFloatRows(
      values,
      {"values.rows", "values.columns", "values.data", "values.stride"});
  if (!status.ok()) return status;
  if (problem.quantized_stride < values.columns) {
    return InvalidArgument("quantized_stride", problem.quantized_stride,
                           "is smaller than a quantized row");
  }
  if (problem.rule == nullptr &&
      problem.coding > RowCoding::kMultiplyByReciprocal) {
    return InvalidArgument("coding", static_cast<int>(problem.coding),
                           "is not a RowCoding");
  }
  if (values.rows == 0) return Status();
  if (problem.quantized == nullptr) {
    return NullPointer("quantized");
  }
  if (!BytesOfRows(values.rows, values.columns, problem.quantized_stride, 1)
           .FitsMemory()) {
    return InvalidArgument("quantized_stride", problem.quantized_stride,
                           "takes rows out of the address space");
  }
  if (problem.scales == nullptr) return NullPointer("scales");
  if (problem.rule != nullptr && problem.zero_points == nullptr) {
    return NullPointer("zero_points");
  }
  if (problem.rule == nullptr && problem.offsets == nullptr) {
    return NullPointer("offsets");
  }
  return ValidateApart(values, {{"quantized", problem.quantized,
                                 problem.quantized_stride, values.columns},
                                {"scales", problem.scales, 4, 4},
                                {"offsets", problem.offsets, 4, 4},
                                {"zero_points", problem.zero_points, 4, 4},
                                {"sums", problem.sums, 4, 4}});
}

// The first row that has to be refused, or -1.
int FindRefusedRow(const RowsExecution& execution, const Crew& crew) {
  std::atomic<int> refused{-1};
  ParallelFor(crew, execution.shares(), [&](int share) {
    const int row = execution.Check(share);
    int before = refused.load(std::memory_order_relaxed);
    while (row >= 0 && (before < 0 || row < before) &&
           !refused.compare_exchange_weak(before, row,
                                          std::memory_order_relaxed)) {
    }
  });
  return refused.load(std::memory_order_relaxed);
}

// Memory of the context for the choices of `rows` rows; null if the context is
// in use, has been lent too little, or the system refuses the memory.
RowChoice* TakeChoices(EngineState* state, int rows) {
  const std::uint64_t bytes =
      static_cast<std::uint64_t>(rows) * sizeof(RowChoice);
  void* memory;
  if (!CheckNotInUse(*state).ok() || !CheckWorkspaceSize(bytes).ok() ||
      !TakeWorkspace(state, static_cast<std::size_t>(bytes), &memory).ok()) {
    return nullptr;
  }
  return static_cast<RowChoice*>(memory);
}

}  // namespace

Status RunQuantizeRows(const RowsProblem& problem,
                       const GemmResources& resources) {
  const FloatEnvironment environment;
  if (resources.state == nullptr) {
    return NullPointer("context");
  }
  if (resources.max_threads < 1) return NegativeThreads(resources.max_threads);
  Status status = ValidateShape(problem);
  if (!status.ok() || problem.values.rows == 0) return status;
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  if (!status.ok()) return status;
  RowChoice* const kept = TakeChoices(resources.state, problem.values.rows);
  std::optional<InUse> in_use;
  if (kept != nullptr) in_use.emplace(resources.state);
  const RowsExecution execution(problem, *backend, kept);
  const bool is_small =
      std::int64_t{problem.values.rows} * problem.values.columns <
      kFewQuantizedValues;
  const Executor executor = is_small ? Executor{} : resources.MakeExecutor();
  const Crew crew = {executor, resources.max_threads, kWakeAll, true};
  const int refused = FindRefusedRow(execution, crew);
  if (refused >= 0) return execution.Refusal(refused);
  ParallelFor(crew, execution.shares(),
              [&](int share) { execution.Quantize(share); });
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
