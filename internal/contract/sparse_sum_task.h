// Sums of quantized rows, as backends carry them out: a run of segments.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_SPARSE_SUM_TASK_H_
#define LOWP_INTERNAL_CONTRACT_SPARSE_SUM_TASK_H_

#include <cstddef>
#include <cstdint>

#include "../../public/rowwise/fused_row_format.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Rows of codes, `stride` bytes apart; scale and offset behind the codes of a
// fused row, else in arrays.
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
  // Of the first segment's first index on; `last_index` is behind the last one
  // of all segments, so that rows can be asked for ahead.
  const void* indices;
  bool wide_indices;
  std::size_t index;
  std::size_t last_index;
  const float* weights;  // null: 1; else by index as `indices`
  bool weights_values;   // times code * scale + offset, else times both factors
  const std::int32_t* lengths;
  int segments;
  float* result;
  std::ptrdiff_t result_stride;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_SPARSE_SUM_TASK_H_
