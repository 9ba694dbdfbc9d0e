// How large what STRIDED_SLICE keeps is.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_SLICES_H_
#define LOWP_DOC_NETWORK_SLICES_H_

#include <gemmlowp/public/status.h>

#include <vector>

#include "graph.h"

namespace lowp_network {

// The sizes of the axes that are left of the input's, by constant bounds. The
// operator has four inputs.
gemmlowp::Status SizesOfStridedSlice(const Graph& graph, const Operator& op,
                                     std::vector<int>* sizes);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_SLICES_H_
