// A run of a prepared convolution, share by share.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONV_CONV_RUN_H_
#define LOWP_INTERNAL_CONV_CONV_RUN_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../contract/panel_format.h"
#include "conv_state.h"
#include "copy_rows.h"
#include "run_depthwise.h"
#include "run_interleaved.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A thread that takes shares, and where the rows are from that it copied last.
struct Worker {
  int slot = 0;
  const void* phase = nullptr;
  int group = -1;
  int block = -1;
};

// Sums of `rows` windows from `first` on, of `columns` output channels: those
// of a window one after another, and windows without gaps.
struct SumsOfShare {
  const Windows* windows;
  int first, rows;
  int first_column, columns;
  const std::int32_t* sums;
};

// `workspace` has state.slot.total bytes for each thread, aligned.
class ConvRun {
 public:
  ConvRun(const ConvState& state, const ConvPointers& pointers, void* workspace)
      : state_(state),
        pointers_(pointers),
        input_(static_cast<const std::uint8_t*>(pointers.input)),
        output_(static_cast<std::uint8_t*>(pointers.output)),
        workspace_(static_cast<std::uint8_t*>(workspace)) {}

  // Computes a share, and stores what it yields or leaves it in memory.
  void Share(int share, Worker* worker) const {
    if (!state_.depthwise.empty()) {
      const PhaseDepthwise& phase = PhaseOf(state_.depthwise, share);
      const bool is_first = worker->phase != &phase;
      worker->phase = &phase;
      const auto run = phase.interleaved.kernel != nullptr
                           ? &RunInterleavedShare
                           : &RunDepthwiseShare;
      return run(state_, phase, share - phase.first_share, is_first, pointers_,
                 Memory(worker));
    }
    const PhaseProduct& phase = PhaseOf(state_.products, share);
    RunBlock(phase, BlockOf(phase, share), worker);
  }

  // Where the sums of a share are if they stay in memory.
  SumsOfShare Sums(int share, const Worker& worker) const {
    const std::int32_t* const sums = reinterpret_cast<const std::int32_t*>(
        Memory(&worker) + state_.slot.block);
    if (!state_.depthwise.empty()) {
      const PhaseDepthwise& phase = PhaseOf(state_.depthwise, share);
      const int windows = phase.windows.axis[2].windows;
      return {&phase.windows,
              (share - phase.first_share) * windows,
              windows,
              0,
              state_.geometry.output_channels,
              sums};
    }
    const PhaseProduct& phase = PhaseOf(state_.products, share);
    const Block block = BlockOf(phase, share);
    const int outputs = GroupOutputs(state_.product_geometry);
    const int first = block.row_block * phase.row_block;
    const int column = block.column_block * phase.column_block;
    return {&phase.windows,
            first,
            std::min(phase.row_block, phase.rows - first),
            block.group * outputs + column,
            std::min(phase.column_block, outputs - column),
            sums};
  }

 private:
  // A block of rows meets all columns before the next one is copied.
  struct Block {
    int group, row_block, column_block;
  };
  static Block BlockOf(const PhaseProduct& phase, int share) {
    const int index = share - phase.first_share;
    return {index / phase.column_blocks / phase.row_blocks,
            index / phase.column_blocks % phase.row_blocks,
            index % phase.column_blocks};
  }

  template <typename Phases>
  static const typename Phases::value_type& PhaseOf(const Phases& phases,
                                                    int share) {
    const auto after = std::upper_bound(
        phases.begin(), phases.end(), share,
        [](int s, const auto& phase) { return s < phase.first_share; });
    return *(after - 1);
  }

  std::uint8_t* Memory(const Worker* worker) const {
    return workspace_ +
           static_cast<std::size_t>(worker->slot) * state_.slot.total;
  }

  // Finds the rows of a block, as the product reads them.
  void SetRows(const PhaseProduct& phase, int group, int block, int count,
               Worker* worker, GemmPart* task) const {
    const std::uint8_t* const input =
        input_ + static_cast<std::ptrdiff_t>(group) * phase.windows.channels;
    const int first = block * phase.row_block;
    if (phase.in_place) {
      task->pointers.lhs = input + phase.begin + first * phase.a_stride;
      return;
    }
    std::uint8_t* const rows = Memory(worker) + state_.slot.rows;
    if (worker->phase != &phase || worker->group != group ||
        worker->block != block) {
      if (phase.lines.run > 0) {
        CopyWindowLines(phase.windows, phase.lines, *state_.backend,
                        state_.input, input, first, count, rows);
      } else {
        state_.backend->family->copy_windows({&phase.windows, input, first,
                                              count, rows, phase.a_stride,
                                              FlipOfCopies(state_)});
      }
      worker->phase = &phase;
      worker->group = group;
      worker->block = block;
    }
    task->pointers.lhs = rows;
    if (phase.lines.run > 0) {
      const CopiedWindows copied = WindowsIn(rows, count);
      task->lhs_rows = copied.rows;
      task->lhs_offsets = phase.lines.offsets.data();
      task->lhs_terms = copied.terms;
    }
  }

  void RunBlock(const PhaseProduct& phase, const Block& at,
                Worker* worker) const {
    const auto [group, row_block, column_block] = at;
    const int first = row_block * phase.row_block;
    const int rows = std::min(phase.row_block, phase.rows - first);
    const int outputs = GroupOutputs(state_.product_geometry);
    const int column = column_block * phase.column_block;
    const PackedMatrix& part =
        state_.parts[static_cast<std::size_t>(phase.first_part + group)];
    const PanelFormat format = FormatOf(*part.header());
    GemmPart task;
    SetRows(phase, group, row_block, rows, worker, &task);
    task.pointers.rhs =
        part.panels() +
        column / format.nr * PanelBytes(format, format.nr, phase.k);
    task.first_row = first;
    task.first_column = group * outputs + column;
    const std::ptrdiff_t size = SizeOf(state_.output);
    const std::ptrdiff_t stride = OutputStride(state_.geometry) * size;
    std::uint8_t* const block = Memory(worker) + state_.slot.block;
    task.pointers.result =
        state_.scatters || state_.sums_stay
            ? block
            : output_ + first * stride + task.first_column * size;
    if (state_.scatters) {
      // If the pipeline depends on rows, blocks have one row.
      task.first_row = OutputPosition(phase.windows, state_.shape, first);
    }
    const bool last_rows = row_block == phase.row_blocks - 1;
    const bool last_columns = column_block == phase.column_blocks - 1;
    RunGemmPart(*phase.products[last_rows][last_columns], task,
                Memory(worker) + state_.slot.product);
    if (!state_.scatters || state_.sums_stay) return;
    const std::ptrdiff_t bytes =
        std::min(phase.column_block, outputs - column) * size;
    // The rows of a block lie as far apart as those of a whole one.
    ForEachLine(phase.windows, first, rows,
                [&](int, int, int windows_of_line, int row) {
                  const std::ptrdiff_t position =
                      OutputPosition(phase.windows, state_.shape, first + row);
                  CopyRows(
                      {block + row * bytes, bytes},
                      {output_ + position * stride + task.first_column * size,
                       phase.windows.axis[2].output_step * stride},
                      windows_of_line, bytes);
                });
  }

  const ConvState& state_;
  const ConvPointers& pointers_;
  const std::uint8_t* const input_;
  std::uint8_t* const output_;
  std::uint8_t* const workspace_;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONV_CONV_RUN_H_
