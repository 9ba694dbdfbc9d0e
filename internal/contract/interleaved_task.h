// Depthwise convolutions whose lines of input are interleaved in memory, four
// at a time, before they are multiplied.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_INTERLEAVED_TASK_H_
#define LOWP_INTERNAL_CONTRACT_INTERLEAVED_TASK_H_

#include <cstddef>
#include <cstdint>

#include "depthwise_task.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A quad holds four bytes for each byte of a line of input: those of four
// lines, one below the other, or of two lines as int16. So taps of a column of
// the filter lie side by side, as an instruction multiplies them, wherever
// along the line a window begins: neighbouring windows share what was
// interleaved, and so do the output lines above and below.
constexpr int kQuadWidth = 4;
constexpr int kMaxLinesOfQuad = 4;

struct InterleaveTask {
  const std::uint8_t* lines[kMaxLinesOfQuad];
  std::ptrdiff_t strides[kMaxLinesOfQuad];  // from a position to the next
  std::int64_t positions;
  std::ptrdiff_t bytes;  // of a position of each line, at least 1
  // Whether bytes behind each position but the last, as many as a register has,
  // may be read.
  bool reads_on;
  std::uint8_t flip;  // exclusive or with each byte
  // The quad, in the order of positions. Up to kInterleaveSlack bytes behind it
  // are overwritten.
  std::uint8_t* quad;
  std::ptrdiff_t quad_stride;
};
constexpr int kInterleaveSlack = 256;

// The lanes of a block: four registers of int32. Each has consecutive channels,
// or channels of window after window, from a place of its own on.
struct InterleavedTile {
  std::ptrdiff_t parts[4];      // bytes of a quad
  const std::uint8_t* weights;  // aligned to a register
  const std::int32_t* add;      // likewise
  const void* constants;        // for `run`
  int quads;                    // the first ones of the task's
};

// The blocks of a line go through the tiles in turn: after the last tile comes
// the first one again. Lane l of register i of a tile's block number n has its
// values of tap t, of quad q, at
//   quads[q] + n * block_stride + tile.parts[i] + t * tap_stride + 4 * l
// For each output line r,
//   sum(r, i, l) = add[i][l] + sum over the tile's q, t and lines j of
//                  value * weights[q][t][r][i][l][j]
// modulo 2^32.
struct InterleavedTask {
  const std::uint8_t* const* quads;
  int quad_count, taps;
  std::ptrdiff_t block_stride, tap_stride;
  const InterleavedTile* tiles;
  int tile_count;

  // Blocks of each tile up to last_tile, which has the last block; the tiles
  // behind it have one block less.
  int blocks;
  int last_tile;
  // Lanes that exist, counted from the first one: of the last block, and of the
  // other blocks of its tile. Those of other tiles all exist.
  int last_lanes, lanes_before_last;
  // Where results go; `lines` is the number of output lines, at least 1.
  std::uint8_t* result;
  // In bytes: from a tile to the next, to the next block of the same tile, and
  // to the next line.
  std::ptrdiff_t tile_stride, result_stride, line_stride;
  int lines;
  // One that FinishesInRegisters() and scales to bytes; null: int32 sums.
  const Epilogue* epilogue;
};

// Cycles, comparable with those of DepthwiseCost: to interleave as many bytes
// of a quad's lines as four registers of sums have channels; to multiply the
// values of a block for one output line; to finish a block of one; of each
// call, for the windows of a line that are taken at a time or for one of the
// quads that they read; and of each tile of a call, for one output line.
struct InterleavedCost {
  float interleave, multiply, block, call, tile = 0;
};

// A kernel for filters whose values are bytes, or sums of two bytes; with two
// lines in a quad, of 9 bits. A block has four times `lanes` lanes, each an
// int32.
struct InterleavedKernel {
  const char* name;
  int lines;         // of a quad
  int output_lines;  // that share quads
  int taps;          // of a line; 0: any, in any number of quads
  int quads;         // which have them, in every tile
  int together;      // windows that are finished together
  int lanes;         // of a register
  Signedness reads;  // as which it reads bytes
  InterleavedCost cost;
  // As many windows of a line are taken at a time as have quads of so many
  // bytes, which stay in L1 or near it.
  std::int64_t quad_bytes;
  void (*interleave)(const InterleaveTask& task);
  // `sum` stores sums, `run` the results of an epilogue.
  void (*sum)(const InterleavedTask& task);
  void (*run)(const InterleavedTask& task);
};

struct InterleavedKernels {
  const InterleavedKernel* rows = nullptr;
  int count = 0;
  // With more blocks of channels than this, each position begins at a cache
  // line of the quad, so positions are interleaved one by one. With fewer
  // blocks that would take longer.
  int max_blocks_of_run = 2;
  // Where windows reach far, as many of a line are taken at a time as have
  // quads of half of max_quad_bytes, which stay in L2.
  std::int64_t max_quad_bytes = 1 << 18;
  // Cycles more to interleave and read 64 bytes of each line that do not stay
  // in L1.
  float beyond_l1 = 6;
  // Cycles to write a byte of a quad whose channels are repeated.
  float spread_byte = 0.03f;
  // Cycles per byte of a tile's weights, for each line of windows that reads
  // them, if those of all tiles have more than max_weight_bytes: the first
  // block of the line reads them from L2.
  float weight_beyond_l1 = 0.013f;
  std::int64_t max_weight_bytes = 1 << 15;
  // The maximum number of tiles that repeat every few windows: each has
  // constants of its own. An odd number of channels makes as many tiles.
  int max_tiles = 64;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_INTERLEAVED_TASK_H_
