// Pipelines that are kept for as long as something prepared with them.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_FRONTEND_OWNED_PIPELINE_H_
#define LOWP_INTERNAL_FRONTEND_OWNED_PIPELINE_H_

#include <tuple>

#include "lower_output_stages.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// A copy of a pipeline and its operations, which refer to it.
template <typename... Stages>
struct OwnedPipeline {
  explicit OwnedPipeline(const std::tuple<Stages...>& from)
      : pipeline(from), lowered(pipeline) {}
  OwnedPipeline(const OwnedPipeline&) = delete;
  OwnedPipeline& operator=(const OwnedPipeline&) = delete;

  const std::tuple<Stages...> pipeline;
  LoweredPipeline<Stages...> lowered;
};

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_FRONTEND_OWNED_PIPELINE_H_
