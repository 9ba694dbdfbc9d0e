// Runs prepared convolutions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstring>

#include "../contract/call_workspace.h"
#include "../contract/context_in_use.h"
#include "../contract/panel_format.h"
#include "../epilogue/overlap.h"
#include "../epilogue/usual_epilogue.h"
#include "../epilogue/validate_stages.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"
#include "conv_state.h"
#include "run_depthwise.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// A thread that takes shares, and whose rows it copied last.
struct Worker {
  int slot = 0;
  const void* phase = nullptr;
  int group = -1;
  int block = -1;
};

class ConvRun {
 public:
  ConvRun(const ConvState& state, const ConvPointers& pointers, void* workspace)
      : state_(state),
        pointers_(pointers),
        input_(static_cast<const std::uint8_t*>(pointers.input)),
        output_(static_cast<std::uint8_t*>(pointers.output)),
        workspace_(static_cast<std::uint8_t*>(workspace)) {}

  void Share(int share, Worker* worker) const {
    if (!state_.depthwise.empty()) {
      const PhaseDepthwise& phase = PhaseOf(state_.depthwise, share);
      const bool is_first = worker->phase != &phase;
      worker->phase = &phase;
      return RunDepthwiseShare(state_, phase, share - phase.first_share,
                               is_first, pointers_, Memory(worker));
    }
    // A block of rows meets all columns before the next one is copied.
    const PhaseProduct& phase = PhaseOf(state_.products, share);
    const int index = share - phase.first_share;
    const int column_block = index % phase.column_blocks;
    const int row_block = index / phase.column_blocks % phase.row_blocks;
    const int group = index / phase.column_blocks / phase.row_blocks;
    RunBlock(phase, group, row_block, column_block, worker);
  }

 private:
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

  // The rows of a block, as the product reads them.
  const std::uint8_t* Rows(const PhaseProduct& phase, int group, int block,
                           int count, Worker* worker) const {
    const std::uint8_t* const input =
        input_ + static_cast<std::ptrdiff_t>(group) * phase.windows.channels;
    const int first = block * phase.row_block;
    if (phase.in_place) {
      return input + phase.begin + first * phase.a_stride;
    }
    std::uint8_t* const rows = Memory(worker) + state_.slot.rows;
    if (worker->phase != &phase || worker->group != group ||
        worker->block != block) {
      state_.backend->family->copy_windows(
          {&phase.windows, input, first, count, rows, phase.a_stride});
      worker->phase = &phase;
      worker->group = group;
      worker->block = block;
    }
    return rows;
  }

  void RunBlock(const PhaseProduct& phase, int group, int row_block,
                int column_block, Worker* worker) const {
    const int first = row_block * phase.row_block;
    const int rows = std::min(phase.row_block, phase.rows - first);
    const int outputs = GroupOutputs(state_.product_geometry);
    const int column = column_block * phase.column_block;
    const PackedMatrix& part =
        state_.parts[static_cast<std::size_t>(phase.first_part + group)];
    const PanelFormat format = FormatOf(*part.header());
    GemmPart task;
    task.pointers.lhs = Rows(phase, group, row_block, rows, worker);
    task.pointers.rhs =
        part.panels() +
        column / format.nr * PanelBytes(format, format.nr, phase.k);
    task.first_row = first;
    task.first_column = group * outputs + column;
    const std::ptrdiff_t size = SizeOf(state_.output);
    const std::ptrdiff_t stride = OutputStride(state_.geometry) * size;
    std::uint8_t* const block = Memory(worker) + state_.slot.block;
    task.pointers.result =
        state_.scatters ? block
                        : output_ + first * stride + task.first_column * size;
    if (state_.scatters) {
      // A pipeline to which that matters has blocks of one row.
      task.first_row = OutputPosition(phase.windows, state_.shape, first);
    }
    const bool last_rows = row_block == phase.row_blocks - 1;
    const bool last_columns = column_block == phase.column_blocks - 1;
    RunGemmPart(*phase.products[last_rows][last_columns], task,
                Memory(worker) + state_.slot.product);
    if (!state_.scatters) return;
    const std::ptrdiff_t bytes =
        std::min(phase.column_block, outputs - column) * size;
    // The rows of a block lie as far apart as those of a whole one.
    for (int r = 0; r < rows; ++r) {
      const std::ptrdiff_t position =
          OutputPosition(phase.windows, state_.shape, first + r);
      std::memcpy(output_ + position * stride + task.first_column * size,
                  block + r * bytes, static_cast<std::size_t>(bytes));
    }
  }

  const ConvState& state_;
  const ConvPointers& pointers_;
  const std::uint8_t* const input_;
  std::uint8_t* const output_;
  std::uint8_t* const workspace_;
};

void RunShares(const ConvState& state, const ConvPointers& pointers,
               void* workspace, const Executor& executor) {
  const FloatEnvironment environment(state.uses_floats);
  const ConvRun run(state, pointers, workspace);
  const Crew crew = {executor, state.threads, -1, state.uses_floats};
  ParallelFor<Worker>(crew, state.shares, [&](int share, Worker* worker) {
    run.Share(share, worker);
  });
}

// Everything that may be wrong with the tensors of a run.
Status CheckPointers(const ConvState& state, const ConvPointers& pointers) {
  if (pointers.input == nullptr) {
    return InvalidArgument("input", 0, "is a null pointer");
  }
  if (pointers.output == nullptr) {
    return InvalidArgument("output", 0, "is a null pointer");
  }
  MatrixRef input = state.input_matrix, output = state.output_matrix;
  input.data = pointers.input;
  output.data = pointers.output;
  if (Overlap(input, output)) {
    return InvalidArgument("output", 0, "overlaps the input in memory");
  }
  const int count = static_cast<int>(state.ops.size());
  if (AreUsualAndApart(state.ops.data(), count, output, state.output_bytes)) {
    return Status();
  }
  return ValidateStages(state.ops.data(), count, output);
}

}  // namespace

std::size_t WorkspaceBytes(const ConvState& prepared) {
  if (prepared.whole != nullptr) return WorkspaceBytes(*prepared.whole);
  return prepared.slot.total * static_cast<std::size_t>(prepared.threads) +
         kPackedAlignment - 1;
}

Status RunConvolution(const ConvState& prepared, const ConvPointers& pointers,
                      void* workspace, std::size_t bytes,
                      const Executor& executor) {
  Status status = CheckPointers(prepared, pointers);
  if (!status.ok()) return status;
  if (prepared.whole != nullptr) {
    return RunPreparedGemm(*prepared.whole,
                           {pointers.input, nullptr, pointers.output},
                           workspace, bytes, executor);
  }
  void* aligned;
  status = AlignWorkspace(
      workspace, bytes,
      prepared.slot.total * static_cast<std::size_t>(prepared.threads),
      &aligned);
  if (status.ok()) RunShares(prepared, pointers, aligned, executor);
  return status;
}

Status RunConvolution(const ConvState& prepared, const ConvPointers& pointers,
                      const GemmResources& resources) {
  Status status = CheckNotInUse(*resources.state);
  if (status.ok()) status = CheckPointers(prepared, pointers);
  if (!status.ok()) return status;
  if (prepared.whole != nullptr) {
    return RunPreparedGemm(
        *prepared.whole, {pointers.input, nullptr, pointers.output}, resources);
  }
  void* workspace;
  status = TakeWorkspace(
      resources.state,
      prepared.slot.total * static_cast<std::size_t>(prepared.threads),
      &workspace);
  if (!status.ok()) return status;
  const InUse in_use(resources.state);
  RunShares(prepared, pointers, workspace,
            prepared.threads == 1 ? Executor{} : resources.MakeExecutor());
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
