// Multiplies rows with one panel, as a DirectTask says, where its backend does
// not do that directly.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_MULTIPLY_IN_STEPS_H_
#define LOWP_INTERNAL_GEMM_MULTIPLY_IN_STEPS_H_

#include "../contract/backend.h"
#include "../contract/direct_task.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Does a DirectTask by the functions that large products use, with rows of that
// form and `columns` columns in all panels. The panel is widened to `widened`,
// if that is not null.
void MultiplyInSteps(const Backend& backend, const DirectTask& small,
                     RowForm row_form, int columns, void* widened);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_MULTIPLY_IN_STEPS_H_
