// The doors of dynamic linear layers.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "../contract/dynamic_linear.h"

#include <algorithm>

#include "../contract/call_workspace.h"
#include "../contract/context_in_use.h"
#include "../contract/engine_state.h"
#include "../gemm/validate.h"
#include "../runtime/float_environment.h"
#include "dynamic_run.h"
#include "validate_dynamic.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
namespace {

Status Validate(const DynamicLinearState* layer, const RealMatrix& x,
                const RealMatrix& y) {
  if (layer == nullptr) return InvalidArgument("layer", 0, "is empty");
  const Status status = ValidateDynamicShape(*layer, x, y);
  if (!status.ok()) return status;
  if (y.rows != x.rows) {
    return InvalidArgument("y.rows", y.rows, "differs from x.rows");
  }
  return x.rows == 0 ? Status() : ValidateDynamicOverlap(*layer, x, y);
}

// As many threads as the executor runs at once.
GemmResources ResourcesOf(const Executor* executor) {
  GemmResources resources;
  resources.max_threads = std::max(1, executor->concurrency);
  resources.context = const_cast<Executor*>(executor);
  if (executor->parallel_for != nullptr && executor->concurrency > 1) {
    resources.executor_of = [](void* context) {
      return *static_cast<const Executor*>(context);
    };
  }
  return resources;
}

}  // namespace

std::size_t DynamicWorkspaceBytes(const DynamicLinearState* layer, int rows,
                                  int concurrency) {
  if (layer == nullptr || rows <= 0 || concurrency < 1) return 0;
  Executor executor;
  executor.concurrency = concurrency;
  executor.parallel_for = [](void*, int, void (*)(void*, int), void*) {};
  // Conversion of rows is counted, whether x needs it or not.
  const RealMatrix x = {nullptr, rows, layer->k, layer->k, Real::kBfloat16};
  const RealMatrix y = {nullptr, rows, layer->n, layer->n, Real::kFloat32};
  DynamicRun run;
  if (!run.Prepare(*layer, x, nullptr, y, ResourcesOf(&executor)).ok())
    return 0;
  return static_cast<std::size_t>(run.bytes()) + kPackedAlignment - 1;
}

Status RunDynamicLinear(const DynamicLinearState* layer, const RealMatrix& x,
                        const RealMatrix& y, void* workspace, std::size_t bytes,
                        const Executor& executor) {
  Status status = Validate(layer, x, y);
  if (!status.ok() || x.rows == 0) return status;
  DynamicRun run;
  status = run.Prepare(*layer, x, nullptr, y, ResourcesOf(&executor));
  if (!status.ok()) return status;
  void* aligned;
  status = AlignWorkspace(workspace, bytes,
                          static_cast<std::size_t>(run.bytes()), &aligned);
  if (!status.ok()) return status;
  const FloatEnvironment environment;
  run.Run(aligned, executor, run.product().threads_to_wake);
  return Status();
}

Status RunDynamicLinear(const DynamicLinearState* layer, const RealMatrix& x,
                        const RealMatrix& y, const GemmResources& resources) {
  Status status = ValidateResources(resources);
  if (status.ok()) status = Validate(layer, x, y);
  if (!status.ok() || x.rows == 0) return status;
  status = CheckNotInUse(*resources.state);
  if (!status.ok()) return status;
  DynamicRun run;
  status = run.Prepare(*layer, x, nullptr, y, resources);
  if (!status.ok()) return status;
  void* workspace;
  status = TakeWorkspace(resources.state, static_cast<std::size_t>(run.bytes()),
                         &workspace);
  if (!status.ok()) return status;
  const InUse in_use(resources.state);
  const FloatEnvironment environment;
  const PreparedProduct& p = run.product();
  run.Run(workspace, p.threads > 1 ? resources.MakeExecutor() : Executor{},
          p.threads_to_wake);
  return Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
