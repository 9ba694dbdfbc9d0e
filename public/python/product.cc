// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include "product.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "../../internal/frontend/front_end.h"
#include "../gemm_plan.h"
#include "caller.h"
#include "packed.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

// The shape of the result: that of the lhs, with `cols` columns.
ResultShape ShapeOf(const OperandView& lhs, int cols) {
  if (!lhs.operand.is_packed) return ShapeWithLast(lhs.array, cols);
  return {2, {lhs.operand.matrix.rows, cols}};
}

}  // namespace

void OperandView::Read(nb::handle object, const char* name, bool may_be_row) {
  if (const Packed* packed = PackedOrNull(object)) {
    internal::SetOperand(packed->weights, &operand);
    return;
  }
  array.OpenArray(object, name);
  operand.matrix = MatrixOf(array, name, false, may_be_row);
  operand.is_packed = false;
  operand.packed = nullptr;
}

void OperandView::ReadMatrix(nb::handle object, const char* name) {
  Read(object, name);
  if (!operand.is_packed) CheckTwoDimensions(array, name);
}

void CheckDepths(const OperandView& lhs, const OperandView& rhs,
                 const char* lhs_name, const char* rhs_name) {
  const int depth = lhs.operand.matrix.cols;
  if (depth == rhs.operand.matrix.rows) return;
  Refuse(lhs_name, "matrix of " + std::to_string(depth) + " columns",
         "there must be as many as " + std::string(rhs_name) + " has rows, " +
             std::to_string(rhs.operand.matrix.rows));
}

void ReadResult(nb::handle out, ElementType type, const OperandView& lhs,
                const OperandView& rhs, ResultView* result,
                internal::MatrixRef* matrix) {
  result->Read(out, type, ShapeOf(lhs, rhs.operand.matrix.cols));
  *matrix = MatrixOf(result->array(), "out", true, true);
}

void Run(internal::GemmProblem* problem, const ArgumentNames& names) {
  std::vector<std::uint8_t> zeros;
  internal::MatrixRef& lhs = problem->lhs.matrix;
  internal::MatrixRef& rhs = problem->rhs.matrix;
  // The engine has nothing to do where a dimension is 0. A sum of nothing is 0,
  // though, and that of one product of zeros as well.
  if (lhs.cols == 0 && rhs.rows == 0 && lhs.rows > 0 && rhs.cols > 0) {
    zeros.resize(static_cast<std::size_t>(std::max(lhs.rows, rhs.cols)));
    lhs = {zeros.data(), lhs.rows, 1, 1, true, internal::Scalar::kUint8};
    rhs = {zeros.data(), 1, rhs.cols, rhs.cols, true, internal::Scalar::kUint8};
    problem->lhs.is_packed = problem->rhs.is_packed = false;
    problem->lhs.packed = problem->rhs.packed = nullptr;
    problem->lhs_offset = problem->rhs_offset = internal::Erase(0);
  }
  GemmContext* const context = ContextOfThisThread();
  Status status;
  {
    nb::gil_scoped_release released;
    status = internal::RunGemm(*problem, internal::ResourcesOf(context));
  }
  Check(status, names);
}

nb::object Plan(const internal::GemmProblem& problem,
                const ArgumentNames& names) {
  GemmPlan plan;
  Check(internal::PlanProblem(
            problem, internal::ResourcesOf(ContextOfThisThread()), &plan),
        names);
  return nb::cast(plan);
}

void BindProduct(nb::module_& module) {
  // What the engine reads: (address, rows, cols, stride, row_major), for tests.
  module.def("_operand", [](nb::handle object) {
    OperandView view;
    view.Read(object, "operand");
    const internal::MatrixRef& m = view.operand.matrix;
    return nb::make_tuple(reinterpret_cast<std::uintptr_t>(m.data), m.rows,
                          m.cols, m.stride, m.row_major);
  });
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
