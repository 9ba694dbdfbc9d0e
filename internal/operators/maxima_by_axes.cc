// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "maxima_by_axes.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "../contract/check_tasks.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kBufferBytes = 8192;
// Windows whose positions have fewer bytes gain; where a position is in three
// windows of a line and more, those up to the latter size. Measured on an
// Emerald Rapids with AVX2 and AVX-512.
constexpr int kFewBytes = 64;
constexpr int kManyBytes = 512;
// Maxima are found for each position of a row, in whole registers, and those of
// windows picked, if the bytes from a window to the next one times the taps are
// not more.
constexpr int kDenseBytes = 1024;

// Whether elements of this size are transposed.
bool IsElement(int bytes) { return bytes <= 8 && (bytes & (bytes - 1)) == 0; }

// Whether each window is one row.
bool HasOneRow(const ConvGeometry& geometry) {
  return geometry.depth.kernel == 1 && geometry.height.kernel == 1;
}

int WindowsOf(const ConvAxis& axis, int extent, int positions, int windows) {
  return std::min(windows, (positions - extent) / axis.stride + 1);
}

int PitchOf(const ConvAxis& axis, int extent, int positions, int windows) {
  const std::int64_t alike = std::int64_t{windows} * axis.stride;
  const int min_pitch = (windows - 1) * axis.stride + extent;
  return alike >= min_pitch && alike <= positions ? static_cast<int>(alike)
                                                  : min_pitch;
}

}  // namespace

bool FindsMaximaByAxes(const PoolProblem& problem, const ConvShape& output) {
  if (problem.form != PoolForm::kMax) return false;
  const ConvGeometry& geometry = *problem.geometry;
  const ConvAxis& width = geometry.width;
  const auto is_whole = [&](int stride) {
    return stride == 0 || stride == output.channels;
  };
  const std::int64_t bytes =
      std::int64_t{output.channels} * SizeOf(problem.scalar);
  const bool overlaps = width.stride == 1 && width.kernel > 2;
  return width.kernel > 1 && !(HasOneRow(geometry) && width.stride == 1) &&
         is_whole(geometry.input_stride) && is_whole(geometry.output_stride) &&
         bytes <= (overlaps ? kManyBytes : kFewBytes - 1) &&
         ExtentOf(width) * bytes <= kBufferBytes / 2;
}

MaximaByAxes::MaximaByAxes(const PoolProblem& problem, const ConvShape& output,
                           const RegisterFamily& family)
    : problem_(problem),
      geometry_(*problem.geometry),
      output_(output),
      family_(family),
      channels_(output.channels),
      bytes_(output.channels * SizeOf(problem.scalar)),
      extent_(static_cast<int>(ExtentOf(geometry_.width))),
      windows_(WindowsOf(geometry_.width, extent_, kBufferBytes / bytes_,
                         output.width)),
      pitch_(
          PitchOf(geometry_.width, extent_, kBufferBytes / bytes_, windows_)),
      lines_(std::min(output.height, kBufferBytes / bytes_ / pitch_)),
      pieces_((output.width - 1) / windows_ + 1),
      chunks_((output.height - 1) / lines_ + 1),
      has_one_row_(HasOneRow(geometry_)),
      along_width_({1, 0}, {1, 0},
                   {geometry_.width.kernel,
                    std::ptrdiff_t{geometry_.width.dilation} * channels_}) {}

void MaximaByAxes::RunShare(int share) const {
  const int chunk = share / pieces_;
  const int plane = chunk / chunks_;
  Block block;
  block.image = plane / output_.depth;
  block.z = plane % output_.depth;
  block.y = chunk % chunks_ * lines_;
  block.lines = std::min(lines_, output_.height - block.y);
  block.x = share % pieces_ * windows_;
  block.windows = std::min(windows_, output_.width - block.x);
  alignas(64) std::uint8_t rows[kBufferBytes];
  FindColumns(block, FindRows(block, rows));
}

// Returns where they are. Positions in the padding hold the lowest result,
// which changes no maximum.
const std::uint8_t* MaximaByAxes::FindRows(const Block& block,
                                           std::uint8_t* rows) const {
  const int first = InputOf(geometry_.width, block.x, 0);
  const int last_end =
      first + (block.windows - 1) * geometry_.width.stride + extent_;
  const int begin = std::max(first, 0);
  const int end = std::min(geometry_.width.input, last_end);
  const std::ptrdiff_t row = geometry_.width.input;
  const std::ptrdiff_t plane = row * geometry_.height.input;
  const Taps depth = TapsOf(geometry_.depth, block.z);
  const std::ptrdiff_t of_depth =
      (std::ptrdiff_t{block.image} * geometry_.depth.input +
       InputOf(geometry_.depth, block.z, depth.first)) *
      plane;
  const auto* const input = static_cast<const std::uint8_t*>(problem_.input) +
                            Bytes(of_depth + begin);
  if (has_one_row_ && block.lines == 1 && end - begin == last_end - first) {
    return input + Bytes(InputOf(geometry_.height, block.y, 0) * row);
  }
  for (int i = 0; i < block.lines; ++i) {
    std::uint8_t* const line = rows + Bytes(i * pitch_);
    Fill(begin - first, line);
    Fill(last_end - end, line + Bytes(end - first));
  }
  PoolMaximaTask task;
  task.of.channels = (end - begin) * channels_;
  task.of.window_step = geometry_.height.stride * row * channels_;
  task.result_step = std::ptrdiff_t{pitch_} * channels_;
  const int last = block.y + block.lines;
  for (int y = block.y, next; y < last; y = next) {
    const Taps taps = TapsOf(geometry_.height, y);
    next = EndOfTaps(geometry_.height, taps, y, last);
    task.of.input =
        input + Bytes(InputOf(geometry_.height, y, taps.first) * row);
    task.of.windows = next - y;
    task.result = rows + Bytes((y - block.y) * pitch_ + begin - first);
    FindMaxima({{depth.count(), plane * channels_ * geometry_.depth.dilation},
                {taps.count(), row * channels_ * geometry_.height.dilation},
                {1, 0}},
               &task);
  }
  return rows;
}

// Writes the lowest result to as many positions.
void MaximaByAxes::Fill(int positions, std::uint8_t* to) const {
  if (problem_.scalar != Scalar::kInt16) {
    std::memset(to, problem_.low, static_cast<std::size_t>(Bytes(positions)));
  } else {
    const std::int16_t low = static_cast<std::int16_t>(problem_.low);
    for (std::ptrdiff_t i = 0; i < Bytes(positions); i += 2) {
      std::memcpy(to + i, &low, sizeof(low));
    }
  }
}

void MaximaByAxes::FindColumns(const Block& block,
                               const std::uint8_t* rows) const {
  const ConvAxis& width = geometry_.width;
  const int plane = block.image * output_.depth + block.z;
  const std::ptrdiff_t line = std::ptrdiff_t{plane} * output_.height + block.y;
  std::uint8_t* const result = static_cast<std::uint8_t*>(problem_.output) +
                               Bytes(line * output_.width + block.x);
  if (width.stride > 1 && width.stride <= kDenseBytes / bytes_ / width.kernel) {
    return PickColumns(block, rows, result);
  }
  PoolMaximaTask task;
  if (width.stride == 1) {
    task.of.input = rows;
    task.of.channels = block.windows * channels_;
    task.of.windows = block.lines;
    task.of.window_step = std::ptrdiff_t{pitch_} * channels_;
    task.result = result;
    task.result_step = std::ptrdiff_t{output_.width} * channels_;
    return FindMaxima(along_width_, &task);
  }
  for (int i = 0; i < block.lines; ++i) {
    task.of.input = rows + Bytes(i * pitch_);
    task.of.channels = channels_;
    task.of.windows = block.windows;
    task.of.window_step = std::ptrdiff_t{width.stride} * channels_;
    task.result = result + Bytes(std::ptrdiff_t{i} * output_.width);
    task.result_step = channels_;
    if (width.dilation == 1 && IsElement(bytes_)) {
      TransposeColumns(task);
    } else {
      FindMaxima(along_width_, &task);
    }
  }
}

// Finds the maxima of windows from each position on, and takes those of each
// step.
void MaximaByAxes::PickColumns(const Block& block, const std::uint8_t* rows,
                               std::uint8_t* result) const {
  // Nobody else's results are between theirs.
  assert(block.lines == 1 || block.windows == output_.width);
  const int stride = geometry_.width.stride;
  const int positions =
      (block.lines - 1) * pitch_ + (block.windows - 1) * stride + 1;
  alignas(64) std::uint8_t dense[kBufferBytes + kFewBytes];
  PoolMaximaTask task;
  task.of.input = rows;
  task.of.channels = positions * channels_;
  task.of.windows = 1;
  task.of.window_step = task.result_step = task.of.channels;
  task.result = dense;
  FindMaxima(along_width_, &task);
  std::uint8_t picked[kBufferBytes / 2 + kFewBytes];
  const bool are_alike = pitch_ == block.windows * stride;
  const int times = are_alike ? 1 : block.lines;
  const int windows = are_alike ? block.lines * block.windows : block.windows;
  for (int i = 0; i < times; ++i) {
    Pick(dense + Bytes(i * pitch_), windows, picked + Bytes(i * windows));
  }
  std::memcpy(result, picked,
              static_cast<std::size_t>(Bytes(block.lines * block.windows)));
}

// Copies positions a stride apart. More bytes than a position has are copied:
// later positions overwrite the rest.
void MaximaByAxes::Pick(const std::uint8_t* from, int windows,
                        std::uint8_t* to) const {
  const std::ptrdiff_t step = Bytes(geometry_.width.stride), bytes = bytes_;
  for (int w = 0; w < windows; ++w, from += step, to += bytes) {
    std::memcpy(to, from, 16);
    if (bytes > 16) std::memcpy(to + 16, from + 16, kFewBytes - 16);
  }
}

// Rows of windows far apart become columns: windows then lie side by side.
void MaximaByAxes::TransposeColumns(PoolMaximaTask task) const {
  const int kernel = geometry_.width.kernel;
  alignas(64) std::uint8_t columns[kBufferBytes];
  TransposeTask transpose;
  transpose.from = static_cast<const std::uint8_t*>(task.of.input);
  transpose.from_stride = Bytes(geometry_.width.stride);
  transpose.to = columns;
  transpose.columns = kernel;
  transpose.size = bytes_;
  task.of.input = columns;
  const int windows = task.of.windows;
  const int max_windows = kBufferBytes / bytes_ / kernel;
  for (int first = 0; first < windows; first += max_windows) {
    const int count = std::min(max_windows, windows - first);
    transpose.rows = count;
    transpose.to_stride = Bytes(count);
    Check(transpose);
    family_.transpose(transpose);
    task.of.channels = count * channels_;
    task.of.windows = 1;
    task.of.window_step = task.result_step = task.of.channels;
    FindMaxima({{1, 0}, {1, 0}, {kernel, task.of.channels}}, &task);
    transpose.from += count * transpose.from_stride;
    task.result = static_cast<std::uint8_t*>(task.result) + Bytes(count);
  }
}

void MaximaByAxes::FindMaxima(const TapWalk& taps, PoolMaximaTask* task) const {
  TapWalk walk = taps;
  std::ptrdiff_t offsets[kMaxPoolTaps];
  task->of.scalar = problem_.scalar;
  task->of.offsets = offsets;
  task->of.continues = false;
  task->low = problem_.low;
  task->high = problem_.high;
  while ((task->of.taps = walk.Next(kMaxPoolTaps, offsets)) != 0) {
    Check(task->of);
    family_.find_maxima(*task);
    task->of.continues = true;
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
