// Checks that the operators on tensors have in common.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_VALIDATE_H_
#define LOWP_INTERNAL_OPERATORS_VALIDATE_H_

#include <cstdint>

#include "../../public/quantization/quantization_params.h"
#include "../../public/rounding.h"
#include "../../public/status.h"
#include "../contract/gemm.h"
#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// The values of an 8- or 16-bit type.
QuantizedRange RangeOf(Scalar scalar);

// Refuses a context that is null or whose backend this machine does not have,
// and a negative number of threads.
Status ValidateContext(const GemmResources& resources);

// Refuses a value that the type does not have.
Status ValidateZeroPoint(Scalar scalar, std::int32_t zero_point,
                         const char* name);

// Refuses bounds of results that are no values of the type, or none at all.
Status ValidateBounds(Scalar scalar, std::int32_t low, std::int32_t high);

// Refuses an exponent outside -31..31, and what is no rounding.
Status ValidateExponent(std::int32_t exponent, const char* name);
Status ValidateRounding(FixedPointRounding rounding, const char* name);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_VALIDATE_H_
