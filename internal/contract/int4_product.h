// A product with 4-bit weights without templates: what the front end hands to
// the engine.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_INT4_PRODUCT_H_
#define LOWP_INTERNAL_CONTRACT_INT4_PRODUCT_H_

#include <cstddef>
#include <cstdint>

#include "../../public/executor.h"
#include "../../public/export.h"
#include "../../public/status.h"
#include "epilogue.h"
#include "gemm.h"
#include "int4_format.h"
#include "int4_task.h"
#include "matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

struct Backend;

enum class Int4Outcome : std::uint8_t {
  kFloats,     // of the type, in `result`
  kPipeline,   // int32 through output stages, in `matrix`
  kInt64,      // in `result`
  kGroupSums,  // int32, dense: m x groups x n
};

struct Int4Problem {
  const Int4Header* header = nullptr;  // null: empty weights
  const std::uint8_t* panels = nullptr;
  MatrixRef rows = {};
  const float* row_scales = nullptr;          // null: 1
  const std::int32_t* zero_points = nullptr;  // of rows
  int zero_point_count = 0;                   // 0, 1 or one for each row
  Int4Outcome outcome = Int4Outcome::kFloats;
  void* result = nullptr;
  std::ptrdiff_t result_stride = 0;  // elements
  Int4ResultType type = Int4ResultType::kFloat32;
  bool fused = false;
  const float* bias = nullptr;  // null: 0
  MatrixRef matrix = {};
  EpilogueOp* ops = nullptr;  // rewritten in place
  int op_count = 0;
};

// With the memory and threads of a context.
LOWP_EXPORT Status RunInt4(const Int4Problem& problem,
                           const GemmResources& resources);

// What a prepared product holds.
struct Int4Preparation {
  const Backend* backend = nullptr;
  int max_rows = 0;
  int threads = 1;
  std::size_t workspace_bytes = 0;
};
// Of a problem without rows and results.
LOWP_EXPORT Status PrepareInt4(const Int4Problem& problem, int max_rows,
                               const GemmResources& resources,
                               Int4Preparation* prepared);
LOWP_EXPORT Status RunInt4(const Int4Problem& problem,
                           const Int4Preparation& prepared, void* workspace,
                           std::size_t bytes, const Executor& executor);
LOWP_EXPORT Status RunInt4(const Int4Problem& problem,
                           const Int4Preparation& prepared,
                           const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_INT4_PRODUCT_H_
