// Checks the operands of elementwise operators of two tensors.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_INTERNAL_OPERATORS_VALIDATE_OPERANDS_H_
#define LOWP_INTERNAL_OPERATORS_VALIDATE_OPERANDS_H_

#include <cstddef>

#include "../../public/operand_count.h"
#include "../../public/status.h"
#include "../contract/matrix_ref.h"

namespace gemmlowp {
inline namespace lowp {
namespace internal {

// x, y and the result of public/operators/elementwise.h, all of one type.
struct TwoOperands {
  Scalar scalar;
  const void* x;
  OperandCount x_count = 0;
  const void* y;
  OperandCount y_count = 0;
  const void* result;
};

// Refuses counts of which the one that serves less does not do so whole times;
// null pointers; and a result that overlaps an operand without being it. Finds
// the number of the result's elements; if that is 0, pointers are not checked.
Status ValidateOperands(const TwoOperands& operands, std::size_t* count);

}  // namespace internal
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_INTERNAL_OPERATORS_VALIDATE_OPERANDS_H_
