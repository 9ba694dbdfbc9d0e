// What stands behind PreparedGemm, without templates.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_PREPARED_GEMM_H_
#define LOWP_INTERNAL_CONTRACT_PREPARED_GEMM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "../../public/batch_operand.h"
#include "../../public/executor.h"
#include "../../public/export.h"
#include "../../public/gemm_plan.h"
#include "../../public/status.h"
#include "gemm.h"
#include "row_groups.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Opaque, and never changed once it is there.
struct PreparedGemmState;

// Pointers to first elements; those of packed operands are ignored.
struct GemmPointers {
  const void* lhs;
  const void* rhs;
  void* result;
};

// What a PreparedGemm has to keep because its problem refers to it.
struct GemmOwners {
  const PackedMatrix* lhs;  // null: not packed
  const PackedMatrix* rhs;
  // The pipeline with the operations; taken over, unless preparing fails.
  void* pipeline;
  void (*destroy)(void* pipeline);
};

// Validates and plans. A run brings its own pointers, so those of unpacked
// matrices are ignored here.
LOWP_EXPORT Status
PrepareGemm(const GemmProblem& problem, const GemmOwners& owners,
            const GemmResources& resources,
            std::shared_ptr<const PreparedGemmState>* prepared);

// A product that is part of a larger result, as convolutions are made of: its
// rows are rows of that result, or of a block of it, and its columns some of
// that result's columns. The problem's stages are those of the larger result,
// and valid for it; vectors of offsets have an offset for each of its columns.
// Nothing is checked: rows of the lhs may overlap, and the rhs, which is
// packed, may have fewer columns than its header says. One thread runs it.
// Where problem.lhs_run is set, the lhs is in copied runs: kUnsupported if the
// backend's kernels do not read that, or offsets need sums of its rows.
Status PrepareGemmPart(const GemmProblem& problem,
                       const GemmResources& resources,
                       std::shared_ptr<const PreparedGemmState>* prepared);

// Which part, and where it lies: the rhs's panels, and where the stages'
// vectors and matrices have the part's first row and column.
struct GemmPart {
  GemmPointers pointers;
  int first_row, first_column;
  // Of a lhs in copied runs: row r's run s begins at
  // lhs_rows[r] + lhs_offsets[s], and its term is lhs_terms[r].
  const std::uint8_t* const* lhs_rows = nullptr;
  const std::ptrdiff_t* lhs_offsets = nullptr;
  const std::int32_t* lhs_terms = nullptr;
};

// `workspace` has PartWorkspaceBytes, aligned to kPackedAlignment. Where stages
// calculate with floats, the caller has set the floating-point environment.
std::uint64_t PartWorkspaceBytes(const PreparedGemmState& prepared);
// The cycles that the kernel is taken to need (KernelCost).
float PartCycles(const PreparedGemmState& prepared);
void RunGemmPart(const PreparedGemmState& prepared, const GemmPart& part,
                 void* workspace);

LOWP_EXPORT std::size_t WorkspaceBytes(const PreparedGemmState& prepared);
LOWP_EXPORT void Describe(const PreparedGemmState& prepared, GemmPlan* plan);
// A plan in words, less its threads and workspace: for a part of more work.
std::string DescribeTasks(const GemmPlan& plan);

// In the caller's memory and on the caller's threads, or with a context's.
LOWP_EXPORT Status RunPreparedGemm(const PreparedGemmState& prepared,
                                   const GemmPointers& pointers,
                                   void* workspace, std::size_t bytes,
                                   const Executor& executor);
LOWP_EXPORT Status RunPreparedGemm(const PreparedGemmState& prepared,
                                   const GemmPointers& pointers,
                                   const GemmResources& resources);

// The products that a call runs: one for all, or one for each of its parts.
struct PreparedList {
  const PreparedGemmState* (*at)(const void* products, int index);
  const void* products;
  bool is_one_for_all;

  // Null where that one is empty.
  const PreparedGemmState* operator[](int index) const {
    return at(products, index);
  }
};
inline PreparedList ForAll(const PreparedGemmState& prepared) {
  return {[](const void* product, int) {
            return static_cast<const PreparedGemmState*>(product);
          },
          &prepared, true};
}

// Many products, of one shape or of many.
struct GemmBatch {
  int count;
  BatchOperand lhs, rhs, result;
};

LOWP_EXPORT std::size_t BatchWorkspaceBytes(const PreparedGemmState& prepared,
                                            int concurrency);
LOWP_EXPORT Status RunPreparedBatch(const PreparedGemmState& prepared,
                                    const GemmBatch& batch, void* workspace,
                                    std::size_t bytes,
                                    const Executor& executor);
LOWP_EXPORT Status RunPreparedBatch(const PreparedList& products,
                                    const GemmBatch& batch,
                                    const GemmResources& resources);

// Groups of rows of y, with a product each, whose lhs is those rows of x.
LOWP_EXPORT Status RunPreparedGroups(const PreparedList& products,
                                     const RowGroups& groups,
                                     const MatrixRef& x, const MatrixRef& y,
                                     const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_PREPARED_GEMM_H_
