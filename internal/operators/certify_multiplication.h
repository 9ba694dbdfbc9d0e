// Finds a form in floats that equals a quantized multiplication for all pairs
// of bytes.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_CERTIFY_MULTIPLICATION_H_
#define LOWP_INTERNAL_OPERATORS_CERTIFY_MULTIPLICATION_H_

#include <cstdint>

#include "../../public/quantization/multiplier_builders.h"
#include "../contract/multiplication_in_floats.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// What products of two differences become, clamped to the form's bounds:
// results[i] is that of first + i.
struct ProductResults {
  std::int32_t first;
  int count;
  const std::int16_t* results;
};

// `form` has zero points and bounds; the rest is found. False if no form was
// found that gives all results. In the default floating-point environment.
bool CertifyMultiplication(const FixedPointMultiplier& multiplier,
                           const ProductResults& products,
                           MultiplicationInFloats* form);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_CERTIFY_MULTIPLICATION_H_
