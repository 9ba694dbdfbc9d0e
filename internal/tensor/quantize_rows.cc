// Quantizes matrices row by row with a backend's code.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/quantize_rows.h"

#include <algorithm>

#include "../backends/backend_list.h"
#include "../contract/engine_state.h"
#include "../quantization/row_code.h"
#include "../quantization/validate_rows.h"
#include "../runtime/extent.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Elements that justify waking one more thread.
constexpr std::size_t kElementsPerThread = std::size_t{1} << 15;

// Quantizes one matrix on one backend.
class RowsExecution {
 public:
  RowsExecution(const RowsProblem& problem, const Backend& backend)
      : problem_(problem), backend_(backend) {}

  // The ends of a row's values, and whether all are finite.
  struct RowRange {
    float min, max;
    bool is_finite;
  };
  RowRange RangeOf(int row) const {
    float range[3];
    TransformTask task = TaskOf(TransformKind::kRange, row);
    task.output = range;
    backend_.family->transform(task);
    // Adding 0 turns -0 into 0, so that the sign does not depend on which zero
    // is found first.
    return {range[0] + 0.0f, range[1] + 0.0f, range[2] == 0};
  }

  // Chooses the parameters of a row. Refuses rows for which a rule gives no
  // scale.
  Status Choose(int row, const RowRange& range, RowParameters* parameters,
                float* scale, std::int32_t* zero_point, float* offset) const {
    const float min = range.min, max = range.max;
    const bool is_signed = problem_.scalar == Scalar::kInt8;
    if (problem_.rule == nullptr) {
      const RowCode code = ByteCodeOf(min, max, problem_.coding);
      *scale = code.scale;
      *offset = code.offset;
      if (!IsUsable(code)) {
        return InvalidArgument("values.data", row,
                               "is a row too wide for the coding's numbers");
      }
      const bool divides = code.reciprocal == 0;
      *parameters = {divides ? RowCodeForm::kDivide : RowCodeForm::kReciprocal,
                     code.offset, divides ? code.scale : code.reciprocal,
                     is_signed ? -128 : 0, nullptr};
      return Status();
    }
    QuantizationParams params;
    const Status chosen =
        OfARow(ChooseQuantizationParams(min, max,
                                        is_signed ? QuantizedRange{-128, 127}
                                                  : QuantizedRange{0, 255},
                                        *problem_.rule, &params),
               row);
    if (!chosen.ok()) return chosen;
    *scale = static_cast<float>(params.scale);
    if (!(*scale > 0 && std::isfinite(*scale))) {
      return InvalidArgument("rule", row,
                             "gives this row a scale of 0 or infinity");
    }
    *zero_point = params.zero_point;
    *parameters = {RowCodeForm::kZeroPoint,
                   static_cast<float>(params.zero_point), *scale, 0, nullptr};
    return Status();
  }

  void Quantize(int row) const {
    RowParameters parameters;
    std::int32_t zero_point = 0, sum;
    float offset = 0;
    // Cannot fail: it has been chosen before.
    (void)Choose(row, RangeOf(row), &parameters, &problem_.scales[row],
                 &zero_point, &offset);
    parameters.sum = problem_.sums != nullptr ? problem_.sums + row : &sum;
    if (problem_.rule != nullptr) {
      problem_.zero_points[row] = zero_point;
    } else {
      problem_.offsets[row] = offset;
    }
    const bool has_sign =
        problem_.rule != nullptr && problem_.scalar == Scalar::kInt8;
    TransformTask task = TaskOf(TransformKind::kQuantizeRow, row);
    task.output = static_cast<std::uint8_t*>(problem_.quantized) +
                  row * problem_.quantized_stride;
    task.low = has_sign ? -128 : 0;
    task.high = has_sign ? 127 : 255;
    task.row = &parameters;
    backend_.family->transform(task);
  }

 private:
  TransformTask TaskOf(TransformKind kind, int row) const {
    TransformTask task = {};
    task.kind = kind;
    task.input = problem_.values.data + row * problem_.values.stride;
    task.count = static_cast<std::size_t>(problem_.values.columns);
    task.runs = 1;
    task.scalar = problem_.scalar;
    return task;
  }

  const RowsProblem& problem_;
  const Backend& backend_;
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
    return InvalidArgument("quantized", 0, "is a null pointer");
  }
  if (!BytesOfRows(values.rows, values.columns, problem.quantized_stride, 1)
           .FitsMemory()) {
    return InvalidArgument("quantized_stride", problem.quantized_stride,
                           "takes rows out of the address space");
  }
  if (problem.scales == nullptr)
    return InvalidArgument("scales", 0, "is a null pointer");
  if (problem.rule != nullptr && problem.zero_points == nullptr) {
    return InvalidArgument("zero_points", 0, "is a null pointer");
  }
  if (problem.rule == nullptr && problem.offsets == nullptr) {
    return InvalidArgument("offsets", 0, "is a null pointer");
  }
  return Status();
}

Status ValidateRows(const RowsExecution& execution, int rows) {
  for (int row = 0; row < rows; ++row) {
    const RowsExecution::RowRange range = execution.RangeOf(row);
    if (!range.is_finite) {
      return InvalidArgument("values.data", row,
                             "is a row with a value that is not finite");
    }
    RowParameters parameters;
    std::int32_t zero_point;
    float scale, offset;
    const Status status =
        execution.Choose(row, range, &parameters, &scale, &zero_point, &offset);
    if (!status.ok()) return status;
  }
  return Status();
}

}  // namespace

Status RunQuantizeRows(const RowsProblem& problem,
                       const GemmResources& resources) {
  const FloatEnvironment environment;
  if (resources.state == nullptr) {
    return InvalidArgument("context", 0, "is a null pointer");
  }
  if (resources.max_threads < 1) return NegativeThreads(resources.max_threads);
  Status status = ValidateShape(problem);
  if (!status.ok() || problem.values.rows == 0) return status;
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  if (!status.ok()) return status;
  const RowsExecution execution(problem, *backend);
  status = ValidateRows(execution, problem.values.rows);
  if (!status.ok()) return status;
  const std::size_t all = static_cast<std::size_t>(problem.values.rows) *
                          static_cast<std::size_t>(problem.values.columns);
  const Executor executor =
      all < 2 * kElementsPerThread ? Executor{} : resources.MakeExecutor();
  ParallelFor({executor, resources.max_threads, -1, true}, problem.values.rows,
              [&](int row) { execution.Quantize(row); });
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
