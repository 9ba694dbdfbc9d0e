// LOG_SOFTMAX over rows of the last axis. Of floats:
//   x - max - log(sum exp(x - max))
// Of int8, in float:
//   rint(x * scale - (scale_in * max + log(sum exp(scale_in * (x - max)))) /
//        scale_out) + 127
// with scale = scale_in / scale_out and scale_out = 1 / 16. Exponentials are
// added in order.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "operands.h"
#include "steps.h"
#include "unary_step.h"

namespace lowp_network {
namespace {

using gemmlowp::Status;

constexpr float kResultScale = 1.0f / 16;
constexpr std::int32_t kResultZeroPoint = 127;
constexpr std::int32_t kLowest = INT8_MIN - kResultZeroPoint;

// A sum with 1.5 * 2^23 has no bits for fractions: of |x| < 2^22 its lowest
// bits are the nearest integer, ties to even, as std::rint rounds. A larger x
// has a larger sum, and bits that are a larger integer unless both are
// negative.
constexpr float kNoFractions = 3 << 22;
constexpr std::int32_t kBitsOfNoFractions = 0x4B400000;
std::int32_t BitsOfRounded(float x) {
  const float sum = x + kNoFractions;
  std::int32_t bits;
  std::memcpy(&bits, &sum, sizeof(bits));
  return bits;
}

// `zero` is what the bits are of 0: of the lowest 16 alone it is 0. Integers
// are clamped, not floats: GCC makes no vector code of comparisons of floats.
template <typename T>
std::int8_t ResultOf(T bits, T zero) {
  const T above = std::max(bits, static_cast<T>(zero + kLowest));
  return static_cast<std::int8_t>(std::min(above, zero) - zero +
                                  kResultZeroPoint);
}

struct LogSoftmax {
  // Up to this scale what is rounded fits 16 bits: 255 steps of the scale and
  // the logarithm of a sum of floats, less than 2^25, in units of 1/16.
  static constexpr float kMaxScaleOfWords = 4;

  float input_scale;
  // Of -scale * i, behind as many entries as there are bytes below 0: places
  // of a maximum.
  static constexpr int kPlaces = 128;
  std::array<float, kPlaces + 256> exponentials = {};

  explicit LogSoftmax(float scale) : input_scale(scale) {
    for (int i = 0; i < 256; ++i) {
      exponentials[static_cast<std::size_t>(kPlaces + i)] =
          std::exp(-scale * static_cast<float>(i));
    }
  }

  // Several rows at a time: an addition would wait for the one before. `room`
  // elements are left, with those of later rows.
  template <std::size_t kRows>
  void Run(const std::int8_t* from, std::size_t columns, std::size_t room,
           std::int8_t* to) const {
    int maxima[kRows];
    FindLargest<kRows>(from, columns, maxima);
    const float* of_largest[kRows];
    for (std::size_t r = 0; r < kRows; ++r) {
      of_largest[r] = exponentials.data() + (kPlaces + maxima[r]);
    }
    float sums[kRows] = {};
    for (std::size_t i = 0; i < columns; ++i) {
      for (std::size_t r = 0; r < kRows; ++r) {
        sums[r] += of_largest[r][-std::ptrdiff_t{from[r * columns + i]}];
      }
    }
    for (std::size_t r = 0; r < kRows; ++r) {
      const std::size_t at = r * columns;
      Finish(from + at, columns, room - at, maxima[r], sums[r], to + at);
    }
  }

  // The maxima of short rows side by side, since each waits for the one before;
  // those of long rows in registers of values.
  template <std::size_t kRows>
  static void FindLargest(const std::int8_t* from, std::size_t columns,
                          int* maxima) {
    constexpr std::size_t kShort = 16;
    if (columns < kShort) {
      for (std::size_t r = 0; r < kRows; ++r) maxima[r] = from[r * columns];
      for (std::size_t i = 1; i < columns; ++i) {
        for (std::size_t r = 0; r < kRows; ++r) {
          maxima[r] = std::max<int>(maxima[r], from[r * columns + i]);
        }
      }
      return;
    }
    for (std::size_t r = 0; r < kRows; ++r) {
      std::int8_t largest = INT8_MIN;
      for (std::size_t i = 0; i < columns; ++i) {
        largest = std::max(largest, from[r * columns + i]);
      }
      maxima[r] = largest;
    }
  }

  // A block may go past the row, where others follow: their results are written
  // later.
  void Finish(const std::int8_t* from, std::size_t columns, std::size_t room,
              int maximum, float sum, std::int8_t* to) const {
    const float subtracted =
        (input_scale * static_cast<float>(maximum) + std::log(sum)) /
        kResultScale;
    const float scale = input_scale / kResultScale;
    constexpr std::size_t kBlock = 16, kWorthABlock = 4;
    const std::size_t end = input_scale <= kMaxScaleOfWords ? room : 0;
    std::size_t at = 0;
    for (; at + kWorthABlock <= columns && at + kBlock <= end; at += kBlock) {
      std::int8_t block[kBlock];
      std::int16_t words[kBlock];
      std::memcpy(block, from + at, kBlock);
      for (std::size_t i = 0; i < kBlock; ++i) {
        words[i] = static_cast<std::int16_t>(
            BitsOfRounded(scale * static_cast<float>(block[i]) - subtracted));
      }
      for (std::size_t i = 0; i < kBlock; ++i) {
        block[i] = ResultOf<std::int16_t>(words[i], 0);
      }
      std::memcpy(to + at, block, kBlock);
    }
    for (; at < columns; ++at) {
      const float x = scale * static_cast<float>(from[at]) - subtracted;
      to[at] = ResultOf(BitsOfRounded(x), kBitsOfNoFractions);
    }
  }
};

void RealRow(const float* from, std::size_t columns, float* to) {
  const float maximum = *std::max_element(from, from + columns);
  float sum = 0;
  for (std::size_t i = 0; i < columns; ++i) sum += std::exp(from[i] - maximum);
  const float logarithm = std::log(sum);
  for (std::size_t i = 0; i < columns; ++i)
    to[i] = from[i] - maximum - logarithm;
}

}  // namespace

Status PrepareLogSoftmax(const Graph& graph, const Operator& op, Engine*,
                         std::unique_ptr<Step>* step) {
  Status status = CheckRowsBy(CheckInt8Unary, graph, op);
  if (status.ok()) {
    status = CheckResult(OutputOf(graph, op), {kResultScale, kResultZeroPoint});
  }
  if (!status.ok()) return status;
  const Tensor& input = *InputOf(graph, op, 0);
  const auto columns = static_cast<std::size_t>(input.shape.back());
  MakeUnaryStep<std::int8_t, std::int8_t>(
      op, "a loop",
      [softmax = LogSoftmax(ScaleOf(input).scale), columns,
       count = input.elements()](gemmlowp::GemmContext*,
                                 const std::int8_t* from, std::int8_t* to) {
        constexpr std::size_t kRows = 4;
        for (std::size_t at = 0; at < count;) {
          if ((count - at) / columns >= kRows) {
            softmax.Run<kRows>(from + at, columns, count - at, to + at);
            at += kRows * columns;
          } else {
            softmax.Run<1>(from + at, columns, count - at, to + at);
            at += columns;
          }
        }
        return Status();
      },
      step);
  return status;
}

Status PrepareRealLogSoftmax(const Graph& graph, const Operator& op, Engine*,
                             std::unique_ptr<Step>* step) {
  const Status status = CheckRowsBy(CheckRealUnary, graph, op);
  if (status.ok()) {
    MakeRowsStep<float>(op, *InputOf(graph, op, 0), RealRow, step);
  }
  return status;
}

}  // namespace lowp_network
