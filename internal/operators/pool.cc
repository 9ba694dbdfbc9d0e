// Runs pooling: windows whose taps meet the input alike are summed together, a
// block at a time, and the block is finished by the form.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/pool.h"

#include <algorithm>
#include <cstddef>

#include "../../public/convolution/conv_geometry.h"
#include "../backends/backend_list.h"
#include "../contract/check_tasks.h"
#include "../contract/pool_windows.h"
#include "../contract/threads_for.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"
#include "average.h"
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
// This many lines make enough shares by themselves. Fewer lines times all
// blocks of channels fit an int.
constexpr int kManyLines = 256;

class Pool {
 public:
  Pool(const PoolProblem& problem, const ConvShape& output,
       const RegisterFamily& family, EngineState* state)
      : problem_(problem),
        geometry_(*problem.geometry),
        output_(output),
        family_(family),
        average_(problem, family, state),
        input_stride_(geometry_.input_stride != 0 ? geometry_.input_stride
                                                  : geometry_.input_channels),
        output_stride_(geometry_.output_stride != 0 ? geometry_.output_stride
                                                    : output.channels),
        channel_blocks_((output.channels - 1) / kBlockChannels + 1) {}

  int channel_blocks() const { return channel_blocks_; }

  // Pools a line of the output, of one block of channels.
  void RunLine(int line, int channel_block) const {
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
    for (int x = 0; x < output_.width;) {
      const Taps width = TapsOf(geometry_.width, x);
      int end = x + 1;
      while (end < output_.width && TapsOf(geometry_.width, end) == width) {
        ++end;
      }
      RunAlike(of, x, end, width);
      x = end;
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
    const TapWalk walk = WalkOf(line, width);
    if (problem_.form == PoolForm::kMax) {
      return FindMaxima(WindowsAt(line, begin, end, width), walk,
                        ResultAt(line, begin));
    }
    Average::Windows windows;
    windows.values = line.depth.count() * line.height.count() * width.count();
    windows.channels = line.channels;
    windows.result_step = output_stride_;
    std::int32_t sums[kBlockSums];
    const bool folds = Folds(line, width);
    const int block = folds ? 1 : kBlockSums / line.channels;
    for (int x = begin; x < end; x += block) {
      windows.count = std::min(block, end - x);
      const PoolWindows of = WindowsAt(line, x, x + windows.count, width);
      const std::int32_t start = average_.StartOf(windows.values);
      if (folds) {
        SumFolded(of, line, width, start, sums);
      } else {
        Sum(of, walk, start, sums);
      }
      average_.Finish(windows, sums, ResultAt(line, x));
    }
  }

  TapWalk WalkOf(const Line& line, const Taps& width) const {
    const std::ptrdiff_t row =
        std::ptrdiff_t{geometry_.width.input} * input_stride_;
    return {{line.depth.count(),
             row * geometry_.height.input * geometry_.depth.dilation},
            {line.height.count(), row * geometry_.height.dilation},
            {width.count(),
             std::ptrdiff_t{input_stride_} * geometry_.width.dilation}};
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
           input_stride_ == line.channels &&
           width.count() <= kBlockSums / line.channels;
  }

  // One window. The values of a row of it count as channels.
  void SumFolded(PoolWindows window, const Line& line, const Taps& width,
                 std::int32_t start, std::int32_t* sums) const {
    std::int32_t row[kBlockSums];
    window.channels = width.count() * line.channels;
    Sum(window, WalkOf(line, {0, 1}), 0, row);
    std::fill_n(sums, line.channels, start);
    for (int i = 0; i < window.channels; i += line.channels) {
      for (int c = 0; c < line.channels; ++c) sums[c] += row[i + c];
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
  const RegisterFamily& family_;
  const Average average_;
  const int input_stride_;
  const int output_stride_;
  const int channel_blocks_;
};

void Run(const PoolProblem& problem, const ConvShape& output,
         const RegisterFamily& family, const GemmResources& resources) {
  const Pool pool(problem, output, family, resources.state);
  const ConvGeometry& geometry = *problem.geometry;
  const int lines = output.batch * output.depth * output.height;
  const std::size_t values =
      static_cast<std::size_t>(lines) * static_cast<std::size_t>(output.width) *
      static_cast<std::size_t>(output.channels) *
      static_cast<std::size_t>(geometry.depth.kernel * geometry.height.kernel *
                               geometry.width.kernel);
  const Threads threads = ThreadsFor(resources, values, kReadPerThread);
  const int blocks = pool.channel_blocks();
  // A share is one block of a line, or all of them where lines are many.
  const int blocks_per_share = lines < kManyLines ? 1 : blocks;
  const int shares_per_line = blocks / blocks_per_share;
  ParallelFor(threads.crew(true), lines * shares_per_line, [&](int share) {
    const int first = share % shares_per_line * blocks_per_share;
    for (int b = 0; b < blocks_per_share; ++b) {
      pool.RunLine(share / shares_per_line, first + b);
    }
  });
}

}  // namespace

Status RunPool(const PoolProblem& problem, const GemmResources& resources) {
  const FloatEnvironment environment;
  ConvShape output = {};
  Status status = ValidatePool(problem, resources, &output);
  if (!status.ok()) return status;
  const Backend* backend = nullptr;
  status = BackendOf(*resources.state, &backend);
  if (status.ok()) Run(problem, output, *backend->family, resources);
  return status;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
