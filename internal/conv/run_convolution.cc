// Runs prepared convolutions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/call_workspace.h"
#include "../contract/context_in_use.h"
#include "../epilogue/overlap.h"
#include "../epilogue/usual_epilogue.h"
#include "../epilogue/validate_stages.h"
#include "../runtime/float_environment.h"
#include "../runtime/parallel_for.h"
#include "conv_run.h"
#include "int16_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

// Of rows of channels.
Status RunRows(const ConvState& state, const ConvPointers& pointers,
               void* workspace, const Executor& executor, int threads_to_wake) {
  if (state.whole != nullptr) {
    return RunPreparedGemm(*state.whole,
                           {pointers.input, nullptr, pointers.output},
                           workspace, WorkspaceBytes(*state.whole), executor);
  }
  if (state.int16 != nullptr) {
    RunInt16(state, pointers, workspace, executor, threads_to_wake);
    return Status();
  }
  const FloatEnvironment environment(state.uses_floats);
  const ConvRun run(state, pointers, workspace);
  const Crew crew = {executor, state.threads, threads_to_wake,
                     state.uses_floats};
  ParallelFor<Worker>(crew, state.shares, [&](int share, Worker* worker) {
    run.Share(share, worker);
  });
  return Status();
}

// `workspace` is aligned.
Status RunInWorkspace(const ConvState& state, const ConvPointers& pointers,
                      void* workspace, const Executor& executor,
                      int threads_to_wake) {
  const PlanarTensors& planes = state.planes;
  const RegisterFamily& family = *state.backend->family;
  const Crew crew = {executor, state.threads, threads_to_wake, false};
  std::uint8_t* const memory = static_cast<std::uint8_t*>(workspace);
  ConvPointers rows = pointers;
  if (planes.input.is_planar()) {
    ReadPlanes(planes.input, family, pointers.input, memory, crew);
    rows.input = memory + planes.input.rows;
  }
  if (planes.output.is_planar()) rows.output = memory + planes.output.rows;
  const Status status =
      RunRows(state, rows, memory + planes.bytes, executor, threads_to_wake);
  if (planes.output.is_planar() && status.ok()) {
    WritePlanes(planes.output, family, memory, pointers.output, crew);
  }
  return status;
}

// Everything that may be wrong with the tensors of a run that has images.
Status CheckPointers(const ConvState& state, const ConvPointers& pointers) {
  if (pointers.input == nullptr) {
    return NullPointer("input");
  }
  if (pointers.output == nullptr) {
    return NullPointer("output");
  }
  MatrixRef input = state.input_memory, output = state.output_memory;
  input.data = pointers.input;
  output.data = pointers.output;
  if (state.int16 != nullptr && state.int16->stores_int64) {
    output = AsInt64(output);
  }
  if (Overlap(input, output)) {
    return InvalidArgument("output", 0, "overlaps the input in memory");
  }
  const FilterState& filter = *state.filter;
  const std::uint64_t filter_bytes =
      sizeof(filter.header) + filter.header.payload_bytes;
  if (OverlapsBytes(output, filter.blob,
                    static_cast<std::int64_t>(filter_bytes))) {
    return InvalidArgument("output", 0, "overlaps the filter in memory");
  }
  // Planes are written when the stages have read everything.
  if (state.planes.output.is_planar()) return Status();
  const int count = static_cast<int>(state.ops.size());
  const auto begin = reinterpret_cast<std::uintptr_t>(output.data);
  if (AreApart(state.reads, begin, state.output_bytes) ||
      AreUsualAndApart(state.ops.data(), count, {output, state.output_bytes})) {
    return Status();
  }
  return ValidateStages(state.ops.data(), count, output);
}

// Whether all is done by a product, which finds its own workspace.
bool IsProduct(const ConvState& prepared) {
  return prepared.whole != nullptr && prepared.planes.bytes == 0;
}

// The workspace of a run that is more than a product, aligned.
std::size_t AlignedBytes(const ConvState& prepared) {
  return prepared.planes.bytes +
         (prepared.whole != nullptr ? WorkspaceBytes(*prepared.whole)
          : prepared.int16 != nullptr
              ? prepared.int16->workspace_bytes
              : prepared.slot.total *
                    static_cast<std::size_t>(prepared.threads));
}

}  // namespace

std::size_t WorkspaceBytes(const ConvState& prepared) {
  if (!prepared.has_images()) return 0;
  return IsProduct(prepared) ? WorkspaceBytes(*prepared.whole)
                             : AlignedBytes(prepared) + kPackedAlignment - 1;
}

Status RunConvolution(const ConvState& prepared, const ConvPointers& pointers,
                      void* workspace, std::size_t bytes,
                      const Executor& executor) {
  if (!prepared.has_images()) return Status();
  Status status = CheckPointers(prepared, pointers);
  if (!status.ok()) return status;
  if (IsProduct(prepared)) {
    return RunPreparedGemm(*prepared.whole,
                           {pointers.input, nullptr, pointers.output},
                           workspace, bytes, executor);
  }
  void* aligned;
  status = AlignWorkspace(workspace, bytes, AlignedBytes(prepared), &aligned);
  return status.ok() ? RunInWorkspace(prepared, pointers, aligned, executor,
                                      prepared.threads_to_wake)
                     : status;
}

Status RunConvolution(const ConvState& prepared, const ConvPointers& pointers,
                      const GemmResources& resources) {
  if (resources.max_threads < 1) return NegativeThreads(resources.max_threads);
  Status status = CheckNotInUse(*resources.state);
  if (!status.ok() || !prepared.has_images()) return status;
  status = CheckPointers(prepared, pointers);
  if (!status.ok()) return status;
  if (IsProduct(prepared)) {
    return RunPreparedGemm(
        *prepared.whole, {pointers.input, nullptr, pointers.output}, resources);
  }
  void* workspace;
  status = TakeWorkspace(resources.state, AlignedBytes(prepared), &workspace);
  if (!status.ok()) return status;
  const InUse in_use(resources.state);
  if (prepared.threads == 1) {
    return RunInWorkspace(prepared, pointers, workspace, Executor{}, 0);
  }
  return RunInWorkspace(prepared, pointers, workspace, resources.MakeExecutor(),
                        prepared.threads_to_wake);
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
