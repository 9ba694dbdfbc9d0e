// lowp.Plan: how a product runs, in numbers, in words, and drawn.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#include <nanobind/stl/string.h>

#include "../gemm_plan.h"
#include "bindings.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gemmlowp {
inline namespace lowp {
namespace python {
namespace {

// (kernel, cycles, reason): cycles are None for a kernel that does not fit, and
// the reason then says why.
nb::list PassedOver(const GemmPlan& plan) {
  nb::list others;
  for (int i = 0; i < plan.passed_over_count; ++i) {
    const GemmPlan::PassedOver& other = plan.passed_over[i];
    const bool fits = other.cycles != 0;
    others.append(nb::make_tuple(other.kernel,
                                 fits ? nb::cast(other.cycles) : nb::none(),
                                 other.reason));
  }
  return others;
}

nb::object Draw(nb::handle self) {
  return nb::module_::import_("lowp.drawing").attr("plan")(self);
}

}  // namespace

void BindPlan(nb::module_& module) {
  nb::class_<GemmPlan>(module, "Plan", nb::is_final(),
                       "How a product runs, and why: what lowp.plan() returns. "
                       "Its text is the description; a notebook draws it.")
      .def_prop_ro("backend", [](const GemmPlan& p) { return p.backend_name; })
      .def_prop_ro("kernel", [](const GemmPlan& p) { return p.kernel; })
      .def_ro("m", &GemmPlan::m, "Rows of A, whose elements are broadcast.")
      .def_ro("n", &GemmPlan::n, "Columns of B, along which vectors lie.")
      .def_ro("k", &GemmPlan::k)
      .def_prop_ro(
          "b_side",
          [](const GemmPlan& p) {
            return p.b_side == Side::kLhs ? "lhs" : "rhs";
          },
          "The operand that is B: \"lhs\" (a) or \"rhs\" (b).")
      .def_ro("mr", &GemmPlan::mr, "Rows of the kernel's tile.")
      .def_ro("nr", &GemmPlan::nr, "Columns of a panel.")
      .def_prop_ro(
          "a_source", [](const GemmPlan& p) { return NameOf(p.a_source); },
          "How A reaches the kernel.")
      .def_prop_ro(
          "b_source", [](const GemmPlan& p) { return NameOf(p.b_source); },
          "How B reaches the kernel.")
      .def_prop_ro(
          "epilogue", [](const GemmPlan& p) { return NameOf(p.epilogue); },
          "Where sums become results.")
      .def_ro("cycles", &GemmPlan::cycles, "An estimate; see passed_over.")
      .def_prop_ro("passed_over", &PassedOver,
                   nb::sig("def passed_over(self, /) -> list[tuple[str, float "
                           "| None, str]]"),
                   "The backend's other kernels, best first: (kernel, cycles, "
                   "\"\"), or (kernel, None, reason) if it does not fit.")
      .def_ro("panels", &GemmPlan::panels)
      .def_ro("panels_per_task", &GemmPlan::panels_per_task)
      .def_ro("row_block", &GemmPlan::row_block)
      .def_ro("row_blocks", &GemmPlan::row_blocks,
              "How many blocks of rows; the last one may be longer.")
      .def_ro("columns_per_task", &GemmPlan::columns_per_task,
              "Of a B that is read in place; 0 otherwise.")
      .def_ro("threads", &GemmPlan::threads)
      .def_prop_ro("threads_reason",
                   [](const GemmPlan& p) { return p.threads_reason; })
      .def_ro("workspace_bytes", &GemmPlan::workspace_bytes)
      .def("draw", &Draw, nb::sig("def draw(self, /) -> Svg"),
           "A picture of it: blocks, panels, the kernel's tile, and what each "
           "thread takes.")
      .def("_repr_svg_", [](nb::handle self) { return nb::str(Draw(self)); })
      .def("__str__", &GemmPlan::Describe)
      .def("__repr__", &GemmPlan::Describe);
}

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp
