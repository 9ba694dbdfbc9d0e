// A matrix or a PackedMatrix as an operand of a GemmProblem.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_TEST_SUPPORT_ERASE_OPERAND_H_
#define LOWP_TEST_SUPPORT_ERASE_OPERAND_H_

#include "../../internal/contract/gemm.h"
#include "../../internal/frontend/front_end.h"

namespace lowp_test {

template <typename Matrix>
gemmlowp::internal::Operand EraseOperand(const Matrix& matrix) {
  gemmlowp::internal::Operand operand;
  gemmlowp::internal::SetOperand(matrix, &operand);
  return operand;
}

}  // namespace lowp_test

#endif  // LOWP_TEST_SUPPORT_ERASE_OPERAND_H_
