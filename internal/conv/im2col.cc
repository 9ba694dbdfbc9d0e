// Windows as matrices in the caller's memory.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../../public/convolution/im2col.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "../backends/backend_list.h"
#include "../contract/quantized_values.h"
#include "../contract/share_out.h"
#include "../contract/thread_costs.h"
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

struct Col2imTask {
  const ConvGeometry& geometry;
  const ConvShape& shape;
  const std::int32_t* rows;
  std::ptrdiff_t stride;
  std::int32_t* output;  // the first of the group's channels
};

// Lines [begin, end) of the output, those of all images.
class OutputLines {
 public:
  OutputLines(const Col2imTask& task, int begin, int end)
      : task_(task), begin_(begin), end_(end) {}

  void Sum() const {
    const ConvGeometry& g = task_.geometry;
    Clear();
    const int of_image = task_.shape.depth * task_.shape.height;
    for (int b = begin_ / of_image; b <= (end_ - 1) / of_image; ++b) {
      for (int z = 0; z < g.depth.input; ++z) {
        for (int y = 0; y < g.height.input; ++y) AddLine(b, z, y);
      }
    }
  }

 private:
  void Clear() const {
    const int width = task_.shape.width;
    for (int p = begin_ * width; p < end_ * width; ++p) {
      std::fill_n(At(p), GroupOutputs(task_.geometry), 0);
    }
  }

  // Adds the rows of a line of the input.
  void AddLine(int b, int z, int y) const {
    const ConvGeometry& g = task_.geometry;
    bool meets = false;
    for (int i = 0; i < g.depth.kernel; ++i) {
      for (int j = 0; j < g.height.kernel; ++j) {
        meets |= MeetingLine(b, z, y, i, j) >= 0;
      }
    }
    if (!meets) return;
    const std::ptrdiff_t line =
        (std::ptrdiff_t{b} * g.depth.input + z) * g.height.input + y;
    const std::int32_t* row = task_.rows + line * g.width.input * task_.stride;
    for (int x = 0; x < g.width.input; ++x, row += task_.stride) {
      AddRow(b, z, y, x, row);
    }
  }

  // Adds the row of the input position (b, z, y, x): values for all taps.
  void AddRow(int b, int z, int y, int x, const std::int32_t* row) const {
    const ConvGeometry& g = task_.geometry;
    const int channels = GroupOutputs(g), width = task_.shape.width;
    const int kh = g.height.kernel, kw = g.width.kernel;
    for (int i = 0; i < g.depth.kernel; ++i) {
      for (int j = 0; j < kh; ++j) {
        const int line = MeetingLine(b, z, y, i, j);
        for (int k = 0; k < kw; ++k, row += channels) {
          const int to_x = MeetingPoint(g.width, x, k, width);
          if (line < 0 || to_x < 0) continue;
          AddRun(row, channels, At(line * width + to_x));
        }
      }
    }
  }

  // The line of these where a line of the input meets taps (i, j); -1 if that
  // is none of them.
  int MeetingLine(int b, int z, int y, int i, int j) const {
    const ConvShape& shape = task_.shape;
    const int to_z = MeetingPoint(task_.geometry.depth, z, i, shape.depth);
    const int to_y = MeetingPoint(task_.geometry.height, y, j, shape.height);
    if (to_z < 0 || to_y < 0) return -1;
    const int line = (b * shape.depth + to_z) * shape.height + to_y;
    return line >= begin_ && line < end_ ? line : -1;
  }

  std::int32_t* At(int position) const {
    return task_.output +
           std::ptrdiff_t{position} * OutputStride(task_.geometry);
  }

  const Col2imTask& task_;
  const int begin_;
  const int end_;
};

Status CheckContext(const GemmResources& resources) {
  if (resources.state == nullptr) return NullPointer("context");
  return resources.max_threads < 1 ? NegativeThreads(resources.max_threads)
                                   : Status();
}

Status CheckIm2col(const ConvGeometry& geometry, int group, const void* input,
                   int zero_point, const MatrixRef& rows, ConvShape* shape) {
  Status status = CheckGroup(geometry, false, group, shape);
  if (!status.ok()) return status;
  if (input == nullptr && geometry.batch > 0) {
    return NullPointer("input");
  }
  status = CheckZeroPoint(rows.scalar, zero_point);
  if (!status.ok()) return status;
  status = CheckRows(rows, Positions(*shape),
                     std::int64_t{Taps(geometry)} * GroupInputs(geometry));
  if (!status.ok()) return status;
  if (rows.cols > std::numeric_limits<int>::max() / SizeOf(rows.scalar)) {
    return Status(StatusCode::kUnsupported, "rows.cols", rows.cols,
                  "makes windows larger than 2^31 - 1 bytes");
  }
  const MatrixRef tensor = {input,
                            InputPositions(geometry),
                            geometry.input_channels,
                            InputStride(geometry),
                            true,
                            rows.scalar};
  return Overlap(tensor, rows)
             ? InvalidArgument("rows", 0, "overlaps the input in memory")
             : Status();
}

}  // namespace

Status Im2colErased(const ConvGeometry& geometry, int group, const void* input,
                    int zero_point, const MatrixRef& rows,
                    const GemmResources& resources) {
  ConvShape shape;
  Status status = CheckContext(resources);
  if (status.ok()) {
    status = CheckIm2col(geometry, group, input, zero_point, rows, &shape);
  }
  const Backend* backend = nullptr;
  if (status.ok()) status = BackendOf(*resources.state, &backend);
  if (!status.ok() || geometry.batch == 0) return status;
  Windows windows;
  windows.batch = geometry.batch;
  for (int i = 0; i < kConvAxes; ++i) {
    windows.axis[i] =
        WindowsAlong(AxisOf(geometry, i), false, 0, SizeAlong(shape, i));
  }
  // Of int16, each element is two channels of a byte.
  const int size = SizeOf(rows.scalar);
  windows.channels = GroupInputs(geometry) * size;
  windows.stride = std::ptrdiff_t{InputStride(geometry)} * size;
  windows.zero_point = static_cast<std::uint8_t>(zero_point);
  const auto* const from = static_cast<const std::uint8_t*>(input) +
                           std::ptrdiff_t{group} * windows.channels;
  auto* const to = static_cast<std::uint8_t*>(const_cast<void*>(rows.data));
  const std::ptrdiff_t stride = std::ptrdiff_t{rows.stride} * size;
  const auto count = static_cast<std::size_t>(rows.rows);
  ShareOut(resources, count, count * static_cast<std::size_t>(windows.k()),
           kCopiedPerThread, [&](std::size_t begin, std::size_t end) {
             backend->family->copy_windows(
                 {&windows, from, static_cast<int>(begin),
                  static_cast<int>(end - begin),
                  to + static_cast<std::ptrdiff_t>(begin) * stride, stride});
           });
  return Status();
}

Status Col2imErased(const ConvGeometry& geometry, int group,
                    const std::int32_t* rows, int row_count, int column_count,
                    int stride, std::int32_t* output,
                    const GemmResources& resources) {
  ConvShape shape;
  Status status = CheckContext(resources);
  if (status.ok()) status = CheckGroup(geometry, true, group, &shape);
  if (!status.ok()) return status;
  if (output == nullptr && geometry.batch > 0) {
    return NullPointer("output");
  }
  const MatrixRef matrix = {rows,   row_count, column_count,
                            stride, true,      Scalar::kInt32};
  status = CheckRows(matrix, InputPositions(geometry),
                     std::int64_t{Taps(geometry)} * GroupOutputs(geometry));
  if (!status.ok() || geometry.batch == 0) return status;
  const MatrixRef tensor = {output,
                            Positions(shape),
                            geometry.output_channels,
                            OutputStride(geometry),
                            true,
                            Scalar::kInt32};
  if (Overlap(tensor, matrix)) {
    return InvalidArgument("output", 0, "overlaps the rows in memory");
  }
  const Col2imTask task = {
      geometry, shape, rows, stride,
      output + std::ptrdiff_t{group} * GroupOutputs(geometry)};
  const auto lines = static_cast<std::size_t>(Positions(shape) / shape.width);
  ShareOut(
      resources, lines,
      static_cast<std::size_t>(row_count) *
          static_cast<std::size_t>(column_count),
      kAddedPerThread, [&](std::size_t begin, std::size_t end) {
        OutputLines(task, static_cast<int>(begin), static_cast<int>(end)).Sum();
      });
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
