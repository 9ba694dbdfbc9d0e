// Rescales integers of at most 16 bits by the fixed point of their channel, in
// 16-bit lanes: rescale_words-inl.h with parameters that vary along a run.
//
// Included by register families only, each of which compiles its own copy.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_TENSOR_RESCALE_CHANNELS_INL_H_
#define LOWP_META_TENSOR_RESCALE_CHANNELS_INL_H_

#include <cstddef>
#include <cstdint>

#include "rescale_words-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Fewer runs are not worth making the parameters for.
constexpr std::size_t kFewRuns = 8;

// The parameters of as many channels as two registers have words. Plain loops,
// which compilers turn into vector code: they are made again for every task.
template <class Words>
class WordChannels {
 public:
  static constexpr int kWords = Words::kWords;
  static constexpr int kCount = 2 * kWords;

  // Whether all channels from `channel` on have the form of WordRescale.
  LOWP_INLINE bool Make(const TransformTask& task, std::size_t channel) {
    const RescaleParameters& p = *task.rescale;
    const IntegerRescale& rescale = p.rescale;
    if (!AreWords(task, rescale.multipliers + channel,
                  rescale.exponents + channel)) {
      return false;
    }
    LoadZeroPoints(p.input_zero_points, p.input_zero_points_vary, channel,
                   in_zero);
    LoadZeroPoints(p.output_zero_points, p.output_zero_points_vary, channel,
                   out_zero);
    std::int32_t differences = 0;
    for (int i = 0; i < kCount; ++i) differences |= in_zero[i];
    return task.input_scalar != Scalar::kInt16 || differences == 0;
  }

  alignas(64) std::int16_t low[kCount], in_zero[kCount], out_zero[kCount];
  // In the order in which registers are unpacked.
  alignas(64) std::int32_t pair[kCount], add[kCount], shift[kCount];

 private:
  LOWP_INLINE bool AreWords(const TransformTask& task,
                            const std::int32_t* multipliers,
                            const std::int32_t* exponents) {
    const IntegerRescale& rescale = task.rescale->rescale;
    const bool away = rescale.path == FixedPointPath::kDoubleAway;
    const std::int32_t twice =
        RoundsTwice(rescale.rounding) && !away ? 1 << 14 : 0;
    alignas(64) std::int32_t pairs[kCount], adds[kCount], shifts[kCount];
    std::int32_t unfit = 0;
    for (int i = 0; i < kCount; ++i) {
      const std::int32_t m = multipliers[i], r = -exponents[i];
      unfit |= (r < 1) | (r > 15) | (m > INT32_MAX - (1 << 15));
      low[i] = static_cast<std::int16_t>(m & 0xFFFF);
      // Rounded to the nearest multiple of 2^16: m less its signed low half.
      const std::uint32_t high =
          (static_cast<std::uint32_t>(m) + 0x8000u) >> 16;
      pairs[i] = static_cast<std::int32_t>(0x10000u | high);
      shifts[i] = 15 + (r & 15);
      adds[i] = (1 << (14 + (r & 15))) + twice;
    }
    for (int i = 0; i < kCount; i += 4) {
      const int place = i / kWords * kWords + Words::PairPlace(i % kWords);
      for (int j = 0; j < 4; ++j) {
        pair[place + j] = pairs[i + j];
        add[place + j] = adds[i + j];
        shift[place + j] = shifts[i + j];
      }
    }
    return unfit == 0;
  }

  static LOWP_INLINE void LoadZeroPoints(const std::int32_t* zero_points,
                                         bool vary, std::size_t channel,
                                         std::int16_t (&words)[kCount]) {
    if (vary) {
      for (int i = 0; i < kCount; ++i) {
        words[i] = static_cast<std::int16_t>(
            zero_points[channel + static_cast<std::size_t>(i)]);
      }
    } else {
      for (std::int16_t& word : words) {
        word = static_cast<std::int16_t>(zero_points[0]);
      }
    }
  }
};

// All runs of a block of channels, `at` elements into each.
template <class Words, Scalar kScalar, FixedPointPath kPath>
void RescaleChannelBlock(const TransformTask& task, std::size_t at,
                         const WordChannels<Words>& channels) {
  using Register = typename Words::Register;
  constexpr std::size_t kSize = kScalar == Scalar::kInt16 ? 2 : 1;
  constexpr std::size_t kWords = Words::kWords;
  const auto load = [](const auto* p) LOWP_INLINE_LAMBDA {
    return Words::template LoadWords<Scalar::kInt16>(
        reinterpret_cast<const std::uint8_t*>(p));
  };
  const typename Words::Constants bounds(0, 0, 0, 0, 0, 0, task.scalar,
                                         task.low, task.high);
  Register low[2], in_zero[2], out_zero[2], pair[2][2], add[2][2], shift[2][2];
  LOWP_UNROLL
  for (int v = 0; v < 2; ++v) {
    low[v] = load(channels.low + v * kWords);
    in_zero[v] = load(channels.in_zero + v * kWords);
    out_zero[v] = load(channels.out_zero + v * kWords);
    LOWP_UNROLL
    for (int half = 0; half < 2; ++half) {
      const std::size_t from = (2 * v + half) * (kWords / 2);
      pair[v][half] = load(channels.pair + from);
      add[v][half] = load(channels.add + from);
      shift[v][half] = load(channels.shift + from);
    }
  }
  const std::size_t out_size = static_cast<std::size_t>(SizeOf(task.scalar));
  const std::uint8_t* in =
      static_cast<const std::uint8_t*>(task.input) + at * kSize;
  std::uint8_t* out = static_cast<std::uint8_t*>(task.output) + at * out_size;
  const bool is_unsigned = task.scalar == Scalar::kUint8;
  for (std::size_t run = 0; run < task.runs; ++run) {
    Register y[2];
    LOWP_UNROLL
    for (int v = 0; v < 2; ++v) {
      const Register x = Words::Sub(
          Words::template LoadWords<kScalar>(in + v * kWords * kSize),
          in_zero[v]);
      const Register t = LowTerm<Words, kPath>(x, low[v]);
      y[v] = Words::AddSaturated(
          Words::MultiplyAddEach(x, t, pair[v], add[v], shift[v]), out_zero[v]);
    }
    if (out_size == 1) {
      Words::StoreBytes(out, y[0], y[1], is_unsigned, bounds);
    } else {
      Words::StoreWords(out, y[0], bounds);
      Words::StoreWords(out + 2 * kWords, y[1], bounds);
    }
    in += task.run_stride * kSize;
    out += task.run_stride * out_size;
  }
}

template <class Words, Scalar kScalar>
void RescaleChannelsOf(const TransformTask& task, std::size_t at,
                       const WordChannels<Words>& channels) {
  switch (task.rescale->rescale.path) {
    case FixedPointPath::kDoubleAway:
      return RescaleChannelBlock<Words, kScalar, FixedPointPath::kDoubleAway>(
          task, at, channels);
    case FixedPointPath::kSingleAway:
      return RescaleChannelBlock<Words, kScalar, FixedPointPath::kSingleAway>(
          task, at, channels);
    default:
      return RescaleChannelBlock<Words, kScalar, FixedPointPath::kUpward>(
          task, at, channels);
  }
}

// Rescales the first channels of a kRequantize task whose parameters vary;
// returns how many this way could handle, possibly none.
template <class Words>
LOWP_NOINLINE std::size_t RequantizeChannels(const TransformTask& task) {
  constexpr std::size_t kBlock = 2 * Words::kWords;
  const IntegerRescale& rescale = task.rescale->rescale;
  if (task.runs < kFewRuns || !rescale.fused || rescale.special ||
      SizeOf(task.input_scalar) > 2 || SizeOf(task.scalar) > 2) {
    return 0;
  }
  std::size_t at = 0;
  WordChannels<Words> channels;
  for (; task.count - at >= kBlock; at += kBlock) {
    if (!channels.Make(task, task.channel + at)) break;
    switch (task.input_scalar) {
      case Scalar::kUint8:
        RescaleChannelsOf<Words, Scalar::kUint8>(task, at, channels);
        break;
      case Scalar::kInt8:
        RescaleChannelsOf<Words, Scalar::kInt8>(task, at, channels);
        break;
      default:
        RescaleChannelsOf<Words, Scalar::kInt16>(task, at, channels);
    }
  }
  return at;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_TENSOR_RESCALE_CHANNELS_INL_H_
