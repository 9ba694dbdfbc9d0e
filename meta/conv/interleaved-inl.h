// Depthwise convolutions of interleaved lines, from the lines to the stored
// result. Written once over a policy of registers `D`:
//   Simd                       the register policy
//   Register, kReads, kBytes   bytes, as which they are read, how many
//   kLinesOfQuad               four of bytes or two of int16
//   Load, LoadPart(p, count)   a register of a line's bytes, or its first ones
//   StoreQuad(lines, flip, quad)   as many registers as lines, interleaved
//   LoadValues(p)              a register of a quad
//   LoadTap<tap>(p, stride)    the same at p + tap * stride, for kernels whose
//                              weights stay in registers
//   kIsOneFunction             whether one stores both sums and bytes
//   Dot::Add(sum, values, weights in memory), or in a register for those
//   StoreSums(sums, to, lanes)
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

// A position of each line.
template <class D>
LOWP_INLINE void InterleavePosition(
    const std::uint8_t* const (&lines)[D::kLinesOfQuad], std::ptrdiff_t bytes,
    std::uint8_t flip, std::uint8_t* quad) {
  typename D::Register x[D::kLinesOfQuad];
  std::ptrdiff_t i = 0;
  for (; i + D::kBytes <= bytes; i += D::kBytes) {
    LOWP_UNROLL
    for (int l = 0; l < D::kLinesOfQuad; ++l) x[l] = D::Load(lines[l] + i);
    D::StoreQuad(x, flip, quad + kQuadWidth * i);
  }
  if (i >= bytes) return;
  const int left = static_cast<int>(bytes - i);
  LOWP_UNROLL
  for (int l = 0; l < D::kLinesOfQuad; ++l) {
    x[l] = D::LoadPart(lines[l] + i, left);
  }
  D::StoreQuad(x, flip, quad + kQuadWidth * i);
}

// InterleavedKernel::interleave.
template <class D>
void InterleaveLines(const InterleaveTask& task) {
  const std::uint8_t* lines[D::kLinesOfQuad];
  LOWP_UNROLL
  for (int l = 0; l < D::kLinesOfQuad; ++l) lines[l] = task.lines[l];
  std::uint8_t* quad = task.quad;
  // The next position overwrites what is written beyond this one.
  const std::ptrdiff_t bytes =
      task.reads_on ? (task.bytes + D::kBytes - 1) / D::kBytes * D::kBytes
                    : task.bytes;
  for (std::int64_t left = task.positions; left > 0; --left) {
    InterleavePosition<D>(lines, left > 1 ? bytes : task.bytes, task.flip,
                          quad);
    LOWP_UNROLL
    for (int l = 0; l < D::kLinesOfQuad; ++l) lines[l] += task.strides[l];
    quad += task.quad_stride;
  }
}

// Values of a block lie `at` bytes further on than those of the first one.
template <class D, int kLines>
LOWP_INLINE void SumInterleaved(const InterleavedTask& task,
                                const InterleavedTile& tile, std::ptrdiff_t at,
                                typename D::Simd::I32 (&sums)[kLines][4]) {
  constexpr int kLanes = D::Simd::kLanes;
  LOWP_UNROLL
  for (int i = 0; i < 4; ++i) {
    const typename D::Simd::I32 add = D::Simd::Load(tile.add + i * kLanes);
    LOWP_UNROLL
    for (int r = 0; r < kLines; ++r) sums[r][i] = add;
  }
  const std::uint8_t* weights = tile.weights;
  for (int q = 0; q < tile.quads; ++q) {
    const std::uint8_t* tap = task.quads[q] + at;
    for (int t = task.taps; t > 0; --t, tap += task.tap_stride) {
      LOWP_UNROLL
      for (int i = 0; i < 4; ++i) {
        const auto x = D::LoadValues(tap + tile.parts[i]);
        LOWP_UNROLL
        for (int r = 0; r < kLines; ++r) {
          D::Dot::Add(&sums[r][i], x,
                      weights + (4 * r + i) * kQuadWidth * kLanes);
        }
      }
      weights += kLines * 4 * kQuadWidth * kLanes;
    }
  }
}

// How many lanes a tile's block has, of which `left` blocks are left.
template <class D>
LOWP_INLINE int LanesLeft(const InterleavedTask& task, int tile, int left) {
  return tile != task.last_tile ? 4 * D::Simd::kLanes
         : left > 1             ? task.lanes_before_last
                                : task.last_lanes;
}

// Calls scale(constants, sums) and store(sums of an output line, where they go,
// lanes) block after block, those of a tile after one another.
template <class D, int kLines, class Scale, class Store>
LOWP_INLINE void ForEachInterleavedBlock(const InterleavedTask& task,
                                         const Scale& scale,
                                         const Store& store) {
  for (int t = 0; t < task.tile_count; ++t) {
    const InterleavedTile tile = task.tiles[t];
    std::uint8_t* result = task.result + t * task.tile_stride;
    std::ptrdiff_t at = 0;
    for (int left = task.blocks - (t > task.last_tile); left > 0; --left) {
      const int lanes = LanesLeft<D>(task, t, left);
      typename D::Simd::I32 sums[kLines][4];
      SumInterleaved<D>(task, tile, at, sums);
      scale(tile.constants, sums);
      LOWP_UNROLL
      for (int r = 0; r < kLines; ++r) {
        if (r < task.lines) {
          store(sums[r], result + r * task.line_stride, lanes);
        }
      }
      at += task.block_stride;
      result += task.result_stride;
    }
  }
}

// Blocks that kernels of weights in registers finish together.
constexpr int kBlocksOfTaps = 2;

// The weights of one output line for kTaps taps of one quad, in registers.
// Three taps at most: an instruction addresses 0, 1 and 2 strides behind a
// pointer.
template <class D, int kTaps>
struct TapsInRegisters {
  using I32 = typename D::Simd::I32;
  static_assert(kTaps == 3, "Sum() adds three");

  explicit LOWP_INLINE TapsInRegisters(const InterleavedTile& tile) {
    constexpr int kRegister = kQuadWidth * D::Simd::kLanes;
    LOWP_UNROLL
    for (int i = 0; i < 4; ++i) {
      add[i] = D::Simd::Load(tile.add + i * D::Simd::kLanes);
      LOWP_UNROLL
      for (int t = 0; t < kTaps; ++t) {
        weights[t][i] = D::LoadValues(tile.weights + (t * 4 + i) * kRegister);
      }
    }
  }
  // Of a block, whose first taps are at `from`. Moves on to the next one.
  LOWP_INLINE void Sum(const InterleavedTask& task,
                       const std::uint8_t* (&from)[4], I32 (&sums)[4]) const {
    const std::ptrdiff_t stride = task.tap_stride;
    LOWP_UNROLL
    for (int i = 0; i < 4; ++i) {
      I32 sum = add[i];
      D::Dot::Add(&sum, D::LoadValues(from[i]), weights[0][i]);
      D::Dot::Add(&sum, D::template LoadTap<1>(from[i], stride), weights[1][i]);
      D::Dot::Add(&sum, D::template LoadTap<2>(from[i], stride), weights[2][i]);
      sums[i] = sum;
      from[i] += task.block_stride;
    }
  }

  I32 add[4];
  typename D::Register weights[kTaps][4];
};

// The same as ForEachInterleavedBlock, for one output line. Weights stay in
// registers, and two blocks share the constants of the epilogue: on a core that
// loads one register a cycle, both take longer to load than to use.
template <class D, int kTaps, class Scale, class Store>
LOWP_INLINE void ForEachBlockOfTaps(const InterleavedTask& task,
                                    const Scale& scale, const Store& store) {
  for (int t = 0; t < task.tile_count; ++t) {
    const InterleavedTile tile = task.tiles[t];
    const TapsInRegisters<D, kTaps> taps(tile);
    const std::uint8_t* from[4];
    LOWP_UNROLL
    for (int i = 0; i < 4; ++i) from[i] = task.quads[0] + tile.parts[i];
    std::uint8_t* result = task.result + t * task.tile_stride;
    const int usual = LanesLeft<D>(task, t, 2), last = LanesLeft<D>(task, t, 1);
    int left = task.blocks - (t > task.last_tile);
    const auto finish = [&](auto& sums) LOWP_INLINE_LAMBDA {
      scale(tile.constants, sums);
      LOWP_UNROLL
      for (const auto& sums_of_block : sums) {
        store(sums_of_block, result, left-- > 1 ? usual : last);
        result += task.result_stride;
      }
    };
    while (left >= kBlocksOfTaps) {
      typename D::Simd::I32 sums[kBlocksOfTaps][4];
      LOWP_UNROLL
      for (auto& sums_of_block : sums) taps.Sum(task, from, sums_of_block);
      finish(sums);
    }
    if (left == 0) continue;
    typename D::Simd::I32 sums[1][4];
    taps.Sum(task, from, sums[0]);
    finish(sums);
  }
}

// InterleavedKernel::sum or run.
template <class D, int kLines, int kTaps, DepthwiseResults kResults>
void RunInterleavedBlocks(const InterleavedTask& task) {
  using I32 = typename D::Simd::I32;
  const DepthwiseEpilogue<typename D::Simd> epilogue(
      kResults == DepthwiseResults::kSums ? nullptr : task.epilogue);
  const bool stores_sums =
      kResults == DepthwiseResults::kSums ||
      (kResults == DepthwiseResults::kEither && epilogue.stores_sums);
  const auto scale = [&](const void* constants, auto& sums) LOWP_INLINE_LAMBDA {
    if (!stores_sums) epilogue.Scale(constants, sums);
  };
  const auto store = [&](const I32(&sums)[4], std::uint8_t* to, int lanes)
                         LOWP_INLINE_LAMBDA {
                           if (stores_sums) {
                             D::StoreSums(sums, to, lanes);
                           } else {
                             D::StoreBytes(epilogue.bounds, sums, to, lanes);
                           }
                         };
  if constexpr (kTaps == 0) {
    ForEachInterleavedBlock<D, kLines>(task, scale, store);
  } else {
    static_assert(kLines == 1, "two lines would share what they load");
    ForEachBlockOfTaps<D, kTaps>(task, scale, store);
  }
}

template <class D>
constexpr DepthwiseResults ResultsOfSums() {
  return D::kIsOneFunction ? DepthwiseResults::kEither
                           : DepthwiseResults::kSums;
}
template <class D>
constexpr DepthwiseResults ResultsOfBytes() {
  return D::kIsOneFunction ? DepthwiseResults::kEither
                           : DepthwiseResults::kBytes;
}

template <class D, int kLines, int kTaps = 0>
constexpr InterleavedKernel MakeInterleavedKernel(
    const char* name, InterleavedCost cost, std::int64_t quad_bytes = 1 << 14) {
  static_assert(kQuadWidth * D::kBytes <= kInterleaveSlack &&
                    D::kLinesOfQuad <= kMaxLinesOfQuad &&
                    4 * D::Simd::kLanes <= kMaxDepthwiseLanes,
                "the engine leaves room for as many");
  return {name,
          D::kLinesOfQuad,
          kLines,
          kTaps,
          kTaps == 0 ? 0 : 1,
          kTaps == 0 ? kLines : kBlocksOfTaps,
          D::Simd::kLanes,
          D::kReads,
          cost,
          quad_bytes,
          &InterleaveLines<D>,
          &RunInterleavedBlocks<D, kLines, kTaps, ResultsOfSums<D>()>,
          &RunInterleavedBlocks<D, kLines, kTaps, ResultsOfBytes<D>()>};
}

}  // namespace
}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_META_CONV_INTERLEAVED_INL_H_
