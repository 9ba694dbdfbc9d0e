// Sums of a depthwise convolution, as register families compute them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_DEPTHWISE_TASK_H_
#define LOWP_INTERNAL_CONTRACT_DEPTHWISE_TASK_H_

#include <cstddef>
#include <cstdint>

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// How a kernel reads the filter: values of [blocks of `channels`][groups of
// `taps`][channels of the block][taps of the group]. Blocks begin every
// `channels` channels, but the last one so that it ends with the last channel.
// Taps of the last group that there are not have zeros.
struct DepthwiseFormat {
  int channels;
  int taps;
  // Bytes of a value, which is signed. With 1, zero points subtracted, the
  // filter has to have values from -128 to 127.
  int value_bytes;
  // Bytes of the input are read as unsigned, signed ones moved by 128.
  bool reads_unsigned;
};

// The widest block and the most taps of a group of any family, and the most
// channels of a task.
constexpr int kMaxDepthwiseBlock = 32;
constexpr int kMaxDepthwiseTaps = 4;
constexpr int kMaxDepthwiseChannels = 64;

// For each pixel p and channel c, modulo 2^32,
//   sums[p * stride + c] = add[c] + sum over taps t of
//                            value(t, p, c) * weight(t, c)
// where value(t, p, c) is, as the kernel reads it, the byte at taps[t] + p *
// strides[t] + first + c.
struct DepthwiseTask {
  const std::uint8_t* const* taps;  // whole groups of them
  const std::ptrdiff_t* strides;
  int groups;      // of taps
  bool is_signed;  // the bytes
  int pixels;
  int first;            // channel at the taps
  int channels;         // at least a block
  const void* weights;  // aligned to 64 bytes
  const std::int32_t* add;
  std::int32_t* sums;  // `channels` of each pixel are written
  std::ptrdiff_t stride;
};

struct DepthwiseKernel {
  void (*run)(const DepthwiseTask& task);  // null: there is none
  DepthwiseFormat format;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_DEPTHWISE_TASK_H_
