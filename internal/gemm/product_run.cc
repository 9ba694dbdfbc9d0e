// A product in shares: rows are prepared, panels packed, tasks multiplied.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "product_run.h"

#include <algorithm>

#include "../compiler.h"
#include "../contract/thread_costs.h"
#include "../runtime/parallel_for.h"
#include "check_task.h"
#include "column_values.h"
#include "divide_work.h"
#include "lay_out.h"
#include "one_task_run.h"
#include "pack_panel.h"
#include "row_values.h"
#include "sum_and_finish.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

constexpr int kNoPanel = -1;

// A thread that takes shares.
struct Worker {
  int slot = 0;             // where its own memory lies in the workspace
  int packed = kNoPanel;    // the panel that it packed there last
  int unpacked = kNoPanel;  // and the one that it unpacked
};

class ProductRun {
 public:
  ProductRun(const PreparedProduct& p, const ProductCall& call)
      : p_(p),
        call_(call),
        workspace_(static_cast<std::uint8_t*>(call.workspace)),
        rows_(p, call.problem, call.prepared, call.part.first_row, workspace_) {
  }

  bool prepares_rows() const { return p_.copies_a || rows_.any(); }

  // Copies and sums rows, as far as the product needs it.
  LOWP_NOINLINE void PrepareRows(int first, int count) const {
    if (p_.a.is_packed) {
      ReadPackedRows(first, count);
    } else if (p_.copies_a || rows_.needs_sums()) {
      ReadRows(first, count);
    }
    rows_.Complete(first, count);
  }

  // Packs panel `index` where all of them lie.
  void PackAhead(int index) const {
    PackPanel(p_, B(), index, PanelMemory(index));
  }

  // Multiplies `count` rows from `row` on with p.panels_per_task panels, or
  // those that there are.
  void MultiplyPanels(int first_panel, int row, int count,
                      Worker* worker) const {
    GemmTask task = Task();
    Panel panel = ReadyPanel(first_panel, worker);
    if (p_.kernel->unpack != nullptr) Unpack(first_panel, worker, &panel);
    SetPanel(panel, &task);
    if (p_.panels_per_task == 1 || panel.columns < Format().nr) {
      task.panels = 1;
      return MultiplyRows(row, count, worker->slot, &task);
    }
    // Whole panels at once, then a narrower one.
    const int left = p_.b.count - panel.first;
    const int whole = std::min(p_.panels_per_task, left / Format().nr);
    task.panels = whole;
    MultiplyRows(row, count, worker->slot, &task);
    if (whole < p_.panels_per_task && whole * Format().nr < left) {
      SetPanel(ReadyPanel(first_panel + whole, worker), &task);
      task.panels = 1;
      MultiplyRows(row, count, worker->slot, &task);
    }
  }

  // Multiplies all rows with `count` columns in place from `first` on.
  void MultiplyColumns(int first, int count) const {
    GemmTask task = Task();
    task.b = B() + first * p_.b.stride;
    task.n = count;
    task.padded_n = PaddedColumns(Format(), count);
    task.first_column = call_.part.first_column + first;
    SetRows(RowsFrom(0), 0, p_.a.count, &task);
    task.result = ResultAt(0, task.first_column);
    SumAndFinishInPlace(p_, rows_.varying(), &task);
  }

 private:
  const PanelFormat& Format() const { return p_.backend->panel; }
  const std::uint8_t* A() const { return call_.places.a; }
  const std::uint8_t* B() const { return call_.places.b; }
  // `column` is one of the whole result.
  std::uint8_t* ResultAt(int row, int column) const {
    return call_.places.result + row * p_.result_row_stride +
           (column - call_.part.first_column) * p_.result_column_stride;
  }

  void ReadRows(int first, int count) const {
    RowTask task = p_.rows;
    task.source = A();
    if (call_.part.index == nullptr) {
      task.source += first * p_.a.stride;
    } else {
      task.index = call_.part.index + first;
    }
    task.rows = count;
    if (p_.copies_a) task.copies = CopiedRow(first);
    if (rows_.needs_sums()) rows_.SetSums(first, p_.row_sum_shift, &task);
    Check(task);
    p_.backend->read_rows(task);
  }

  // Rows that are columns of packed panels.
  void ReadPackedRows(int first, int count) const {
    for (int row = first, end = first + count; row < end;) {
      const Panel panel = PackedPanelAt(A(), p_.a.count, row / Format().nr);
      const int skipped = row - panel.first;
      const int rows = std::min(end - row, panel.columns - skipped);
      if (p_.copies_a) {
        const PanelRowsTask task = {panel.values,           panel.padded,
                                    panel.columns,          p_.k,
                                    CopiedRow(panel.first), p_.task.a_stride};
        Check(task);
        p_.backend->copy_panel_rows(task);
      }
      if (rows_.needs_sums()) {
        RowTask task;
        rows_.SetSums(row, p_.row_sum_shift, &task);
        for (int r = 0; r < rows; ++r) {
          task.sums[r] = task.SumOf(panel.sums[skipped + r]);
        }
      }
      row += rows;
    }
  }

  // What kernels read of rows of an A that is no packed panel.
  const std::uint8_t* RowsFrom(int row) const {
    return p_.copies_a ? CopiedRow(row) : A() + row * p_.a.stride;
  }

  std::uint8_t* CopiedRow(int row) const {
    return workspace_ + p_.layout.a + row * p_.task.a_stride;
  }

  Panel PackedPanelAt(const std::uint8_t* panels, int count, int index) const {
    return PanelAt(Format(), panels + index * p_.panel_stride, count, index);
  }

  // Where one of all panels lies that were packed up front.
  std::uint8_t* PanelMemory(int index) const {
    return workspace_ + p_.layout.panels + index * p_.panel_stride;
  }

  Panel ReadyPanel(int index, Worker* worker) const {
    switch (p_.b_source) {
      case BSource::kPacked:
        return PackedPanelAt(B(), p_.b.count, index);
      case BSource::kUpFront:
        return PackedPanelAt(PanelMemory(0), p_.b.count, index);
      default:
        break;
    }
    std::uint8_t* const memory =
        workspace_ + p_.layout.panels +
        static_cast<std::size_t>(worker->slot) * p_.layout.panel_bytes;
    if (worker->packed != index) {
      PackPanel(p_, B(), index, memory);
      worker->packed = index;
    }
    return PanelAt(Format(), memory, p_.b.count, index);
  }

  // Panel `index` becomes what the kernel reads.
  void Unpack(int index, Worker* worker, Panel* panel) const {
    std::uint8_t* const unpacked =
        workspace_ + p_.layout.unpacked +
        static_cast<std::size_t>(worker->slot) * p_.layout.unpacked_bytes;
    if (worker->unpacked != index) {
      const UnpackTask task = {panel->values, panel->columns, panel->padded,
                               p_.k, unpacked};
      Check(task);
      p_.kernel->unpack(task);
      worker->unpacked = index;
    }
    panel->values = unpacked;
  }

  // A task without rows and columns.
  GemmTask Task() const {
    GemmTask task = p_.task;
    task.a_offset = rows_.a_offset();
    task.b_offset = rows_.b_offset();
    task.biases = call_.prepared.biases;
    task.bias_count = call_.prepared.bias_count;
    task.epilogue = &call_.prepared.epilogue;
    return task;
  }

  void SetPanel(const Panel& panel, GemmTask* task) const {
    task->b = panel.values;
    if (call_.column_values != nullptr) {
      TakeColumnValues(p_,
                       call_.column_values +
                           panel.first / Format().nr * ColumnValuesStride(p_),
                       task);
    } else {
      task->column_sums = panel.sums;
    }
    task->n = panel.columns;
    task->padded_n = panel.padded;
    task->first_column = call_.part.first_column + panel.first;
  }

  void SetRows(const std::uint8_t* a, int row, int count,
               GemmTask* task) const {
    task->a = a;
    if (call_.part.a_rows != nullptr) {
      task->a_rows = call_.part.a_rows + row;
      task->a_offsets = call_.part.a_offsets;
      if (call_.part.a_terms != nullptr)
        task->a_terms = call_.part.a_terms + row;
    }
    task->m = count;
    task->row_add = rows_.add(row);
    task->first_row = call_.part.first_row + row;
  }

  // Multiplies rows with the task's panels: as many at a time as lie evenly,
  // and as a transposed store takes.
  void MultiplyRows(int first, int count, int slot, GemmTask* task) const {
    if (p_.transposed_store || p_.task.a_form == AForm::kPanel) {
      return MultiplyPartsOfRows(*this, first, count, slot, task);
    }
    SetRows(RowsFrom(first), first, count, task);
    task->result = ResultAt(first, task->first_column);
    Multiply(task);
  }

  // Of a copy, so that the object itself need not be in memory.
  static LOWP_NOINLINE void MultiplyPartsOfRows(ProductRun run, int first,
                                                int count, int slot,
                                                GemmTask* task) {
    const bool transposed = run.p_.transposed_store;
    for (int row = first, end = first + count; row < end; row += task->m) {
      run.SetSomeRows(
          row, transposed ? run.TransposedRows(end - row) : end - row, task);
      if (transposed) {
        run.MultiplyTransposed(slot, task);
      } else {
        task->result = run.ResultAt(row, task->first_column);
        run.Multiply(task);
      }
    }
  }

  // Rows of the next block that is stored transposed, of those that are left:
  // none is too small for the kernel.
  int TransposedRows(int left) const {
    if (left <= kTransposedRows) return left;
    return left - kTransposedRows < p_.kernel->m.min ? kTransposedRows / 2
                                                     : kTransposedRows;
  }

  // The rows from `row` on, at most `count`, that lie evenly.
  void SetSomeRows(int row, int count, GemmTask* task) const {
    if (p_.task.a_form != AForm::kPanel) {
      return SetRows(RowsFrom(row), row, count, task);
    }
    const Panel panel = PackedPanelAt(A(), p_.a.count, row / Format().nr);
    const int skipped = row - panel.first;
    task->a_group_stride = panel.padded * p_.task.a_group_stride;
    SetRows(panel.values + skipped * p_.task.a_stride, row,
            std::min(count, panel.columns - skipped), task);
  }

  void Multiply(GemmTask* task) const {
    if (p_.in_registers) {
      CheckTaskToRun(p_, *task);
      return p_.kernel->run(*task);
    }
    SumAndFinish(p_, rows_.varying(), task);
  }

  void MultiplyTransposed(int slot, GemmTask* task) const {
    const int size = SizeOf(call_.prepared.epilogue.result);
    std::uint8_t* const block =
        workspace_ + p_.layout.blocks +
        static_cast<std::size_t>(slot) * p_.layout.block_bytes;
    task->result = block;
    Multiply(task);
    const TransposeTask transpose = {
        block,
        std::ptrdiff_t{Format().nr} * size,
        ResultAt(task->first_row - call_.part.first_row, task->first_column),
        p_.result_column_stride,
        task->m,
        task->n,
        size};
    Check(transpose);
    p_.backend->family->transpose(transpose);
  }

  const PreparedProduct& p_;
  const ProductCall& call_;
  std::uint8_t* const workspace_;
  const RowValues rows_;
};

}  // namespace

void RunShared(const PreparedProduct& p, const ProductCall& call,
               const Executor& executor, int threads_to_wake) {
  const ProductRun run(p, call);
  const Crew crew = {executor, p.threads, threads_to_wake,
                     call.problem.uses_floats};
  const auto for_each_share = [&](int count, const auto& function) {
    ParallelFor<Worker>(crew, count, function);
  };
  const int rows = p.a.count;
  if (run.prepares_rows() && !p.copies_by_block) {
    // Whole panels of a packed operand, and whole blocks of interleaved rows.
    const int unit =
        p.a.is_packed ? p.backend->panel.nr : p.backend->copied_rows.interleave;
    const bool is_small = std::int64_t{rows} * p.k < kFewCopiedBytes;
    const int chunk = p.threads == 1 || is_small
                          ? rows
                          : RoundUpTo(unit, (rows - 1) / (4 * p.threads) + 1);
    for_each_share((rows - 1) / chunk + 1, [&](int share, Worker*) {
      const int first = share * chunk;
      run.PrepareRows(first, std::min(chunk, rows - first));
    });
  }
  if (p.b_source == BSource::kInPlace) {
    const int columns = ColumnsPerTask(p);
    return for_each_share(
        (p.b.count - 1) / columns + 1, [&](int share, Worker*) {
          const int first = share * columns;
          run.MultiplyColumns(first, std::min(columns, p.b.count - first));
        });
  }
  if (p.b_source == BSource::kUpFront) {
    for_each_share(p.panels, [&](int share, Worker*) { run.PackAhead(share); });
  }
  // What is packed just in time meets all blocks before the next panel is
  // packed; else a block stays cached, and meets all panels.
  const int blocks = p.row_blocks;
  const int groups = (p.panels - 1) / p.panels_per_task + 1;
  const int groups_of_share = p.copies_by_block ? groups : 1;
  const int shares_of_block = p.copies_by_block ? 1 : groups;
  const bool by_panel = p.b_source == BSource::kJustInTime;
  const int inner_count = by_panel ? blocks : shares_of_block;
  for_each_share(shares_of_block * blocks, [&](int share, Worker* worker) {
    const int outer = share / inner_count, inner = share % inner_count;
    const int group = by_panel ? outer : inner;
    const int block = by_panel ? inner : outer;
    const int first = block * p.row_block;
    const int count = block == blocks - 1 ? rows - first : p.row_block;
    if (p.copies_by_block) run.PrepareRows(first, count);
    for (int i = 0; i < groups_of_share; ++i) {
      run.MultiplyPanels((group + i) * p.panels_per_task, first, count, worker);
    }
  });
}

void RunProduct(const PreparedProduct& p, const ProductCall& call,
                const Executor& executor, int threads_to_wake) {
  if (!p.is_one_task) return RunShared(p, call, executor, threads_to_wake);
  GemmTask task = p.task;
  task.first_row = call.part.first_row;
  task.first_column = call.part.first_column;
  task.a_rows = call.part.a_rows;
  task.a_offsets = call.part.a_offsets;
  task.a_terms = call.part.a_terms;
  RunOneTask(p, call, &task);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
