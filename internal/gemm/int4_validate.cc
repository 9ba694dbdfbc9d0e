// Checks the arguments of products with 4-bit weights.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "int4_validate.h"

#include <cmath>

#include "../contract/quantized_values.h"
#include "../epilogue/overlap.h"
#include "../epilogue/validate_stages.h"
#include "../runtime/extent.h"
#include "validate.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

const MatrixNames kRowsNames = {"rows.values",        "rows.values.data",
                                "rows.values.rows",   "rows.values.cols",
                                "rows.values.stride", "rows.values"};

bool HasIntegerScales(const Int4Header& header) {
  const Int4ScaleType type = static_cast<Int4ScaleType>(header.scale_type);
  return type == Int4ScaleType::kNone || type == Int4ScaleType::kInt32;
}

Status ValidateRows(const Int4Problem& problem) {
  const MatrixRef& rows = problem.rows;
  const Status status = ValidateMatrix(rows, kRowsNames);
  if (!status.ok()) return status;
  if (rows.cols != problem.header->k) {
    return InvalidArgument(kRowsNames.cols, rows.cols,
                           "differs from the weights' k");
  }
  const int count = problem.zero_point_count;
  if (count != 0 && count != 1 && count != rows.rows) {
    return InvalidArgument("rows.zero_point_count", count,
                           "is neither 0, 1 nor the number of rows");
  }
  if (count != 0 && problem.zero_points == nullptr) {
    return NullPointer("rows.zero_points");
  }
  for (int i = 0; i < count; ++i) {
    const Status of_row = ValidateZeroPoint(rows.scalar, problem.zero_points[i],
                                            "rows.zero_points");
    if (!of_row.ok()) return of_row;
  }
  if (problem.outcome != Int4Outcome::kFloats ||
      problem.row_scales == nullptr) {
    return Status();
  }
  for (int i = 0; i < rows.rows; ++i) {
    if (!std::isfinite(problem.row_scales[i])) {
      return InvalidArgument("rows.scales", i,
                             "is the index of a scale that is not finite");
    }
  }
  return Status();
}

// Refuses a result of the given name, of which shares(data, bytes) says whether
// it has a byte in common with others: with parameters of rows, or weights.
// They are read when other rows are stored.
template <class Shares>
Status ValidateApart(const Int4Problem& problem, const char* name,
                     const Shares& shares) {
  const std::uint64_t m = static_cast<std::uint64_t>(problem.rows.rows);
  const std::uint64_t n = static_cast<std::uint64_t>(problem.header->n);
  const struct {
    const void* data;
    std::uint64_t bytes;
  } parameters[] = {
      {problem.row_scales, m * sizeof(float)},
      {problem.zero_points,
       static_cast<std::uint64_t>(problem.zero_point_count) * 4},
      {problem.bias, n * sizeof(float)},
  };
  for (const auto& parameter : parameters) {
    if (parameter.data != nullptr && shares(parameter.data, parameter.bytes)) {
      return InvalidArgument(name, 0, "overlaps a parameter in memory");
    }
  }
  return shares(problem.panels, problem.header->payload_bytes)
             ? InvalidArgument(name, 0, "overlaps the weights in memory")
             : Status();
}

struct ResultNames {
  const char* data;
  const char* stride;
};

// A result in rows of elements.
Status ValidateResult(const Int4Problem& problem, std::int64_t columns,
                      std::int64_t stride, std::size_t size,
                      const ResultNames& names) {
  const MatrixRef& rows = problem.rows;
  if (rows.rows == 0 || columns == 0) return Status();
  if (stride < columns) {
    return InvalidArgument(names.stride, stride,
                           "is smaller than a row of the result");
  }
  const Extent bytes = BytesOfRows(rows.rows, columns, stride, size);
  if (!bytes.FitsMemory()) {
    return InvalidArgument(names.stride, stride,
                           "makes the result larger than the address space");
  }
  if (problem.result == nullptr) {
    return NullPointer(names.data);
  }
  const std::size_t count = static_cast<std::size_t>(bytes.value());
  const auto shares = [&](const void* data, std::uint64_t n) {
    return ShareBytes(problem.result, count, data, static_cast<std::size_t>(n));
  };
  if (shares(rows.data,
             BytesOfRows(rows.rows, rows.cols, rows.stride, 1).value())) {
    return InvalidArgument(names.data, 0, "overlaps the activations in memory");
  }
  return ValidateApart(problem, names.data, shares);
}

Status ValidateMatrixResult(const Int4Problem& problem) {
  const MatrixRef& matrix = problem.matrix;
  const Status status = ValidateMatrix(matrix, kResultNames);
  if (!status.ok()) return status;
  if (matrix.rows != problem.rows.rows) {
    return InvalidArgument(kResultNames.rows, matrix.rows,
                           "differs from the number of rows");
  }
  if (matrix.cols != problem.header->n) {
    return InvalidArgument(kResultNames.cols, matrix.cols,
                           "differs from the weights' n");
  }
  if (matrix.rows > 0 && matrix.cols > 0 && problem.rows.cols > 0 &&
      Overlap(matrix, problem.rows)) {
    return InvalidArgument(kResultNames.data, 0,
                           "overlaps the activations in memory");
  }
  if (matrix.rows > 0 && matrix.cols > 0) {
    const Status apart = ValidateApart(
        problem, kResultNames.data, [&](const void* data, std::uint64_t n) {
          return OverlapsBytes(matrix, data, static_cast<std::int64_t>(n));
        });
    if (!apart.ok()) return apart;
  }
  return ValidateStages(problem.ops, problem.op_count, matrix);
}

}  // namespace

Status ValidateInt4Weights(const Int4Problem& problem) {
  if (problem.header == nullptr) {
    return InvalidArgument("weights", 0, "is an empty PackedInt4");
  }
  const Int4Header& header = *problem.header;
  switch (problem.outcome) {
    case Int4Outcome::kFloats:
      if (!HasIntegerScales(header)) return Status();
      return InvalidArgument("weights.scale_type", header.scale_type,
                             "are no floats: such products have integer "
                             "results");
    case Int4Outcome::kPipeline:
      if (HasIntegerScales(header) && header.fits_int32 == 0) {
        return InvalidArgument("weights.fits_int32", 0,
                               "says that int32 might not hold a sum");
      }
      [[fallthrough]];
    case Int4Outcome::kInt64:
      if (HasIntegerScales(header)) return Status();
      return InvalidArgument("weights.scale_type", header.scale_type,
                             "are floats: such products have float results");
    case Int4Outcome::kGroupSums:
      return Status();
  }
  return Status();
}

Status ValidateInt4(const Int4Problem& problem) {
  Status status = ValidateInt4Weights(problem);
  if (status.ok()) status = ValidateRows(problem);
  if (!status.ok()) return status;
  const Int4Format format = FormatOf(*problem.header);
  switch (problem.outcome) {
    case Int4Outcome::kFloats:
      if (problem.type > Int4ResultType::kBfloat16) {
        return InvalidArgument("result.type", static_cast<int>(problem.type),
                               "is not a type of results");
      }
      return ValidateResult(problem, format.n, problem.result_stride,
                            problem.type == Int4ResultType::kFloat32 ? 4 : 2,
                            {"result.data", "result.stride"});
    case Int4Outcome::kPipeline:
      return ValidateMatrixResult(problem);
    case Int4Outcome::kInt64:
      return ValidateResult(problem, format.n, problem.result_stride, 8,
                            {"sums", "stride"});
    case Int4Outcome::kGroupSums: {
      const std::int64_t columns = std::int64_t{format.n} * format.groups();
      return ValidateResult(problem, columns, columns, 4, {"sums", "sums"});
    }
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
