// Checks arguments of operators.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "validate.h"

#include "../backends/backend_list.h"
#include "../contract/engine_state.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

Status ValidateContext(const GemmResources& resources) {
  const Backend* backend = nullptr;
  return ValidateContext(resources, &backend);
}

Status ValidateContext(const GemmResources& resources,
                       const Backend** backend) {
  if (resources.state == nullptr) return NullPointer("context");
  if (resources.max_threads < 1) return NegativeThreads(resources.max_threads);
  return BackendOf(*resources.state, backend);
}

Status ValidateExponent(std::int32_t exponent, const char* name) {
  return exponent < -31 || exponent > 31
             ? InvalidArgument(name, exponent, "is not in -31..31")
             : Status();
}

Status ValidateRounding(FixedPointRounding rounding, const char* name) {
  return rounding > FixedPointRounding::kSingleUpward15Bits
             ? InvalidArgument(name, static_cast<int>(rounding),
                               "is not a FixedPointRounding")
             : Status();
}

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp
