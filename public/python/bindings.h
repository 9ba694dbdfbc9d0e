// What the files beside this one add to the module.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_BINDINGS_H_
#define LOWP_PUBLIC_PYTHON_BINDINGS_H_

#include <nanobind/nanobind.h>

namespace gemmlowp {
inline namespace lowp {
namespace python {

// lowp.matmul and lowp.plan
void BindMatmul(nanobind::module_& module);
// lowp.Plan
void BindPlan(nanobind::module_& module);
// What stands behind lowp.Linear
void BindLayer(nanobind::module_& module);
// What stands behind lowp.Conv2d and the other convolutions
void BindConvolution(nanobind::module_& module);
// What stands behind lowp.DynamicLinear
void BindDynamic(nanobind::module_& module);
// lowp.Int4Linear
void BindInt4(nanobind::module_& module);
// What stands behind lowp.quantize and its neighbours, and the builders of
// multipliers
void BindQuantization(nanobind::module_& module);

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_BINDINGS_H_
