// Depthwise convolutions of windows that share positions of the input, from the
// bytes that they read to the stored result in registers. Written once over a
// form and a policy of registers `D`:
//   Simd, kParts               the register policy, and parts of a register
//   Weight, kReads, kInterleave   as DepthwiseFormat has them
//   Load<kSigned>(addresses)   bytes of a position, for as many windows as
//                              there are addresses
//   AddQuad<Form, q>(x, weights, sums)   adds four positions, quad q of a group
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

// Windows that share the positions of `quads` times four, and which of them
// meet which (DepthwiseFormat::uses).
template <int kWindowsThere, int kQuadsThere, std::uint32_t kUsesThere>
struct DepthwiseForm {
  static constexpr int kWindows = kWindowsThere;
  static constexpr int kQuads = kQuadsThere;
  static constexpr std::uint32_t kUses = kUsesThere;
  static constexpr bool Uses(int window, int quad) {
    return (kUses >> (window * kQuads + quad) & 1) != 0;
  }
};
// Any taps, four at a time.
using AnyFourTaps = DepthwiseForm<1, 1, 1>;
// Three taps or fewer of neighbours.
using TwoOfFour = DepthwiseForm<2, 1, 3>;
// Of windows two positions apart: the first has the first four positions, the
// last one the last four.
using ThreeOfEight = DepthwiseForm<3, 2, 0x2d>;
// Up to seven taps, and up to five.
using TwoOfEight = DepthwiseForm<2, 2, 0xf>;
using FourOfEight = DepthwiseForm<4, 2, 0xff>;

template <class D>
constexpr int kDepthwiseLanesOf = 16 * D::kParts;

// A block in kGroups groups of windows: group h begins at window starts[h].
template <class D, class Form, bool kSigned, int kGroups>
LOWP_INLINE void SumDepthwise(const DepthwiseTask& task,
                              const int (&starts)[kGroups],
                              typename D::Simd::I32 (&sums)[Form::kWindows]
                                                           [4]) {
  constexpr int kPositions = 4 * Form::kQuads;
  constexpr int kQuadWeights = 4 * kDepthwiseLanesOf<D>;
  LOWP_UNROLL
  for (int w = 0; w < Form::kWindows; ++w) {
    LOWP_UNROLL
    for (int i = 0; i < 4; ++i) {
      sums[w][i] = D::Simd::Load(task.add + i * D::Simd::kLanes);
    }
  }
  const std::uint8_t* const* taps = task.taps;
  const std::ptrdiff_t* strides = task.strides;
  const typename D::Weight* weights =
      static_cast<const typename D::Weight*>(task.weights);
  for (int g = task.groups; g > 0; --g) {
    LOWP_UNROLL
    for (int q = 0; q < Form::kQuads; ++q) {
      typename D::Register x[4];
      LOWP_UNROLL
      for (int i = 0; i < 4; ++i) {
        const std::uint8_t* at[kGroups];
        LOWP_UNROLL
        for (int h = 0; h < kGroups; ++h) {
          at[h] = taps[4 * q + i] + task.first + starts[h] * strides[4 * q + i];
        }
        x[i] = D::template Load<kSigned>(at);
      }
      D::template AddQuad<Form>(x, q, weights + q * kQuadWeights, sums);
    }
    taps += kPositions;
    strides += kPositions;
    weights += Form::kWindows * Form::kQuads * kQuadWeights;
  }
}

// Calls finish(starts, sums) for block after block. The last one repeats
// windows rather than being smaller.
template <class D, class Form, bool kSigned, int kGroups, class Finish>
LOWP_INLINE void ForEachDepthwiseBlock(const DepthwiseTask& task,
                                       const Finish& finish) {
  constexpr int kStep = Form::kWindows * kGroups;
  const int last =
      task.windows > Form::kWindows ? task.windows - Form::kWindows : 0;
  for (int window = 0; window < task.windows; window += kStep) {
    int starts[kGroups];
    LOWP_UNROLL
    for (int h = 0; h < kGroups; ++h) {
      const int start = window + h * Form::kWindows;
      starts[h] = start < last ? start : last;
    }
    typename D::Simd::I32 sums[Form::kWindows][4];
    SumDepthwise<D, Form, kSigned>(task, starts, sums);
    finish(starts, sums);
  }
}

// Both signs of the bytes.
template <class D, class Form, int kGroups, class Finish>
LOWP_INLINE void ForEachDepthwiseBlock(const DepthwiseTask& task,
                                       const Finish& finish) {
  if (task.is_signed) {
    ForEachDepthwiseBlock<D, Form, true, kGroups>(task, finish);
  } else {
    ForEachDepthwiseBlock<D, Form, false, kGroups>(task, finish);
  }
}

// Where results of window w of each group go.
template <int kGroups, typename T>
struct DepthwiseRows {
  T* of[kGroups];
  LOWP_INLINE DepthwiseRows(void* result, std::ptrdiff_t stride,
                            const int (&starts)[kGroups], int window) {
    LOWP_UNROLL
    for (int h = 0; h < kGroups; ++h) {
      of[h] = reinterpret_cast<T*>(static_cast<std::uint8_t*>(result) +
                                   (starts[h] + window) * stride);
    }
  }
};

// Stores the sums of a block as they are, rows `stride` bytes apart.
template <class D, class Form, int kGroups>
LOWP_INLINE void StoreDepthwise(const DepthwiseTask& task, void* to,
                                std::ptrdiff_t stride,
                                const int (&starts)[kGroups],
                                const typename D::Simd::I32 (
                                    &sums)[Form::kWindows][4]) {
  LOWP_UNROLL
  for (int w = 0; w < Form::kWindows; ++w) {
    if (w >= task.windows) return;
    D::StoreSums(sums[w],
                 DepthwiseRows<kGroups, std::int32_t>(to, stride, starts, w).of);
  }
}

// DepthwiseKernel::sum.
template <class D, class Form, int kGroups>
void DepthwiseSums(const DepthwiseTask& task) {
  ForEachDepthwiseBlock<D, Form, kGroups>(
      task, [&task](const int(&starts)[kGroups],
                    typename D::Simd::I32(&sums)[Form::kWindows][4])
                LOWP_INLINE_LAMBDA {
                  StoreDepthwise<D, Form>(
                      task, task.sums,
                      task.stride * std::ptrdiff_t{sizeof(std::int32_t)},
                      starts, sums);
                });
}

// DepthwiseKernel::run.
template <class D, class Form, int kGroups>
void DepthwiseInRegisters(const DepthwiseTask& task) {
  using Simd = typename D::Simd;
  const DepthwiseEpilogue<Simd> epilogue(task);
  ForEachDepthwiseBlock<D, Form, kGroups>(
      task, [&](const int(&starts)[kGroups],
                typename Simd::I32(&sums)[Form::kWindows][4])
                LOWP_INLINE_LAMBDA {
                  if (!epilogue.Scale(sums)) {
                    return StoreDepthwise<D, Form>(task, task.result,
                                                   task.result_stride, starts,
                                                   sums);
                  }
                  LOWP_UNROLL
                  for (int w = 0; w < Form::kWindows; ++w) {
                    if (w >= task.windows) return;
                    const DepthwiseRows<kGroups, std::uint8_t> rows(
                        task.result, task.result_stride, starts, w);
                    D::StoreBytes(D::Narrow(epilogue.bounds, sums[w]), rows.of,
                                  task.columns);
                  }
                });
}

template <class D, class Form>
constexpr DepthwiseKernel MakeDepthwiseKernel(const char* name,
                                              DepthwiseCost cost) {
  static_assert(4 * Form::kQuads <= kMaxDepthwisePositions &&
                    kDepthwiseLanesOf<D> <= kMaxDepthwiseLanes,
                "the engine leaves room for as many");
  DepthwiseKernel kernel = {
      name,
      {4 * Form::kQuads, Form::kWindows, D::kInterleave, D::kParts, Form::kUses,
       sizeof(typename D::Weight), D::kReads},
      cost,
      {&DepthwiseSums<D, Form, 1>, nullptr, nullptr},
      {&DepthwiseInRegisters<D, Form, 1>, nullptr, nullptr},
      &MakeDepthwiseConstants<typename D::Simd>};
  if constexpr (D::kParts >= 2) {
    kernel.sum[1] = &DepthwiseSums<D, Form, 2>;
    kernel.run[1] = &DepthwiseInRegisters<D, Form, 2>;
  }
  if constexpr (D::kParts >= 4) {
    kernel.sum[2] = &DepthwiseSums<D, Form, 4>;
    kernel.run[2] = &DepthwiseInRegisters<D, Form, 4>;
  }
  return kernel;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_DEPTHWISE_INL_H_
