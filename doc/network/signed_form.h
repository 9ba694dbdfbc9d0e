// Networks of uint8 as networks of int8.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_SIGNED_FORM_H_
#define LOWP_DOC_NETWORK_SIGNED_FORM_H_

#include "graph.h"

namespace lowp_network {

// TensorFlow Lite's kernels of uint8 compute what those of int8 do with bytes
// and zero points that are 128 less, but for AVERAGE_POOL_2D and
// RESIZE_BILINEAR, which round otherwise, SUM, which subtracts zero points
// last, CAST, MATRIX_DIAG and SCATTER_ND, to which bytes are numbers, and
// CONCATENATION of tensors with unlike scales, which only uint8 has. So
// quantized tensors of uint8 become tensors of int8 (Tensor::is_shifted), but
// where they are inputs or outputs of the graph or of those operators. Where a
// tensor is needed in both forms, an added tensor has the signed one, and an
// added QUANTIZE makes one of the other. Tensors whose zero points are not
// values of uint8 stay as they are, and operators refuse them.
void MakeSigned(Graph* graph);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_SIGNED_FORM_H_
