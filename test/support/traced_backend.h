// A copy of a backend whose functions record that they are called, and call
// those of the original.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_TRACED_BACKEND_H_
#define LOWP_TEST_SUPPORT_TRACED_BACKEND_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "../../internal/contract/backend.h"
#include "../../internal/contract/engine_state.h"
#include "context_for.h"

namespace lowp_test {

// What a product called.
struct Trace {
  std::set<std::thread::id> threads;
  int panels_packed = 0;
  std::int64_t columns_packed = 0;
  std::int64_t rows_copied = 0;
  std::int64_t rows_summed = 0;
  std::int64_t panel_rows_copied = 0;
  int panels_unpacked = 0;
  std::map<int, int> runs, sums;  // calls, by the kernel's row of the table
  int columns_prepared = 0;
  int finishes = 0;
  std::int64_t elements = 0;  // of the result that kernels computed
  int max_rows = 0;           // of a task
  int max_panels = 0;
  std::set<gemmlowp::internal::AForm> a_forms;
  std::set<bool> prefetches;
  std::set<const void*> results;  // where tasks store theirs
};

class TracedBackend {
 public:
  explicit TracedBackend(const Backend& backend)
      : original_(backend),
        copy_(backend),
        family_(*backend.family),
        kernels_(backend.kernels, backend.kernels + backend.kernel_count) {
    copy_.pack = &Pack;
    copy_.read_rows = &ReadRows;
    if (copy_.copy_panel_rows != nullptr) copy_.copy_panel_rows = &CopyRows;
    family_.prepare_columns = &PrepareColumns;
    family_.finish = &Finish;
    SetKernels(std::make_index_sequence<kMaxKernels>());
    copy_.family = &family_;
    copy_.kernels = kernels_.data();
  }
  TracedBackend(const TracedBackend&) = delete;
  TracedBackend& operator=(const TracedBackend&) = delete;

  // Makes flipping the sign of rows in place cost this many cycles per value
  // and panel, for all kernels, and copies cost nothing.
  void set_flip_cost(float cycles) {
    for (gemmlowp::internal::GemmKernel& kernel : kernels_) {
      kernel.cost.flip = kernel.cost.narrow_flip = cycles;
    }
    copy_.other_costs = {};
    copy_.reading.flipped_copy = {};
  }

  const Backend& original() const { return original_; }
  const Backend& copy() const { return copy_; }
  // The copy's costs; change them before it is used.
  gemmlowp::internal::MemoryCosts& memory() { return copy_.memory; }

  // While this exists, the original's context uses the copy. The context
  // remembers the copy, which must outlive it. With `prefetches` all tasks
  // prefetch.
  class Use {
   public:
    explicit Use(const TracedBackend& traced, bool prefetches = false)
        : state_(ContextFor(traced.original_)->engine_state()),
          before_(state_->backend) {
      state_->backend = &traced.copy_;
      current_ = &traced.original_;
      trace_ = Trace();
      prefetches_ = prefetches;
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use() { state_->backend = before_; }

    // Forgets what was called so far.
    void Clear() { trace_ = Trace(); }
    const Trace& trace() const { return trace_; }

   private:
    gemmlowp::internal::EngineState* const state_;
    const Backend* const before_;
  };

 private:
  static constexpr std::size_t kMaxKernels = 24;

  template <std::size_t... kIndex>
  void SetKernels(std::index_sequence<kIndex...>) {
    (SetKernel<kIndex>(), ...);
  }
  template <std::size_t kIndex>
  void SetKernel() {
    if (kIndex >= kernels_.size()) return;
    gemmlowp::internal::GemmKernel& kernel = kernels_[kIndex];
    if (kernel.run != nullptr) kernel.run = &Run<kIndex>;
    if (kernel.sum != nullptr) kernel.sum = &Sum<kIndex>;
    if (kernel.unpack != nullptr) kernel.unpack = &Unpack<kIndex>;
  }

  // Changes the trace, one thread at a time.
  template <typename F>
  static void Record(F change) {
    const std::lock_guard<std::mutex> lock(mutex_);
    trace_.threads.insert(std::this_thread::get_id());
    change(&trace_);
  }

  static void Pack(const gemmlowp::internal::PackTask& task) {
    Record([&](Trace* trace) {
      ++trace->panels_packed;
      trace->columns_packed += task.columns;
    });
    current_->pack(task);
  }
  static void ReadRows(const gemmlowp::internal::RowTask& task) {
    Record([&](Trace* trace) {
      if (task.copies != nullptr) trace->rows_copied += task.rows;
      if (task.sums != nullptr) trace->rows_summed += task.rows;
    });
    current_->read_rows(task);
  }
  static void CopyRows(const gemmlowp::internal::PanelRowsTask& task) {
    Record([&](Trace* trace) { trace->panel_rows_copied += task.rows; });
    current_->copy_panel_rows(task);
  }
  static void PrepareColumns(const gemmlowp::internal::ColumnTask& task) {
    Record([](Trace* trace) { ++trace->columns_prepared; });
    current_->family->prepare_columns(task);
  }
  static void Finish(const gemmlowp::internal::FinishTask& task) {
    Record([&](Trace* trace) {
      ++trace->finishes;
      trace->results.insert(task.result);
    });
    current_->family->finish(task);
  }

  // The task that the original gets.
  static gemmlowp::internal::GemmTask Passed(
      gemmlowp::internal::GemmTask task) {
    task.prefetches |= prefetches_;
    return task;
  }
  static void RecordTask(const gemmlowp::internal::GemmTask& task,
                         Trace* trace) {
    trace->max_rows = std::max(trace->max_rows, task.m);
    trace->max_panels = std::max(trace->max_panels, task.panels);
    trace->a_forms.insert(task.a_form);
    trace->prefetches.insert(task.prefetches);
  }
  template <std::size_t kIndex>
  static void Run(const gemmlowp::internal::GemmTask& task) {
    Record([&](Trace* trace) {
      RecordTask(task, trace);
      ++trace->runs[kIndex];
      trace->elements += std::int64_t{task.m} * task.n * task.panels;
      trace->results.insert(task.result);
    });
    current_->kernels[kIndex].run(Passed(task));
  }
  template <std::size_t kIndex>
  static void Sum(const gemmlowp::internal::GemmTask& task,
                  const gemmlowp::internal::SumTarget& target) {
    Record([&](Trace* trace) {
      RecordTask(task, trace);
      ++trace->sums[kIndex];
      trace->elements += std::int64_t{target.count} * task.n;
    });
    current_->kernels[kIndex].sum(Passed(task), target);
  }
  template <std::size_t kIndex>
  static void Unpack(const gemmlowp::internal::UnpackTask& task) {
    Record([](Trace* trace) { ++trace->panels_unpacked; });
    current_->kernels[kIndex].unpack(task);
  }

  static inline std::mutex mutex_;
  static inline Trace trace_;
  static inline const Backend* current_ = nullptr;
  static inline bool prefetches_ = false;

  const Backend& original_;
  Backend copy_;
  gemmlowp::internal::RegisterFamily family_;
  std::vector<gemmlowp::internal::GemmKernel> kernels_;
};

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_TRACED_BACKEND_H_
