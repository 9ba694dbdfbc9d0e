// Carries out a plan: rows are prepared, panels packed, shares multiplied.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "execute.h"

#include <algorithm>

#include "../contract/panel.h"
#include "../runtime/float_environment.h"
#include "../runtime/shares.h"
#include "direct_products.h"
#include "dot_products.h"
#include "initial_values.h"
#include "multiply_narrow.h"
#include "packed_rows.h"
#include "store_transposed.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Rows that lie evenly in memory, as PanelTask wants them.
struct RowRun {
  const std::uint8_t* data;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t group_stride;
  RowForm form;
  int count;
};

// Products that are made already; null: none are.
struct Products {
  const std::int32_t* data;
  std::ptrdiff_t stride;
};

// A thread that takes shares.
struct Worker {
  int slot;     // where its own memory lies in the workspace
  int packed;   // the panel that it packed there last
  int widened;  // and the one that it widened
};
constexpr int kNoPanel = -1;

class Execution {
 public:
  Execution(const OrientedProblem& problem, const GemmPlan& plan,
            const WorkspaceLayout& layout, const Executor& executor,
            void* workspace)
      : problem_(problem),
        plan_(plan),
        layout_(layout),
        executor_(executor),
        backend_(*plan.backend),
        format_(plan.backend->panel),
        dots_(plan.panel_source == PanelSource::kInPlace),
        copies_rows_(CopiesRows(plan)),
        row_domain_(RowDomainOf(problem, plan)),
        workspace_(static_cast<std::uint8_t*>(workspace)),
        initial_(
            problem, backend_, row_domain_,
            dots_ ? Domain::kNative : format_.domain,
            RowsHaveTerms(backend_, plan.widened, plan.narrow, problem.depth),
            reinterpret_cast<std::int32_t*>(workspace_ + layout.row_values)) {}

  void Run() {
    if (copies_rows_ || initial_.has_row_values()) {
      const int rows = plan_.panel_rows;
      const int unit = plan_.row_source == RowSource::kPrepacked
                           ? format_.width
                           : backend_.row_interleave;
      const int chunk =
          plan_.threads == 1
              ? rows
              : RoundUpTo(unit, (rows - 1) / (4 * plan_.threads) + 1);
      ForEachShare((rows - 1) / chunk + 1, [&](int share, Worker*) {
        const int first = share * chunk;
        PrepareRows(first, std::min(chunk, rows - first));
      });
    }
    if (dots_) {
      const int most = PanelsPerDot(plan_);
      return ForEachShare(
          (plan_.panels - 1) / most + 1, [&](int share, Worker*) {
            const int first = share * most;
            MultiplyInPlace(first, std::min(most, plan_.panels - first));
          });
    }
    if (plan_.panel_source == PanelSource::kUpFront) {
      ForEachShare(plan_.panels, [&](int share, Worker*) {
        PackPanel(share, PanelMemory(share));
      });
    }
    MultiplyAll();
  }

 private:
  // Calls function(share, worker) for each share, on up to plan_.threads
  // threads, each of which has a worker of its own.
  template <typename Function>
  void ForEachShare(int count, const Function& function) {
    if (plan_.threads == 1) {
      Worker worker = {0, kNoPanel, kNoPanel};
      for (int share = 0; share < count; ++share) function(share, &worker);
      return;
    }
    struct Job {
      const Function& function;
      Shares shares;
      bool uses_floats;
    };
    const int threads = std::min(plan_.threads, count);
    const EpilogueForm form = problem_.prepared.epilogue.form;
    Job job = {
        function, Shares(count, threads),
        form != EpilogueForm::kStore && form != EpilogueForm::kFixedPoint};
    const auto work = [](void* argument, int slot) {
      Job& j = *static_cast<Job*>(argument);
      const FloatEnvironment environment(j.uses_floats);
      Worker worker = {slot, kNoPanel, kNoPanel};
      j.shares.Take(slot, [&](int share) { j.function(share, &worker); });
    };
    if (executor_.parallel_for_waking != nullptr) {
      executor_.parallel_for_waking(executor_.state, threads,
                                    plan_.threads_to_wake, work, &job);
    } else {
      executor_.parallel_for(executor_.state, threads, work, &job);
    }
  }

  // Multiplies each block of rows with each panel, or group of panels. What is
  // packed just in time meets all blocks before the next panel is packed; else
  // a block stays cached, and meets all panels.
  void MultiplyAll() {
    const int blocks = (plan_.panel_rows - 1) / plan_.row_block + 1;
    const int most = PanelsPerDirectShare(plan_);
    const int groups = (plan_.panels - 1) / most + 1;
    const bool by_panel = plan_.panel_source == PanelSource::kJustInTime;
    const int inner_count = by_panel ? blocks : groups;
    ForEachShare(groups * blocks, [&](int share, Worker* worker) {
      const int outer = share / inner_count, inner = share % inner_count;
      const int group = by_panel ? outer : inner;
      const int first = (by_panel ? inner : outer) * plan_.row_block;
      const int count = std::min(plan_.row_block, plan_.panel_rows - first);
      Panel panel = ReadyPanel(group * most, worker);
      if (plan_.widened) Widen(group, worker, &panel);
      if (plan_.direct) {
        MultiplyDirectPanels(panel, most, first, count, nullptr);
      } else {
        MultiplyRows(panel, first, count, worker->slot, {});
      }
    });
  }

  void PrepareRows(int first, int count) {
    const OrientedSide& side = problem_.rows;
    if (plan_.row_source == RowSource::kPrepacked) {
      if (copies_rows_) {
        CopyPackedRows(problem_, backend_, first, count, CopiedRow(first),
                       layout_.row_stride, initial_.row_terms(first));
      }
      if (initial_.needs_row_sums()) {
        SumPackedRows(problem_, backend_, PackedRowShift(), first, count,
                      initial_.row_sums() + first);
      }
    } else if (copies_rows_ || initial_.needs_row_sums()) {
      RowTask task;
      task.source = side.data + first * side.stride;
      task.row_stride = side.stride;
      task.depth_stride = side.depth_stride;
      task.scalar = side.scalar;
      task.rows = count;
      task.depth = problem_.depth;
      task.packed = copies_rows_ ? CopiedRow(first) : nullptr;
      task.packed_stride = layout_.row_stride;
      task.terms = initial_.row_terms(first);
      task.sums =
          initial_.needs_row_sums() ? initial_.row_sums() + first : nullptr;
      backend_.read_rows(task);
      if (task.sums != nullptr) {
        // read_rows sums in the backend's domain, kernels may read in another.
        MoveSums(DomainShift(row_domain_, side.scalar) -
                     DomainShift(backend_.row_domain, side.scalar),
                 problem_.depth, count, task.sums);
      }
    }
    initial_.FinishRows(first, count);
  }

  // What a panel's number becomes when a kernel reads it as a row's.
  int PackedRowShift() const {
    return DomainShift(row_domain_, problem_.rows.scalar) -
           DomainShift(format_.domain, problem_.rows.scalar);
  }

  std::uint8_t* CopiedRow(int row) const {
    return workspace_ + layout_.rows + row * layout_.row_stride;
  }

  Panel PackedPanelOf(const OrientedSide& side, int index) const {
    return PackedPanel(format_, side.data, side.count, problem_.depth, index);
  }

  // For one of all panels, or where they are packed just in time, for a slot's.
  std::uint8_t* PanelMemory(int index) const {
    return workspace_ + layout_.panels + index * layout_.panel_bytes;
  }

  void PackPanel(int index, std::uint8_t* memory) const {
    const OrientedSide& side = problem_.panels;
    const Panel panel = PanelAt(format_, memory, side.count, index);
    PackTask task;
    task.source = side.data + panel.first * side.stride;
    task.column_stride = side.stride;
    task.depth_stride = side.depth_stride;
    task.scalar = side.scalar;
    task.columns = panel.columns;
    task.padded_columns = panel.padded;
    task.depth = problem_.depth;
    task.panel = memory + PanelDataOffset(panel.padded);
    task.sums = reinterpret_cast<std::int32_t*>(memory);
    backend_.pack(task);
  }

  Panel ReadyPanel(int index, Worker* worker) const {
    if (plan_.panel_source == PanelSource::kPrepacked) {
      return PackedPanelOf(problem_.panels, index);
    }
    const bool just_in_time = plan_.panel_source == PanelSource::kJustInTime;
    std::uint8_t* memory = PanelMemory(just_in_time ? worker->slot : index);
    if (just_in_time && worker->packed != index) {
      PackPanel(index, memory);
      worker->packed = index;
    }
    return PanelAt(format_, memory, problem_.panels.count, index);
  }

  // Panel number `index` becomes what the worker widened of it.
  void Widen(int index, Worker* worker, Panel* panel) const {
    std::uint8_t* const widened =
        workspace_ + layout_.widened + worker->slot * layout_.widened_bytes;
    if (worker->widened != index) {
      backend_.widen({panel->numbers, plan_.row_source == RowSource::kInPlace,
                      panel->columns, panel->padded, problem_.depth, widened});
      worker->widened = index;
    }
    panel->numbers = widened;
    panel->widened = true;
  }

  // The rows from `first` on, at most `count`, that one task can read.
  RowRun RowsFrom(int first, int count) const {
    if (copies_rows_) {
      return {CopiedRow(first), layout_.row_stride,
              std::ptrdiff_t{format_.group} * backend_.row_element_size,
              RowForm::kCopied, count};
    }
    const std::ptrdiff_t group_bytes = format_.group * format_.element_size;
    if (plan_.row_source == RowSource::kInPlace) {
      return {problem_.rows.data + first * problem_.rows.stride,
              problem_.rows.stride, group_bytes, RowForm::kPlain, count};
    }
    const Panel panel = PackedPanelOf(problem_.rows, first / format_.width);
    const int skipped = first - panel.first;
    return {panel.numbers + skipped * group_bytes, group_bytes,
            panel.padded * group_bytes, RowForm::kPanel,
            std::min(count, panel.columns - skipped)};
  }

  PanelTask TaskFor(const Panel& panel) const {
    PanelTask task;
    const bool in_place = plan_.row_source == RowSource::kInPlace;
    const int shift = plan_.row_source == RowSource::kPrepacked
                          ? PackedRowShift()
                          : DomainShift(row_domain_, problem_.rows.scalar);
    task.row_flip = shift != 0 ? 0x80 : 0;
    task.row_scalar = problem_.rows.scalar;
    task.panel = panel.numbers;
    task.widened = panel.widened;
    task.columns = panel.columns;
    task.padded_columns = panel.padded;
    task.groups = in_place ? problem_.depth / format_.group
                           : GroupCount(format_, problem_.depth);
    task.tail = in_place ? problem_.depth % format_.group : 0;
    task.epilogue = &problem_.prepared.epilogue;
    task.first_column = panel.first;
    task.prefetches = plan_.prefetch != Prefetching::kNothing && !panel.widened;
    return task;
  }

  // The rows times some panels' columns, where they lie; then the epilogue.
  void MultiplyInPlace(int first, int panels) {
    DotProducts made;
    MakeDotProducts(problem_, plan_, initial_, first, panels, &made);
    const auto panel_at = [&](int p) {
      return PanelAt(
          format_,
          reinterpret_cast<const std::uint8_t*>(made.sums + p * format_.width),
          problem_.panels.count, first + p);
    };
    if (plan_.direct) {
      return MultiplyDirectPanels(panel_at(0), panels, 0, 1, made.products);
    }
    for (int p = 0; p < panels; ++p) {
      MultiplyRows(panel_at(p), 0, plan_.panel_rows, 0,
                   {made.products + p * format_.width, made.stride});
    }
  }

  // Rows times up to `most` panels, or what products there are of them.
  void MultiplyDirectPanels(const Panel& panel, int most, int first, int count,
                            const std::int32_t* products) const {
    DirectPanels panels;
    panels.sums = panel.sums;
    panels.products = products;
    panels.stride = static_cast<std::ptrdiff_t>(
        PanelBytes(format_, format_.width, products ? 0 : problem_.depth));
    panels.first_column = panel.first;
    const int left = problem_.panels.count - panel.first;
    panels.columns = most > left / format_.width ? left : most * format_.width;
    const RowRun run = RowsFrom(first, count);
    MultiplyDirectly(problem_, plan_, initial_,
                     {run.data, run.row_stride, first, count}, panels);
  }

  // Multiplies rows with a panel, or finishes the products that are given.
  void MultiplyRows(const Panel& panel, int first, int count, int slot,
                    const Products& products) {
    ColumnValues columns;
    initial_.FillColumns(panel.sums, panel.first, panel.columns, panel.padded,
                         &columns);
    PanelTask task = TaskFor(panel);
    task.products = products.data;
    task.products_stride = products.stride;
    if (products.data != nullptr) task.groups = task.tail = 0;
    for (int row = first, end = first + count; row < end; row += task.rows) {
      const int most = plan_.transposed_store
                           ? std::min(end - row, TransposedRows(backend_))
                           : end - row;
      const RowRun run = RowsFrom(row, most);
      task.rows_data = run.data;
      task.row_stride = run.row_stride;
      task.group_stride = run.group_stride;
      task.row_form = run.form;
      task.rows = run.count;
      task.first_row = row;
      initial_.Attach(row, columns, &task);
      MultiplyAndStore(&task, slot);
    }
  }

  void Multiply(const PanelTask& task) const {
    return plan_.narrow ? MultiplyNarrow(backend_, task)
                        : backend_.multiply(task);
  }

  void MultiplyAndStore(PanelTask* task, int slot) const {
    const Scalar scalar = problem_.prepared.epilogue.result;
    std::uint8_t* const out =
        static_cast<std::uint8_t*>(problem_.result) +
        (task->first_row * problem_.result_row_stride +
         task->first_column * problem_.result_column_stride) *
            SizeOf(scalar);
    if (!plan_.transposed_store) {
      task->result = out;
      task->result_stride = problem_.result_row_stride;
      return Multiply(*task);
    }
    std::uint8_t* const block =
        workspace_ + layout_.blocks + slot * layout_.block_bytes;
    task->result = block;
    task->result_stride = format_.width;
    Multiply(*task);
    StoreTransposed({block, format_.width, task->rows, task->columns},
                    SizeOf(scalar), out, problem_.result_row_stride,
                    problem_.result_column_stride);
  }

  const OrientedProblem& problem_;
  const GemmPlan& plan_;
  const WorkspaceLayout& layout_;
  const Executor& executor_;
  const Backend& backend_;
  const PanelFormat format_;
  const bool dots_;  // nothing is packed: Backend::dot makes the products
  const bool copies_rows_;
  const Domain row_domain_;
  std::uint8_t* const workspace_;
  InitialValues initial_;
};

}  // namespace

void ExecutePlan(const OrientedProblem& problem, const GemmPlan& plan,
                 const WorkspaceLayout& layout, const Executor& executor,
                 void* workspace) {
  Execution(problem, plan, layout, executor, workspace).Run();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
