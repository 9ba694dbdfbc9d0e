// Sums of quantized rows, as backends compute them: one run of segments.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_SPARSE_SUM_TASK_H_
#define LOWP_INTERNAL_CONTRACT_SPARSE_SUM_TASK_H_

#include <cstddef>
#include <cstdint>

#include "../../public/rowwise/fused_row_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Rows of codes, `stride` bytes apart. In fused rows the scale and offset
// follow the codes; otherwise they are in arrays.
struct SparseTable {
  const std::uint8_t* data;
  std::ptrdiff_t stride;
  int columns;
  bool fused;
  FusedRowFormat format;
  const float* scales;
  const float* offsets;
};

struct SparseSumTask {
  SparseTable table;
  // `index` is the first index of the first segment. `last_index` is the end of
  // the indices of all segments, so that rows can be prefetched.
  const void* indices;
  bool wide_indices;
  std::size_t index;
  std::size_t last_index;
  const float* weights;  // null: all 1; else one per index
  bool weights_values;   // multiplies code * scale + offset; else scale and
                         // offset
  const std::int32_t* lengths;
  int segments;
  float* result;
  std::ptrdiff_t result_stride;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_SPARSE_SUM_TASK_H_
