// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "pool_columns.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../contract/check_tasks.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

void FindMaximaInColumns(const RegisterFamily& family,
                         const PoolMaximaTask& task, int row,
                         const TapWalk& rows) {
  constexpr int kBytes = 4096;
  alignas(64) std::uint8_t transposed[kBytes];
  std::ptrdiff_t offsets[kMaxPoolTaps];
  const int size = SizeOf(task.of.scalar);
  const std::ptrdiff_t step = task.of.window_step * size;
  TransposeTask transpose;
  transpose.from_stride = step;
  transpose.to = transposed;
  transpose.columns = row;
  transpose.size = size;
  PoolMaximaTask columns;
  columns.of.scalar = task.of.scalar;
  columns.of.input = transposed;
  columns.of.windows = 1;
  columns.of.offsets = offsets;
  columns.of.taps = row;
  columns.low = task.low;
  columns.high = task.high;
  const int max_windows = kBytes / (row * size);
  for (int first = 0; first < task.of.windows; first += max_windows) {
    const int count = std::min(max_windows, task.of.windows - first);
    transpose.rows = count;
    transpose.to_stride = std::ptrdiff_t{count} * size;
    columns.of.channels = count;
    columns.of.window_step = columns.result_step = count;
    columns.result =
        static_cast<std::uint8_t*>(task.result) + std::ptrdiff_t{first} * size;
    columns.of.continues = false;
    for (int t = 0; t < row; ++t) offsets[t] = std::ptrdiff_t{t} * count;
    TapWalk walk = rows;
    for (std::ptrdiff_t offset = 0; walk.Next(1, &offset) != 0;) {
      transpose.from = static_cast<const std::uint8_t*>(task.of.input) +
                       first * step + offset * size;
      Check(transpose);
      family.transpose(transpose);
      Check(columns.of);
      family.find_maxima(columns);
      columns.of.continues = true;
    }
  }
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
