// Checks of copies with strides.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_VALIDATE_STRIDED_COPY_H_
#define LOWP_INTERNAL_OPERATORS_VALIDATE_STRIDED_COPY_H_

#include "../../public/status.h"
#include "../contract/strided_copy.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Refuses what TryStridedCopy says. Sets *is_empty to whether there is nothing
// to copy: then pointers and strides may be any.
Status ValidateStridedCopy(const StridedCopyProblem& problem, bool* is_empty);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_VALIDATE_STRIDED_COPY_H_
