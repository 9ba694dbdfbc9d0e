// Runs prepared convolutions.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/call_workspace.h"
#include "../contract/context_in_use.h"
#include "../contract/threads_for.h"
#include "../epilogue/overlap.h"
#include "../epilogue/usual_epilogue.h"
#include "../epilogue/validate_stages.h"
#include "../runtime/float_environment.h"
#include "../runtime/os.h"
#include "../runtime/parallel_for.h"
#include "conv_run.h"
#include "int16_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

void RunShares(const ConvState& state, const ConvPointers& pointers,
               void* workspace, const Executor& executor, int threads_to_wake) {
  if (state.int16 != nullptr) {
    return RunInt16(state, pointers, workspace, executor, threads_to_wake);
  }
  const FloatEnvironment environment(state.uses_floats);
  const ConvRun run(state, pointers, workspace);
  const Crew crew = {executor, state.threads, threads_to_wake,
                     state.uses_floats};
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
  if (state.int16 != nullptr && state.int16->stores_int64) {
    output = AsInt64(output);
  }
  if (Overlap(input, output)) {
    return InvalidArgument("output", 0, "overlaps the input in memory");
  }
  const int count = static_cast<int>(state.ops.size());
  if (AreUsualAndApart(state.ops.data(), count, output, state.output_bytes)) {
    return Status();
  }
  return ValidateStages(state.ops.data(), count, output);
}

// The workspace of a run without a product of its own, aligned.
std::size_t AlignedBytes(const ConvState& prepared) {
  return prepared.int16 != nullptr
             ? prepared.int16->workspace_bytes
             : prepared.slot.total * static_cast<std::size_t>(prepared.threads);
}

}  // namespace

std::size_t WorkspaceBytes(const ConvState& prepared) {
  if (prepared.whole != nullptr) return WorkspaceBytes(*prepared.whole);
  return AlignedBytes(prepared) + kPackedAlignment - 1;
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
  status = AlignWorkspace(workspace, bytes, AlignedBytes(prepared), &aligned);
  if (status.ok()) {
    RunShares(prepared, pointers, aligned, executor, prepared.threads_to_wake);
  }
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
  status = TakeWorkspace(resources.state, AlignedBytes(prepared), &workspace);
  if (!status.ok()) return status;
  EngineState* const engine = resources.state;
  const InUse in_use(engine);
  if (prepared.threads == 1) {
    RunShares(prepared, pointers, workspace, Executor{}, 0);
    return Status();
  }
  RunShares(prepared, pointers, workspace, resources.MakeExecutor(),
            ThreadsToWake(prepared.threads_to_wake, *engine));
  engine->last_shared_product = MonotonicSeconds();
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
