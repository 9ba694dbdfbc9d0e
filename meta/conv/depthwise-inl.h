// Depthwise convolutions of windows that share positions of the input, from the
// bytes that they read to the stored result in registers. Written once over a
// form and a policy of registers `D`:
//   Simd, kParts               the register policy, and parts of a register
//   Weight, kReads, kInterleave, kMixes   as DepthwiseFormat has them
//   Flip(is_signed)            what turns bytes into those that are read
//   Load(addresses, flip)      bytes of a position, for as many windows as
//                              there are addresses
//   kBlocksOf<Form, groups>    blocks of windows at a time: two, where sums
//                              are few
//   AddQuad<Form>(x, weights, sums)   adds a quad, four positions, of each
//                              block
//   StoreSums, Narrow, StoreBytes
//
// Interleaving bytes as a dot product needs them takes as long as multiplying.
// So windows share what was interleaved, and have the filter in a place of
// their own instead: of four neighbours x0 to x3, a window of three taps reads
// (w0, w1, w2, 0), and the next one (0, w0, w1, w2).
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_DEPTHWISE_INL_H_
#define LOWP_META_CONV_DEPTHWISE_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/depthwise_task.h"
#include "depthwise_epilogue-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Windows that share positions: quads of them, a pair, or one.
template <int kWindowsThere, int kPositionsThere>
struct DepthwiseForm {
  static constexpr int kWindows = kWindowsThere;
  static constexpr int kPositions = kPositionsThere;
  static constexpr int kQuads = (kPositions + 3) / 4;
  static constexpr int kOfQuad = kPositions < 4 ? kPositions : 4;
};
// Any taps, one, two or four at a time.
using AnyTap = DepthwiseForm<1, 1>;
using AnyTwoTaps = DepthwiseForm<1, 2>;
using AnyFourTaps = DepthwiseForm<1, 4>;
// Of neighbours: three taps or fewer, up to seven, and up to five.
using TwoOfFour = DepthwiseForm<2, 4>;
using TwoOfEight = DepthwiseForm<2, 8>;
using FourOfEight = DepthwiseForm<4, 8>;

template <class D>
constexpr int kDepthwiseLanesOf = 16 * D::kParts;

// What a block computes at once: kBlocks times as many windows as share
// positions, for which weights are loaded once, in kGroups groups of channels
// of a register. Part i of them begins at window starts[i].
template <class D, class FormOfBlock, int kGroupsOfRegister>
struct DepthwiseBlock {
  using Form = FormOfBlock;
  using I32 = typename D::Simd::I32;
  static constexpr int kGroups = kGroupsOfRegister;
  static constexpr int kBlocks = D::template kBlocksOf<Form, kGroups>;
  static constexpr int kParts = kBlocks * kGroups;
  static constexpr int kWindows = kBlocks * Form::kWindows;
  // Those of block after block, window after window.
  using Sums = I32[kBlocks * Form::kWindows][4];
};

// The addresses of a position, one of a quad, for each group of a block.
template <class B>
LOWP_INLINE void LoadDepthwise(const std::uint8_t* tap, std::ptrdiff_t stride,
                               const int* starts,
                               const std::uint8_t* (&at)[B::kGroups]) {
  LOWP_UNROLL
  for (int h = 0; h < B::kGroups; ++h) at[h] = tap + starts[h] * stride;
}

template <class D, class B>
LOWP_INLINE void SumDepthwise(const DepthwiseTask& task,
                              typename D::FlipOf flip,
                              const int (&starts)[B::kParts],
                              typename B::Sums& sums) {
  using Form = typename B::Form;
  constexpr int kQuadWeights = 4 * kDepthwiseLanesOf<D>;
  LOWP_UNROLL
  for (int i = 0; i < 4; ++i) {
    const typename B::I32 add = D::Simd::Load(task.add + i * D::Simd::kLanes);
    LOWP_UNROLL
    for (int w = 0; w < B::kWindows; ++w) sums[w][i] = add;
  }
  const DepthwiseSource* sources = task.sources;
  const typename D::Weight* weights =
      static_cast<const typename D::Weight*>(task.weights);
  for (int g = task.groups; g > 0; --g) {
    LOWP_UNROLL
    for (int q = 0; q < Form::kQuads; ++q) {
      typename D::Register x[B::kBlocks][Form::kOfQuad];
      LOWP_UNROLL
      for (int i = 0; i < Form::kOfQuad; ++i) {
        // Windows that share positions have them all in one line.
        const int p = 4 * q + i;
        const std::ptrdiff_t stride =
            sources[Form::kWindows > 1 ? 0 : p].stride;
        LOWP_UNROLL
        for (int b = 0; b < B::kBlocks; ++b) {
          const std::uint8_t* at[B::kGroups];
          LoadDepthwise<B>(sources[p].at, stride, starts + b * B::kGroups, at);
          x[b][i] = D::Load(at, flip);
        }
      }
      D::template AddQuad<Form>(x, weights + q * kQuadWeights, sums);
    }
    sources += Form::kPositions;
    weights +=
        Form::kWindows * Form::kPositions * D::kMixes * kDepthwiseLanesOf<D>;
  }
}

// Calls finish(starts, sums) for block after block. The last one repeats
// windows rather than being smaller.
template <class D, class B, class Finish>
LOWP_INLINE void ForEachDepthwiseBlock(const DepthwiseTask& task,
                                       const Finish& finish) {
  constexpr int kSharing = B::Form::kWindows;
  const typename D::FlipOf flip = D::Flip(task.is_signed);
  const int last = task.windows > kSharing ? task.windows - kSharing : 0;
  for (int window = 0; window < task.windows; window += kSharing * B::kParts) {
    int starts[B::kParts];
    LOWP_UNROLL
    for (int i = 0; i < B::kParts; ++i) {
      const int start = window + i * kSharing;
      starts[i] = start < last ? start : last;
    }
    typename B::Sums sums;
    SumDepthwise<D, B>(task, flip, starts, sums);
    finish(starts, sums);
  }
}

// Calls store(window of the sums, where they go in each group) for each window
// that there is.
template <class B, typename T, class Store>
LOWP_INLINE void ForEachDepthwiseWindow(const DepthwiseTask& task,
                                        const int (&starts)[B::kParts],
                                        const Store& store) {
  constexpr int kSharing = B::Form::kWindows;
  LOWP_UNROLL
  for (int b = 0; b < B::kBlocks; ++b) {
    LOWP_UNROLL
    for (int w = 0; w < kSharing; ++w) {
      if (w >= task.windows) break;
      T* to[B::kGroups];
      LOWP_UNROLL
      for (int h = 0; h < B::kGroups; ++h) {
        to[h] = reinterpret_cast<T*>(static_cast<std::uint8_t*>(task.result) +
                                     (starts[b * B::kGroups + h] + w) *
                                         task.result_stride);
      }
      store(b * kSharing + w, to);
    }
  }
}

// DepthwiseKernel::sum or run.
template <class D, class Form, int kGroups, DepthwiseResults kResults>
void RunDepthwiseBlocks(const DepthwiseTask& task) {
  using B = DepthwiseBlock<D, Form, kGroups>;
  const DepthwiseEpilogue<typename D::Simd> epilogue(
      kResults == DepthwiseResults::kSums ? nullptr : task.epilogue);
  ForEachDepthwiseBlock<D, B>(
      task, [&](const int(&starts)[B::kParts],
                typename B::Sums& sums) LOWP_INLINE_LAMBDA {
        if (kResults == DepthwiseResults::kSums ||
            (kResults == DepthwiseResults::kEither && epilogue.stores_sums)) {
          ForEachDepthwiseWindow<B, std::int32_t>(
              task, starts,
              [&sums](int w, std::int32_t* const(&to)[kGroups])
                  LOWP_INLINE_LAMBDA { D::StoreSums(sums[w], to); });
          return;
        }
        epilogue.Scale(task.constants, sums);
        ForEachDepthwiseWindow<B, std::uint8_t>(
            task, starts,
            [&](int w, std::uint8_t* const(&to)[kGroups]) LOWP_INLINE_LAMBDA {
              D::StoreBytes(D::Narrow(epilogue.bounds, sums[w]), to,
                            task.columns);
            });
      });
}

template <class D, class Form>
constexpr DepthwiseKernel MakeDepthwiseKernel(const char* name,
                                              DepthwiseCost cost) {
  static_assert(Form::kPositions <= kMaxDepthwisePositions &&
                    kDepthwiseLanesOf<D> <= kMaxDepthwiseLanes,
                "the engine leaves room for as many");
  using Results = DepthwiseResults;
  constexpr bool kIsOne = D::kParts >= 4;
  constexpr Results kSums = kIsOne ? Results::kEither : Results::kSums;
  constexpr Results kBytes = kIsOne ? Results::kEither : Results::kBytes;
  DepthwiseKernel kernel = {
      name,
      {Form::kPositions, Form::kWindows, DepthwiseBlock<D, Form, 1>::kBlocks,
       D::kMixes, D::kInterleave, D::kParts, sizeof(typename D::Weight),
       D::kReads},
      cost,
      {&RunDepthwiseBlocks<D, Form, 1, kSums>, nullptr, nullptr},
      {&RunDepthwiseBlocks<D, Form, 1, kBytes>, nullptr, nullptr}};
  if constexpr (D::kParts >= 2) {
    kernel.sum[1] = &RunDepthwiseBlocks<D, Form, 2, kSums>;
    kernel.run[1] = &RunDepthwiseBlocks<D, Form, 2, kBytes>;
  }
  if constexpr (D::kParts >= 4) {
    kernel.sum[2] = &RunDepthwiseBlocks<D, Form, 4, kSums>;
    kernel.run[2] = &RunDepthwiseBlocks<D, Form, 4, kBytes>;
  }
  return kernel;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_INL_H_
