// Depthwise convolutions, and those of narrow groups, as kernels compute them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_DEPTHWISE_TASK_H_
#define LOWP_INTERNAL_CONTRACT_DEPTHWISE_TASK_H_

#include <cstddef>
#include <cstdint>

#include "../detect_platform.h"
#include "epilogue.h"
#include "panel_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A kernel reads the input in groups of positions, one byte of each channel at
// each, and adds a group to the sums of several windows at once: a window meets
// its taps at some of the positions, and zeros at the others.
//
// Sums lie in four registers of `parts` times 128 bits. Lane l of their int32
// lanes, registers one after another, belongs to channel ChannelOf(format,
// channels, l) of a block of channels; this is the order in which interleaving
// bytes leaves them, and narrowing them again undoes it. A block of fewer
// channels than lanes repeats them for other windows.
//
// The filter of a block is values of
//   [groups][windows][positions / interleave][lanes][interleave].
//
// A kernel that mixes channels adds to each lane bytes of `mixes` channels at
// one position: of the aligned run of `mixes` channels that has the lane's own.
// The filter is then values of
//   [groups][mixes / interleave][lanes][interleave].
struct DepthwiseFormat {
  int positions;   // of a group
  int windows;     // that share them
  int blocks;      // of `windows` windows that are computed at a time, at most
  int mixes;       // channels; 1: a lane has only its own
  int interleave;  // positions, or channels, whose values lie side by side
  int parts;       // 1, 2 or 4
  // Bytes of a value, which is signed. With 1, zero points subtracted, the
  // filter has to have values from -128 to 127.
  int value_bytes;
  Signedness reads;  // as which it reads bytes of the input
};

constexpr int kMaxDepthwisePositions = 8;
constexpr int kMaxDepthwiseLanes = 64;
// Widths of a kernel's blocks: as many channels as lanes, half as many, a
// quarter.
constexpr int kDepthwiseWidths = 3;

LOWP_INLINE constexpr int DepthwiseLanes(const DepthwiseFormat& format) {
  return 16 * format.parts;
}
LOWP_INLINE constexpr int ChannelOf(const DepthwiseFormat& format, int channels,
                                    int lane) {
  const int part = lane / 4 % format.parts;
  const int of_register = lane / (4 * format.parts);
  return part % (channels / 16) * 16 + of_register * 4 + lane % 4;
}

// A position of the first window, at the block's first channel, and bytes from
// one window to the next.
struct DepthwiseSource {
  const std::uint8_t* at;
  std::ptrdiff_t stride;
};

// For each window w and channel c of a block, modulo 2^32,
//   sum(w, c) = add[c] + sum over positions i of value(i, w, c) * weight(i, c)
// where value(i, w, c) is, as the kernel reads it, the byte at sources[i].at +
// w * sources[i].stride + c. Of more windows than share positions, the next
// ones share theirs in the same way.
struct DepthwiseTask {
  const DepthwiseSource* sources;  // positions of whole groups
  int groups;
  bool is_signed;  // the bytes
  int windows;
  const void* weights;      // aligned to 64 bytes
  const std::int32_t* add;  // of lanes, aligned likewise

  // Where results go, or sums of all channels of the block; windows lie
  // result_stride bytes apart.
  void* result;
  std::ptrdiff_t result_stride;
  const Epilogue* epilogue;  // null for `sum`
  // For `run`.
  const void* constants;  // see RegisterFamily::make_line_constants
  int columns;            // channels of the block that exist
};

// Cycles of a block of as many channels as lanes: for each group, and for the
// rest of it. They are only compared with each other, not added to those of
// other kinds of kernels.
struct DepthwiseCost {
  float group, block;
};

// Functions for blocks of DepthwiseLanes(), half and a quarter as many
// channels; null: there is none.
struct DepthwiseKernel {
  const char* name;
  DepthwiseFormat format;
  DepthwiseCost cost;
  void (*sum[kDepthwiseWidths])(const DepthwiseTask& task);
  // For an epilogue that FinishesInRegisters() and scales to bytes. Null: `sum`
  // is always used.
  void (*run[kDepthwiseWidths])(const DepthwiseTask& task);
};

// Cycles beside those of the kernel, the same for all kernels.
struct DepthwiseLineCost {
  // To load a position of one more window into a register with the first one's.
  float load = 0.5f;
  // Of a line of windows: to find the lines that its taps are in, and begin.
  float line = 0;
  // To copy a position of a line of the input, or 64 bytes of a longer one.
  float copy = 0;
  // What fixed-point multipliers take more than floats: for a window of a
  // block, and to load the constants of windows that are finished together.
  float fixed_point = 0, constants = 0;
};

// A table of them.
struct DepthwiseKernels {
  const DepthwiseKernel* rows = nullptr;
  int count = 0;
  DepthwiseLineCost lines = {};  // also with the family's kernels
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_DEPTHWISE_TASK_H_
