// lowp.Packed: a PackedMatrix, and what owns its memory where it does not.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_PACKED_H_
#define LOWP_PUBLIC_PYTHON_PACKED_H_

#include <nanobind/nanobind.h>

#include "../packed_matrix.h"
#include "blob.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

using Packed = Blob<PackedMatrix>;

// The object's Packed, or null if it is none.
const Packed* PackedOrNull(nanobind::handle object);

void BindPacked(nanobind::module_& module);

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_PACKED_H_
