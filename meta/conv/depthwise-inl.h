// Depthwise sums, written once over a policy of registers:
//   kChannels, kTaps, kReadsUnsigned, Weight   the DepthwiseFormat
//   Sums               int32 of kChannels channels: Load, Store
//   Weights            of a group: LoadWeights
//   Values             of a group: LoadValues<kSigned>(addresses of its taps)
//   MultiplyAdd        sums + values * weights
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_INL_H_
#define LOWP_META_CONV_DEPTHWISE_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/contract/depthwise_task.h"
#include "../../internal/detect_platform.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Sums kPixels pixels from `pixel` on, of the block from `channel` on.
template <typename D, bool kSigned, int kPixels>
LOWP_INLINE void DepthwiseBlock(const DepthwiseTask& task,
                                const typename D::Weight* weights, int channel,
                                int pixel) {
  typename D::Sums sums[kPixels];
  for (int i = 0; i < kPixels; ++i) sums[i] = D::Load(task.add + channel);
  for (int g = 0; g < task.groups; ++g) {
    const typename D::Weights w = D::LoadWeights(weights);
    weights += D::kChannels * D::kTaps;
    const std::uint8_t* taps[D::kTaps];
    std::ptrdiff_t strides[D::kTaps];
    for (int t = 0; t < D::kTaps; ++t) {
      strides[t] = task.strides[g * D::kTaps + t];
      taps[t] = task.taps[g * D::kTaps + t] + pixel * strides[t] + task.first +
                channel;
    }
    for (int i = 0; i < kPixels; ++i) {
      sums[i] =
          D::MultiplyAdd(sums[i], D::template LoadValues<kSigned>(taps), w);
      for (int t = 0; t < D::kTaps; ++t) taps[t] += strides[t];
    }
  }
  for (int i = 0; i < kPixels; ++i) {
    D::Store(sums[i], task.sums + (pixel + i) * task.stride + channel);
  }
}

template <typename D, bool kSigned>
LOWP_INLINE void DepthwiseChannels(const DepthwiseTask& task,
                                   const typename D::Weight* weights,
                                   int channel) {
  int pixel = 0;
  for (; pixel + D::kPixels <= task.pixels; pixel += D::kPixels) {
    DepthwiseBlock<D, kSigned, D::kPixels>(task, weights, channel, pixel);
  }
  if constexpr (D::kPixels == 4) {
    if (pixel + 2 <= task.pixels) {
      DepthwiseBlock<D, kSigned, 2>(task, weights, channel, pixel);
      pixel += 2;
    }
  }
  for (; pixel < task.pixels; ++pixel) {
    DepthwiseBlock<D, kSigned, 1>(task, weights, channel, pixel);
  }
}

template <typename D>
void Depthwise(const DepthwiseTask& task) {
  static_assert(
      D::kChannels <= kMaxDepthwiseBlock && D::kTaps <= kMaxDepthwiseTaps,
      "the engine leaves room for as many");
  using Weight = typename D::Weight;
  const Weight* weights = static_cast<const Weight*>(task.weights);
  for (int channel = 0; channel < task.channels; channel += D::kChannels) {
    const int last = task.channels - D::kChannels;
    const int first = channel < last ? channel : last;
    if (task.is_signed) {
      DepthwiseChannels<D, true>(task, weights, first);
    } else {
      DepthwiseChannels<D, false>(task, weights, first);
    }
    weights += std::ptrdiff_t{task.groups} * D::kChannels * D::kTaps;
  }
}

template <typename D>
constexpr DepthwiseKernel MakeDepthwiseKernel() {
  return {
      &Depthwise<D>,
      {D::kChannels, D::kTaps, sizeof(typename D::Weight), D::kReadsUnsigned}};
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_INL_H_
