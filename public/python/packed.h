// lowp.Packed: a PackedMatrix, and what owns its memory where it does not.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_PACKED_H_
#define LOWP_PUBLIC_PYTHON_PACKED_H_

#include <nanobind/nanobind.h>

#include "../packed_matrix.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

struct Packed {
  PackedMatrix matrix;
  nanobind::object owner;  // of mapped bytes; null otherwise
};

// The object's Packed, or null if it is none.
const Packed* PackedOrNull(nanobind::handle object);

void BindPacked(nanobind::module_& module);

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_PACKED_H_
