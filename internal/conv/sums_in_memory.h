// The pipeline of a convolution whose sums lie in memory before it: biases at
// its front, which belong in initial values, and the rest for `finish`.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_SUMS_IN_MEMORY_H_
#define LOWP_INTERNAL_CONV_SUMS_IN_MEMORY_H_

#include <cstdint>

#include "../contract/wrapped_sum.h"
#include "conv_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What `finish` may read behind the last sum: a register.
constexpr int kSumsSlack = 16;

// Sets prepared_ops and epilogue.
inline void PrepareOps(ConvState* state) {
  state->prepared_ops = state->ops;
  PrepareEpilogue(state->prepared_ops.data(),
                  static_cast<int>(state->prepared_ops.size()), state->output,
                  false, &state->epilogue);
}

// The sum of the biases of a channel, without those that vary along rows.
inline std::uint32_t BiasOf(const PreparedEpilogue& epilogue, int channel) {
  std::uint32_t sum = 0;
  for (int i = 0; i < epilogue.bias_count; ++i) {
    const Int32Parameter& bias = epilogue.biases[i].first;
    if (bias.along == Along::kRows) continue;
    sum += static_cast<std::uint32_t>(ValueAt(bias, channel));
  }
  return sum;
}

// Adds those that vary along rows.
inline void AddRowBiases(const PreparedEpilogue& epilogue,
                         const FinishTask& task) {
  for (int i = 0; i < epilogue.bias_count; ++i) {
    const Int32Parameter& bias = epilogue.biases[i].first;
    if (bias.along != Along::kRows) continue;
    for (int r = 0; r < task.rows; ++r) {
      for (int c = 0; c < task.columns; ++c) {
        std::int32_t& sum = task.sums[r * task.stride + c];
        sum = WrappedSum(sum, bias.data[task.first_row + r]);
      }
    }
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_SUMS_IN_MEMORY_H_
