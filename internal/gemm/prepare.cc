// Prepares products.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "prepare.h"

#include <algorithm>
#include <cstdint>

#include "../contract/call_workspace.h"
#include "../contract/core_costs.h"
#include "../contract/engine_state.h"
#include "divide_work.h"
#include "lay_out.h"
#include "row_values.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

MatrixShape ShapeOf(const MatrixRef& matrix) {
  return {matrix.rows, matrix.cols, matrix.stride};
}

void SetKey(const GemmProblem& problem, const EpilogueShape& epilogue,
            const GemmResources& resources, PreparedProduct* p) {
  ProductKey& key = p->key;
  key.types = TypesOf(problem);
  key.lhs = ShapeOf(problem.lhs.matrix);
  key.rhs = ShapeOf(problem.rhs.matrix);
  key.result = ShapeOf(problem.result);
  key.lhs_range = RangeOf(problem.lhs);
  key.rhs_range = RangeOf(problem.rhs);
  key.max_threads = resources.max_threads;
  key.epilogue = epilogue;
  p->lhs_bytes = static_cast<std::size_t>(BytesOf(problem.lhs));
  p->rhs_bytes = static_cast<std::size_t>(BytesOf(problem.rhs));
  p->result_bytes = static_cast<std::size_t>(BytesOf(problem.result));
}

// A side of the product as rows of k values: the lhs's rows, the rhs's columns.
void SetSide(const Operand& operand, bool is_lhs, const Int32Parameter& offset,
             PreparedSide* side) {
  const MatrixRef& matrix = operand.matrix;
  const bool k_contiguous = matrix.row_major == is_lhs;
  side->count = is_lhs ? matrix.rows : matrix.cols;
  side->stride = k_contiguous ? matrix.stride : 1;
  side->k_stride = k_contiguous ? 1 : matrix.stride;
  side->scalar = matrix.scalar;
  side->varies = offset.along != Along::kAll;
  side->is_packed = operand.is_packed;
}

void SetResult(const MatrixRef& result, PreparedProduct* p) {
  const int outer = result.row_major ? result.rows : result.cols;
  const int inner = result.row_major ? result.cols : result.rows;
  // The stride of a single line may be anything, also more than memory has.
  const std::ptrdiff_t stride = outer > 1 ? result.stride : inner;
  const std::ptrdiff_t size = SizeOf(result.scalar);
  const std::ptrdiff_t along_rows = result.row_major ? stride * size : size;
  const std::ptrdiff_t along_cols = result.row_major ? size : stride * size;
  p->result_scalar = result.scalar;
  p->result_row_stride = p->swapped ? along_cols : along_rows;
  p->result_column_stride = p->swapped ? along_rows : along_cols;
}

// Why A is read in place, or copied.
const char* AReason(const PreparedProduct& p) {
  if (p.copies_a) {
    if (p.a.is_packed) return "a packed operand, copied for the kernel";
    return p.a.k_stride != 1 ? "A is not contiguous in k"
           : p.backend->copied_rows.are_flipped
               ? "its sign is flipped once, not for every panel"
               : "the kernel reads rows in a form of its own";
  }
  if (p.a.is_packed) return "a packed operand";
  return p.run > 0 ? "runs of A are copied already" : "A is contiguous in k";
}

// Whether sums may be finished where they are.
bool MayFinishInRegisters(const PreparedProduct& p) {
  const EpilogueShape& shape = p.key.epilogue;
  return shape.in_registers &&
         (!shape.needs_floats || p.backend->family->scales_in_floats()) &&
         !p.a.varies && !p.b.varies;
}

// How the kernel reads A and B.
void SetForms(const KernelChoice& choice, PreparedProduct* p) {
  const Backend& backend = *p->backend;
  const PanelFormat& format = backend.panel;
  p->kernel = choice.kernel;
  p->in_registers = MayFinishInRegisters(*p) && choice.kernel->run != nullptr;
  p->copies_a = choice.a_form == AForm::kCopied;
  const bool b_in_place = IsInPlace(choice.kernel->b_form);
  const Signedness of_a =
      p->copies_a && p->a.is_packed ? format.signedness
      : b_in_place                  ? RowSignednessInPlace(backend, p->b.scalar)
                   : SignednessOfRows(backend, *choice.kernel, choice.a_form);
  p->a.shift = ValueShift(of_a, p->a.scalar);
  p->b.shift = b_in_place ? 0 : ValueShift(format.signedness, p->b.scalar);
  // Columns of packed panels have the sign that packing gave them.
  const int as_it_lies =
      p->a.is_packed ? ValueShift(format.signedness, p->a.scalar) : 0;
  GemmTask& task = p->task;
  task.a_form = choice.a_form;
  const bool flips =
      p->a.shift != as_it_lies &&
      !((p->copies_a || p->run > 0) && backend.copied_rows.are_flipped);
  task.a_flip = flips ? 0x80 : 0;
  const Signedness summed =
      p->a.is_packed ? format.signedness : backend.copied_rows.signedness;
  p->row_sum_shift = p->a.shift - ValueShift(summed, p->a.scalar);
  const std::ptrdiff_t in_panels =
      std::ptrdiff_t{format.kr} * format.element_size;
  if (p->copies_a) {
    task.a_stride = static_cast<std::ptrdiff_t>(CopiedRowStride(backend, p->k));
    task.a_group_stride =
        std::ptrdiff_t{format.kr} * backend.copied_rows.element_size;
  } else {
    task.a_stride = p->a.is_packed ? in_panels : p->a.stride;
    task.a_group_stride =
        choice.a_form == AForm::kCopiedRuns
            ? std::ptrdiff_t{format.kr} * backend.copied_rows.element_size
            : in_panels;  // times a panel's columns if packed
  }
  p->a_reason = AReason(*p);
}

// Whether the product is one task that needs nothing rare.
bool IsOneTask(const PreparedProduct& p) {
  const bool is_whole = p.panels == 1 || (p.panels_per_task == p.panels &&
                                          p.b.count % p.backend->panel.nr == 0);
  return is_whole && p.threads == 1 && p.row_blocks == 1 &&
         !p.transposed_store && p.b_source != BSource::kInPlace &&
         p.kernel->unpack == nullptr && !p.a.is_packed && !p.a.varies &&
         !p.b.varies;
}

// The rest of the tasks, once the product is divided.
void SetTasks(PreparedProduct* p) {
  const PanelFormat& format = p->backend->panel;
  RowTask& rows = p->rows;
  rows.row_stride = p->a.stride;
  rows.k_stride = p->a.k_stride;
  rows.scalar = p->a.scalar;
  rows.rows = p->a.count;
  rows.k = p->k;
  rows.copies = nullptr;
  rows.copy_stride = p->task.a_stride;
  rows.sums = nullptr;
  p->panel_stride =
      static_cast<std::size_t>(PanelBytes(format, format.nr, p->k));
  GemmTask& task = p->task;
  task.m = p->a.count;
  task.n = std::min(p->b.count, format.nr);
  task.padded_n = PaddedColumns(format, task.n);
  task.k = p->k;
  task.run = p->run > 0 ? p->run : p->readable_k;
  task.runs = p->run > 0 ? p->k / p->run : 1;
  task.a_rows = nullptr;
  task.a_offsets = nullptr;
  task.a_terms = nullptr;
  task.constants = nullptr;
  task.a_scalar = p->a.scalar;
  task.b_scalar = p->b.scalar;
  task.b_stride =
      p->kernel->b_form == BForm::kLines ? p->b.k_stride : p->b.stride;
  task.panels = p->panels_per_task;
  task.panel_stride = static_cast<std::ptrdiff_t>(p->panel_stride);
  task.sums_stride = task.panel_stride / std::ptrdiff_t{sizeof(std::int32_t)};
  task.prefetches = p->prefetch != Prefetching::kNothing;
  task.prefetches_into_l1 = MemoryHere(*p->backend).prefetches_into_l1;
  task.result_stride =
      p->transposed_store ? std::ptrdiff_t{format.nr} * SizeOf(p->result_scalar)
                          : p->result_row_stride;
  task.row_add = nullptr;
  task.first_row = task.first_column = 0;
  p->is_one_task = IsOneTask(*p);
}

// Whether the product, prepared so far, may have an A in copied runs: nothing
// is made of its rows, and they are read in whole groups.
Status CheckRuns(const PreparedProduct& p, const GemmProblem& problem) {
  const char* problem_with = nullptr;
  if (p.swapped || p.transposed_store || p.b.varies ||
      RowValues::CommonOffset(problem.rhs_offset, p.b) != 0) {
    problem_with = "cannot be those of a product that sums rows or swaps sides";
  } else if (p.run % p.backend->panel.kr != 0 || p.k % p.run != 0) {
    problem_with = "are no whole groups of the kernels' values";
  }
  return problem_with == nullptr
             ? Status()
             : Status(StatusCode::kUnsupported, "lhs_run", p.run, problem_with);
}

const char* OrientationReason(const Orientation& orientation) {
  return orientation.transposed_store
             ? "this side is packed; blocks of the result are transposed"
             : "the result is contiguous along this side";
}

}  // namespace

KernelQuery QueryOf(const PreparedProduct& p) {
  const bool in_registers = MayFinishInRegisters(p);
  return {p.a.count,
          p.b.count,
          p.k,
          p.a.is_packed,
          p.b.is_packed,
          !p.a.is_packed && p.a.k_stride == 1,
          !p.b.is_packed && p.b.k_stride == 1,
          RangeOfB(p),
          in_registers,
          in_registers && p.key.epilogue.form != EpilogueForm::kStore &&
              SizeOf(p.result_scalar) == 1,
          p.key.epilogue.scales_by_column ||
              p.key.epilogue.form == EpilogueForm::kFloat,
          p.key.epilogue.form == EpilogueForm::kStore,
          p.run > 0 ? p.k / p.run : 0,
          p.line,
          p.a.scalar};
}

Status Prepare(const GemmProblem& problem, const EpilogueShape& epilogue,
               const ChosenBackend& chosen, const Orientation& orientation,
               const GemmResources& resources, PreparedProduct* p) {
  SetKey(problem, epilogue, resources, p);
  p->backend = chosen.backend;
  p->wanted_kernel = resources.state->kernel;
  p->backend_reason = chosen.reason;
  p->swapped = orientation.swapped;
  p->transposed_store = orientation.transposed_store;
  p->orientation_reason = OrientationReason(orientation);
  SetSide(SideA(problem, p->swapped), !p->swapped,
          p->swapped ? problem.rhs_offset : problem.lhs_offset, &p->a);
  SetSide(SideB(problem, p->swapped), p->swapped,
          p->swapped ? problem.lhs_offset : problem.rhs_offset, &p->b);
  p->k = problem.lhs.matrix.cols;
  p->readable_k = problem.lhs_is_padded
                      ? static_cast<int>(
                            RoundUpTo(p->backend->panel.kr, std::int64_t{p->k}))
                      : p->k;
  p->run = problem.lhs_run;
  p->line = problem.lhs_line;
  SetResult(problem.result, p);
  KernelChoice choice;
  Status status = SelectKernel(*p->backend, QueryOf(*p),
                               KernelForced(*resources.state), &choice);
  if (!status.ok()) return status;
  SetForms(choice, p);
  p->cycles = choice.cycles;
  if (p->run > 0) {
    status = CheckRuns(*p, problem);
    if (!status.ok()) return status;
  }
  DivideWork(resources, p);
  SetTasks(p);
  LayOut(p);
  return CheckWorkspaceSize(p->layout.total);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
