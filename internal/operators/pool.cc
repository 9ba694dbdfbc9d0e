// Runs pooling: windows whose taps meet the input alike are summed together, a
// block at a time, and the block is finished by the form.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/pool.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "../../public/convolution/conv_geometry.h"
#include "../backends/backend_list.h"
#include "../contract/check_tasks.h"
#include "../contract/pool_windows.h"
#include "../contract/threads_for.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"
#include "average.h"
#include "maxima_by_axes.h"
#include "validate_pool.h"
#include "window_taps.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Channels of a block.
constexpr int kBlockChannels = 512;
// Sums of a block: of several windows, where they have few channels.
constexpr int kBlockSums = 4 * kBlockChannels;
// What counts as a channel where there are few: this many values of a row.
constexpr int kFoldedValues = 32;
// This many lines make enough shares by themselves. Fewer lines times all
// blocks of channels fit an int, and so do pieces of this many windows.
constexpr int kManyLines = 256;
constexpr int kPieceWindows = 256;

class Pool {
 public:
  Pool(const PoolProblem& problem, const ConvShape& output,
       const Backend& backend)
      : problem_(problem),
        geometry_(*problem.geometry),
        output_(output),
        backend_(backend),
        family_(*backend.family),
        average_(problem, family_),
        input_stride_(geometry_.input_stride != 0 ? geometry_.input_stride
                                                  : geometry_.input_channels),
        output_stride_(geometry_.output_stride != 0 ? geometry_.output_stride
                                                    : output.channels),
        channel_blocks_((output.channels - 1) / kBlockChannels + 1) {}

  int channel_blocks() const { return channel_blocks_; }

  // Pools windows begin to end of a line of the output, of one block of
  // channels.
  void RunLine(int line, int channel_block, int begin, int end) const {
    Line of;
    of.channel = channel_block * kBlockChannels;
    of.channels = std::min(kBlockChannels, output_.channels - of.channel);
    of.y = line % output_.height;
    of.z = line / output_.height % output_.depth;
    of.image = line / output_.height / output_.depth;
    of.depth = TapsOf(geometry_.depth, of.z);
    of.height = TapsOf(geometry_.height, of.y);
    of.result = Result(std::ptrdiff_t{line} * output_.width) +
                of.channel * SizeOf(problem_.scalar);
    for (int x = begin; x < end;) {
      const Taps width = TapsOf(geometry_.width, x);
      const int next = EndOfTaps(geometry_.width, width, x, end);
      RunAlike(of, x, next, width);
      x = next;
    }
  }

 private:
  struct Line {
    int image, z, y;
    int channel, channels;
    Taps depth, height;
    std::uint8_t* result;
  };

  // Pools windows begin to end of a line, which have the same taps.
  void RunAlike(const Line& line, int begin, int end, const Taps& width) const {
    const TapWalk walk =
        WalkOf(line, {width.count(), std::ptrdiff_t{input_stride_} *
                                         geometry_.width.dilation});
    if (problem_.form == PoolForm::kMax) {
      PoolWindows windows = WindowsAt(line, begin, end, width);
      if (output_stride_ == line.channels) JoinNeighbours(&windows);
      return FindMaxima(windows, walk, ResultAt(line, begin));
    }
    Average::Windows windows;
    windows.values = line.depth.count() * line.height.count() * width.count();
    windows.channels = line.channels;
    windows.result_step = output_stride_;
    std::int32_t sums[kBlockSums];
    const bool folds = Folds(line, width);
    const int block =
        kBlockSums / (folds ? FoldedValues(line, width) : line.channels);
    for (int x = begin; x < end; x += windows.count) {
      windows.count = std::min(block, end - x);
      PoolWindows of = WindowsAt(line, x, x + windows.count, width);
      JoinNeighbours(&of);
      const std::int32_t start = average_.StartOf(windows.values);
      if (folds) {
        SumFolded(of, line, width, start, sums);
      } else {
        Sum(of, walk, start, sums);
      }
      average_.Finish(windows, sums, ResultAt(line, x));
    }
  }

  TapWalk WalkOf(const Line& line, const TapWalk::Axis& width) const {
    const std::ptrdiff_t row =
        std::ptrdiff_t{geometry_.width.input} * input_stride_;
    return {{line.depth.count(),
             row * geometry_.height.input * geometry_.depth.dilation},
            {line.height.count(), row * geometry_.height.dilation},
            width};
  }

  // All but the taps.
  PoolWindows WindowsAt(const Line& line, int begin, int end,
                        const Taps& width) const {
    const std::ptrdiff_t plane =
        std::ptrdiff_t{line.image} * geometry_.depth.input +
        InputOf(geometry_.depth, line.z, line.depth.first);
    const std::ptrdiff_t row =
        plane * geometry_.height.input +
        InputOf(geometry_.height, line.y, line.height.first);
    const std::ptrdiff_t position =
        row * geometry_.width.input +
        InputOf(geometry_.width, begin, width.first);
    PoolWindows windows;
    windows.scalar = problem_.scalar;
    windows.input =
        static_cast<const std::uint8_t*>(problem_.input) +
        (position * input_stride_ + line.channel) * SizeOf(problem_.scalar);
    windows.channels = line.channels;
    windows.windows = end - begin;
    windows.window_step =
        std::ptrdiff_t{geometry_.width.stride} * input_stride_;
    return windows;
  }

  // Windows of which each begins where the channels of the one before end are
  // one window of more channels, if their results lie so, too.
  static void JoinNeighbours(PoolWindows* windows) {
    const std::int64_t all = std::int64_t{windows->channels} * windows->windows;
    if (windows->window_step != windows->channels || all > INT32_MAX) return;
    windows->channels = static_cast<int>(all);
    windows->windows = 1;
  }

  // Calls run(windows), with the taps filled in, for all taps of the walk.
  template <typename Function>
  static void ForTaps(PoolWindows windows, TapWalk walk, const Function& run) {
    std::ptrdiff_t offsets[kMaxPoolTaps];
    windows.offsets = offsets;
    windows.continues = false;
    while ((windows.taps = walk.Next(kMaxPoolTaps, offsets)) != 0) {
      run(windows);
      windows.continues = true;
    }
  }

  void FindMaxima(const PoolWindows& windows, const TapWalk& walk,
                  std::uint8_t* result) const {
    ForTaps(windows, walk, [&](const PoolWindows& of) {
      Check(of);
      family_.find_maxima(
          {of, problem_.low, problem_.high, result, output_stride_});
    });
  }

  void Sum(const PoolWindows& windows, const TapWalk& walk, std::int32_t start,
           std::int32_t* sums) const {
    ForTaps(windows, walk, [&](const PoolWindows& of) {
      Check(of);
      family_.sum_windows({of, start, sums});
    });
  }

  bool Folds(const Line& line, const Taps& width) const {
    return line.channels <= family_.costs.folded_channels &&
           width.count() > 1 && geometry_.width.dilation == 1 &&
           geometry_.width.stride > 1 && input_stride_ == line.channels;
  }

  // How many values of a window's row count as channels: whole positions.
  static int FoldedValues(const Line& line, const Taps& width) {
    const int positions = std::max(kFoldedValues / line.channels, 1);
    return std::min(positions, width.count()) * line.channels;
  }

  // Sums windows whose rows are runs of values: those of a matrix, or pieces of
  // a row are like taps.
  void SumFolded(PoolWindows windows, const Line& line, const Taps& width,
                 std::int32_t start, std::int32_t* sums) const {
    std::fill_n(sums, windows.windows * line.channels, start);
    const int row = width.count() * line.channels;
    if (line.channels == 1 && problem_.scalar != Scalar::kInt16) {
      return AddRows(windows, WalkOf(line, {1, 0}), row, sums);
    }
    const int values = FoldedValues(line, width);
    AddFolded(windows, line, {row / values, values}, values, sums);
    if (const int rest = row % values; rest != 0) {
      windows.input = static_cast<const std::uint8_t*>(windows.input) +
                      (row - rest) * SizeOf(problem_.scalar);
      AddFolded(windows, line, {1, 0}, rest, sums);
    }
  }

  // Adds pieces of `values` values of each row.
  void AddFolded(PoolWindows windows, const Line& line,
                 const TapWalk::Axis& pieces, int values,
                 std::int32_t* sums) const {
    std::int32_t folded[kBlockSums];
    windows.channels = values;
    Sum(windows, WalkOf(line, pieces), 0, folded);
    const std::int32_t* from = folded;
    for (int w = 0; w < windows.windows; ++w, from += values) {
      for (int c = 0; c < line.channels; ++c) {
        std::int32_t sum = 0;
        for (int i = c; i < values; i += line.channels) sum += from[i];
        *sums++ += sum;
      }
    }
  }

  // Adds windows of one channel of bytes: where they meet a row of the input,
  // they are rows of a matrix.
  void AddRows(const PoolWindows& windows, TapWalk walk, int row,
               std::int32_t* sums) const {
    std::int32_t of_rows[kBlockSums];
    RowTask task;
    task.row_stride = windows.window_step;
    task.k_stride = 1;
    task.scalar = windows.scalar;
    task.rows = windows.windows;
    task.k = row;
    task.copies = nullptr;
    task.sums = of_rows;
    const Signedness summed = backend_.copied_rows.signedness;
    task.sum_add = -row * ValueShift(summed, windows.scalar);
    std::ptrdiff_t offset = 0;
    while (walk.Next(1, &offset) != 0) {
      task.source = static_cast<const std::uint8_t*>(windows.input) + offset;
      Check(task);
      backend_.read_rows(task);
      for (int w = 0; w < windows.windows; ++w) sums[w] += of_rows[w];
    }
  }

  std::uint8_t* Result(std::ptrdiff_t position) const {
    return static_cast<std::uint8_t*>(problem_.output) +
           position * output_stride_ * SizeOf(problem_.scalar);
  }
  std::uint8_t* ResultAt(const Line& line, int x) const {
    return line.result +
           std::ptrdiff_t{x} * output_stride_ * SizeOf(problem_.scalar);
  }

  const PoolProblem& problem_;
  const ConvGeometry& geometry_;
  const ConvShape& output_;
  const Backend& backend_;
  const RegisterFamily& family_;
  const Average average_;
  const int input_stride_;
  const int output_stride_;
  const int channel_blocks_;
};

void Run(const PoolProblem& problem, const ConvShape& output,
         const Backend& backend, const GemmResources& resources) {
  const ConvGeometry& geometry = *problem.geometry;
  const int lines = output.batch * output.depth * output.height;
  const std::size_t values =
      static_cast<std::size_t>(lines) * static_cast<std::size_t>(output.width) *
      static_cast<std::size_t>(output.channels) *
      static_cast<std::size_t>(geometry.depth.kernel * geometry.height.kernel *
                               geometry.width.kernel);
  const Threads threads = ThreadsFor(resources, values, kReadPerThread);
  std::optional<MaximaByAxes> by_axes;
  if (FindsMaximaByAxes(problem, output)) {
    by_axes.emplace(problem, output, *backend.family);
  }
  const Pool pool(problem, output, backend);
  const int blocks = pool.channel_blocks();
  // A share is a piece of one block of a line, or all of them where lines are
  // many.
  const bool are_many = lines >= kManyLines;
  const int blocks_per_share = are_many ? blocks : 1;
  const int pieces = are_many ? 1 : (output.width - 1) / kPieceWindows + 1;
  const int shares_per_line = blocks / blocks_per_share * pieces;
  const int shares = by_axes ? by_axes->shares() : lines * shares_per_line;
  ParallelFor(threads.crew(true), shares, [&](int share) {
    if (by_axes) return by_axes->RunShare(share);
    const int of_line = share % shares_per_line;
    const int first = of_line / pieces * blocks_per_share;
    const int begin = of_line % pieces * kPieceWindows;
    const int end = are_many
                        ? output.width
                        : begin + std::min(kPieceWindows, output.width - begin);
    for (int b = 0; b < blocks_per_share; ++b) {
      pool.RunLine(share / shares_per_line, first + b, begin, end);
    }
  });
}

// Axes of one position are left out, so that lines are long: of signals over
// time, which have no width, among others.
void DropSinglePositions(ConvGeometry* geometry, ConvShape* output) {
  for (int i = 0; i < 2; ++i) {
    const ConvAxis& width = geometry->width;
    if (width.input != 1 || width.kernel != 1 || output->width != 1) return;
    geometry->width = geometry->height;
    geometry->height = geometry->depth;
    geometry->depth = ConvAxis();
    output->width = output->height;
    output->height = output->depth;
    output->depth = 1;
  }
}

// Whether each image is a row and has one window, which no padding shortens.
bool ImagesAreWindows(const ConvGeometry& geometry, const ConvShape& output) {
  const ConvAxis& width = geometry.width;
  return geometry.depth.input == 1 && geometry.height.input == 1 &&
         output.depth == 1 && output.height == 1 && output.width == 1 &&
         width.pad_before == 0 && width.pad_after == 0 &&
         std::int64_t{geometry.batch} * width.input <= INT32_MAX;
}

// Makes such images, which lie side by side, the windows of a single one.
void JoinImages(ConvGeometry* geometry, ConvShape* output) {
  geometry->width.stride = geometry->width.input;
  geometry->width.input *= geometry->batch;
  output->width = output->batch;
  geometry->batch = output->batch = 1;
}

}  // namespace

Status RunPool(const PoolProblem& problem, const GemmResources& resources) {
  const FloatEnvironment environment;
  ConvShape output = {};
  Status status = ValidatePool(problem, resources, &output);
  if (!status.ok()) return status;
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  if (!status.ok() || output.batch == 0) return status;
  PoolProblem joined = problem;
  ConvGeometry geometry = *problem.geometry;
  joined.geometry = &geometry;
  DropSinglePositions(&geometry, &output);
  if (ImagesAreWindows(geometry, output)) JoinImages(&geometry, &output);
  Run(joined, output, *backend, resources);
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
