// Convolutions of int16 inputs: x = 256 * high + low, with a signed and an
// unsigned byte, and so the sums are 256 times those of the high bytes plus
// those of the low ones. Each half is a convolution of bytes, with the same
// filter, kernels and shares; together they are exact in int64.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_INT16_STATE_H_
#define LOWP_INTERNAL_CONV_INT16_STATE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct Int16State {
  std::shared_ptr<const ConvState> high, low;
  bool stores_int64;
  bool scales;
  // Of each output channel, as in Int64Columns.
  std::vector<std::int64_t> bias, multiplier, round, shift;
  std::vector<std::int32_t> add;
  // Of the whole workspace, and where in it the halves of the input are, and
  // what the threads of both convolutions use.
  std::size_t workspace_bytes;
  std::size_t high_bytes, low_bytes, high_slots, low_slots;
};

// Sets int16 of a state whose arguments are checked and set.
Status PrepareInt16(const ConvProblem& problem, const GemmResources& resources,
                    ConvState* state);

// `workspace` is aligned.
void RunInt16(const ConvState& state, const ConvPointers& pointers,
              void* workspace, const Executor& executor, int threads_to_wake);

// A matrix of int64 as the engine sees it: each element is two of int32.
inline MatrixRef AsInt64(MatrixRef matrix) {
  matrix.cols *= 2;
  matrix.stride *= 2;
  matrix.scalar = Scalar::kInt32;
  return matrix;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_INT16_STATE_H_
