// Runs elementwise operators of two tensors that a family computes from their
// elements as they are: maxima and minima, and those that were prepared, by a
// form which gives the same bytes as the definition.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_BINARY_FORMS_H_
#define LOWP_INTERNAL_OPERATORS_BINARY_FORMS_H_

#include <cstddef>

#include "../contract/binary.h"
#include "../contract/register_family.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Whether the problem has a form that the family computes.
bool HasForm(const BinaryProblem& problem, const RegisterFamily& family);

// Computes the `count` elements of a valid problem that has one.
void RunForm(const BinaryProblem& problem, std::size_t count,
             const RegisterFamily& family, const GemmResources& resources);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_BINARY_FORMS_H_
