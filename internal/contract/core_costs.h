// Which costs of a backend are those of this processor.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_CORE_COSTS_H_
#define LOWP_INTERNAL_CONTRACT_CORE_COSTS_H_

#include "../runtime/cpu_features.h"
#include "backend.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Null: those of the rows.
inline const CoreCosts* OtherCostsHere(const Backend& backend) {
  const CoreCosts* const end =
      backend.other_costs.cores + backend.other_costs.count;
  for (const CoreCosts* costs = backend.other_costs.cores; costs != end;
       ++costs) {
    if (costs->core == DetectedCore()) return costs;
  }
  return nullptr;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_CORE_COSTS_H_
