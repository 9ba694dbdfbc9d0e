// Depthwise sums of taps one at a time, where nothing is gained by interleaving
// them. Written once over a policy of registers:
//   kBlocks            windows that share a load of the filter
//   Weight             int16
//   Sums               int32 of sixteen channels: Load, Store
//   Weights, Values    of as many channels: LoadWeights, LoadValues<kSigned>
//   MultiplyAdd        sums + values * weights
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_SINGLES_INL_H_
#define LOWP_META_CONV_DEPTHWISE_SINGLES_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/depthwise_task.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

template <typename D, bool kSigned, int kWindows>
LOWP_INLINE void SumSingles(const DepthwiseTask& task, int window) {
  typename D::Sums sums[kWindows];
  for (int i = 0; i < kWindows; ++i) sums[i] = D::Load(task.add);
  const typename D::Weight* weights =
      static_cast<const typename D::Weight*>(task.weights);
  for (int g = 0; g < task.groups; ++g, weights += 16) {
    const typename D::Weights w = D::LoadWeights(weights);
    const std::ptrdiff_t stride = task.sources[g].stride;
    const std::uint8_t* tap = task.sources[g].at + window * stride;
    for (int i = 0; i < kWindows; ++i, tap += stride) {
      D::MultiplyAdd(&sums[i], D::template LoadValues<kSigned>(tap), w);
    }
  }
  for (int i = 0; i < kWindows; ++i) {
    D::Store(sums[i], reinterpret_cast<std::int32_t*>(
                          static_cast<std::uint8_t*>(task.result) +
                          (window + i) * task.result_stride));
  }
}

template <typename D, bool kSigned>
LOWP_INLINE void SumAllSingles(const DepthwiseTask& task) {
  int window = 0;
  for (; window + D::kBlocks <= task.windows; window += D::kBlocks) {
    SumSingles<D, kSigned, D::kBlocks>(task, window);
  }
  for (; window < task.windows; ++window) {
    SumSingles<D, kSigned, 1>(task, window);
  }
}

// DepthwiseKernel::sum.
template <typename D>
void DepthwiseSingles(const DepthwiseTask& task) {
  if (task.is_signed) {
    SumAllSingles<D, true>(task);
  } else {
    SumAllSingles<D, false>(task);
  }
}

template <typename D>
constexpr DepthwiseKernel MakeDepthwiseSingles(const char* name) {
  return {name,
          {1, 1, D::kBlocks, 1, 1, 1, sizeof(typename D::Weight),
           Signedness::kAsStored},
          {4, 16},
          {&DepthwiseSingles<D>, nullptr, nullptr},
          {nullptr, nullptr, nullptr}};
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_SINGLES_INL_H_
