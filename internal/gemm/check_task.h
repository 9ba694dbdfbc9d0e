// The preconditions of the kernels of products, as assertions: a build without
// NDEBUG, such as that of the `dev` preset, checks every GemmTask before a
// kernel gets it.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_CHECK_TASK_H_
#define LOWP_INTERNAL_GEMM_CHECK_TASK_H_

#include <cassert>
#include <cstdint>

#include "../contract/check_tasks.h"
#include "prepared_product.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Of columns in a panel, or in several.
inline void CheckPanels([[maybe_unused]] const PreparedProduct& p,
                        [[maybe_unused]] const GemmTask& task) {
  assert(task.padded_n % p.backend->panel.nr_step == 0);
  assert(task.n <= task.padded_n && task.padded_n <= p.backend->panel.nr);
  assert(task.panels == 1 || (task.panels > 1 && p.kernel->takes_panels &&
                              task.n == p.backend->panel.nr));
  assert(IsAligned(task.b) && "a panel begins with a cache line");
  assert(IsAligned(task.column_sums));
}

// Of any kernel.
inline void CheckTask([[maybe_unused]] const PreparedProduct& p,
                      [[maybe_unused]] const GemmTask& task) {
  [[maybe_unused]] const GemmKernel& kernel = *p.kernel;
  assert(task.m >= kernel.m.min && task.n >= 1);
  assert(task.k == p.k && kernel.k.Has(task.k) && kernel.n.Has(p.b.count));
  assert((kernel.a_forms & static_cast<std::uint8_t>(task.a_form)) != 0);
  assert(kernel.b_range <= RangeOfB(p));
  assert(task.a != nullptr && task.b != nullptr && task.result != nullptr);
  assert(task.epilogue != nullptr && task.bias_count >= 0);
  assert((task.a_form == AForm::kCopiedRuns) == (task.a_rows != nullptr) &&
         (task.a_rows != nullptr) == (task.a_offsets != nullptr) &&
         (task.a_rows != nullptr) == (task.a_terms != nullptr));
  assert(task.a_offsets == nullptr || task.a_offsets[0] == 0);
  assert(std::int64_t{task.run} * task.runs >= task.k);
  if (IsInPlace(kernel.b_form)) {
    assert(task.m <= kMaxRowsInPlace && task.n <= kMaxColumnsInPlace);
  } else {
    CheckPanels(p, task);
  }
}

// Of GemmKernel::run.
inline void CheckTaskToRun(const PreparedProduct& p, const GemmTask& task) {
  CheckTask(p, task);
  assert(FinishesInRegisters(*task.epilogue,
                             p.backend->family->scales_in_floats()));
  assert(!p.kernel->scales_to_bytes ||
         (task.epilogue->form != EpilogueForm::kStore &&
          SizeOf(task.epilogue->result) == 1));
  assert(task.constants == nullptr ||
         (task.epilogue->form == EpilogueForm::kFixedPoint &&
          task.first_column % p.backend->family->lanes == 0));
}

// Of GemmKernel::sum.
inline void CheckTaskToSum(const PreparedProduct& p, const GemmTask& task,
                           [[maybe_unused]] const SumTarget& target) {
  CheckTask(p, task);
  assert(task.column_add != nullptr && IsAligned(task.column_add));
  assert(target.first >= 0 && target.count >= 1);
  assert(target.count <= task.m - target.first);
  assert(target.sums != nullptr && target.stride >= task.n);
  assert(target.stride >= task.padded_n || p.kernel->sums_densely);
  assert(target.column_sums == nullptr || IsInPlace(p.kernel->b_form));
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_CHECK_TASK_H_
