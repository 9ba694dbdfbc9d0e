// What stands behind PreparedConvolution and PackedFilter, without templates.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_CONVOLUTION_H_
#define LOWP_INTERNAL_CONTRACT_CONVOLUTION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "../../public/executor.h"
#include "../../public/export.h"
#include "../../public/status.h"
#include "gemm.h"
#include "int64_stages.h"

namespace gemmlowp {
inline namespace lowp {

struct ConvGeometry;

namespace internal {

// Opaque, and never changed once they are there.
struct FilterState;
struct ConvState;

struct ConvProblem {
  const ConvGeometry* geometry;
  std::shared_ptr<const FilterState> filter;  // null: an empty one
  Scalar input, output;
  Int64Stages int64;  // of int16 inputs; before the operations
  // Set by the engine only: shares leave their int32 sums in blocks in memory.
  bool sums_stay = false;
  // Set by the engine only: windows that are not in place may be rows in copied
  // lines.
  bool may_copy_lines = true;
  std::int32_t input_zero_point;
  std::int32_t filter_zero_point;
  const std::int32_t* filter_zero_points;  // null: filter_zero_point
  EpilogueOp* ops;
  int op_count;
  bool uses_floats;
  // The pipeline with the operations; taken over, unless preparing fails.
  void* pipeline;
  void (*destroy)(void* pipeline);
};

LOWP_EXPORT Status
PrepareConvolution(const ConvProblem& problem, const GemmResources& resources,
                   std::shared_ptr<const ConvState>* prepared);

LOWP_EXPORT std::size_t WorkspaceBytes(const ConvState& prepared);
LOWP_EXPORT std::string Describe(const ConvState& prepared);

struct ConvPointers {
  const void* input;
  void* output;
};

// In the caller's memory and on the caller's threads, or with a context's.
LOWP_EXPORT Status RunConvolution(const ConvState& prepared,
                                  const ConvPointers& pointers, void* workspace,
                                  std::size_t bytes, const Executor& executor);
LOWP_EXPORT Status RunConvolution(const ConvState& prepared,
                                  const ConvPointers& pointers,
                                  const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_CONVOLUTION_H_
