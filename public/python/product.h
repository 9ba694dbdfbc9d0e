// What the products of this module share: operands, the result, the run.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_PRODUCT_H_
#define LOWP_PUBLIC_PYTHON_PRODUCT_H_

#include <nanobind/nanobind.h>

#include "../../internal/contract/gemm.h"
#include "array.h"
#include "errors.h"
#include "result.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

// An operand, and the array whose leading dimensions became its rows.
struct OperandView {
  internal::Operand operand;
  Array array;  // empty for a packed one

  // An array of one dimension is refused, or a row.
  void Read(nanobind::handle object, const char* name, bool may_be_row = false);
  // Raises for an array of other than two dimensions.
  void ReadMatrix(nanobind::handle object, const char* name);
};

// Refuses operands that do not fit each other.
void CheckDepths(const OperandView& lhs, const OperandView& rhs,
                 const char* lhs_name, const char* rhs_name);

// The result of a product: its shape is that of `lhs` with n columns.
void ReadResult(nanobind::handle out, ElementType type, const OperandView& lhs,
                const OperandView& rhs, ResultView* result,
                internal::MatrixRef* matrix);

// Runs the product on the context of this thread, without the GIL. If k is 0,
// the pipeline is applied to sums of 0.
void Run(internal::GemmProblem* problem, const ArgumentNames& names);

// A lowp.Plan of it.
nanobind::object Plan(const internal::GemmProblem& problem,
                      const ArgumentNames& names);

void BindProduct(nanobind::module_& module);

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_PRODUCT_H_
