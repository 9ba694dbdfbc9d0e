// Checks that the operators on tensors have in common.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_VALIDATE_H_
#define LOWP_INTERNAL_OPERATORS_VALIDATE_H_

#include <cstdint>

#include "../../public/rounding.h"
#include "../../public/status.h"
#include "../contract/gemm.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Refuses a context that is null or whose backend this machine does not have,
// and a negative number of threads.
Status ValidateContext(const GemmResources& resources);
// The same; finds the backend.
Status ValidateContext(const GemmResources& resources, const Backend** backend);

// Refuses an exponent outside -31..31, and what is no rounding.
Status ValidateExponent(std::int32_t exponent, const char* name);
Status ValidateRounding(FixedPointRounding rounding, const char* name);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_VALIDATE_H_
