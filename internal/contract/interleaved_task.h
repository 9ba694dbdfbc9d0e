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

// A quad is four lines of input, one below the other: byte 4 * i + l of it is
// byte i of line l. So four taps of a column of the filter lie side by side, as
// an instruction multiplies them, wherever along the line a window begins:
// neighbours share what was interleaved, and so do the output lines above and
// below.
constexpr int kLinesOfQuad = 4;

struct InterleaveTask {
  const std::uint8_t* lines[kLinesOfQuad];
  std::ptrdiff_t bytes;  // of each line, at least 1
  std::uint8_t flip;     // exclusive or with each byte
  // The quad. Up to kInterleaveSlack bytes behind it are overwritten.
  std::uint8_t* quad;
};
constexpr int kInterleaveSlack = 256;

// The lanes of a block are four registers of int32, each with consecutive
// channels, or windows after windows, from a place of its own on: lane l of
// register i of block b has its values of tap t at
//   values + b * block_stride + parts[i] + t * tap_stride + 4 * l
// of each quad, quad_stride apart. For each output line r,
//   sum(r, b, i, l) = add[i, l] + sum over quads q, taps t and lines j of
//                     value * weights[q][t][r][i][l][j]
// modulo 2^32.
struct InterleavedTask {
  const std::uint8_t* values;
  std::ptrdiff_t parts[4];
  std::ptrdiff_t block_stride, tap_stride, quad_stride;
  int quads, taps;
  const std::int8_t* weights;  // aligned to 64 bytes
  const std::int32_t* add;     // likewise

  int blocks;
  // Of each block that there are, from the first one on; of the last block.
  int lanes, last_lanes;
  // Where the block's results go, and the output lines that there are, at least
  // 1.
  std::uint8_t* result;
  std::ptrdiff_t result_stride, line_stride;  // from block to block; bytes
  int lines;
  const Epilogue* epilogue;
  const void* constants;  // what make_constants made; unused by `sum`
};

// Cycles, comparable with those of DepthwiseCost: to interleave as many bytes
// of four lines as four registers of sums have channels; to multiply the
// values of a block for one output line; to finish a block of one.
struct InterleavedCost {
  float interleave, multiply, block;
};

// A kernel for filters whose values are bytes. Lanes of a block: four times
// `lanes`.
struct InterleavedKernel {
  const char* name;
  int output_lines;  // that share quads
  int lanes;         // of a register
  Signedness reads;  // as which it reads bytes
  InterleavedCost cost;
  void (*interleave)(const InterleaveTask& task);
  // Stores int32 sums, or sums that FinishesInRegisters(), scaled to bytes.
  void (*sum)(const InterleavedTask& task);
  void (*run)(const InterleavedTask& task);
  // As DepthwiseKernel has it.
  void (*make_constants)(const Epilogue& epilogue,
                         const DepthwiseParameters& parameters,
                         void* constants);
};

struct InterleavedKernels {
  const InterleavedKernel* rows = nullptr;
  int count = 0;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_INTERLEAVED_TASK_H_
