// The specification of the product: every test's expected int32 sums.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_REFERENCE_GEMM_H_
#define LOWP_TEST_SUPPORT_REFERENCE_GEMM_H_

#include <cstdint>
#include <vector>

#include "../../internal/contract/matrix_ref.h"

namespace lowp_test {

using gemmlowp::internal::MatrixRef;
using gemmlowp::internal::Scalar;

// The sums, row-major and without gaps:
//   sum over k of (lhs(i, k) + lhs_offset[i]) * (rhs(k, j) + rhs_offset[j])
// modulo 2^32. lhs_offset has lhs.rows entries, rhs_offset rhs.cols.
std::vector<std::int32_t> ReferenceGemm(
    const MatrixRef& lhs, const MatrixRef& rhs,
    const std::vector<std::int32_t>& lhs_offset,
    const std::vector<std::int32_t>& rhs_offset);

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_REFERENCE_GEMM_H_
