// 4-bit weights of lowp.Int4Linear, packed from arrays. int4.cc has the
// contract of each function, as Python's documentation.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_PUBLIC_PYTHON_INT4_WEIGHTS_H_
#define LOWP_PUBLIC_PYTHON_INT4_WEIGHTS_H_

#include <nanobind/nanobind.h>

#include "../int4/packed_int4.h"
#include "blob.h"

namespace gemmlowp {
inline namespace lowp {
namespace python {

using Int4 = Blob<PackedInt4>;

Int4 PackInt4(nanobind::handle values, nanobind::handle scales,
              nanobind::handle group, nanobind::handle zero_points,
              nanobind::handle progress);
Int4 Int4FromMatMulNBits(nanobind::handle b, nanobind::handle scales,
                         nanobind::handle zero_points,
                         nanobind::handle block_size,
                         nanobind::handle progress);
Int4 Int4FromGguf(nanobind::handle blocks, nanobind::handle progress);
Int4 Int4FromGptq(nanobind::handle qweight, nanobind::handle qzeros,
                  nanobind::handle scales, nanobind::handle group,
                  nanobind::handle g_idx, nanobind::handle version,
                  nanobind::handle progress);
Int4 Int4FromAwq(nanobind::handle qweight, nanobind::handle qzeros,
                 nanobind::handle scales, nanobind::handle group,
                 nanobind::handle progress);

}  // namespace python
}  // namespace lowp
}  // namespace gemmlowp

#endif  // LOWP_PUBLIC_PYTHON_INT4_WEIGHTS_H_
