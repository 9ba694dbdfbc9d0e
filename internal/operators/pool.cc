// Runs pooling: windows are summed channel by channel into a block, and the
// block is finished by the form.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/pool.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "../../public/convolution/conv_geometry.h"
#include "../contract/threads_for.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"
#include "rescaler.h"
#include "validate_pool.h"
#include "with_type.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Values of windows that justify waking one more thread, about ten microseconds
// of work.
constexpr std::size_t kValuesPerThread = std::size_t{1} << 16;
// Channels of a block.
constexpr int kBlockChannels = 512;
// Lines that are shares enough; so many times all blocks of channels fit int.
constexpr int kManyLines = 256;

// The taps of a window that meet the input, along one axis.
struct Taps {
  int first, last;  // [first, last)
};
Taps TapsOf(const ConvAxis& axis, int position) {
  const std::int64_t begin =
      std::int64_t{position} * axis.stride - axis.pad_before;
  Taps taps = {0, axis.kernel};
  if (begin < 0) {
    taps.first = static_cast<int>((-begin + axis.dilation - 1) / axis.dilation);
  }
  const std::int64_t inside = axis.input - begin;
  taps.last = static_cast<int>(std::min<std::int64_t>(
      axis.kernel, (inside + axis.dilation - 1) / axis.dilation));
  return taps;
}
int InputOf(const ConvAxis& axis, int position, int tap) {
  return position * axis.stride + tap * axis.dilation - axis.pad_before;
}

// Rounds to nearest, ties away from zero.
std::int32_t Divide(std::int32_t sum, std::int32_t n) {
  return (sum > 0 ? sum + n / 2 : sum - n / 2) / n;
}

std::int32_t Clamped(std::int32_t value, const PoolProblem& problem) {
  return std::min(std::max(value, problem.low), problem.high);
}

template <typename T>
class Pool {
 public:
  Pool(const PoolProblem& problem, const ConvShape& output, EngineState* state)
      : problem_(problem),
        geometry_(*problem.geometry),
        output_(output),
        rescaler_(RescalerOf(problem, state)),
        channel_blocks_((output.channels - 1) / kBlockChannels + 1) {}

  int channel_blocks() const { return channel_blocks_; }

  // Pools a line of the output, of one block of channels.
  void RunLine(int line, int channel_block) const {
    const int channel = channel_block * kBlockChannels;
    const int channels = std::min(kBlockChannels, output_.channels - channel);
    const int y = line % output_.height;
    const int z = line / output_.height % output_.depth;
    const int image = line / output_.height / output_.depth;
    const Taps depth = TapsOf(geometry_.depth, z);
    const Taps height = TapsOf(geometry_.height, y);
    T* result = static_cast<T*>(problem_.output) +
                std::ptrdiff_t{line} * output_.width * OutputStride() + channel;
    std::int32_t block[kBlockChannels];
    for (int x = 0; x < output_.width; ++x) {
      const Taps width = TapsOf(geometry_.width, x);
      std::fill_n(block, channels,
                  problem_.form == PoolForm::kMax ? problem_.low : 0);
      for (int d = depth.first; d < depth.last; ++d) {
        const std::ptrdiff_t plane =
            std::ptrdiff_t{image} * geometry_.depth.input +
            InputOf(geometry_.depth, z, d);
        for (int h = height.first; h < height.last; ++h) {
          const std::ptrdiff_t row =
              plane * geometry_.height.input + InputOf(geometry_.height, y, h);
          for (int w = width.first; w < width.last; ++w) {
            Take(At(row * geometry_.width.input +
                    InputOf(geometry_.width, x, w)) +
                     channel,
                 channels, block);
          }
        }
      }
      Finish(ValuesOf(depth) * ValuesOf(height) * ValuesOf(width), channels,
             block, result);
      result += OutputStride();
    }
  }

 private:
  static Rescaler RescalerOf(const PoolProblem& p, EngineState* state) {
    const bool divides = p.form == PoolForm::kRescaleThenDivide;
    return {state,
            p.multiplier,
            p.exponent,
            p.rounding,
            divides ? 0 : p.output_zero_point,
            divides ? Scalar::kInt32 : p.scalar,
            divides ? INT32_MIN : p.low,
            divides ? INT32_MAX : p.high};
  }

  static int ValuesOf(const Taps& taps) { return taps.last - taps.first; }

  const T* At(std::ptrdiff_t position) const {
    const int stride = geometry_.input_stride != 0 ? geometry_.input_stride
                                                   : geometry_.input_channels;
    return static_cast<const T*>(problem_.input) + position * stride;
  }
  int OutputStride() const {
    return geometry_.output_stride != 0 ? geometry_.output_stride
                                        : output_.channels;
  }

  void Take(const T* values, int channels, std::int32_t* block) const {
    if (problem_.form == PoolForm::kMax) {
      for (int c = 0; c < channels; ++c) {
        block[c] = std::max(block[c], std::int32_t{values[c]});
      }
    } else {
      for (int c = 0; c < channels; ++c) block[c] += values[c];
    }
  }

  // `values` values of each channel were taken.
  void Finish(int values, int channels, std::int32_t* block, T* result) const {
    const int n = problem_.counts_padding
                      ? geometry_.depth.kernel * geometry_.height.kernel *
                            geometry_.width.kernel
                      : values;
    if (problem_.form == PoolForm::kMax) {
      return Store(
          block, channels, [](std::int32_t x) { return x; }, result);
    }
    if (problem_.form == PoolForm::kDivide) {
      const std::int32_t padding = (n - values) * problem_.input_zero_point;
      return Store(
          block, channels,
          [=](std::int32_t x) { return Divide(x + padding, n); }, result);
    }
    const std::int32_t zero = values * problem_.input_zero_point;
    for (int c = 0; c < channels; ++c) block[c] -= zero;
    const std::int32_t zero_point = problem_.output_zero_point;
    switch (problem_.form) {
      case PoolForm::kRescale:
        return rescaler_.Run(block, static_cast<std::size_t>(channels), result);
      case PoolForm::kRescaleThenDivide:
        rescaler_.Run(block, static_cast<std::size_t>(channels), block);
        return Store(
            block, channels,
            [=](std::int32_t x) { return DivideAndMove(x, n, zero_point); },
            result);
      default:
        return FinishReal(n, channels, block, result);
    }
  }

  // The sum saturates: a multiplier may be of any size.
  static std::int32_t DivideAndMove(std::int32_t x, std::int32_t n,
                                    std::int32_t zero_point) {
    const std::int64_t sum =
        x > 0 ? std::int64_t{x} + n / 2 : std::int64_t{x} - n / 2;
    return static_cast<std::int32_t>(std::min<std::int64_t>(
        std::max<std::int64_t>(sum / n + zero_point, INT32_MIN), INT32_MAX));
  }

  void FinishReal(int n, int channels, const std::int32_t* block,
                  T* result) const {
    const float scale =
        problem_.input_scale / (problem_.output_scale * static_cast<float>(n));
    const bool even = problem_.form == PoolForm::kRealEven;
    const std::int32_t zero_point = problem_.output_zero_point;
    // Far outside the range of the type, and inside that of int32.
    constexpr float kFar = 1 << 24;
    Store(
        block, channels,
        [=](std::int32_t x) {
          const float real = static_cast<float>(x) * scale;
          const float rounded = even ? std::nearbyint(real) : std::round(real);
          return static_cast<std::int32_t>(
                     std::min(std::max(rounded, -kFar), kFar)) +
                 zero_point;
        },
        result);
  }

  template <typename Function>
  void Store(const std::int32_t* block, int channels, const Function& function,
             T* result) const {
    for (int c = 0; c < channels; ++c) {
      result[c] = static_cast<T>(Clamped(function(block[c]), problem_));
    }
  }

  const PoolProblem& problem_;
  const ConvGeometry& geometry_;
  const ConvShape& output_;
  const Rescaler rescaler_;
  const int channel_blocks_;
};

template <typename T>
void RunTyped(const PoolProblem& problem, const ConvShape& output,
              const GemmResources& resources) {
  const Pool<T> pool(problem, output, resources.state);
  const ConvGeometry& geometry = *problem.geometry;
  const int lines = output.batch * output.depth * output.height;
  const std::size_t values =
      static_cast<std::size_t>(lines) * static_cast<std::size_t>(output.width) *
      static_cast<std::size_t>(output.channels) *
      static_cast<std::size_t>(geometry.depth.kernel * geometry.height.kernel *
                               geometry.width.kernel);
  const Threads threads = ThreadsFor(resources, values, kValuesPerThread);
  const int blocks = pool.channel_blocks();
  // A share is one block of a line, or all of them where lines are many.
  const int blocks_per_share = lines < kManyLines ? 1 : blocks;
  const int shares_per_line = blocks / blocks_per_share;
  ParallelFor({threads.executor, threads.count, -1, true},
              lines * shares_per_line, [&](int share) {
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
  const Status status = ValidatePool(problem, resources, &output);
  if (!status.ok()) return status;
  WithType(problem.scalar, [&](auto zero) {
    RunTyped<decltype(zero)>(problem, output, resources);
  });
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
