// What follows from the sizes of a graph's inputs, in files that leave sizes
// open: Keras models whose batch is not fixed compute shapes by operators.
// Copyright 2026 The lowp Authors. SPDX-License-Identifier: Apache-2.0

#ifndef LOWP_DOC_NETWORK_RESOLVE_SHAPES_H_
#define LOWP_DOC_NETWORK_RESOLVE_SHAPES_H_

#include "graph.h"

namespace lowp_network {

// Removes operators on integers whose operands are constants, or which ask for
// a shape: their results become constants of the graph. And gives tensors with
// open sizes the shapes that operators before them make, where that is known
// by a simple rule. What is not known stays as the file has it, and is refused
// when the operator that it belongs to is prepared.
void ResolveShapes(Graph* graph);

}  // namespace lowp_network

#endif  // LOWP_DOC_NETWORK_RESOLVE_SHAPES_H_
