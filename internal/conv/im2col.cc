// Windows as matrices in the caller's memory.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/convolution/im2col.h"

#include <algorithm>
#include <cstdint>

#include "../backends/backend_list.h"
#include "../contract/quantized_values.h"
#include "../contract/wrapped_sum.h"
#include "../epilogue/overlap.h"
#include "../epilogue/validate_matrix.h"
#include "windows.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr MatrixNames kRowsNames = {"rows",      "rows.data",   "rows.rows",
                                    "rows.cols", "rows.stride", "rows"};

Status CheckGroup(const ConvGeometry& geometry, bool transposed, int group,
                  ConvShape* shape) {
  const Status status = OutputShape(geometry, shape);
  if (!status.ok()) return status;
  if (geometry.transposed != transposed) {
    return InvalidArgument(
        "geometry.transposed", geometry.transposed,
        transposed ? "has to be set for Col2im" : "has to be clear for Im2col");
  }
  const ConvOrder order =
      transposed ? geometry.output_order : geometry.input_order;
  if (order != ConvOrder::kChannelsLast) {
    return InvalidArgument(
        transposed ? "geometry.output_order" : "geometry.input_order",
        static_cast<int>(order), "has to be channels last");
  }
  if (group < 0 || group >= geometry.groups) {
    return InvalidArgument("group", group, "is none of geometry.groups");
  }
  return Status();
}

int Taps(const ConvGeometry& g) {
  return g.depth.kernel * g.height.kernel * g.width.kernel;
}

// Checks a matrix that has to have `rows` x `columns`.
Status CheckRows(const MatrixRef& matrix, int rows, std::int64_t columns) {
  const Status status = ValidateMatrix(matrix, kRowsNames);
  if (!status.ok()) return status;
  if (matrix.rows != rows) {
    return InvalidArgument("rows.rows", matrix.rows,
                           "is not the number of positions");
  }
  if (matrix.cols != columns) {
    return InvalidArgument("rows.cols", matrix.cols,
                           "is not the number of taps times that of the "
                           "group's channels");
  }
  return Status();
}

Status CheckZeroPoint(Scalar scalar, int zero_point) {
  if (scalar == Scalar::kInt16) {
    return zero_point == 0
               ? Status()
               : InvalidArgument("zero_point", zero_point,
                                 "has to be 0 for a tensor of int16");
  }
  return ValidateZeroPoint(scalar, zero_point, "zero_point");
}

void AddRun(const std::int32_t* from, int count, std::int32_t* to) {
  for (int i = 0; i < count; ++i) {
    to[i] = WrappedSum(to[i], from[i]);
  }
}

// The output position where an input position meets a tap; -1 if that lies
// outside.
int MeetingPoint(const ConvAxis& axis, int position, int tap, int outputs) {
  const std::int64_t at = std::int64_t{position} * axis.stride +
                          std::int64_t{tap} * axis.dilation - axis.pad_before;
  return at >= 0 && at < outputs ? static_cast<int>(at) : -1;
}

class OutputSums {
 public:
  OutputSums(const ConvGeometry& g, const ConvShape& shape, int group,
             std::int32_t* output)
      : g_(g),
        shape_(shape),
        channels_(GroupOutputs(g)),
        output_(output + std::ptrdiff_t{group} * channels_) {}

  void Clear() {
    for (int p = 0; p < Positions(shape_); ++p) {
      std::fill_n(At(p), channels_, 0);
    }
  }

  // Adds the row of the input position (b, z, y, x): values for all taps.
  void Add(int b, int z, int y, int x, const std::int32_t* row) {
    const int kh = g_.height.kernel, kw = g_.width.kernel;
    for (int i = 0; i < g_.depth.kernel; ++i) {
      const int to_z = MeetingPoint(g_.depth, z, i, shape_.depth);
      for (int j = 0; j < kh; ++j) {
        const int to_y = MeetingPoint(g_.height, y, j, shape_.height);
        for (int k = 0; k < kw; ++k, row += channels_) {
          const int to_x = MeetingPoint(g_.width, x, k, shape_.width);
          if (to_z < 0 || to_y < 0 || to_x < 0) continue;
          const int position =
              ((b * shape_.depth + to_z) * shape_.height + to_y) *
                  shape_.width +
              to_x;
          AddRun(row, channels_, At(position));
        }
      }
    }
  }

 private:
  std::int32_t* At(int position) const {
    return output_ + std::ptrdiff_t{position} * OutputStride(g_);
  }

  const ConvGeometry& g_;
  const ConvShape& shape_;
  const int channels_;
  std::int32_t* const output_;
};

}  // namespace

Status Im2colErased(const ConvGeometry& geometry, int group, const void* input,
                    int zero_point, const MatrixRef& rows) {
  ConvShape shape;
  Status status = CheckGroup(geometry, false, group, &shape);
  if (!status.ok()) return status;
  if (input == nullptr) {
    return NullPointer("input");
  }
  status = CheckZeroPoint(rows.scalar, zero_point);
  if (!status.ok()) return status;
  const int channels = GroupInputs(geometry);
  status = CheckRows(rows, Positions(shape),
                     std::int64_t{Taps(geometry)} * channels);
  if (!status.ok()) return status;
  const MatrixRef tensor = {input,
                            InputPositions(geometry),
                            geometry.input_channels,
                            InputStride(geometry),
                            true,
                            rows.scalar};
  if (Overlap(tensor, rows)) {
    return InvalidArgument("rows", 0, "overlaps the input in memory");
  }
  Windows windows;
  windows.batch = geometry.batch;
  for (int i = 0; i < kConvAxes; ++i) {
    windows.axis[i] =
        WindowsAlong(AxisOf(geometry, i), false, 0, SizeAlong(shape, i));
  }
  // Of int16, each element is two channels of a byte.
  const int size = SizeOf(rows.scalar);
  windows.channels = channels * size;
  windows.stride = std::ptrdiff_t{InputStride(geometry)} * size;
  windows.zero_point = static_cast<std::uint8_t>(zero_point);
  const BackendChoice& choice = DefaultBackend();
  if (!choice.status.ok()) return choice.status;
  choice.backend->family->copy_windows(
      {&windows,
       static_cast<const std::uint8_t*>(input) +
           std::ptrdiff_t{group} * windows.channels,
       0, rows.rows, static_cast<std::uint8_t*>(const_cast<void*>(rows.data)),
       std::ptrdiff_t{rows.stride} * size});
  return Status();
}

Status Col2imErased(const ConvGeometry& geometry, int group,
                    const std::int32_t* rows, int row_count, int column_count,
                    int stride, std::int32_t* output) {
  ConvShape shape;
  Status status = CheckGroup(geometry, true, group, &shape);
  if (!status.ok()) return status;
  if (output == nullptr) {
    return NullPointer("output");
  }
  const MatrixRef matrix = {rows,   row_count, column_count,
                            stride, true,      Scalar::kInt32};
  status = CheckRows(matrix, InputPositions(geometry),
                     std::int64_t{Taps(geometry)} * GroupOutputs(geometry));
  if (!status.ok()) return status;
  const MatrixRef tensor = {output,
                            Positions(shape),
                            geometry.output_channels,
                            OutputStride(geometry),
                            true,
                            Scalar::kInt32};
  if (Overlap(tensor, matrix)) {
    return InvalidArgument("output", 0, "overlaps the rows in memory");
  }
  OutputSums sums(geometry, shape, group, output);
  sums.Clear();
  const std::int32_t* row = rows;
  for (int b = 0; b < geometry.batch; ++b) {
    for (int z = 0; z < geometry.depth.input; ++z) {
      for (int y = 0; y < geometry.height.input; ++y) {
        for (int x = 0; x < geometry.width.input; ++x, row += stride) {
          sums.Add(b, z, y, x, row);
        }
      }
    }
  }
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
