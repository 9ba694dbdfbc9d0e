// Which costs of a backend are those of this processor.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_CONTRACT_CORE_COSTS_H_
#define LOWP_INTERNAL_CONTRACT_CORE_COSTS_H_

#include "../runtime/cpu_features.h"
#include "backend.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Null: those in the tables and in the backend apply.
inline const CoreCosts* OtherCostsHere(const Backend& backend) {
  const CoreCosts* const end =
      backend.other_costs.cores + backend.other_costs.count;
  const Core here = DetectedCore();
  for (const CoreCosts* costs = backend.other_costs.cores; costs != end;
       ++costs) {
    if (costs->core == here) return costs;
  }
  return nullptr;
}

// What was measured of reading on this processor.
inline const ReadingCost& ReadingCostHere(const Backend& backend) {
  const CoreCosts* const other = OtherCostsHere(backend);
  return other != nullptr ? other->reading : backend.reading;
}

// What was measured of memory behind this processor.
inline const MemoryCosts& MemoryHere(const Backend& backend) {
  const CoreCosts* const other = OtherCostsHere(backend);
  return other != nullptr && other->memory != nullptr ? *other->memory
                                                      : backend.memory;
}

// What was measured of lines of depthwise convolutions on this processor.
inline const DepthwiseLineCost& DepthwiseLinesHere(const Backend& backend) {
  const CoreCosts* const other = OtherCostsHere(backend);
  return other != nullptr && other->depthwise_lines != nullptr
             ? *other->depthwise_lines
             : backend.depthwise.lines;
}

// What was measured of the kernel for 4-bit weights on this processor.
inline const Int4Costs& Int4CostsHere(const Backend& backend) {
  const CoreCosts* const other = OtherCostsHere(backend);
  return other != nullptr && other->int4 != nullptr ? *other->int4
                                                    : backend.int4->costs;
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_CONTRACT_CORE_COSTS_H_
