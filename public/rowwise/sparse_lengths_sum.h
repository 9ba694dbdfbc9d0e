// Sums of rows of a table that is quantized row by row: embedding lookups. The
// rows that the indices name are dequantized and added up on the fly, one
// result per segment of indices. Vector code in every backend, with the same
// bits in all of them; segments are divided among the context's threads.
//
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_ROWWISE_SPARSE_LENGTHS_SUM_H_
#define LOWP_PUBLIC_ROWWISE_SPARSE_LENGTHS_SUM_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../internal/contract/sparse_sum.h"
#include "../../internal/frontend/front_end.h"
#include "../export.h"
#include "../status.h"
#include "rowwise_quantization.h"

namespace gemmlowp {
inline namespace lowp {

// Rows of codes, `stride` bytes apart, each of `columns` values
//   code * scale + offset.
struct QuantizedTable {
  // Scale and offset follow the codes of each row, as QuantizeFusedRows writes
  // them.
  static QuantizedTable Fused(const std::uint8_t* data, std::ptrdiff_t stride,
                              FusedRowFormat format, int rows, int columns) {
    return {data, stride, rows, columns, true, format, nullptr, nullptr};
  }
  // 8-bit codes; scales and offsets in arrays, as QuantizeRows writes them.
  static QuantizedTable Rowwise(const std::uint8_t* data, std::ptrdiff_t stride,
                                int rows, int columns, const float* scales,
                                const float* offsets) {
    return {data,   stride, rows, columns, false, FusedRowFormat::k8BitFloat,
            scales, offsets};
  }

  const std::uint8_t* data;
  std::ptrdiff_t stride;
  int rows;
  int columns;
  bool fused;
  FusedRowFormat format;
  const float* scales;
  const float* offsets;
};

// Where the weight is applied. All in float, each operation rounded:
enum class SparseWeighting : std::uint8_t {
  // sum + (code * (weight * scale) + weight * offset): Caffe2, FBGEMM without
  // fused multiply-adds
  kScale,
  // sum + (code * scale + offset) * weight: Glow
  kValue,
};

namespace internal {
template <typename Index>
SparseSumProblem MakeSparseSum(const QuantizedTable& table,
                               const Index* indices, std::size_t index_count,
                               const std::int32_t* lengths, int segments,
                               float* result, std::ptrdiff_t result_stride) {
  static_assert(std::is_same_v<Index, std::int32_t> ||
                    std::is_same_v<Index, std::int64_t>,
                "lowp: indices are int32_t or int64_t");
  SparseSumProblem problem;
  problem.table.data = table.data;
  problem.table.stride = table.stride;
  problem.table.columns = table.columns;
  problem.table.fused = table.fused;
  problem.table.format = table.format;
  problem.table.scales = table.scales;
  problem.table.offsets = table.offsets;
  problem.rows = table.rows;
  problem.indices = indices;
  problem.wide_indices = sizeof(Index) == 8;
  problem.index_count = index_count;
  problem.lengths = lengths;
  problem.segments = segments;
  problem.result = result;
  problem.result_stride = result_stride;
  return problem;
}
}  // namespace internal

// For each segment s, adds up the rows named by its lengths[s] indices, which
// follow those of the segments before it. The sum starts at 0 and follows the
// order of the indices; its `columns` floats are stored at
// result + s * result_stride. Index is int32_t or int64_t; the lengths must add
// up to index_count. An index that is not a row of the table is refused, and a
// result that overlaps what is read. Nothing is written if the status is not
// ok.
template <typename Context, typename Index>
Status TrySparseLengthsSum(Context* context, const QuantizedTable& table,
                           const Index* indices, std::size_t index_count,
                           const std::int32_t* lengths, int segments,
                           float* result, std::ptrdiff_t result_stride) {
  return internal::RunSparseSum(
      internal::MakeSparseSum(table, indices, index_count, lengths, segments,
                              result, result_stride),
      internal::ResourcesOf(context));
}

// The same, with each row multiplied by the weight of its index.
template <typename Context, typename Index>
Status TrySparseLengthsWeightedSum(
    Context* context, const QuantizedTable& table, const Index* indices,
    std::size_t index_count, const float* weights, SparseWeighting weighting,
    const std::int32_t* lengths, int segments, float* result,
    std::ptrdiff_t result_stride) {
  if (weighting > SparseWeighting::kValue) {
    return internal::InvalidArgument("weighting", static_cast<int>(weighting),
                                     "is not a SparseWeighting");
  }
  internal::SparseSumProblem problem = internal::MakeSparseSum(
      table, indices, index_count, lengths, segments, result, result_stride);
  problem.weighted = true;
  problem.weights = weights;
  problem.weights_values = weighting == SparseWeighting::kValue;
  return internal::RunSparseSum(problem, internal::ResourcesOf(context));
}

}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_ROWWISE_SPARSE_LENGTHS_SUM_H_
