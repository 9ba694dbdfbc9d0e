// Depthwise convolutions of interleaved lines for filters of a known size. A
// group of blocks, which follow one another along the line, shares what is
// loaded of weights and of the epilogue's constants, and so do its output
// lines. Where each block loads its own, as in interleaved-inl.h, a core that
// loads one or two registers a cycle takes longer to load than to multiply.
//
// The policy D, see there, also supplies
//   kBlocksOfGroup             2 or 4, as its number of registers allows
//   Keep(x)                    makes compilers keep a register, and that here:
//                              not load it again, nor ahead, and spill
//   Join(x, y)                 a register of each of two blocks as int16,
//                              saturated
//   Narrow(bounds, joined, bytes)   the bytes of both blocks, of four registers
//   StoreInOrder(bytes, to, lanes)
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_META_CONV_INTERLEAVED_GROUPS_INL_H_
#define LOWP_META_CONV_INTERLEAVED_GROUPS_INL_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/compiler.h"
#include "../../internal/contract/interleaved_task.h"
#include "depthwise_epilogue-inl.h"
#include "interleaved-inl.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// For kLines output lines, which share kQuads quads with kTaps taps each.
template <int kLinesThere, int kTapsThere, int kQuadsThere>
struct FilterSize {
  static constexpr int kLines = kLinesThere;
  static constexpr int kTaps = kTapsThere;
  static constexpr int kQuads = kQuadsThere;
};

// Sums of kBlocks blocks: one register of each, for each output line.
template <class D, class Size, int kBlocks>
using SumsOfGroup = typename D::Simd::I32[Size::kLines][kBlocks];

// The sums of register i of a group whose first block is `at` bytes further on.
template <class D, class Size, int kBlocks>
LOWP_INLINE void SumRegister(const InterleavedTask& task,
                             const InterleavedTile& tile, int i,
                             std::ptrdiff_t at,
                             SumsOfGroup<D, Size, kBlocks>& sums) {
  constexpr int kLines = Size::kLines, kRegister = kQuadWidth * D::Simd::kLanes;
  const auto add = D::Simd::Load(tile.add + i * D::Simd::kLanes);
  LOWP_UNROLL
  for (auto& sums_of_line : sums) {
    LOWP_UNROLL
    for (auto& sum : sums_of_line) sum = add;
  }
  const std::uint8_t* weights = tile.weights + i * kRegister;
  LOWP_OPAQUE(weights);  // else GCC keeps the address of every register
  LOWP_UNROLL
  for (int q = 0; q < Size::kQuads; ++q) {
    const std::uint8_t* tap = task.quads[q] + at + tile.parts[i];
    LOWP_UNROLL
    for (int t = 0; t < Size::kTaps; ++t, tap += task.tap_stride) {
      typename D::Register of_line[kLines];
      LOWP_UNROLL
      for (int r = 0; r < kLines; ++r) {
        of_line[r] = D::LoadValues(
            weights + ((q * Size::kTaps + t) * kLines + r) * 4 * kRegister);
        D::Keep(&of_line[r]);
      }
      LOWP_UNROLL
      for (int b = 0; b < kBlocks; ++b) {
        auto x = D::LoadValues(tap + b * task.block_stride);
        D::Keep(&x);
        LOWP_UNROLL
        for (int r = 0; r < kLines; ++r) {
          D::Dot::Add(&sums[r][b], x, of_line[r]);
        }
      }
    }
  }
}

// What a group needs beside its task.
template <class D, class Scaling>
struct GroupOfTile {
  const InterleavedTile& tile;
  const typename D::Simd::Bounds& bounds;
  const Scaling& scaling;
  std::ptrdiff_t at;
  std::uint8_t* result;
  // Lanes that exist of the last block, and of those before.
  int last, usual;
};

// Register i of a group, scaled.
template <class D, class Size, int kBlocks, class Scaling>
LOWP_INLINE void ScaleRegister(const InterleavedTask& task,
                               const GroupOfTile<D, Scaling>& group, int i,
                               SumsOfGroup<D, Size, kBlocks>& sums) {
  SumRegister<D, Size, kBlocks>(task, group.tile, i, group.at, sums);
  using Lanes = typename Scaling::Lanes;
  const Lanes k = static_cast<const Lanes*>(group.tile.constants)[i];
  LOWP_UNROLL
  for (auto& sums_of_line : sums) {
    LOWP_UNROLL
    for (auto& sum : sums_of_line) sum = group.scaling.Scale(sum, k);
  }
}

// A block from its quads to the stored bytes.
template <class D, class Size, class Scaling>
LOWP_INLINE void FinishBlock(const InterleavedTask& task,
                             const GroupOfTile<D, Scaling>& group) {
  typename D::Simd::I32 scaled[Size::kLines][4];
  LOWP_UNROLL
  for (int i = 0; i < 4; ++i) {
    SumsOfGroup<D, Size, 1> sums;
    ScaleRegister<D, Size, 1>(task, group, i, sums);
    LOWP_UNROLL
    for (int r = 0; r < Size::kLines; ++r) scaled[r][i] = sums[r][0];
  }
  LOWP_UNROLL
  for (int r = 0; r < Size::kLines; ++r) {
    if (r < task.lines) {
      D::StoreBytes(group.bounds, scaled[r],
                    group.result + r * task.line_stride, group.last);
    }
  }
}

// Pairs of blocks, whose registers are joined as soon as they are scaled.
template <class D, class Size, int kPairs, class Scaling>
LOWP_INLINE void FinishPairs(const InterleavedTask& task,
                             const GroupOfTile<D, Scaling>& group) {
  typename D::Simd::I32 joined[Size::kLines][kPairs][4];
  LOWP_UNROLL
  for (int i = 0; i < 4; ++i) {
    SumsOfGroup<D, Size, 2 * kPairs> sums;
    ScaleRegister<D, Size, 2 * kPairs>(task, group, i, sums);
    LOWP_UNROLL
    for (int r = 0; r < Size::kLines; ++r) {
      LOWP_UNROLL
      for (int p = 0; p < kPairs; ++p) {
        joined[r][p][i] = D::Join(sums[r][2 * p], sums[r][2 * p + 1]);
        D::Keep(&joined[r][p][i]);  // else both would be kept
      }
    }
  }
  LOWP_UNROLL
  for (int r = 0; r < Size::kLines; ++r) {
    if (r >= task.lines) continue;
    std::uint8_t* to = group.result + r * task.line_stride;
    LOWP_UNROLL
    for (int p = 0; p < kPairs; ++p) {
      typename D::Simd::I32 bytes[2];
      D::Narrow(group.bounds, joined[r][p], bytes);
      D::StoreInOrder(bytes[0], to, group.usual);
      to += task.result_stride;
      D::StoreInOrder(bytes[1], to, p + 1 < kPairs ? group.usual : group.last);
      to += task.result_stride;
    }
  }
}

template <class D, class Size, class Scaling>
LOWP_INLINE void RunGroupsOfTile(const InterleavedTask& task, int t,
                                 const typename D::Simd::Bounds& bounds,
                                 const Scaling& scaling) {
  const InterleavedTile tile = task.tiles[t];
  const int usual = LanesLeft<D>(task, t, 2), last = LanesLeft<D>(task, t, 1);
  int left = task.blocks - (t > task.last_tile);
  GroupOfTile<D, Scaling> group = {
      tile,  bounds, scaling, 0, task.result + t * task.tile_stride,
      usual, usual};
  const auto finish = [&](auto count) LOWP_INLINE_LAMBDA {
    constexpr int kPairs = decltype(count)::value;
    for (; left >= 2 * kPairs; left -= 2 * kPairs) {
      if (left == 2 * kPairs) group.last = last;
      FinishPairs<D, Size, kPairs>(task, group);
      group.at += 2 * kPairs * task.block_stride;
      group.result += 2 * kPairs * task.result_stride;
    }
  };
  if constexpr (D::kBlocksOfGroup == 4) {
    finish(std::integral_constant<int, 2>());
  }
  finish(std::integral_constant<int, 1>());
  if (left == 0) return;
  group.last = last;
  FinishBlock<D, Size>(task, group);
}

// InterleavedKernel::run. Scalings by integers, which are rare, are left to the
// function for any size.
template <class D, class Size>
void RunInterleavedGroups(const InterleavedTask& task) {
  const DepthwiseEpilogue<typename D::Simd> epilogue(task.epilogue);
  const bool is_done =
      epilogue.OnFloats([&](const auto& scaling) LOWP_INLINE_LAMBDA {
        for (int t = 0; t < task.tile_count; ++t) {
          RunGroupsOfTile<D, Size>(task, t, epilogue.bounds, scaling);
        }
      });
  if (!is_done) {
    RunInterleavedBlocks<D, Size::kLines, 0, ResultsOfBytes<D>()>(task);
  }
}

template <class D, class Size>
constexpr InterleavedKernel MakeGroupingKernel(
    const char* name, InterleavedCost cost, std::int64_t quad_bytes = 1 << 14) {
  InterleavedKernel kernel =
      MakeInterleavedKernel<D, Size::kLines>(name, cost, quad_bytes);
  kernel.taps = Size::kTaps;
  kernel.quads = Size::kQuads;
  kernel.together = Size::kLines * D::kBlocksOfGroup;
  kernel.run = &RunInterleavedGroups<D, Size>;
  return kernel;
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_INTERLEAVED_GROUPS_INL_H_
