// Chooses the number of threads by the work.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "choose_threads.h"

#include <algorithm>

#include "../contract/threads_for.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {
double WorkOfProducts(const ConvState& state) {
  const ConvGeometry& g = state.product_geometry;
  const double positions =
      g.transposed ? InputPositions(g) : Positions(state.shape);
  const double lines = double{1} * g.depth.kernel * g.height.kernel;
  const double k = lines * g.width.kernel * GroupInputs(g);
  const double copies =
      k == GroupInputs(g) ? 0
                          : g.groups * (lines * kWorkPerRun + k * kWorkPerByte);
  return positions * (g.output_channels * (k + kWorkPerElement) + copies);
}

void ChooseThreads(const GemmResources& resources, double work,
                   ConvState* state) {
  state->threads = 1;
  state->threads_to_wake = 0;
  state->threads_reason = "the context allows one";
  if (resources.executor_of == nullptr) return;
  if (state->sums_stay) work *= 2;  // the other half takes as long
  const ThreadsOfWork threads = ThreadsFor(work, resources.max_threads);
  if (threads.count < 2) {
    state->threads_reason = "the convolution is too small for more";
    return;
  }
  state->threads = threads.count;
  state->threads_to_wake = threads.to_wake;
  state->threads_reason =
      threads.count < std::min(resources.max_threads, kMaxThreads)
          ? "as many as the convolution is large enough for"
          : "all that the context allows";
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
