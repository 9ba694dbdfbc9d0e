// A product that is ready to run: everything that follows from sizes, strides,
// orders, types, kinds of offsets, the form of the epilogue, the backend and
// the limit of threads, and not from where the operands lie or what they hold.
// The planner makes it, the context caches it, PlanGemm prints it, and
// ProductRun executes it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PREPARED_PRODUCT_H_
#define LOWP_INTERNAL_GEMM_PREPARED_PRODUCT_H_

#include <cstddef>
#include <cstdint>

#include "../../public/gemm_plan.h"
#include "../contract/backend.h"
#include "../contract/gemm.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A MatrixRef without its pointer, order and type.
struct MatrixShape {
  int rows, cols, stride;
};

// What distinguishes one product from another.
struct ProductKey {
  std::uint32_t types;  // TypesOf the problem
  MatrixShape lhs, rhs, result;
  BRange lhs_range, rhs_range;
  int max_threads;  // 1: no executor
  EpilogueShape epilogue;
};

// A or B.
struct PreparedSide {
  int count;              // m or n
  std::ptrdiff_t stride;  // bytes from one row or column to the next
  std::ptrdiff_t k_stride;
  Scalar scalar;
  int shift;       // the kernel's value minus the caller's
  bool varies;     // one offset for each row or column
  bool is_packed;  // stride and k_stride say nothing
};

// Offsets of the call's parts in the workspace, in bytes. What the product does
// not need has no place.
struct WorkspaceLayout {
  std::size_t row_values;       // three int32 for each row (RowValues)
  std::size_t row_value_bytes;  // of one for each row
  std::size_t a;                // copied rows
  std::size_t panels;           // all of them, or one for each thread
  std::size_t panel_bytes;
  std::size_t unpacked;  // a panel for each thread
  std::size_t unpacked_bytes;
  std::size_t blocks;  // of transposed stores, one for each thread
  std::size_t block_bytes;
  std::uint64_t total;
};

struct PreparedProduct {
  ProductKey key;
  // Bytes of the matrices in memory, from the first element to past the last.
  std::size_t lhs_bytes, rhs_bytes, result_bytes;

  const Backend* backend;  // null: no product
  const GemmKernel* kernel;
  const char* wanted_kernel;  // null: the cheapest one
  bool in_registers;          // GemmKernel::run
  bool swapped;               // A is the rhs
  bool transposed_store;
  bool copies_a;
  BSource b_source;
  Prefetching prefetch;
  Scalar result_scalar;

  PreparedSide a, b;
  int k;
  int run;         // of A in copied runs; 0: it is not
  int line;        // GemmProblem::lhs_line
  int readable_k;  // values of a row of A in place that may be read
  // The kernel's value of A minus the one that is summed.
  int row_sum_shift;
  // In bytes, along the rows of A and the columns of B.
  std::ptrdiff_t result_row_stride, result_column_stride;
  // What the tasks of all runs have in common.
  RowTask rows;
  GemmTask task;

  float cycles;  // that the kernel is taken to need
  int panels;
  std::size_t panel_stride;  // bytes from one panel to the next
  int panels_per_task;
  int row_block;   // rows of a block
  int row_blocks;  // the last one takes what is left, row_block or not
  // The thread that multiplies a block copies its rows before, and takes all of
  // it: they are in its caches, and no thread waits for others to copy.
  bool copies_by_block;
  // All of it is `task`, on the calling thread, and no offset varies.
  bool is_one_task;
  int threads;
  int threads_to_wake;  // as Crew::wake
  // There is one thread because there was no executor; another call may have
  // one.
  bool threads_depend_on_executor;
  WorkspaceLayout layout;

  const char* backend_reason;
  const char* orientation_reason;
  const char* a_reason;
  const char* threads_reason;
};

// Sides, which are the caller's operands in the order of A and B.
inline const Operand& SideA(const GemmProblem& problem, bool swapped) {
  return swapped ? problem.rhs : problem.lhs;
}
inline const Operand& SideB(const GemmProblem& problem, bool swapped) {
  return swapped ? problem.lhs : problem.rhs;
}

// What is known of the values of a packed operand.
LOWP_ALWAYS_INLINE BRange RangeOf(const PackedHeader& packed) {
  return packed.magnitude <= 0 ||
                 packed.magnitude > MaxMagnitude(BRange::kSymmetric)
             ? BRange::kAny
         : packed.magnitude > MaxMagnitude(BRange::kReduced)
             ? BRange::kSymmetric
             : BRange::kReduced;
}
inline BRange RangeOf(const Operand& operand) {
  return operand.is_packed ? RangeOf(*operand.packed) : BRange::kAny;
}
inline BRange RangeOfB(const PreparedProduct& p) {
  return p.swapped ? p.key.lhs_range : p.key.rhs_range;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PREPARED_PRODUCT_H_
