// Chooses the number of threads by the work.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "choose_threads.h"

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
  if (state->sums_stay) work *= 2;  // the other half takes as long
  const ThreadChoice choice = internal::ChooseThreads(resources, work);
  state->threads = choice.count;
  state->threads_to_wake = choice.to_wake;
  state->threads_reason = choice.reason;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
