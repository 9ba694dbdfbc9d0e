// Depthwise convolutions of interleaved lines, from the lines to the stored
// result. Written once over a policy of registers `D`:
//   Simd                       the register policy
//   Register, kReads, kBytes   bytes, as which they are read, how many
//   Load, LoadPart(p, count)   a register of a line's bytes, or its first ones
//   Flip(x, flip)
//   StoreQuad(lines, quad)     four registers, interleaved
//   LoadValues(p)              a register of a quad
//   Dot::Add(sum, values, weights in memory)
//   StoreBytes(bounds, sums, to, lanes)
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_INTERLEAVED_INL_H_
#define LOWP_META_CONV_INTERLEAVED_INL_H_

#include <cstddef>
#include <cstdint>

#include "../../internal/compiler.h"
#include "../../internal/contract/interleaved_task.h"
#include "depthwise_epilogue-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// InterleavedKernel::interleave.
template <class D>
void InterleaveLines(const InterleaveTask& task) {
  const std::uint8_t* const a = task.lines[0];
  const std::uint8_t* const b = task.lines[1];
  const std::uint8_t* const c = task.lines[2];
  const std::uint8_t* const d = task.lines[3];
  const std::uint8_t flip = task.flip;
  std::ptrdiff_t i = 0;
  for (; i + D::kBytes <= task.bytes; i += D::kBytes) {
    D::StoreQuad(D::Load(a + i), D::Load(b + i), D::Load(c + i), D::Load(d + i),
                 flip, task.quad + kLinesOfQuad * i);
  }
  if (i == task.bytes) return;
  const int left = static_cast<int>(task.bytes - i);
  D::StoreQuad(D::LoadPart(a + i, left), D::LoadPart(b + i, left),
               D::LoadPart(c + i, left), D::LoadPart(d + i, left), flip,
               task.quad + kLinesOfQuad * i);
}

template <class D, int kLines>
LOWP_INLINE void SumInterleaved(const InterleavedTask& task,
                                const std::uint8_t* values,
                                typename D::Simd::I32 (&sums)[kLines][4]) {
  constexpr int kLanes = D::Simd::kLanes;
  LOWP_UNROLL
  for (int i = 0; i < 4; ++i) {
    const typename D::Simd::I32 add = D::Simd::Load(task.add + i * kLanes);
    LOWP_UNROLL
    for (int r = 0; r < kLines; ++r) sums[r][i] = add;
  }
  const std::int8_t* weights = task.weights;
  for (int q = task.quads; q > 0; --q, values += task.quad_stride) {
    const std::uint8_t* tap = values;
    for (int t = task.taps; t > 0; --t, tap += task.tap_stride) {
      LOWP_UNROLL
      for (int i = 0; i < 4; ++i) {
        const auto x = D::LoadValues(tap + task.parts[i]);
        LOWP_UNROLL
        for (int r = 0; r < kLines; ++r) {
          D::Dot::Add(&sums[r][i], x, weights + (4 * r + i) * 4 * kLanes);
        }
      }
      weights += kLines * 4 * 4 * kLanes;
    }
  }
}

// Calls store(sums of an output line, where they go, lanes) block after block.
template <class D, int kLines, class Scale, class Store>
LOWP_INLINE void ForEachInterleavedBlock(const InterleavedTask& task,
                                         const Scale& scale,
                                         const Store& store) {
  const std::uint8_t* values = task.values;
  std::uint8_t* result = task.result;
  for (int left = task.blocks; left > 0; --left) {
    const int lanes = left > 1 ? task.lanes : task.last_lanes;
    typename D::Simd::I32 sums[kLines][4];
    SumInterleaved<D>(task, values, sums);
    scale(sums);
    LOWP_UNROLL
    for (int r = 0; r < kLines; ++r) {
      if (r < task.lines) store(sums[r], result + r * task.line_stride, lanes);
    }
    values += task.block_stride;
    result += task.result_stride;
  }
}

// InterleavedKernel::sum.
template <class D, int kLines>
void InterleavedSums(const InterleavedTask& task) {
  using I32 = typename D::Simd::I32;
  ForEachInterleavedBlock<D, kLines>(
      task, [](I32(&)[kLines][4]) LOWP_INLINE_LAMBDA {},
      [](const I32(&sums)[4], std::uint8_t* to, int lanes)
          LOWP_INLINE_LAMBDA { D::StoreSums(sums, to, lanes); });
}

// InterleavedKernel::run.
template <class D, int kLines>
void InterleavedInRegisters(const InterleavedTask& task) {
  using I32 = typename D::Simd::I32;
  const DepthwiseEpilogue<typename D::Simd> epilogue(*task.epilogue,
                                                     task.constants);
  ForEachInterleavedBlock<D, kLines>(
      task,
      [&](I32(&sums)[kLines][4]) LOWP_INLINE_LAMBDA { epilogue.Scale(sums); },
      [&](const I32(&sums)[4], std::uint8_t* to, int lanes) LOWP_INLINE_LAMBDA {
        D::StoreBytes(epilogue.bounds, sums, to, lanes);
      });
}

template <class D, int kLines>
constexpr InterleavedKernel MakeInterleavedKernel(const char* name,
                                                  InterleavedCost cost) {
  static_assert(4 * D::kBytes <= kInterleaveSlack &&
                    4 * D::Simd::kLanes <= kMaxDepthwiseLanes,
                "the engine leaves room for as many");
  return {name,
          kLines,
          D::Simd::kLanes,
          D::kReads,
          cost,
          &InterleaveLines<D>,
          &InterleavedSums<D, kLines>,
          &InterleavedInRegisters<D, kLines>,
          &MakeDepthwiseConstants<typename D::Simd>};
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_INTERLEAVED_INL_H_
