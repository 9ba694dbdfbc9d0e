// Rows of a product that are the columns of a packed operand.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_GEMM_PACKED_ROWS_H_
#define LOWP_INTERNAL_GEMM_PACKED_ROWS_H_

#include <cstddef>
#include <cstdint>

#include "plan.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// Copies the rows [first, first + count), the first of which begins a panel, in
// the form that Backend::read_rows gives to rows, `stride` bytes apart, and
// makes their terms, unless those are null.
void CopyPackedRows(const OrientedProblem& problem, const Backend& backend,
                    int first, int count, std::uint8_t* copies,
                    std::ptrdiff_t stride, std::int32_t* terms);

// The sums of those rows' numbers, which a kernel finds larger by `shift` than
// they are packed.
void SumPackedRows(const OrientedProblem& problem, const Backend& backend,
                   int shift, int first, int count, std::int32_t* sums);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_GEMM_PACKED_ROWS_H_
