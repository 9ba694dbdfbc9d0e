// Sums of quantized rows: what the front end passes to the engine. Plain data.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_SPARSE_SUM_H_
#define LOWP_INTERNAL_CONTRACT_SPARSE_SUM_H_

#include <cstddef>
#include <cstdint>

#include "../../public/export.h"
#include "../../public/rowwise/rowwise_quantization.h"
#include "../../public/status.h"
#include "gemm.h"
#include "sparse_sum_task.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct SparseSumProblem {
  SparseTable table = {};
  int rows = 0;
  const void* indices = nullptr;
  bool wide_indices = false;  // int64 indices, else int32
  std::size_t index_count = 0;
  bool weighted = false;
  bool weights_values = false;
  const float* weights = nullptr;
  const std::int32_t* lengths = nullptr;
  int segments = 0;
  float* result = nullptr;
  std::ptrdiff_t result_stride = 0;
};

LOWP_EXPORT Status RunSparseSum(const SparseSumProblem& problem,
                                const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_SPARSE_SUM_H_
