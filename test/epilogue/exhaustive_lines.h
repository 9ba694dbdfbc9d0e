// An epilogue of bytes applied to existing sums by a kernel of depthwise
// convolutions, which has no taps to add to their initial values.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_EPILOGUE_EXHAUSTIVE_LINES_H_
#define LOWP_TEST_EPILOGUE_EXHAUSTIVE_LINES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../../internal/contract/backend.h"
#include "../../internal/epilogue/scale_parameters.h"

namespace lowp_test {

// A depthwise kernel that scales in registers; null: the backend has none.
inline const gemmlowp::internal::DepthwiseKernel* LineKernelOf(
    const gemmlowp::internal::Backend& backend) {
  for (const gemmlowp::internal::DepthwiseKernels* table :
       {&backend.depthwise, &backend.family->depthwise}) {
    for (int i = 0; i < table->count; ++i) {
      if (table->rows[i].run[0] != nullptr) return table->rows + i;
    }
  }
  return nullptr;
}

// The columns of a row that it finishes at once; 0 if there is none.
inline int LinesColumns(const gemmlowp::internal::Backend& backend) {
  const gemmlowp::internal::DepthwiseKernel* const kernel =
      LineKernelOf(backend);
  return kernel == nullptr ? 0
                           : gemmlowp::internal::DepthwiseLanes(kernel->format);
}

// Finishes `rows` rows of `columns` sums, which are the result's columns from
// `column` on. Rows of sums and of results are `stride` apart.
inline void FinishLines(const gemmlowp::internal::Backend& backend,
                        const gemmlowp::internal::Epilogue& epilogue,
                        const std::int32_t* sums, int rows, int columns,
                        int stride, int column, std::uint8_t* result) {
  using namespace gemmlowp::internal;
  const DepthwiseKernel& kernel = *LineKernelOf(backend);
  const int lanes = DepthwiseLanes(kernel.format);
  alignas(64) std::uint8_t constants[kScaleConstantBytes * kMaxScaleLanes];
  alignas(64) std::int32_t add[kMaxScaleLanes];
  for (int first = 0; first < columns; first += lanes) {
    const int count = std::min(lanes, columns - first);
    int column_of[kMaxScaleLanes];
    ScaleParameters parameters;
    for (int lane = 0; lane < lanes; ++lane) {
      column_of[lane] =
          first + std::min(ChannelOf(kernel.format, lanes, lane), count - 1);
      SetParameters(epilogue, column + column_of[lane], lane, &parameters);
    }
    backend.family->make_line_constants(epilogue, parameters, constants);
    DepthwiseTask task = {};
    task.windows = 1;
    task.weights = task.add = add;
    task.epilogue = &epilogue;
    task.constants = constants;
    task.columns = count;
    for (int row = 0; row < rows; ++row) {
      const std::ptrdiff_t at = row * std::ptrdiff_t{stride};
      for (int lane = 0; lane < lanes; ++lane) {
        add[lane] = sums[at + column_of[lane]];
      }
      task.result = result + at + first;
      kernel.run[0](task);
    }
  }
}

}  // namespace lowp_test

#endif  // LOWP_TEST_EPILOGUE_EXHAUSTIVE_LINES_H_
